//! Converts a tree to lines.

use lsflint_syntax::ast::{AstNode, Directive, Section};
use lsflint_syntax::{Element, Node, Parse, SyntaxKind, TextRange, TextSize, Token};

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
    /// After its line end.
    pub(crate) end: TextSize,
    pub(crate) node: Option<Node<'t>>,
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
    pub(crate) fn of(parse: &'t Parse, text: &str) -> Lines<'t> {
        let mut reader = Reader { text, all: Vec::new(), runs: Vec::new(), open: None };
        reader.children(parse.root());
        reader.close();
        let mut lines = Lines { all: reader.all, runs: reader.runs };
        lines.runs = with_gaps(lines.runs, lines.all.len());
        lines.freeze_broken(parse);
        lines.freeze_switched_off(text);
        lines
    }

    /// Runs of lines that are formatted together: the lines of a section, or those between two.
    pub(crate) fn runs(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.runs.iter().cloned()
    }

    /// Lines with an error keep their words; a section whose form is in doubt stays.
    fn freeze_broken(&mut self, parse: &Parse) {
        let mut errors = parse.errors().iter().peekable();
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
    fn children(&mut self, parent: Node<'t>) {
        for element in parent.elements() {
            match element {
                Element::Token(token) => self.token(token),
                Element::Node(node) => self.node(node),
            }
        }
    }

    fn token(&mut self, token: Token<'t>) {
        let range = token.range();
        let open = self.open.get_or_insert(Line {
            kind: Kind::Blank,
            start: range.start(),
            content: range.start(),
            end: range.end(),
            node: None,
            frozen: false,
            off: false,
            error: None,
            continued: false,
            closes: false,
        });
        open.end = range.end();
        match token.kind() {
            SyntaxKind::WHITESPACE if open.kind == Kind::Blank => open.content = range.end(),
            SyntaxKind::COMMENT if open.kind == Kind::Blank => open.kind = Kind::Comment,
            SyntaxKind::WHITESPACE => {}
            SyntaxKind::NEWLINE => self.close(),
            _ => open.kind = Kind::Other,
        }
    }

    fn node(&mut self, node: Node<'t>) {
        let kind = match node.kind() {
            SyntaxKind::SECTION => {
                self.close();
                let from = self.all.len();
                self.children(node);
                self.close();
                if let Some(last) = self.all.last_mut() {
                    last.closes = Section::cast(node).is_some_and(|it| it.end().is_some());
                }
                return self.runs.push(from..self.all.len());
            }
            SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => return self.children(node),
            SyntaxKind::SECTION_BEGIN => Kind::Begin,
            SyntaxKind::SECTION_END => Kind::End,
            SyntaxKind::ENTRY => Kind::Entry,
            SyntaxKind::TABLE_HEADER => Kind::Header,
            SyntaxKind::TABLE_ROW => Kind::Row,
            SyntaxKind::DIRECTIVE if Directive::cast(node).is_some() => Kind::Directive,
            _ => Kind::Other,
        };
        self.close();
        let range = node.range();
        let mut tokens = node.all_tokens();
        let first = tokens.next().filter(|it| it.kind() == SyntaxKind::WHITESPACE);
        let text = &self.text[range];
        let line_end = text.trim_end_matches(['\n', '\r']).len();
        let continued = text[..line_end].contains('\n');
        use SyntaxKind::{BYTE_ORDER_MARK, HIDDEN_TEXT, TEMPLATE};
        let foreign = |it: SyntaxKind| matches!(it, TEMPLATE | HIDDEN_TEXT | BYTE_ORDER_MARK);
        let frozen = node.all_tokens().any(|it| foreign(it.kind()));
        // A template in a value leaves the rest of the line to us.
        let off = frozen && (kind != Kind::Entry || node.tokens().any(|it| foreign(it.kind())));
        self.all.push(Line {
            kind,
            start: range.start(),
            content: first.map_or(range.start(), |it| it.range().end()),
            end: range.end(),
            node: Some(node),
            frozen,
            off,
            error: None,
            continued,
            closes: false,
        });
    }

    fn close(&mut self) {
        self.all.extend(self.open.take());
    }
}

impl<'t> Line<'t> {
    /// The comment behind its text, with the end of the text.
    pub(crate) fn comment(&self) -> Option<(TextSize, Token<'t>)> {
        let comment = self.node?.tokens().find(|it| it.kind() == SyntaxKind::COMMENT)?;
        Some((self.text_end(), comment))
    }

    /// The end of its text, before whitespace, comment and line break.
    pub(crate) fn text_end(&self) -> TextSize {
        let Some(node) = self.node else { return self.content };
        let mut end = self.content;
        for element in node.elements() {
            match element {
                Element::Token(token) if token.kind().is_trivia() => {}
                _ => end = element.range().end(),
            }
        }
        end
    }

    /// One space between its words.
    pub(crate) fn single_blanks(&self, edits: &mut Edits<'_>) {
        let Some(node) = self.node else { return };
        let end = self.text_end();
        for token in node.tokens().filter(|it| it.kind() == SyntaxKind::WHITESPACE) {
            if token.range().start() > self.content && token.range().end() < end {
                edits.blanks(token.range().start(), token.range().end(), 1);
            }
        }
    }

    /// Removes trailing whitespace, except before a comment.
    pub(crate) fn trailing(&self, edits: &mut Edits<'_>) {
        let Some(last) = self.node.and_then(|it| it.tokens().filter(|it| it.kind() != SyntaxKind::NEWLINE).last())
        else {
            return;
        };
        if last.kind() != SyntaxKind::WHITESPACE || last.range().start() < self.text_end() {
            return;
        }
        // Without the whitespace, a backslash would continue the line.
        if !edits.text()[TextRange::new(self.start, last.range().start())].ends_with('\\') {
            edits.blanks(last.range().start(), last.range().end(), 0);
        }
    }
}
