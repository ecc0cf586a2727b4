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
  2 of 3 hosts can match
  always       1  regardless of load
                  h1
  depends      1  on load, or on facts not in the files
                  m1
  never        1  it does not run jobs (`server` is 0)
                  login

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
  0 of 1 hosts can match
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
  3 of 4 hosts can match
  always       1  regardless of load
                  h1
  depends      2  on load, or on facts not in the files
                  m1 h2
  never        1  it does not run jobs (`server` is 0)
                  login

select[type==ARM]
  1 of 4 hosts can match
  always       1  regardless of load
                  h2
  never        2  `type==ARM` is false: `type` is `X86_64`
                  m1 h1
  never        1  it does not run jobs (`server` is 0)
                  login

"#]],
    );
}

#[test]
fn as_json() {
    let scratch = cluster();
    let text = stdout(&scratch, &["resreq", "hosts", "hname==h2", "--cluster", ".", "--output-format", "json"], 0);
    let document: Value = serde_json::from_str(&text).expect("one JSON document");
    assert_eq!(document["version"], 1);
    assert_eq!(document["terms"][0]["possible"], 1);
    let verdicts: Vec<(&str, &str)> = document["terms"][0]["hosts"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| (it["host"].as_str().expect("a name"), it["verdict"].as_str().expect("a word")))
        .collect();
    assert_eq!(verdicts, [("m1", "never"), ("h1", "never"), ("h2", "always"), ("login", "never")]);
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
  2 of 3 hosts can match
  always       1  regardless of load
                  h1
  depends      1  on load, or on facts not in the files
                  m1
  never        1  it does not run jobs (`server` is 0)
                  login

"#]],
    );
    check(
        &["lic < 3 || type==ARM"],
        0,
        str![[r#"
select[lic<3 || type==ARM]
  1 of 3 hosts can match
  depends      1  on load, or on facts not in the files
                  m1
  never        1  `lic<3 || type==ARM` is false: `type` is `X86_64`, `lic` is `4`
                  h1
  never        1  it does not run jobs (`server` is 0)
                  login

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
  never        1  `spice` is false: it does not have the resource `spice`
                  m1

"#]]);
}
