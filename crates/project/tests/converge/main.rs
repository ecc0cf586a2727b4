//! Fixing and formatting come to an end, agree with each other, and leave what LSF reads.
//!
//! `cargo run -p lsflint-project --example converge` prints the numbers.

mod counts;

use std::path::Path;

use counts::Counts;
use lsflint_lint::{Severity, all_rules};
use lsflint_test_support::{Scratch, cluster, corpus, repository};

/// A configuration that turns every rule on, and hints into findings that are fixed.
fn everything() -> Scratch {
    let hints = all_rules().filter(|it| it.meta.severity == Severity::Hint || it.meta.code == "V001");
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
