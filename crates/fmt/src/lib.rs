//! The formatter: computes edits from a tree.
//!
//! Every edit replaces whitespace with whitespace. Words, comments and their order are kept, so nothing can be lost;
//! and whitespace changes only where LSF ignores it. Invalid text, and text with formatting disabled, stays byte
//! for byte:
//!
//! - a line with a syntax error, and the whole section when its form is in doubt (no `End`, a header LSF skips);
//! - free text: descriptions, commands, values of lsf.conf, values of a template language;
//! - the lines between `# lsflint: fmt off` and `# lsflint: fmt on`.
//!
//! What it does:
//!
//! - `Begin`, `End` and directives at the margin; lines of a section at the indent;
//! - equals signs of a section in one column, the columns of a table under their names, comments behind lines in a column;
//! - one space between words of a value and around `&&` and `||`, none inside brackets; continued lines under the
//!   value;
//! - one empty line between sections, none behind `Begin` and before `End`, never two in a row; a line end at the end of the file.
//!
//! lsf.conf does not allow whitespace next to the equals sign, so nothing is aligned there.

mod blank_lines;
mod edits;
mod keys;
mod lines;
mod table;
mod value;

use lsflint_spec::FileKind;
use lsflint_syntax::{Edit, Parse, TextRange};

use crate::edits::Edits;
use crate::lines::{Kind, Line, Lines};

/// What a site may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Whether to align equals signs and table columns. Otherwise, single spaces are used.
    pub align: bool,
    /// The number of spaces before the lines of a section.
    pub indent: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { align: true, indent: 0 }
    }
}

/// The edits that format a file: ordered, disjoint, and none that changes nothing.
pub fn format(parse: &Parse, text: &str, kind: FileKind, options: Options) -> Vec<Edit> {
    let mut edits = Edits::new(text);
    let lines = Lines::of(parse, text);
    for section in lines.sections() {
        let indent = if section.first().is_some_and(|it| it.kind == Kind::Begin) { options.indent } else { 0 };
        margins(section, indent, &mut edits);
        if section.iter().any(|it| it.kind == Kind::Header) {
            table::format(section, options, indent, &mut edits);
        } else {
            keys::format(section, options, indent, kind, &mut edits);
        }
    }
    blank_lines::format(&lines, &mut edits);
    edits.finish()
}

/// The edits of [`format()`] inside the lines that a range touches.
pub fn format_range(parse: &Parse, text: &str, kind: FileKind, range: TextRange, options: Options) -> Vec<Edit> {
    let start = text[..usize::from(range.start())].rfind('\n').map_or(0, |it| it + 1);
    let end = usize::from(range.end());
    let end = text[end..].find('\n').map_or(text.len(), |it| end + it + 1);
    let inside = |it: &Edit| usize::from(it.range.start()) >= start && usize::from(it.range.end()) <= end;
    format(parse, text, kind, options).into_iter().filter(inside).collect()
}

/// A text after edits that are ordered and disjoint.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len() + edits.len() * 4);
    let mut from = 0;
    for edit in edits {
        out.push_str(&text[from..usize::from(edit.range.start())]);
        out.push_str(&edit.insert);
        from = edit.range.end().into();
    }
    out.push_str(&text[from..]);
    out
}

/// The indentation of each line.
fn margins(section: &[Line<'_>], indent: u8, edits: &mut Edits<'_>) {
    let inside = section.first().is_some_and(|it| it.kind == Kind::Begin);
    let stays = table::stays(section);
    for line in section.iter().filter(|it| !it.frozen) {
        let wanted = match line.kind {
            Kind::Header | Kind::Row if stays => continue,
            Kind::Entry | Kind::Header | Kind::Row => indent,
            Kind::Comment if inside => indent,
            Kind::Begin | Kind::End | Kind::Directive | Kind::Comment => 0,
            Kind::Blank | Kind::Other => continue,
        };
        edits.blanks(line.start, line.content, wanted.into());
        if matches!(line.kind, Kind::Begin | Kind::End | Kind::Directive) {
            line.single_blanks(edits);
        }
        line.trailing(edits);
    }
}
