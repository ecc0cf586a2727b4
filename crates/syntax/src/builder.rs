//! Writes a syntax tree: nodes, tokens and errors in text order.
//!
//! Tokens are given by their byte range; [`Output`] ensures that no byte is lost or duplicated, so losslessness depends
//! only on this file: text that a parser skips is inserted as [`SyntaxKind::ERROR_TEXT`] before the next token.

use std::ops::Range;

use rowan::{TextRange, TextSize};

use crate::green::{Checkpoint, TreeBuilder};
use crate::{ErrorKind, Parse, SyntaxError, SyntaxKind};

/// Collects the tree and the errors of one text.
pub(crate) struct Output<'t> {
    text: &'t str,
    builder: TreeBuilder,
    /// The offset up to which the text is in the tree.
    written: usize,
    errors: Vec<SyntaxError>,
    crossing: bool,
}

impl<'t> Output<'t> {
    pub(crate) fn new(text: &'t str) -> Output<'t> {
        Output { text, builder: TreeBuilder::default(), written: 0, errors: Vec::new(), crossing: false }
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// The offset of the first byte that is not in the tree yet.
    pub(crate) fn written(&self) -> usize {
        self.written
    }

    pub(crate) fn start(&mut self, kind: SyntaxKind) {
        self.builder.start(kind.to_raw());
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        self.builder.checkpoint()
    }

    pub(crate) fn start_at(&mut self, checkpoint: Checkpoint, kind: SyntaxKind) {
        self.builder.start_at(checkpoint, kind.to_raw());
    }

    pub(crate) fn end(&mut self) {
        self.builder.end();
    }

    /// Writes the bytes from [`Output::written`] up to `end` as one token. Does nothing for an empty range.
    // Called for every token, mostly by `ValueParser::bump`: avoiding one call is worth the inlining.
    #[inline(always)]
    pub(crate) fn token(&mut self, kind: SyntaxKind, end: usize) {
        debug_assert!(self.text.is_char_boundary(end), "token ends inside a character");
        if end > self.written {
            self.builder.token(kind.to_raw(), &self.text[self.written..end]);
            self.written = end;
        }
    }

    pub(crate) fn error(&mut self, kind: ErrorKind, range: Range<usize>) {
        let range = TextRange::new(size(range.start), size(range.end));
        self.errors.push(SyntaxError { kind, range });
    }

    /// Records that an `#if` block is not a node of the tree; see [`Parse`].
    pub(crate) fn set_crossing(&mut self) {
        self.crossing = true;
    }

    pub(crate) fn finish(mut self) -> Parse {
        self.errors.sort_by_key(|it| (it.range.start(), it.range.end()));
        Parse { green: self.builder.finish(), errors: self.errors, crossing: self.crossing }
    }
}

/// Converts a byte offset; texts of 4 GB and more are rejected earlier.
pub(crate) fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).expect("texts are refused at 4 GiB before parsing"))
}
