//! Formatting changes blanks and nothing else: not a word, not a comment, not a finding.

mod generate;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_fmt::{Options, apply, format, format_range};
use lsflint_lint::{Registry, Settings, check_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_project::{decode, is_backup, recognise};
use lsflint_spec::FileKind;
use lsflint_syntax::{SyntaxKind, TextRange, TextSize};
use lsflint_test_support::generate::{Counts, cluster as generate_cluster};
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
    let after = apply(&file.text, &edits);
    let without_tree = lsflint_fmt::formatted(&file.text, file.kind, None, Options::default());
    assert_eq!(without_tree.as_deref().unwrap_or(&file.text), after, "{}, with a tree and without one", file.path);
    let again = SourceFile::new(&file.path, file.kind, after);
    SourceFile { kind_certain: file.kind_certain, template: file.template, ..again }
}

fn without_whitespace(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The words of a file, as its tree has them, without whitespace between them.
fn words(file: &SourceFile) -> Vec<(SyntaxKind, String)> {
    let tokens = file.parse.root().all_tokens();
    let words = tokens.filter(|it| !it.kind().is_trivia() || it.kind() == SyntaxKind::COMMENT);
    let words = words.map(|it| match it.kind() {
        // A row that is commented out has columns.
        SyntaxKind::COMMENT => (it.kind(), without_whitespace(it.raw())),
        _ => (it.kind(), it.raw().to_owned()),
    });
    words.collect()
}

/// The lines that are not empty, without whitespace: no word and no comment moves to another line.
fn lines(text: &str) -> Vec<String> {
    text.lines().map(without_whitespace).filter(|it| !it.is_empty()).collect()
}

/// What has a syntax error stands in both texts, byte for byte, in this order.
#[track_caller]
fn assert_errors_stay(before: &SourceFile, after: &SourceFile, what: &str) {
    let mut left: &str = &after.text;
    for error in before.parse.errors() {
        let rest = &before.text[error.range.start().into()..];
        // The comment behind it may move.
        let wrong = rest.split(['\n', '#']).next().unwrap_or_default().trim_end();
        match left.find(wrong) {
            Some(found) => left = &left[found..],
            None => panic!("{what}: an error of {} is not there any more: {wrong:?}", before.path),
        }
    }
}

/// Formatting one line gives what formatting the file makes of it.
#[track_caller]
fn assert_lines_alone(before: &SourceFile, after: &SourceFile, what: &str) {
    let texts =
        |text: &str| -> Vec<String> { text.lines().filter(|it| !it.trim().is_empty()).map(str::to_owned).collect() };
    let whole = texts(&after.text);
    let places: Vec<usize> = before.text.match_indices('\n').map(|it| it.0).collect();
    let chosen = places.len() / 2;
    let (Some(end), start) = (places.get(chosen), chosen.checked_sub(1).map_or(0, |it| places[it] + 1)) else { return };
    let line = &before.text[start..*end];
    let is_part = |text: &str| text.trim_end().ends_with('\\');
    if line.trim().is_empty() || is_part(line) || is_part(&before.text[..start]) {
        return;
    }
    let range = TextRange::empty(TextSize::new(start as u32));
    let edits = format_range(&before.parse, &before.text, before.kind, range, Options::default());
    let number = texts(&before.text[..start]).len();
    assert_eq!(texts(&apply(&before.text, &edits))[number], whole[number], "{what}: {line:?} of {}", before.path);
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
        assert_eq!(lines(&before.text), lines(&after.text), "{what}: the lines of {}", before.path);
        assert_errors_stay(before, after, what);
        assert_lines_alone(before, after, what);
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

/// The files of a site, with other whitespace between their words.
#[test]
fn generated_clusters() {
    let mut random = Random(0x5851_f42d_4c95_7f2d);
    let mut files_changed = 0;
    let clusters = steps() / 50;
    for step in 0..clusters {
        let cluster = generate_cluster(step as u64, "north", Counts::for_hosts(24));
        let untidy = |text: &str, random: &mut Random| -> String {
            let word = |it: &str, random: &mut Random| format!("{it}{:1$}", "", random.below(30) / 10);
            text.split_inclusive(' ')
                .map(|it| if random.below(4) == 0 { word(it, random) } else { it.to_owned() })
                .collect()
        };
        let files: Vec<SourceFile> = cluster
            .iter()
            .map(|it| {
                let name = it.path.rsplit('/').next().unwrap_or(&it.path);
                let kind = FileKind::from_name(name).expect("a file of LSF");
                SourceFile::new(&it.path, kind, Arc::<str>::from(untidy(&it.text, &mut random)))
            })
            .collect();
        files_changed += check(&files, &format!("cluster {step}"));
    }
    assert!(files_changed > clusters * 5, "{files_changed}");
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
