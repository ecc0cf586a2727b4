//! `output.toml`: lines of the output of query commands that are not messages.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Deserialize;

use super::emit::list;
use super::{HEAD, Output};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Outputs {
    /// The source of commands without their own.
    source: String,
    output: Vec<Command>,
    members: Members,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Command {
    command: String,
    #[serde(default)]
    begins: Vec<String>,
    #[serde(default)]
    lines: Vec<String>,
    #[serde(default)]
    tables: Vec<String>,
    #[serde(default)]
    jobs: Vec<String>,
    #[serde(default)]
    texts: Vec<String>,
    #[serde(default)]
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    reasons: Vec<String>,
    states: Vec<String>,
    job: String,
    queue: String,
    user: String,
    application: String,
    source: String,
}

/// The problems of the data, each with its place.
pub(super) fn problems(data: &Outputs) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let mut commands = HashSet::new();
    for it in &data.output {
        let place = format!("output.toml: `{}`", it.command);
        if !commands.insert(&it.command) {
            problems.push((place.clone(), "duplicate command".to_owned()));
        }
        let mut texts = HashSet::new();
        for text in [&it.begins, &it.lines, &it.tables, &it.jobs, &it.texts].into_iter().flatten() {
            if !texts.insert(text) {
                problems.push((place.clone(), format!("duplicate text `{text}`")));
            }
            if text.split(' ').any(str::is_empty) || text.contains(" :") {
                problems.push((place.clone(), format!("`{text}`: one space between words, none before a colon")));
            }
        }
        if texts.is_empty() {
            problems.push((place, "no text".to_owned()));
        }
    }
    if data.source.is_empty() || data.members.source.is_empty() {
        problems.push(("output.toml".to_owned(), "no source".to_owned()));
    }
    problems
}

/// `generated/output.rs`.
pub(super) fn table(data: &Outputs) -> Output {
    let mut text = HEAD.to_owned();
    text.push_str("use crate::{CommandOutput, RecordMembers};\n\n");
    text.push_str("/// The output of query commands.\npub static COMMAND_OUTPUTS: &[CommandOutput] = &[\n");
    for it in &data.output {
        let source = if it.source.is_empty() { &data.source } else { &it.source };
        let _ = writeln!(
            text,
            "    CommandOutput {{ command: {:?}, begins: {}, lines: {}, tables: {}, jobs: {}, texts: {}, source: {source:?} }},",
            it.command,
            list(&it.begins),
            list(&it.lines),
            list(&it.tables),
            list(&it.jobs),
            list(&it.texts),
        );
    }
    let it = &data.members;
    let _ = write!(
        text,
        "];\n\n/// The members of records in JSON.\npub static RECORD_MEMBERS: RecordMembers = RecordMembers {{\n    reasons: {},\n    \
         states: {},\n    job: {:?},\n    queue: {:?},\n    user: {:?},\n    application: {:?},\n    \
         source: {:?},\n}};\n",
        list(&it.reasons),
        list(&it.states),
        it.job,
        it.queue,
        it.user,
        it.application,
        it.source,
    );
    Output { name: "output.rs".to_owned(), text }
}
