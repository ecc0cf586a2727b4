//! The examples of the manuals: nothing above an information may be reported in them, except where a page is wrong.
//!
//! `testdata/manual/README.md` says what the files hold.

use std::collections::{BTreeMap, BTreeSet};

use lsflint_lint::{
    Diagnostic, Registry, Settings, Severity, check_connector, check_elim_line, check_file, check_requirement,
    check_script,
};
use lsflint_model::connector::ConnectorFile;
use lsflint_model::job::JobScript;
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::{ConnectorKind, FileKind, Target};
use lsflint_test_support::manual::{Example, NOT_READ, examples};

/// How many examples there are at least.
const ENOUGH: usize = 600;

/// The findings above an information, with what they are about.
fn findings(example: &Example, settings: &Settings, registry: &Registry) -> Vec<(Diagnostic, String)> {
    let target: Option<Target> = example.target.as_deref().map(|it| it.parse().expect("a version of LSF"));
    let (connector, files): (Vec<_>, Vec<_>) =
        example.files().into_iter().partition(|it| ConnectorKind::from_name(&it.0).is_some());
    let source = |(name, text): &(String, String)| {
        let kind = FileKind::from_name(name).unwrap_or_else(|| panic!("{}: `{name}` is not a file", example.place));
        SourceFile::new(name, kind, text.as_str())
    };
    let sources: Vec<SourceFile> = files.iter().map(source).collect();
    let cluster = Cluster::of(&sources, target.as_ref());
    let mut found = Vec::new();
    for (source, (name, text)) in sources.iter().zip(&files) {
        let all = check_file(source, &cluster, settings, registry);
        found.extend(all.into_iter().map(|it| shown(it, name, text)));
    }
    let of_connector = |(name, text): &(String, String)| {
        ConnectorFile::new(name, ConnectorKind::from_name(name).expect("it is one of them"), text.as_str())
    };
    let of_connector: Vec<ConnectorFile> = connector.iter().map(of_connector).collect();
    for (file, (name, text)) in of_connector.iter().zip(&connector) {
        let all = check_connector(file, &of_connector, &cluster, settings, registry);
        found.extend(all.into_iter().map(|it| shown(it, name, text)));
    }
    let text = example.text.trim_end();
    let all = match &*example.file {
        "resreq" => check_requirement(text, &cluster, settings, registry),
        "elim" => check_elim_line(text, &cluster, None, settings, registry),
        "bsub" => check_script(&JobScript::new("job.sh", format!("{text}\n")), &cluster, settings, registry),
        _ => Vec::new(),
    };
    found.extend(all.into_iter().map(|it| shown(it, &example.file, text)));
    found.retain(|it| it.0.severity >= Severity::Warning);
    found
}

/// A finding with its file and line.
fn shown(found: Diagnostic, file: &str, text: &str) -> (Diagnostic, String) {
    let start = usize::from(found.range.start()).min(text.len());
    let line = text[start..].lines().next().unwrap_or_default();
    let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let message =
        format!("{file}: {}{line}\n    {} {}: {}", &text[begin..start], found.severity, found.rule.code, found.message);
    (found, message)
}

#[test]
fn examples_of_the_manuals_have_no_findings() {
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let examples = examples();
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for example in &examples {
        let skipped = NOT_READ.contains(&&*example.file);
        let count = counts.entry(&example.file).or_default();
        count[0] += 1;
        if skipped {
            continue;
        }
        let found = findings(example, &settings, &registry);
        let codes: BTreeSet<String> = found.iter().map(|it| it.0.rule.code.to_owned()).collect();
        count[1] += usize::from(codes.is_empty());
        if codes != example.expect {
            let messages: Vec<&str> = found.iter().map(|it| &*it.1).collect();
            let Example { place, source, text, expect, .. } = example;
            let messages = messages.join("\n  ");
            wrong.push(format!("{place} ({source}), expected {expect:?}\n{}\n  {messages}\n", text.trim_end()));
        }
    }
    for (file, [all, silent]) in &counts {
        let silent = if NOT_READ.contains(file) { "not read".to_owned() } else { format!("{silent} without findings") };
        eprintln!("{file}: {all} examples, {silent}");
    }
    eprintln!("{} examples", examples.len());
    assert!(wrong.is_empty(), "{} examples:\n{}", wrong.len(), wrong.join("\n"));
    assert!(examples.len() >= ENOUGH, "{} examples", examples.len());
}
