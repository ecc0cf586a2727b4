//! Where a comment that suppresses a finding can stand.
//!
//! On the line above, with the same indentation. A continued line is one line: LSF takes no comment inside it, so the comment stands
//! above all of it, or in a comment that is already there. A byte order mark hides the word it is glued to; a comment in its place
//! would make that word count, so nothing is written between the two.

use lsflint_lint::TextEdit;
use lsflint_model::SourceFile;
use lsflint_syntax::{Element, Node, SyntaxKind, TextRange, TextSize, Token};

use crate::text::{line_end, line_start};

/// `ignore-file` counts only in so many first lines.
const FILE_LINES: usize = 20;

/// Writes suppressions into a file.
pub(super) struct Suppressor<'a> {
    file: &'a SourceFile,
    reason: &'a str,
}

impl<'a> Suppressor<'a> {
    pub(super) fn new(file: &'a SourceFile, reason: &'a str) -> Suppressor<'a> {
        Suppressor { file, reason }
    }

    /// Suppresses a rule on the line of an offset.
    pub(super) fn line(&self, offset: TextSize, code: &str) -> Result<TextEdit, &'static str> {
        let text = &*self.file.text;
        let line = self.logical_line(offset);
        let at_end = self.comment_in_line(line.end());
        let above = u32::from(line.start()).checked_sub(1).map(|it| line_start(text, it));
        let above = above.and_then(|it| self.comment_alone(it));
        for comment in at_end.into_iter().chain(above) {
            if let Some(edit) = extended(comment, "ignore", code) {
                return Ok(edit);
            }
        }
        if !self.may_begin_with_comment(line.start()) {
            return Err("no comment can stand above this line without changing what LSF reads");
        }
        let start = u32::from(line.start());
        let content = &text[start as usize..];
        let indentation = &content[..content.len() - content.trim_start_matches([' ', '\t']).len()];
        let comment = format!("{indentation}{}{}", self.comment("ignore", code), self.line_ending(start));
        Ok(insert(line.start(), comment))
    }

    /// Suppresses a rule in the whole file.
    pub(super) fn file(&self, code: &str) -> Result<TextEdit, &'static str> {
        let text = &*self.file.text;
        let lines = line_starts(text).take(FILE_LINES);
        if let Some(edit) =
            lines.filter_map(|it| self.comment_alone(it)).find_map(|it| extended(it, "ignore-file", code))
        {
            return Ok(edit);
        }
        let free = self.behind_head().into_iter().chain(line_starts(text).take(FILE_LINES));
        let Some(start) = free.into_iter().find(|it| self.may_begin_with_comment(TextSize::new(*it))) else {
            return Err("no comment can stand in the first lines without changing what LSF reads");
        };
        Ok(insert(TextSize::new(start), format!("{}{}", self.comment("ignore-file", code), self.line_ending(start))))
    }

    fn comment(&self, word: &str, code: &str) -> String {
        let comment = format!("# lsflint: {word}[{code}] {}", self.reason);
        comment.trim_end().to_owned()
    }

    /// The line end that is usual round here.
    fn line_ending(&self, offset: u32) -> &'static str {
        let text = &*self.file.text;
        let end = line_end(text, offset);
        let before = &text[..offset as usize];
        if text[end as usize..].starts_with('\r') || before.ends_with("\r\n") { "\r\n" } else { "\n" }
    }

    /// The line of an offset as LSF reads it: as far as it is continued, with its line end.
    fn logical_line(&self, offset: TextSize) -> TextRange {
        let text = &*self.file.text;
        let offset = offset.min(TextSize::of(text));
        let start = TextSize::new(line_start(text, offset.into()));
        let mut node = self.file.parse.root();
        // Of two nodes that meet at the offset the one behind counts.
        while let Some(inner) = node.children().filter(|it| it.range().contains(offset)).last() {
            if is_line(inner.kind()) {
                let range = inner.range();
                return TextRange::new(range.start().min(start), range.end());
            }
            node = inner;
        }
        TextRange::new(start, TextSize::new(line_end(text, offset.into())))
    }

    /// Whether a comment line may be written before the line that begins here.
    fn may_begin_with_comment(&self, start: TextSize) -> bool {
        if start == TextSize::new(0) {
            return !self.file.text.starts_with('\u{feff}');
        }
        let before = token_at(self.file.parse.root(), start - TextSize::new(1));
        before.is_some_and(|it| it.kind() == SyntaxKind::NEWLINE && it.range().end() == start)
    }

    /// The comment at the end of a line.
    fn comment_in_line(&self, end: TextSize) -> Option<Token<'a>> {
        let text = &self.file.text[..end.into()];
        let last = text.trim_end_matches(['\r', '\n', ' ', '\t']).len();
        comment_at(self.file.parse.root(), last.checked_sub(1)?)
    }

    /// The comment of a line that has nothing else.
    fn comment_alone(&self, start: u32) -> Option<Token<'a>> {
        let rest = &self.file.text[start as usize..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        comment_at(self.file.parse.root(), start as usize + blanks)
    }

    /// Behind the comment lines that a file begins with, but before one that suppresses something on the next line.
    fn behind_head(&self) -> Option<u32> {
        let mut behind = None;
        for start in line_starts(&self.file.text).take(FILE_LINES) {
            match self.comment_alone(start) {
                Some(comment) if !comment.raw().contains("lsflint: ignore[") => {}
                _ => return behind.map(|_| start),
            }
            behind = Some(start);
        }
        None
    }
}

fn insert(at: TextSize, text: String) -> TextEdit {
    TextEdit { range: TextRange::empty(at), text }
}

/// Adds a code to a suppression comment, if it is one of this kind.
fn extended(comment: Token<'_>, word: &str, code: &str) -> Option<TextEdit> {
    let raw = comment.raw();
    let from = raw.find("lsflint:")? + "lsflint:".len();
    let inner = raw[from..].trim_start().strip_prefix(word)?.strip_prefix('[')?;
    let codes = &inner[..inner.find(']')?];
    let end = raw.len() - inner.len() + codes.trim_end().len();
    let text = if codes.trim().is_empty() { code.to_owned() } else { format!(", {code}") };
    let at = comment.range().start() + TextSize::of(&raw[..end]);
    Some(insert(at, text))
}

/// Where the lines of a text begin.
fn line_starts(text: &str) -> impl Iterator<Item = u32> {
    let ends = text.bytes().enumerate().filter(|it| it.1 == b'\n').map(|it| crate::text::size(it.0 + 1));
    std::iter::once(0).chain(ends)
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

fn comment_at(root: Node<'_>, offset: usize) -> Option<Token<'_>> {
    let offset = TextSize::new(u32::try_from(offset).ok()?);
    token_at(root, offset).filter(|it| it.kind() == SyntaxKind::COMMENT)
}

fn token_at(root: Node<'_>, offset: TextSize) -> Option<Token<'_>> {
    let mut node = root;
    loop {
        match node.elements().find(|it| it.range().contains(offset))? {
            Element::Node(inner) => node = inner,
            Element::Token(token) => return Some(token),
        }
    }
}
