//! Texts with findings written below their places.

use lsflint_lint::Diagnostic;

use super::findings::render;
use super::shown::{Note, Shown, notes};
use super::source::{Piece, Source};

/// The length of lines, beyond which messages are wrapped: that of source code without the indentation of a fixture.
const WIDTH: usize = 112;
/// Lines below an annotation begin at its column, but not before the first and not behind the second of these.
const COLUMNS: (usize, usize) = (4, 32);

/// The lines that show a text.
pub(super) struct Placed<'t> {
    /// As they are written.
    pub(super) lines: &'t [&'t str],
    /// How much further to the right they are than in the text.
    pub(super) shifts: &'t [usize],
    /// How many lines of the text are before them.
    pub(super) first: usize,
    /// What was checked.
    pub(super) text: &'t str,
    /// The file that they are a piece of, when it is checked.
    pub(super) source: Option<(&'t Source<'t>, &'t Piece<'t>)>,
    /// The files, which related places may be in.
    pub(super) files: &'t [Source<'t>],
}

/// Writes the lines of a text, below each the findings that begin there. `code`: the rule whose findings are written in
/// full.
pub(super) fn annotate(placed: &Placed<'_>, found: &[Diagnostic], code: &str, shown: &mut Shown, out: &mut String) {
    let mut found: Vec<&Diagnostic> = found.iter().collect();
    found.sort_by_key(|it| (it.range.start(), it.range.end()));
    let line_of = |it: &Diagnostic| position(placed.text, it.range.start().into()).0;
    if let Some((source, piece)) = placed.source {
        found.retain(|it| std::ptr::eq(source.piece(line_of(it)), piece));
    }
    let last = placed.first + placed.lines.len();
    if let Some(stray) = found.iter().find(|it| !(placed.first..=last).contains(&line_of(it))) {
        panic!("a finding is outside of the lines that are shown:\n{}", render(placed.text, &[(*stray).clone()]));
    }
    for (index, (line, shift)) in placed.lines.iter().zip(placed.shifts).enumerate() {
        out.extend([line, "\n"]);
        for it in found.iter().filter(|it| line_of(it) == placed.first + index) {
            place(placed, it, *shift, out);
            if it.rule.code == code {
                write_notes(placed, it, *shift, shown, out);
            }
        }
    }
    for it in found.iter().filter(|it| line_of(it) == last) {
        assert!(usize::from(it.range.start()) == placed.text.len(), "a finding is in a line that is not shown");
        place(placed, it, 0, out);
        if it.rule.code == code {
            write_notes(placed, it, 0, shown, out);
        }
    }
}

/// One finding.
fn place(placed: &Placed<'_>, it: &Diagnostic, shift: usize, out: &mut String) {
    let (line, column) = position(placed.text, it.range.start().into());
    let (end_line, end_column) = position(placed.text, it.range.end().into());
    let length = match end_line == line {
        true => end_column - column,
        false => placed.text.lines().nth(line).map_or(0, |it| it.chars().count().saturating_sub(column)),
    };
    let mut marks = " ".repeat(column + shift) + &"^".repeat(length);
    if length == 0 {
        marks.push_str(if line == placed.first + placed.lines.len() { "|$" } else { "|" });
    }
    if end_line != line {
        marks.push_str(&format!("..{}:{}", end_line + 1 - placed.first, end_column + 1));
    }
    let indent = indent(column + shift);
    let head = format!("{} {}", it.rule.code, it.severity);
    let fits = |text: &str| text.chars().count() <= WIDTH;
    if fits(&format!("{marks} {head} {}", it.message)) {
        out.push_str(&format!("{marks} {head} {}\n", it.message));
    } else if fits(&format!("{marks} {head}")) {
        out.push_str(&format!("{marks} {head}\n"));
        wrap(indent, &it.message, out);
    } else {
        out.push_str(&format!("{marks}\n"));
        wrap(indent, &format!("{head} {}", it.message), out);
    }
}

/// What a finding says beyond its message, below it.
fn write_notes(placed: &Placed<'_>, it: &Diagnostic, shift: usize, shown: &mut Shown, out: &mut String) {
    let indent = indent(position(placed.text, it.range.start().into()).1 + shift);
    for note in notes(it).iter().filter(|it| shown.is_first(it)) {
        wrap(indent, &written(placed, note), out);
    }
}

/// Where the lines below an annotation begin.
fn indent(column: usize) -> usize {
    column.clamp(COLUMNS.0, COLUMNS.1)
}

/// A note with the place it is about.
fn written(placed: &Placed<'_>, note: &Note<'_>) -> String {
    let Some(related) = note.related else { return format!("{}: {}", note.kind, note.text) };
    let name = related.file.as_deref();
    let other = placed.files.iter().find(|it| name == Some(&it.name));
    let text = if name.is_none() { Some(placed.text) } else { other.map(|it| &*it.text) };
    let place = match text.filter(|it| usize::from(related.range.start()) <= it.len()) {
        Some(text) => {
            let (line, column) = position(text, related.range.start().into());
            // Lines are counted as they are shown; what is above them has no number.
            let (label, line) = match (other, placed.source) {
                (Some(other), _) => {
                    let piece = other.piece(line);
                    (Some(piece.label), piece.number(line))
                }
                (None, Some((source, own))) => {
                    let piece = source.piece(line);
                    (Some(piece.label).filter(|_| !std::ptr::eq(piece, own)), piece.number(line))
                }
                (None, None) => (None, (line + 1).checked_sub(placed.first).filter(|it| *it > 0)),
            };
            match (label, line) {
                (None, None) => "above".to_owned(),
                (None, Some(line)) => format!("{line}:{}", column + 1),
                (Some(label), None) => label.to_owned(),
                (Some(label), Some(line)) => format!("{label}:{line}:{}", column + 1),
            }
        }
        None => name.unwrap_or_default().to_owned(),
    };
    format!("{} {place} {}", note.kind, note.text)
}

/// Writes a text below an annotation, wrapped at words.
fn wrap(indent: usize, text: &str, out: &mut String) {
    let mut line = format!("{}=", " ".repeat(indent));
    let mut is_first = true;
    for word in text.split(' ') {
        if !is_first && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out.extend([&*line, "\n"]);
            line = format!("{}=  ", " ".repeat(indent));
        }
        line.extend([" ", word]);
        is_first = false;
    }
    out.extend([&*line, "\n"]);
}

/// Line and column, from 0, in characters.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count(), before[start..].chars().count())
}
