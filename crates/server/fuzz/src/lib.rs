//! What the fuzz targets share: reading a name and a text out of raw bytes, the cluster that foreign texts are judged
//! against, and the rules.

use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use lsflint_ide::{self as ide, File, Scripts, Snapshot};
use lsflint_lint::{Diagnostic, Registry, Settings, find_in_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;

/// All rules are selected. Made once: sorting the rules takes longer than judging a small file.
pub static SETTINGS: LazyLock<Settings> = LazyLock::new(|| {
    let select = lsflint_rules::all().selection(["ALL".to_owned()]).expect("ALL is a selection");
    Settings { select, ..Settings::default() }
});

/// The rules, sorted.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::new(lsflint_rules::all(), &SETTINGS));

/// The demo cluster with its findings.
pub static DEMO: LazyLock<Snapshot> = LazyLock::new(|| {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/clusters/demo/conf")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the demo cluster") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match FileKind::from_name(&name) {
                _ if path.is_dir() => folders.push(path),
                Some(kind) => files.push(SourceFile::new(&name, kind, std::fs::read_to_string(&path).expect("text"))),
                None => {}
            }
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    snapshot(files)
});

/// A snapshot of the files of a cluster, with findings.
pub fn snapshot(files: Vec<SourceFile>) -> Snapshot {
    let cluster = Cluster::of(&files, None);
    let findings: Vec<_> = files.iter().map(|it| find_in_file(it, &cluster, &SETTINGS, &REGISTRY)).collect();
    let files = files.into_iter().zip(findings).map(|(source, found)| File {
        source: Arc::new(source),
        findings: found.reported.into(),
        suppressed: found.suppressed.into(),
    });
    Snapshot {
        files: files.collect(),
        script: None,
        scripts: Scripts::default(),
        cluster: Arc::new(cluster),
        read: Arc::new(OnceLock::new()),
        rules: lsflint_rules::all(),
        settings: Arc::new(SETTINGS.clone()),
        format: lsflint_fmt::Options::default(),
    }
}

/// The name in the first line, and the rest as text; bytes that are no UTF-8 are replaced, as when a file is read.
pub fn named(data: &[u8]) -> Option<(String, String)> {
    let end = data.iter().position(|it| *it == b'\n')?;
    let text = |it| String::from_utf8_lossy(it).into_owned();
    Some((text(&data[..end]), text(&data[end + 1..])))
}

/// The file kind that the name in the first line stands for, and the rest as text.
pub fn file(data: &[u8]) -> Option<(FileKind, String)> {
    let (name, text) = named(data)?;
    Some((FileKind::from_name(&name)?, text))
}

/// Findings and their edits lie inside the text, on boundaries of characters.
///
/// # Panics
/// If one does not.
pub fn assert_inside(text: &str, found: &[Diagnostic]) {
    for found in found {
        assert!(text.get(std::ops::Range::<usize>::from(found.range)).is_some(), "{found:?}");
        for edit in found.fix.iter().flat_map(|it| &it.edits) {
            assert!(text.get(std::ops::Range::<usize>::from(edit.range)).is_some(), "{found:?}");
        }
    }
}

/// Asks everything that an editor asks about a file and a place in it. Ranges lie inside the text.
///
/// # Panics
/// If a range does not, or an answer panics.
pub fn ask(snapshot: &Snapshot, path: &str, at: u32) {
    let text = snapshot.text(path).expect("a text").clone();
    let inside = |range: ide::Range| assert!(text.get(range.start as usize..range.end as usize).is_some(), "{range:?}");
    let whole = ide::Range { start: 0, end: text.len() as u32 };
    let place = ide::Range { start: at, end: at };
    if let Some(hover) = ide::hover(snapshot, path, at, &ide::HoverOptions::default()) {
        inside(hover.range);
    }
    let completions = ide::complete(snapshot, path, at, &ide::CompletionOptions::default());
    assert!(completions.items.iter().all(|it| !it.label.is_empty()));
    ide::signature_help(snapshot, path, at);
    ide::definition(snapshot, path, at);
    ide::references(snapshot, path, at, true);
    ide::highlight(snapshot, path, at).iter().for_each(|it| inside(it.range));
    if let Ok((range, _)) = ide::prepare_rename(snapshot, path, at) {
        inside(range);
        let _ = ide::rename(snapshot, path, at, "renamed");
    }
    ide::linked_ranges(snapshot, path, at).into_iter().for_each(inside);
    ide::code_actions(snapshot, path, place, &ide::ActionOptions::default());
    for lens in ide::code_lenses(snapshot, path, &ide::CodeLensOptions::default()) {
        inside(lens.range);
        ide::resolve_code_lens(snapshot, path, lens.range.start, lens.kind);
    }
    ide::inlay_hints(snapshot, path, whole, &ide::InlayHintOptions::default());
    ide::folding_ranges(snapshot, path);
    ide::semantic_tokens(snapshot, path, None).iter().for_each(|it| inside(it.range));
    ide::document_symbols(snapshot, path);
    ide::document_links(snapshot, path);
    ide::selection_ranges(snapshot, path, &[at]);
    ide::format_document(snapshot, path).iter().for_each(|it| inside(it.range));
    ide::format_on_type(snapshot, path, at).iter().for_each(|it| inside(it.range));
}
