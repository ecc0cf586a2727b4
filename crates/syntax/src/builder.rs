//! Writes a syntax tree: nodes, tokens and errors in text order.
//!
//! Tokens are given by their byte range; [`Output`] ensures that no byte is lost or duplicated, so losslessness depends
//! only on this file: text that a parser skips is inserted as [`SyntaxKind::ERROR_TEXT`] before the next token.

use std::ops::Range;

use rowan::{GreenNode, TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::blocks::Blocks;
use crate::green::{Checkpoint, TreeBuilder};
use crate::outline::{Outline, OutlineBuilder, Unread};
use crate::{ErrorKind, Parse, SyntaxError, SyntaxKind};

/// What a node depends on in addition to its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Context(u64);

impl Context {
    /// The context of a node of a kind, which LSF reads by these facts about a section or parameter. `judged`: whether
    /// errors are reported.
    pub(crate) fn new<T>(kind: SyntaxKind, facts: Option<&'static T>, judged: bool) -> Context {
        let address = facts.map_or(0, |it| std::ptr::from_ref(it).addr() as u64);
        // Addresses have 48 bits, kinds less than 15.
        Context(address << 16 | u64::from(kind.to_raw().0) << 1 | u64::from(judged))
    }
}

/// A place in the text and in the result, and the number of errors so far.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    start: usize,
    place: Checkpoint,
    errors: usize,
}

/// What is written.
enum Sink {
    Tree(TreeBuilder),
    Outline(OutlineBuilder),
}

/// A node that was written before.
enum Known {
    Tree(GreenNode),
    Outline(Range<usize>),
}

/// Collects the tree and the errors of one text.
pub(crate) struct Output<'t> {
    text: &'t str,
    sink: Sink,
    unread: Option<Unread>,
    /// The offset up to which the text is in the tree.
    written: usize,
    errors: Vec<SyntaxError>,
    blocks: Blocks,
    /// The nodes without errors that [`Output::remember`] stored, by their text and context.
    known: FxHashMap<(Context, &'t str), Known>,
}

impl<'t> Output<'t> {
    /// Writes a tree.
    pub(crate) fn new(text: &'t str) -> Output<'t> {
        Output::to(text, Sink::Tree(TreeBuilder::default()), None)
    }

    /// Writes an outline.
    pub(crate) fn outline(text: &'t str, unread: Unread) -> Output<'t> {
        Output::to(text, Sink::Outline(OutlineBuilder::for_text(text.len())), Some(unread))
    }

    fn to(text: &'t str, sink: Sink, unread: Option<Unread>) -> Output<'t> {
        Output {
            text,
            sink,
            unread,
            written: 0,
            errors: Vec::new(),
            blocks: Blocks::default(),
            known: FxHashMap::default(),
        }
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// The offset of the first byte that is not in the tree yet.
    pub(crate) fn written(&self) -> usize {
        self.written
    }

    pub(crate) fn start(&mut self, kind: SyntaxKind) {
        match &mut self.sink {
            Sink::Tree(it) => it.start(kind.to_raw()),
            Sink::Outline(it) => it.start(kind),
        }
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        match &self.sink {
            Sink::Tree(it) => it.checkpoint(),
            Sink::Outline(it) => it.checkpoint(),
        }
    }

    pub(crate) fn start_at(&mut self, checkpoint: Checkpoint, kind: SyntaxKind) {
        match &mut self.sink {
            Sink::Tree(it) => it.start_at(checkpoint, kind.to_raw()),
            Sink::Outline(it) => it.start_at(checkpoint, kind),
        }
    }

    pub(crate) fn end(&mut self) {
        match &mut self.sink {
            Sink::Tree(it) => it.end(),
            Sink::Outline(it) => it.end(),
        }
    }

    /// Writes the bytes from [`Output::written`] up to `end` as one token. Does nothing for an empty range.
    // Called for every token, mostly by `ValueParser::bump`: avoiding one call is worth the inlining.
    #[inline(always)]
    pub(crate) fn token(&mut self, kind: SyntaxKind, end: usize) {
        debug_assert!(self.text.is_char_boundary(end), "token ends inside a character");
        if end > self.written {
            match &mut self.sink {
                Sink::Tree(it) => it.token(kind.to_raw(), &self.text[self.written..end]),
                Sink::Outline(it) => it.token(kind, (end - self.written) as u32),
            }
            self.written = end;
        }
    }

    /// Writes the next bytes up to `end` as the node of an equal text, if there is one in the same context. Many lines of
    /// large files are equal: the same limit in many queues, the same model of many hosts.
    pub(crate) fn known_node(&mut self, context: Context, end: usize) -> bool {
        let Some(node) = self.known.get(&(context, &self.text[self.written..end])) else { return false };
        match (&mut self.sink, node) {
            (Sink::Tree(it), Known::Tree(node)) => it.node(node.clone()),
            (Sink::Outline(it), Known::Outline(pieces)) => it.repeat(pieces.clone()),
            _ => return false,
        }
        self.written = end;
        true
    }

    /// A place before a node that [`Output::remember`] may store.
    pub(crate) fn mark(&self) -> Mark {
        Mark { start: self.written, place: self.checkpoint(), errors: self.errors.len() }
    }

    /// Stores the node that ended last, which started at the mark, for [`Output::known_node`], unless it has an error.
    pub(crate) fn remember(&mut self, context: Context, mark: Mark) {
        if self.errors.len() > mark.errors {
            return;
        }
        let node = match &self.sink {
            Sink::Tree(it) => it.last_node().cloned().map(Known::Tree),
            Sink::Outline(it) => Some(Known::Outline(it.since(mark.place.place()))),
        };
        if let Some(node) = node {
            self.known.insert((context, &self.text[mark.start..self.written]), node);
        }
    }

    pub(crate) fn error(&mut self, kind: ErrorKind, range: Range<usize>) {
        let range = TextRange::new(size(range.start), size(range.end));
        self.errors.push(SyntaxError { kind, range });
    }

    /// Records the `#if` blocks that are not nodes of the tree.
    pub(crate) fn set_blocks(&mut self, blocks: Blocks) {
        self.blocks = blocks;
    }

    /// Which values need not be read, if not all of them are wanted.
    pub(crate) fn unread(&self) -> Option<Unread> {
        self.unread
    }

    pub(crate) fn finish(mut self) -> Parse {
        self.sort_errors();
        let builder = match self.sink {
            Sink::Tree(it) => it,
            Sink::Outline(_) => unreachable!("`Output::new` writes a tree"),
        };
        Parse { green: builder.finish(), errors: self.errors, blocks: self.blocks }
    }

    pub(crate) fn finish_outline(mut self) -> Outline {
        self.sort_errors();
        match self.sink {
            Sink::Outline(it) => it.finish(self.errors),
            Sink::Tree(_) => unreachable!("`Output::outline` writes an outline"),
        }
    }

    fn sort_errors(&mut self) {
        self.errors.sort_by_key(|it| (it.range.start(), it.range.end()));
    }
}

/// Converts a byte offset; texts of 4 GB and more are rejected earlier.
pub(crate) fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).expect("texts are refused at 4 GiB before parsing"))
}
