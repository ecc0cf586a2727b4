//! `fmt`: files as they should look.

use std::fs;

use lsflint_test_support::{Scratch, cluster};
use snapbox::{assert_data_eq, str};

use crate::{lsflint, stdout};

const UGLY: &str = "Begin Queue\nQUEUE_NAME=night\n  PRIORITY = 40\nEnd Queue\n";
const NICE: &str = "Begin Queue\nQUEUE_NAME = night\nPRIORITY   = 40\nEnd Queue\n";

fn text(scratch: &Scratch, name: &str) -> String {
    fs::read_to_string(scratch.path().join(name)).expect("a file of ours")
}

#[test]
fn files_are_formatted_in_place() {
    let scratch = Scratch::with(&[("a/lsb.queues", UGLY), ("b/lsb.queues", NICE)]);
    lsflint(&scratch, &["fmt"]).assert().code(0).stdout_eq(str![""]).stderr_eq(str![[r#"
1 file formatted, 1 file unchanged

"#]]);
    assert_eq!(text(&scratch, "a/lsb.queues"), NICE);
    lsflint(&scratch, &["fmt", "--check"]).assert().code(0).stderr_eq(str![[r#"
0 files would change, 2 files already formatted

"#]]);
}

#[test]
fn looking_changes_nothing() {
    let scratch = Scratch::with(&[("lsb.queues", UGLY)]);
    lsflint(&scratch, &["fmt", "--check"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
lsb.queues

"#]])
        .stderr_eq(str![[r#"
1 file would change, 0 files already formatted

"#]]);
    lsflint(&scratch, &["fmt", "--check", "-q"]).assert().code(1).stdout_eq(str![""]).stderr_eq(str![""]);
    assert_data_eq!(
        stdout(&scratch, &["fmt", "--diff", "."], 1),
        str![[r#"
--- a/lsb.queues
+++ b/lsb.queues
@@ -1,4 +1,4 @@
 Begin Queue
-QUEUE_NAME=night
-  PRIORITY = 40
+QUEUE_NAME = night
+PRIORITY   = 40
 End Queue

"#]]
    );
    assert_eq!(text(&scratch, "lsb.queues"), UGLY);
}

#[test]
fn a_text_from_stdin() {
    let scratch = Scratch::new();
    let arguments = ["fmt", "-", "--stdin-filename", "lsb.queues"];
    lsflint(&scratch, &arguments).stdin(UGLY).assert().code(0).stdout_eq(NICE).stderr_eq(str![""]);
    lsflint(&scratch, &arguments).stdin(NICE).assert().code(0).stdout_eq(NICE);
    lsflint(&scratch, &["fmt", "-"]).stdin(UGLY).assert().code(2).stderr_eq(str![[r#"
error: `-` requires `--stdin-filename NAME`, the file name of the text

"#]]);
    let latin = b"Begin Queue\nQUEUE_NAME=n\xE4cht\nEnd Queue\n".to_vec();
    let output = lsflint(&scratch, &arguments).stdin(latin).assert().code(0).get_output().stdout.clone();
    assert_eq!(output, b"Begin Queue\nQUEUE_NAME = n\xE4cht\nEnd Queue\n", "in the encoding it came in");
}

#[test]
fn options_of_lsflint_toml() {
    let scratch = Scratch::with(&[("lsb.queues", UGLY), ("lsflint.toml", "[fmt]\nalign = false\nindent = 2\n")]);
    lsflint(&scratch, &["fmt"]).assert().code(0);
    assert_data_eq!(
        text(&scratch, "lsb.queues"),
        str![[r#"
Begin Queue
  QUEUE_NAME = night
  PRIORITY = 40
End Queue

"#]]
    );
}

#[test]
fn a_failure_is_reported_and_the_other_files_are_formatted() {
    let scratch = Scratch::with(&[("a/lsb.queues", UGLY), ("b/lsb.queues", UGLY)]);
    scratch.write("c/lsb.queues", b"a\0b\xFF");
    let locked = scratch.path().join("a/lsb.queues");
    let mut mode = fs::metadata(&locked).expect("a file of ours").permissions();
    mode.set_readonly(true);
    fs::set_permissions(&locked, mode).expect("a file of ours");
    lsflint(&scratch, &["fmt"]).assert().code(2).stderr_eq(str![[r#"
error: cannot write `a/lsb.queues`: it is read-only; the file is unchanged
error: `c/lsb.queues` is not a text file: byte 1 is zero
1 file formatted, 0 files unchanged

"#]]);
    assert_eq!(text(&scratch, "a/lsb.queues"), UGLY);
    assert_eq!(text(&scratch, "b/lsb.queues"), NICE);
    lsflint(&scratch, &["fmt", "nowhere"]).assert().code(2).stderr_eq(str![[r#"
error: `nowhere` does not exist

"#]]);
}

#[test]
fn the_clean_cluster_says_the_same_afterwards() {
    let scratch = Scratch::copy_of(&cluster("clean"));
    lsflint(&scratch, &["fmt"]).assert().code(0);
    assert_eq!(stdout(&scratch, &["check", "--output-format", "concise"], 0), "");
}

#[test]
fn some_lines() {
    let scratch = Scratch::with(&[("lsb.queues", UGLY), ("other/lsb.queues", UGLY)]);
    lsflint(&scratch, &["fmt", "--range", "3-3", "lsb.queues"]).assert().code(0).stderr_eq(str![[r#"
1 file formatted, 0 files unchanged

"#]]);
    assert_eq!(text(&scratch, "lsb.queues"), "Begin Queue\nQUEUE_NAME=night\nPRIORITY   = 40\nEnd Queue\n");
    lsflint(&scratch, &["fmt", "--range=-2", "lsb.queues"]).assert().code(0);
    assert_eq!(text(&scratch, "lsb.queues"), NICE);
    let arguments = ["fmt", "-", "--stdin-filename", "lsb.queues", "--range"];
    for (range, expected) in [("9-", UGLY), ("1-99", NICE), ("1-1", UGLY)] {
        lsflint(&scratch, &[&arguments[..], &[range]].concat()).stdin(UGLY).assert().code(0).stdout_eq(expected);
    }
    for wrong in ["", "-", "0-3", "7-3", "a-b"] {
        let range = format!("--range={wrong}");
        lsflint(&scratch, &["fmt", &range, "lsb.queues"]).assert().code(2).stdout_eq(str![""]);
    }
    lsflint(&scratch, &["fmt", "--range=1-2"]).assert().code(2).stderr_eq(str![[r#"
error: `--range` requires exactly one file

"#]]);
}
