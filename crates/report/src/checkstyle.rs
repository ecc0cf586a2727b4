//! The format `checkstyle`: XML of Checkstyle 4.3, which many services read.
//!
//! `<checkstyle version="4.3"><file name="lsb.queues"><error line="3" column="1" severity="warning" message="..."
//! source="lsflint.P003"/></file></checkstyle>`
//!
//! There is no official schema; the output follows what readers (Jenkins, reviewdog, diff-cover ...) agree on: every
//! file once, `line` 1-based, `column` 1-based and only together with a line, `severity` one of `error`, `warning` and
//! `info`, and a `source` with parts separated by dots: the last part is shown as the name of the check, the others as
//! its group. Files without findings are left out. An attribute has one line, so the message is written as sentences.

use std::io::{self, Write};

use crate::finding::{Finding, findings};
use crate::xml::Xml;
use crate::{FileFindings, PathBase, Reporter, Summary};

/// The format `checkstyle`.
#[derive(Debug, Default)]
pub struct Checkstyle {
    base: PathBase,
    begun: bool,
}

impl Checkstyle {
    /// A reporter with paths relative to `base`.
    pub fn new(base: PathBase) -> Checkstyle {
        Checkstyle { base, begun: false }
    }

    fn begin(&mut self, xml: &mut Xml<'_>) -> io::Result<()> {
        if !std::mem::replace(&mut self.begun, true) {
            xml.declaration()?;
            xml.open("checkstyle", &[("version", "4.3")])?;
        }
        Ok(())
    }
}

impl Reporter for Checkstyle {
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()> {
        let mut found = findings(file).peekable();
        if found.peek().is_none() {
            return Ok(());
        }
        let mut xml = Xml::new(out);
        self.begin(&mut xml)?;
        xml.open("file", &[("name", &self.base.path(&file.source.path))])?;
        for it in found {
            error(&it, &mut xml)?;
        }
        xml.close("file")
    }

    fn finish(&mut self, _: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let mut xml = Xml::new(out);
        self.begin(&mut xml)?;
        xml.close("checkstyle")
    }
}

fn error(it: &Finding<'_>, xml: &mut Xml<'_>) -> io::Result<()> {
    let start = it.placed.range.start;
    xml.empty(
        "error",
        &[
            ("line", &start.line.to_string()),
            ("column", &start.column.to_string()),
            ("severity", it.placed.severity),
            ("message", &it.sentences()),
            ("source", &format!("lsflint.{}", it.placed.code)),
        ],
    )
}

#[cfg(test)]
mod tests;
