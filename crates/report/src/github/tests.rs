//! Annotations as the runner reads them.

use std::collections::BTreeMap;

use expect_test::expect;
use proptest::prelude::*;

use super::*;
use crate::testing::{anything, clean, several, troubled, write, write_with};

/// A command, parsed by the rules of the runner (`ActionCommand.TryParseV2`): leading spaces are ignored, the first
/// `::` after the one at the start ends the properties, which are separated by commas, and references are replaced one
/// kind after another, `%25` last.
#[derive(Debug)]
struct Command {
    name: String,
    properties: BTreeMap<String, String>,
    message: String,
}

fn read(line: &str) -> Command {
    let line = line.trim_start().strip_prefix("::").expect("a command");
    let (info, message) = line.split_once("::").expect("a message");
    let (name, properties) = info.split_once(' ').unwrap_or((info, ""));
    let pairs = properties.trim().split(',').filter_map(|it| it.split_once('=')).filter(|it| !it.1.is_empty());
    let references = |text: &str, all: &[(&str, &str)]| {
        all.iter().fold(text.to_owned(), |text, (reference, letter)| text.replace(reference, letter))
    };
    let property = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")];
    Command {
        name: name.to_owned(),
        properties: pairs.map(|(key, value)| (key.to_owned(), references(value, &property))).collect(),
        message: references(message, &[("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]),
    }
}

/// The runner reads lines as .NET does: LF, CR and CRLF end them, nothing else does.
fn commands(text: &str) -> Vec<Command> {
    text.split(['\n', '\r']).filter(|it| !it.is_empty()).map(read).collect()
}

#[test]
fn a_report() {
    let text = write_with(Github::default(), &[clean(), several()], &troubled());
    expect![[r#"
        ::notice file=conf/lsb.queues,line=1,endLine=5,title=lsflint P301 (missing-required-parameter)::conf/lsb.queues:1:1: P301 all, of it: 100%25
        ::warning file=conf/lsb.queues,line=4,endLine=4,col=1,endColumn=9,title=lsflint P003 (duplicate-parameter)::conf/lsb.queues:4:1: P003 duplicate `PRIORITY`%0ALSF takes the last one%0Ahelp: remove one of the two
        ::error file=conf/lsb.queues,line=5,endLine=5,col=5,endColumn=11,title=lsflint F104 (end-name-mismatch)::conf/lsb.queues:5:5: F104 `End Queues` closes a section `Queue`
        ::error title=lsflint::cannot read `a, b`:%0A100%25
    "#]].assert_eq(&text);
    assert_eq!(commands(&text)[3].message, "cannot read `a, b`:\n100%");
}

#[test]
fn without_findings_there_are_no_commands() {
    assert_eq!(write(Github::default(), &[clean()]), "");
}

#[test]
fn a_folder_of_the_repository_is_part_of_the_path() {
    let text = write(Github::new(PathBase::above(["site".into()])), &[several()]);
    assert!(commands(&text).iter().all(|it| it.properties["file"] == "site/conf/lsb.queues"), "{text}");
}

proptest! {
    #[test]
    fn whatever_the_text_it_comes_back(file in anything()) {
        let commands = commands(&write(Github::default(), std::slice::from_ref(&file)));
        let expected: Vec<_> = findings(&file).collect();
        prop_assert_eq!(commands.len(), expected.len());
        let shown = |text: &str| -> String { text.chars().map(visible).collect() };
        for (it, expected) in commands.iter().zip(expected) {
            prop_assert_eq!(&it.message, &shown(&expected.lines(&file.source.path)));
            prop_assert_eq!(&it.properties["file"], &shown(&file.source.path));
            prop_assert_eq!(&it.properties["line"], &expected.placed.range.start.line.to_string());
            prop_assert_eq!(&it.properties["title"], "lsflint P003 (duplicate-parameter)");
            prop_assert!(["error", "warning", "notice"].contains(&&*it.name));
            // The runner drops columns of several lines, and lines that end before they begin.
            let number = |name: &str| it.properties.get(name).and_then(|it| it.parse::<usize>().ok());
            prop_assert!(number("line") <= number("endLine"));
            prop_assert!(number("col") <= number("endColumn"));
            prop_assert!(number("line") == number("endLine") || number("col").is_none());
        }
    }
}
