//! Fingerprints stay when lines come in between and when a file is formatted. Shown on every configuration that is at
//! hand.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use lsflint_lint::Fingerprint;
use lsflint_project::{Buffers, ConfigSource, Paths, Plan, Request, Rewritten};
use lsflint_syntax::{Element, Parent, SyntaxKind};
use lsflint_test_support::{Scratch, cluster, corpus};

/// What is known of the findings of a folder: by file, the codes and fingerprints.
type Prints = BTreeMap<PathBuf, BTreeSet<(&'static str, Fingerprint)>>;

/// Rules about blanks, comments and the order of lines: what is done to the text here is what they are about.
const ABOUT_LAYOUT: [&str; 8] = ["F002", "F003", "F004", "F008", "F307", "F308", "F090", "R004"];

struct Site {
    folder: PathBuf,
    _scratch: Option<Scratch>,
}

impl Site {
    fn plan(&self, buffers: Buffers) -> Plan {
        let request = Request {
            buffers,
            config: ConfigSource::Nothing,
            fingerprints: true,
            ..Request::new(Paths::new(&self.folder), vec![PathBuf::from(".")])
        };
        Plan::new(request).unwrap_or_else(|problem| panic!("{problem}"))
    }

    fn prints(&self, buffers: Buffers) -> Prints {
        let mut prints = Prints::new();
        self.plan(buffers).check(&|_| {}, &mut |checked| {
            assert_eq!(checked.diagnostics.len(), checked.fingerprints.len());
            let codes = checked.diagnostics.iter().map(|it| it.rule.code);
            let here: Vec<_> = codes.zip(checked.fingerprints).collect();
            let count = here.len();
            let here: BTreeSet<_> = here.into_iter().collect();
            assert_eq!(here.len(), count, "two findings of {} are known by the same", checked.path);
            prints.insert(checked.location.to_path_buf(), here);
            ControlFlow::Continue(())
        });
        prints
    }

    /// Checks that all fingerprints are the same after something was done to the texts; returns how many findings that
    /// were.
    #[track_caller]
    fn check(&self, changed: Vec<(PathBuf, String)>) -> usize {
        let before = self.prints(Buffers::default());
        let mut buffers = Buffers::default();
        for (path, text) in changed {
            buffers.insert(path, text.into());
        }
        let after = self.prints(buffers);
        let mut count = 0;
        for (path, before) in &before {
            let Some(after) = after.get(path) else { continue };
            let other: Vec<_> = before.symmetric_difference(after).filter(|it| !ABOUT_LAYOUT.contains(&it.0)).collect();
            assert!(other.is_empty(), "{}: {other:?}", path.display());
            count += before.len();
        }
        count
    }

    fn texts(&self) -> Vec<(PathBuf, std::sync::Arc<str>)> {
        let mut texts = Vec::new();
        self.plan(Buffers::default()).check(&|_| {}, &mut |checked| {
            texts.push((checked.location.to_path_buf(), checked.text));
            ControlFlow::Continue(())
        });
        texts
    }

    fn formatted(&self) -> Vec<(PathBuf, String)> {
        let plan = self.plan(Buffers::default());
        let formatted = plan.format(None).flatten();
        formatted.filter(Rewritten::differs).map(|it| (it.path, it.after.to_string())).collect()
    }
}

/// The configurations at hand.
fn sites() -> Vec<Site> {
    let mut folders: Vec<PathBuf> = ["clean", "demo", "flat", "two-in-one"].map(cluster).into();
    folders.extend(corpus());
    let site = |folder| Site { folder, _scratch: None };
    folders.into_iter().map(site).chain([examples()]).collect()
}

/// What the pages of the rules show, the wrong and the right, each in a folder of its own.
fn examples() -> Site {
    let scratch = Scratch::new();
    for rule in lsflint_rules::all().iter() {
        for (index, block) in rule.meta.page().split("```").skip(1).step_by(2).enumerate() {
            let Some((name, text)) = block.split_once('\n') else { continue };
            if lsflint_project::recognise(name, text).is_some() {
                scratch.write(&format!("{}-{index}/{name}", rule.meta.code), text);
            }
        }
    }
    Site { folder: scratch.path(), _scratch: Some(scratch) }
}

/// A comment and an empty line before every line where LSF takes one.
fn spaced_out(path: &Path, text: &str) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    let kind = lsflint_project::recognise(&name, text)?.kind;
    let parse = lsflint_syntax::parse(text, kind);
    let mut spaced = String::new();
    let mut from = 0;
    for end in line_ends(parse.root(), text) {
        spaced.push_str(&text[from..end]);
        // A suppression is about the next line.
        if !text[from..end].contains("lsflint:") {
            spaced.push_str("# between\n\n");
        }
        from = end;
    }
    spaced.push_str(&text[from..]);
    Some(spaced)
}

fn line_ends(root: Parent<'_>, text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut pending: Vec<Element<'_>> = root.elements().collect();
    while let Some(element) = pending.pop() {
        match element {
            Element::Node(node) => pending.extend(node.elements()),
            Element::Token(token) => {
                let end = usize::from(token.range().end());
                if token.kind() == SyntaxKind::NEWLINE && text[..end].ends_with('\n') {
                    ends.push(end);
                }
            }
        }
    }
    ends.sort_unstable();
    ends
}

#[test]
fn lines_can_be_inserted() {
    for site in sites() {
        let texts = site.texts().into_iter();
        let changed = texts.filter_map(|(path, text)| Some((path.clone(), spaced_out(&path, &text)?)));
        let count = site.check(changed.collect());
        eprintln!("{}: {count} findings known again between new lines", site.folder.display());
    }
}

#[test]
fn files_may_be_formatted() {
    for site in sites() {
        let count = site.check(site.formatted());
        eprintln!("{}: {count} findings known again after formatting", site.folder.display());
    }
}
