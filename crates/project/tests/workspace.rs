//! A changed file costs little, and the findings are the same as those of a run over all files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::{Diagnostic, Registry, Settings, check_file};
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
    Settings { select: lsflint_rules::all().selection(["ALL".to_owned()]).expect("a selection"), ..Settings::default() }
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
    let registry = Registry::new(lsflint_rules::all(), &settings);
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
        random_edits(cluster, files_of(cluster), 1);
    }
}

#[test]
fn rows_of_large_tables_stay_right_through_random_edits() {
    random_edits("tables", tables(), 2);
}

/// A cluster whose tables have many rows.
fn tables() -> Vec<Arc<SourceFile>> {
    let rows = |count: usize, row: &dyn Fn(usize) -> String| (0..count).map(row).collect::<String>();
    let hosts = rows(150, &|it| format!("h{it} ! ! {} (r{} r{}=a)\n", it % 2, it % 70, (it + 1) % 70));
    let kinds = rows(70, &|it| format!("r{it} {} () () (resource {it})\n", ["Boolean", "String"][it % 2]));
    let maps = rows(60, &|it| format!("r{it} ({it}@[h{it} h{}])\n", it + 1));
    let groups = rows(60, &|it| format!("g{it} (h{it} h{} g{})\n", it + 1, it / 2));
    let slots = rows(60, &|it| format!("h{it} {} () () 0.7/2\n", it % 9));
    let users = rows(60, &|it| format!("ug{it} (ann{it} ug{}) () (g{it})\n", it / 2));
    let queue = |it: usize| {
        format!(
            "Begin Queue\nQUEUE_NAME = q{it}\nHOSTS = g{it} h{it}\nRES_REQ = select[r{it}] rusage[mem={it}]\nEnd Queue\n\n"
        )
    };
    let text = |kind: FileKind, name: &str, text: String| Arc::new(SourceFile::new(name, kind, text));
    vec![
        text(
            FileKind::LsfShared,
            "lsf.shared",
            format!("Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n{kinds}End Resource\n"),
        ),
        text(
            FileKind::LsfCluster,
            "lsf.cluster.c",
            format!(
                "Begin Host\nHOSTNAME model type server RESOURCES\n{hosts}End Host\nBegin ResourceMap\nRESOURCENAME LOCATION\n# a remark\n{maps}End ResourceMap\n"
            ),
        ),
        text(
            FileKind::LsbHosts,
            "lsb.hosts",
            format!(
                "Begin Host\nHOST_NAME MXJ JL/U DISPATCH_WINDOW r1m\n{slots}End Host\n\nBegin HostGroup\nGROUP_NAME GROUP_MEMBER\n{groups}End HostGroup\n"
            ),
        ),
        text(
            FileKind::LsbUsers,
            "lsb.users",
            format!("Begin UserGroup\nGROUP_NAME GROUP_MEMBER USER_SHARES GROUP_ADMIN\n{users}End UserGroup\n"),
        ),
        text(FileKind::LsbQueues, "lsb.queues", rows(12, &queue)),
    ]
}

/// Words that break things where they are put in.
const WORDS: [&str; 24] = [
    "\"",
    "(",
    ")",
    "#",
    "\n",
    "x",
    "\\",
    "\\\n",
    "=",
    "[",
    "]",
    "-",
    " ",
    "\r",
    "End",
    "End Host\n",
    "Begin Host\n",
    "Begin Queue\n",
    "#if time(8:00-9:00)\n",
    "#endif\n",
    "#else\n",
    "{% x %}\n",
    "# lsflint: ignore[X] why\n",
    "#INCLUDE \"a\"\n",
];

/// Edits files here and there; after each step the findings must be those of a run from scratch.
fn random_edits(cluster: &str, files: Vec<Arc<SourceFile>>, seed: u64) {
    let mut workspace = Workspace::new(files, None, everything(), Surroundings::default());
    same_as_fresh(&workspace, "nothing");
    let mut random = 0x2545_f491_4f6c_dd1d_u64.wrapping_mul(seed);
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as usize % below.max(1)
    };
    // More of them where somebody has time.
    let steps = if std::env::var_os("LSFLINT_EXHAUSTIVE").is_some() { 1500 } else { 60 };
    let paths: Vec<Arc<str>> = workspace.files().map(|it| it.path.clone()).collect();
    let first: Vec<Arc<SourceFile>> = workspace.files().cloned().collect();
    for step in 0..steps {
        let path = &paths[next(paths.len())];
        let mut text = workspace.files().find(|it| it.path == *path).expect("a file").text.to_string();
        let mut edits = Vec::new();
        // Now and then several in one go.
        for _ in 0..[1, 1, 1, 3][next(4)] {
            let edit = random_edit(&text, &mut next);
            text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.insert);
            edits.push(edit);
        }
        workspace.edit(path, &edits).expect("a file");
        same_as_fresh(&workspace, &format!("step {step} of {cluster}: {path} {edits:?}"));
        // Broken text breaks more and more: begin again.
        if step % 20 == 19 {
            workspace.set_all(first.clone());
            same_as_fresh(&workspace, &format!("step {step} of {cluster}: everything is as it was"));
        }
    }
    workspace.remove(&paths[0]);
    same_as_fresh(&workspace, "a file went");
}

fn random_edit(text: &str, next: &mut impl FnMut(usize) -> usize) -> Edit {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = next(lines.len());
    let start: usize = lines[..line].iter().map(|it| it.len()).sum();
    let length = lines.get(line).map_or(0, |it| it.len());
    let inside = (0..=length).map(|it| start + (it + next(length + 1)) % (length + 1));
    let inside = inside.into_iter().find(|it| text.is_char_boundary(*it)).unwrap_or(start);
    let edit = |start: usize, length: usize, insert: String| Edit {
        range: TextRange::at(TextSize::new(start as u32), TextSize::new(length as u32)),
        insert,
    };
    let letter = text[inside..].chars().next().map_or(0, char::len_utf8);
    match next(9) {
        // A line goes, comes twice, loses a character, gets a remark before it; a word comes, a character goes or becomes a word.
        0 => edit(start, length, String::new()),
        1 => edit(start, length, text[start..start + length].repeat(2)),
        2 => edit(start, length, text[start..start + length].chars().skip(1).collect()),
        3 => edit(start, 0, "# remark\n".to_owned()),
        4 | 5 => edit(inside, 0, WORDS[next(WORDS.len())].to_owned()),
        6 => edit(inside, letter, String::new()),
        7 => edit(inside, 0, "x".to_owned()),
        _ => edit(inside, letter, WORDS[next(WORDS.len())].to_owned()),
    }
}
