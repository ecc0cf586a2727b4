//! Fixing and formatting come to an end, agree with each other, and leave what LSF reads.
//!
//! `cargo run -p lsflint-project --example converge` prints the numbers.

mod counts;

use std::path::Path;

use counts::Counts;
use lsflint_lint::Severity;
use lsflint_test_support::{Scratch, cluster, corpus, repository};

/// A configuration that turns every rule on, and hints into findings that are fixed.
fn everything() -> Scratch {
    let hints = lsflint_rules::all().iter().filter(|it| it.meta.severity == Severity::Hint || it.meta.code == "V001");
    let severity: String = hints.map(|it| format!("{} = \"info\"\n", it.meta.code)).collect();
    Scratch::with(&[("lsflint.toml", &format!("select = [\"ALL\"]\n[severity]\n{severity}"))])
}

/// Fixes and formats what is below a folder; says how many findings were repaired.
#[track_caller]
fn check(folder: &Path) -> usize {
    let config = everything();
    let counts = Counts::of(folder, &config.path().join("lsflint.toml"));
    let wrong: Vec<_> = counts.rows().into_iter().filter(|it| it.2 && it.1 != 0).collect();
    assert!(
        wrong.is_empty() && counts.files > 0 && counts.rounds < 10,
        "{}: {wrong:#?}, {counts:#?}",
        folder.display()
    );
    counts.repaired
}

#[test]
fn clusters() {
    for name in ["clean", "flat", "two-in-one"] {
        check(&cluster(name));
    }
    assert!(check(&cluster("demo")) > 0, "there is something to repair");
}

#[test]
fn small_files_with_every_mistake() {
    let cases = lsflint_test_support::files_below(&repository().join("testdata/oracle/conf-cases"));
    // Each file alone: together they would be one cluster.
    let scratch = Scratch::new();
    for (name, bytes) in cases {
        if let Some((case, file)) = name.split_once(".ls") {
            scratch.write(&format!("{case}/ls{file}"), bytes);
        }
    }
    assert!(check(&scratch.path()) > 0, "there is something to repair");
}

#[test]
fn files_of_public_sites() {
    let Some(folder) = corpus() else { return };
    assert!(check(&folder) > 0, "there is something to repair");
}

/// Clusters that somebody typed something into: fixing and formatting of what is broken comes to an end, too.
#[test]
fn broken_clusters() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as usize % below.max(1)
    };
    let steps = if std::env::var_os("LSFLINT_EXHAUSTIVE").is_some() { 500 } else { 12 };
    let inserts = [
        "\"",
        "\\\n",
        "\\ \n",
        "#",
        " ",
        "(",
        ")",
        "]",
        "\n",
        "\r\n",
        "End X\n",
        "Begin Queue\n",
        "=",
        "é",
        "!!",
        " && a || ",
        "ut = 50/90\n",
        "mem = 1/2\n",
        "swap",
        "8-17:30 ",
        "PROCLIMIT = 3\n",
    ];
    let mut repaired = 0;
    for step in 0..steps {
        let scratch = Scratch::copy_of(&cluster(["demo", "clean", "flat"][step % 3]));
        for (name, bytes) in lsflint_test_support::files_below(&scratch.path()) {
            let Ok(mut text) = String::from_utf8(bytes) else { continue };
            for _ in 0..next(5) {
                let boundary =
                    |text: &str, at: usize| (0..=at.min(text.len())).rev().find(|it| text.is_char_boundary(*it));
                let at = boundary(&text, next(text.len() + 1)).unwrap_or(0);
                let to = boundary(&text, at + next(12) * next(2)).unwrap_or(at).max(at);
                text.replace_range(at..to, inserts[next(inserts.len())]);
            }
            scratch.write(&name, text);
        }
        repaired += check(&scratch.path());
    }
    assert!(repaired > 0, "there is something to repair");
}
