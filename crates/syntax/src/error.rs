//! The kinds of syntax errors. Messages, severities and help are defined by the rules.

use rowan::TextRange;

use crate::value::aps::ApsError;
use crate::value::resreq::ResReqError;
use crate::value::time::TimeError;

/// A place where the text violates the syntax of LSF, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The byte range in the parsed text. Only empty at the end of the text.
    pub range: TextRange,
}

/// All error kinds, by the language they belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// Lines, sections, tables, directives.
    Structure(StructureError),
    /// Requirement strings and conditions.
    ResReq(ResReqError),
    /// APS_PRIORITY.
    Aps(ApsError),
    /// Time windows and time expressions.
    Time(TimeError),
    /// Every other value grammar.
    Value(ValueError),
}

/// Errors of the file structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StructureError {
    /// A byte order mark becomes part of the first word.
    ByteOrderMark,
    /// A NUL byte hides the rest of its line.
    NulByte,
    /// A `#` ends a quoted text in a batch file. The range is the `#`.
    CommentInsideQuotes,
    /// An unclosed quote in a base file hides a `#`, so the comment is read as text. The range is the quote.
    QuoteHidesComment,
    /// A character that looks like a space, quote or dash, copied from a document. The range is the first one of the
    /// line.
    Lookalike,
    /// Whitespace between the continuation backslash and the line end.
    BlankAfterContinuation,
    /// A continued line is followed by a comment line, an empty line or a directive, which ends it.
    ContinuationIntoComment,
    /// The last line of the file ends in a backslash: LSF drops the whole logical line.
    ContinuationAtEnd,
    /// A continued line contains a `Begin` or `End` line, or a line that looks like `KEY = value`.
    ContinuationSwallowsLine,
    /// `Begin` without a section name.
    BeginWithoutName,
    /// `End` without a section name.
    EndWithoutName,
    /// The name after `End` is not that of the open section.
    EndNameMismatch,
    /// `End` without an open section.
    EndWithoutBegin,
    /// A section is not closed before the next `Begin`. The range is that `Begin` line.
    NotClosedBeforeBegin,
    /// A section is closed by a line that LSF does not read as `End`: `Edn Queue`, `EndQueue`. The range is that line.
    MisspelledEnd,
    /// A section is still open at the end of the file. The range is its `Begin` line.
    NotClosedAtEnd,
    /// Text outside every section.
    OutsideSection,
    /// A section without lines.
    EmptySection,
    /// The first line is a table header, but the section requires `key = value` lines.
    TableWhereKeyed,
    /// The first line has `=`, but the section requires a table header.
    KeyedWhereTable,
    /// A `key = value` line that starts with `=`. The range is the line.
    MissingName,
    /// A `key = value` line without `=`.
    MissingEquals,
    /// More than one word before `=`. The range is the ignored text.
    TextBeforeEquals,
    /// Nothing after `=`.
    EmptyValue,
    /// Text after the parenthesis that closes a value; LSF drops it.
    TextAfterParenthesis,
    /// A value starts with `(` that is never closed.
    UnclosedParenthesis,
    /// A row with fewer values than the header has columns.
    RowTooShort {
        /// The number of columns in the header.
        expected: u16,
        /// The number of values in the row.
        found: u16,
    },
    /// A row with more values than the header has columns. The range is that of the surplus values.
    RowTooLong {
        /// The number of columns in the header.
        expected: u16,
        /// The number of values in the row.
        found: u16,
    },
    /// An unclosed parenthesis in a row.
    RowUnclosedParenthesis,
    /// A duplicate column name in a header.
    DuplicateColumn,
    /// A second `=` before the value: `A == 1`.
    DoubledEquals,
    /// lsf.conf: whitespace before or after `=`.
    BlankAroundEquals,
    /// lsf.conf: a second word without quotes.
    UnquotedSecondWord,
    /// lsf.conf: an unpaired double quote.
    UnbalancedQuote,
    /// lsf.conf: text directly after the closing quote.
    TextAfterQuote,
    /// lsf.conf: `export X=...` or another shell command.
    ShellSyntax,
    /// A comment that LSF reads as an `#if` without `#endif`: `#if you change this`. In the tree it is a comment. The
    /// range is the keyword.
    CommentLikeDirective,
    /// `#if` or `#elif` without a condition.
    DirectiveWithoutCondition,
    /// `#elif`, `#else`, `#endif` without `#if`.
    DirectiveWithoutIf,
    /// `#if` without `#endif`.
    IfWithoutEndif,
    /// A second `#else`, or `#elif` after `#else`.
    DirectiveAfterElse,
    /// `#define` without name or condition.
    IncompleteDefine,
    /// `#INCLUDE` without a quoted path.
    IncludeWithoutPath,
    /// `#INCLUDE` in a place or file where LSF does not support it (lsf.shared: after the first section).
    IncludeMisplaced,
}

/// Errors of values other than requirement strings, APS formulas and time windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueError {
    /// Something else was expected; the text completes "expected ...", with names in backticks.
    Expected(&'static str),
    /// These characters of a pattern were expected.
    ExpectedText(&'static str),
    /// The value does not have its documented form from here on, and several continuations are possible.
    Form,
    /// An opening bracket, brace, parenthesis or quote that is not closed. The range is that character.
    Unclosed(char),
    /// A closing bracket, brace or parenthesis that was not opened. The range is that character.
    Unopened(char),
    /// Text that the grammar does not allow. The range is the whole text.
    Unexpected,
    /// A duplicate keyword or name.
    Duplicate,
    /// Empty brackets. The range is the brackets.
    Empty,
    /// More values than the grammar allows. The range is all surplus values.
    TooMany,
    /// Fewer values than the grammar requires.
    TooFew,
    /// Whitespace next to a character that must not be surrounded by whitespace: `30 / 50`, `hostA + 2`. The range
    /// includes the whitespace.
    BlankAround(char),
    /// Missing whitespace before a character that starts a new item: `all~hostA`. The range is the character.
    BlankMissing(char),
    /// A comma in a list separated by whitespace. Reported once per list, at the first comma.
    CommaSeparator,
    /// `[user, 10]` or `user, 10` where every pair needs its own brackets: `[[user, 10]]`. The range is the pair.
    PairWithoutBrackets,
    /// ResourceMap: `[5@all]`, the amount is inside the brackets. The range is the amount and the `@`.
    AmountInBrackets,
    /// Quotes around a value that LSF reads without quotes. The range is the whole value.
    Quoted,
    /// A unit directly after a number with a fixed unit: `10h`, `50%`. The range is the unit.
    Unit,
    /// The value is nested too deeply; the rest is not parsed.
    TooDeep,
}
