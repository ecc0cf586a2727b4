//! `xtask/coverage-tests.toml`: ids that tests check.
//!
//! ```toml
//! "RR104" = { asks = "Sections are separated by a space", tests = ["crates/rules/src/requirement/missing_space.rs"] }
//! ```
//!
//! One line for each id, sorted: a summary of the row or claim, and the files whose tests check it. Ids are spelled as
//! in their source: `RR104`, `AP124`, `RM803`, `ST06`, `SHR020`, `LSB-P001` and the kebab-case names of the queue
//! catalogue; claims have a hyphen before the number (`RR-022`, `BC-100`); `R-TW3` is a rule of the notes on time and
//! batch concepts, `users-pain 12` a row of the list of problems of users.

use std::collections::BTreeMap;

use anyhow::Context;
use serde::Deserialize;

use crate::tidy::Repository;

/// The tested ids.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// The files with tests of each id.
    pub places: BTreeMap<String, Vec<String>>,
    /// Invalid lines.
    pub problems: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    asks: String,
    tests: Vec<String>,
}

/// The maximum number of words of a summary.
const WORDS: usize = 13;

/// Signs of a file with tests.
const TESTS: [&str; 3] = ["#[test]", "fixture![[", "proptest! {"];

impl Named {
    /// Reads the list. Fails if it is malformed or has a duplicate id.
    pub fn parse(list: &str, repository: &Repository) -> anyhow::Result<Named> {
        let rows: BTreeMap<String, Row> = toml::from_str(list).context("the list of tested ids")?;
        let mut named = Named::default();
        let order: Vec<&str> = list.lines().filter_map(|it| it.strip_prefix('"')?.split('"').next()).collect();
        named.problems.extend(
            order
                .windows(2)
                .filter(|it| it[0] > it[1])
                .map(|it| format!("the list of tested ids is not sorted: `{}` is after `{}`", it[1], it[0])),
        );
        if order.len() != rows.len() {
            named.problems.push("the list of tested ids must have one line for each id".to_owned());
        }
        for (id, row) in rows {
            named.problems.extend(problems(&id, &row, repository));
            named.places.insert(id, row.tests);
        }
        Ok(named)
    }
}

fn problems(id: &str, row: &Row, repository: &Repository) -> Vec<String> {
    let mut problems = Vec::new();
    if !is_id(id) {
        problems.push(format!("invalid id `{id}`"));
    }
    let words = row.asks.split_whitespace().count();
    if !(1..=WORDS).contains(&words) {
        problems.push(format!("{id}: `asks` has {words} words; write 1 to {WORDS}"));
    }
    if row.tests.is_empty() {
        problems.push(format!("{id}: missing file"));
    }
    for path in &row.tests {
        match repository.file(path) {
            None => problems.push(format!("{id}: {path} does not exist")),
            Some(file) if !TESTS.iter().any(|it| file.text.contains(it)) => {
                problems.push(format!("{id}: {path} has no tests"));
            }
            Some(_) => {}
        }
    }
    problems
}

/// One word, or `users-pain` and a number.
fn is_id(text: &str) -> bool {
    let word = |text: &str| {
        !text.is_empty()
            && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
            && text.contains(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
    };
    match text.strip_prefix("users-pain ") {
        Some(number) => number.parse::<u16>().is_ok(),
        None => word(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(list: &str) -> anyhow::Result<Named> {
        let repository = Repository::of(&[
            ("crates/rules/src/x.rs", "#[cfg(test)]\nmod tests {\n    crate::testing::fixture![[r#\"\"#]];\n}\n"),
            ("crates/rules/src/y.rs", "fn untested() {}\n"),
        ]);
        Named::parse(list, &repository)
    }

    #[test]
    fn ids_are_read_with_their_files() {
        let list = "# Why.\n\"RR104\" = { asks = \"a space\", tests = [\"crates/rules/src/x.rs\"] }\n\
                    \"users-pain 12\" = { asks = \"names\", tests = [\"crates/rules/src/x.rs\"] }\n";
        let named = named(list).expect("well-formed");
        assert_eq!(named.problems, [""; 0]);
        let ids: Vec<&str> = named.places.keys().map(String::as_str).collect();
        assert_eq!(ids, ["RR104", "users-pain 12"]);
        assert_eq!(named.places["RR104"], ["crates/rules/src/x.rs"]);
    }

    #[test]
    fn invalid_lines_are_reported() {
        let problem = |list: &str| named(list).expect("well-formed").problems.join("; ");
        let row = |id: &str, asks: &str, file: &str| {
            format!("\"{id}\" = {{ asks = \"{asks}\", tests = [\"crates/rules/src/{file}.rs\"] }}\n")
        };
        assert!(problem(&(row("RR105", "a", "x") + &row("RR104", "a", "x"))).contains("`RR104` is after `RR105`"));
        assert!(problem(&row("the rest", "a", "x")).contains("invalid id"));
        assert!(problem(&row("RR104", " ", "x")).contains("0 words"));
        assert!(problem(&row("RR104", &"a ".repeat(14), "x")).contains("14 words"));
        assert!(problem(&row("RR104", "a", "y")).contains("has no tests"));
        assert!(problem(&row("RR104", "a", "z")).contains("does not exist"));
        assert!(problem("\"RR104\" = { asks = \"a\", tests = [] }\n").contains("missing file"));
        assert!(named(&row("RR104", "a", "x").repeat(2)).is_err());
    }
}
