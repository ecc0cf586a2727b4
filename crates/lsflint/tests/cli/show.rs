//! `show`.

use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

/// The small cluster with limits, groups and parameters.
fn cluster() -> Scratch {
    let scratch = Scratch::with(&MINI_CLUSTER);
    scratch
        .write("lsf.conf", "LSF_LIM_PORT=7869\nLSF_MASTER_LIST=\"m1\"\nLSF_STRICT_RESREQ=Y\nLSF_UNIT_FOR_LIMITS=MB\n");
    scratch.write(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME = normal\nPRIORITY = 30\nMEMLIMIT = 16384\nRUNLIMIT = 8:30\n\
         #if time(20:00-8:00)\nNICE = 5\n#endif\nEnd Queue\n",
    );
    scratch.write("lsb.params", "Begin Parameters\nJOB_ACCEPT_INTERVAL = 2\nEnd Parameters\n");
    scratch.write(
        "lsb.hosts",
        "Begin Host\nHOST_NAME MXJ r1m\nh1 8 ()\ndefault ! 3.5\nEnd Host\n\
         Begin HostGroup\nGROUP_NAME GROUP_MEMBER\nrack (h1 m1)\nEnd HostGroup\n",
    );
    scratch
}

#[track_caller]
fn check(arguments: &[&str], code: i32, expected: impl snapbox::IntoData) {
    let mut all = vec!["show", "--cluster", "."];
    all.extend(arguments);
    lsflint(&cluster(), &all).assert().code(code).stdout_eq(expected);
}

#[test]
fn a_queue_and_its_defaults() {
    check(
        &["queue", "normal"],
        0,
        str![[r#"
queue normal

JOB_ACCEPT_INTERVAL  2  (2 multiples of MBD_SLEEP_TIME)
    lsb.queues    not set
  * lsb.params:2  2
    default       value of lsb.params (1)

MEMLIMIT  16384  (16384 MB = 16 GB)
  * lsb.queues:4  16384
    default       unlimited

NICE  5 every day 20:00-08:00, else 0
  * lsb.queues:7  5, while its #if branch is active
  * default       0

PRIORITY  30
  * lsb.queues:3  30
    default       1

RUNLIMIT  8:30  (8:30 = 8 hours 30 minutes)
  * lsb.queues:5  8:30
    default       unlimited

"#]],
    );
}

#[test]
fn one_parameter_that_is_not_set() {
    check(
        &["queue", "normal", "QJOB_LIMIT"],
        0,
        str![[r#"
queue normal

QJOB_LIMIT  unlimited
    lsb.queues  not set
  * default     unlimited

"#]],
    );
}

#[test]
fn a_host_and_its_default_row() {
    check(
        &["host", "h1"],
        0,
        str![[r#"
host h1

model  EPYC
  * lsf.cluster.mini:8  EPYC
    default             ! (detected)

server  1
  * lsf.cluster.mini:8  1
    default             1

type  X86_64
  * lsf.cluster.mini:8  X86_64
    default             ! (detected)

MXJ  8
  * lsb.hosts:3  8
    default      unlimited

"#]],
    );
}

#[test]
fn a_group_has_members() {
    check(
        &["group", "rack"],
        0,
        str![[r#"
group rack
  2 hosts: m1 h1

GROUP_MEMBER  h1 m1
  * lsb.hosts:8  h1 m1
    default      not set

"#]],
    );
}

#[test]
fn as_json() {
    let text =
        stdout(&cluster(), &["show", "queue", "normal", "MEMLIMIT", "--cluster", ".", "--output-format=json"], 0);
    let document: Value = serde_json::from_str(&text).expect("one JSON document");
    let row = &document["parameters"][0];
    assert_eq!((&row["effective"], &row["unit"]), (&"16384".into(), &"MB".into()));
    assert_eq!(row["words"], "16384 MB = 16 GB");
    assert_eq!((&row["chain"][0]["file"], &row["chain"][0]["line"]), (&"lsb.queues".into(), &4.into()));
}

#[test]
fn what_is_not_there_is_an_error_with_a_hint() {
    let output =
        lsflint(&cluster(), &["show", "queue", "norml", "--cluster", "."]).assert().code(2).get_output().clone();
    let stderr = String::from_utf8(output.stderr).expect("our output is UTF-8");
    assert_eq!(stderr.trim_end(), "error: unknown queue `norml` in `.`; did you mean `normal`?");
}
