//! The formatter: computes edits from a tree, or from the outline of a text.
//!
//! Every edit replaces whitespace with whitespace. Words, comments and their order are kept, so nothing can be lost;
//! and whitespace changes only where LSF ignores it. Stays byte for byte:
//!
//! - the words of a line with a syntax error, the rows of a table with one, and the whole section when its form is in
//!   doubt (no `End`, a header LSF skips);
//! - free text: descriptions, commands, values of lsf.conf, values of a template language;
//! - the lines between `# lsflint: fmt off` and `# lsflint: fmt on`.
//!
//! What it does:
//!
//! - `Begin`, `End` and directives at the margin; lines of a section at the indent, also those with an error;
//! - equals signs in one column, for the lines between two empty lines or comments; the columns of a table under their
//!   names; comments behind lines in a column, and with them the comment lines that continue them;
//! - rows and keys that are commented out like the others, see `commented.rs`;
//! - one space between words of a value and around `&&` and `||`, one after the commas of shares, weights and
//!   `rusage`, none inside brackets; continued lines under the value;
//! - one empty line between sections, none behind `Begin` and before `End`, never two in a row; no whitespace at the
//!   end of a comment; a line end at the end of the file.
//!
//! lsf.conf does not allow whitespace next to the equals sign, so nothing is aligned there.

mod blank_lines;
mod commented;
mod comments;
mod edits;
mod keys;
mod lines;
mod settled;
mod table;
mod value;

use lsflint_spec::FileKind;
use lsflint_syntax::{Edit, Outline, Parse, TextRange};

use crate::commented::Remarks;
use crate::edits::{Change, Edits};
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
    changes(&Outline::of(parse), text, kind, options).into_iter().map(Edit::from).collect()
}

/// The edits of [`format()`] inside the lines that a range touches.
pub fn format_range(parse: &Parse, text: &str, kind: FileKind, range: TextRange, options: Options) -> Vec<Edit> {
    let mut changes = changes(&Outline::of(parse), text, kind, options);
    keep_inside(&mut changes, text, range);
    changes.into_iter().map(Edit::from).collect()
}

/// The text after the edits of [`format()`], or of [`format_range()`], and `None` if there is none. No tree is built,
/// and values whose whitespace is as it should be are not read.
pub fn formatted(text: &str, kind: FileKind, range: Option<TextRange>, options: Options) -> Option<String> {
    let mut changes = changes(&Outline::read(text, kind, value::is_settled), text, kind, options);
    if let Some(range) = range {
        keep_inside(&mut changes, text, range);
    }
    (!changes.is_empty()).then(|| edits::apply(text, &changes))
}

fn changes(outline: &Outline, text: &str, kind: FileKind, options: Options) -> Vec<Change> {
    let mut edits = Edits::new(text);
    let lines = Lines::of(outline, text);
    let remarks = Remarks::of(&lines, text, kind);
    // lsf.conf does not allow whitespace next to the equals sign.
    let is_flat = kind.spec().sections.first().is_some_and(|it| it.name.is_empty());
    let is_ascii = text.is_ascii();
    for range in lines.runs() {
        let all = &lines.all[range.clone()];
        let is_section = all.first().is_some_and(|it| it.kind == Kind::Begin);
        let indent = if is_section { options.indent } else { 0 };
        let first = range.start;
        let run = Run { text, is_ascii, lines: all, first, remarks: &remarks, options, indent, is_section, is_flat };
        margins(&run, &mut edits);
        if all.iter().any(|it| it.kind == Kind::Header) {
            table::format(&run, &mut edits);
        } else {
            keys::format(&run, &mut edits);
        }
    }
    comments::trim(&lines, &mut edits);
    blank_lines::format(&lines, &mut edits);
    edits.finish()
}

/// Lines that are formatted together: those of a section, or those between two.
struct Run<'t, 'a> {
    text: &'a str,
    /// Whether each byte of the text is a character.
    is_ascii: bool,
    lines: &'a [Line<'t>],
    /// The number of the first line.
    first: usize,
    remarks: &'a Remarks,
    options: Options,
    indent: u8,
    is_section: bool,
    is_flat: bool,
}

impl<'t, 'a> Run<'t, 'a> {
    fn numbered(&self) -> impl Iterator<Item = (usize, &'a Line<'t>)> + use<'t, 'a> {
        (self.first..).zip(self.lines)
    }

    /// The number of characters in a range.
    fn columns(&self, range: TextRange) -> usize {
        if self.is_ascii { range.len().into() } else { self.text[range].chars().count() }
    }
}

/// Keeps the changes inside the lines that a range touches.
fn keep_inside(changes: &mut Vec<Change>, text: &str, range: TextRange) {
    let start = text[..usize::from(range.start())].rfind('\n').map_or(0, |it| it + 1);
    let end = usize::from(range.end());
    let end = text[end..].find('\n').map_or(text.len(), |it| end + it + 1);
    changes.retain(|it| usize::from(it.range.start()) >= start && usize::from(it.range.end()) <= end);
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

/// The lines that have no columns: `Begin`, `End` and directives.
fn margins(run: &Run<'_, '_>, edits: &mut Edits<'_>) {
    let rigid = |it: &&Line<'_>| matches!(it.kind, Kind::Begin | Kind::End | Kind::Directive) && !it.frozen;
    for line in run.lines.iter().filter(rigid) {
        margin(line, 0, edits);
        line.single_blanks(edits);
        line.trailing(edits);
    }
}

/// The whitespace before a line.
fn margin(line: &Line<'_>, indent: u8, edits: &mut Edits<'_>) {
    edits.blanks(line.start, line.content, indent.into());
}
