//! `lists.toml`: words and numbers that are not facts about a single parameter.

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

/// A list of words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WordList {
    pub(super) name: String,
    pub(super) words: Vec<String>,
    /// Files in which each word is a parameter.
    #[serde(default)]
    pub(super) parameters: Vec<String>,
    /// Whether the words are `file:NAME`.
    #[serde(default)]
    pub(super) facts: bool,
    pub(super) summary: String,
    pub(super) source: String,
    pub(super) confidence: String,
}

/// A number.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Number {
    pub(super) name: String,
    pub(super) value: u32,
    pub(super) summary: String,
    pub(super) source: String,
    pub(super) confidence: String,
}

/// The problems of the data, each with its place. `has` returns whether a file has a parameter.
pub(super) fn problems(data: &Lists, has: impl Fn(&str, &str) -> bool) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let lists = data.list.iter().map(|it| (&it.name, &it.confidence));
    let mut names = HashSet::new();
    for (name, confidence) in lists.chain(data.number.iter().map(|it| (&it.name, &it.confidence))) {
        let place = format!("lists.toml: `{name}`");
        if !names.insert(name) {
            problems.push((place.clone(), "duplicate name".to_owned()));
        }
        if !["low", "medium", "high"].contains(&confidence.as_str()) {
            problems.push((place, format!("unknown confidence `{confidence}`")));
        }
    }
    for it in &data.list {
        let place = format!("lists.toml: `{}`", it.name);
        let distinct: HashSet<_> = it.words.iter().collect();
        if distinct.len() != it.words.len() || it.words.is_empty() {
            problems.push((place.clone(), "duplicate word or no words".to_owned()));
        }
        for word in &it.words {
            if let Some(file) = it.parameters.iter().find(|file| !has(file, word)) {
                problems.push((place.clone(), format!("unknown parameter `{word}` of {file}")));
            }
            if it.facts && !(word.contains(':') && has("", word)) {
                problems.push((place.clone(), format!("`{word}` is not `file:NAME` of a parameter")));
            }
        }
    }
    problems
}

/// `generated/lists.rs`.
pub(super) fn table(data: &Lists) -> Output {
    let mut text = HEAD.to_owned();
    text.push_str(
        "//!\n//! Lists of words and numbers that are not facts about a single parameter, each with its source.\n",
    );
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
