//! `enforcement.toml`: what enforces the limits of jobs.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Deserialize;

use super::{HEAD, Output};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Enforcements {
    enforcement: Vec<Enforcement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Enforcement {
    limit: String,
    #[serde(default)]
    setting: String,
    #[serde(default)]
    value: String,
    text: String,
    source: String,
    confidence: String,
}

/// The problems of the data, each with its place. `has`: whether a file has a parameter.
pub(super) fn problems(data: &Enforcements, has: impl Fn(&str, &str) -> bool) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    // Whether a row without a setting, which always applies, is the last one of its limit.
    let mut ended: HashMap<&str, bool> = HashMap::new();
    for it in &data.enforcement {
        let place = format!("enforcement.toml: `{}`", it.limit);
        let known = match it.setting.split_once(':') {
            Some((file, name)) => has(file, name),
            None => it.setting.is_empty() || has("lsb.queues", &it.setting),
        };
        if !known || !has("lsb.queues", &it.limit) {
            problems.push((place.clone(), format!("unknown parameter: `{}`", it.setting)));
        }
        if ended.insert(&it.limit, it.setting.is_empty()) == Some(true) {
            problems.push((place.clone(), "a row after the one without a setting".to_owned()));
        }
        if it.text.is_empty() || it.source.is_empty() {
            problems.push((place.clone(), "no text or no source".to_owned()));
        }
        if !["low", "medium", "high"].contains(&it.confidence.as_str()) {
            problems.push((place, format!("unknown confidence `{}`", it.confidence)));
        }
    }
    for (limit, _) in ended.iter().filter(|it| !it.1) {
        problems.push((format!("enforcement.toml: `{limit}`"), "no row without a setting".to_owned()));
    }
    problems
}

/// `generated/enforcement.rs`.
pub(super) fn table(data: &Enforcements) -> Output {
    let mut text = HEAD.to_owned();
    text.push_str(
        "use crate::Enforcement;\n\n/// What enforces the limits of jobs; of a limit, the first row that applies.\n",
    );
    text.push_str("pub static ENFORCEMENTS: &[Enforcement] = &[\n");
    for Enforcement { limit, setting, value, text: words, source, .. } in &data.enforcement {
        let _ = writeln!(
            text,
            "    Enforcement {{ limit: {limit:?}, setting: {setting:?}, value: {value:?}, text: {words:?}, source: {source:?} }},"
        );
    }
    text.push_str("];\n");
    Output { name: "enforcement.rs".to_owned(), text }
}
