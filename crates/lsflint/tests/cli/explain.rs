//! `explain` of what LSF prints: messages, output of commands, logs; and of families and parameters.

use lsflint_test_support::Scratch;
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

const QUEUES: &str = "\
Begin Queue
QUEUE_NAME = night
HJOB_LIMIT = 2
RUN_WINDOW = 20:00-6:00
End Queue
";

/// The output of `bjobs -l -p`, wrapped as LSF does.
const BJOBS: &str = "
Job <12>, User <ann>, Project <default>, Status <PEND>, Queue <night>, Command
                      <sleep 10>
Sat May 23 18:18:44: Submitted from host <login>, CWD <$HOME>, Requested Resour
                     ces <select[mem>10]>;
 PENDING REASONS:
 Queue's per-host job slot limit reached: hostA, ho
                     stB;
 The queue is inactivated by its time windows;
 Something that no version prints;

 SCHEDULING PARAMETERS:
           r15s   r1m  r15m
 loadSched   -     -     -
";

#[test]
fn messages_and_logs() {
    let scratch = Scratch::new();
    let line = "File lsb.queues at line 9: Section ended with wrong section name Queues, ignored";
    lsflint(&scratch, &["explain", line]).assert().success().stdout_eq(str![[r#"
Section ended with wrong section name <name>, ignored
  meaning      the section ends there, and LSF may read two sections as one
  found by     F104 end-name-mismatch: Finds `End` lines that do not match the name of the open
               section.
  wording      from software related to LSF; the wording of LSF may differ

"#]]);
    let log = format!("Checking configuration files ...\n{line}\n{line}\nJob <12>: TERM_RUNLIMIT: job killed\n");
    lsflint(&scratch, &["explain", "-"]).stdin(log).assert().success().stdout_eq(str![[r#"
> Checking configuration files ...

Checking configuration files
  meaning      `badmin` or `lsadmin` reads the files; the result follows

> File lsb.queues at line 9: Section ended with wrong section name Queues, ignored

Section ended with wrong section name <name>, ignored
  meaning      the section ends there, and LSF may read two sections as one
  found by     F104 end-name-mismatch: Finds `End` lines that do not match the name of the open
               section.
  wording      from software related to LSF; the wording of LSF may differ

> Job <12>: TERM_RUNLIMIT: job killed

TERM_RUNLIMIT
  meaning      LSF killed the job: it ran longer than its limit
  decided by   RUNLIMIT (lsb.queues), RUNLIMIT (lsb.applications)
  check        `bsub -W`; the limit is in minutes or hours:minutes
  found by     L102 runlimit-with-seconds: Finds run limits with seconds: `36:00:00`.

"#]]);
    lsflint(&scratch, &["explain", "-"]).stdin("\n").assert().code(2);
    lsflint(&scratch, &["explain", "-"]).stdin("all is well\n").assert().code(2).stderr_eq(str![[r#"
error: stdin contains no known message of LSF: 1 line not recognized

"#]]);
}

#[test]
fn reasons_of_this_cluster() {
    let scratch = Scratch::with(&[("lsb.queues", QUEUES)]);
    lsflint(&scratch, &["explain", "-", "--cluster=."]).stdin(BJOBS).assert().code(1).stdout_eq(str![[r#"
> Queue's per-host job slot limit reached: hostA, hostB

Queue's per-host job slot limit reached
  meaning      the jobs of the queue use all slots that it may use on each of the hosts
  here         lsb.queues:3  HJOB_LIMIT = 2 (queue night)
  hosts        hostA hostB
  jobs         12
  found by     L001 limit-zero: Finds slot limits of users and queues that are 0.

> The queue is inactivated by its time windows

The queue is inactivated by its time windows
  meaning      now is outside the windows of the queue
  here         lsb.queues:4  RUN_WINDOW = 20:00-6:00 (queue night)
  jobs         12
  found by     T002 empty-window: Finds time windows that open and close at the same time.
               T005 window-same-day-wrap: Finds time windows that close earlier on the same day than
               they open.
               T201 window-disjoint: Finds queues whose dispatch and run windows are never open at
               the same time.
               J209 job-outside-windows: Says when the queue of a job starts jobs, if its windows
               are not always open.

1 line not recognized
     10  Something that no version prints

6 lines of bjobs -l are not messages

"#]]);
    let output = lsflint(&scratch, &["explain", "-", "--cluster=.", "--output-format=json"]).stdin(BJOBS);
    let output = output.assert().code(1).get_output().stdout.clone();
    let document: Value = serde_json::from_slice(&output).expect("one JSON document");
    assert_eq!(document["version"], 1);
    let answer = &document["answers"][0];
    assert_eq!(answer["reason"], "Queue's per-host job slot limit reached: hostA, hostB");
    assert_eq!(answer["conditions"][0]["text"], "HJOB_LIMIT = 2 (queue night)");
    assert_eq!((&answer["conditions"][0]["file"], &answer["conditions"][0]["line"]), (&"lsb.queues".into(), &3.into()));
    assert_eq!(answer["hosts"]["names"], serde_json::json!(["hostA", "hostB"]));
    assert_eq!(document["unknown"], serde_json::json!([{"line": 10, "text": "Something that no version prints"}]));
}

#[test]
fn without_a_cluster() {
    let scratch = Scratch::new();
    let message = "Queue's per-host job slot limit reached: 3 hosts;";
    lsflint(&scratch, &["explain", "-"]).stdin(message).assert().success().stdout_eq(str![[r#"
> Queue's per-host job slot limit reached: 3 hosts;

Queue's per-host job slot limit reached
  meaning      the jobs of the queue use all slots that it may use on each of the hosts
  decided by   HJOB_LIMIT (lsb.queues)
  hosts        3
  found by     L001 limit-zero: Finds slot limits of users and queues that are 0.

"#]]);
    lsflint(&scratch, &["explain", "-", "--cluster=nowhere"]).stdin(message).assert().code(2);
    let hosts = "HOST_NAME STATUS JL/U MAX NJOBS RUN SSUSP USUSP RSV\nhostA ok - 8 0 0 0 0 0\n";
    let nothing = "no reason and no state that needs an explanation\n\n2 lines of bhosts are not messages\n";
    lsflint(&scratch, &["explain", "-"]).stdin(hosts).assert().success().stdout_eq(nothing);
}

const OUTPUTS: &str = r#"[ann@login ~]$ bjobs -p -o "jobid queue pend_reason" -json
{
  "COMMAND":"bjobs",
  "JOBS":1,
  "RECORDS":[
    {
      "JOBID":"7",
      "QUEUE":"night",
      "PEND_REASON":"Queue's per-host job slot limit reached: 3 hosts;"
    }
  ]
}
[ann@login ~]$ bqueues -l night
QUEUE: night
  -- Jobs of the night,
which may be long.

PARAMETERS/STATISTICS
PRIO NICE STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP  RSV
 30   20  Open:Inact       -    -    -    -     0     0     0     0     0    0

SCHEDULING PARAMETERS
           r15s   r1m  r15m
 loadSched   -     -     -

USERS: all
HOSTS:  all
RERUNNABLE :  yes
a line that no command prints
"#;

#[test]
fn outputs_of_commands() {
    let scratch = Scratch::with(&[("lsb.queues", QUEUES)]);
    lsflint(&scratch, &["explain", "-", "--cluster=."]).stdin(OUTPUTS).assert().code(1).stdout_eq(str![[r#"
> Queue's per-host job slot limit reached: 3 hosts

Queue's per-host job slot limit reached
  meaning      the jobs of the queue use all slots that it may use on each of the hosts
  here         lsb.queues:3  HJOB_LIMIT = 2 (queue night)
  hosts        3
  jobs         7
  found by     L001 limit-zero: Finds slot limits of users and queues that are 0.

> 30 20 Open:Inact - - - - 0 0 0 0 0 0

Open:Inact
  meaning      the queue accepts jobs but dispatches none: its windows are closed, or an
               administrator ran `badmin qinact`
  here         lsb.queues:4  RUN_WINDOW = 20:00-6:00 (queue night)
  check        `bqueues -l`
  found by     T201 window-disjoint: Finds queues whose dispatch and run windows are never open at
               the same time.

1 line not recognized
     29  a line that no command prints

1 line of bjobs, 10 lines of bjobs -json and 12 lines of bqueues -l are not messages

"#]]);
    let output = lsflint(&scratch, &["explain", "-", "--output-format=json"]).stdin(OUTPUTS);
    let output = output.assert().code(1).get_output().stdout.clone();
    let document: Value = serde_json::from_slice(&output).expect("one JSON document");
    assert_eq!(document["answers"][0]["line"], 9);
    assert_eq!(document["answers"][0]["jobs"], serde_json::json!(["7"]));
    assert_eq!(document["outputs"][1]["command"], "bjobs -json");
}

#[test]
fn real_messages() {
    let scratch = Scratch::new();
    let lines: Vec<&str> = include_str!("../../../../testdata/messages/real.tsv")
        .lines()
        .map(|it| it.split_once('\t').expect("a message and its source").0)
        .collect();
    let output = lsflint(&scratch, &["explain", "-", "--output-format=json"]).stdin(lines.join("\n"));
    let output = output.assert().success().get_output().stdout.clone();
    let document: Value = serde_json::from_slice(&output).expect("one JSON document");
    assert_eq!(document["unknown"], serde_json::json!([]));
    assert!(document["answers"].as_array().expect("a list").len() > 150);
}

/// What `bjobs -p`, `bhosts` and `bsub` print most often, and a count of the lines that are not known.
#[test]
fn everyday_messages() {
    let scratch = Scratch::new();
    let known = [
        "New job is waiting for scheduling",
        "Not specified in job submission",
        "Closed by LSF administrator",
        "Job dependency condition not satisfied",
        "The queue is inactivated by its time windows",
        "Just started a job recently",
        "Individual host based reasons",
        "Resource limit defined on queue has been reached",
        "Request aborted by esub",
    ];
    for message in known {
        let text = stdout(&scratch, &["explain", message], 0);
        assert!(text.contains("\n  meaning      "), "{text}");
    }
    let lines = format!("no message\n{}\nnot this either\n", known[0]);
    lsflint(&scratch, &["explain", "-"]).stdin(lines).assert().code(1).stdout_eq(str![[r#"
> New job is waiting for scheduling

New job is waiting for scheduling
...
2 lines not recognized
      1  no message
      3  not this either

"#]]);
}

#[test]
fn families_and_parameters() {
    let scratch = Scratch::new();
    let family = stdout(&scratch, &["explain", "t"], 0);
    assert!(family.starts_with("rules T  "), "{family}");
    assert!(family.contains("\n  T001 window-syntax: "), "{family}");
    assert!(family.lines().all(|it| it.chars().count() <= 100), "{family}");
    let file = stdout(&scratch, &["explain", "lsb.queues"], 0);
    assert!(file.contains("\n\nExample\n    Begin Queue\n"), "{file}");
    assert!(file.contains("\n  Queue        ADMINISTRATORS "), "{file}");
    // A family and an obsolete column have the same name.
    let both = stdout(&scratch, &["explain", "R"], 0);
    assert!(both.starts_with("rules R  ") && both.contains("\nR  lsf.cluster, section Host\n"), "{both}");
    let is_wide = |it: &&str| it.chars().count() > 100 && it.trim().contains(' ');
    assert_eq!(file.lines().filter(is_wide).collect::<Vec<_>>(), Vec::<&str>::new());
    let param = stdout(&scratch, &["explain", "RUNLIMIT"], 0);
    assert!(param.contains("\n  example      RUNLIMIT = "), "{param}");
    assert!(param.contains("L102 runlimit-with-seconds"), "{param}");
    for (name, example) in [
        ("STOP_COND", "example      STOP_COND = select[((!cs && it < 5) || (cs && mem < 15 && swp < 50))]\n"),
        ("LSB_MAILTO", "example      LSB_MAILTO=!U@example.com\n"),
        ("MXJ", "example      HOST_NAME  MXJ\n               hostA      8\n"),
    ] {
        let param = stdout(&scratch, &["explain", name], 0);
        assert!(param.contains(&format!("\n  {example}")), "{param}");
    }
    assert!(param.contains("\n  enforcement  LSF kills the job if it runs longer\n"), "{param}");
    let memory = stdout(&scratch, &["explain", "MEMLIMIT"], 0);
    assert!(memory.contains("\n  enforcement  with `LSB_RESOURCE_ENFORCE=memory` in lsf.conf: Linux"), "{memory}");
    assert!(memory.contains("\n               otherwise: not enforced by LSF"), "{memory}");
    let cluster = Scratch::with(&[("lsf.conf", "LSB_JOB_MEMLIMIT=y\n"), ("lsb.queues", QUEUES)]);
    let memory = stdout(&cluster, &["explain", "MEMLIMIT", "--cluster=."], 0);
    assert!(memory.contains("\n  enforcement  in this cluster: LSF kills the job"), "{memory}");
    assert!(!memory.contains("otherwise: not enforced"), "{memory}");
}
