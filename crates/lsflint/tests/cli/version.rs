//! `--version` and `bug-report`.

use lsflint_test_support::Scratch;
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON document")
}

#[test]
fn one_line_or_more() {
    let scratch = Scratch::new();
    let line = concat!("lsflint ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(stdout(&scratch, &["--version"], 0), line);
    assert_eq!(stdout(&scratch, &["-V"], 0), line);
    let long = stdout(&scratch, &["-vV"], 0);
    assert!(long.starts_with(line) && long.lines().count() == 6 && long.contains("\nrules: "), "{long}");
}

#[test]
fn as_json() {
    let scratch = Scratch::with(&[("lsf.task", "")]);
    let document = json(&stdout(&scratch, &["--version", "--output-format", "json"], 0));
    assert_eq!(document["version"], 1);
    assert_eq!(document["tool"]["name"], "lsflint");
    assert_eq!(document["tool"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(document["target"].as_str().is_some_and(|it| it.contains(std::env::consts::ARCH)), "{document}");
    let rules = json(&stdout(&scratch, &["rules", "--output-format=json"], 0));
    assert_eq!(document["rules"].as_u64(), rules["rules"].as_array().map(|it| it.len() as u64));
    let targets = document["reference"]["targets"].as_array().expect("a list");
    assert!(targets.contains(&document["reference"]["newest"]) && targets.contains(&"openlava-4".into()));
    // Every target can be given back.
    for it in targets {
        stdout(&scratch, &["check", "--target", it.as_str().expect("a name")], 0);
    }
    // What it says of other documents is true.
    for (command, arguments) in [
        ("rules", &["rules", "--output-format=json"][..]),
        ("check", &["check", "--output-format=json"]),
        ("resreq check", &["resreq", "check", "--output-format=json", "mem>1"]),
        ("resreq merge", &["resreq", "merge", "--output-format=json", "--job", "mem>1"]),
        ("aps check", &["aps", "check", "--output-format=json", "WEIGHT[[JPRIORITY, 1]]"]),
    ] {
        assert_eq!(document["schemas"][command], json(&stdout(&scratch, arguments, 0))["version"], "{command}");
    }
}

#[test]
fn a_command_is_needed_otherwise() {
    let scratch = Scratch::new();
    lsflint(&scratch, &[]).assert().code(2).stdout_eq("");
    lsflint(&scratch, &["--quiet"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: missing command

Usage: lsflint [OPTIONS] <COMMAND>

For more information, try '--help'.

"#]]);
    lsflint(&scratch, &["--output-format=json"]).assert().code(2).stdout_eq("");
}

/// A site with secrets: names of folders, clusters, hosts and queues, a broken lsflint.toml above, and something that
/// is no text.
fn site() -> Scratch {
    let scratch = Scratch::with(&[
        ("secret-site/lsflint.toml", "exclude = [\"*secret-backup*\"]\n"),
        ("secret-site/conf/lsb.queues", "Begin Queue\nQUEUE_NAME = secret-queue\nPRIORITY = 1\nEnd Queues\n"),
        ("secret-site/conf/lsf.cluster.secret-cluster", "Begin Host\nHOSTNAME\nsecret-host\nEnd Host\n"),
        ("secret-site/conf/lsb.queues.secret-backup", "\n"),
    ]);
    scratch.write("secret-site/conf/lsb.users", b"secret\0bytes\xFF");
    scratch
}

#[test]
fn names_stay_at_the_site() {
    let scratch = site();
    let report = |arguments: &[&str]| {
        let output = lsflint(&scratch, arguments).env("LSF_ENVDIR", "secret-folder").assert().success();
        String::from_utf8(output.get_output().stdout.clone()).expect("our output is UTF-8")
    };
    let text = report(&["bug-report", "secret-site"]);
    assert!(!text.contains("secret"), "{text}");
    assert!(!text.contains(&*scratch.path().to_string_lossy()), "{text}");
    for part in [
        "## What happened",
        "\n```json\n{\"version\":1,",
        "\n- environment: ",
        "`LSF_ENVDIR` (set)",
        "| cluster 1 | lsb.queues | 62 |  |\n",
        "F104 1",
        "is not a text file: byte 6 is zero",
    ] {
        assert!(text.contains(part), "`{part}` is missing in {text}");
    }
    assert!(!text.contains("\n\n\n"), "{text}");
    let text = report(&["bug-report", "--no-redact", "secret-site"]);
    assert!(text.contains("secret-site/conf/lsb.queues") && text.contains("secret-cluster"), "{text}");
    assert!(!text.contains("secret-queue") && !text.contains("secret-host"), "contents are never told: {text}");
}

#[test]
fn where_the_configuration_is_or_why_it_is_broken() {
    let scratch = Scratch::with(&[("lsflint.toml", "secret-key = 1\n"), ("conf/lsb.queues", crate::CLEAN)]);
    let text = stdout(&scratch, &["bug-report"], 0);
    assert!(text.contains("- invalid: ") && !text.contains("secret"), "{text}");
    let scratch = Scratch::with(&[("lsflint.toml", ""), ("conf/lsb.queues", crate::CLEAN)]);
    let text = stdout(&scratch, &["bug-report"], 0);
    assert!(text.contains("- an lsflint.toml, in the current directory, 0 bytes\n"), "{text}");
    let text = stdout(&Scratch::new(), &["bug-report"], 0);
    assert!(text.contains("- no lsflint.toml\n") && text.contains("- no LSF files\n"), "{text}");
}
