//! The patterns of the facts mean the same here as in the generator that tries them: every example of the data is
//! accepted, and everything it calls refused is an error.

use std::path::Path;

use lsflint_spec::{FileKind, find_param};
use lsflint_syntax::parse_value;

/// The strings of `key` in every parameter, with the file, the section and the name.
fn for_every(key: &str, mut check: impl FnMut(FileKind, &str, &str, &str)) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/data");
    let mut count = 0;
    for kind in FileKind::ALL {
        let text = std::fs::read_to_string(folder.join(format!("{}.toml", kind.name()))).expect("the data of the kind");
        let table: toml::Table = text.parse().expect("valid TOML");
        for section in table["section"].as_array().expect("sections") {
            for param in section.get("param").and_then(|it| it.as_array()).into_iter().flatten() {
                let strings = param.get(key).and_then(|it| it.as_array()).into_iter().flatten();
                for text in strings.filter_map(|it| it.as_str()) {
                    let name = |table: &toml::Value| table["name"].as_str().unwrap_or_default().to_owned();
                    check(kind, &name(section), &name(param), text);
                    count += 1;
                }
            }
        }
    }
    count
}

/// The first error of the text as a value of the parameter.
fn error(kind: FileKind, section: &str, name: &str, text: &str) -> Option<String> {
    let param = find_param(kind, section, name).expect("a generated parameter");
    parse_value(text, param.grammar).errors().first().map(|it| format!("{:?}", it.kind))
}

#[test]
fn examples_are_accepted() {
    let mut complaints = Vec::new();
    let count = for_every("examples", |kind, section, name, text| {
        if let Some(error) = error(kind, section, name, text) {
            complaints.push(format!("{} {name}: `{text}`: {error}", kind.name()));
        }
    });
    assert!(count > 100, "{count} examples");
    assert_eq!(complaints, Vec::<String>::new());
}

#[test]
fn refused_values_are_errors() {
    let mut complaints = Vec::new();
    let count = for_every("refused", |kind, section, name, text| {
        if error(kind, section, name, text).is_none() {
            complaints.push(format!("{} {name}: `{text}` is accepted", kind.name()));
        }
    });
    assert!(count > 50, "{count} refused values");
    assert_eq!(complaints, Vec::<String>::new());
}
