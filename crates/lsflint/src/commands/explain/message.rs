//! `explain`: the page of a message of LSF.

use std::fmt::Write as _;

use lsflint_spec::{LogMessage, Product, messages_of_rule};

use super::{BOLD, WRITES, wrapped};

/// A page of lines `label  text`.
pub(super) struct Page {
    text: String,
}

impl Page {
    pub(super) fn of(heading: &str) -> Page {
        Page { text: heading.to_owned() }
    }

    /// Adds a line; an empty text is left out.
    pub(super) fn add(&mut self, label: &str, text: &str) {
        if !text.is_empty() {
            write!(self.text, "\n  {label:<12} {}", wrapped(text)).expect(WRITES);
        }
    }

    /// Adds a line that is not wrapped, because it begins with a place.
    pub(super) fn add_place(&mut self, label: &str, text: &str) {
        write!(self.text, "\n  {label:<12} {text}").expect(WRITES);
    }

    /// Adds what to do, the rules that find the cause, and how far to trust the wording.
    pub(super) fn finish(mut self, message: &'static LogMessage) -> String {
        self.add("check", message.look);
        for (index, rule) in message.rules.iter().filter_map(|it| lsflint_rules::all().find(it)).enumerate() {
            let label = if index == 0 { "found by" } else { "" };
            let summary = rule.meta.summary().replace('\n', " ");
            self.add(label, &format!("{} {}: {summary}", rule.meta.code, rule.meta.name));
        }
        match message.product {
            Product::Lsf => {}
            Product::Lineage => self.add("wording", "from software related to LSF; the wording of LSF may differ"),
            Product::Api => self.add("wording", "from the description of the LSF API; the wording of LSF may differ"),
        }
        self.text
    }
}

/// The parameters that decide: `HJOB_LIMIT (lsb.queues)`.
pub(super) fn decided_by(message: &LogMessage) -> String {
    let by = message.decided_by().map(|(kind, _, param)| format!("{} ({})", param.name, kind.name()));
    by.collect::<Vec<_>>().join(", ")
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
