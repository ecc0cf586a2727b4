//! `check`: exit codes, selection, order.

use lsflint_test_support::{MINI_CLUSTER, Scratch};
use snapbox::str;

use crate::{CLEAN, SELECT, TWO_FINDINGS, lsflint, stdout};

#[test]
fn nothing_to_report() {
    let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
    lsflint(&scratch, &["check"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
No findings in 1 file.

"#]])
        .stderr_eq(str![[""]]);
    lsflint(&scratch, &["check", "-q"]).assert().success().stdout_eq(str![[""]]);
}

#[test]
fn a_cluster_without_mistakes() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    lsflint(&scratch, &["check", "--fail-on", "warning"]).assert().success();
}

#[test]
fn findings() {
    let scratch = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
    lsflint(&scratch, &["check", SELECT])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
warning duplicate-parameter [P003]: duplicate parameter `PRIORITY` in this section
  ┌─ lsb.queues:4:1
  │
3 │ PRIORITY = 30
  │ -------- this line is ignored
4 │ PRIORITY = 40
  │ ^^^^^^^^
  │
  = effect: LSF uses the last line and silently ignores the others
  = help: keep only one of the lines

error end-name-mismatch [F104]: `End Queues` does not match the open section `Queue`
  ┌─ lsb.queues:6:5
  │
1 │ Begin Queue
  │ ----------- `Queue` begins here
  ·
6 │ End Queues
  │     ^^^^^^
  │
  = effect: LSF logs an error and ignores the name, so the section ends here
  = help: write `End Queue`, or restore the missing line between the two
  = fix: write `End Queue` (safe)

Found 1 error and 1 warning in 1 file.
1 fixable with `--fix`.

"#]])
        .stderr_eq(str![[""]]);
}

#[test]
fn the_fail_level_decides() {
    let warning = Scratch::with(&[("lsb.queues", "Begin Queue\nQUEUE_NAME = a\nNICE = 1\nNICE = 2\nEnd Queue\n")]);
    let code = |level: &str, expected: i32| {
        lsflint(&warning, &["check", "--select=P003", "--fail-on", level]).assert().code(expected);
    };
    code("error", 0);
    code("warning", 1);
    code("info", 1);
    code("never", 0);
    let error = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
    lsflint(&error, &["check", SELECT, "--fail-on", "never"]).assert().success();
}

#[test]
fn the_command_line_selects_over_the_file() {
    let scratch = Scratch::with(&[
        ("lsb.queues", TWO_FINDINGS),
        ("lsflint.toml", "select = [\"P003\"]\n[severity]\nduplicate-parameter = \"info\"\n"),
    ]);
    let concise = |more: &[&str], code| {
        let mut arguments = vec!["check", "--output-format=concise"];
        arguments.extend(more);
        stdout(&scratch, &arguments, code)
    };
    let only_duplicates = |text: &str| text.lines().count() == 1 && text.contains(": P003 info ");
    assert!(only_duplicates(&concise(&[], 0)));
    assert_eq!(concise(&["--extend-select", "F104"], 1).lines().count(), 2);
    assert_eq!(concise(&["--select", "end-name-mismatch"], 1).lines().count(), 1);
    assert!(only_duplicates(&concise(&["--ignore", "P0"], 0)), "the longer entry wins");
    assert_eq!(concise(&["--ignore", "P003"], 0), "");
    assert_eq!(concise(&["--no-config", SELECT], 1).lines().count(), 2);
}

#[test]
fn the_target_is_read() {
    let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
    lsflint(&scratch, &["check", "--target", "9.1.3..10.1"]).assert().success();
    lsflint(&scratch, &["check", "--target", "11"]).assert().code(2).stderr_eq(str![[r#"
error: invalid value '11' for '--target <VERSION>': version `11` is not known, expected for example `10.1.0.14`, `10.1`, `9.1.3..10.1` or `openlava-4`

For more information, try '--help'.

"#]]);
}

#[test]
fn the_same_whatever_the_threads_and_the_order() {
    let scratch = Scratch::new();
    for number in 0..40 {
        scratch.write(&format!("c{number}/lsb.queues"), TWO_FINDINGS);
    }
    let reference = stdout(&scratch, &["check", SELECT, "--jobs=1", "--output-format=json"], 1);
    assert_eq!(stdout(&scratch, &["check", SELECT, "--jobs=8", "--output-format=json"], 1), reference);
    let mut folders: Vec<String> = (0..40).map(|it| format!("c{}", (it * 7) % 40)).collect();
    folders.extend(["c3/lsb.queues".to_owned(), "c1".to_owned()]);
    let mut arguments = vec!["check", SELECT, "--output-format=json"];
    arguments.extend(folders.iter().map(String::as_str));
    assert_eq!(stdout(&scratch, &arguments, 1), reference);
}

#[test]
fn stdin_takes_the_place_of_a_file() {
    let scratch = Scratch::with(&[("conf/lsb.queues", CLEAN)]);
    let name = "--stdin-filename=conf/lsb.queues";
    lsflint(&scratch, &["check", "-", name, SELECT, "--output-format=concise"])
        .stdin(TWO_FINDINGS)
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
conf/lsb.queues:4:1: P003 warning [..]
conf/lsb.queues:6:5: F104 error [..]

"#]]);
    lsflint(&scratch, &["check", name]).stdin(CLEAN).assert().success();
    lsflint(&scratch, &["check", "-"]).stdin("").assert().code(2).stderr_eq(str![[r#"
error: `-` requires `--stdin-filename NAME`, the file name of the text

"#]]);
}

#[test]
fn a_file_is_judged_in_its_cluster() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    scratch.write("draft/lsb.queues", "Begin Queue\nQUEUE_NAME = a\nRES_REQ = select[lic>1]rusage[lic=1]\nEnd Queue\n");
    let strict = ["check", "draft", "--cluster", ".", "--select=R004", "--output-format=concise"];
    lsflint(&scratch, &strict).assert().code(1).stdout_eq(str![[r#"
draft/lsb.queues:3:24: R004 error [..]

"#]]);
    scratch.write("lsf.conf", "LSF_STRICT_RESREQ=N\n");
    lsflint(&scratch, &strict).assert().code(0).stdout_eq(str![[r#"
draft/lsb.queues:3:24: R004 warning [..]

"#]]);
}

#[test]
fn verbose_says_what_was_left_out() {
    let scratch = Scratch::with(&[("lsb.queues", CLEAN), ("lsb.queues.bak", CLEAN)]);
    lsflint(&scratch, &["check", "-v"]).assert().success().stderr_eq(str![[r#"
excluded: lsb.queues.bak: looks like a backup copy
skipped: effects of lsf.conf on other files: lsf.conf is not loaded (cluster `site`)
skipped: names of application profiles: lsb.applications is not loaded (cluster `site`)
skipped: names of host groups: lsb.hosts is not loaded (cluster `site`)
skipped: names of hosts: lsf.cluster is not loaded (cluster `site`)
skipped: names of resources: lsf.shared is not loaded (cluster `site`)
skipped: names of user groups: lsb.users is not loaded (cluster `site`)
checked 1 file of 1 cluster in [..] ms

"#]]);
}
