//! Formatting changes blanks and nothing else: not a word, not a comment, not a finding.

mod generate;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_fmt::{Options, apply, format};
use lsflint_lint::{Registry, Settings, check_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_project::{decode, is_backup, recognise};
use lsflint_spec::FileKind;
use lsflint_syntax::SyntaxKind;
use lsflint_test_support::{cluster, corpus, files_below};

use generate::Random;

fn files_of(folder: &Path) -> Vec<SourceFile> {
    let mut found = Vec::new();
    for (path, bytes) in files_below(folder) {
        let name = path.rsplit('/').next().unwrap_or(&path);
        if let Ok(decoded) = decode(bytes, "")
            && !is_backup(name)
            && let Some(recognised) = recognise(name, &decoded.text)
        {
            let file = SourceFile::new(&path, recognised.kind, decoded.text);
            found.push(SourceFile { kind_certain: recognised.certain, template: recognised.template, ..file });
        }
    }
    found
}

fn formatted(file: &SourceFile) -> SourceFile {
    let edits = format(&file.parse, &file.text, file.kind, Options::default());
    let again = SourceFile::new(&file.path, file.kind, apply(&file.text, &edits));
    SourceFile { kind_certain: file.kind_certain, template: file.template, ..again }
}

/// The words of a file, as its tree has them, without blanks between them.
fn words(file: &SourceFile) -> Vec<(SyntaxKind, String)> {
    let tokens = file.parse.root().all_tokens();
    let words = tokens.filter(|it| !it.kind().is_trivia() || it.kind() == SyntaxKind::COMMENT);
    words.map(|it| (it.kind(), it.raw().to_owned())).collect()
}

/// The lines that have a syntax error stand in both texts, byte for byte, in this order.
#[track_caller]
fn assert_broken_lines_stay(before: &SourceFile, after: &SourceFile, what: &str) {
    let mut left: &str = &after.text;
    let mut last = None;
    for error in before.parse.errors() {
        let at = usize::from(error.range.start());
        let start = before.text[..at].rfind('\n').map_or(0, |it| it + 1);
        if last == Some(start) {
            continue;
        }
        last = Some(start);
        let line = before.text[start..].split_inclusive('\n').next().unwrap_or_default();
        let is_line = |it: usize| it == 0 || left.as_bytes()[it - 1] == b'\n';
        let found = left.match_indices(line).map(|it| it.0).find(|it| is_line(*it));
        match found {
            Some(found) => left = &left[found..],
            None => panic!("{what}: a broken line of {} is not there any more: {line:?}", before.path),
        }
    }
}

/// Codes and words of the findings of all files, as if they were one cluster.
fn verdict(files: &[SourceFile]) -> Vec<String> {
    let settings = Settings {
        select: lsflint_rules::all().selection(["ALL".to_owned()]).expect("a selection"),
        ..Settings::default()
    };
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let facts = Cluster::of(files, None);
    let found = files.iter().flat_map(|file| {
        let found = check_file(file, &facts, &settings, &registry);
        found.into_iter().map(|it| format!("{} {} {} {}", file.path, it.rule.code, it.severity, it.message))
    });
    let mut found: Vec<String> = found.collect();
    found.sort();
    found
}

/// Says what formatting some files broke.
#[track_caller]
fn check(files: &[SourceFile], what: &str) -> usize {
    let after: Vec<SourceFile> = files.iter().map(formatted).collect();
    let mut changed = 0;
    for (before, after) in files.iter().zip(&after) {
        changed += usize::from(before.text != after.text);
        assert_eq!(words(before), words(after), "{what}: the words of {}", before.path);
        assert_broken_lines_stay(before, after, what);
        assert_eq!(formatted(after).text, after.text, "{what}: {} a second time", before.path);
    }
    let (before, after) = (verdict(files), verdict(&after));
    let new: Vec<_> = after.iter().filter(|it| !before.contains(it)).collect();
    let gone: Vec<_> = before.iter().filter(|it| !after.contains(it)).collect();
    assert!(new.is_empty() && gone.is_empty(), "{what}: new {new:#?}, gone {gone:#?}");
    changed
}

#[test]
fn clusters() {
    for name in ["clean", "demo", "flat", "two-in-one"] {
        let files = files_of(&cluster(name));
        assert!(!files.is_empty(), "{name} has files");
        check(&files, name);
    }
}

#[test]
fn small_files_with_every_mistake() {
    let folder = lsflint_test_support::repository().join("testdata/oracle/conf-cases");
    let files = files_of(&folder);
    assert!(files.len() > 100, "{}", files.len());
    for file in &files {
        check(std::slice::from_ref(file), "alone");
    }
}

#[test]
fn files_of_public_sites() {
    let Some(folder) = corpus() else { return };
    let mut by_folder: std::collections::BTreeMap<PathBuf, Vec<SourceFile>> = std::collections::BTreeMap::new();
    for file in files_of(&folder) {
        by_folder.entry(Path::new(&*file.path).parent().unwrap_or(Path::new("")).to_owned()).or_default().push(file);
    }
    let (count, changed) = by_folder.iter().fold((0, 0), |(count, changed), (folder, files)| {
        (count + files.len(), changed + check(files, &folder.to_string_lossy()))
    });
    eprintln!("{count} files, {changed} of them changed by formatting");
    assert!(count > 50, "{count}");
}

/// How many random texts are looked at.
fn steps() -> usize {
    if std::env::var_os("LSFLINT_EXHAUSTIVE").is_some() { 5000 } else { 200 }
}

#[test]
fn generated_files() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut changed = 0;
    for step in 0..steps() {
        let kinds =
            [FileKind::LsbQueues, FileKind::LsbHosts, FileKind::LsfShared, FileKind::LsbUsers, FileKind::LsfConf];
        let files: Vec<SourceFile> = kinds
            .iter()
            .map(|kind| SourceFile::new(kind.name(), *kind, Arc::<str>::from(generate::file(*kind, &mut random))))
            // Of empty lines alone nothing stays, not even the kind of their ends.
            .filter(|it| !words(it).is_empty())
            .collect();
        changed += check(&files, &format!("step {step}"));
    }
    // Otherwise the files are too tidy to show anything.
    assert!(changed > steps() * 2, "{changed}");
}

#[test]
fn broken_files() {
    let files: Vec<SourceFile> = ["clean", "demo"].iter().flat_map(|it| files_of(&cluster(it))).collect();
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut next = |below: usize| random.below(below);
    let steps = steps();
    let inserts =
        ["\"", "\\\n", "\\ \n", "#", " ", "\t", "(", ")", "]", "\n", "\r\n", "End X\n", "Begin Queue\n", "=", "é"];
    for step in 0..steps {
        let file = &files[next(files.len())];
        let mut text = file.text.to_string();
        for _ in 0..=next(4) {
            let at = (0..=next(text.len() + 1)).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
            let to = (at..=(at + next(30)).min(text.len())).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(at);
            let insert = inserts[next(inserts.len())];
            text.replace_range(at..if next(2) == 0 { at } else { to }, insert);
        }
        let broken = SourceFile::new(&file.path, file.kind, Arc::<str>::from(text));
        check(&[broken], &format!("step {step}"));
    }
}
