//! `check --baseline`, `--write-baseline`.

use lsflint_test_support::Scratch;
use snapbox::str;

use crate::{CLEAN, SELECT, TWO_FINDINGS, lsflint, stdout};

const WRITE: &[&str] = &["check", SELECT, "--write-baseline", "known.toml"];
const READ: &[&str] = &["check", SELECT, "--baseline", "known.toml"];

fn read(scratch: &Scratch, name: &str) -> String {
    std::fs::read_to_string(scratch.path().join(name)).expect("a file of ours")
}

/// A folder whose findings are all recorded.
fn recorded(files: &[(&str, &str)]) -> Scratch {
    let scratch = Scratch::with(files);
    lsflint(&scratch, WRITE).assert().success();
    scratch
}

#[test]
fn what_is_recorded_is_not_reported() {
    let scratch = Scratch::with(&[("conf/lsb.queues", TWO_FINDINGS)]);
    lsflint(&scratch, WRITE)
        .assert()
        .success()
        .stdout_eq(str![[r#"
No findings in 1 file; not shown: 2 in the baseline.

"#]])
        .stderr_eq(str![[r#"
`known.toml`: 2 findings recorded, 0 findings removed

"#]]);
    snapbox::assert_data_eq!(
        read(&scratch, "known.toml"),
        str![[r##"
# Findings that lsflint knows and does not report: `lsflint check --baseline FILE`.
# `lsflint check --write-baseline FILE` removes those that are no longer found.
version = 1
findings = [
  { file = "conf/lsb.queues", code = "F104", fingerprint = "63346316faca9875", message = "`End Queues` does not match the open section `Queue`" },
  { file = "conf/lsb.queues", code = "P003", fingerprint = "c9c0dad520e52349", message = "duplicate parameter `PRIORITY` in this section" },
]

"##]]
    );
    lsflint(&scratch, READ).assert().success().stderr_eq(str![[""]]);
    lsflint(&scratch, &["check", SELECT]).assert().code(1);
    assert_eq!(stdout(&scratch, &["check", SELECT, "--baseline", "known.toml", "--output-format", "concise"], 0), "");
}

#[test]
fn paths_count_from_the_folder_of_the_baseline() {
    let scratch = recorded(&[("conf/lsb.queues", TWO_FINDINGS)]);
    let conf = Scratch::copy_of(&scratch.path());
    std::fs::create_dir(conf.path().join("elsewhere")).expect("a folder");
    for (folder, baseline, path) in
        [("conf", "../known.toml", "."), ("elsewhere", "../known.toml", "../conf/lsb.queues")]
    {
        lsflint(&conf, &["check", SELECT, "--baseline", baseline, path])
            .current_dir(conf.path().join(folder))
            .assert()
            .success();
    }
}

#[test]
fn what_is_new_is_reported_and_counted() {
    let scratch = recorded(&[("lsb.queues", TWO_FINDINGS)]);
    scratch.write("lsb.users", "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\ng (a)\nEnd UserGruop\n");
    let found = stdout(&scratch, &["check", SELECT, "--baseline", "known.toml", "--output-format", "concise"], 1);
    assert_eq!(found, "lsb.users:4:5: F104 error `End UserGruop` does not match the open section `UserGroup`\n");
}

#[test]
fn moved_lines_and_renamed_files_bring_nothing_new() {
    let scratch = recorded(&[("conf/lsb.queues", TWO_FINDINGS)]);
    scratch.write("conf/lsb.queues", format!("# a comment\n\n{CLEAN}\n{}", TWO_FINDINGS.replace(" = ", "=")));
    lsflint(&scratch, READ).assert().success().stderr_eq(str![[""]]);
    let path = scratch.path();
    std::fs::rename(path.join("conf"), path.join("site")).expect("a folder of ours");
    lsflint(&scratch, READ).assert().success().stderr_eq(str![[""]]);
    lsflint(&scratch, WRITE).assert().success();
    assert!(read(&scratch, "known.toml").contains("\"site/lsb.queues\""), "{}", read(&scratch, "known.toml"));
    assert!(!read(&scratch, "known.toml").contains("conf/"));
}

#[test]
fn it_shrinks_and_does_not_grow() {
    let scratch = recorded(&[("lsb.queues", TWO_FINDINGS)]);
    scratch.write("lsb.queues", TWO_FINDINGS.replace("Queues\n", "Queue\n"));
    lsflint(&scratch, READ).assert().success().stderr_eq(str![[r#"
1 finding in `known.toml` is no longer found; `--write-baseline known.toml` removes stale entries, `-v` lists them

"#]]);
    let mut verbose = READ.to_vec();
    verbose.push("-v");
    lsflint(&scratch, &verbose).assert().success().stderr_eq(str![[r#"
no longer found: lsb.queues: F104 63346316faca9875 `End Queues` does not match the open section `Queue`
...
"#]]);
    scratch.write("lsb.users", "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\ng (a)\nEnd UserGruop\n");
    lsflint(&scratch, WRITE).assert().code(1).stderr_eq(str![[r#"
`known.toml`: 1 finding removed; 1 finding is not recorded because the baseline only shrinks: fix new findings or add `--baseline-may-grow`

"#]]);
    let shrunk = read(&scratch, "known.toml");
    assert!(!shrunk.contains("F104") && shrunk.contains("P003"), "{shrunk}");
    let mut grow = WRITE.to_vec();
    grow.push("--baseline-may-grow");
    lsflint(&scratch, &grow).env("CI", "true").assert().code(2).stderr_eq(str![[r#"
error: cannot add findings to `known.toml`: CI is set, and findings recorded in CI are not reviewed; run the command outside CI

"#]]);
    assert_eq!(read(&scratch, "known.toml"), shrunk);
    lsflint(&scratch, &grow).assert().success();
    assert!(read(&scratch, "known.toml").contains("lsb.users"));
}

#[test]
fn in_ci_none_is_begun_but_stale_entries_go() {
    let scratch = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
    lsflint(&scratch, WRITE).env("CI", "1").assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: cannot create the baseline `known.toml`: CI is set, and findings recorded in CI are not reviewed; run the command outside CI

"#]]);
    assert!(!scratch.path().join("known.toml").exists());
    let scratch = recorded(&[("lsb.queues", TWO_FINDINGS)]);
    scratch.write("lsb.queues", CLEAN);
    lsflint(&scratch, WRITE).env("CI", "1").assert().success();
    assert!(read(&scratch, "known.toml").ends_with("findings = []\n"));
}

#[test]
fn what_a_run_does_not_look_at_stays() {
    let files = [("a/lsb.queues", TWO_FINDINGS), ("b/lsb.queues", TWO_FINDINGS)];
    let scratch = recorded(&files);
    let before = read(&scratch, "known.toml");
    scratch.write("a/lsb.queues", CLEAN);
    scratch.write("b/lsb.queues", CLEAN);
    lsflint(&scratch, &["check", "--select=F104", "--write-baseline", "known.toml", "a"]).assert().success();
    let entries = |text: &str| text.matches("file = ").count();
    let after = read(&scratch, "known.toml");
    assert_eq!((entries(&before), entries(&after)), (4, 3), "{after}");
    assert_eq!(after.matches("F104").count(), 1);
    std::fs::remove_dir_all(scratch.path().join("a")).expect("a folder of ours");
    lsflint(&scratch, &["check", SELECT, "--write-baseline", "known.toml", "b"]).assert().success();
    assert_eq!(entries(&read(&scratch, "known.toml")), 1, "nobody was asked about the folder that is gone");
    lsflint(&scratch, WRITE).assert().success();
    assert_eq!(entries(&read(&scratch, "known.toml")), 0);
}

#[test]
fn of_two_equal_findings_the_other_stays_known() {
    let queue = |lines: &str| format!("Begin Queue\nQUEUE_NAME = a\n{lines}End Queue\n");
    let scratch = recorded(&[("lsb.queues", &queue("NICE = 1\nNICE = 1\nNICE = 1\n"))]);
    scratch.write("lsb.queues", queue("NICE = 1\nNICE = 1\n"));
    lsflint(&scratch, READ).assert().success();
    scratch.write("lsb.queues", format!("{0}{0}", queue("NICE = 1\nNICE = 1\n")));
    let found = stdout(
        &scratch,
        &["check", "--select=P003", "--baseline", "known.toml", "--output-format", "concise", "--fail-on", "warning"],
        0,
    );
    assert_eq!(found, "");
}

#[test]
fn mistakes_end_the_run() {
    let scratch =
        Scratch::with(&[("lsb.queues", TWO_FINDINGS), ("broken.toml", "version = 1\nfindings = [\n  3,\n]\n")]);
    let check = |arguments: &[&str], expected: &str| {
        let mut all = vec!["check", SELECT];
        all.extend(arguments);
        let output = lsflint(&scratch, &all).assert().code(2).stdout_eq(str![[""]]).get_output().clone();
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), format!("error: {expected}"));
    };
    check(
        &["--baseline", "none.toml"],
        "baseline `none.toml` does not exist; `--write-baseline none.toml` creates it from the current findings",
    );
    check(&["--baseline", "broken.toml"], "broken.toml:3:3: expected a table with `file`, `code` and `fingerprint`");
    check(
        &["--write-baseline", "broken.toml"],
        "broken.toml:3:3: expected a table with `file`, `code` and `fingerprint`",
    );
    check(
        &["--baseline", "a.toml", "--write-baseline", "b.toml"],
        "`--baseline` and `--write-baseline` name different files; `--write-baseline` also reads its file",
    );
    assert_eq!(read(&scratch, "broken.toml"), "version = 1\nfindings = [\n  3,\n]\n");
    assert!(!scratch.path().join("b.toml").exists());
}

#[cfg(unix)]
#[test]
fn the_file_keeps_its_mode_and_nothing_else_is_left() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = recorded(&[("lsb.queues", TWO_FINDINGS)]);
    let path = scratch.path().join("known.toml");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).expect("our own file");
    scratch.write("lsb.queues", CLEAN);
    lsflint(&scratch, WRITE).assert().success();
    assert_eq!(path.metadata().expect("a file").permissions().mode() & 0o777, 0o640);
    assert_eq!(std::fs::read_dir(scratch.path()).expect("a folder").count(), 2);
}

#[test]
fn a_baseline_that_lsflint_toml_names() {
    let scratch =
        Scratch::with(&[("a/conf/lsb.queues", TWO_FINDINGS), ("a/lsflint.toml", "baseline = \"known.toml\"\n")]);
    let check = |more: &[&str]| lsflint(&scratch, &[&["check", SELECT], more].concat());
    check(&[]).assert().code(2).stderr_eq(str![[r#"
error: baseline `a/known.toml` does not exist; a/lsflint.toml:1 names it; `lsflint check --write-baseline a/known.toml` creates it

"#]]);
    check(&["--write-baseline=a/known.toml"]).assert().success();
    let hidden = str![[r#"
No findings in 1 file; not shown: 2 in the baseline.

"#]];
    // The path is relative to lsflint.toml, wherever the command runs.
    check(&[]).assert().success().stdout_eq(hidden.clone());
    lsflint(&scratch, &["check", SELECT, "lsb.queues"])
        .current_dir(scratch.path().join("a/conf"))
        .assert()
        .success()
        .stdout_eq(hidden);
    check(&["--quiet", "--fix", "--unsafe-fixes"]).assert().success();
    assert_eq!(read(&scratch, "a/conf/lsb.queues"), TWO_FINDINGS, "what is hidden is not fixed");
    // Options override it.
    check(&["--no-baseline", "--quiet"]).assert().code(1);
    scratch.write("empty.toml", "version = 1\nfindings = []\n");
    check(&["--baseline=empty.toml", "--quiet"]).assert().code(1);
    scratch.write("a/conf/lsb.queues", TWO_FINDINGS.replace("PRIORITY = 40", "PRIORITY = 40\nPRIORITY = 50"));
    check(&["--output-format=concise", "--fail-on=never"]).assert().success().stdout_eq(str![[r#"
a/conf/lsb.queues:5:1: P003 warning duplicate parameter `PRIORITY` in this section

"#]]);
}
