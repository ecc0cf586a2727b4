//! A changed file costs little, and the findings are the same as those of a run over all files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::{Diagnostic, Registry, Selection, Settings, check_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_project::{Surroundings, Work, Workspace};
use lsflint_spec::FileKind;
use lsflint_syntax::{Edit, TextRange, TextSize};

/// The files below a folder of testdata/clusters, by path.
fn files_of(cluster: &str) -> Vec<Arc<SourceFile>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters").join(cluster);
    let mut found = Vec::new();
    collect(&root, &root, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 2, "{cluster} has files");
    found
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<Arc<SourceFile>>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, found);
        } else if let Some(kind) = path.file_name().and_then(|it| FileKind::from_name(&it.to_string_lossy())) {
            let shown = path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
            let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned();
            found.push(Arc::new(SourceFile::new(&shown, kind, text)));
        }
    }
}

fn everything() -> Settings {
    Settings { select: Selection::new(["ALL".to_owned()]).expect("a selection"), ..Settings::default() }
}

fn shown(found: &[Diagnostic]) -> Vec<String> {
    let related = |it: &Diagnostic| format!("{:?}", it.related);
    let show =
        |it: &Diagnostic| format!("{} {:?} {} {} {}", it.rule.code, it.range, it.severity, it.message, related(it));
    found.iter().map(show).collect()
}

/// The findings must be those of a run from scratch.
#[track_caller]
fn same_as_fresh(workspace: &Workspace, what: &str) {
    let settings = everything();
    let registry = Registry::new(&settings);
    let files: Vec<SourceFile> =
        workspace.files().map(|it| SourceFile::new(&it.path, it.kind, it.text.clone())).collect();
    let cluster = Cluster::of(&files, None);
    for file in &files {
        let fresh = check_file(file, &cluster, &settings, &registry);
        let kept = workspace.findings(&file.path).expect("a file");
        assert_eq!(shown(kept), shown(&fresh), "{} after {what}", file.path);
    }
}

/// Replaces the only place of a text in a file.
fn replace(workspace: &mut Workspace, path: &str, from: &str, to: &str) -> Work {
    let text = workspace.files().find(|it| *it.path == *path).expect("a file").text.clone();
    let at = text.find(from).unwrap_or_else(|| panic!("{from:?} stands in {path}"));
    let range = TextRange::at(TextSize::new(at as u32), TextSize::of(from));
    workspace.edit(path, &[Edit { range, insert: to.to_owned() }]).expect("a file")
}

const QUEUES: &str = "Begin Queue\nQUEUE_NAME = a\nPRIORITY = 30\nNICE = 10\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nPRIORITY = 40\nEnd Queue\n";
const PARAMS: &str = "Begin Parameters\nDEFAULT_QUEUE = a\nEnd Parameters\n";

fn small() -> Workspace {
    let files = vec![
        Arc::new(SourceFile::new("lsb.params", FileKind::LsbParams, PARAMS)),
        Arc::new(SourceFile::new("lsb.queues", FileKind::LsbQueues, QUEUES)),
    ];
    Workspace::new(files, None, Settings::default(), Surroundings::default())
}

#[test]
fn a_changed_value_touches_one_section_of_one_file() {
    let mut workspace = small();
    let one = Work { sections_read: 1, files_checked: 1, sections_visited: 1 };
    assert_eq!(replace(&mut workspace, "lsb.queues", "NICE = 10", "NICE = 12"), one);
    assert_eq!(replace(&mut workspace, "lsb.params", "DEFAULT_QUEUE = a", "DEFAULT_QUEUE = b"), one);
}

#[test]
fn text_between_sections_touches_none() {
    let mut workspace = small();
    let work = replace(&mut workspace, "lsb.queues", "End Queue\nBegin", "End Queue\n# a remark\n\nBegin");
    assert_eq!(work, Work { sections_read: 0, files_checked: 1, sections_visited: 0 });
}

#[test]
fn findings_stay_right_through_random_edits() {
    for cluster in ["demo", "clean", "flat"] {
        let mut workspace = Workspace::new(files_of(cluster), None, everything(), Surroundings::default());
        same_as_fresh(&workspace, "nothing");
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 11) as usize % below.max(1)
        };
        // More of them where somebody has time.
        let steps = if std::env::var_os("LSFLINT_EXHAUSTIVE").is_some() { 1500 } else { 60 };
        for step in 0..steps {
            let paths: Vec<String> = workspace.files().map(|it| it.path.to_string()).collect();
            let path = &paths[next(paths.len())];
            let text = workspace.files().find(|it| *it.path == **path).expect("a file").text.clone();
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let line = next(lines.len());
            let start: usize = lines[..line].iter().map(|it| it.len()).sum();
            let length = lines.get(line).map_or(0, |it| it.len());
            let insert = match next(4) {
                // A line goes, comes twice, loses a character, or gets a remark before it.
                0 => String::new(),
                1 => text[start..start + length].repeat(2),
                2 => text[start..start + length].chars().skip(1).collect(),
                _ => format!("# remark\n{}", &text[start..start + length]),
            };
            let range = TextRange::at(TextSize::new(start as u32), TextSize::new(length as u32));
            workspace.edit(path, &[Edit { range, insert: insert.clone() }]).expect("a file");
            same_as_fresh(&workspace, &format!("step {step} of {cluster}: {path} {range:?} {insert:?}"));
        }
        let first = workspace.files().next().expect("a file").path.to_string();
        workspace.remove(&first);
        same_as_fresh(&workspace, "a file went");
    }
}
