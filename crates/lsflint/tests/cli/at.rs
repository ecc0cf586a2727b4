//! `--at`: the cluster at an instant, in every command that takes it.

use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

/// A cluster with branches that overlap, cross midnight and the week, nest, have time zones, and include a file.
fn cluster() -> Scratch {
    let scratch = Scratch::with(&MINI_CLUSTER);
    scratch.write(
        "lsf.cluster.mini",
        "Begin ClusterAdmins\nAdministrators = lsfadmin\nEnd ClusterAdmins\n\n\
         Begin Host\nHOSTNAME model type server RESOURCES\nm1 EPYC X86_64 1 ()\nh1 EPYC X86_64 1 ()\n\
         h2 EPYC ARM 1 ()\nEnd Host\n\n\
         Begin ResourceMap\nRESOURCENAME LOCATION\nlic 5@[all]\nEnd ResourceMap\n",
    );
    // In this file, `#if` is a comment: both lines count.
    scratch.write(
        "lsf.conf",
        "LSF_LIM_PORT=7869\nLSF_MASTER_LIST=\"m1\"\nLSF_STRICT_RESREQ=Y\n#if time(8:00-18:00)\nLSB_LOCALDIR=/day\n\
         #else\nLSB_LOCALDIR=/night\n#endif\n",
    );
    scratch.write(
        "lsb.params",
        "Begin Parameters\n#if time(18:30-19:30 EDT)\nMBD_SLEEP_TIME = 20\n#else\nMBD_SLEEP_TIME = 60\n#endif\n\
         End Parameters\n",
    );
    scratch.write(
        "lsb.queues",
        "\
Begin Queue
QUEUE_NAME = normal
DESCRIPTION = Größe # everything
#if time(20:00-6:00) # nights, and the weekend below
UJOB_LIMIT = 400
HOSTS = h1 h2
#if time(6:0:00-1:0:00)
RES_REQ = rusage[mem=2048]
#endif
#elif time(5:18:00-1:8:00)
UJOB_LIMIT = 300
HOSTS = h2
RES_REQ = select[type==ARM]
#else
UJOB_LIMIT = 150
HOSTS = h1
RES_REQ = select[type==X86_64] rusage[mem=512]
#endif
#if time(8:00-18:00)
APS_PRIORITY = WEIGHT[[MEM, 2]]
#else
APS_PRIORITY = WEIGHT[[MEM, 5]]
#endif
End Queue
#if time(6:0:00-1:0:00)
#INCLUDE \"weekend.queues\"
#endif
",
    );
    scratch.write("weekend.queues", "Begin Queue\nQUEUE_NAME = weekend\nPRIORITY = 5\nHOSTS = h1 nosuch\nEnd Queue\n");
    scratch.write(
        "lsb.hosts",
        "Begin Host\nHOST_NAME MXJ DISPATCH_WINDOW\nh1 4 ()\n#if time(22:00-6:00)\nh2 ! (23:00-5:00)\n#else\n\
         h2 8 ()\n#endif\nEnd Host\n",
    );
    scratch
}

/// The values that `show` reports at an instant.
#[track_caller]
fn shown(at: &str, what: &[&str]) -> String {
    let mut arguments = vec!["show", "--cluster", ".", "--output-format", "json", "--at", at];
    arguments.extend(what);
    let document: Value = serde_json::from_str(&stdout(&cluster(), &arguments, 0)).expect("a document");
    document["parameters"][0]["effective"].as_str().unwrap_or("unknown").to_owned()
}

#[test]
fn show_has_one_value() {
    let queue = |at| shown(at, &["queue", "normal", "UJOB_LIMIT"]);
    assert_eq!(queue("Wed 12:00"), "150");
    assert_eq!(queue("wednesday 20:00"), "400", "the opening minute is inside");
    assert_eq!(queue("Thu 05:59"), "400", "over midnight");
    assert_eq!(queue("Thu 06:00"), "150", "the closing minute is outside");
    assert_eq!(queue("Fri 19:00"), "300", "the weekend");
    assert_eq!(queue("Sat 23:00"), "400", "both conditions are true: the first branch counts");
    assert_eq!(queue("Sun 12:00"), "300");
    assert_eq!(queue("2026-11-28T12:00:00+01:00"), "300", "a Saturday");
    assert!(["150", "300", "400"].contains(&&*queue("now")));
}

#[test]
fn nested_branches_and_tables() {
    assert_eq!(shown("Sat 23:00", &["queue", "normal", "RES_REQ"]), "rusage[mem=2048]");
    assert_eq!(shown("Wed 23:00", &["host", "h2", "MXJ"]), "!");
    assert_eq!(shown("Wed 12:00", &["host", "h2", "MXJ"]), "8");
    assert_eq!(shown("Wed 12:00", &["host", "h1", "MXJ"]), "4");
}

#[test]
fn time_zones_need_the_distance_from_utc() {
    let sleep = |at| shown(at, &["parameter", "MBD_SLEEP_TIME"]);
    assert_eq!(sleep("Wed 18:45"), "unknown", "the zone of the cluster is not given");
    assert_eq!(sleep("Wed 18:45 EDT"), "20");
    assert_eq!(sleep("2026-11-25T23:45:00+01:00"), "20", "18:45 in New York in summer time");
    assert_eq!(sleep("2026-11-25T18:45:00+01:00"), "60");
}

#[test]
fn a_file_without_branches_is_read_as_it_is() {
    assert_eq!(shown("Wed 12:00", &["parameter", "LSB_LOCALDIR"]), "/night", "LSF reads both lines");
}

#[test]
fn a_queue_that_a_branch_includes() {
    assert_eq!(shown("Sun 12:00", &["queue", "weekend", "PRIORITY"]), "5");
    let arguments = ["show", "--cluster", ".", "queue", "weekend", "--at", "Mon 12:00"];
    lsflint(&cluster(), &arguments).assert().code(2).stderr_eq(str![[r#"
error: unknown queue `weekend` in `.`

"#]]);
}

#[test]
fn show_names_the_written_line() {
    let arguments = ["show", "--cluster", ".", "queue", "normal", "HOSTS", "--at", "Sun 12:00"];
    lsflint(&cluster(), &arguments).assert().success().stdout_eq(str![[r#"
queue normal

HOSTS  h2
  * lsb.queues:12  h2
    default        all

"#]]);
}

#[test]
fn requirements() {
    let hosts = ["resreq", "hosts", "--cluster", ".", "--queue", "@normal", "--at", "Sun 12:00"];
    lsflint(&cluster(), &hosts).assert().success().stdout_eq(str![[r#"
select[type==ARM]
  1 of 1 host of queue `normal` can match
  always       1  regardless of load
                  h2

"#]]);
    let hosts = ["resreq", "hosts", "--cluster", ".", "--queue", "@normal", "--at", "Wed 12:00"];
    lsflint(&cluster(), &hosts).assert().success().stdout_eq(str![[r#"
select[type==X86_64] rusage[mem=512]
  1 of 1 host of queue `normal` can match
  depends      1  reserves `mem=512`, which must be free
                  h1

"#]]);
    let merge = ["resreq", "merge", "--cluster", ".", "--queue", "@normal", "--at", "Sat 23:00"];
    lsflint(&cluster(), &merge).assert().success().stdout_eq(str![[r#"
Combined requirement (simple)
  rusage[mem=2048]

Steps
  A1  neither the job nor the application profile has a requirement
  B1  only the queue has a requirement, so it is used unchanged

Origins
  queue  mem=2048

Notes
  without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
  without `order`, hosts are sorted as with `order[r15s:pg]`

"#]]);
    let merge = ["resreq", "merge", "--cluster", ".", "--queue", "@normal"];
    lsflint(&cluster(), &merge).assert().code(2).stderr_eq(str![[r#"
error: RES_REQ of queue `normal` depends on an `#if`; specify the time with `--at`, or the string instead of the name

"#]]);
}

#[test]
fn priorities() {
    let explain = ["aps", "explain", "--cluster", ".", "--queue", "normal", "--fact", "MEM=10"];
    lsflint(&cluster(), &explain).assert().code(2).stderr_eq(str![[r#"
error: APS_PRIORITY of `normal` depends on an `#if`; set the time with `--at` or the value with `--weights`

"#]]);
    let value = |at: &str| {
        let arguments = [&explain[..], &["--at", at, "--output-format", "json"]].concat();
        let document: Value = serde_json::from_str(&stdout(&cluster(), &arguments, 0)).expect("a document");
        document["value"].as_f64()
    };
    assert_eq!(value("Wed 12:00"), Some(20.0));
    assert_eq!(value("Wed 19:00"), Some(50.0));
    let check = ["aps", "check", "WEIGHT[[MEM, 2]]", "--cluster", ".", "--at", "Wed 12:00"];
    lsflint(&cluster(), &check).assert().success().stderr_eq(str![[r#"
no findings in 1 string

"#]]);
}

#[test]
fn elims() {
    let plan = ["elim", "plan", "--cluster", ".", "--at", "Wed 12:00"];
    let at = stdout(&cluster(), &plan, 0);
    assert_eq!(at, stdout(&cluster(), &plan[..4], 0), "lsf.cluster has no branches");
}

#[test]
fn check_judges_what_is_active() {
    let check = ["check", "--color=never", "--select=X101", "--output-format=concise"];
    let found = |more: &[&str]| {
        let output = lsflint(&cluster(), &[&check[..], more].concat()).output().expect("a run");
        String::from_utf8(output.stdout).expect("our output is UTF-8")
    };
    // Only the included file has a finding.
    assert_eq!(found(&["--at", "Mon 12:00"]), "");
    let weekend = found(&["--at", "Sun 12:00"]);
    snapbox::assert_data_eq!(
        &weekend,
        str![[r#"
weekend.queues:4:12: X101 error unknown host or host group `nosuch`

"#]]
    );
    assert_eq!(weekend, found(&[]));
}

#[test]
fn findings_show_the_written_text() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    scratch.write(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME = night\nDESCRIPTION = x\n#if time(20:00-8:00)\nPRIORITY = 10 # ä\n#else\n\
         PRIORITY = abc\n#endif\nEnd Queue\n",
    );
    let check = ["check", "lsb.queues", "--at", "Wed 12:00"];
    lsflint(&scratch, &check).assert().code(1).stdout_eq(str![[r#"
error not-an-integer [P101]: `PRIORITY` must be an integer, not `abc`
  ┌─ lsb.queues:7:12
  │
7 │ PRIORITY = abc
  │            ^^^
  │
  = effect: LSF uses the default `1` instead of the value
  = help: write a whole number, at least 1

Found 1 error in 1 file.

"#]]);
    let check = ["check", "lsb.queues", "--at", "Wed 22:00"];
    lsflint(&scratch, &check).assert().success();
}

#[test]
fn what_is_refused() {
    let at = |arguments: &[&str]| {
        let output = lsflint(&cluster(), arguments).assert().code(2).get_output().clone();
        String::from_utf8(output.stderr).expect("our output is UTF-8")
    };
    snapbox::assert_data_eq!(
        at(&["show", "queue", "normal", "--at", "Funday 3:00"]),
        str![[r#"
error: invalid value 'Funday 3:00' for '--at <WHEN>': `Funday` is not a day of the week; expected a day and a time such as `Sat 03:00`, or a date and a time such as `2026-11-28T03:00:00+01:00`

For more information, try '--help'.

"#]]
    );
    snapbox::assert_data_eq!(
        at(&["show", "queue", "normal", "--at", "Sat 3:00 CTS"]),
        str![[r#"
error: invalid value 'Sat 3:00 CTS' for '--at <WHEN>': unknown time zone `CTS`

For more information, try '--help'.

"#]]
    );
    for flag in ["--fix", "--diff", "--add-suppressions", "--write-baseline=b.toml"] {
        let message = at(&["check", "--at", "Sat 3:00", flag]);
        assert!(message.contains("cannot be used with"), "{message}");
    }
}
