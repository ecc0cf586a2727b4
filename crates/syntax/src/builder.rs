//! Writes a syntax tree: nodes, tokens and errors in text order.
//!
//! Tokens are given by their byte range; [`Output`] ensures that no byte is lost or duplicated, so losslessness depends
//! only on this file: text that a parser skips is inserted as [`SyntaxKind::ERROR_TEXT`] before the next token.

use std::ops::Range;

use rowan::{TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::blocks::Blocks;
use crate::difference::Origin;
use crate::green::{Checkpoint, Shared, TreeBuilder};
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
enum Sink<'t> {
    Tree(TreeBuilder),
    /// With the pieces of the nodes that [`Output::remember`] stored.
    Outline(OutlineBuilder, FxHashMap<(Context, &'t str), Range<usize>>),
}

/// Collects the tree and the errors of one text.
pub(crate) struct Output<'t> {
    text: &'t str,
    sink: Sink<'t>,
    unread: Option<Unread>,
    /// The offset up to which the text is in the tree.
    written: usize,
    errors: Vec<SyntaxError>,
    blocks: Blocks,
}

impl<'t> Output<'t> {
    /// Writes a tree.
    pub(crate) fn new(text: &'t str) -> Output<'t> {
        Output::with(text, Shared::default())
    }

    /// Writes a tree that shares elements with other ones of the same kind of file.
    pub(crate) fn with(text: &'t str, shared: Shared) -> Output<'t> {
        Output::to(text, Sink::Tree(TreeBuilder::with(shared)), None)
    }

    /// Writes an outline.
    pub(crate) fn outline(text: &'t str, unread: Unread) -> Output<'t> {
        Output::to(text, Sink::Outline(OutlineBuilder::for_text(text.len()), FxHashMap::default()), Some(unread))
    }

    fn to(text: &'t str, sink: Sink<'t>, unread: Option<Unread>) -> Output<'t> {
        Output { text, sink, unread, written: 0, errors: Vec::new(), blocks: Blocks::default() }
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
            Sink::Outline(it, _) => it.start(kind),
        }
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        match &self.sink {
            Sink::Tree(it) => it.checkpoint(),
            Sink::Outline(it, _) => it.checkpoint(),
        }
    }

    pub(crate) fn start_at(&mut self, checkpoint: Checkpoint, kind: SyntaxKind) {
        match &mut self.sink {
            Sink::Tree(it) => it.start_at(checkpoint, kind.to_raw()),
            Sink::Outline(it, _) => it.start_at(checkpoint, kind),
        }
    }

    pub(crate) fn end(&mut self) {
        match &mut self.sink {
            Sink::Tree(it) => it.end(),
            Sink::Outline(it, _) => it.end(),
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
                Sink::Outline(it, _) => it.token(kind, (end - self.written) as u32),
            }
            self.written = end;
        }
    }

    /// Writes the next bytes up to `end` as the node of an equal text, if there is one in the same context. Many lines
    /// of large files, and of many files, are equal: the same limit in many queues, the same model of many hosts.
    pub(crate) fn known_node(&mut self, context: Context, end: usize) -> bool {
        let text = &self.text[self.written..end];
        let is_known = match &mut self.sink {
            Sink::Tree(it) => it.known(context, text),
            Sink::Outline(it, known) => match known.get(&(context, text)) {
                Some(pieces) => {
                    it.repeat(pieces.clone());
                    true
                }
                None => false,
            },
        };
        if is_known {
            self.written = end;
        }
        is_known
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
        let text = &self.text[mark.start..self.written];
        match &mut self.sink {
            Sink::Tree(it) => it.remember(context, text),
            Sink::Outline(it, known) => {
                known.insert((context, text), it.since(mark.place.place()));
            }
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

    /// The tree, and what other trees may share.
    pub(crate) fn finish(mut self) -> (Parse, Shared) {
        self.sort_errors();
        let builder = match self.sink {
            Sink::Tree(it) => it,
            Sink::Outline(..) => unreachable!("`Output::new` writes a tree"),
        };
        let (green, shared) = builder.finish();
        (Parse { green, errors: self.errors, blocks: self.blocks, origin: Origin::default() }, shared)
    }

    pub(crate) fn finish_outline(mut self) -> Outline {
        self.sort_errors();
        match self.sink {
            Sink::Outline(it, _) => it.finish(self.errors),
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
