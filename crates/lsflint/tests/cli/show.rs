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

/// A queue that LSF drops, and values with their own units.
fn with_dropped_queue() -> Scratch {
    let scratch = cluster();
    scratch.write(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME = low\nPRIORITY = 5\nRUN_WINDOW = 20:00-8:00\nMEMLIMIT = 512MB\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = lost\nPRIORITY = 70\nTERMINATE_WHEN = NEVER\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = high\nPRIORITY = 50\nHOSTS = rack\nSWAPLIMIT = 1000000\n\
         RES_REQ = select[type==any]\nEnd Queue\n",
    );
    scratch
}

#[test]
fn a_table_of_queues() {
    lsflint(&with_dropped_queue(), &["show", "queues", "--cluster=.", "--at=Sat 03:00"]).assert().code(0).stdout_eq(
        str![[r#"
NAME  PRIORITY  OPEN                  HOSTS     SLOTS  LIMITS                USERS  REQUIREMENT
high  50        open                  2 (rack)  8 + ?  SWAPLIMIT=1000000 MB  all    select[type==any]
low   5         open until Sat 08:00  2 (all)   8 + ?  MEMLIMIT=512MB        all    -
lost  does not exist: LSF drops the `Queue` section (P105)

"#]],
    );
}

#[test]
fn a_table_of_hosts() {
    check(
        &["hosts"],
        0,
        str![[r#"
NAME  TYPE    MODEL  SERVER  MXJ  GROUPS  RESOURCES  WINDOWS
h1    X86_64  EPYC   yes     8    rack    -          -
m1    X86_64  EPYC   yes     !    rack    -          -

"#]],
    );
}

#[test]
fn a_table_without_rows() {
    check(
        &["service-classes"],
        0,
        str![[r#"
no service classes in these files

"#]],
    );
}

#[test]
fn a_table_as_json() {
    let arguments = ["show", "queues", "--cluster=.", "--at=Sat 03:00", "--output-format=json"];
    lsflint(&with_dropped_queue(), &arguments).assert().code(0).stdout_eq(str![[r#"
{"version":1,
"kind":"queues",
"rows":[
{"name":"high","exists":true,"priority":50,"open":{"now":true,"until":null},"hosts":{"count":2,"complete":true,"words":"rack"},"slots":{"sum":8,"unknown":1},"limits":[{"name":"SWAPLIMIT","value":"1000000","unit":"MB"}],"users":"all","requirement":"select[type==any]"},
{"name":"low","exists":true,"priority":5,"open":{"now":true,"until":"Sat 08:00"},"hosts":{"count":2,"complete":true,"words":"all"},"slots":{"sum":8,"unknown":1},"limits":[{"name":"MEMLIMIT","value":"512MB"}],"users":"all","requirement":null},
{"name":"lost","exists":false,"dropped":{"code":"P105","effect":"LSF drops the `Queue` section","file":"lsb.queues","line":8}}]}

"#]]);
}

#[test]
fn amounts_in_readable_units_and_with_their_own() {
    lsflint(&with_dropped_queue(), &["show", "queue", "low", "MEMLIMIT", "--cluster=."]).assert().code(0).stdout_eq(
        str![[r#"
queue low

MEMLIMIT  512MB
  * lsb.queues:5  512MB
    default       unlimited

"#]],
    );
    lsflint(&with_dropped_queue(), &["show", "queue", "high", "SWAPLIMIT", "--cluster=."]).assert().code(0).stdout_eq(
        str![[r#"
queue high

SWAPLIMIT  1000000  (1000000 MB = 976.56 GB)
  * lsb.queues:16  1000000
    default        unlimited

"#]],
    );
    let json = ["show", "queue", "low", "MEMLIMIT", "--cluster=.", "--output-format=json"];
    let document: Value = serde_json::from_str(&stdout(&with_dropped_queue(), &json, 0)).expect("one JSON document");
    let row = &document["parameters"][0];
    assert_eq!((&row["effective"], row.get("unit"), row.get("words")), (&"512MB".into(), None, None));
}

#[test]
fn plurals_take_no_name_and_others_need_one() {
    let check = |arguments: &[&str], expected: &str| {
        let all = [&["show", "--cluster=."], arguments].concat();
        let output = lsflint(&cluster(), &all).assert().code(2).get_output().clone();
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), format!("error: {expected}"));
    };
    check(&["queues", "normal"], "`show queues` lists all and takes no name; found `normal`");
    check(&["queue"], "`show queue` requires a name; `show queues` lists all");
    check(&["service-class"], "`show service-class` requires a name; `show service-classes` lists all");
    check(&["parameter"], "`show parameter` requires a name");
}

/// Without the other files, what is known is shown, not a list of what is not.
#[test]
fn a_file_on_its_own() {
    let queues = "Begin Queue\nQUEUE_NAME = normal\nUSERS = ann bob \\\n                  carl\nCPULIMIT = 96:00/hostA\n\
                  RES_REQ = select[mem>100] \\\n          rusage[mem=1]\nEnd Queue\n";
    let scratch = Scratch::with(&[("lsb.queues", queues)]);
    let shown = stdout(&scratch, &["show", "queue", "normal"], 0);
    assert!(!shown.contains("cannot be told") && !shown.contains('?'), "{shown}");
    assert!(shown.lines().count() < 20, "{shown}");
    assert!(shown.contains("USERS  ann bob carl\n"), "{shown}");
    assert!(shown.contains("RES_REQ  select[mem>100] rusage[mem=1]\n"), "{shown}");
    assert!(shown.contains("96:00 = 4 days on hostA"), "{shown}");
    let output = lsflint(&scratch, &["show", "queue", "normal", "RUNLMT"]).assert().code(2).get_output().clone();
    let stderr = String::from_utf8(output.stderr).expect("our output is UTF-8");
    assert_eq!(stderr.trim_end(), "error: unknown queue parameter `RUNLMT`; did you mean `RUNLIMIT`?");
    let shown = stdout(&scratch, &["show", "queues"], 0);
    assert!(shown.contains("\nnormal "), "{shown}");
}
