//! Rows and keys that are commented out: `#hostC  8  -`, `#HOSTS = all`.
//!
//! They are found by reading the comments of a section without their `#`, as if nothing else stood in the section.

use std::ops::Range;

use lsflint_spec::{FileKind, SectionSpec};
use lsflint_syntax::{Outline, SyntaxKind, TextRange, TextSize};

use crate::comments::Trailing;
use crate::edits::Edits;
use crate::keys::Words;
use crate::lines::{Kind, Line, Lines};
use crate::value;

/// A row or key that is commented out, in places of the whole text.
#[derive(Debug)]
pub(crate) struct Commented {
    /// The whitespace between `#` and its first word.
    pub(crate) marker: TextRange,
    /// The cells of a row; key, equals sign and value of a key.
    pub(crate) words: Vec<TextRange>,
    /// The comment behind it.
    pub(crate) comment: Option<Trailing>,
}

/// What a comment line in a section is.
#[derive(Debug)]
pub(crate) enum Remark {
    /// A row or key.
    Out(Commented),
    /// The name of a key without a value, or what follows a commented key that ends with a backslash.
    Part,
}

/// The comment lines with rows and keys that are commented out, by the number of the line.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    /// In order.
    found: Vec<(usize, Remark)>,
}

/// A comment that may be a row or a key.
struct Candidate {
    line: usize,
    marker: TextRange,
    /// Where its words begin in the text of candidates.
    copy: usize,
}

/// Words that make a comment a directive.
const DIRECTIVES: [&str; 6] = ["if", "elif", "else", "endif", "define", "include"];

impl Remarks {
    pub(crate) fn of(lines: &Lines<'_>, text: &str, kind: FileKind) -> Remarks {
        let mut copy = String::new();
        let mut candidates = Vec::new();
        let mut parts = Vec::new();
        for run in lines.runs() {
            section(lines, run, text, kind, &mut copy, &mut candidates, &mut parts);
        }
        let mut found: Vec<(usize, Remark)> = parts.into_iter().map(|it| (it, Remark::Part)).collect();
        if !candidates.is_empty() {
            read(&Outline::read(&copy, kind, value::is_settled), &copy, &candidates, &mut found);
        }
        // A line is a part only if it is nothing else.
        found.sort_by_key(|it| (it.0, matches!(it.1, Remark::Part)));
        found.dedup_by_key(|it| it.0);
        Remarks { found }
    }

    /// What the comment in a line is, if it is not just text.
    pub(crate) fn get(&self, line: usize) -> Option<&Remark> {
        let place = self.found.binary_search_by_key(&line, |it| it.0).ok()?;
        Some(&self.found[place].1)
    }
}

/// The whitespace of a marker, except for one.
pub(crate) fn surplus(marker: TextRange) -> usize {
    usize::from(marker.len()).saturating_sub(1)
}

/// Leaves at most one space between `#` and the first word.
pub(crate) fn narrow(marker: TextRange, edits: &mut Edits<'_>) {
    edits.blanks(marker.start(), marker.end(), usize::from(!marker.is_empty()));
}

/// Collects the candidates of a section.
fn section(
    lines: &Lines<'_>,
    run: Range<usize>,
    text: &str,
    kind: FileKind,
    copy: &mut String,
    candidates: &mut Vec<Candidate>,
    parts: &mut Vec<usize>,
) {
    let all = &lines.all[run.clone()];
    let Some(begin) = all.first().filter(|it| it.kind == Kind::Begin && !it.off) else { return };
    let header = all.iter().find(|it| it.kind == Kind::Header);
    if header.is_none() && !all.iter().any(|it| it.kind == Kind::Entry) {
        return;
    }
    let name = begin.part.and_then(|it| it.part(SyntaxKind::SECTION_NAME)).map_or("", |it| &text[it.range()]);
    let spec = lsflint_spec::section(kind, name);
    let mut open = false;
    // Whether the comment above ends with a backslash: then this one continues its value.
    let mut waits = false;
    for (line, number) in all.iter().zip(run) {
        let waited = std::mem::take(&mut waits);
        if line.kind != Kind::Comment || line.off {
            continue;
        }
        let whole = text[TextRange::new(line.content, line.end)].trim_end();
        let body = whole.trim_start_matches('#').trim_start_matches([' ', '\t']);
        let is_key = header.is_none() && is_key(body, spec);
        waits = whole.ends_with('\\') && (is_key || waited);
        if waited || (header.is_none() && spec.is_some_and(|it| it.param(body).is_some())) {
            parts.push(number);
        }
        if waited || !(is_key || header.is_some() && looks_like_row(body)) {
            continue;
        }
        if !std::mem::replace(&mut open, true) {
            copy.push_str(&format!("Begin {name}\n"));
            if let Some(header) = header {
                copy.push_str(text[TextRange::new(header.start, header.end)].trim_end_matches(['\n', '\r']));
                copy.push('\n');
            }
        }
        let signs = whole.len() - whole.trim_start_matches('#').len();
        let place = |it: usize| line.content + TextSize::new(it as u32);
        let marker = TextRange::new(place(signs), place(whole.len() - body.len()));
        parts.push(number);
        candidates.push(Candidate { line: number, marker, copy: copy.len() });
        copy.push_str(body.trim_end_matches(['\\', ' ', '\t']));
        copy.push('\n');
    }
    if open {
        copy.push_str(&format!("End {name}\n"));
    }
}

/// Whether a comment is one word, an equals sign and a value, and the word the name of a parameter, known or not.
fn is_key(body: &str, spec: Option<&SectionSpec>) -> bool {
    let Some((key, value)) = body.split_once('=') else { return false };
    let (key, value) = (key.trim_end_matches([' ', '\t']), value.trim_start_matches([' ', '\t']));
    let capital = |it: u8| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_';
    let is_word = !key.is_empty() && key.bytes().all(|it| it.is_ascii_lowercase() || capital(it));
    let is_index = || spec.is_some_and(|it| it.load_index_names) && value.starts_with(|it: char| it.is_ascii_digit());
    let known = || spec.is_some_and(|it| it.param(key).is_some());
    is_word && !value.starts_with('=') && (key.len() > 1 && key.bytes().all(capital) || known() || is_index())
}

/// Whether a comment has columns, other than a sentence: wide gaps, or something other than a word.
fn looks_like_row(body: &str) -> bool {
    let mut words = body.split([' ', '\t']).filter(|it| !it.is_empty());
    let Some(first) = words.next() else { return false };
    if DIRECTIVES.iter().chain(&["begin", "end", "lsflint:"]).any(|it| it.eq_ignore_ascii_case(first)) {
        return false;
    }
    let text = body.split(" #").next().unwrap_or(body).trim_end();
    let wide = text.contains("  ") || text.contains('\t');
    wide || words.any(|it| matches!(it, "-" | "()" | "!") || it.starts_with(['(', '[']) || it.parse::<f64>().is_ok())
}

/// Reads the candidates.
fn read(outline: &Outline, copy: &str, candidates: &[Candidate], found: &mut Vec<(usize, Remark)>) {
    let lines = Lines::of(outline, copy);
    let mut columns = 0;
    let mut rest = candidates.iter().peekable();
    for line in &lines.all {
        if let Some(header) = line.part.filter(|_| line.kind == Kind::Header) {
            columns = header.parts().filter(|it| it.kind() == SyntaxKind::COLUMN_NAME).count();
        }
        let Some(candidate) = rest.next_if(|it| it.copy == usize::from(line.start)) else { continue };
        if line.continued {
            continue;
        }
        let Some(words) = words(line, columns) else { continue };
        let place = |it: TextSize| candidate.marker.end() + (it - line.start);
        let moved = |it: TextRange| TextRange::new(place(it.start()), place(it.end()));
        let comment = line.trailing_comment().map(|it| Trailing { end: place(it.end), start: place(it.start) });
        let words = words.into_iter().map(moved).collect();
        found.push((candidate.line, Remark::Out(Commented { marker: candidate.marker, words, comment })));
    }
}

/// The cells of a row, or key, equals sign and value. `None` if it is neither.
fn words(line: &Line<'_>, columns: usize) -> Option<Vec<TextRange>> {
    match line.kind {
        Kind::Entry => {
            let Words { name, equals, value } = Words::of(line)?;
            let start = value.range().start();
            let valid = line.error.is_none_or(|it| it >= start);
            valid.then(|| vec![name, equals, TextRange::new(start, line.text_end)])
        }
        Kind::Row if !line.off => {
            let cells = line.part?.parts().filter(|it| it.kind() == SyntaxKind::CELL);
            let cells: Vec<TextRange> = cells.map(|it| it.range()).collect();
            (cells.len() == columns && columns > 1).then_some(cells)
        }
        _ => None,
    }
}
