//! `check --add-suppressions`, and what is said about suppressions.

use lsflint_test_support::Scratch;
use snapbox::str;

use crate::{CLEAN, SELECT, TWO_FINDINGS, lsflint, stdout};

const ADD: &[&str] = &["check", SELECT, "--add-suppressions", "--reason", "agreed"];

fn read(scratch: &Scratch, name: &str) -> String {
    std::fs::read_to_string(scratch.path().join(name)).expect("a file of ours")
}

#[test]
fn every_finding_gets_a_comment() {
    let scratch = Scratch::with(&[("a/lsb.queues", TWO_FINDINGS), ("b/lsb.queues", CLEAN)]);
    lsflint(&scratch, ADD)
        .assert()
        .success()
        .stdout_eq(str![[r#"
No findings in 2 files.

"#]])
        .stderr_eq(str![[r#"
suppressed 2 findings in 1 file

"#]]);
    snapbox::assert_data_eq!(
        read(&scratch, "a/lsb.queues"),
        str![[r#"
Begin Queue
QUEUE_NAME = night
PRIORITY = 30
# lsflint: ignore[P003] agreed
PRIORITY = 40
DESCRIPTION = x
# lsflint: ignore[F104] agreed
End Queues

"#]]
    );
    assert_eq!(read(&scratch, "b/lsb.queues"), CLEAN);
    lsflint(&scratch, &["check", SELECT, "--extend-select=F09", "--fail-on=info"]).assert().success();
    lsflint(&scratch, &["fmt"]).assert().success();
    lsflint(&scratch, &["check", SELECT, "--extend-select=F09", "--fail-on=info"]).assert().success();
    lsflint(&scratch, ADD).assert().success().stderr_eq(str![[r#"
suppressed 0 findings in 0 files

"#]]);
}

#[test]
fn unused_comments_are_removed() {
    let scratch = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
    lsflint(&scratch, ADD).assert().success();
    let repaired = read(&scratch, "lsb.queues").replace("Queues", "Queue").replace("PRIORITY = 30\n", "");
    scratch.write("lsb.queues", repaired);
    lsflint(&scratch, &["check", SELECT, "--extend-select=F090", "--fix"]).assert().success();
    assert_eq!(read(&scratch, "lsb.queues"), CLEAN.replace("30", "40"));
}

#[test]
fn comments_that_are_there_are_extended() {
    let text = "Begin Queue\nQUEUE_NAME = night\nNICE = 1\n# lsflint: ignore[P101] so\n  NICE = x\nEnd Queues # lsflint: ignore[P101]\n";
    let scratch = Scratch::with(&[("lsb.queues", text)]);
    lsflint(&scratch, ADD).assert().success();
    snapbox::assert_data_eq!(
        read(&scratch, "lsb.queues"),
        str![[r#"
Begin Queue
QUEUE_NAME = night
NICE = 1
# lsflint: ignore[P101, P003] so
  NICE = x
End Queues # lsflint: ignore[P101, F104] agreed

"#]]
    );
}

#[test]
fn lines_are_found_in_every_form_of_file() {
    let table = "Begin Host\r\nHOST_NAME MXJ\r\n  h1 y\r\n#if time(8:00-18:00)\r\n  h2 z\r\n#endif\r\nEnd Hosts\r\n";
    let flat = "# head\nLSF_LIM_PORT=x\nLSF_LIM_PORT=\\\ny\n";
    let scratch = Scratch::with(&[("lsb.hosts", table), ("lsf.conf", flat)]);
    let add = &["check", "--add-suppressions"];
    lsflint(&scratch, add).assert().success();
    let (table, flat) = (read(&scratch, "lsb.hosts"), read(&scratch, "lsf.conf"));
    assert!(
        table.contains("\r\n  # lsflint: ignore[") && table.contains("]\r\n  h2 z\r\n#endif\r\n# lsflint"),
        "{table}"
    );
    assert!(!table.replace("\r\n", "").contains('\n'), "{table}");
    assert!(flat.contains("]\nLSF_LIM_PORT=\\\ny\n"), "{flat}");
    lsflint(&scratch, &["check", "--fail-on", "info"]).assert().success();
}

#[test]
fn where_reasons_are_wanted_they_must_be_given() {
    let scratch = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
    lsflint(&scratch, &["check", SELECT, "--extend-select=F091", "--add-suppressions"])
        .assert()
        .code(2)
        .stdout_eq(str![[""]])
        .stderr_eq(str![[r#"
error: suppressions require a reason (rule F091); add `--reason TEXT`; nothing was written

"#]]);
    assert_eq!(read(&scratch, "lsb.queues"), TWO_FINDINGS);
    lsflint(&scratch, &["check", SELECT, "--add-suppressions"]).assert().success();
    assert!(read(&scratch, "lsb.queues").contains("# lsflint: ignore[F104]\n"));
    let found = stdout(&scratch, &["check", "--select=F091", "--output-format=concise"], 0);
    assert_eq!(found.lines().count(), 2, "{found}");
    lsflint(&scratch, &["check", "--add-suppressions", "--reason", "a\nb"]).assert().code(2);
    lsflint(&scratch, &["check", "--reason", "a"]).assert().code(2);
}

#[test]
fn what_the_baseline_knows_needs_no_comment() {
    let scratch = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
    lsflint(&scratch, &["check", "--select=P003", "--write-baseline", "known.toml"]).assert().success();
    lsflint(&scratch, &["check", SELECT, "--add-suppressions", "--baseline", "known.toml"]).assert().success();
    let text = read(&scratch, "lsb.queues");
    assert!(text.contains("ignore[F104]") && !text.contains("P003"), "{text}");
}

#[test]
fn what_comments_cannot_suppress_is_left() {
    let text = "\u{feff}Begin Queues\nQUEUE_NAME = night\n# lsflint ignore[F104]\nEnd Queue\n";
    let scratch = Scratch::with(&[("lsb.queues", text)]);
    let found = stdout(
        &scratch,
        &["check", "--select=F092,F104,F005", "--add-suppressions", "--output-format=concise", "--fail-on=never"],
        0,
    );
    assert!(found.contains("F092"), "{found}");
    assert!(read(&scratch, "lsb.queues").starts_with("\u{feff}Begin"));
}

#[test]
fn bytes_that_were_latin_1_stay_latin_1() {
    let scratch = Scratch::new();
    let mut bytes = TWO_FINDINGS.replace("DESCRIPTION = x", "DESCRIPTION = X").into_bytes();
    let at = bytes.iter().position(|it| *it == b'X').expect("it is there");
    bytes[at] = 0xE4;
    scratch.write("lsb.queues", &bytes);
    lsflint(&scratch, &["check", SELECT, "--add-suppressions", "--reason", "für später"]).assert().success();
    let written = std::fs::read(scratch.path().join("lsb.queues")).expect("a file");
    assert!(written.windows(4).any(|it| it == b"f\xFCr "), "{written:?}");
    scratch.write("lsb.queues", &bytes);
    lsflint(&scratch, &["check", SELECT, "--add-suppressions", "--reason", "日本"]).assert().code(1);
    assert_eq!(std::fs::read(scratch.path().join("lsb.queues")).expect("a file"), bytes);
}

#[cfg(unix)]
#[test]
fn a_failed_write_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
    let path = scratch.path().join("lsb.queues");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).expect("our own file");
    lsflint(&scratch, ADD).assert().code(2).stderr_eq(str![[r#"
error: cannot write `lsb.queues`: it is read-only; the file is unchanged
suppressed 0 findings in 0 files

"#]]);
    assert_eq!(read(&scratch, "lsb.queues"), TWO_FINDINGS);
}

#[test]
fn a_suppression_of_a_rule_that_does_not_run_is_not_unused() {
    let text = TWO_FINDINGS.replace("Queues", "Queues # lsflint: ignore[F104] x");
    let scratch = Scratch::with(&[("lsb.queues", &text)]);
    lsflint(&scratch, &["check", "--select=P003,F090", "--fail-on=never"]).assert().success();
    assert_eq!(stdout(&scratch, &["check", "--select=F09", "--output-format=concise"], 0), "");
    assert_eq!(stdout(&scratch, &["check", "--select=F09,F104", "--output-format=concise"], 0), "");
}
