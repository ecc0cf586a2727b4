//! Lines of the form `KEY = value`.
//!
//! Equals signs are aligned in blocks: lines without an empty line or a comment between them. Keys that are commented
//! out belong to the block, and directives do not end it.

use lsflint_syntax::{Part, SyntaxKind, TextRange};

use crate::commented::{Commented, Remark, narrow, surplus};
use crate::comments::{Comments, Extent, Trailing};
use crate::edits::Edits;
use crate::lines::{Kind, Line};
use crate::value::{self, Gap};
use crate::{Run, margin};

/// A line wider than this does not move the comments of others.
const WIDEST: usize = 60;

/// A line that is formatted.
struct Key<'t, 'a> {
    line: &'a Line<'t>,
    /// The key, with what is before it in a comment.
    name: TextRange,
    /// The width of it after formatting.
    width: usize,
    equals: TextRange,
    /// The value up to the end of the text.
    value: TextRange,
    /// The value, if it is formatted.
    inside: Option<Part<'t>>,
    gaps: Vec<Gap>,
    comment: Option<Trailing>,
    /// Whitespace between `#` and a key that is commented out.
    marker: Option<TextRange>,
}

/// A line of a block.
enum Item<'t, 'a> {
    Key(Key<'t, 'a>),
    /// Only its margin is formatted.
    Other(&'a Line<'t>),
    /// A comment, and whether it ends a block.
    Comment(&'a Line<'t>, bool),
    Blank,
    /// It stays.
    Fixed(&'a Line<'t>),
}

/// Formats the entries of a section, or of the lines between two.
pub(crate) fn format(run: &Run<'_, '_>, edits: &mut Edits<'_>) {
    let mut comments = Comments::new(run.options.align);
    let mut block: Vec<Item<'_, '_>> = Vec::new();
    for (number, line) in run.numbered() {
        let item = item(run, number, line);
        let ends = matches!(item, Item::Blank | Item::Comment(_, true));
        block.push(item);
        if ends {
            format_block(run, &block, &mut comments, edits);
            comments.end_block();
            block.clear();
        }
    }
    format_block(run, &block, &mut comments, edits);
    comments.flush(edits);
}

fn item<'t, 'a>(run: &Run<'t, 'a>, number: usize, line: &'a Line<'t>) -> Item<'t, 'a> {
    match line.kind {
        Kind::Blank => Item::Blank,
        Kind::Comment if line.off => Item::Comment(line, true),
        Kind::Comment => match run.remarks.get(number) {
            Some(Remark::Out(out)) => commented(run, line, out).map_or(Item::Comment(line, true), Item::Key),
            Some(Remark::Part) => Item::Comment(line, false),
            None => Item::Comment(line, true),
        },
        _ if line.off => Item::Fixed(line),
        Kind::Entry => key(run, line).map_or(Item::Other(line), Item::Key),
        Kind::Other if line.error.is_some() => Item::Other(line),
        _ => Item::Fixed(line),
    }
}

fn format_block(run: &Run<'_, '_>, block: &[Item<'_, '_>], comments: &mut Comments, edits: &mut Edits<'_>) {
    let text = edits.text();
    let keys = block.iter().filter_map(|it| if let Item::Key(key) = it { Some(key) } else { None });
    let widest = keys.map(|it| it.width).max().unwrap_or(0);
    for item in block {
        match item {
            Item::Key(key) => {
                margin(key.line, run.indent, edits);
                key.marker.into_iter().for_each(|it| narrow(it, edits));
                let pad = if run.options.align { widest - key.width } else { 0 };
                format_key(run, key, pad, comments, edits);
            }
            Item::Other(line) => {
                // Outside of sections there is no margin that it could follow.
                if run.is_section || line.error.is_none() {
                    margin(line, run.indent, edits);
                    line.trailing(edits);
                }
                if line.continued || !run.is_section {
                    comments.fixed(line, edits);
                    continue;
                }
                let words = TextRange::new(line.content, line.text_end);
                let end = usize::from(run.indent) + run.columns(words);
                let comment = line.trailing_comment();
                let extent = Extent { end, is_wide: end > WIDEST, is_continued: false };
                comments.line(line, comment, extent, edits);
            }
            Item::Comment(line, _) if line.off || comments.continues(line, text) => {}
            Item::Comment(line, ends) => {
                margin(line, run.indent, edits);
                if !ends {
                    comments.pass(line);
                }
            }
            Item::Fixed(line) => comments.fixed(line, edits),
            Item::Blank => {}
        }
    }
}

fn format_key(run: &Run<'_, '_>, key: &Key<'_, '_>, pad: usize, comments: &mut Comments, edits: &mut Edits<'_>) {
    let line = key.line;
    let mut column = usize::from(run.indent) + key.width + 1;
    if !run.is_flat {
        edits.blanks(key.name.end(), key.equals.start(), pad + 1);
        edits.blanks(key.equals.end(), key.value.start(), 1);
        column += pad + 2;
        value::fill(&key.gaps, edits);
        if let Some(value) = key.inside.filter(|_| line.continued) {
            value::continuations(value, column, edits);
        }
    }
    line.trailing(edits);
    if line.continued && key.inside.is_none() {
        // How the lines of the value are read is not known.
        comments.fixed(line, edits);
        return;
    }
    let end = column + value::width(run, key.value, &key.gaps);
    let extent = Extent { end, is_wide: end > WIDEST, is_continued: line.continued };
    comments.line(line, key.comment, extent, edits);
}

/// Key, equals sign and value of an entry.
pub(crate) struct Words<'t> {
    pub(crate) name: TextRange,
    pub(crate) equals: TextRange,
    pub(crate) value: Part<'t>,
}

impl<'t> Words<'t> {
    /// `None` if the line does not have all three.
    pub(crate) fn of(line: &Line<'t>) -> Option<Words<'t>> {
        let (mut name, mut equals, mut value) = (None, None, None);
        for part in line.part?.parts() {
            match part.kind() {
                SyntaxKind::KEY => name = name.or(Some(part.range())),
                SyntaxKind::EQUALS => equals = equals.or(Some(part.range())),
                SyntaxKind::VALUE => {
                    value = Some(part);
                    break;
                }
                _ => {}
            }
        }
        Some(Words { name: name?, equals: equals?, value: value? })
    }
}

fn key<'t, 'a>(run: &Run<'t, 'a>, line: &'a Line<'t>) -> Option<Key<'t, 'a>> {
    let Words { name, equals, value } = Words::of(line)?;
    let from = value.range().start();
    let plain = value::is_blank(run.text, name.end(), equals.start()) && value::is_blank(run.text, equals.end(), from);
    if !plain || line.error.is_some_and(|it| it < from || !run.is_section) {
        return None;
    }
    let gaps = if run.is_flat || line.frozen { Vec::new() } else { value::gaps(value, run.text) };
    let range = if line.frozen { TextRange::new(from, line.text_end) } else { value.range() };
    let comment = line.trailing_comment();
    let inside = (!line.frozen).then_some(value);
    let width = run.columns(name);
    Some(Key { line, name, width, equals, value: range, inside, gaps, comment, marker: None })
}

/// A key that is commented out.
fn commented<'t, 'a>(run: &Run<'t, 'a>, line: &'a Line<'t>, out: &Commented) -> Option<Key<'t, 'a>> {
    let text = run.text;
    let [name, equals, value] = *out.words else { return None };
    let plain = value::is_blank(text, name.end(), equals.start()) && value::is_blank(text, equals.end(), value.start());
    plain.then(|| Key {
        line,
        name: TextRange::new(line.content, name.end()),
        width: run.columns(TextRange::new(line.content, name.end())) - surplus(out.marker),
        equals,
        value,
        inside: None,
        gaps: Vec::new(),
        comment: out.comment,
        marker: Some(out.marker),
    })
}
