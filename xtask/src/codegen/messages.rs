//! `messages.toml`: messages that LSF prints about its configuration.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Deserialize;

use super::emit::{list, variant};
use super::{HEAD, Output};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Messages {
    pub(super) message: Vec<Message>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Message {
    pub(super) text: String,
    pub(super) product: String,
    pub(super) effect: String,
    #[serde(default)]
    pub(super) look: String,
    #[serde(default)]
    pub(super) rules: Vec<String>,
}

/// The problems of the data, each with its place.
pub(super) fn problems(data: &Messages) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let mut texts = HashSet::new();
    for it in &data.message {
        let place = format!("messages.toml: `{}`", it.text);
        if !texts.insert(it.text.to_lowercase()) {
            problems.push((place.clone(), "duplicate text".to_owned()));
        }
        if !["lsf", "lineage"].contains(&it.product.as_str()) {
            problems.push((place.clone(), format!("unknown product `{}`", it.product)));
        }
        if it.look.is_empty() && it.rules.is_empty() && it.effect.is_empty() {
            problems.push((place, "missing `effect`".to_owned()));
        }
    }
    problems
}

/// `generated/messages.rs`.
pub(super) fn table(data: &Messages) -> Output {
    let mut text = HEAD.to_owned();
    text.push_str("use crate::{LogMessage, Product};\n\n");
    text.push_str(
        "/// Messages that LSF prints about its configuration.\npub static LOG_MESSAGES: &[LogMessage] = &[\n",
    );
    for it in &data.message {
        let _ = writeln!(
            text,
            "    LogMessage {{ text: {:?}, product: Product::{}, effect: {:?}, look: {:?}, rules: {} }},",
            it.text,
            variant(&it.product),
            it.effect,
            it.look,
            list(&it.rules)
        );
    }
    text.push_str("];\n");
    Output { name: "messages.rs".to_owned(), text }
}
