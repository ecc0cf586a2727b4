//! Parses the values of parameters, each by its grammar.
//!
//! [`ValueParser`] is a cursor over the characters that LSF reads as one value, without continuations; it writes tokens
//! and nodes at the offsets of the file. A grammar is a function that takes the parser and should consume everything up
//! to its end; remaining text becomes [`SyntaxKind::ERROR_TEXT`]. Grammars never read beyond the end of their value.

pub(crate) mod aps;
mod control;
mod elim;
mod lex;
mod list;
mod number;
mod policy;
mod resource;
pub(crate) mod resreq;
mod scalar;
mod shape;
mod template;
pub(crate) mod time;
pub(crate) mod time_expression;

use std::ops::Range;

use lsflint_spec::Grammar;

use self::template::has_template_brackets;
pub use self::template::is_templated;
use crate::SyntaxKind::{self, *};
use crate::builder::{Context, Mark, Output};
use crate::error::{ErrorKind, ValueError};
use crate::green::Checkpoint;
use crate::line::{Joined, is_blank};

/// The maximum nesting depth of brackets that is parsed, to limit the stack usage; no sensible value is that deep.
const MAX_DEPTH: u32 = 100;

/// A cursor over a value (or a line), which writes its part of the tree.
///
/// Offsets are *clean*: they refer to the text with continuations joined. On a line without continuation they equal the
/// offsets in the file.
pub(crate) struct ValueParser<'p, 't> {
    out: &'p mut Output<'t>,
    text: &'p str,
    position: usize,
    end: usize,
    joined: Option<&'p Joined>,
    depth: u32,
    /// The marks of the line, see [`crate::line::Line`]; all of them if unknown.
    marks: u8,
}

impl<'p, 't> ValueParser<'p, 't> {
    /// A cursor over `range` of the text of the file.
    pub(crate) fn plain(out: &'p mut Output<'t>, range: Range<usize>) -> ValueParser<'p, 't>
    where
        't: 'p,
    {
        let text = out.text();
        ValueParser { out, text, position: range.start, end: range.end, joined: None, depth: 0, marks: u8::MAX }
    }

    /// A cursor over a whole joined line.
    pub(crate) fn joined(out: &'p mut Output<'t>, joined: &'p Joined) -> ValueParser<'p, 't> {
        ValueParser {
            out,
            text: &joined.text,
            position: 0,
            end: joined.text.len(),
            joined: Some(joined),
            depth: 0,
            marks: u8::MAX,
        }
    }

    /// The cursor with the marks of its line.
    pub(crate) fn marked(mut self, marks: u8) -> ValueParser<'p, 't> {
        self.marks = marks;
        self
    }

    /// Whether the line may contain characters of a class: `MARK_QUOTE`, `MARK_TEMPLATE`, `MARK_HIGH`.
    pub(crate) fn may_hold(&self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    /// The clean offset of the cursor.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// The clean offset of the end of the value.
    pub(crate) fn end_position(&self) -> usize {
        self.end
    }

    pub(crate) fn at_end(&self) -> bool {
        self.position >= self.end
    }

    /// The remaining text of the value.
    pub(crate) fn rest(&self) -> &'p str {
        &self.text[self.position..self.end]
    }

    /// A part of the clean text.
    pub(crate) fn slice(&self, range: Range<usize>) -> &'p str {
        &self.text[range]
    }

    /// The next byte, if there is one.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    /// The byte `ahead` bytes after the cursor.
    pub(crate) fn peek_at(&self, ahead: usize) -> Option<u8> {
        let at = self.position + ahead;
        if at < self.end { Some(self.text.as_bytes()[at]) } else { None }
    }

    /// The number of bytes from the cursor on that satisfy the condition.
    pub(crate) fn count_while(&self, mut condition: impl FnMut(u8) -> bool) -> usize {
        self.rest().bytes().take_while(|&byte| condition(byte)).count()
    }

    /// The length of the whitespace at the cursor or after `ahead` bytes: the offset, relative to the cursor, of the
    /// first non-whitespace byte at or after `ahead`.
    pub(crate) fn skip_blanks_from(&self, ahead: usize) -> usize {
        ahead + self.rest().as_bytes()[ahead..].iter().take_while(|&&byte| blank(byte)).count()
    }

    /// Writes the text up to `end` as the node of an equal text, if there is one, see [`Output::known_node`]. Not on a
    /// line with continuations.
    pub(crate) fn known_node(&mut self, context: Context, end: usize) -> bool {
        let is_known = self.joined.is_none() && self.out.known_node(context, end);
        if is_known {
            self.position = end;
        }
        is_known
    }

    /// A place before a node that [`ValueParser::remember`] may store.
    pub(crate) fn mark(&self) -> Mark {
        self.out.mark()
    }

    /// Stores the node that ended last, see [`Output::remember`].
    pub(crate) fn remember(&mut self, context: Context, mark: Mark) {
        if self.joined.is_none() {
            self.out.remember(context, mark);
        }
    }

    /// Writes the next `length` bytes as one token. `length` must end on a character boundary; it is limited to the end
    /// of the value.
    #[inline]
    pub(crate) fn bump(&mut self, kind: SyntaxKind, length: usize) {
        let end = (self.position + length).min(self.end);
        if end == self.position {
            return;
        }
        match self.joined {
            None => self.out.token(kind, end),
            Some(joined) => self.joined_token(joined, kind, end),
        }
        self.position = end;
    }

    /// Writes a token of a joined line up to `end`.
    fn joined_token(&mut self, joined: &Joined, kind: SyntaxKind, end: usize) {
        // A continuation between the previous token and this one.
        self.out.token(CONTINUATION, joined.raw_start(self.position));
        let from = self.out.written();
        let to = joined.raw_end(end);
        let removed = kind == WHITESPACE && self.out.text()[from..to].contains(['\n', '\\']);
        let kind = if removed { CONTINUATION } else { kind };
        self.out.token(kind, to);
    }

    /// Writes the next character as one token.
    pub(crate) fn bump_char(&mut self, kind: SyntaxKind) {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        self.bump(kind, length);
    }

    /// Writes the bytes that satisfy the condition as one token; the condition must accept whole characters (all bytes
    /// from 0x80 on, or none). Returns whether there are any.
    pub(crate) fn bump_while(&mut self, kind: SyntaxKind, condition: impl FnMut(u8) -> bool) -> bool {
        let length = self.count_while(condition);
        self.bump(kind, length);
        length > 0
    }

    /// Writes optional whitespace.
    pub(crate) fn blanks(&mut self) -> bool {
        self.bump_while(WHITESPACE, blank)
    }

    /// Writes the byte as a token of the kind if it is next.
    pub(crate) fn eat(&mut self, byte: u8, kind: SyntaxKind) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.bump(kind, 1);
        }
        found
    }

    /// Writes everything up to the end as one token.
    pub(crate) fn bump_rest(&mut self, kind: SyntaxKind) {
        self.bump(kind, self.end - self.position);
    }

    pub(crate) fn start(&mut self, kind: SyntaxKind) {
        self.sync();
        self.out.start(kind);
    }

    pub(crate) fn checkpoint(&mut self) -> Checkpoint {
        self.sync();
        self.out.checkpoint()
    }

    pub(crate) fn start_at(&mut self, checkpoint: Checkpoint, kind: SyntaxKind) {
        self.out.start_at(checkpoint, kind);
    }

    pub(crate) fn end(&mut self) {
        self.out.end();
    }

    /// Writes a continuation before the cursor, so that it does not become part of the next node.
    fn sync(&mut self) {
        if let Some(joined) = self.joined
            && self.position < self.end
        {
            let to = joined.raw_start(self.position);
            self.out.token(CONTINUATION, to);
        }
    }

    /// Reports an error at a range of clean offsets.
    pub(crate) fn error(&mut self, kind: impl Into<ErrorKind>, range: Range<usize>) {
        let range = match self.joined {
            None => range,
            Some(joined) if range.is_empty() => {
                let at = joined.raw_end(range.start);
                at..at
            }
            Some(joined) => joined.raw_start(range.start)..joined.raw_end(range.end),
        };
        self.out.error(kind.into(), range);
    }

    /// Runs a grammar over the value up to `end` (a clean offset); remaining text is written as error text.
    pub(crate) fn within(&mut self, end: usize, grammar: impl FnOnce(&mut ValueParser<'p, 't>)) {
        let outer = self.end;
        self.end = end.min(outer).max(self.position);
        grammar(self);
        if !self.at_end() {
            self.blanks();
            self.bump_rest(ERROR_TEXT);
        }
        self.end = outer;
    }

    /// Sets the end of the value; returns the previous end.
    fn limit(&mut self, end: usize) -> usize {
        std::mem::replace(&mut self.end, end.max(self.position))
    }

    /// Runs a grammar one level deeper. Beyond [`MAX_DEPTH`] it writes the rest of the value as error text instead and
    /// reports it.
    pub(crate) fn nested(&mut self, grammar: impl FnOnce(&mut ValueParser<'p, 't>)) {
        if self.depth >= MAX_DEPTH {
            let range = self.position..self.end;
            self.error(ValueError::TooDeep, range);
            self.bump_rest(ERROR_TEXT);
            return;
        }
        self.depth += 1;
        grammar(self);
        self.depth -= 1;
    }
}

impl From<ValueError> for ErrorKind {
    fn from(error: ValueError) -> ErrorKind {
        ErrorKind::Value(error)
    }
}

/// Whether a byte is whitespace inside a value, including line breaks, which strings from a command line may contain.
pub(crate) fn blank(byte: u8) -> bool {
    is_blank(byte) || byte == b'\n'
}

/// Parses `range` of the text as a value of the grammar.
pub(crate) fn parse_plain(out: &mut Output<'_>, range: Range<usize>, grammar: Grammar) {
    let end = range.end;
    let mut parser = ValueParser::plain(out, range);
    parser.within(end, |it| parse_value(it, grammar));
}

/// Parses `range` of the text as a line of elim output.
pub(crate) fn parse_elim_line(out: &mut Output<'_>, range: Range<usize>) {
    elim::line(&mut ValueParser::plain(out, range));
}

/// Parses the rest of the parser's range as a value of the grammar.
pub(crate) fn parse_value(parser: &mut ValueParser<'_, '_>, grammar: Grammar) {
    parser.blanks();
    if parser.at_end() {
        return;
    }
    // `$NAME` is a shell variable in commands and paths, and a template marker elsewhere.
    let templated = parser.may_hold(crate::line::MARK_TEMPLATE)
        && match grammar {
            Grammar::Text | Grammar::Command | Grammar::Any => false,
            Grammar::JobControls | Grammar::Checkpoint | Grammar::Path | Grammar::Paths | Grammar::Shape(_) => {
                has_template_brackets(parser.rest())
            }
            _ => is_templated(parser.rest()),
        };
    if templated {
        parser.bump_rest(TEMPLATE);
        return;
    }
    match Quotes::of(grammar) {
        Quotes::Kept => content(parser, grammar),
        quotes => parser.unquoted(quotes, |it| content(it, grammar)),
    }
}

/// How quotes around a whole value are handled. Quotes of lsf.conf are removed before the grammar is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// They belong to the text or to the grammar.
    Kept,
    /// Documented for at least one parameter of the grammar.
    Allowed,
    /// Undocumented: the open-source readers treat them as part of the first and last word.
    Reported,
}

impl Quotes {
    fn of(grammar: Grammar) -> Quotes {
        match grammar {
            Grammar::Text
            | Grammar::Command
            | Grammar::Any
            | Grammar::ResReq
            | Grammar::Condition
            | Grammar::Shape(_)
            | Grammar::JobControls => Quotes::Kept,
            Grammar::Word
            | Grammar::Enum
            | Grammar::EnumList
            | Grammar::Path
            | Grammar::Paths
            | Grammar::Names(_)
            | Grammar::UserList
            | Grammar::Checkpoint
            | Grammar::LocalResources => Quotes::Allowed,
            _ => Quotes::Reported,
        }
    }
}

fn content(parser: &mut ValueParser<'_, '_>, grammar: Grammar) {
    match grammar {
        Grammar::Text | Grammar::Command => scalar::text(parser),
        Grammar::Any => scalar::words(parser),
        Grammar::Word | Grammar::Enum => scalar::word(parser, WORD),
        Grammar::EnumList => scalar::word_list(parser),
        Grammar::YesNo => scalar::yes_no(parser),
        Grammar::Path => scalar::path(parser),
        Grammar::Paths => scalar::paths(parser),
        Grammar::Name(_) => scalar::word(parser, NAME),
        Grammar::Integer => number::integer(parser),
        Grammar::Number => number::number(parser),
        Grammar::Percent => number::percent(parser),
        Grammar::Size => number::size(parser),
        Grammar::HourMinute => number::hour_minute(parser),
        Grammar::RunLimit => number::run_limit(parser),
        Grammar::LimitPair => number::limit_pair(parser),
        Grammar::TaskLimit => number::task_limit(parser),
        Grammar::Threshold => number::threshold(parser),
        Grammar::ResReq => resreq::requirement(parser),
        Grammar::Condition => resreq::condition(parser),
        Grammar::ApsPriority => aps::aps_priority(parser),
        Grammar::TimeWindows => time::windows(parser),
        Grammar::Names(_) => list::names(parser),
        Grammar::HostList => list::hosts(parser),
        Grammar::UserList => list::users(parser),
        Grammar::QueueList => list::queues(parser),
        Grammar::ApplicationList => list::applications(parser),
        Grammar::Fairshare => policy::fairshare(parser),
        Grammar::UserShares => policy::user_shares(parser),
        Grammar::Preemption => policy::preemption(parser),
        Grammar::JobControls => control::job_controls(parser),
        Grammar::ExitValues => control::exit_values(parser),
        Grammar::SlotReserve => policy::slot_reserve(parser),
        Grammar::ReservationLimits => resource::reservation_limits(parser),
        Grammar::Exclusive => policy::exclusive(parser),
        Grammar::Checkpoint => policy::checkpoint(parser),
        Grammar::Location => resource::location(parser),
        Grammar::HostResources => resource::host_resources(parser),
        Grammar::LocalResources => resource::local_resources(parser),
        Grammar::Shape(shape) => shape::shape(parser, shape),
    }
}
