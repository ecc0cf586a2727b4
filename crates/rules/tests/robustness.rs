//! Broken files: every deletion of a character and every swap of two neighbours in the demo cluster.
//!
//! Without a sample the test takes minutes in a debug build, so one in [`STRIDE`] edits is tried;
//! `LSFLINT_EXHAUSTIVE=1` tries all.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lsflint_lint::{Registry, Settings, check_file, find_in_file, find_in_parts};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;

/// A prime, so that the sample is not in step with the width of tables.
const STRIDE: usize = 37;

fn demo_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters/demo");
    let mut folders = vec![root];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the demo cluster is part of the repository") {
            let path = entry.expect("readable").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

fn kind_of(path: &Path) -> Option<FileKind> {
    FileKind::from_name(path.file_name()?.to_str()?)
}

/// Parses and checks one text, and asserts what holds for every text.
fn survives(kind: FileKind, text: &str, registry: &Registry, settings: &Settings) {
    let file = SourceFile::new("broken", kind, text);
    assert_eq!(file.parse.root().text(), text, "the tree has lost text");
    let files = [file];
    let cluster = Cluster::of(&files, None);
    for found in check_file(&files[0], &cluster, settings, registry) {
        let edits = found.fix.iter().flat_map(|it| &it.edits).map(|it| it.range);
        for range in edits.chain([found.range]) {
            assert!(text.get(std::ops::Range::<usize>::from(range)).is_some(), "a range outside the text: {found:?}");
        }
    }
}

/// Asserts that a check in parts finds what a check of the whole file finds.
fn is_same_in_parts(kind: FileKind, text: &str, registry: &Registry, settings: &Settings) {
    let files = [SourceFile::new("broken", kind, text)];
    let cluster = Cluster::of(&files, None);
    let whole = find_in_file(&files[0], &cluster, settings, registry);
    for most in [3, 1000] {
        let each = |parts: Vec<_>, check: &(dyn Fn(_) -> _ + Sync)| parts.into_iter().map(check).collect();
        let parts = find_in_parts(&files[0], &cluster, settings, registry, most, each);
        assert_eq!((parts.reported, parts.suppressed), (whole.reported.clone(), whole.suppressed.clone()), "{text}");
    }
}

#[test]
fn every_deletion_and_swap_in_the_demo_cluster_survives() {
    let stride = if std::env::var_os("LSFLINT_EXHAUSTIVE").is_some() { 1 } else { STRIDE };
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let mut tried = 0;
    for path in demo_files() {
        let Some(kind) = kind_of(&path) else { continue };
        let text = std::fs::read_to_string(&path).expect("the demo cluster is text");
        let characters: Vec<char> = text.chars().collect();
        for at in (0..characters.len()).step_by(stride) {
            let mut deleted = characters.clone();
            deleted.remove(at);
            let deleted = String::from_iter(&deleted);
            survives(kind, &deleted, &registry, &settings);
            if tried % 8 == 0 {
                is_same_in_parts(kind, &deleted, &registry, &settings);
            }
            if at + 1 < characters.len() {
                let mut swapped = characters.clone();
                swapped.swap(at, at + 1);
                survives(kind, &String::from_iter(&swapped), &registry, &settings);
            }
            tried += 2;
        }
    }
    assert!(tried > 500, "only {tried} edits were tried");
}

/// The time of a check of the demo's queues, repeated to a size, with one character missing near its start.
fn time_of(copies: usize, runs: usize, registry: &Registry, settings: &Settings) -> Duration {
    let path = demo_files().into_iter().find(|it| it.ends_with("lsb.queues")).expect("the demo cluster has queues");
    let text = std::fs::read_to_string(path).expect("the demo cluster is text").repeat(copies);
    let broken = text.replacen("End Queue", "nd Queue", 1);
    let measure = || {
        let start = Instant::now();
        survives(FileKind::LsbQueues, &broken, registry, settings);
        start.elapsed()
    };
    (0..runs).map(|_| measure()).min().expect("at least one run")
}

#[test]
fn time_grows_with_the_file_and_not_faster() {
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let small = time_of(10, 5, &registry, &settings);
    let large = time_of(200, 2, &registry, &settings);
    // Twenty times the text: a quadratic check would take four hundred times as long. The bound leaves room for a noisy
    // machine.
    assert!(large < small * 100, "twenty times the text takes {large:?} instead of {small:?}");
}
