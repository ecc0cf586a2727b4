//! Where reports go: several in one run, whole or not at all, and never over something that is read.

use std::fs;

use lsflint_test_support::Scratch;
use snapbox::str;

use crate::{SELECT, TWO_FINDINGS, lsflint, stdout};

fn read(scratch: &Scratch, name: &str) -> String {
    fs::read_to_string(scratch.path().join(name)).expect("the report was written")
}

/// A run that cannot begin, and what it says.
#[track_caller]
fn refused(scratch: &Scratch, arguments: &[&str], expected: impl snapbox::IntoData) {
    let arguments: Vec<&str> = [&["check", SELECT], arguments].concat();
    lsflint(scratch, &arguments).assert().code(2).stdout_eq("").stderr_eq(expected);
}

fn names(scratch: &Scratch) -> Vec<String> {
    let folder = fs::read_dir(scratch.path()).expect("a folder of ours");
    let mut names: Vec<String> = folder.flatten().map(|it| it.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn several_in_one_run() {
    let scratch = Scratch::with(&[("conf/lsb.queues", TWO_FINDINGS)]);
    let formats = ["json", "json-lines", "concise", "full", "sarif", "github", "gitlab", "junit", "checkstyle"];
    let pairs = formats.map(|it| format!("--report={it}=found.{it}"));
    let arguments: Vec<&str> =
        ["check", "conf", SELECT, "--color=always"].into_iter().chain(pairs.iter().map(|it| &**it)).collect();
    assert!(stdout(&scratch, &arguments, 1).contains("1 error and 1 warning"));
    for format in formats {
        let alone = stdout(&scratch, &["check", "conf", SELECT, "--output-format", format], 1);
        assert_eq!(read(&scratch, &format!("found.{format}")), alone, "{format}, without colours");
    }
    assert_eq!(stdout(&scratch, &["check", "conf", SELECT, "--output-file=out.txt"], 1), "");
    assert!(read(&scratch, "out.txt").starts_with("warning duplicate-parameter [P003]: "));
}

#[test]
fn stdout_takes_one() {
    let scratch = Scratch::with(&[("conf/lsb.queues", TWO_FINDINGS)]);
    let github = stdout(&scratch, &["check", SELECT, "--report=github=-", "--output-file=out.txt"], 1);
    assert!(github.starts_with("::warning "), "{github}");
    assert!(read(&scratch, "out.txt").contains("Found 1 error and 1 warning in 1 file."));
    refused(
        &scratch,
        &["--report=github=-"],
        str![[r#"
error: two reports would go to stdout; use `--output-file`, or write the report to a file

"#]],
    );
}

#[test]
fn two_reports_need_two_places() {
    let scratch = Scratch::with(&[("conf/lsb.queues", TWO_FINDINGS)]);
    refused(
        &scratch,
        &["--report=json=a", "--report=sarif=conf/../a"],
        str![[r#"
error: two reports would be written to `conf/../a`

"#]],
    );
    refused(
        &scratch,
        &["--output-file=a", "--report=sarif=a"],
        str![[r#"
error: two reports would be written to `a`

"#]],
    );
    assert_eq!(names(&scratch), ["conf"]);
}

#[test]
fn a_report_cannot_replace_configuration() {
    let scratch = Scratch::with(&[("conf/lsb.queues", TWO_FINDINGS), ("conf/lsf.conf", "")]);
    refused(
        &scratch,
        &["conf/lsb.queues", "--report=json=conf/lsf.conf"],
        str![[r#"
error: cannot write a report to `conf/lsf.conf`: it is a configuration file

"#]],
    );
    refused(
        &scratch,
        &["--output-file", "conf/lsb.queues"],
        str![[r#"
error: cannot write a report to `conf/lsb.queues`: it is a configuration file

"#]],
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("conf/lsb.queues", scratch.path().join("report.json")).expect("a link");
        std::os::unix::fs::symlink("conf", scratch.path().join("folder")).expect("a link");
        refused(
            &scratch,
            &["conf", "--report=json=report.json"],
            str![[r#"
error: cannot write a report to `conf/lsb.queues`: it is a configuration file

"#]],
        );
        refused(
            &scratch,
            &["conf", "--report=json=folder/lsb.queues"],
            str![[r#"
error: cannot write a report to `conf/lsb.queues`: it is a configuration file

"#]],
        );
    }
    assert_eq!(read(&scratch, "conf/lsb.queues"), TWO_FINDINGS);
    assert_eq!(read(&scratch, "conf/lsf.conf"), "");
}

#[test]
fn unwritable_reports_are_reported_before_the_check() {
    let scratch = Scratch::with(&[("conf/lsb.queues", TWO_FINDINGS), ("old.json", "old")]);
    refused(
        &scratch,
        &["--report=json=old.json", "--report=sarif=no/such/report"],
        str![[r#"
error: cannot write `no/such/report`: directory `no/such` does not exist

"#]],
    );
    refused(
        &scratch,
        &["--output-file=conf"],
        str![[r#"
error: cannot write `conf`: it is a directory

"#]],
    );
    refused(
        &scratch,
        &["--report=json=a", "--diff"],
        str![[r#"
error: `--diff` cannot be combined with `--report`

"#]],
    );
    refused(
        &scratch,
        &["--report=xml=a"],
        str![[r#"
error: invalid value 'xml=a' for '--report <FORMAT=FILE>': unknown format `xml`; expected one of full, concise, json, json-lines, sarif, github, gitlab, junit, checkstyle[..]

For more information, try '--help'.

"#]],
    );
    refused(
        &scratch,
        &["--report=sarif"],
        str![[r#"
error: invalid value 'sarif' for '--report <FORMAT=FILE>': expected FORMAT=FILE, for example json=found.json

For more information, try '--help'.

"#]],
    );
    assert_eq!(read(&scratch, "old.json"), "old");
}

#[test]
fn a_run_that_fails_leaves_the_old_report_and_nothing_else() {
    let scratch =
        Scratch::with(&[("conf/lsb.queues", TWO_FINDINGS), ("old.json", "old"), ("lsflint.toml", "what = 1\n")]);
    lsflint(&scratch, &["check", "--report=json=old.json", "--report=sarif=new.sarif"]).assert().code(2);
    assert_eq!(read(&scratch, "old.json"), "old");
    assert_eq!(names(&scratch), ["conf", "lsflint.toml", "old.json"]);
}

#[cfg(unix)]
#[test]
fn a_report_keeps_mode_and_links_of_the_old_one() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let scratch = Scratch::with(&[("conf/lsb.queues", TWO_FINDINGS), ("old.json", "old")]);
    let (old, link) = (scratch.path().join("old.json"), scratch.path().join("link.json"));
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).expect("our own file");
    symlink("old.json", &link).expect("a link");
    stdout(&scratch, &["check", SELECT, "--report=json=link.json", "--report=json=new.json"], 1);
    assert!(link.symlink_metadata().expect("a link").is_symlink());
    assert_eq!(read(&scratch, "old.json"), read(&scratch, "new.json"));
    let mode = |name: &str| scratch.path().join(name).metadata().expect("a file").permissions().mode();
    assert_eq!(mode("old.json") & 0o777, 0o640);
    assert_eq!(mode("new.json") & 0o077, mode("conf/lsb.queues") & 0o077, "as any new file");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o440)).expect("our own file");
    refused(
        &scratch,
        &["--report=json=old.json"],
        str![[r#"
error: cannot write `old.json`: it is read-only

"#]],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_to_and_a_full_one_is_named() {
    let scratch = Scratch::with(&[("conf/lsb.queues", TWO_FINDINGS), ("old.json", "old")]);
    assert_eq!(stdout(&scratch, &["check", SELECT, "--output-file=/dev/null"], 1), "");
    refused(
        &scratch,
        &["--output-file=/dev/full", "--report=json=old.json"],
        str![[r#"
error: cannot write `/dev/full`: No space left on device (os error 28)

"#]],
    );
    assert_eq!(read(&scratch, "old.json"), "old");
}

#[cfg(unix)]
#[test]
fn a_killed_run_leaves_the_old_report_and_nothing_else() {
    use std::io::Read;
    use std::process::{Command, Stdio};

    let scratch = Scratch::with(&[("old.json", "old")]);
    for number in 0..300 {
        scratch.write(&format!("conf/c{number}/lsb.queues"), TWO_FINDINGS);
    }
    let mut child = Command::new(snapbox::cmd::cargo_bin!("lsflint"))
        .args(["check", "--output-format=json-lines", "--report=json=old.json", "--jobs=1", SELECT])
        .current_dir(scratch.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("our own program starts");
    // The pipe is full long before the end, so the run is in the middle of its reports now.
    let mut first = [0; 64];
    child.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("a finding");
    child.kill().expect("our own program");
    child.wait().expect("our own program ends");
    assert_eq!(read(&scratch, "old.json"), "old");
    assert_eq!(names(&scratch), ["conf", "old.json"]);
}
