//! `explain`: explains messages in LSF logs.

use std::fmt::Write as _;
use std::io::BufRead;

use lsflint_spec::{LogMessage, Product, message_in, messages_of_rule};

use super::{BOLD, WRITES};
use crate::output::Failure;

/// The explanation of a line if it is a message of LSF.
pub(super) fn of_line(line: &str) -> Option<String> {
    message_in(line).map(page)
}

/// The explanations of the messages in a text, each below the first line that contains it.
pub(super) fn of_lines(text: impl BufRead) -> Result<Vec<String>, Failure> {
    let mut seen: Vec<&LogMessage> = Vec::new();
    let mut pages = Vec::new();
    for line in text.split(b'\n') {
        let line = line.map_err(|error| Failure::new(format!("cannot read stdin: {error}")))?;
        let line = String::from_utf8_lossy(&line);
        let Some(message) = message_in(&line).filter(|it| !seen.iter().any(|seen| std::ptr::eq(*seen, *it))) else {
            continue;
        };
        seen.push(message);
        pages.push(format!("> {}\n\n{}", line.trim(), page(message)));
    }
    match pages.is_empty() {
        true => Err(Failure::new("stdin contains no known message about configuration")),
        false => Ok(pages),
    }
}

fn page(message: &'static LogMessage) -> String {
    let mut page = format!("{BOLD}{}{BOLD:#}", message.text);
    let mut add = |label: &str, text: &str| {
        if !text.is_empty() {
            write!(page, "\n  {label:<12} {text}").expect(WRITES);
        }
    };
    add("meaning", message.effect);
    let by: Vec<String> =
        message.decided_by().map(|(kind, _, param)| format!("{} ({})", param.name, kind.name())).collect();
    add("decided by", &by.join(", "));
    add("check", message.look);
    for (index, rule) in message.rules.iter().filter_map(|it| lsflint_rules::all().find(it)).enumerate() {
        let label = if index == 0 { "found by" } else { "" };
        add(label, &format!("{} {}: {}", rule.meta.code, rule.meta.name, rule.meta.summary().replace('\n', " ")));
    }
    match message.product {
        Product::Lsf => {}
        Product::Lineage => add("wording", "from software related to LSF; the wording of LSF may differ"),
        Product::Api => add("wording", "from the description of the LSF API; the wording of LSF may differ"),
    }
    page
}

/// The messages that LSF prints for the findings of a rule; empty if none are known.
pub(super) fn of_rule(code: &str) -> String {
    let mut text = String::new();
    for message in messages_of_rule(code) {
        if text.is_empty() {
            write!(text, "\n\n{BOLD}What LSF prints{BOLD:#}").expect(WRITES);
        }
        write!(text, "\n    {}", message.text).expect(WRITES);
    }
    text
}
