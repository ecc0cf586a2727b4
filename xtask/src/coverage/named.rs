//! The ids that tests name.
//!
//! A comment in test code that begins with `covers`, directly above a test or inside its body:
//!
//! ```text
//! // covers RR104, ST06, RR-022, users-pain 12,
//! // hosts-not-all (host groups)
//! #[test]
//! ```
//!
//! In a table of examples the first string of a row names the claims it stands for: `("RR-022 SE-066", ...`.
//!
//! Ids in comments are separated by commas; a remark in parentheses may follow an id; a line that ends with a comma goes on in the next one.
//! The ids are spelled as where they come from: `RR104`, `AP124`, `RM803`, `ST06`, `SHR020`, `LSB-P001` and the kebab-case names of the
//! queue catalogue; claims have a hyphen before the number (`RR-022`, `BC-100`); `R-TW3` is a rule of the notes on time and batch
//! concepts, `users-pain 12` a row of the list of what users suffer from.

use std::collections::BTreeMap;

use crate::tidy::{Repository, SourceFile};

/// What the tests name.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// Where each id is named: `path:line`.
    pub places: BTreeMap<String, Vec<String>>,
    /// Comments that are not in order.
    pub problems: Vec<String>,
}

impl Named {
    /// Reads every Rust file of the repository.
    pub fn collect(repository: &Repository) -> Named {
        let mut named = Named::default();
        for file in repository.rust() {
            named.read(file);
        }
        named
    }

    fn read(&mut self, file: &SourceFile) {
        let lines: Vec<&str> = file.text.lines().collect();
        let tests_begin = file.production_lines().count();
        let mut index = 0;
        while index < lines.len() {
            let place = format!("{}:{}", file.path, index + 1);
            let Some(list) = lines[index].trim_start().strip_prefix("// covers ") else {
                if index >= tests_begin {
                    for id in row_of_examples(&lines, index) {
                        self.places.entry(id.to_owned()).or_default().push(place.clone());
                    }
                }
                index += 1;
                continue;
            };
            let mut list = list.trim_end().to_owned();
            let mut next = index + 1;
            while list.ends_with(',') {
                let Some(more) = lines.get(next).and_then(|it| it.trim_start().strip_prefix("// ")) else {
                    self.problems.push(format!("{place}: the list of ids ends with a comma"));
                    break;
                };
                list = format!("{list} {}", more.trim_end());
                next += 1;
            }
            if index < tests_begin {
                self.problems.push(format!("{place}: ids are named where they are tested, not in the code"));
            } else if !stands_at_a_test(&lines, index, next) {
                self.problems.push(format!("{place}: no test follows the ids"));
            }
            self.add(&list, &place);
            index = next;
        }
    }

    fn add(&mut self, list: &str, place: &str) {
        for id in without_remarks(list).split(',').map(str::trim) {
            if is_id(id) {
                self.places.entry(id.to_owned()).or_default().push(place.to_owned());
            } else {
                self.problems.push(format!("{place}: `{id}` is no id"));
            }
        }
    }
}

/// The claims that the row of a table of examples begins with: nothing else is in the string, and it is the first of a tuple.
fn row_of_examples<'a>(lines: &[&'a str], index: usize) -> Vec<&'a str> {
    let line = lines[index].trim_start();
    let opens = index.checked_sub(1).is_some_and(|it| lines[it].trim() == "(");
    let first = match line.strip_prefix("(\"") {
        Some(first) => Some(first),
        None => line.strip_prefix('"').filter(|_| opens),
    };
    let Some((ids, _)) = first.and_then(|it| it.split_once("\",")) else { return Vec::new() };
    let is_claim = |id: &&str| {
        let (letters, number) = id.split_once('-').unwrap_or_default();
        letters.len() == 2
            && letters.bytes().all(|it| it.is_ascii_uppercase())
            && number.len() == 3
            && number.bytes().all(|it| it.is_ascii_digit())
    };
    if ids.split(' ').all(|id| is_claim(&id)) { ids.split(' ').collect() } else { Vec::new() }
}

/// Whether the comment in these lines is the head of a test, or stands in a body.
fn stands_at_a_test(lines: &[&str], first: usize, next: usize) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let follows = lines[next..].iter().find(|it| !it.trim_start().starts_with("//")).copied().unwrap_or_default();
    let head = follows.trim_start();
    head.starts_with("#[") || head.starts_with("fn ") || {
        // In a body: the function around it is indented less.
        let function = lines[..first].iter().rev().find(|it| it.trim_start().starts_with("fn "));
        function.is_some_and(|it| indent(it) < indent(lines[first]))
    }
}

/// The list without what stands in parentheses.
fn without_remarks(list: &str) -> String {
    let mut depth = 0_usize;
    let mut text = String::new();
    for character in list.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            other if depth == 0 => text.push(other),
            _ => {}
        }
    }
    text
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

    fn named(text: &str) -> Named {
        Named::collect(&Repository::of(&[("crates/lint/src/rules/x.rs", text)]))
    }

    #[test]
    fn ids_are_read_from_comments_of_tests() {
        let text = "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    // COVERS RR104, ST06 (strict, only),\n    // users-pain 12\n    #[test]\n    fn b() {\n        // COVERS hosts-not-all\n        assert!(true);\n    }\n}\n";
        let named = named(&text.replace("COVERS", "covers"));
        assert_eq!(named.problems, [""; 0]);
        let ids: Vec<&str> = named.places.keys().map(String::as_str).collect();
        assert_eq!(ids, ["RR104", "ST06", "hosts-not-all", "users-pain 12"]);
        assert_eq!(named.places["ST06"], ["crates/lint/src/rules/x.rs:5"]);
        assert_eq!(named.places["hosts-not-all"], ["crates/lint/src/rules/x.rs:9"]);
    }

    #[test]
    fn ids_are_read_from_tables_of_examples() {
        let table = "#[cfg(test)]\nmod tests {\n    const ROWS: &[(&str, &str)] = &[\n        (\"RR-022 SE-066\", \"a\"),\n        (\n            \"BC-001\",\n            \"b\",\n        ),\n        (\"RR-999 and more\", \"c\"),\n        (\"a\", \"RR-023\"),\n    ];\n}\n";
        let named = named(table);
        let ids: Vec<&str> = named.places.keys().map(String::as_str).collect();
        assert_eq!(ids, ["BC-001", "RR-022", "SE-066"]);
        assert_eq!(named.places["BC-001"], ["crates/lint/src/rules/x.rs:6"]);
    }

    #[test]
    fn what_is_not_in_order_is_said() {
        let problem = |text: &str| named(&text.replace("COVERS", "covers")).problems.join("; ");
        assert!(problem("// COVERS RR104\nfn a() {}\n").contains("not in the code"));
        assert!(
            problem("#[cfg(test)]\nmod tests {\n    // COVERS RR104\n\n    use x;\n}\n").contains("no test follows")
        );
        assert!(
            problem("#[cfg(test)]\nmod tests {\n    // COVERS the rest\n    #[test]\n    fn a() {}\n}\n")
                .contains("is no id")
        );
        assert!(
            problem("#[cfg(test)]\nmod tests {\n    // COVERS RR104,\n    #[test]\n    fn a() {}\n}\n")
                .contains("comma")
        );
    }
}
