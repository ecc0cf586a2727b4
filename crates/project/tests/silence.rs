//! Suppression comments for everything that is found: afterwards nothing is left but what no comment can suppress, LSF
//! reads what it read, and formatting leaves the comments where they count.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use lsflint_project::{Checked, ConfigSource, Paths, Plan, Request, Silenced, ToSilence, silence};
use lsflint_syntax::{Element, SyntaxKind};
use lsflint_test_support::{Scratch, cluster, corpus};

fn request(scratch: &Scratch) -> Request {
    let request = Request::new(Paths::new(scratch.path()), vec![PathBuf::from(".")]);
    Request { config: ConfigSource::Nothing, ..request }
}

fn checked(request: &Request) -> Vec<Checked> {
    let mut found = Vec::new();
    let mut plan = Plan::new(request.clone()).unwrap_or_else(|problem| panic!("{problem}"));
    plan.check(&|_| {}, &mut |it| {
        found.push(it);
        ControlFlow::Continue(())
    });
    found
}

/// What LSF reads: everything but comments and the blanks and line ends around them.
fn read_by_lsf(checked: &Checked, text: &str) -> String {
    let parse = lsflint_syntax::parse(text, checked.kind.expect("a file of LSF"));
    let mut read = String::new();
    let mut pending: Vec<Element<'_>> = parse.root().elements().collect();
    pending.reverse();
    while let Some(element) = pending.pop() {
        match element {
            Element::Node(node) => {
                let from = pending.len();
                pending.extend(node.elements());
                pending[from..].reverse();
            }
            Element::Token(it) if matches!(it.kind(), SyntaxKind::COMMENT | SyntaxKind::WHITESPACE) => {}
            Element::Token(it) if it.kind() == SyntaxKind::NEWLINE => {
                if !read.ends_with('\n') {
                    read.push('\n');
                }
            }
            Element::Token(it) => read.push_str(it.raw()),
        }
    }
    read.trim_matches('\n').to_owned()
}

/// The codes that are left, by path.
fn left(files: &[Checked]) -> BTreeMap<Arc<str>, Vec<&'static str>> {
    let codes = |it: &Checked| it.diagnostics.iter().map(|it| it.rule.code).collect::<Vec<_>>();
    files.iter().map(|it| (it.path.clone(), codes(it))).filter(|it| !it.1.is_empty()).collect()
}

#[track_caller]
fn check(scratch: &Scratch) {
    let request = request(scratch);
    let to_silence = |checked: Checked| ToSilence { all: ToSilence::places(&checked.diagnostics), checked };
    let mut files: Vec<ToSilence> = checked(&request).into_iter().map(to_silence).collect();
    let findings: usize = files.iter().map(|it| it.all.len()).sum();
    let silenced = silence(&request, &mut files, "because").unwrap_or_else(|problem| panic!("{problem}"));
    let mut count = 0;
    for Silenced { file: it, findings } in &silenced {
        let file = files.iter().find(|file| file.checked.path == it.shown).expect("one of the files");
        let (before, after) = (read_by_lsf(&file.checked, &file.checked.text), read_by_lsf(&file.checked, &it.after));
        assert_eq!(before, after, "{}", it.shown);
        it.write().unwrap_or_else(|problem| panic!("{problem}"));
        count += findings;
    }
    let expected: Vec<Checked> = files.into_iter().map(|it| it.checked).collect();
    // Nothing is written into scripts.
    let files = expected.iter().filter(|it| !it.path.ends_with(".sh"));
    let suppressible = files.flat_map(|it| &it.diagnostics).filter(|it| it.can_be_suppressed()).count();
    eprintln!("{findings} findings, {count} suppressed, {suppressible} could not be");
    assert!(count + suppressible <= findings && suppressible * 50 <= findings, "{:?}", left(&expected));
    assert_eq!(left(&checked(&request)), left(&expected));
    let plan = Plan::new(request.clone()).unwrap_or_else(|problem| panic!("{problem}"));
    for it in plan.format(None).flatten() {
        it.write().unwrap_or_else(|problem| panic!("{problem}"));
    }
    for (path, after) in left(&checked(&request)) {
        let before = left(&expected).remove(&path).unwrap_or_default();
        let other: Vec<_> = after.iter().filter(|it| !before.contains(it) && **it != "F090").collect();
        assert!(other.is_empty(), "{path} after formatting: {other:?}");
    }
}

#[test]
fn clusters_at_hand() {
    for folder in ["demo", "two-in-one"].map(cluster).into_iter().chain(corpus()) {
        check(&Scratch::copy_of(&folder));
    }
}

#[test]
fn examples_of_the_rules() {
    let scratch = Scratch::new();
    for rule in lsflint_rules::all().iter() {
        for (index, block) in rule.meta.page().split("```").skip(1).step_by(2).enumerate() {
            let Some((name, text)) = block.split_once('\n') else { continue };
            if lsflint_project::recognise(name, text).is_some() {
                scratch.write(&format!("{}-{index}/{name}", rule.meta.code), text);
            }
        }
    }
    check(&scratch);
}
