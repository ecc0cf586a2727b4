//! Where a suppression comment can be written.
//!
//! The comment is written on the line above, with the same indentation. A continued line is one line: LSF does not
//! recognize comments inside it, so the comment is written above the whole line, or added to an existing comment. A
//! byte order mark hides the word directly after it; a comment in its place would enable that word, so nothing is
//! written between the two.

use lsflint_model::SourceFile;
use lsflint_syntax::{Lookup, SyntaxKind, TextRange, TextSize};

use super::comment::{self, FILE_LINES, Scope};
use crate::diagnostic::{Diagnostic, TextEdit};

/// Writes suppressions into a file.
#[derive(Debug, Clone)]
pub struct Suppressor<'a> {
    file: &'a SourceFile,
    lookup: Lookup,
    reason: &'a str,
}

/// Why a comment cannot be written.
pub type NoPlace = &'static str;

impl<'a> Suppressor<'a> {
    /// Creates a suppressor for a file. The reason is written after the codes; it is one line and may be empty.
    pub fn new(file: &'a SourceFile, reason: &'a str) -> Suppressor<'a> {
        Suppressor { file, lookup: Lookup::new(&file.parse), reason }
    }

    /// Suppresses rules on the line of an offset.
    ///
    /// # Errors
    /// A comment cannot be written there without changing what LSF reads.
    pub fn line(&self, offset: TextSize, codes: &[&str]) -> Result<TextEdit, NoPlace> {
        let text = &*self.file.text;
        let line = self.logical_line(offset);
        let at_end = self.comment_in_line(line.end());
        let above = u32::from(line.start()).checked_sub(1).map(|it| line_start(text, it));
        let above = above.and_then(|it| self.comment_alone(it));
        for comment in at_end.into_iter().chain(above) {
            if let Some(edit) = self.extended(comment, Scope::Line, codes) {
                return Ok(edit);
            }
        }
        if !self.may_begin_with_comment(line.start()) {
            return Err("a comment above this line would change what LSF reads");
        }
        let start = u32::from(line.start());
        let content = &text[start as usize..];
        let indentation = &content[..content.len() - content.trim_start_matches([' ', '\t']).len()];
        let comment = format!("{indentation}{}{}", self.comment("ignore", codes), self.line_ending(start));
        Ok(insert(line.start(), comment))
    }

    /// Suppresses a rule in the whole file.
    ///
    /// # Errors
    /// As for [`Suppressor::line`].
    pub fn file(&self, code: &str) -> Result<TextEdit, NoPlace> {
        let text = &*self.file.text;
        let mut lines = line_starts(text).take(FILE_LINES).filter_map(|it| self.comment_alone(it));
        if let Some(edit) = lines.find_map(|it| self.extended(it, Scope::File, &[code])) {
            return Ok(edit);
        }
        let free = self.after_head().into_iter().chain(line_starts(text).take(FILE_LINES));
        let Some(start) = free.into_iter().find(|it| self.may_begin_with_comment(TextSize::new(*it))) else {
            return Err("a comment in the first lines would change what LSF reads");
        };
        let comment = format!("{}{}", self.comment("ignore-file", &[code]), self.line_ending(start));
        Ok(insert(TextSize::new(start), comment))
    }

    /// Suppresses findings, sorted by position, each on its line, with one comment for all findings of a line. Returns
    /// the edits in order, and the findings for which no comment can be written, with the reason.
    pub fn lines<'d>(
        &self,
        found: impl IntoIterator<Item = &'d Diagnostic>,
    ) -> (Vec<TextEdit>, Vec<(&'d Diagnostic, NoPlace)>) {
        let mut lines: Vec<(TextSize, Vec<&'d Diagnostic>)> = Vec::new();
        let mut left = Vec::new();
        for it in found {
            if !it.can_be_suppressed() {
                left.push((it, "findings about suppression comments cannot be suppressed"));
                continue;
            }
            let start = self.logical_line(it.range.start()).start();
            match lines.last_mut() {
                Some(line) if line.0 == start => line.1.push(it),
                _ => lines.push((start, vec![it])),
            }
        }
        let mut edits = Vec::new();
        for (_, found) in lines {
            let mut codes: Vec<&str> = found.iter().map(|it| it.rule.code).collect();
            codes.sort_unstable();
            codes.dedup();
            match self.line(found[0].range.start(), &codes) {
                Ok(edit) => edits.push(edit),
                Err(why) => left.extend(found.into_iter().map(|it| (it, why))),
            }
        }
        edits.sort_by_key(|it| it.range.start());
        (edits, left)
    }

    fn comment(&self, word: &str, codes: &[&str]) -> String {
        let comment = format!("# lsflint: {word}[{}] {}", codes.join(", "), self.reason);
        comment.trim_end().to_owned()
    }

    /// The line ending used around an offset.
    fn line_ending(&self, offset: u32) -> &'static str {
        let text = &*self.file.text;
        let end = line_end(text, offset);
        let before = &text[..offset as usize];
        if text[end as usize..].starts_with('\r') || before.ends_with("\r\n") { "\r\n" } else { "\n" }
    }

    /// The line of an offset as LSF reads it: including its continuations and its line ending.
    fn logical_line(&self, offset: TextSize) -> TextRange {
        let text = &*self.file.text;
        let offset = offset.min(TextSize::of(text));
        let start = TextSize::new(line_start(text, offset.into()));
        if let Some(range) = self.lookup.outermost(offset, is_line) {
            return TextRange::new(range.start().min(start), range.end());
        }
        TextRange::new(start, TextSize::new(line_end(text, offset.into())))
    }

    /// Whether a comment line can be written before the line that begins here.
    fn may_begin_with_comment(&self, start: TextSize) -> bool {
        if start == TextSize::new(0) {
            return !self.file.text.starts_with('\u{feff}');
        }
        let before = self.lookup.token(start - TextSize::new(1));
        before.is_some_and(|(kind, range)| kind == SyntaxKind::NEWLINE && range.end() == start)
    }

    /// The comment at the end of a line.
    fn comment_in_line(&self, end: TextSize) -> Option<TextRange> {
        let text = &self.file.text[..end.into()];
        let last = text.trim_end_matches(['\r', '\n', ' ', '\t']).len();
        self.comment_at(last.checked_sub(1)?)
    }

    /// The comment of a line that contains nothing else.
    fn comment_alone(&self, start: u32) -> Option<TextRange> {
        let rest = &self.file.text[start as usize..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        self.comment_at(start as usize + blanks)
    }

    fn comment_at(&self, offset: usize) -> Option<TextRange> {
        let (kind, range) = self.lookup.token(TextSize::new(u32::try_from(offset).ok()?))?;
        (kind == SyntaxKind::COMMENT).then_some(range)
    }

    /// The position after the comment lines at the start of a file, but before one that suppresses something on the
    /// next line.
    fn after_head(&self) -> Option<u32> {
        let mut behind = None;
        for start in line_starts(&self.file.text).take(FILE_LINES) {
            match self.comment_alone(start) {
                Some(comment) if !self.file.text[comment].contains("lsflint: ignore[") => {}
                _ => return behind.map(|_| start),
            }
            behind = Some(start);
        }
        None
    }

    /// Adds codes to a suppression comment, if it has this scope.
    fn extended(&self, comment: TextRange, scope: Scope, codes: &[&str]) -> Option<TextEdit> {
        let raw = &self.file.text[comment];
        let read = comment::well_formed(raw).filter(|it| it.scope == scope)?;
        let end = read.codes.last().map(|it| it.1.end)?;
        let known = |code: &&&str| !read.codes.iter().any(|it| it.0.eq_ignore_ascii_case(code));
        let added: String = codes.iter().filter(known).map(|it| format!(", {it}")).collect();
        let at = comment.start() + size(end);
        if !read.reason.is_empty() || self.reason.is_empty() {
            return Some(insert(at, added));
        }
        // The reason is added if there is none.
        let range = TextRange::new(at, comment.start() + size(raw.trim_end().len()));
        Some(TextEdit { range, text: format!("{added}] {}", self.reason) })
    }
}

fn insert(at: TextSize, text: String) -> TextEdit {
    TextEdit { range: TextRange::empty(at), text }
}

/// The offsets at which the lines of a text begin.
fn line_starts(text: &str) -> impl Iterator<Item = u32> {
    let ends = text.bytes().enumerate().filter(|it| it.1 == b'\n').map(|it| size(it.0 + 1).into());
    std::iter::once(0).chain(ends)
}

/// The offset of the first byte of the line that an offset is in.
fn line_start(text: &str, offset: u32) -> u32 {
    text[..offset as usize].rfind('\n').map_or(0, |at| size(at + 1).into())
}

/// The offset of the end of the line that an offset is in, before its line end.
fn line_end(text: &str, offset: u32) -> u32 {
    let line = text[offset as usize..].split('\n').next().unwrap_or_default();
    offset + u32::from(size(line.strip_suffix('\r').unwrap_or(line).len()))
}

/// A length or offset; texts of 4 GiB or more are rejected earlier.
fn size(at: usize) -> TextSize {
    TextSize::new(u32::try_from(at).unwrap_or(u32::MAX))
}

/// Whether a node is a line as LSF reads it, continued or not.
fn is_line(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::ENTRY
            | SyntaxKind::TABLE_HEADER
            | SyntaxKind::TABLE_ROW
            | SyntaxKind::LOOSE_LINE
            | SyntaxKind::DIRECTIVE
            | SyntaxKind::SECTION_BEGIN
            | SyntaxKind::SECTION_END
    )
}
