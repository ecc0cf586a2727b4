//! `lists.toml`: words and numbers that no single parameter states.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Deserialize;

use super::emit::list;
use super::{HEAD, Output};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lists {
    pub(super) list: Vec<WordList>,
    pub(super) number: Vec<Number>,
}

/// Words that state one fact together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WordList {
    pub(super) name: String,
    pub(super) words: Vec<String>,
    /// Files that know every word as a parameter.
    #[serde(default)]
    pub(super) parameters: Vec<String>,
    /// Whether the words are `file:NAME`.
    #[serde(default)]
    pub(super) facts: bool,
    pub(super) summary: String,
    pub(super) source: String,
    pub(super) confidence: String,
}

/// A number that no parameter states.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Number {
    pub(super) name: String,
    pub(super) value: u32,
    pub(super) summary: String,
    pub(super) source: String,
    pub(super) confidence: String,
}

/// What is wrong with the data, each with its place. `has` tells whether a file has a parameter.
pub(super) fn problems(data: &Lists, has: impl Fn(&str, &str) -> bool) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let lists = data.list.iter().map(|it| (&it.name, &it.confidence));
    let mut names = HashSet::new();
    for (name, confidence) in lists.chain(data.number.iter().map(|it| (&it.name, &it.confidence))) {
        let place = format!("lists.toml: `{name}`");
        if !names.insert(name) {
            problems.push((place.clone(), "is a duplicate".to_owned()));
        }
        if !["low", "medium", "high"].contains(&confidence.as_str()) {
            problems.push((place, format!("unknown confidence `{confidence}`")));
        }
    }
    for it in &data.list {
        let place = format!("lists.toml: `{}`", it.name);
        let distinct: HashSet<_> = it.words.iter().collect();
        if distinct.len() != it.words.len() || it.words.is_empty() {
            problems.push((place.clone(), "has a duplicate word, or none".to_owned()));
        }
        for word in &it.words {
            if let Some(file) = it.parameters.iter().find(|file| !has(file, word)) {
                problems.push((place.clone(), format!("`{word}` is not a parameter of {file}")));
            }
            if it.facts && !(word.contains(':') && has("", word)) {
                problems.push((place.clone(), format!("`{word}` is not the `file:NAME` of a parameter")));
            }
        }
    }
    problems
}

/// `generated/lists.rs`.
pub(super) fn table(data: &Lists) -> Output {
    let mut text = HEAD.to_owned();
    text.push_str("//!\n//! Lists of words and numbers that no parameter states, each with its page.\n");
    let mut constant = |name: &str, kind: &str, value: &str, summary: &str, source: &str, confidence: &str| {
        let page = if source.starts_with("http") { format!("<{source}>") } else { source.to_owned() };
        let name = name.to_ascii_uppercase();
        let _ = writeln!(text, "\n/// {summary}.\n///\n/// Source: {page}; confidence {confidence}.");
        let _ = writeln!(text, "pub const {name}: {kind} = {value};");
    };
    for it in &data.list {
        constant(&it.name, "&[&str]", &list(&it.words), &it.summary, &it.source, &it.confidence);
    }
    for it in &data.number {
        constant(&it.name, "u32", &it.value.to_string(), &it.summary, &it.source, &it.confidence);
    }
    Output { name: "lists.rs".to_owned(), text }
}
