//! `resreq check`.

use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

fn results(arguments: &[&str], code: i32) -> Vec<Value> {
    let mut all = vec!["resreq", "check", "--output-format=json"];
    all.extend(arguments);
    let document: Value = serde_json::from_str(&stdout(&Scratch::new(), &all, code)).expect("one JSON document");
    assert_eq!(document["version"], 1);
    document["results"].as_array().expect("a list").clone()
}

#[test]
fn valid_and_invalid_strings() {
    let scratch = Scratch::new();
    lsflint(&scratch, &["resreq", "check", "select[mem>1] rusage[mem=1]"])
        .assert()
        .success()
        .stdout_eq(str![[""]])
        .stderr_eq(str![[r#"
no findings in 1 string

"#]]);
    lsflint(&scratch, &["resreq", "check", "select[mem>1", "--output-format=concise"]).assert().code(1).stdout_eq(
        str![[r#"
<arg>:1:7: R002 error unclosed `[`

"#]],
    );
}

#[test]
fn json_of_each_string() {
    let strings = ["mem>1", "1*{mem>1} + 2*{mem>2}", "{mem>1} || {mem>2}@5", "rusage[mem=1", ""];
    let found = results(&strings, 1);
    let facts: Vec<(&str, bool, bool, &str)> = found
        .iter()
        .map(|it| {
            let word = |key: &str| it[key].as_str().expect("a text");
            let flag = |key: &str| it[key].as_bool().expect("yes or no");
            (word("input"), flag("strict"), flag("valid"), word("shape"))
        })
        .collect();
    assert_eq!(
        facts,
        [
            ("mem>1", true, true, "simple"),
            ("1*{mem>1} + 2*{mem>2}", true, true, "compound"),
            ("{mem>1} || {mem>2}@5", true, true, "alternative"),
            ("rusage[mem=1", true, false, "simple"),
            ("", true, true, "simple"),
        ]
    );
    let error = &found[3]["diagnostics"][0];
    assert_eq!((error["file"].as_str(), error["severity"].as_str()), (Some("<arg>"), Some("error")));
    assert_eq!(error["range"]["start"]["offset"], 6);
}

#[test]
fn strings_from_stdin() {
    let scratch = Scratch::new();
    lsflint(&scratch, &["resreq", "check", "--output-format=concise"])
        .stdin("select[mem>1]\n\nrusage[mem=1\n")
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
<stdin>:1:7: R002 error unclosed `[`

"#]]);
}

#[test]
fn strictness() {
    let string = "select[mem>1]rusage[mem=1]";
    assert_eq!(results(&[string], 1)[0]["valid"], false);
    let lenient = results(&["--no-strict", string], 0);
    assert_eq!((&lenient[0]["valid"], &lenient[0]["strict"]), (&Value::Bool(true), &Value::Bool(false)));
    assert_eq!(lenient[0]["diagnostics"][0]["severity"], "warning");
    assert_eq!(results(&["--no-strict", "--strict", string], 1)[0]["strict"], true);
    let scratch = Scratch::with(&MINI_CLUSTER);
    let here = ["resreq", "check", string, "--cluster", "."];
    lsflint(&scratch, &here).assert().code(1);
    scratch.write("lsf.conf", "LSF_STRICT_RESREQ=N\n");
    lsflint(&scratch, &here).assert().code(0);
}

#[test]
fn names_are_judged_where_they_are_known() {
    let string = "select[bigmem] rusage[lic=1]";
    assert_eq!(results(&[string], 0)[0]["diagnostics"].as_array().map(Vec::len), Some(0));
    let found = results(&[string, "--define=lic:numeric,shared"], 1);
    assert_eq!(found[0]["diagnostics"][0]["rule"], "unknown-resource");
    results(&[string, "--define=lic:numeric", "--define=bigmem:boolean"], 0);
    let scratch = Scratch::with(&MINI_CLUSTER);
    lsflint(&scratch, &["resreq", "check", "rusage[lic=1]", "--cluster=."]).assert().success();
    lsflint(&scratch, &["resreq", "check", "rusage[lik=1]", "--cluster=."]).assert().code(1);
    lsflint(&scratch, &["resreq", "check", "mem>1", "--define=lic"]).assert().code(2).stderr_eq(str![[r#"
error: invalid value 'lic' for '--define <NAME:KIND>': expected NAME:KIND, for example lic:numeric

For more information, try '--help'.

"#]]);
    lsflint(&scratch, &["resreq", "check", "mem>1", "--cluster=nowhere"]).assert().code(2).stderr_eq(str![[r#"
error: `nowhere` does not exist

"#]]);
}

#[test]
fn several_clusters_are_too_many() {
    let scratch = Scratch::with(&[("a/lsf.conf", ""), ("b/lsf.conf", "")]);
    lsflint(&scratch, &["resreq", "check", "mem>1", "--cluster=."]).assert().code(2).stderr_eq(str![[r#"
error: `.` contains 2 clusters; specify the directory of one with `--cluster`:
  a (a)
  b (b)

"#]]);
}

#[test]
fn of_many_clusters_five_are_named() {
    let files: Vec<String> = (1..=9).map(|it| format!("site/c{it}/lsf.conf")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|it| (&**it, "")).collect();
    let scratch = Scratch::with(&files);
    lsflint(&scratch, &["resreq", "check", "mem>1", "--cluster=."]).assert().code(2).stderr_eq(str![[r#"
error: `.` contains 9 clusters; specify the directory of one with `--cluster`:
  site/c1 (c1)
  site/c2 (c2)
  site/c3 (c3)
  site/c4 (c4)
  site/c5 (c5)
  and 4 more

"#]]);
}

#[test]
fn a_backup_is_not_another_cluster() {
    let queues = |host: &str| format!("Begin Queue\nQUEUE_NAME = normal\nHOSTS = {host}\nEnd Queue\n");
    let (live, old) = (queues("h1"), queues("h2"));
    let scratch = Scratch::with(&[
        ("conf/lsf.conf", ""),
        ("conf/lsf.cluster.a", ""),
        ("conf/lsbatch/a/configdir/lsb.queues", &live),
        ("conf/lsbatch/a/configdir.old/lsb.queues", &old),
        ("conf/lsbatch/a/configdir2/lsb.queues", &old),
        ("conf.bak/lsf.conf", ""),
        ("conf.bak/lsf.cluster.a", ""),
        ("conf.bak/lsbatch/a/configdir/lsb.queues", &old),
        ("old_conf/lsbatch/a/configdir/lsb.queues", &old),
    ]);
    let hosts = |folder: &str| stdout(&scratch, &["show", "queue", "normal", "HOSTS", "--cluster", folder], 0);
    for folder in [".", "conf", "conf/lsbatch/a/configdir"] {
        assert!(hosts(folder).contains("h1"), "{folder}: {}", hosts(folder));
    }
    // A backup that is asked for is shown.
    for folder in ["conf/lsbatch/a/configdir.old", "conf.bak"] {
        assert!(hosts(folder).contains("h2"), "{folder}: {}", hosts(folder));
    }
}

#[test]
fn the_two_lines_of_bsub() {
    let scratch = Scratch::new();
    let bsub = |strings: &[&str]| {
        let mut arguments = vec!["resreq", "check", "--compat=bsub"];
        arguments.extend(strings);
        lsflint(&scratch, &arguments)
    };
    // The selection alone is looked at.
    bsub(&["select[type==local]", "rusage[mem=", "", "mem>1 order[foo"]).assert().stdout_eq(str![[r#"
Resource requirement string is valid.
Resource requirement string is valid.
Resource requirement string is valid.
Resource requirement string is valid.

"#]]);
    bsub(&["select[type==local] select[hname=abc]"]).assert().code(1).stdout_eq(str![[r#"
Error near "select": duplicate section. Job not submitted.

"#]]);
    bsub(&["select[mem >]", "selct[mem>1]"]).assert().code(1).stdout_eq(str![[r#"
Error near ">": missing value. Job not submitted.
Error near "selct": incorrect section name, resource name, or resource function name. Job not submitted.

"#]]);
}

#[test]
fn strings_of_other_commands() {
    let scratch = Scratch::new();
    let check = |command: &[&str], string: &str| {
        let mut arguments = vec!["resreq", "check", "--output-format=concise", "-q"];
        arguments.extend(command);
        arguments.push(string);
        lsflint(&scratch, &arguments)
    };
    check(&["--command=lsload"], "select[mem>1] rusage[mem=1]").assert().success().stdout_eq(str![[r#"
<arg>:1:15: R013 info `lsload -R` does not use `rusage`

"#]]);
    check(&["--command=bmod"], "rusage[mem=1 || swp=2]").assert().code(1).stdout_eq(str![[r#"
<arg>:1:14: R019 error `bmod -R` does not accept `||` in `rusage`

"#]]);
    check(&["--command=bmod", "--running"], "order[ut] rusage[mem=1]").assert().success().stdout_eq(str![[r#"
<arg>:1:1: R013 info `bmod -R of a started job` does not use `order`

"#]]);
    check(&["--command=bsub"], "rusage[mem=1 || swp=2]").assert().success().stdout_eq(str![""]);
    check(&["--command=lsload", "--running"], "mem>1").assert().code(2);
    check(&[], "select[null]").assert().code(1).stdout_eq(str![[r#"
<arg>:1:8: R018 error `null` in place of a resource

"#]]);
}
