//! `check --fix` and `check --diff`: what is written, what is shown, and what is said about it.

use std::fs;

use lsflint_test_support::Scratch;
use snapbox::{assert_data_eq, str};

use crate::{lsflint, stdout};

/// A safe fix, an unsafe one, and a finding without any.
const QUEUES: &str = "\
Begin Queue
QUEUE_NAME = night
PRIORITY = 30
PRIORITY = 40
mem = 1000/4000
RUNLIMT = 8:00
DESCRIPTION = x
End Queue
";

/// After the safe fix.
const SAFE: &str = "\
Begin Queue
QUEUE_NAME = night
PRIORITY = 30
PRIORITY = 40
mem = 4000/1000
RUNLIMT = 8:00
DESCRIPTION = x
End Queue
";

/// Only the rules that [`QUEUES`] is about, so that new rules change no test of the frame.
const SELECT: &str = "--select=P001,P003,L201";

/// Runs a command over a file with [`QUEUES`]; says what became of the file.
#[track_caller]
fn check(arguments: &[&str], code: i32, out: impl snapbox::IntoData, err: impl snapbox::IntoData) -> String {
    let scratch = Scratch::with(&[("lsb.queues", QUEUES)]);
    let arguments = [&["check", SELECT], arguments].concat();
    lsflint(&scratch, &arguments).assert().code(code).stdout_eq(out).stderr_eq(err);
    assert_eq!(fs::read_dir(scratch.path()).expect("our folder").count(), 1, "nothing else was left behind");
    fs::read_to_string(scratch.path().join("lsb.queues")).expect("a file of ours")
}

#[test]
fn check_reports_the_number_of_available_fixes() {
    let scratch = Scratch::with(&[("lsb.queues", QUEUES)]);
    let text = stdout(&scratch, &["check", SELECT], 1);
    assert!(
        text.ends_with(
            "Found 1 error and 2 warnings in 1 file.\n1 fixable with `--fix`, 1 more with `--unsafe-fixes`.\n"
        ),
        "{text}"
    );
}

#[test]
fn safe_fixes() {
    let after = check(
        &["--fix", "--output-format", "concise"],
        1,
        str![[r#"
lsb.queues:4:1: P003 warning duplicate parameter `PRIORITY` in this section
lsb.queues:6:1: P001 error unknown parameter `RUNLIMT` in `Queue` section

"#]],
        str![""],
    );
    assert_eq!(after, SAFE);
}

#[test]
fn unsafe_fixes_say_what_they_did() {
    let after = check(
        &["--fix", "--unsafe-fixes", "--output-format", "concise"],
        0,
        str![[r#"
lsb.queues:4:1: P003 warning duplicate parameter `PRIORITY` in this section

"#]],
        str![[r#"
lsb.queues:6: fixed P001 (write `RUNLIMIT`); without the fix, LSF logs an error and ignores the line

"#]],
    );
    assert_eq!(after, SAFE.replace("RUNLIMT", "RUNLIMIT"));
}

#[test]
fn an_uncovered_finding_is_no_reason_to_withhold_a_fix() {
    // Behind `rusgae` hides an invalid duration, behind `RUNLIMT` seconds, behind `GROUP` an advice about `QPRIORITY`.
    let text = "\
Begin Queue
QUEUE_NAME = a
RES_REQ = select[mem>1] rusgae[mem=4000000:duration=5x] span[host=1]
APS_PRIORITY = WEIGHT[[QPRIORITY, 10] [GROUP, 1]]
RUNLIMT = 24:00:00
USERS = ug1, ug2
End Queue
";
    let scratch = Scratch::with(&[("lsb.queues", text)]);
    let arguments = ["check", "--fix", "--unsafe-fixes", "--output-format=concise", "--ignore=R601"];
    lsflint(&scratch, &arguments)
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
lsb.queues:3:53: R303 error invalid duration `5x`
lsb.queues:4:24: A205 info `QPRIORITY` is used without `QUEUE_GROUP`

"#]])
        .stderr_eq(str![[r#"
lsb.queues:3: fixed R001 (write `rusage`); without the fix, LSF may reject the requirement string, so the queue may have no resource requirement
lsb.queues:3: fixed R408 (write `hosts`); without the fix, LSF rejects the requirement string, so the queue has no resource requirement
lsb.queues:4: fixed A003 (write `UG`); without the fix, LSF may ignore the line, so the queue does not use absolute priority scheduling
lsb.queues:5: fixed L102 (remove `:00`); without the fix, LSF uses the default `unlimited` instead of the value
lsb.queues:5: fixed P001 (write `RUNLIMIT`); without the fix, LSF logs an error and ignores the line
lsb.queues:6: fixed P112 (separate with spaces); without the fix, LSF may log an error and ignore words of the list because it reads them as other names

"#]]);
    let fixed = fs::read_to_string(scratch.path().join("lsb.queues")).expect("a file of ours");
    assert_data_eq!(
        fixed,
        str![[r#"
Begin Queue
QUEUE_NAME = a
RES_REQ = select[mem>1] rusage[mem=4000000:duration=5x] span[hosts=1]
APS_PRIORITY = WEIGHT[[QPRIORITY, 10] [UG, 1]]
RUNLIMIT = 24:00
USERS = ug1 ug2
End Queue

"#]]
    );
}

#[test]
fn fixes_that_would_cause_an_error_are_listed() {
    // With the backslash in effect, the two rows would be one.
    let text = "\
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
bigmem Boolean () () (big) \\\x20
fast Boolean () () (fast)
End Resource
";
    let scratch = Scratch::with(&[("lsf.shared", text)]);
    let fix = ["check", "--fix", "--unsafe-fixes"];
    let out = stdout(&scratch, &fix, 1);
    let end = "Found 1 error in 1 file.\n1 fix not applied:\n  lsf.shared:3: F002: would cause F204 at lsf.shared:4\n";
    assert!(out.ends_with(end), "{out}");
    let json = stdout(&scratch, &[&fix[..], &["--output-format=json"]].concat(), 1);
    let withheld =
        r#""not_applied":[{"code":"F002","file":"lsf.shared","line":3,"because":"would cause F204 at lsf.shared:4"}]"#;
    assert!(json.contains(withheld), "{json}");
    let diff = ["check", "--diff", "--unsafe-fixes"];
    lsflint(&scratch, &diff).assert().code(0).stdout_eq(str![""]).stderr_eq(str![[r#"
lsf.shared:3: would not fix F002: would cause F204 at lsf.shared:4
no findings would be fixed

"#]]);
    assert_eq!(fs::read_to_string(scratch.path().join("lsf.shared")).expect("a file of ours"), text);
}

#[test]
fn the_last_line_has_the_number_of_fixes() {
    let scratch = Scratch::with(&[("lsb.queues", QUEUES)]);
    let text = stdout(&scratch, &["check", "--fix", SELECT], 1);
    assert!(
        text.ends_with(
            "Found 3 findings (1 fixed, 2 remaining: 1 error and 1 warning) in 1 file.\n\
             1 more fixable with `--unsafe-fixes`.\n"
        ),
        "{text}"
    );
    let text = stdout(&scratch, &["check", "--fix", SELECT, "--output-format", "json"], 1);
    assert!(text.contains(r#""summary":{"files":1,"errors":1,"warnings":1,"infos":0,"fixed":0}"#), "{text}");
}

#[test]
fn a_diff_writes_nothing() {
    let after = check(
        &["--diff"],
        1,
        str![[r#"
--- a/lsb.queues
+++ b/lsb.queues
@@ -2,7 +2,7 @@
 QUEUE_NAME = night
 PRIORITY = 30
 PRIORITY = 40
-mem = 1000/4000
+mem = 4000/1000
 RUNLIMT = 8:00
 DESCRIPTION = x
 End Queue

"#]],
        str![[r#"
would fix 1 finding in 1 file

"#]],
    );
    assert_eq!(after, QUEUES);
    let after = check(
        &["--diff", "--unsafe-fixes", "--fix"],
        1,
        str![[r#"
--- a/lsb.queues
+++ b/lsb.queues
@@ -2,7 +2,7 @@
 QUEUE_NAME = night
 PRIORITY = 30
 PRIORITY = 40
-mem = 1000/4000
-RUNLIMT = 8:00
+mem = 4000/1000
+RUNLIMIT = 8:00
 DESCRIPTION = x
 End Queue

"#]],
        str![[r#"
lsb.queues:6: would fix P001 (write `RUNLIMIT`); without the fix, LSF logs an error and ignores the line
would fix 2 findings in 1 file

"#]],
    );
    assert_eq!(after, QUEUES);
    check(
        &["--diff", "--ignore=L201"],
        0,
        str![""],
        str![[r#"
no findings would be fixed

"#]],
    );
}

#[test]
fn diffs_have_the_colours_of_other_output() {
    let text = "Begin Queue\nQUEUE_NAME   = a\nmem = 10/100\nEnd Queue\n";
    let scratch = Scratch::with(&[("lsb.queues", text)]);
    let diff = |arguments: &[&str]| {
        let output = lsflint(&scratch, arguments).assert().get_output().stdout.clone();
        String::from_utf8(output).expect("UTF-8")
    };
    let plain = diff(&["fmt", "--diff"]);
    assert!(plain.contains("\n-QUEUE_NAME   = a\n") && !plain.contains('\x1B'), "{plain}");
    // With colours, the whitespace that changes is visible.
    let coloured = diff(&["fmt", "--diff", "--color=always"]);
    assert!(coloured.contains("\n\x1B[31m-QUEUE_NAME\u{B7}\u{B7}\u{B7}= a\x1B[0m\n"), "{coloured}");
    assert!(coloured.contains("\n\x1B[32m+QUEUE_NAME\u{B7}= a\x1B[0m\n"), "{coloured}");
    let coloured = diff(&["check", "--diff", "--color=always", SELECT]);
    assert!(coloured.contains("\n\x1B[31m-mem = 10/100\x1B[0m\n\x1B[32m+mem = 100/10\x1B[0m\n"), "{coloured}");
    // What is foreign begins no colour.
    scratch.write(
        "lsb.queues",
        text.replace("NAME   = a", "NAME   = a\x1B]0;x\x07").replace("10/100", "10/100 # \x1B[2J"),
    );
    for arguments in [["fmt", "--diff", "--color=always"], ["check", "--diff", "--color=always"]] {
        let coloured = diff(&arguments);
        assert!(coloured.contains("\n\x1B[31m-"), "{coloured}");
        assert!(
            !coloured.contains("\x1B]") && !coloured.contains("\x1B[2J") && !coloured.contains('\x07'),
            "{coloured}"
        );
    }
    scratch.write("lsb.queues", text);
    let forced = |name: &str| {
        let command = lsflint(&scratch, &["check", "--diff", SELECT]).env("CLICOLOR_FORCE", "1").env(name, "1");
        command.assert().get_output().stdout.contains(&0x1B)
    };
    assert!(forced("CLICOLOR_FORCE") && !forced("NO_COLOR"));
}

#[test]
fn the_diff_is_the_patch_that_fixing_makes() {
    let scratch = Scratch::new();
    let latin = [b"# n\xE4cht\r\n".as_slice(), QUEUES.replace('\n', "\r\n").as_bytes()].concat();
    scratch.write("conf/lsb.queues", &latin);
    let diff = lsflint(&scratch, &["check", "--diff", SELECT]).assert().code(1).get_output().stdout.clone();
    lsflint(&scratch, &["check", "--fix", SELECT]).assert().code(1);
    let fixed = fs::read(scratch.path().join("conf/lsb.queues")).expect("a file of ours");
    scratch.write("conf/lsb.queues", &latin);
    scratch.write("it.patch", diff);
    let patch = std::process::Command::new("patch")
        .args(["-p1", "--binary", "-i", "it.patch"])
        .current_dir(scratch.path())
        .output();
    let Ok(patch) = patch else { return eprintln!("skipped: there is no patch") };
    assert!(patch.status.success(), "{patch:?}");
    assert_eq!(fs::read(scratch.path().join("conf/lsb.queues")).expect("a file of ours"), fixed);
}

#[test]
fn a_text_from_stdin_comes_back_on_stdout() {
    let scratch = Scratch::new();
    let arguments = ["check", "-", "--stdin-filename", "lsb.queues", "--fix", SELECT, "--output-format", "concise"];
    lsflint(&scratch, &arguments).stdin(QUEUES).assert().code(1).stdout_eq(SAFE).stderr_eq(str![[r#"
lsb.queues:4:1: P003 warning duplicate parameter `PRIORITY` in this section
lsb.queues:6:1: P001 error unknown parameter `RUNLIMT` in `Queue` section

"#]]);
    // What needs no fix comes back as it is, in the encoding it came in.
    let latin = b"Begin Queue\nQUEUE_NAME = n\xE4cht\nEnd Queue\n".to_vec();
    let output = lsflint(&scratch, &arguments).stdin(latin.clone()).assert().code(0).get_output().stdout.clone();
    assert_eq!(output, latin);
    let diff = ["check", "-", "--stdin-filename", "lsb.queues", "--diff", SELECT];
    let output = lsflint(&scratch, &diff).stdin(QUEUES).assert().code(1).get_output().stdout.clone();
    assert!(output.starts_with(b"--- a/lsb.queues\n"), "{}", String::from_utf8_lossy(&output));
    assert_eq!(fs::read_dir(scratch.path()).expect("our folder").count(), 0, "nothing was written");
}

#[test]
fn files_that_are_only_read_stay() {
    let scratch = Scratch::with(&[
        ("conf/lsf.conf", "LSF_LIM_PORT=7869\n"),
        ("conf/lsb.queues", QUEUES),
        ("conf/lsb.hosts", "Begin Host\nHOST_NAME MXJ mem\nh1 1 10/100\nEnd Host\n"),
        ("conf/lsb.applications", "Begin Application\nNAME = a\nRES_REQ = select[mem>1]order[ut]\nEnd Application\n"),
        ("lsflint.toml", "exclude = [\"**/lsb.applications\"]\n"),
    ]);
    let before = |name: &str| fs::read_to_string(scratch.path().join(name)).expect("a file of ours");
    let (hosts, applications) = (before("conf/lsb.hosts"), before("conf/lsb.applications"));
    lsflint(&scratch, &["check", "--fix", "conf/lsb.queues", "--ignore=P003,P001"]).assert().code(0);
    assert_eq!((before("conf/lsb.queues"), before("conf/lsb.hosts")), (SAFE.to_owned(), hosts));
    lsflint(&scratch, &["check", "--fix", "conf", "--fail-on=never"]).assert().code(0);
    assert!(before("conf/lsb.hosts").contains("100/10"));
    assert_eq!(before("conf/lsb.applications"), applications, "it is excluded");
}

/// An include, a variable and a file list may lead anywhere; the files there are read, and stay.
#[test]
fn nothing_outside_of_the_arguments_is_fixed() {
    let scratch = Scratch::with(&[
        ("outside/more.queues", QUEUES),
        ("outside/lsb.users", "Begin User\nUSER_NAME MAX_JOBS\na 1\nEnd Usre\n"),
        ("outside/lsbatch/c/configdir/lsb.queues", QUEUES),
        ("in/lsf.conf", "LSF_CONFDIR=../outside\nLSB_CONFDIR=../outside/lsbatch\nLSF_ENVDIR=../outside\n"),
    ]);
    let absolute = scratch.path().join("outside/more.queues");
    let text = format!("#INCLUDE \"../outside/more.queues\"\n#INCLUDE \"{}\"\n{QUEUES}", absolute.display());
    scratch.write("in/lsb.queues", &text);
    let outside = || lsflint_test_support::files_below(&scratch.path().join("outside"));
    let before = outside();
    for arguments in [&["check", "--fix", "--unsafe-fixes", "--fail-on=never", "in"][..], &["fmt", "in"]] {
        lsflint(&scratch, arguments).assert().success();
        assert_eq!(outside(), before, "{arguments:?}");
    }
    let after = fs::read_to_string(scratch.path().join("in/lsb.queues")).expect("a file of ours");
    assert_ne!(after, text, "what is inside is fixed");
}

#[test]
fn a_failed_write_is_reported_and_the_other_files_are_fixed() {
    let scratch = Scratch::with(&[("a/lsb.queues", QUEUES), ("b/lsb.queues", QUEUES)]);
    let locked = scratch.path().join("a/lsb.queues");
    let mut mode = fs::metadata(&locked).expect("a file of ours").permissions();
    mode.set_readonly(true);
    fs::set_permissions(&locked, mode).expect("a file of ours");
    let arguments = ["check", "--fix", "--select=L201", "--output-format=concise"];
    lsflint(&scratch, &arguments)
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
a/lsb.queues:5:7: L201 warning reversed thresholds for `mem`: suspends at 4000, starts at 1000

"#]])
        .stderr_eq(str![[r#"
error: cannot write `a/lsb.queues`: it is read-only; the file is unchanged

"#]]);
    assert_eq!(fs::read_to_string(locked).expect("a file of ours"), QUEUES);
    assert_eq!(fs::read_to_string(scratch.path().join("b/lsb.queues")).expect("a file of ours"), SAFE);
}

#[test]
fn templates_are_fixed_where_they_say_something() {
    let scratch = Scratch::with(&[(
        "lsb.queues.j2",
        "Begin Queue\nQUEUE_NAME = {{ name }}\nmem = 10/100\nut = {{ a }}/0.1\nEnd Queue\n",
    )]);
    lsflint(&scratch, &["check", "--fix", "--select=L201"]).assert().code(0);
    let text = fs::read_to_string(scratch.path().join("lsb.queues.j2")).expect("a file of ours");
    assert_data_eq!(
        text,
        str![[r#"
Begin Queue
QUEUE_NAME = {{ name }}
mem = 100/10
ut = {{ a }}/0.1
End Queue

"#]]
    );
}

#[test]
fn what_a_baseline_hides_is_not_fixed() {
    let scratch = Scratch::with(&[("lsb.queues", QUEUES)]);
    let arguments = |more: &[&'static str]| [&["check", SELECT, "--output-format=concise"], more].concat();
    let without_ci = |more: &[&'static str]| lsflint(&scratch, &arguments(more)).env_remove("CI");
    let text = || fs::read_to_string(scratch.path().join("lsb.queues")).expect("a file of ours");
    without_ci(&["--write-baseline=known.toml"]).assert().code(0);
    scratch.write("lsb.queues", QUEUES.replace("DESCRIPTION", "swp = 1/2\nDESCRIPTION"));
    without_ci(&["--fix", "--unsafe-fixes", "--baseline=known.toml"]).assert().code(0).stdout_eq(str![""]);
    assert_eq!(text(), QUEUES.replace("DESCRIPTION", "swp = 2/1\nDESCRIPTION"), "only what is new");
    // What can be fixed is fixed before the rest is recorded.
    scratch.write("lsb.queues", QUEUES);
    without_ci(&["--fix", "--write-baseline=other.toml"]).assert().code(0).stdout_eq(str![""]);
    assert_eq!(text(), SAFE);
}
