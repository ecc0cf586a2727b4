//! `messages*.toml`: what LSF prints.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Deserialize;

use super::emit::{list, variant};
use super::{HEAD, Output};

/// The files with messages, in the order of the table.
pub(super) const FILES: [&str; 4] =
    ["messages.toml", "messages-pending.toml", "messages-jobs.toml", "messages-commands.toml"];

/// One file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Messages {
    /// The source of messages without their own.
    pub(super) source: String,
    pub(super) message: Vec<Message>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Message {
    pub(super) id: Option<u32>,
    pub(super) text: String,
    #[serde(default)]
    pub(super) word: bool,
    pub(super) product: String,
    pub(super) effect: String,
    #[serde(default)]
    pub(super) by: Vec<String>,
    #[serde(default)]
    pub(super) look: String,
    #[serde(default)]
    pub(super) rules: Vec<String>,
    #[serde(default)]
    pub(super) source: String,
}

/// The problems of the data, each with its place. `known`: whether `file:NAME` is a parameter.
pub(super) fn problems(data: &[Messages], known: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let mut texts = HashSet::new();
    for (file, it) in FILES.iter().zip(data).flat_map(|(file, data)| data.message.iter().map(move |it| (file, it))) {
        let mut report = |problem: String| problems.push((format!("{file}: `{}`", it.text), problem));
        let text = if it.word { it.text.clone() } else { it.text.to_lowercase() };
        if !texts.insert(text) {
            report("duplicate text".to_owned());
        }
        if !["lsf", "lineage", "api"].contains(&it.product.as_str()) {
            report(format!("unknown product `{}`", it.product));
        }
        if it.effect.is_empty() {
            report("missing `effect`".to_owned());
        }
        if it.word && it.text.contains(' ') {
            report("a `word` has no spaces".to_owned());
        }
        for name in it.by.iter().filter(|it| !it.contains(':') || !known(it)) {
            report(format!("unknown parameter `{name}` in `by`"));
        }
    }
    problems
}

/// `generated/messages.rs`.
pub(super) fn table(data: &[Messages]) -> Output {
    let mut text = HEAD.to_owned();
    text.push_str("use crate::{LogMessage, Product};\n\n");
    text.push_str("/// What LSF prints.\npub static LOG_MESSAGES: &[LogMessage] = &[\n");
    for (data, it) in data.iter().flat_map(|data| data.message.iter().map(move |it| (data, it))) {
        let source = if it.source.is_empty() { &data.source } else { &it.source };
        let _ = writeln!(
            text,
            "    LogMessage {{ text: {:?}, word: {}, id: {:?}, product: Product::{}, effect: {:?}, by: {}, look: {:?}, \
             rules: {}, source: {source:?} }},",
            it.text,
            it.word,
            it.id,
            variant(&it.product),
            it.effect,
            list(&it.by),
            it.look,
            list(&it.rules),
        );
    }
    text.push_str("];\n");
    Output { name: "messages.rs".to_owned(), text }
}
