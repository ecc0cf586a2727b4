//! The lines of a file and their words as one list, without a tree: what a formatter needs.
//!
//! The same parser writes both. An outline has no nodes inside values, shares nothing and allocates only its list, so
//! reading one takes a fraction of the time of building a tree. Where only whitespace matters, the caller may also
//! leave values unread that it need not know.

use rowan::{TextRange, TextSize};

use crate::builder::Output;
use crate::green::Checkpoint;
use crate::{Element, Parse, SyntaxError, SyntaxKind, file};
use lsflint_spec::FileKind;

/// Whether a text, if it is the value of a line `KEY = value`, need not be read.
pub type Unread = fn(&str) -> bool;

/// The nodes and tokens of a file in order, without the nodes inside values, and the errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    pieces: Vec<Piece>,
    errors: Vec<SyntaxError>,
}

/// A node or a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    kind: SyntaxKind,
    /// Of a value: the kind of the first node in it. Otherwise its own kind.
    content: SyntaxKind,
    /// The length of its text in bytes.
    length: u32,
    /// The number of pieces below it, which follow it. [`TOKEN`] if it is a token.
    below: u32,
}

const TOKEN: u32 = u32::MAX;

/// Whether the nodes below a node of this kind are left out.
fn is_value(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::VALUE | SyntaxKind::CELL | SyntaxKind::CONDITION_EXPRESSION)
}

impl Outline {
    /// Reads the text of a file. Texts of 4 GB and more are not supported; callers must reject them.
    ///
    /// A value that is not read is one token of kind `TEXT`, and its errors are missing. Values with a continuation are
    /// always read, and so are those of lines next to an empty line.
    pub fn read(text: &str, kind: FileKind, unread: Unread) -> Outline {
        let mut output = Output::outline(text, unread);
        file::parse(&mut output, kind);
        output.finish_outline()
    }

    /// The outline of a tree, with all values.
    pub fn of(parse: &Parse) -> Outline {
        let mut builder = OutlineBuilder::default();
        builder.start(parse.root().kind());
        // `None` is the end of a node.
        let mut stack: Vec<Option<Element<'_>>> = vec![None];
        stack.extend(parse.root().elements().map(Some));
        stack[1..].reverse();
        while let Some(element) = stack.pop() {
            match element {
                None => builder.end(),
                Some(Element::Token(token)) => builder.token(token.kind(), token.range().len().into()),
                Some(Element::Node(node)) => {
                    builder.start(node.kind());
                    stack.push(None);
                    let from = stack.len();
                    stack.extend(node.elements().map(Some));
                    stack[from..].reverse();
                }
            }
        }
        builder.finish(parse.errors().to_vec())
    }

    /// The whole file.
    pub fn root(&self) -> Part<'_> {
        Part { pieces: &self.pieces, start: TextSize::new(0) }
    }

    /// The errors, ordered by the start of their range.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }
}

/// A node or a token of an outline, with its byte offset in the text.
#[derive(Debug, Clone, Copy)]
pub struct Part<'t> {
    /// The piece itself, and those below it.
    pieces: &'t [Piece],
    start: TextSize,
}

impl<'t> Part<'t> {
    /// The kind.
    pub fn kind(self) -> SyntaxKind {
        self.pieces[0].kind
    }

    /// The byte range, including trivia at its ends.
    pub fn range(self) -> TextRange {
        TextRange::at(self.start, self.pieces[0].length.into())
    }

    /// Whether it is a token.
    pub fn is_token(self) -> bool {
        self.pieces[0].below == TOKEN
    }

    /// The kind of the first node in a value: that of its grammar, if the grammar has one.
    pub fn content(self) -> Option<SyntaxKind> {
        let Piece { kind, content, .. } = self.pieces[0];
        (content != kind).then_some(content)
    }

    /// Its children in order.
    pub fn parts(self) -> Parts<'t> {
        Parts { rest: &self.pieces[1..], start: self.start }
    }

    /// The first child of the kind.
    pub fn part(self, kind: SyntaxKind) -> Option<Part<'t>> {
        self.parts().find(|it| it.kind() == kind)
    }

    /// All tokens in it, in text order.
    pub fn tokens(self) -> Tokens<'t> {
        Tokens { rest: self.pieces, start: self.start }
    }

    /// Whether a token of one of these kinds is in it.
    pub fn has_token(self, is_wanted: impl Fn(SyntaxKind) -> bool) -> bool {
        self.pieces.iter().any(|it| it.below == TOKEN && is_wanted(it.kind))
    }
}

/// The iterator returned by [`Part::parts`].
#[derive(Debug, Clone)]
pub struct Parts<'t> {
    rest: &'t [Piece],
    start: TextSize,
}

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    #[inline]
    fn next(&mut self) -> Option<Part<'t>> {
        let first = self.rest.first()?;
        let count = if first.below == TOKEN { 1 } else { first.below as usize + 1 };
        let (pieces, rest) = self.rest.split_at(count);
        let part = Part { pieces, start: self.start };
        self.start += TextSize::new(first.length);
        self.rest = rest;
        Some(part)
    }
}

/// The iterator returned by [`Part::tokens`].
#[derive(Debug, Clone)]
pub struct Tokens<'t> {
    rest: &'t [Piece],
    start: TextSize,
}

impl Iterator for Tokens<'_> {
    type Item = (SyntaxKind, TextRange);

    #[inline]
    fn next(&mut self) -> Option<(SyntaxKind, TextRange)> {
        loop {
            let (first, rest) = self.rest.split_first()?;
            self.rest = rest;
            if first.below == TOKEN {
                let range = TextRange::at(self.start, first.length.into());
                self.start = range.end();
                return Some((first.kind, range));
            }
        }
    }
}

/// Writes an outline; the methods are those of [`crate::green::TreeBuilder`].
#[derive(Default)]
pub(crate) struct OutlineBuilder {
    pieces: Vec<Piece>,
    /// The nodes that are not finished: their index and where they start.
    open: Vec<(usize, u32)>,
    /// The number of bytes so far.
    written: u32,
    /// Inside a value: the number of open nodes that are left out.
    left_out: Option<usize>,
    /// Where the first node in the last value starts, as a number of pieces.
    content: usize,
}

impl OutlineBuilder {
    pub(crate) fn for_text(length: usize) -> OutlineBuilder {
        // A line of a table has a piece for each four bytes. What is not used takes no memory.
        OutlineBuilder { pieces: Vec::with_capacity(length / 4), ..OutlineBuilder::default() }
    }

    pub(crate) fn start(&mut self, kind: SyntaxKind) {
        self.start_at(self.checkpoint(), kind);
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint::new(self.pieces.len())
    }

    pub(crate) fn start_at(&mut self, checkpoint: Checkpoint, kind: SyntaxKind) {
        if let Some(left_out) = &mut self.left_out {
            *left_out += 1;
            // The open node is the value.
            if *left_out == 1
                && let Some(value) = self.open.last().and_then(|it| self.pieces.get_mut(it.0))
                && (value.content == value.kind || checkpoint.place() <= self.content)
            {
                (value.content, self.content) = (kind, checkpoint.place());
            }
            return;
        }
        debug_assert_eq!(checkpoint.place(), self.pieces.len(), "only in values, nodes start around others");
        self.left_out = is_value(kind).then_some(0);
        self.open.push((self.pieces.len(), self.written));
        self.pieces.push(Piece { kind, content: kind, length: 0, below: 0 });
    }

    #[inline]
    pub(crate) fn token(&mut self, kind: SyntaxKind, length: u32) {
        self.pieces.push(Piece { kind, content: kind, length, below: TOKEN });
        self.written += length;
    }

    pub(crate) fn end(&mut self) {
        if let Some(left_out @ 1..) = &mut self.left_out {
            *left_out -= 1;
            return;
        }
        self.left_out = None;
        let (index, start) = self.open.pop().expect("each end has a start");
        self.pieces[index].length = self.written - start;
        self.pieces[index].below = (self.pieces.len() - index - 1) as u32;
    }

    /// The pieces of the node that ended last, which started after the first `from` pieces.
    pub(crate) fn since(&self, from: usize) -> std::ops::Range<usize> {
        from..self.pieces.len()
    }

    /// Adds the pieces of a finished node again.
    pub(crate) fn repeat(&mut self, pieces: std::ops::Range<usize>) {
        self.written += self.pieces[pieces.start].length;
        self.pieces.extend_from_within(pieces);
    }

    pub(crate) fn finish(self, errors: Vec<SyntaxError>) -> Outline {
        debug_assert!(self.open.is_empty(), "each start has an end");
        Outline { pieces: self.pieces, errors }
    }
}
