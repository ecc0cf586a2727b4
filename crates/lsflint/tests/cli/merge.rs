//! `resreq merge`.

use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

/// The document of a merge.
#[track_caller]
fn document(scratch: &Scratch, arguments: &[&str], code: i32) -> Value {
    let mut all = vec!["resreq", "merge", "--output-format=json"];
    all.extend(arguments);
    let document: Value = serde_json::from_str(&stdout(scratch, &all, code)).expect("one JSON document");
    assert_eq!(document["version"], 1);
    document
}

/// What stderr says about arguments that cannot be merged.
#[track_caller]
fn check_failure(scratch: &Scratch, arguments: &[&str], expected: &str) {
    let mut all = vec!["resreq", "merge"];
    all.extend(arguments);
    let output = lsflint(scratch, &all).assert().code(2).get_output().clone();
    let stderr = String::from_utf8(output.stderr).expect("our output is UTF-8");
    assert_eq!(stderr.trim_end(), format!("error: {expected}"));
}

/// The small cluster with requirements in queues and profiles.
fn cluster() -> Scratch {
    let scratch = Scratch::with(&MINI_CLUSTER);
    scratch.write(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME = normal\nRES_REQ = \"select[type==X86_64] rusage[mem=512:duration=2h]\"\nTASKLIMIT = 1 4 16\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = ranged\nRES_REQ = rusage[mem=512]\nRESRSV_LIMIT = [mem=100,2000]\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = plain\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = nightly\n#if time(20:00-8:00)\nRES_REQ = mem>1\n#endif\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = template\nRES_REQ = {{ requirement }}\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = broken\nRES_REQ = select[mem>\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = token\nRES_REQ = rusage[lic=1]\nEnd Queue\n",
    );
    scratch.write(
        "lsb.applications",
        "Begin Application\nNAME = solver\nRES_REQ = rusage[mem=256] span[hosts=1]\nEnd Application\n\
         Begin Application\nNAME = wide\nRES_REQ = 2*{select[mem>100]} + {type==X86_64}\nEnd Application\n\
         Begin Application\nNAME = many\nRES_REQ = 20*{select[mem>100]} + 20*{type==X86_64}\nEnd Application\n",
    );
    scratch
}

#[test]
fn the_combined_requirement_and_how_it_comes_about() {
    let arguments = [
        "resreq",
        "merge",
        "--queue=select[type==any] order[ut] rusage[mem=500:duration=2h]",
        "--app=span[hosts=1] rusage[lic=1]",
        "--job=select[mem>2000 || fs]",
        "--job=rusage[mem=100]",
    ];
    lsflint(&Scratch::new(), &arguments).assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
Combined requirement (simple)
  select[(type==any) && (mem>2000 || fs)] order[ut] rusage[mem=100:duration=2h, lic=1] span[hosts=1]

Steps
  A4  both are simple and merged by section; the job takes precedence over the application profile
  S2  `span` comes from the application profile
  S4  `lic=1` of the application profile is added
  B3  both are simple: the queue is merged by section; the other levels take precedence
  S6  `mem=100` of the job does not exceed `mem=500` of the queue
  S1  `select` of the queue must also be true
  S2  `order` comes from the queue
  S4  `mem=100` of the job overrides `mem=500` of the queue
  S5  `mem` inherits `duration=2h` from the queue

Origins
  queue        type==any
  job          mem>2000 || fs
  queue        order[ut]
  job          mem=100
  queue        duration=2h
  application  lic=1
  application  span[hosts=1]

Notes
  the 2 strings of the job are combined: `select[mem>2000 || fs] rusage[mem=100]`
  `order` of the queue is used because no level with precedence has one; the manuals of LSF 6 and 7 use the default order instead

"#]]);
    lsflint(&Scratch::new(), &["resreq", "merge", "-q", "--job", "linux", "--queue", "fs order[ut]"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
select[(fs) && (linux)] order[ut]

"#]]);
    lsflint(&Scratch::new(), &["resreq", "merge"]).assert().success().stdout_eq(str![[r#"
no level sets a requirement

Steps
  A1  neither the job nor the application profile has a requirement
  B1  the queue has no requirement either

Notes
  without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
  without `order`, hosts are sorted as with `order[r15s:pg]`

"#]]);
}

#[test]
fn a_refused_job_is_a_finding() {
    let arguments = ["resreq", "merge", "--queue=rusage[mem=1000]", "--app=rusage[mem=1200]"];
    lsflint(&Scratch::new(), &arguments).assert().code(1).stderr_eq(str![[""]]).stdout_eq(str![[r#"
rejected: `mem=1200` of the application profile exceeds `mem=1000` of the queue

Steps
  A1  the requirement of the application profile is used because the job has none
  B3  both are simple: the queue is merged by section; the other levels take precedence
  S6  `mem=1200` of the application profile exceeds `mem=1000` of the queue

"#]]);
    let found = document(&Scratch::new(), &arguments[2..], 1);
    assert_eq!(
        (&found["outcome"], &found["shape"], &found["result"]),
        (&"rejected".into(), &"simple".into(), &"".into())
    );
    assert_eq!(found["reason"], "`mem=1200` of the application profile exceeds `mem=1000` of the queue");
    assert_eq!(found["steps"][2]["rule"], "S6");
}

#[test]
fn json_of_a_merge() {
    let scratch = Scratch::new();
    let arguments = [
        "resreq",
        "merge",
        "--output-format=json",
        "--queue=rusage[licA=1]",
        "--job=2*{select[type==X86_64]} + 2*{select[mem>1000]}",
        "--job-resource=licA",
    ];
    lsflint(&scratch, &arguments).assert().success().stdout_eq(str![[r#"
{"version":1,
"outcome":"merged",
"shape":"compound",
"result":"2*{select[type==X86_64] rusage[licA=1]} + 2*{select[mem>1000]}",
"reason":"",
"steps":[
{"rule":"A2","text":"the requirement of the job is used because the application profile has none"},
{"rule":"B6","text":"the simple requirement of the queue is merged into the terms of the compound"},
{"rule":"C4","text":"`licA=1` of the queue is added only to the first term of each compound because it is job-based (as declared)"}],
"origins":[
{"text":"type==X86_64","from":"job"},
{"text":"licA=1","from":"queue"},
{"text":"mem>1000","from":"job"}],
"parts":[
{"text":"2*{","from":"job"},
{"text":"select[","from":null},
{"text":"type==X86_64","from":"job"},
{"text":"] rusage[","from":null},
{"text":"licA=1","from":"queue"},
{"text":"]","from":null},
{"text":"} + 2*{","from":"job"},
{"text":"select[","from":null},
{"text":"mem>1000","from":"job"},
{"text":"]","from":null},
{"text":"}","from":"job"}],
"notes":[
"LSF adds `type==local` to a selection that names no type, no string resource and no Boolean resource: only hosts of the same type as the submission host match",
"LSF places the terms in order, the first on the first host of the job; hosts that do not match one term are not tried for later ones",
"without `order`, hosts are sorted as with `order[r15s:pg]`"]}

"#]]);
    let nothing = document(&scratch, &["--queue", ""], 0);
    assert_eq!(
        (&nothing["outcome"], &nothing["shape"], &nothing["result"]),
        (&"none".into(), &"none".into(), &"".into())
    );
}

#[test]
fn names_of_a_cluster() {
    let scratch = cluster();
    let result = |arguments: &[&str], code| {
        let mut all = vec!["--cluster=."];
        all.extend(arguments);
        let found = document(&scratch, &all, code);
        let text = if code == 0 { &found["result"] } else { &found["reason"] };
        text.as_str().expect("a text").to_owned()
    };
    assert_eq!(
        result(&["--queue=@normal", "--app=@solver", "--job=select[mem>9]"], 0),
        "select[(type==X86_64) && (mem>9)] rusage[mem=256:duration=2h] span[hosts=1]"
    );
    assert_eq!(result(&["--queue=@plain", "--app=@solver"], 0), "rusage[mem=256] span[hosts=1]");
    assert_eq!(result(&["--queue=@ranged", "--job=rusage[mem=1500]"], 0), "rusage[mem=1500]");
    assert_eq!(
        result(&["--queue=@ranged", "--job=rusage[mem=3GB]"], 1),
        "`mem=3GB` of the job is above the maximum of 2000 in RESRSV_LIMIT of the queue"
    );
    assert_eq!(
        result(&["--queue=@normal", "--app=@many"], 1),
        "the terms request 40 slots, but TASKLIMIT of the queue allows at most 16"
    );
}

#[test]
fn the_cluster_says_more_than_the_strings() {
    let scratch = cluster();
    let notes = |scratch: &Scratch, arguments: &[&str]| document(scratch, arguments, 0)["notes"].to_string();
    let wide = notes(&scratch, &["--cluster=.", "--queue=@normal", "--app=@wide"]);
    assert!(wide.contains("the last term gets 2 slots: the default in TASKLIMIT of the queue is 4"), "{wide}");
    let token = ["--cluster=.", "--queue=@token", "--app=@wide"];
    let everywhere = "2*{select[mem>100] rusage[lic=1]} + {select[type==X86_64] rusage[lic=1]}";
    assert_eq!(document(&scratch, &token, 0)["result"], everywhere, "every host has its own");
    let map = "Begin ResourceMap\nRESOURCENAME LOCATION\nlic 5@[all]\nEnd ResourceMap\n";
    scratch.write("lsf.cluster.mini", format!("{}{map}", MINI_CLUSTER[2].1));
    let unknown = notes(&scratch, &token);
    assert!(unknown.contains("assumed not to be job-based"), "{unknown}");
    scratch.write("lsb.params", "Begin Parameters\nEnd Parameters\n");
    scratch.write("lsb.resources", "Begin ReservationUsage\nRESOURCE METHOD\nlic PER_JOB\nEnd ReservationUsage\n");
    assert_eq!(document(&scratch, &token, 0)["result"], "2*{select[mem>100] rusage[lic=1]} + {select[type==X86_64]}");
}

#[test]
fn what_cannot_be_merged() {
    let scratch = cluster();
    // Without `--cluster`, names are those of the cluster of the current directory.
    assert_eq!(document(&scratch, &["--queue=@plain"], 0)["outcome"], "none");
    check_failure(
        &scratch,
        &["--cluster=.", "--queue=@normel"],
        "unknown queue `normel` in lsb.queues; did you mean `normal`?",
    );
    check_failure(&scratch, &["--cluster=.", "--app=@x"], "unknown application profile `x` in lsb.applications");
    check_failure(
        &scratch,
        &["--cluster=.", "--queue=@nightly"],
        "RES_REQ of queue `nightly` depends on an `#if`; specify the time with `--at`, or the string instead of the name",
    );
    check_failure(
        &scratch,
        &["--cluster=.", "--queue=@template"],
        "RES_REQ of queue `template` is filled in by a template; specify the string instead of the name",
    );
    let empty = Scratch::with(&MINI_CLUSTER);
    check_failure(&empty, &["--cluster=.", "--app=@solver"], "`.` has no lsb.applications");
}

#[test]
fn a_level_that_lsf_rejects_is_left_out() {
    let found = document(&cluster(), &["--queue=@broken", "--job=rusage[mem=1]"], 0);
    assert_eq!(found["result"], "rusage[mem=1]");
    let note = "RES_REQ of queue `broken` is not in effect: LSF rejects the requirement string, so the queue has no \
                resource requirement (R002)";
    assert_eq!(found["notes"][0], note);
}

#[test]
fn a_string_with_an_error_is_a_finding() {
    let scratch = cluster();
    let arguments = ["resreq", "merge", "--queue=@normal", "--job=select[memm>5] rusage[lic=1]"];
    lsflint(&scratch, &arguments).assert().code(1).stdout_eq(str![[r#"
error unknown-resource [X001]: unknown resource `memm`
  ┌─ <arg>:1:8
  │
1 │ select[memm>5] rusage[lic=1]
  │        ^^^^
  │
  = effect: LSF rejects the requirement string, so the submission fails
  = help: did you mean `mem`?
  = fix: write `mem` (changes what LSF does)


"#]]);
    let found = document(&scratch, &arguments[2..], 1);
    assert_eq!((&found["outcome"], &found["result"]), (&"rejected".into(), &"".into()));
    assert_eq!(found["diagnostics"][0]["code"], "X001");
    assert_eq!(document(&Scratch::new(), &["--job=select[a] select[b]"], 1)["diagnostics"][0]["code"], "R006");
}

// The conversion on the vendor's page on requirement strings.
#[test]
fn sizes_in_the_unit_of_the_cluster() {
    let scratch = cluster();
    scratch.write("lsf.conf", "LSF_STRICT_RESREQ=Y\nLSF_UNIT_FOR_LIMITS=GB\nLSF_ENABLE_TMP_UNIT=Y\n");
    let job = "--job=rusage[mem=512MB:swp=1GB:tmp=1TB]";
    lsflint(&scratch, &["resreq", "merge", "--queue=@plain", job]).assert().code(0).stdout_eq(str![[r#"
Combined requirement (simple)
  rusage[mem=512MB:swp=1GB:tmp=1TB]

As LSF reads it (sizes in GB)
  rusage[mem=0.5:swp=1:tmp=1024]

Steps
  A2  the requirement of the job is used because the application profile has none
  B2  the queue has no requirement

Origins
  job  mem=512MB
  job  swp=1GB
  job  tmp=1TB

Notes
  without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
  without `order`, hosts are sorted as with `order[r15s:pg]`

"#]]);
    let found = document(&scratch, &["--queue=@plain", job], 0);
    assert_eq!(found["as_read"], "rusage[mem=0.5:swp=1:tmp=1024]");
}

#[test]
fn reservations_of_a_job_with_tasks() {
    let scratch = cluster();
    scratch.write("lsb.params", "Begin Parameters\nRESOURCE_RESERVE_PER_TASK = Y\nEnd Parameters\n");
    scratch.write("lsb.resources", "Begin ReservationUsage\nRESOURCE METHOD\nlic PER_JOB\nEnd ReservationUsage\n");
    let arguments = ["resreq", "merge", "--queue=@plain", "--job=rusage[mem=1GB:lic=2] span[ptile=4]", "-n", "10"];
    lsflint(&scratch, &arguments).assert().code(0).stdout_eq(str![[r#"
Combined requirement (simple)
  rusage[mem=1GB:lic=2] span[ptile=4]

As LSF reads it (sizes in MB)
  rusage[mem=1024:lic=2] span[ptile=4]

Reservations for -n 10
  mem=1GB  1024 MB per task (RESOURCE_RESERVE_PER_TASK=Y): 2048 to 4096 MB per host, 10240 MB per job
  lic=2    2 per job (METHOD PER_JOB in lsb.resources)

Steps
  A2  the requirement of the job is used because the application profile has none
  B2  the queue has no requirement

Origins
  job  mem=1GB
  job  lic=2
  job  span[ptile=4]

Notes
  without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
  without `order`, hosts are sorted as with `order[r15s:pg]`

"#]]);
    let found = document(&scratch, &arguments[2..], 0);
    assert_eq!(found["reservations"][0]["per_job"]["most"], "10240");
    let compound = ["--queue=@plain", "--job=2*{rusage[mem=1GB]} + {rusage[mem=100]}", "-n", "6"];
    assert_eq!(document(&scratch, &compound, 0)["reservations"][1]["tasks"], 4);
    let range = document(&scratch, &["--queue=@plain", "--job=rusage[mem=1]", "--tasks=2,4"], 0);
    assert_eq!(range["reservations"][0]["per_job"]["most"], "4");
    check_failure(
        &scratch,
        &["-n", "x"],
        "invalid value 'x' for '--tasks <N|MIN,MAX>': `x` is not a number of tasks; expected N or MIN,MAX, for example \
         4 or 2,8\n\nFor more information, try '--help'.",
    );
}

/// The examples of the vendor's page on requirement strings: job, queue, job-based resource, merged requirement.
const EXAMPLES: [(&str, &str, &str, &str); 4] = [
    (
        "2*{select[type==X86_64] rusage[licA=1] span[hosts=1]} + 8*{select[type==any]}",
        "rusage[perslot=1]",
        "",
        "2*{select[type==X86_64] rusage[licA=1:perslot=1] span[hosts=1]} + 8*{select[type==any] rusage[perslot=1]}",
    ),
    (
        "2*{select[type==X86_64 && tmp>10000] rusage[mem=1000] span[hosts=1]} + 8*{select[type==X86_64]}",
        "2*{select[type==X86_64] rusage[mem=1000] span[hosts=1]} +8*{select[type==X86_64]}",
        "",
        "2*{select[type==X86_64 && tmp>10000] rusage[mem=1000] span[hosts=1]} + 8*{select[type==X86_64]}",
    ),
    (
        "2*{select[type==X86_64]} + 2*{select[mem>1000]}",
        "rusage[licA=1]",
        "licA",
        "2*{select[type==X86_64] rusage[licA=1]} + 2*{select[mem>1000]}",
    ),
    (
        "2*{rusage[mem=(400 350):duration=(10 15):decay=(0 1)]} + 2*{rusage[mem=300:duration=10:decay=1]}",
        "rusage[mem=(500 300):duration=(20 10):decay=(0 1)]",
        "",
        "2*{rusage[mem=(400 350):duration=(10 15):decay=(0 1)]} + 2*{rusage[mem=300:duration=10:decay=1]}",
    ),
];

#[test]
fn the_merges_of_the_manual() {
    for (job, queue, job_based, expected) in EXAMPLES {
        let mut arguments = vec!["--job", job, "--queue", queue];
        if !job_based.is_empty() {
            arguments.extend(["--job-resource", job_based]);
        }
        assert_eq!(document(&Scratch::new(), &arguments, 0)["result"], expected);
    }
    // Several `-R` options; a job against its queue; sections that override and sections that are combined.
    let result = |arguments: &[&str]| document(&Scratch::new(), arguments, 0)["result"].clone();
    let both = ["--job=select[swp > 15]", "--job=select[hpux]"];
    assert_eq!(result(&both), "select[(swp>15) && (hpux)]");
    let levels = [
        "--job=select[swp > 15 &&  maxmem > 100]  rusage[mem = 100] ",
        "--app=same[type] order[ut] span[hosts=1]",
        "--queue=select[type==any] rusage[mem=200:duration=20] span[ptile=2] same[model]",
    ];
    assert_eq!(
        result(&levels),
        "select[(type==any) && (swp>15 && maxmem>100)] order[ut] rusage[mem=100:duration=20] span[hosts=1] \
         same[model:type]"
    );
    let refused = document(&Scratch::new(), &["--job=rusage[mem=300]", "--queue=rusage[mem=200]"], 1);
    assert_eq!(refused["reason"], "`mem=300` of the job exceeds `mem=200` of the queue");
    // A compound queue is ignored unless it is alone.
    assert_eq!(result(&["--queue=2*{select[a]} + 2*{select[b]}", "--job=select[c]"]), "select[c]");
}
