//! No fact says "required", "obsolete" or "has no effect without" without a page behind it.

use std::path::PathBuf;

use lsflint_spec::{Confidence, Maturity, ParamSpec, Reason, SectionSpec, files, section};
use toml::Value;

/// Calls `check` with every parameter and collects what it says.
fn complaints(check: impl Fn(&SectionSpec, &ParamSpec) -> Option<String>) -> Vec<String> {
    let mut all = Vec::new();
    for file in files() {
        for section in file.sections {
            let of_param =
                |it: &ParamSpec| check(section, it).map(|what| format!("{}: {}: {what}", file.name, it.name));
            all.extend(section.params.iter().filter_map(of_param));
        }
    }
    all
}

/// A clause with a source: an address, a manual with its page, or a file and function of a reader.
fn is_complete(reason: Reason) -> bool {
    let source = reason.source;
    let named = source.starts_with("http") || source.contains(", page ") || source.contains(".c: ");
    let clause = reason.text.len() > 15 && !reason.text.ends_with('.') && !reason.text.starts_with("because");
    named && clause
}

#[test]
fn requirements_have_a_sentence() {
    let found = complaints(|_, param| {
        let needs = !param.requires.is_empty() || !param.requires_any.is_empty();
        match (needs, param.requires_because == Reason { text: "", source: "" }) {
            (true, _) if !is_complete(param.requires_because) => Some("requires without a sentence".to_owned()),
            (false, false) => Some("a sentence for nothing".to_owned()),
            _ => None,
        }
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn obsolete_parameters_have_a_sentence() {
    let found = complaints(|_, param| {
        let old = param.maturity == Maturity::Obsolete;
        (old && !is_complete(param.status_because)).then(|| "obsolete without a sentence".to_owned())
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn required_parameters_have_a_sentence() {
    for file in files() {
        for section in file.sections {
            let (place, required) = (format!("{} {}", file.name, section.name), !section.required.is_empty());
            assert_eq!(required, is_complete(section.required_because), "{place}: {:?}", section.required_because);
            let both = section.usual.iter().find(|it| section.required.contains(it));
            assert_eq!(both, None, "{place}: required and usual");
        }
    }
}

/// The rows of `data/not-found.toml`: file, section, name, fact, what the data say now.
fn not_found() -> Vec<[String; 5]> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/not-found.toml");
    let table: toml::Table = std::fs::read_to_string(path).expect("a readable file").parse().expect("valid TOML");
    let mut rows = Vec::new();
    for row in table["lookup"].as_array().expect("an array of lookups") {
        let text = |key: &str| row[key].as_str().unwrap_or_else(|| panic!("no `{key}` in {row}")).to_owned();
        assert!(!text("asked").is_empty(), "what was asked for {row}");
        for name in row["names"].as_array().expect("names").iter().filter_map(Value::as_str) {
            rows.push([text("file"), text("section"), name.to_owned(), text("fact"), text("now")]);
        }
    }
    rows
}

#[test]
fn what_was_not_found_is_said_as_such() {
    let rows = not_found();
    assert!(rows.len() > 100, "{} rows", rows.len());
    for [file, section_name, name, fact, now] in &rows {
        let place = format!("{file} {section_name}: {name}");
        let kind = files().find(|it| it.name == file).unwrap_or_else(|| panic!("{place}: no such file")).kind;
        let spec = section(kind, section_name).unwrap_or_else(|| panic!("{place}: no such section"));
        let param = spec.param(name).unwrap_or_else(|| panic!("{place}: no such parameter"));
        let holds = match (fact.as_str(), now.as_str()) {
            ("requires", "affected_by") => !param.affected_by.is_empty(),
            ("required", "usual") => spec.usual.contains(&param.name),
            ("obsolete", "not_seen") => param.maturity == Maturity::NotSeen,
            ("obsolete", "current") => param.maturity == Maturity::Current,
            ("reserved", "dropped") => param.reserved.is_empty(),
            ("value", "medium") => param.confidence == Confidence::Medium,
            ("value", "low") => param.confidence == Confidence::Low,
            _ => false,
        };
        assert!(holds, "{place}: `{fact}` became `{now}`");
    }
    let unexplained = complaints(|_, param| {
        let row = rows.iter().any(|it| it[2] == param.name && it[3] == "obsolete");
        (param.maturity == Maturity::NotSeen && !row).then(|| "missing in not-found.toml".to_owned())
    });
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
}
