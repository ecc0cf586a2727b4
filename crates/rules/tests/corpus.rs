//! Configuration files that other people published: no error may be reported in them, except where they are wrong.
//!
//! The files are not ours and not part of the repository; the test looks for them in `../shared/corpus` beside it, or
//! where `LSFLINT_SHARED` says, and passes with a word when they are not there.

use std::path::{Path, PathBuf};

use lsflint_lint::{Registry, Settings, Severity, check_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::{FileKind, is_template};

/// Errors that are right: the end of the path, the line, the code, why.
const EXCEPTIONS: &[(&str, usize, &str, &str)] = &[(
    "lsf.cluster.cluster1",
    3,
    "F201",
    "the header of the table is commented out, so its first row is read as the header",
)];

fn corpus() -> PathBuf {
    let shared = std::env::var_os("LSFLINT_SHARED").map(PathBuf::from);
    shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared")).join("corpus")
}

/// The files below a folder that are named like a file of LSF, with their kind. Pieces of documents end in the name of
/// their file.
fn files(folder: &Path) -> Vec<(PathBuf, FileKind)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            let tail = name.rfind("lsb.").max(name.rfind("lsf.")).map(|at| &name[at..]);
            if path.is_dir() {
                folders.extend((name != "oracle").then_some(path));
            } else if let Some(kind) = tail.and_then(FileKind::from_name) {
                found.push((path, kind));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn published_files_have_no_errors() {
    let corpus = corpus();
    let files = files(&corpus);
    if files.is_empty() {
        eprintln!("skipped: there is no {}", corpus.display());
        return;
    }
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let mut wrong = Vec::new();
    for (path, kind) in files {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("the file can be read")).into_owned();
        let shown = path.to_string_lossy().into_owned();
        let mut file = SourceFile::new(&shown, kind, text.as_str());
        file.template = is_template(&shown);
        let cluster = Cluster::of(std::slice::from_ref(&file), None);
        for it in check_file(&file, &cluster, &settings, &registry) {
            let line = text[..usize::from(it.range.start())].matches('\n').count() + 1;
            let known =
                |row: &(&str, usize, &str, &str)| shown.ends_with(row.0) && line == row.1 && it.rule.code == row.2;
            if it.severity == Severity::Error && !EXCEPTIONS.iter().any(known) {
                wrong.push(format!("{shown}:{line}: {} {}", it.rule.code, it.message));
            }
        }
    }
    assert!(wrong.is_empty(), "{} errors in files that LSF reads:\n{}", wrong.len(), wrong.join("\n"));
}
