//! The faults of `testdata/clusters/faults.toml`, each alone and all together: each gets one finding, at its line and
//! column.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use lsflint_test_support::Scratch;
use serde::Deserialize;

#[derive(Deserialize)]
struct Faults {
    fault: Vec<Fault>,
}

/// One replacement in a file of the cluster `clean`.
#[derive(Deserialize)]
struct Fault {
    file: String,
    find: String,
    write: String,
    code: String,
    /// The line of the finding, counted from the line the replacement starts in.
    down: i64,
    column: u32,
}

fn clusters() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters")
}

fn faults() -> Vec<Fault> {
    let text = std::fs::read_to_string(clusters().join("faults.toml")).expect("the list of faults is there");
    toml::from_str::<Faults>(&text).expect("a list of faults").fault
}

/// The files of the cluster without faults.
fn files() -> BTreeMap<String, String> {
    fn collect(root: &Path, folder: &Path, found: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                collect(root, &path, found);
            } else {
                let name = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
                found.insert(name, std::fs::read_to_string(&path).expect("a text"));
            }
        }
    }
    let root = clusters().join("clean");
    let mut found = BTreeMap::new();
    collect(&root, &root, &mut found);
    found
}

/// The errors and warnings: `file:line:column code`, in order.
fn complaints(files: &BTreeMap<String, String>) -> Vec<String> {
    findings(files, &[" error ", " warning "])
}

/// The findings of these severities in the configuration. The job script of the cluster names queues and limits that
/// the faults take away.
fn findings(files: &BTreeMap<String, String>, severities: &[&str]) -> Vec<String> {
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let scratch = Scratch::with(&files);
    let output = Command::new(env!("CARGO_BIN_EXE_lsflint"))
        .args(["check", "--no-config", "--quiet", "--output-format", "concise", "--max-findings", "0", "conf"])
        .current_dir(scratch.path())
        .output()
        .expect("the binary starts");
    let text = String::from_utf8(output.stdout).expect("the output is UTF-8");
    let lines = text.lines().filter(|line| severities.iter().any(|it| line.contains(it)));
    let place = |it: &str| {
        let mut words = it.split(' ');
        let place = words.next().unwrap_or_default().trim_end_matches(':');
        format!("{place} {}", words.next().unwrap_or_default())
    };
    let mut places: Vec<String> = lines.map(place).collect();
    places.sort();
    places
}

/// Puts faults into the files and says which findings are expected.
fn planted<'f>(faults: impl Iterator<Item = &'f Fault>, files: &mut BTreeMap<String, String>) -> Vec<String> {
    let faults: Vec<&Fault> = faults.collect();
    for fault in &faults {
        let text = files.get_mut(&fault.file).expect("a file of the cluster");
        assert_eq!(text.matches(&fault.find).count(), 1, "{:?} stands once in {}", fault.find, fault.file);
        *text = text.replace(&fault.find, &fault.write);
    }
    let expected = |fault: &&Fault| {
        let text = &files[&fault.file];
        let start = text.find(&fault.write).expect("just written");
        let line = text[..start].matches('\n').count() as i64 + 1 + fault.down;
        format!("{}:{line}:{} {}", fault.file, fault.column, fault.code)
    };
    let mut expected: Vec<String> = faults.iter().map(expected).collect();
    expected.sort();
    expected
}

#[test]
fn without_faults_there_are_no_findings() {
    assert_eq!(findings(&files(), &[" error ", " warning ", " info "]), Vec::<String>::new());
}

#[test]
fn every_fault_alone_gets_one_finding() {
    let faults = faults();
    assert!(faults.len() >= 60, "{} faults", faults.len());
    for fault in &faults {
        let mut files = files();
        let expected = planted(std::iter::once(fault), &mut files);
        assert_eq!(complaints(&files), expected, "{}: {:?}", fault.file, fault.write);
    }
}

#[test]
fn all_faults_together_get_one_finding_each() {
    let faults = faults();
    let mut files = files();
    let expected = planted(faults.iter(), &mut files);
    let found = complaints(&files);
    let missed: Vec<_> = expected.iter().filter(|it| !found.contains(it)).collect();
    let surplus: Vec<_> = found.iter().filter(|it| !expected.contains(it)).collect();
    assert!(missed.is_empty() && surplus.is_empty(), "missed: {missed:#?}\nnot planted: {surplus:#?}");
    assert_eq!(found.len(), expected.len());
}
