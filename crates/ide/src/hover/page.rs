//! The text of a hover: a head, what it is, facts, a link. Markdown.

use std::fmt::Write as _;

use crate::words;

const WRITES: &str = "writing to a string cannot fail";
/// Notes are left out beyond this many lines of the list.
const LINES: usize = 8;

/// A hover while it is written.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    head: String,
    /// Paragraphs under the head.
    texts: Vec<String>,
    facts: Vec<String>,
    /// What holds in general, less important than the facts.
    notes: Vec<String>,
    link: &'static str,
}

impl Page {
    /// A page about something: its name in bold and what it is.
    pub(crate) fn new(name: &str, what: &str) -> Page {
        let mut head = format!("**{}**", words::escaped(name));
        if !what.is_empty() {
            write!(head, " · {what}").expect(WRITES);
        }
        Page { head, ..Page::default() }
    }

    /// A paragraph, in Markdown.
    pub(crate) fn text(&mut self, text: impl Into<String>) -> &mut Page {
        let text = text.into();
        if !text.is_empty() {
            self.texts.push(text);
        }
        self
    }

    /// A line of the list, in Markdown; empty lines are left out.
    pub(crate) fn fact(&mut self, text: impl Into<String>) -> &mut Page {
        let text = text.into();
        if !text.is_empty() {
            self.facts.push(text);
        }
        self
    }

    /// `label: value` as a line of the list; left out without a value.
    pub(crate) fn labelled(&mut self, label: &str, value: impl AsRef<str>) -> &mut Page {
        let value = value.as_ref();
        if value.is_empty() { self } else { self.fact(format!("{label}: {value}")) }
    }

    /// A line behind the facts.
    pub(crate) fn note(&mut self, text: impl Into<String>) -> &mut Page {
        let text = text.into();
        if !text.is_empty() {
            self.notes.push(text);
        }
        self
    }

    /// The page of the documentation.
    pub(crate) fn link(&mut self, source: &'static str) -> &mut Page {
        if source.starts_with("http") {
            self.link = source;
        }
        self
    }

    /// Whether the page has more than a heading.
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.facts.is_empty() && self.notes.is_empty()
    }

    /// The lines of the list alone.
    pub(crate) fn into_facts(self) -> Vec<String> {
        self.facts
    }

    /// The whole text.
    pub(crate) fn finish(self) -> String {
        let mut out = self.head;
        for text in &self.texts {
            write!(out, "\n\n{text}").expect(WRITES);
        }
        let room = LINES.saturating_sub(self.facts.len());
        for (number, fact) in self.facts.iter().chain(self.notes.iter().take(room)).enumerate() {
            write!(out, "{}- {fact}", if number == 0 { "\n\n" } else { "\n" }).expect(WRITES);
        }
        if !self.link.is_empty() {
            write!(out, "\n\n[Documentation]({})", self.link).expect(WRITES);
        }
        out
    }
}
