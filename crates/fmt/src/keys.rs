//! Lines of the form `KEY = value`.

use lsflint_spec::FileKind;
use lsflint_syntax::ast::{AstNode, Entry, Value};
use lsflint_syntax::{TextSize, Token};

use crate::Options;
use crate::edits::Edits;
use crate::lines::{Kind, Line};
use crate::value::{self, Gap};

/// The minimum number of spaces between a value and the comment after it.
pub(crate) const BEFORE_COMMENT: usize = 2;

/// A line that is formatted.
struct Key<'t> {
    line: Line<'t>,
    name: Token<'t>,
    equals: Token<'t>,
    value: Value<'t>,
    gaps: Vec<Gap>,
}

/// Formats the entries of a section, or of the lines between two.
pub(crate) fn format(section: &[Line<'_>], options: Options, indent: u8, kind: FileKind, edits: &mut Edits<'_>) {
    // lsf.conf does not allow whitespace next to the equals sign.
    let flat = kind.spec().sections.first().is_some_and(|it| it.name.is_empty());
    let keys: Vec<Key<'_>> = section.iter().filter_map(|it| key(it, edits.text(), flat)).collect();
    let columns = |it: Token<'_>| it.raw().chars().count();
    let widest = keys.iter().map(|it| columns(it.name)).max().unwrap_or(0);
    let mut comments = Comments::default();
    let mut last_end = None;
    for key in &keys {
        let name = columns(key.name);
        let mut column = usize::from(indent) + name + 1;
        if !flat {
            let pad = if options.align { widest - name } else { 0 };
            edits.blanks(key.name.range().end(), key.equals.range().start(), pad + 1);
            edits.blanks(key.equals.range().end(), key.value.node().range().start(), 1);
            column += pad + 2;
            value::fill(&key.gaps, edits);
            if key.line.continued {
                value::continuations(key.value.node(), column, edits);
            }
        }
        // A comment goes with those of the lines next to it.
        if last_end != Some(key.line.start) || key.line.continued {
            comments.align(options.align, edits);
        }
        last_end = (!key.line.continued).then_some(key.line.end);
        if let Some((end, comment)) = key.line.comment() {
            let width = column + value::width(edits.text(), key.value.node().range(), &key.gaps);
            comments.add(end, comment, width);
        } else {
            comments.align(options.align, edits);
        }
        if key.line.continued {
            comments.align(false, edits);
        }
    }
    comments.align(options.align, edits);
}

fn key<'t>(line: &Line<'t>, text: &str, flat: bool) -> Option<Key<'t>> {
    if line.frozen || line.kind != Kind::Entry {
        return None;
    }
    let (name, equals, value) = Entry::cast(line.node?)?.parts();
    let (name, equals, value) = (name?, equals?, value?);
    let plain = value::is_blank(text, name.range().end(), equals.range().start())
        && value::is_blank(text, equals.range().end(), value.node().range().start());
    let gaps = if flat { Vec::new() } else { value::gaps(value) };
    plain.then_some(Key { line: *line, name, equals, value, gaps })
}

/// Comments behind lines that follow each other.
#[derive(Default)]
pub(crate) struct Comments {
    /// Where the text of the line ends, where the comment begins, and how wide the line is.
    run: Vec<(TextSize, TextSize, usize)>,
}

impl Comments {
    pub(crate) fn add(&mut self, end: TextSize, comment: Token<'_>, width: usize) {
        self.run.push((end, comment.range().start(), width));
    }

    /// Puts the comments in one column, or each right behind its line.
    pub(crate) fn align(&mut self, align: bool, edits: &mut Edits<'_>) {
        let widest = self.run.iter().map(|it| it.2).max().unwrap_or(0);
        for (end, comment, width) in self.run.drain(..) {
            let pad = if align { widest - width } else { 0 };
            edits.blanks(end, comment, BEFORE_COMMENT + pad);
        }
    }
}
