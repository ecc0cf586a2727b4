//! What holds at every place of the test clusters.

use std::collections::BTreeSet;
use std::sync::Arc;

use lsflint_lint::{Registry, check_file};
use lsflint_model::referent;
use lsflint_spec::{Grammar, ParamSpec};
use lsflint_syntax::{Edit, SyntaxKind, TextRange};

use super::*;
use crate::File;
use crate::properties::clusters;
use crate::spot::Spot;

/// A word that somebody wrote, where something can be offered.
struct Written {
    path: Arc<str>,
    range: TextRange,
    text: String,
    param: Option<&'static ParamSpec>,
    kind: SyntaxKind,
}

/// The words of a cluster that a list can hold: keys, columns, section names, words of values, names that are defined.
fn words(fixture: &Fixture) -> Vec<Written> {
    let mut found = Vec::new();
    for file in fixture.snapshot.files.iter() {
        let source = &file.source;
        for token in source.parse.root().all_tokens() {
            let (kind, text) = (token.kind(), token.text().into_owned());
            let path = source.path.clone();
            let mut add = |param| {
                found.push(Written { path: path.clone(), range: token.range(), text: text.clone(), param, kind })
            };
            match kind {
                SyntaxKind::KEY | SyntaxKind::COLUMN_NAME | SyntaxKind::SECTION_NAME => add(None),
                SyntaxKind::KEYWORD | SyntaxKind::NAME | SyntaxKind::WORD => {
                    let spot = Spot::at(source, token.range().start());
                    let Some(param) = spot.setting().and_then(|it| it.spec) else { continue };
                    let section = spot.section_spec();
                    let defines = section.and_then(|it| it.defines).is_some_and(|it| it.key == param.name);
                    let free = matches!(
                        param.grammar,
                        Grammar::Text
                            | Grammar::Word
                            | Grammar::Path
                            | Grammar::Paths
                            | Grammar::Command
                            | Grammar::Any
                    );
                    let refers = referent(source.kind, section, param).is_some();
                    let name =
                        kind == SyntaxKind::NAME && matches!(param.grammar, Grammar::Name(_) | Grammar::Names(_));
                    let new_name = defines && param.references.is_empty() || name && !refers;
                    if !free && !new_name {
                        add(Some(param));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// The snapshot after an edit of one file; what is known across files is a keystroke behind, as in an editor.
fn edited(snapshot: &Snapshot, path: &str, range: TextRange, insert: &str) -> Snapshot {
    let mut files: Vec<File> = snapshot.files.to_vec();
    if let Some(file) = files.iter_mut().find(|it| *it.source.path == *path) {
        let edit = Edit { range, insert: insert.to_owned() };
        file.source = Arc::new(file.source.edited(&[edit]));
    }
    Snapshot { files: files.into(), ..snapshot.clone() }
}

fn cluster(name: &str) -> Fixture {
    let text = clusters().into_iter().find(|it| it.contains(&format!("//- lsf.cluster.{name}\n")));
    Fixture::new(&text.expect("a cluster of testdata"))
}

#[test]
fn what_was_taken_out_is_offered() {
    let fixture = cluster("clean");
    let mut missed = Vec::new();
    let mut count = 0;
    for word in words(&fixture) {
        let snapshot = edited(&fixture.snapshot, &word.path, word.range, "");
        let found = complete(&snapshot, &word.path, word.range.start().into(), &CompletionOptions::default());
        count += 1;
        let offered = found.items.iter().any(|it| {
            let same = |text: &str| text.eq_ignore_ascii_case(&word.text);
            same(&it.label) || same(it.insert.trim_end())
        });
        if !offered {
            let param = word.param.map_or("", |it| it.name);
            missed.push(format!("{} {:?} {param}: {}", word.path, word.kind, word.text));
        }
    }
    missed.sort();
    missed.dedup();
    expect![[r#"
        1231 words
        lsb.applications NAME CONTAINER: image
        lsb.applications NAME CONTAINER: options
        lsb.applications NAME CONTAINER: singularity
        lsb.applications NAME ENV_VARS: OMP_NUM_THREADS
        lsb.applications WORD RERUNNABLE: yes
        lsb.hosts NAME GROUP_MEMBER: sim
        lsb.hosts NAME GROUP_MEMBER: syn
        lsb.queues WORD BACKFILL: Y
        lsf.conf NAME LSB_BJOBS_FORMAT: exec_host
        lsf.conf NAME LSB_BJOBS_FORMAT: job_name
        lsf.conf NAME LSB_BJOBS_FORMAT: jobid
        lsf.conf NAME LSB_BJOBS_FORMAT: queue
        lsf.conf NAME LSB_BJOBS_FORMAT: run_time
        lsf.conf NAME LSB_BJOBS_FORMAT: stat
        lsf.conf NAME LSB_BJOBS_FORMAT: user
        lsf.conf NAME LSF_STRIP_DOMAIN: eda.example.com
        lsf.conf NAME LSF_STRIP_DOMAIN: lab.example.com
        lsf.shared WORD ARCHITECTURE: x25_4800_AMDEPYC965496CoreProcessor
        lsf.shared WORD ARCHITECTURE: x25_4900_AMDEPYC776364CoreProcessor
        lsf.shared WORD ARCHITECTURE: x6_5000_IntelRXeonRGold6248CPU250GHz"#]]
    .assert_eq(&format!("{count} words\n{}", missed.join("\n")));
}

#[test]
fn accepted_items_are_valid() {
    let fixture = cluster("clean");
    let mut wrong = Vec::new();
    for word in words(&fixture) {
        let kinds = [
            CompletionKind::Value,
            CompletionKind::Name,
            CompletionKind::Host,
            CompletionKind::Group,
            CompletionKind::User,
            CompletionKind::Resource,
            CompletionKind::Type,
            CompletionKind::Word,
        ];
        // Behind words of a grammar stands what only they take.
        if word.param.is_none() || word.kind == SyntaxKind::KEYWORD {
            continue;
        }
        let snapshot = edited(&fixture.snapshot, &word.path, word.range, "");
        let found = complete(
            &snapshot,
            &word.path,
            word.range.start().into(),
            &CompletionOptions { snippets: false, limit: 50 },
        );
        for item in found.items.iter().filter(|it| kinds.contains(&it.kind)).take(6) {
            // The word of a section brings its bracket along.
            let insert = item.insert.trim_end_matches(['[', '(', '=']);
            let after = edited(&snapshot, &word.path, item.range.into(), insert);
            let file = after.file(&word.path).expect("the file");
            if let Some(error) = file.source.parse.errors().first() {
                let param = word.param.map_or("", |it| it.name);
                wrong.push(format!("{} {param}: {} -> {} ({:?})", word.path, word.text, item.insert, error.kind));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    expect![""].assert_eq(&wrong.join("\n"));
}

/// The demo cluster has mistakes in it; and it is half typed at every place where it is cut off.
#[test]
fn no_offset_is_too_much() {
    let fixture = cluster("demo");
    let options = CompletionOptions::default();
    let mut offered = 0;
    for file in fixture.snapshot.files.iter() {
        let (path, length) = (&file.source.path, file.source.text.len());
        for offset in (0..length + 2).step_by(3) {
            let found = complete(&fixture.snapshot, path, offset as u32, &options);
            for item in &found.items {
                let (start, end) = (item.range.start as usize, item.range.end as usize);
                // A character that accepts an item is written behind it.
                assert!(item.commit.iter().all(|it| !item.insert.trim_end().ends_with(it)), "{item:?}");
                let replaced = file.source.text.get(start..end).expect("a range of the file");
                assert!(
                    start <= offset && offset.min(length) <= end && !replaced.contains('\n'),
                    "{path}:{offset} {item:?}"
                );
            }
            offered += found.items.len();
            if let Some(help) = crate::signature_help(&fixture.snapshot, path, offset as u32) {
                assert!(help.parameters.iter().all(|it| help.label.get(it.range.clone()).is_some()), "{help:?}");
                assert!(help.active.is_none_or(|it| it < help.parameters.len()), "{help:?}");
            }
        }
        for at in (0..length).step_by(97) {
            let cut = TextRange::new((at as u32).into(), (length as u32).into());
            let snapshot = edited(&fixture.snapshot, path, cut, "");
            offered += complete(&snapshot, path, at as u32, &options).items.len();
        }
    }
    assert!(offered > 10_000, "{offered}");
}

/// Every item can be looked at.
#[test]
fn items_are_documented() {
    let fixture = cluster("demo");
    let mut silent = Vec::new();
    for file in fixture.snapshot.files.iter() {
        for offset in (0..file.source.text.len()).step_by(211) {
            let found = complete(&fixture.snapshot, &file.source.path, offset as u32, &CompletionOptions::default());
            let unknown =
                found.items.iter().filter(|it| !it.data.is_empty() && resolve(&fixture.snapshot, &it.data).is_none());
            silent.extend(unknown.map(|it| it.data.clone()));
        }
    }
    silent.sort();
    silent.dedup();
    expect![""].assert_eq(&silent.join("\n"));
}

/// A name may be invalid although it is of the right kind: a host type that no host of the queue has, a flag that
/// another parameter requires.
const ABOUT_MEANING: &[&str] = &[
    "aps-dead-limit-or-grace",
    "aps-parent-without-factors",
    "built-in-redefined",
    "compute-unit-level",
    "constant-condition",
    "consumable-grows",
    "cu-with-auto-resize",
    "duplicate-name",
    "duration-on-static-resource",
    "exclusion-without-effect",
    "fairshare-syntax",
    "group-shares-lost",
    "hosts-ask-for-exclusive-resource",
    "increasing-without-number",
    "interruptible-backfill-needs-backfill",
    "location-syntax",
    "no-host-can-match",
    "outside-resrsv-limit",
    "preemptable-not-shared",
    "preemptable-resource",
    "requires-other-parameter",
    "resource-definition",
    "resource-not-countable",
    "share-for-non-member",
    "suspicious-magnitude",
    "terminate-when-load",
    "terminate-when-window",
    "unknown-host",
    "unknown-host-type",
];

#[test]
fn what_is_accepted_says_something_new_at_most_about_meaning() {
    let fixture = cluster("clean");
    let registry = Registry::new(lsflint_rules::all(), &fixture.snapshot.settings);
    let mut codes = BTreeSet::new();
    let words = words(&fixture).into_iter().filter(|it| it.param.is_some() && it.kind != SyntaxKind::KEYWORD);
    for word in words.step_by(11) {
        let snapshot = edited(&fixture.snapshot, &word.path, word.range, "");
        let options = CompletionOptions { snippets: false, limit: 50 };
        let found = complete(&snapshot, &word.path, word.range.start().into(), &options);
        for item in found.items.iter().filter(|it| it.label != word.text).take(2) {
            let insert = item.insert.trim_end_matches(['[', '(', '=']);
            let after = edited(&snapshot, &word.path, item.range.into(), insert);
            let file = after.file(&word.path).expect("the file");
            let found = check_file(&file.source, &after.cluster, &after.settings, &registry);
            codes.extend(found.iter().map(|it| it.rule.name));
        }
    }
    let before = fixture.snapshot.files.iter().flat_map(|it| it.findings.iter()).map(|it| it.rule.name);
    for name in before {
        codes.remove(name);
    }
    let codes: Vec<&str> = codes.into_iter().filter(|it| !ABOUT_MEANING.contains(it)).collect();
    assert_eq!(codes, [""; 0]);
}
