//! Converts an outline to lines.

use lsflint_syntax::{Outline, Part, SyntaxKind, TextRange, TextSize};

use crate::comments::Trailing;
use crate::edits::Edits;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Blank,
    Comment,
    Begin,
    End,
    Entry,
    Header,
    Row,
    Directive,
    /// Nothing that is formatted.
    Other,
}

/// One logical line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'t> {
    pub(crate) kind: Kind,
    pub(crate) start: TextSize,
    /// Where its first word or comment begins.
    pub(crate) content: TextSize,
    /// The end of its text, before whitespace, comment and line break.
    pub(crate) text_end: TextSize,
    /// After its line end.
    pub(crate) end: TextSize,
    pub(crate) part: Option<Part<'t>>,
    /// The comment behind its text.
    pub(crate) comment: Option<TextRange>,
    /// The last whitespace before its line end, if no comment is behind it.
    blanks: Option<TextRange>,
    /// Its words and what is between them stay as they are.
    pub(crate) frozen: bool,
    /// All of it stays, also its margin and its comment.
    pub(crate) off: bool,
    /// Where its first syntax error begins.
    pub(crate) error: Option<TextSize>,
    /// It has a continuation.
    pub(crate) continued: bool,
    /// It is the last one of a closed section.
    closes: bool,
}

/// The lines of a file.
pub(crate) struct Lines<'t> {
    pub(crate) all: Vec<Line<'t>>,
    /// The lines of each section, and the runs between them.
    runs: Vec<std::ops::Range<usize>>,
}

/// `# lsflint: fmt off`
const SWITCH: &str = "lsflint:";

impl<'t> Lines<'t> {
    pub(crate) fn of(outline: &'t Outline, text: &str) -> Lines<'t> {
        let mut reader = Reader { text, all: Vec::with_capacity(text.len() / 32 + 1), runs: Vec::new(), open: None };
        reader.children(outline.root());
        reader.close();
        let mut lines = Lines { all: reader.all, runs: reader.runs };
        lines.runs = with_gaps(lines.runs, lines.all.len());
        lines.freeze_broken(outline);
        lines.freeze_switched_off(text);
        lines
    }

    /// Runs of lines that are formatted together: the lines of a section, or those between two.
    pub(crate) fn runs(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.runs.iter().cloned()
    }

    /// Lines with an error keep their words; a section whose form is in doubt stays.
    fn freeze_broken(&mut self, outline: &Outline) {
        let mut errors = outline.errors().iter().peekable();
        let mut number = 0;
        let count = self.all.len();
        while let (Some(error), Some(line)) = (errors.peek(), self.all.get_mut(number)) {
            if error.range.start() >= line.end && number + 1 < count {
                number += 1;
            } else {
                line.frozen = true;
                line.error.get_or_insert(error.range.start());
                errors.next();
            }
        }
        for run in &self.runs {
            let lines = &mut self.all[run.clone()];
            let Some(first) = lines.first().filter(|it| it.kind == Kind::Begin) else { continue };
            let closed = lines.last().is_some_and(|it| it.closes && !it.frozen);
            let header = lines.iter().any(|it| it.kind == Kind::Header && it.frozen);
            if first.frozen || !closed || header {
                lines.iter_mut().for_each(|it| (it.frozen, it.off) = (true, true));
            }
        }
    }

    fn freeze_switched_off(&mut self, text: &str) {
        let mut off = false;
        for line in &mut self.all {
            let switch =
                if line.kind == Kind::Comment { switch(&text[TextRange::new(line.content, line.end)]) } else { None };
            off = switch.map_or(off, |on| !on);
            line.off |= off || switch.is_some();
            line.frozen |= line.off;
        }
    }
}

/// Whether a comment switches formatting on or off.
fn switch(comment: &str) -> Option<bool> {
    let mut words = comment.trim_start_matches('#').trim_start().strip_prefix(SWITCH)?.split_whitespace();
    match (words.next(), words.next()) {
        (Some("fmt"), Some("on")) => Some(true),
        (Some("fmt"), Some("off")) => Some(false),
        _ => None,
    }
}

/// Runs for the lines that are in none.
fn with_gaps(runs: Vec<std::ops::Range<usize>>, count: usize) -> Vec<std::ops::Range<usize>> {
    let mut all = Vec::with_capacity(runs.len() * 2 + 1);
    let mut from = 0;
    for run in runs {
        if from < run.start {
            all.push(from..run.start);
        }
        from = run.end;
        all.push(run);
    }
    if from < count {
        all.push(from..count);
    }
    all
}

struct Reader<'t, 'x> {
    text: &'x str,
    all: Vec<Line<'t>>,
    runs: Vec<std::ops::Range<usize>>,
    /// A line made of trivia, as far as it was read.
    open: Option<Line<'t>>,
}

impl<'t> Reader<'t, '_> {
    fn children(&mut self, parent: Part<'t>) {
        for part in parent.parts() {
            if part.is_token() { self.token(part) } else { self.node(part) }
        }
    }

    fn token(&mut self, token: Part<'t>) {
        let range = token.range();
        let open = self.open.get_or_insert_with(|| Line::new(Kind::Blank, range));
        open.end = range.end();
        match token.kind() {
            SyntaxKind::WHITESPACE if open.kind == Kind::Blank => {
                (open.content, open.text_end) = (range.end(), range.end());
            }
            SyntaxKind::COMMENT if open.kind == Kind::Blank => open.kind = Kind::Comment,
            SyntaxKind::WHITESPACE => {}
            SyntaxKind::NEWLINE => self.close(),
            _ => open.kind = Kind::Other,
        }
    }

    fn node(&mut self, node: Part<'t>) {
        let kind = match node.kind() {
            SyntaxKind::SECTION => {
                self.close();
                let from = self.all.len();
                self.children(node);
                self.close();
                if let Some(last) = self.all.last_mut() {
                    last.closes = node.part(SyntaxKind::SECTION_END).is_some();
                }
                return self.runs.push(from..self.all.len());
            }
            SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => return self.children(node),
            SyntaxKind::SECTION_BEGIN => Kind::Begin,
            SyntaxKind::SECTION_END => Kind::End,
            SyntaxKind::ENTRY => Kind::Entry,
            SyntaxKind::TABLE_HEADER => Kind::Header,
            SyntaxKind::TABLE_ROW => Kind::Row,
            SyntaxKind::DIRECTIVE => Kind::Directive,
            _ => Kind::Other,
        };
        self.close();
        self.all.push(Line::of(kind, node, self.text));
    }

    fn close(&mut self) {
        self.all.extend(self.open.take());
    }
}

/// Text that is not read as LSF reads it.
fn is_foreign(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::TEMPLATE | SyntaxKind::HIDDEN_TEXT | SyntaxKind::BYTE_ORDER_MARK)
}

impl<'t> Line<'t> {
    fn new(kind: Kind, range: TextRange) -> Line<'t> {
        Line {
            kind,
            start: range.start(),
            content: range.start(),
            text_end: range.start(),
            end: range.end(),
            part: None,
            comment: None,
            blanks: None,
            frozen: false,
            off: false,
            error: None,
            continued: false,
            closes: false,
        }
    }

    /// The line of a node.
    fn of(kind: Kind, node: Part<'t>, text: &str) -> Line<'t> {
        let range = node.range();
        let mut line = Line { part: Some(node), ..Line::new(kind, range) };
        let first = node.tokens().next().filter(|it| it.0 == SyntaxKind::WHITESPACE);
        line.content = first.map_or(range.start(), |it| it.1.end());
        line.text_end = line.content;
        for part in node.parts() {
            let is_token = part.is_token();
            if !is_token || !part.kind().is_trivia() {
                line.text_end = part.range().end();
            }
            if !is_token {
                line.frozen |= part.has_token(is_foreign);
                continue;
            }
            let kind = part.kind();
            if is_foreign(kind) {
                // A template in a value leaves the rest of the line to us.
                (line.frozen, line.off) = (true, true);
            }
            match kind {
                SyntaxKind::NEWLINE => {}
                SyntaxKind::WHITESPACE => line.blanks = Some(part.range()),
                _ => line.blanks = None,
            }
            if kind == SyntaxKind::COMMENT && line.comment.is_none() {
                line.comment = Some(part.range());
            }
        }
        line.off |= line.frozen && kind != Kind::Entry;
        line.blanks = line.blanks.filter(|it| it.start() >= line.text_end);
        let bytes = &text.as_bytes()[std::ops::Range::<usize>::from(range)];
        let breaks = bytes.iter().rev().take_while(|it| matches!(it, b'\n' | b'\r')).count();
        line.continued = memchr::memchr(b'\n', &bytes[..bytes.len() - breaks]).is_some();
        line
    }

    /// The comment behind its text, with the end of the text.
    pub(crate) fn trailing_comment(&self) -> Option<Trailing> {
        self.comment.map(|it| Trailing { end: self.text_end, start: it.start() })
    }

    /// One space between its words.
    pub(crate) fn single_blanks(&self, edits: &mut Edits<'_>) {
        let Some(node) = self.part else { return };
        for part in node.parts().filter(|it| it.kind() == SyntaxKind::WHITESPACE) {
            let range = part.range();
            if range.start() > self.content && range.end() < self.text_end {
                edits.blanks(range.start(), range.end(), 1);
            }
        }
    }

    /// Removes trailing whitespace, except before a comment.
    pub(crate) fn trailing(&self, edits: &mut Edits<'_>) {
        let Some(last) = self.blanks else { return };
        // Without the whitespace, a backslash would continue the line.
        if !edits.text()[TextRange::new(self.start, last.start())].ends_with('\\') {
            edits.blanks(last.start(), last.end(), 0);
        }
    }
}
