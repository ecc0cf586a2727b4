//! An XML writer that also handles characters that XML does not allow or that parsers change.
//!
//! XML 1.0 does not allow most control characters, not even as references, and a document with one is invalid. They
//! are replaced by their symbols. Parsers replace line breaks and tabs in attributes with spaces, and drop carriage
//! returns everywhere, unless they are written as references.

use std::borrow::Cow;
use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::name::QName;

use crate::text::harmless;

/// Writes elements and text, with line breaks between elements.
pub(crate) struct Xml<'o> {
    writer: Writer<&'o mut dyn Write>,
}

/// The attributes of an element.
pub(crate) type Attributes<'a> = &'a [(&'static str, &'a str)];

impl<'o> Xml<'o> {
    pub(crate) fn new(out: &'o mut dyn Write) -> Xml<'o> {
        Xml { writer: Writer::new(out) }
    }

    /// `<?xml version="1.0" encoding="UTF-8"?>`.
    pub(crate) fn declaration(&mut self) -> io::Result<()> {
        self.writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        self.line_break()
    }

    /// `<name ...>`.
    pub(crate) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) -> io::Result<()> {
        self.writer.write_event(Event::Start(start(name, attributes)))?;
        self.line_break()
    }

    /// `</name>`.
    pub(crate) fn close(&mut self, name: &'static str) -> io::Result<()> {
        self.writer.write_event(Event::End(BytesEnd::new(name)))?;
        self.line_break()
    }

    /// `<name .../>`.
    pub(crate) fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) -> io::Result<()> {
        self.writer.write_event(Event::Empty(start(name, attributes)))?;
        self.line_break()
    }

    /// `<name ...>text</name>`.
    pub(crate) fn text(&mut self, name: &'static str, attributes: Attributes<'_>, text: &str) -> io::Result<()> {
        self.writer.write_event(Event::Start(start(name, attributes)))?;
        self.writer.write_event(Event::Text(BytesText::from_escaped(escaped(text, &['\r']))))?;
        self.close(name)
    }

    fn line_break(&mut self) -> io::Result<()> {
        self.writer.get_mut().write_all(b"\n")
    }
}

fn start<'a>(name: &'static str, attributes: Attributes<'a>) -> BytesStart<'a> {
    let mut element = BytesStart::new(name);
    for (name, value) in attributes {
        let value = Cow::Owned(escaped(value, &['\t', '\n', '\r']));
        element.push_attribute(Attribute { key: QName(name), value });
    }
    element
}

/// Escapes the characters with a meaning in XML and those in `more`.
fn escaped(text: &str, more: &[char]) -> String {
    let text: String = text.chars().map(visible).collect();
    let mut text = quick_xml::escape::escape(text).into_owned();
    for letter in more.iter().filter(|it| text.contains(**it)).copied().collect::<Vec<_>>() {
        text = text.replace(letter, &format!("&#{};", u32::from(letter)));
    }
    text
}

/// The character, or a visible symbol if XML 1.0 does not allow it.
pub(crate) fn visible(letter: char) -> char {
    match letter {
        '\t' | '\n' | '\r' => letter,
        '\u{0}'..='\u{1F}' => harmless(letter),
        '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
        _ => letter,
    }
}
