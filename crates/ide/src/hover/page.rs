//! A builder of hover texts in Markdown: heading, description, facts, link.

use std::fmt::Write as _;

use crate::words;

const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of list lines; notes beyond it are left out.
const LINES: usize = 8;

/// A hover text under construction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    head: String,
    /// Paragraphs below the heading.
    texts: Vec<String>,
    facts: Vec<String>,
    /// General notes, less important than the facts.
    notes: Vec<String>,
    link: &'static str,
}

impl Page {
    /// A page with a heading: the name in bold and its kind.
    pub(crate) fn new(name: &str, what: &str) -> Page {
        let mut head = format!("**{}**", words::escaped(name));
        if !what.is_empty() {
            write!(head, " · {what}").expect(WRITES);
        }
        Page { head, ..Page::default() }
    }

    /// Adds a paragraph of Markdown.
    pub(crate) fn text(&mut self, text: impl Into<String>) -> &mut Page {
        let text = text.into();
        if !text.is_empty() {
            self.texts.push(text);
        }
        self
    }

    /// Adds a list line of Markdown, unless it is empty.
    pub(crate) fn fact(&mut self, text: impl Into<String>) -> &mut Page {
        let text = text.into();
        if !text.is_empty() {
            self.facts.push(text);
        }
        self
    }

    /// Adds the list line `label: value`, unless the value is empty.
    pub(crate) fn labelled(&mut self, label: &str, value: impl AsRef<str>) -> &mut Page {
        let value = value.as_ref();
        if value.is_empty() { self } else { self.fact(format!("{label}: {value}")) }
    }

    /// Adds a note after the facts.
    pub(crate) fn note(&mut self, text: impl Into<String>) -> &mut Page {
        let text = text.into();
        if !text.is_empty() {
            self.notes.push(text);
        }
        self
    }

    /// Sets the link to the documentation.
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

    /// Only the list lines.
    pub(crate) fn into_facts(self) -> Vec<String> {
        self.facts
    }

    /// The complete text.
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
