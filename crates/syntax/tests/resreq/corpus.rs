//! Strings that were given to real parsers or found in the field.

use std::path::PathBuf;

use super::{errors, parse};

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The strings of the oracle, with what the first parser said.
fn oracle() -> Vec<(String, String)> {
    let text =
        std::fs::read_to_string(repository().join("testdata/oracle/resreq.tsv")).expect("the oracle is committed");
    text.lines()
        .filter(|it| !it.starts_with('#'))
        .filter_map(|line| {
            let mut cells = line.split('\t');
            let string = cells.next()?.replace("\\t", "\t").replace("\\n", "\n");
            Some((string, cells.next()?.to_owned()))
        })
        .collect()
}

#[test]
fn oracle_strings_are_lossless() {
    let strings = oracle();
    assert!(strings.len() > 200, "{}", strings.len());
    for (string, _) in strings {
        parse(&string);
    }
}

/// Strings that people really wrote, outside of this repository: all of them parse, and nearly all without an error.
#[test]
fn strings_of_the_field() {
    let shared = std::env::var_os("LSFLINT_SHARED").map_or(repository().join("../shared"), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(shared.join("corpus/resreq-in-the-wild.txt")) else {
        eprintln!("skipped: no corpus beside the repository");
        return;
    };
    let strings: Vec<&str> =
        text.lines().filter(|it| !it.starts_with('#')).filter_map(|it| it.split('\t').next()).collect();
    let wrong: Vec<String> = strings
        .iter()
        .map(|it| (it, errors(it)))
        .filter(|(_, it)| !it.is_empty())
        .map(|(string, it)| format!("{string}\n{it}"))
        .collect();
    // Glued sections, a second select, an empty section, and the old colon list.
    assert!(wrong.len() <= 4, "{}", wrong.join("\n"));
}
