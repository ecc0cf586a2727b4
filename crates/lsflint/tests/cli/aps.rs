//! `aps check` and `aps explain`.

use lsflint_test_support::Scratch;
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

#[track_caller]
fn explained(arguments: &[&str], expected: impl snapbox::IntoData) {
    let mut all = vec!["aps", "explain"];
    all.extend(arguments);
    lsflint(&Scratch::new(), &all).assert().success().stdout_eq(expected);
}

fn json(arguments: &[&str], code: i32) -> Value {
    let mut all = vec!["aps"];
    all.extend(arguments);
    all.push("--output-format=json");
    serde_json::from_str(&stdout(&Scratch::new(), &all, code)).expect("one JSON document")
}

#[test]
fn values_are_checked() {
    let scratch = Scratch::new();
    lsflint(&scratch, &["aps", "check", "WEIGHT[[JPRIORITY, 2] [QPRIORITY, -5]]"])
        .assert()
        .success()
        .stdout_eq(str![[""]])
        .stderr_eq(str![[r#"
no findings in 1 string

"#]]);
    let all = ["aps", "check", "WEIGHT[[SWP, 1]]", "WEIGHT[[MEM, 1]] LIMIT[[PROC, 9]]", "--output-format=concise"];
    lsflint(&scratch, &all).assert().code(1).stdout_eq(str![[r#"
<arg>:1:9: A003 error unknown `APS_PRIORITY` factor `SWP`
<arg>:1:25: A102 warning `LIMIT` for factor `PROC`, which has no weight

"#]]);
    lsflint(&scratch, &["aps", "check", "--output-format=concise"])
        .stdin("WEIGHT[[FS, 1]]\n\nWEIGHT[FS, 1]\n")
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
<stdin>:1:8: A001 error pair `FS, 1` is not enclosed in brackets

"#]]);
}

#[test]
fn brackets_without_end() {
    let scratch = Scratch::new();
    for value in ["[".repeat(100_000), "WEIGHT[".repeat(10_000), "WEIGHT[[".to_owned() + &"[QPRIORITY, ".repeat(9_000)]
    {
        lsflint(&scratch, &["aps", "check", &value]).assert().code(1);
    }
}

#[test]
fn versions_count() {
    let scratch = Scratch::new();
    let check = |target| lsflint(&scratch, &["aps", "check", "WEIGHT[[UG, 1]]", "--target", target]).assert();
    check("10.1.0.4").code(1);
    check("10.1.0.5").code(0);
}

#[test]
fn json_of_each_value() {
    let document = json(&["check", "WEIGHT[[FS, 1]]", "WEIGHT[[FS, 0]]"], 1);
    assert_eq!(document["version"], 1);
    let facts: Vec<(&Value, &Value, usize)> = document["results"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| (&it["input"], &it["valid"], it["diagnostics"].as_array().map_or(0, Vec::len)))
        .collect();
    assert_eq!(
        facts,
        [
            (&Value::from("WEIGHT[[FS, 1]]"), &Value::from(true), 0),
            (&Value::from("WEIGHT[[FS, 0]]"), &Value::from(false), 1)
        ]
    );
}

#[test]
fn limits_at_two_levels() {
    let weights = "--weights=WEIGHT[[WORK, 3] [JPRIORITY, 2] [QPRIORITY, 5]] LIMIT[[JPRIORITY, 80] [WORK, 600]]";
    explained(
        &[weights, "--fact=JPRIORITY=50", "--fact=qpriority=30"],
        str![[r#"
formula  limit(3 * (limit(2 * JPRIORITY, 80) + 5 * QPRIORITY), 600) + ADMIN
job      limit(3 * (limit(2 * 50, 80) + 5 * 30), 600)

APS              600
└─ WORK          600  3 * 230 = 690, reduced to the limit 600
   ├─ JPRIORITY   80  2 * 50 = 100, reduced to the limit 80
   └─ QPRIORITY  150  5 * 30

weight 0 because they are not in WEIGHT: FS, RSRC, APP, USER, UG

"#]],
    );
}

#[test]
fn everything_that_does_not_count_says_why() {
    let weights =
        "--weights=WEIGHT[[PROC, 4] [MEM, -0.01] [JPRIORITY, 1] [APP, 3]] GRACE_PERIOD[[PROC, 30m]] LIMIT[[USER, 4]]";
    let job = ["--fact=PROC=8", "--fact=MEM=4096", "--fact=JPRIORITY=20", "--fact=ADMIN=-5"];
    let with = |more: &[&'static str]| [&[weights][..], &job, more].concat();
    explained(
        &with(&["--fact=PENDING=10m", "--fact=SYSTEM=10"]),
        str![[r#"
formula  1 * (after(30m, 4 * PROC) + -0.01 * MEM) + 1 * (1 * JPRIORITY) + 3 * APP + ADMIN
job      1 * (-0.01 * 4096) + 1 * (1 * 20) + -5

APS              -25.96
├─ RSRC          -40.96  1 * -40.96, default weight
│  ├─ PROC            0  not included: the job has pended for 10m, but the grace period is 30m
│  └─ MEM        -40.96  -0.01 * 4096
├─ WORK              20  1 * 20, default weight
│  └─ JPRIORITY      20  1 * 20
├─ APP                0  not included: its value is unknown (set `--fact APP=...`, or `--queue` and `--app`)
├─ USER               0  not included: it has no weight
└─ ADMIN             -5  added without a weight

weight 0 because they are not in WEIGHT: FS, SWAP, QPRIORITY, USER, UG

The system value 10 overrides the calculated value: the job precedes all jobs without one.

"#]],
    );
    explained(
        &with(&[]),
        str![[r#"
formula  1 * (after(30m, 4 * PROC) + -0.01 * MEM) + 1 * (1 * JPRIORITY) + 3 * APP + ADMIN
job      1 * (-0.01 * 4096) + 1 * (1 * 20) + -5

APS              -25.96
├─ RSRC          -40.96  1 * -40.96, default weight
│  ├─ PROC            0  not included: it may be within its grace period of 30m (set `--fact PENDING=...`)
│  └─ MEM        -40.96  -0.01 * 4096
├─ WORK              20  1 * 20, default weight
│  └─ JPRIORITY      20  1 * 20
├─ APP                0  not included: its value is unknown (set `--fact APP=...`, or `--queue` and `--app`)
├─ USER               0  not included: it has no weight
└─ ADMIN             -5  added without a weight

weight 0 because they are not in WEIGHT: FS, SWAP, QPRIORITY, USER, UG

"#]],
    );
}

#[test]
fn json_of_a_calculation() {
    let weights = "--weights=WEIGHT[[JPRIORITY, 2] [QPRIORITY, 5]]";
    let document = json(&["explain", weights, "--fact=JPRIORITY=50", "--fact=QPRIORITY=30"], 0);
    assert_eq!((&document["version"], &document["value"]), (&Value::from(1), &Value::from(250.0)));
    let work = &document["terms"][0];
    assert_eq!(document["terms"].as_array().map(Vec::len), Some(1));
    assert_eq!((&work["factor"], &work["weight"], &work["value"]), (&"WORK".into(), &1.0.into(), &250.0.into()));
    assert_eq!((&work["limit"], &work["counted"]), (&Value::Null, &true.into()));
    assert_eq!((&work["terms"][1]["factor"], &work["terms"][1]["value"]), (&"QPRIORITY".into(), &150.0.into()));
    let waiting = json(&["explain", "--weights=WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 1h]]", "--fact=MEM=5"], 0);
    let memory = &waiting["terms"][0]["terms"][0];
    assert_eq!((&memory["counted"], &memory["value"], &memory["grace"]), (&false.into(), &0.0.into(), &3600.0.into()));
}

#[test]
fn values_that_lsf_does_not_take() {
    let scratch = Scratch::new();
    lsflint(&scratch, &["aps", "explain", "--weights=WEIGHT[[JPRIORITY, 0]]"]).assert().code(1).stdout_eq(str![[r#"
error aps-value [A101]: zero in `WEIGHT`
  ┌─ <arg>:1:20
  │
1 │ WEIGHT[[JPRIORITY, 0]]
  │                    ^
  │
  = effect: LSF may ignore the line, so the queue does not use absolute priority scheduling
  = help: remove the pair to ignore the factor


"#]]);
    let document = json(&["explain", "--weights=WEIGHT[[JPRIORITY, 0]]"], 1);
    assert_eq!((&document["value"], &document["diagnostics"][0]["code"]), (&Value::Null, &"A101".into()));
}

const QUEUES: &str = "\
Begin Queue
QUEUE_NAME   = night
PRIORITY     = 30
TASKLIMIT    = 8
RES_REQ      = rusage[mem=2GB]
APS_PRIORITY = WEIGHT[[JPRIORITY, 2] [QPRIORITY, 5] [MEM, -0.01] [PROC, 1] [FS, 3]] GRACE_PERIOD[[PROC, 30m]]
QUEUE_GROUP  = short
End Queue

Begin Queue
QUEUE_NAME = short
PRIORITY   = 40
End Queue

Begin Queue
QUEUE_NAME   = day
#if time(8:00-18:00)
APS_PRIORITY = WEIGHT[[QPRIORITY, 1]]
#endif
End Queue

Begin Queue
QUEUE_NAME   = wrong
APS_PRIORITY = WEIGHT[[JPRIORITY, 0]]
End Queue
";

fn site() -> Scratch {
    let params = "Begin Parameters\nMAX_USER_PRIORITY = 100\nEnd Parameters\n";
    Scratch::with(&[("conf/lsb.queues", QUEUES), ("conf/lsb.params", params), ("conf/lsf.conf", "LSF_VERSION=10.1\n")])
}

#[test]
fn a_queue_of_the_cluster() {
    let scratch = site();
    let here = ["aps", "explain", "--queue=night", "--cluster=conf", "--fact=PENDING=1h", "--fact=FS=2"];
    lsflint(&scratch, &here).assert().success().stdout_eq(str![[r#"
queue    night
formula  3 * FS + 1 * (after(30m, 1 * PROC) + -0.01 * MEM) + 1 * (2 * JPRIORITY + 5 * QPRIORITY) + ADMIN
job      1 * (1 * 1 + -0.01 * 2048) + 1 * (2 * 50 + 5 * 30)

APS              230.52
├─ FS                 0  not included: `night` has no FAIRSHARE
├─ RSRC          -19.48  1 * -19.48, default weight
│  ├─ PROC            1  1 * 1, default in TASKLIMIT of `night`
│  └─ MEM        -20.48  -0.01 * 2048, RES_REQ of `night`
└─ WORK             250  1 * 250, default weight
   ├─ JPRIORITY     100  2 * 50, half of MAX_USER_PRIORITY
   └─ QPRIORITY     150  5 * 30, PRIORITY of `night`

weight 0 because they are not in WEIGHT: SWAP, APP, USER, UG

"#]]);
    let member = ["aps", "explain", "--queue=short", "--cluster=conf", "--fact=MEM=100"];
    lsflint(&scratch, &member).assert().success().stdout_eq(str![[r#"
queue    short, which uses the formula of night because it is in its QUEUE_GROUP
formula  3 * FS + 1 * (after(30m, 1 * PROC) + -0.01 * MEM) + 1 * (2 * JPRIORITY + 5 * QPRIORITY) + ADMIN
job      1 * (-0.01 * 100) + 1 * (2 * 50 + 5 * 40)

APS              299
├─ FS              0  not included: `night` has no FAIRSHARE
├─ RSRC           -1  1 * -1, default weight
│  ├─ PROC         0  not included: it may be within its grace period of 30m (set `--fact PENDING=...`)
│  └─ MEM         -1  -0.01 * 100
└─ WORK          300  1 * 300, default weight
   ├─ JPRIORITY  100  2 * 50, half of MAX_USER_PRIORITY
   └─ QPRIORITY  200  5 * 40, PRIORITY of `short`

weight 0 because they are not in WEIGHT: SWAP, APP, USER, UG

"#]]);
    let document: Value =
        serde_json::from_str(&stdout(&scratch, &[&member[..], &["--output-format=json"]].concat(), 0)).expect("JSON");
    assert_eq!((&document["queue"], &document["formula_of"]), (&"short".into(), &"night".into()));
    assert_eq!(document["value"], 299.0);
}

#[test]
fn priorities_of_profile_user_and_group() {
    let scratch = site();
    scratch.write(
        "conf/lsb.queues",
        "Begin Queue\nQUEUE_NAME = sim\nTASKLIMIT = 2 4 16\nRES_REQ = rusage[mem=100]\n\
         APS_PRIORITY = WEIGHT[[APP, 1] [USER, 10] [UG, 100] [PROC, 1000] [MEM, 1]]\nEnd Queue\n",
    );
    scratch.write(
        "conf/lsb.applications",
        "Begin Application\nNAME = vcs\nPRIORITY = 7\nTASKLIMIT = 3 6 8\nRES_REQ = rusage[mem=50]\nEnd Application\n\
         Begin Application\nNAME = plain\nEnd Application\n",
    );
    scratch.write(
        "conf/lsb.users",
        "Begin UserGroup\nGROUP_NAME GROUP_MEMBER PRIORITY\ndesigners (alice) 3\nEnd UserGroup\n\
         Begin User\nUSER_NAME PRIORITY\nalice 5\ndefault 2\nEnd User\n",
    );
    let asked = |options: &[&str]| {
        let all = [&["aps", "explain", "--queue=sim", "--cluster=conf"], options].concat();
        lsflint(&scratch, &all).assert()
    };
    asked(&["--app=vcs", "--user=alice", "--group=designers"]).success().stdout_eq(str![[r#"
queue    sim
formula  1 * (1000 * PROC + 1 * MEM) + 1 * APP + 10 * USER + 100 * UG + ADMIN
job      1 * (1000 * 6 + 1 * 50) + 1 * 7 + 10 * 5 + 100 * 3

APS         6407
├─ RSRC     6050  1 * 6050, default weight
│  ├─ PROC  6000  1000 * 6, default in TASKLIMIT of application profile `vcs`
│  └─ MEM     50  1 * 50, RES_REQ of `sim` and of application profile `vcs`
├─ APP         7  1 * 7, PRIORITY of application profile `vcs`
├─ USER       50  10 * 5, PRIORITY of user `alice`
└─ UG        300  100 * 3, PRIORITY of user group `designers`

weight 0 because they are not in WEIGHT: FS, SWAP, WORK

"#]]);
    asked(&["--app=plain", "--user=bob"]).success().stdout_eq(str![[r#"
queue    sim
formula  1 * (1000 * PROC + 1 * MEM) + 1 * APP + 10 * USER + 100 * UG + ADMIN
job      1 * (1000 * 4 + 1 * 100) + 10 * 2

APS         4120
├─ RSRC     4100  1 * 4100, default weight
│  ├─ PROC  4000  1000 * 4, default in TASKLIMIT of `sim`
│  └─ MEM    100  1 * 100, RES_REQ of `sim`
├─ APP         0  not included: application profile `plain` has no PRIORITY
├─ USER       20  10 * 2, PRIORITY of user `bob`
└─ UG          0  not included: its value is unknown (set `--fact UG=...`, or `--queue` and `--group`)

weight 0 because they are not in WEIGHT: FS, SWAP, WORK

"#]]);
    asked(&[]).success().stdout_eq(str![[r#"
queue    sim
formula  1 * (1000 * PROC + 1 * MEM) + 1 * APP + 10 * USER + 100 * UG + ADMIN
job      1 * (1000 * 4 + 1 * 100)

APS         4100
├─ RSRC     4100  1 * 4100, default weight
│  ├─ PROC  4000  1000 * 4, default in TASKLIMIT of `sim`
│  └─ MEM    100  1 * 100, RES_REQ of `sim`
├─ APP         0  not included: its value is unknown (set `--fact APP=...`, or `--queue` and `--app`)
├─ USER        0  not included: its value is unknown (set `--fact USER=...`, or `--queue` and `--user`)
└─ UG          0  not included: its value is unknown (set `--fact UG=...`, or `--queue` and `--group`)

weight 0 because they are not in WEIGHT: FS, SWAP, WORK

"#]]);
    asked(&["--app=vsc"]).code(2).stderr_eq(str![[r#"
error: unknown application profile `vsc`; did you mean `vcs`?

"#]]);
    asked(&["--group=designer"]).code(2).stderr_eq(str![[r#"
error: unknown user group `designer`; did you mean `designers`?

"#]]);
}

#[test]
fn queues_without_a_formula() {
    let scratch = site();
    let asked = |queue: &str| lsflint(&scratch, &["aps", "explain", "--cluster=conf", "--queue", queue]).assert();
    asked("day").code(2).stderr_eq(str![[r#"
error: APS_PRIORITY of `day` depends on an `#if`; set the time with `--at` or the value with `--weights`

"#]]);
    asked("nigth").code(2).stderr_eq(str![[r#"
error: unknown queue `nigth`; did you mean `night`?

"#]]);
    asked("wrong").code(1).stdout_eq(str![[r#"
error aps-value [A101]: zero in `WEIGHT`
  ┌─ APS_PRIORITY of wrong:1:20
  │
1 │ WEIGHT[[JPRIORITY, 0]]
  │                    ^
  │
  = effect: LSF may ignore the line, so the queue does not use absolute priority scheduling
  = help: remove the pair to ignore the factor


"#]]);
    scratch.write("conf/lsb.queues", "Begin Queue\nQUEUE_NAME = plain\nEnd Queue\n");
    let asked = |queue: &str| lsflint(&scratch, &["aps", "explain", "--cluster=conf", "--queue", queue]).assert();
    asked("plain").code(2).stderr_eq(str![[r#"
error: queue `plain` has no APS_PRIORITY and is not in the QUEUE_GROUP of a queue with one

"#]]);
}

#[track_caller]
fn refused(fact: &str, expected: impl snapbox::IntoData) {
    let arguments = ["aps", "explain", "--weights=WEIGHT[[MEM, 1]]", "--fact", fact];
    lsflint(&Scratch::new(), &arguments).assert().code(2).stderr_eq(expected);
}

#[test]
fn invalid_facts() {
    refused(
        "SWP=3",
        str![[r#"
error: invalid value 'SWP=3' for '--fact <NAME=VALUE>': unknown fact `SWP`; did you mean SWAP?

For more information, try '--help'.

"#]],
    );
    refused(
        "WORK=3",
        str![[r#"
error: invalid value 'WORK=3' for '--fact <NAME=VALUE>': WORK is the sum of JPRIORITY, QPRIORITY; set those instead

For more information, try '--help'.

"#]],
    );
    refused(
        "CPU=3",
        str![[r#"
error: invalid value 'CPU=3' for '--fact <NAME=VALUE>': unknown fact `CPU`; expected one of FS, PROC, MEM, SWAP, JPRIORITY, QPRIORITY, APP, USER, UG, ADMIN, SYSTEM, PENDING

For more information, try '--help'.

"#]],
    );
    refused(
        "PENDING=600",
        str![[r#"
error: invalid value 'PENDING=600' for '--fact <NAME=VALUE>': `600` is not a time; expected a number with s, m, h or d, for example 30m

For more information, try '--help'.

"#]],
    );
    refused(
        "MEM=much",
        str![[r#"
error: invalid value 'MEM=much' for '--fact <NAME=VALUE>': `much` is not a number

For more information, try '--help'.

"#]],
    );
    refused(
        "MEM",
        str![[r#"
error: invalid value 'MEM' for '--fact <NAME=VALUE>': expected NAME=VALUE, for example JPRIORITY=50

For more information, try '--help'.

"#]],
    );
}

#[test]
fn the_value_while_the_job_is_pending() {
    let weights = "--weights=WEIGHT[[PROC, 4] [JPRIORITY, 1]] GRACE_PERIOD[[PROC, 30m]]";
    let job = ["--fact=PROC=8", "--fact=JPRIORITY=20", "--over=2h"];
    let all = [&["aps", "explain", weights][..], &job].concat();
    let text = stdout(&Scratch::new(), &all, 0);
    let end = text.split_once("\npending longer than\n").expect("the steps are shown").1;
    assert_eq!(end, "  0s   20\n  30m  52  PROC\n");
    let document = json(&[&["explain", weights][..], &job].concat(), 0);
    assert_eq!(
        document["steps"],
        serde_json::json!([
            {"after": 0.0, "value": 20.0, "factors": []},
            {"after": 1800.0, "value": 52.0, "factors": ["PROC"]}
        ])
    );
    lsflint(&Scratch::new(), &["aps", "explain", weights, "--over=0"]).assert().code(2);
}
