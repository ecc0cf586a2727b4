//! The binary on the clusters of `testdata/clusters`: silence where nothing is wrong, and a word on every planted
//! mistake.

use std::path::{Path, PathBuf};
use std::process::Command;

use lsflint_test_support::Scratch;

/// The lines of `lsflint check --output-format concise` on a folder, paths relative to it.
fn findings(folder: &Path) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_lsflint"))
        .args(["check", "--no-config", "--quiet", "--output-format", "concise", "."])
        .current_dir(folder)
        .output()
        .expect("the binary starts");
    let code = output.status.code();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(code, Some(0 | 1)), "{}: exit code {code:?}: {errors}", folder.display());
    String::from_utf8(output.stdout).expect("the output is UTF-8").lines().map(str::to_owned).collect()
}

fn clusters() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters")
}

/// Errors and warnings in one of the clusters; an info may be said about a correct file.
fn complaints(cluster: &str) -> Vec<String> {
    complaints_in(&clusters().join(cluster))
}

fn complaints_in(folder: &Path) -> Vec<String> {
    findings(folder).into_iter().filter(|line| line.contains(" error ") || line.contains(" warning ")).collect()
}

#[test]
fn a_correct_cluster_is_left_in_peace() {
    for cluster in ["clean", "flat"] {
        assert_eq!(complaints(cluster), Vec::<String>::new(), "{cluster}");
    }
}

/// The files below a folder, by path relative to it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder that can be read") {
            let path = entry.expect("an entry that can be read").path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path.strip_prefix(folder).expect("a path below the folder").to_owned()),
            }
        }
    }
    files.sort();
    files
}

#[test]
fn missing_files_cause_no_findings() {
    let mut tried = 0;
    for entry in std::fs::read_dir(clusters()).expect("there are clusters") {
        let folder = entry.expect("an entry that can be read").path();
        if !folder.is_dir() || !complaints_in(&folder).is_empty() {
            continue;
        }
        let files = files_below(&folder);
        for left_out in &files {
            let copy = Scratch::new();
            for file in files.iter().filter(|it| *it != left_out) {
                let name = file.to_str().expect("a name in UTF-8");
                copy.write(name, std::fs::read(folder.join(file)).expect("a file that can be read"));
            }
            let found = complaints_in(&copy.path());
            assert_eq!(found, Vec::<String>::new(), "{} without {}", folder.display(), left_out.display());
            tried += 1;
        }
    }
    assert!(tried > 10, "only {tried} files were left out");
}

#[test]
fn each_cluster_is_judged_by_its_own_lsf_conf() {
    let found = complaints("two-in-one");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].contains("south/conf/lsbatch/south/configdir/lsb.queues:4:"), "{found:#?}");
    assert!(found[0].contains(" R004 warning "), "{found:#?}");
}

/// The rows of `demo/MISTAKES.md`: file, line, and what it says about them.
fn planted() -> Vec<(String, String)> {
    let table = std::fs::read_to_string(clusters().join("demo/MISTAKES.md")).expect("the list of mistakes is there");
    let rows = table.lines().filter(|line| line.starts_with("| conf/") || line.starts_with("| jobs/"));
    let cell = |row: &str, index: usize| row.split('|').nth(index).expect("four cells").trim().to_owned();
    rows.map(|row| (format!("{}:{}:", cell(row, 1), cell(row, 2)), cell(row, 3))).collect()
}

#[test]
fn every_planted_mistake_is_found_and_nothing_else() {
    let found = complaints("demo");
    let planted = planted();
    assert_eq!(planted.len(), 15 + 6);
    let is_found = |place: &str| found.iter().any(|line| line.starts_with(place));
    let missed: Vec<_> = planted.iter().filter(|(place, _)| !is_found(place)).collect();
    let is_planted = |line: &str| planted.iter().any(|(place, _)| line.starts_with(place));
    let surplus: Vec<_> = found.iter().filter(|line| !is_planted(line)).collect();
    assert!(missed.is_empty() && surplus.is_empty(), "missed: {missed:#?}\nnot planted: {surplus:#?}");
}

/// The commands in the table of questions, but those that need another program.
#[test]
fn the_commands_of_the_readme_work() {
    let root = clusters().join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let questions = readme.split("### Questions about LSF").nth(1).expect("the table of questions");
    let commands: Vec<&str> = questions
        .lines()
        .filter_map(|it| it.strip_prefix("| ")?.split("| `lsflint ").nth(1)?.strip_suffix("` |"))
        .collect();
    assert!(commands.len() >= 5, "{commands:?}");
    for command in commands {
        // Words in single quotes are one word.
        let words = command.split('\'').enumerate().flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().collect::<Vec<_>>(),
            _ => vec![part],
        });
        let output = Command::new(env!("CARGO_BIN_EXE_lsflint")).args(words).current_dir(&root).output();
        let output = output.expect("the binary starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)) && !output.stdout.is_empty(), "{command}: {errors}");
    }
}
