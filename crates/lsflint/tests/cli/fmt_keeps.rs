//! `fmt` on whole trees: formatted twice is formatted once, and `check` has the same findings before and after.
//!
//! `LSFLINT_FORMAT_CLUSTERS=556` formats 5,004 generated files.

use lsflint_test_support::generate::{Counts, Random, cluster};
use lsflint_test_support::{Scratch, corpus, files_below};
use serde_json::Value;

use crate::lsflint;

/// The findings of a tree, without places, which formatting moves: file, code and message.
fn findings(scratch: &Scratch) -> Vec<String> {
    let arguments = ["check", "--no-config", "--quiet", "--output-format", "json-lines", "."];
    let output = lsflint(scratch, &arguments).output().expect("the program starts");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
    let mut found: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"))
        .filter(|it| it.get("code").is_some())
        .map(|it| format!("{}: {} {}", it["file"], it["code"], it["message"]))
        .collect();
    found.sort();
    found
}

/// Formats a tree, and returns the number of its findings.
fn check(scratch: &Scratch) -> usize {
    let before = findings(scratch);
    lsflint(scratch, &["fmt", "--no-config", "."]).assert().code(0);
    let after = findings(scratch);
    let difference = before.iter().zip(&after).find(|(before, after)| before != after);
    assert!(difference.is_none() && before.len() == after.len(), "the first difference: {difference:#?}");
    lsflint(scratch, &["fmt", "--no-config", "--check", "."]).assert().code(0);
    before.len()
}

/// The text with other whitespace: runs of spaces of other lengths or with tabs, whitespace at line ends, empty lines,
/// and lines that are commented out.
fn spoiled(random: &mut Random, text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        if random.percent(3) {
            out.push('#');
        }
        let mut spaces = false;
        for letter in line.chars() {
            let space = letter == ' ';
            if space && !spaces {
                out.push_str(random.pick(&[" ", " ", " ", "  ", "\t", "     ", " \t "]));
            }
            if !space {
                out.push(letter);
            }
            spaces = space;
        }
        if random.percent(5) && !line.ends_with('\\') {
            out.push_str(random.pick(&[" ", "\t", "   "]));
        }
        out.push('\n');
        if random.percent(3) && !line.ends_with('\\') {
            out.push('\n');
        }
    }
    out
}

#[test]
fn generated_clusters_keep_their_findings() {
    let clusters = std::env::var("LSFLINT_FORMAT_CLUSTERS").map_or(6, |it| it.parse().expect("a number of clusters"));
    let scratch = Scratch::new();
    let mut random = Random::new(20);
    for seed in 0..clusters {
        let name = format!("site{seed}");
        for file in cluster(seed, &name, Counts::for_hosts(24)) {
            scratch.write(&format!("{name}/{}", file.path), spoiled(&mut random, &file.text));
        }
    }
    let found = check(&scratch);
    assert!(found > 0, "lines that are commented out cause findings");
}

#[test]
fn files_of_other_sites_keep_their_findings() {
    let Some(corpus) = corpus() else { return };
    let scratch = Scratch::new();
    for (name, bytes) in files_below(&corpus) {
        scratch.write(&name, bytes);
    }
    assert!(check(&scratch) > 0, "files of other sites have findings");
}
