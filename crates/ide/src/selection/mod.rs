//! Selection ranges that grow step by step: word, quoted text, part of the value, value, line, section, file.

#[cfg(test)]
mod tests;

use lsflint_model::SourceFile;
use lsflint_syntax::ast::{self, AstNode, Value};
use lsflint_syntax::{Node, SyntaxKind, TextRange, TextSize, Token};

use crate::spot::Spot;
use crate::text::{self, size};
use crate::{Range, Snapshot};

/// The selection ranges at each offset: every range contains the previous one and is larger.
pub fn selection_ranges(snapshot: &Snapshot, path: &str, offsets: &[u32]) -> Vec<Vec<Range>> {
    let Some(file) = snapshot.file(path) else { return vec![Vec::new(); offsets.len()] };
    offsets.iter().map(|it| at(&file.source, *it)).collect()
}

fn at(file: &SourceFile, offset: u32) -> Vec<Range> {
    let mut steps = Steps { file, offset: offset.min(size(file.text.len())), found: Vec::new() };
    let spot = Spot::at(file, TextSize::new(steps.offset));
    if let Some(token) = spot.token {
        steps.token(token);
    }
    for node in spot.path.iter().rev() {
        steps.node(*node);
    }
    steps.add(Range { start: 0, end: size(file.text.len()) });
    steps.found
}

struct Steps<'a> {
    file: &'a SourceFile,
    offset: u32,
    found: Vec<Range>,
}

impl<'a> Steps<'a> {
    /// Adds a range if it contains the previous one and is larger.
    fn add(&mut self, range: Range) {
        let grows = match self.found.last() {
            Some(last) => range.start <= last.start && last.end <= range.end && range != *last,
            None => range.start <= self.offset && self.offset <= range.end && range.start < range.end,
        };
        if grows {
            self.found.push(range);
        }
    }

    fn add_trimmed(&mut self, range: TextRange) {
        self.add(text::trimmed(&self.file.text, range));
    }

    fn token(&mut self, token: Token<'a>) {
        let kind = token.kind();
        if matches!(kind, SyntaxKind::WHITESPACE | SyntaxKind::NEWLINE | SyntaxKind::CONTINUATION) {
            return;
        }
        // Descriptions, commands and comments are single tokens with several words.
        if let Some(word) = word_in(&self.file.text, token.range(), self.offset) {
            self.add(word);
        }
        if kind == SyntaxKind::STRING && token.raw().len() >= 2 {
            let one = TextSize::new(1);
            self.add(TextRange::new(token.range().start() + one, token.range().end() - one).into());
        }
        self.add_trimmed(token.range());
    }

    fn node(&mut self, node: Node<'a>) {
        match node.kind() {
            SyntaxKind::SECTION => self.section(node),
            SyntaxKind::BRANCH | SyntaxKind::CONDITIONAL => self.add_trimmed(node.range()),
            SyntaxKind::VALUE | SyntaxKind::CELL => {
                if let Some(value) = Value::cast(node) {
                    self.add(value.range().into());
                }
                self.add(node.trimmed_range().into());
            }
            SyntaxKind::ENTRY
            | SyntaxKind::TABLE_ROW
            | SyntaxKind::TABLE_HEADER
            | SyntaxKind::LOOSE_LINE
            | SyntaxKind::DIRECTIVE
            | SyntaxKind::SECTION_BEGIN
            | SyntaxKind::SECTION_END => {
                self.add(node.trimmed_range().into());
                // The line with its comment, then with the whitespace before it.
                self.add_trimmed(node.range());
                self.add(Range {
                    start: text::line_start(&self.file.text, node.start().into()),
                    end: node.range().end().into(),
                });
            }
            _ => {
                self.inner(node);
                self.add(node.trimmed_range().into());
            }
        }
    }

    /// Adds the text between the brackets of a part of a value.
    fn inner(&mut self, node: Node<'a>) {
        let is_open = |kind| matches!(kind, SyntaxKind::L_BRACKET | SyntaxKind::L_PAREN | SyntaxKind::L_BRACE);
        let is_close = |kind| matches!(kind, SyntaxKind::R_BRACKET | SyntaxKind::R_PAREN | SyntaxKind::R_BRACE);
        let open = node.tokens().find(|it| is_open(it.kind()));
        let close = node.tokens().filter(|it| is_close(it.kind())).last();
        if let (Some(open), Some(close)) = (open, close)
            && open.range().end() < close.range().start()
        {
            self.add_trimmed(TextRange::new(open.range().end(), close.range().start()));
        }
    }

    fn section(&mut self, node: Node<'a>) {
        if let Some(section) = ast::Section::cast(node) {
            let from = section.begin().map_or(node.start(), |it| it.range().end());
            let to = section.end().map_or(node.range().end(), Node::start);
            if from < to {
                self.add(TextRange::new(from, to).into());
            }
        }
        self.add_trimmed(node.range());
    }
}

/// The word at an offset in a token with several words.
fn word_in(text: &str, range: TextRange, offset: u32) -> Option<Range> {
    let (from, to) = (usize::from(range.start()), usize::from(range.end()));
    let at = (offset as usize).clamp(from, to);
    if !text.is_char_boundary(at) {
        return None;
    }
    let inside = |it: char| it.is_alphanumeric() || it == '_';
    let start = text[from..at]
        .rfind(|it| !inside(it))
        .map_or(from, |it| from + it + text[from + it..].chars().next().map_or(0, char::len_utf8));
    let end = text[at..to].find(|it| !inside(it)).map_or(to, |it| at + it);
    (start < end).then_some(Range { start: size(start), end: size(end) })
}
