//! `resreq hosts`.

use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

/// The small cluster with hosts that differ, and queues on some of them.
fn cluster() -> Scratch {
    let scratch = Scratch::with(&MINI_CLUSTER);
    scratch.write(
        "lsf.cluster.mini",
        "Begin ClusterAdmins\nAdministrators = lsfadmin\nEnd ClusterAdmins\n\n\
         Begin Host\nHOSTNAME model type server RESOURCES\nm1 EPYC X86_64 1 ()\nh1 EPYC X86_64 1 (lic=4)\n\
         h2 EPYC ARM 1 ()\nlogin EPYC X86_64 0 ()\nEnd Host\n",
    );
    scratch.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n");
    scratch.write(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME = normal\nRES_REQ = select[type==X86_64] rusage[mem=512]\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = arm\nHOSTS = h2\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = twice\nRES_REQ = 1*{select[lic>=4]} + 2*{select[type==ARM]}\nEnd Queue\n",
    );
    scratch
}

#[track_caller]
fn check(arguments: &[&str], code: i32, expected: impl snapbox::IntoData) {
    let mut all = vec!["resreq", "hosts", "--cluster", "."];
    all.extend(arguments);
    lsflint(&cluster(), &all).assert().code(code).stdout_eq(expected);
}

#[test]
fn groups_of_hosts_with_their_reason() {
    check(
        &["select[lic>2]", "--queue", "@normal"],
        0,
        str![[r#"
select[(type==X86_64) && (lic>2)] rusage[mem=512]
  2 of 3 hosts of queue `normal` can match; client hosts are not counted
  depends      1  `lic>2` depends on `lic`, which the files do not define for the host
                  reserves `mem=512`, which must be free
                  m1
  depends      1  reserves `mem=512`, which must be free
                  h1
  never        1  `type==X86_64` is false: `type` is `ARM`
                  h2

"#]],
    );
}

#[test]
fn the_hosts_of_the_queue() {
    check(
        &["type==X86_64", "--queue", "@arm"],
        1,
        str![[r#"
select[type==X86_64]
  0 of 1 host of queue `arm` can match; client hosts are not counted
  never        1  `type==X86_64` is false: `type` is `ARM`
                  h2

"#]],
    );
}

#[test]
fn every_term_has_hosts_of_its_own() {
    check(
        &["--queue", "@twice"],
        0,
        str![[r#"
select[lic>=4]
  3 of 3 hosts of queue `twice` can match; client hosts are not counted
  2 of 3 for jobs from hosts of type `X86_64`
  1 of 3 for jobs from hosts of type `ARM`
  depends      1  `type==local` is true only for jobs from hosts of type `X86_64`
                  `lic>=4` depends on `lic`, which the files do not define for the host
                  m1
  depends      1  `type==local` is true only for jobs from hosts of type `X86_64`
                  h1
  depends      1  `type==local` is true only for jobs from hosts of type `ARM`
                  `lic>=4` depends on `lic`, which the files do not define for the host
                  h2

select[type==ARM]
  1 of 3 hosts of queue `twice` can match; client hosts are not counted
  always       1  regardless of load
                  h2
  never        2  `type==ARM` is false: `type` is `X86_64`
                  m1 h1

note: LSF adds `type==local` to the selection of term 1, which names no type, no string resource and no Boolean resource: only hosts of the same type as the submission host match

"#]],
    );
}

#[test]
fn as_json() {
    let scratch = cluster();
    let text = stdout(&scratch, &["resreq", "hosts", "hname==h2", "--cluster", ".", "--output-format", "json"], 0);
    let document: Value = serde_json::from_str(&text).expect("one JSON document");
    assert_eq!(document["version"], 1);
    let counts = &document["counts"];
    assert_eq!((&counts["always"], &counts["depends"], &counts["never"]), (&1.into(), &0.into(), &2.into()));
    let verdicts: Vec<(&str, &str)> = document["hosts"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| (it["host"].as_str().expect("a name"), it["verdict"].as_str().expect("a word")))
        .collect();
    assert_eq!(verdicts, [("m1", "never"), ("h1", "never"), ("h2", "always")]);
    assert_eq!(document["hosts"][0]["because"][0], "`hname==h2` is false");
    assert_eq!(document["diagnostics"], Value::Array(Vec::new()));
}

#[test]
fn without_an_lsf_cluster_there_are_no_hosts() {
    let scratch = Scratch::with(&[("lsb.queues", "Begin Queue\nQUEUE_NAME = normal\nEnd Queue\n")]);
    let output = lsflint(&scratch, &["resreq", "hosts", "mem>1"]).assert().code(2).get_output().clone();
    let stderr = String::from_utf8(output.stderr).expect("our output is UTF-8");
    assert_eq!(stderr.trim_end(), "error: `.` has no lsf.cluster file, so no hosts are known");
}

#[test]
fn expressions_are_evaluated_on_each_host() {
    check(
        &["lic > 3 && type==X86_64"],
        0,
        str![[r#"
select[lic>3 && type==X86_64]
  2 of 3 hosts can match; client hosts are not counted
  always       1  regardless of load
                  h1
  depends      1  `lic>3` depends on `lic`, which the files do not define for the host
                  m1
  never        1  `type==X86_64` is false: `type` is `ARM`
                  h2

"#]],
    );
    check(
        &["lic < 3 || type==ARM"],
        0,
        str![[r#"
select[lic<3 || type==ARM]
  2 of 3 hosts can match; client hosts are not counted
  always       1  regardless of load
                  h2
  depends      1  `lic<3 || type==ARM` depends on `lic`, which the files do not define for the host
                  m1
  never        1  `lic<3 || type==ARM` is false: `type` is `X86_64`, `lic` is `4`
                  h1

"#]],
    );
}

#[test]
fn a_boolean_is_what_the_row_of_the_host_says() {
    let scratch = cluster();
    scratch.write(
        "lsf.shared",
        "Begin Cluster\nClusterName\nmini\nEnd Cluster\nBegin HostType\nTYPENAME\nX86_64\nEnd HostType\n\
         Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nEPYC 10 ()\nEnd HostModel\n\
         Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nspice Boolean () () (simulator)\nEnd Resource\n",
    );
    scratch.write(
        "lsf.cluster.mini",
        "Begin Host\nHOSTNAME model type server RESOURCES\nm1 EPYC X86_64 1 ()\nh1 EPYC X86_64 1 (spice)\nEnd Host\n",
    );
    lsflint(&scratch, &["resreq", "hosts", "--cluster", ".", "spice"]).assert().code(0).stdout_eq(str![[r#"
select[spice]
  1 of 2 hosts can match
  always       1  regardless of load
                  h1
  never        1  `spice` is false: the host does not have the resource `spice`
                  m1

"#]]);
}

#[test]
fn a_string_with_an_error_has_no_hosts() {
    check(
        &["select[licc>2]", "--queue", "@normal"],
        1,
        str![[r#"
error unknown-resource [X001]: unknown resource `licc`
  ┌─ <arg>:1:8
  │
1 │ select[licc>2]
  │        ^^^^
  │
  = effect: LSF rejects the requirement string, so the submission fails
  = help: did you mean `lic`?
  = fix: write `lic` (changes what LSF does)


"#]],
    );
    let scratch = cluster();
    let arguments = ["resreq", "hosts", "select[licc>2]", "--cluster", ".", "--output-format", "json"];
    let document: Value = serde_json::from_str(&stdout(&scratch, &arguments, 1)).expect("one JSON document");
    assert_eq!((&document["hosts"], &document["diagnostics"][0]["code"]), (&Value::Array(Vec::new()), &"X001".into()));
    // A warning is shown above the answer.
    check(
        &["select[type==ARM_64]"],
        1,
        str![[r#"
warning unknown-host-type [X002]: unknown host type `ARM_64`
  ┌─ <arg>:1:14
  │
1 │ select[type==ARM_64]
  │              ^^^^^^
  │
  = effect: LSF may never dispatch jobs with the condition because no host meets it
  = help: define it in the HostType section of lsf.shared, or correct the name

select[type==ARM_64]
  0 of 3 hosts can match; client hosts are not counted
  never        2  `type==ARM_64` is false: `type` is `X86_64`
                  m1 h1
  never        1  `type==ARM_64` is false: `type` is `ARM`
                  h2

"#]],
    );
}

#[test]
fn a_level_that_lsf_rejects_is_left_out() {
    let scratch = cluster();
    scratch.write("lsb.queues", "Begin Queue\nQUEUE_NAME = broken\nRES_REQ = select[mem>\nEnd Queue\n");
    lsflint(&scratch, &["resreq", "hosts", "type==ARM", "--queue", "@broken"]).assert().code(0).stdout_eq(str![[r#"
select[type==ARM]
  1 of 3 hosts of queue `broken` can match; client hosts are not counted
  always       1  regardless of load
                  h2
  never        2  `type==ARM` is false: `type` is `X86_64`
                  m1 h1

note: RES_REQ of queue `broken` is not in effect: LSF rejects the requirement string, so the queue has no resource requirement (R002)

"#]]);
}

#[test]
fn all_hosts_by_reason() {
    let scratch = cluster();
    let row = |it: usize| format!("h{it} EPYC X86_64 1 (lic={it})\n");
    let rows: String = (1..=12).map(row).collect();
    scratch.write("lsf.cluster.mini", format!("Begin Host\nHOSTNAME model type server RESOURCES\n{rows}End Host\n"));
    let arguments = ["resreq", "hosts", "lic>6 && type==any"];
    lsflint(&scratch, &arguments).assert().code(0).stdout_eq(str![[r#"
select[lic>6 && type==any]
  6 of 12 hosts can match
  always       6  regardless of load
                  h7 h8 h9 h10 h11 h12
  never        1  `lic>6` is false: `lic` is `1`
                  h1
  never        1  `lic>6` is false: `lic` is `2`
                  h2
  never        1  `lic>6` is false: `lic` is `3`
                  h3
  never        1  `lic>6` is false: `lic` is `4`
                  h4
  never        1  `lic>6` is false: `lic` is `5`
                  h5
  never        1  for other reasons; --why lists them

"#]]);
    lsflint(&scratch, &["resreq", "hosts", "lic>6 && type==any", "--why"]).assert().code(0).stdout_eq(str![[r#"
select[lic>6 && type==any]
  6 of 12 hosts can match
  always       6  regardless of load
                  h7 h8 h9 h10 h11 h12
  never        1  `lic>6` is false: `lic` is `1`
                  h1
  never        1  `lic>6` is false: `lic` is `2`
                  h2
  never        1  `lic>6` is false: `lic` is `3`
                  h3
  never        1  `lic>6` is false: `lic` is `4`
                  h4
  never        1  `lic>6` is false: `lic` is `5`
                  h5
  never        1  `lic>6` is false: `lic` is `6`
                  h6

"#]]);
}

#[test]
fn the_type_of_the_submission_host_in_words() {
    check(
        &["select[mem>2000]"],
        0,
        str![[r#"
select[mem>2000]
  3 of 3 hosts can match; client hosts are not counted
  2 of 3 for jobs from hosts of type `X86_64`
  1 of 3 for jobs from hosts of type `ARM`
  depends      2  `type==local` is true only for jobs from hosts of type `X86_64`
                  `mem>2000` depends on load
                  m1 h1
  depends      1  `type==local` is true only for jobs from hosts of type `ARM`
                  `mem>2000` depends on load
                  h2

note: LSF adds `type==local` to the selection, which names no type, no string resource and no Boolean resource: only hosts of the same type as the submission host match

"#]],
    );
}

/// A cluster with static capacities, and queues with limits.
fn limited() -> Scratch {
    let scratch = cluster();
    scratch.write(
        "lsf.cluster.mini",
        "Begin ClusterAdmins\nAdministrators = lsfadmin\nEnd ClusterAdmins\n\n\
         Begin Host\nHOSTNAME model type server RESOURCES\nm1 EPYC X86_64 1 ()\nh1 EPYC X86_64 1 (maxmem=64000)\n\
         h2 EPYC X86_64 1 (maxmem=8000)\nh3 EPYC X86_64 1 (maxmem=8000)\nEnd Host\n\n\
         Begin ResourceMap\nRESOURCENAME LOCATION\nlic 5@[all]\nEnd ResourceMap\n",
    );
    scratch.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ r1m\nm1 0 -\nh3 2 -\ndefault 16 3.5/4\nEnd Host\n");
    scratch.write("lsb.params", "Begin Parameters\nRESOURCE_RESERVE_PER_TASK = Y\nEnd Parameters\n");
    scratch.write("lsb.resources", "Begin ReservationUsage\nRESOURCE METHOD\nlic PER_JOB\nEnd ReservationUsage\n");
    scratch.write(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME = normal\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = high\nmem = 99999999/100\nEnd Queue\n",
    );
    scratch
}

#[track_caller]
fn check_limited(arguments: &[&str], code: i32, expected: impl snapbox::IntoData) {
    let mut all = vec!["resreq", "hosts"];
    all.extend(arguments);
    lsflint(&limited(), &all).assert().code(code).stdout_eq(expected);
}

#[test]
fn capacities_slots_and_thresholds_decide() {
    check_limited(
        &["rusage[mem=9999999]"],
        1,
        str![[r#"
warning suspicious-magnitude [R601]: implausible amount of `mem`: 9.5 TB
  ┌─ <arg>:1:12
  │
1 │ rusage[mem=9999999]
  │            ^^^^^^^
  │
  = effect: LSF may never dispatch the job because no host has that much
  = help: add the unit, such as `9999999KB`; without one, LSF reads the number in MB
  = fix: write `9999999KB` (changes what LSF does)

rusage[mem=9999999]
  0 of 4 hosts can match
  never        2  the job reserves `mem=9999999`, but `maxmem` of the host is 8000
                  h2 h3
  never        1  MXJ is 0 (lsb.hosts)
                  m1
  never        1  the job reserves `mem=9999999`, but `maxmem` of the host is 64000
                  h1

note: LSF adds `type==local` to the selection, which names no type, no string resource and no Boolean resource: only hosts of the same type as the submission host match; the hosts in the files have only one type

"#]],
    );
    check_limited(
        &["rusage[lic=6]"],
        1,
        str![[r#"
rusage[lic=6]
  0 of 4 hosts can match
  never        3  the job reserves `lic=6`, but its hosts share 5
                  h1 h2 h3
  never        1  MXJ is 0 (lsb.hosts)
                  m1

note: LSF adds `type==local` to the selection, which names no type, no string resource and no Boolean resource: only hosts of the same type as the submission host match; the hosts in the files have only one type

"#]],
    );
    check_limited(
        &["--queue", "@high"],
        1,
        str![[r#"
no requirement
  0 of 4 hosts of queue `high` can match
  never        2  `mem` must be at least 99999999 (lsb.queues), but `maxmem` of the host is 8000
                  h2 h3
  never        1  MXJ is 0 (lsb.hosts)
                  m1
  never        1  `mem` must be at least 99999999 (lsb.queues), but `maxmem` of the host is 64000
                  h1

note: LSF adds `type==local` to the selection, which names no type, no string resource and no Boolean resource: only hosts of the same type as the submission host match; the hosts in the files have only one type

"#]],
    );
    check_limited(
        &["rusage[mem=2GB:lic=1] span[hosts=1]", "-n", "4"],
        0,
        str![[r#"
rusage[mem=2GB:lic=1] span[hosts=1]
  read as rusage[mem=2048:lic=1] span[hosts=1] (sizes in MB)
  1 of 4 hosts can match
  depends      1  reserves `mem=2GB`, which must be free
                  reserves `lic=1`, which must be free
                  `r1m` must be at most 3.5 (row `default` of lsb.hosts)
                  h1
  never        2  the job reserves `mem=2GB` for each of at least 4 tasks, but `maxmem` of the host is 8000
                  h2 h3
  never        1  MXJ is 0 (lsb.hosts)
                  m1

Reservations for -n 4
  mem=2GB  2048 MB per task (RESOURCE_RESERVE_PER_TASK=Y): 8192 MB per host, 8192 MB per job
  lic=1    1 per job (METHOD PER_JOB in lsb.resources)

note: LSF adds `type==local` to the selection, which names no type, no string resource and no Boolean resource: only hosts of the same type as the submission host match; the hosts in the files have only one type

"#]],
    );
    check_limited(
        &["-q", "rusage[mem=2GB]"],
        0,
        str![[r#"
rusage[mem=2GB]
  read as rusage[mem=2048] (sizes in MB)
  3 of 4 hosts can match

"#]],
    );
}

// The examples of the vendor's pages on requirement strings and selection strings.
#[test]
fn the_shared_string_resources_of_the_manual() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    scratch.write(
        "lsf.shared",
        "Begin Cluster\nClusterName\nmini\nEnd Cluster\nBegin HostType\nTYPENAME\nX86_64\nEnd HostType\n\
         Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nEPYC 10 ()\nEnd HostModel\n\
         Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nos_version String () () (version)\n\
         cpu_type String () () (kind)\nEnd Resource\n",
    );
    scratch.write(
        "lsf.cluster.mini",
        "Begin Host\nHOSTNAME model type server RESOURCES\npc36 EPYC X86_64 1 ()\npc34 EPYC X86_64 1 ()\n\
         devlinux4 EPYC X86_64 1 ()\nEnd Host\n\
         Begin ResourceMap\nRESOURCENAME LOCATION\nos_version (4.2@[pc36] 4.0@[pc34] 4.1@[devlinux4])\n\
         cpu_type (ia@[pc36 pc34] unknown@[devlinux4])\nEnd ResourceMap\n",
    );
    scratch.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n");
    let arguments = ["resreq", "hosts", "select[os_version=='4.2' || cpu_type=='unknown']"];
    lsflint(&scratch, &arguments).assert().code(0).stdout_eq(str![[r#"
select[os_version=='4.2' || cpu_type=='unknown']
  2 of 3 hosts can match
  always       2  regardless of load
                  pc36 devlinux4
  never        1  `os_version=='4.2' || cpu_type=='unknown'` is false: `cpu_type` is `ia` (ResourceMap), `os_version` is `4.0` (ResourceMap)
                  pc34

"#]]);
}

// `slots`, `maxslots` and compute units as on the vendor's page on selection strings.
#[test]
fn slots_and_compute_units_of_the_manual() {
    let scratch = limited();
    scratch.write(
        "lsb.hosts",
        "Begin Host\nHOST_NAME MXJ\nm1 4\nh1 8\ndefault 16\nEnd Host\n\n\
         Begin ComputeUnit\nNAME MEMBER TYPE\ne1 (h1 h2) enclosure\nEnd ComputeUnit\n",
    );
    scratch.write("lsb.params", "Begin Parameters\nCOMPUTE_UNIT_TYPES = enclosure\nEnd Parameters\n");
    let select = "select[type==any && (slots>4 && maxslots < 10)] order[-slots:maxslots:maxmem:ut]";
    lsflint(&scratch, &["resreq", "hosts", select]).assert().code(0).stdout_eq(str![[r#"
select[type==any && (slots>4 && maxslots<10)] order[-slots:maxslots:maxmem:ut]
  1 of 4 hosts can match
  depends      1  `slots>4` depends on the job slots of the host
                  h1
  never        2  `maxslots<10` is false: MXJ is 16
                  h2 h3
  never        1  `slots>4` is false: MXJ is 4
                  m1

"#]]);
    let units = "select[type==any] cu[type=enclosure:pref=maxavail]";
    lsflint(&scratch, &["resreq", "hosts", units]).assert().code(0).stdout_eq(str![[r#"
select[type==any] cu[type=enclosure:pref=maxavail]
  2 of 4 hosts can match
  always       2  regardless of load
                  h1 h2
  never        2  it is not in a compute unit of type `enclosure`
                  m1 h3

"#]]);
}

#[test]
fn one_part_may_be_enough() {
    check(
        &["{select[type==ARM]} || {select[lic>4 && type==X86_64]}"],
        0,
        str![[r#"
select[type==ARM]
  1 of 3 hosts can match; client hosts are not counted
  always       1  regardless of load
                  h2
  never        2  `type==ARM` is false: `type` is `X86_64`
                  m1 h1

select[lic>4 && type==X86_64]
  1 of 3 hosts can match; client hosts are not counted
  depends      1  `lic>4` depends on `lic`, which the files do not define for the host
                  m1
  never        1  `lic>4` is false: `lic` is `4`
                  h1
  never        1  `type==X86_64` is false: `type` is `ARM`
                  h2

"#]],
    );
}

#[test]
fn a_job_that_lsf_rejects_has_no_hosts() {
    check(
        &["rusage[mem=4000]", "--queue", "@normal"],
        1,
        str![[r#"
LSF rejects the job: `mem=4000` of the job exceeds `mem=512` of the queue

"#]],
    );
}

#[test]
fn the_default_application_profile_is_not_included() {
    let scratch = limited();
    scratch.write("lsb.params", "Begin Parameters\nDEFAULT_APPLICATION = tool\nEnd Parameters\n");
    scratch.write("lsb.applications", "Begin Application\nNAME = tool\nRES_REQ = rusage[mem=9000]\nEnd Application\n");
    lsflint(&scratch, &["resreq", "hosts", "type==any", "--queue", "@normal"]).assert().code(0).stdout_eq(str![[r#"
select[type==any]
  3 of 4 hosts of queue `normal` can match
  always       1  regardless of load
                  h3
  depends      2  `r1m` must be at most 3.5 (row `default` of lsb.hosts)
                  h1 h2
  never        1  MXJ is 0 (lsb.hosts)
                  m1

note: jobs without `bsub -app` also get the requirement of the default application profile `tool`; add `--app @tool`

"#]]);
}

#[test]
fn the_html_report_has_the_same_numbers() {
    let clean = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/clusters/clean");
    let scratch = Scratch::new();
    lsflint(&scratch, &["check", clean, "--report", "html=report.html", "-q"]).assert().code(0);
    let page = std::fs::read_to_string(scratch.path().join("report.html")).expect("a report");
    for queue in ["normal", "sim", "synth", "pnr"] {
        let name = format!("@{queue}");
        let arguments = ["resreq", "hosts", "--queue", &name, "--cluster", clean, "--output-format", "json"];
        let document: Value = serde_json::from_str(&stdout(&scratch, &arguments, 0)).expect("one JSON document");
        let number = |it: &str| document["counts"][it].as_u64().expect("a number");
        let (always, depends, never) = (number("always"), number("depends"), number("never"));
        let expected = format!("{} of {} hosts can match", always + depends, always + depends + never);
        let mut rows = page.split("class=\"requirement\"").skip(1);
        let row = rows.find(|it| it.contains(&format!(">{queue}</"))).unwrap_or_else(|| panic!("no queue {queue}"));
        assert!(row.contains(&expected), "{queue}: {expected}");
    }
}
