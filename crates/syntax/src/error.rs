//! What can be wrong with a text. Kinds only: the words, the severity and the help are the business of the rules.

use rowan::TextRange;

use crate::value::aps::ApsError;
use crate::value::resreq::ResReqError;
use crate::value::time::TimeError;

/// One place where the text is not what LSF reads, and in which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where, in bytes of the parsed text. Never empty unless the text ends there.
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
    /// A byte order mark glues itself to the first word.
    ByteOrderMark,
    /// A NUL byte hides the rest of its line.
    NulByte,
    /// A `#` cuts a quoted text of a batch file in two. The range is the `#`.
    CommentInsideQuotes,
    /// An open quote of a base file hides a `#`, so the comment is read as text. The range is the quote.
    QuoteHidesComment,
    /// A character that only looks like a space, quote or dash: copied from a document. The range is the first one of
    /// the line.
    Lookalike,
    /// Blanks between the continuation backslash and the line end.
    BlankAfterContinuation,
    /// A continued line runs into a comment line, an empty line or a directive, which ends it.
    ContinuationIntoComment,
    /// The last line of the file ends in a backslash: LSF drops the whole logical line.
    ContinuationAtEnd,
    /// A continued line swallows a `Begin` or `End` line, or a line that looks like `KEY = value`.
    ContinuationSwallowsLine,
    /// `Begin` without a section name.
    BeginWithoutName,
    /// `End` without a section name.
    EndWithoutName,
    /// `End` names another section than the open one.
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
    /// A section without a line.
    EmptySection,
    /// The first line is a table header where `key = value` lines are needed.
    TableWhereKeyed,
    /// The first line has `=` where a table header is needed.
    KeyedWhereTable,
    /// A `key = value` line without `=`.
    MissingEquals,
    /// More than one word before `=`. The range is what is lost.
    TextBeforeEquals,
    /// Nothing after `=`.
    EmptyValue,
    /// Text after the parenthesis that closes a value; LSF drops it.
    TextAfterParenthesis,
    /// A value starts with `(` that is never closed.
    UnclosedParenthesis,
    /// A row has fewer values than the header has columns.
    RowTooShort {
        /// Columns of the header.
        expected: u16,
        /// Values of the row.
        found: u16,
    },
    /// A row has more values than the header has columns. The range is the first surplus value to the last.
    RowTooLong {
        /// Columns of the header.
        expected: u16,
        /// Values of the row.
        found: u16,
    },
    /// A parenthesis of a row that is never closed.
    RowUnclosedParenthesis,
    /// A duplicate column name in a header.
    DuplicateColumn,
    /// lsf.conf: whitespace before or after `=`.
    BlankAroundEquals,
    /// lsf.conf: a second word without quotes.
    UnquotedSecondWord,
    /// lsf.conf: a double quote without its partner.
    UnbalancedQuote,
    /// lsf.conf: text glued to the closing quote.
    TextAfterQuote,
    /// lsf.conf: `export X=...` or another shell command.
    ShellSyntax,
    /// A comment that LSF takes for an `#if` without `#endif`: `#if you change this`. It is a comment of the tree. The range is the word.
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
    /// `#INCLUDE` in a place or file where LSF does not read it (lsf.shared: after the first section).
    IncludeMisplaced,
}

/// Errors of the value grammars that are neither requirement strings, APS nor time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueError {
    /// Something else was expected here; the words complete "expected ...", names in backticks.
    Expected(&'static str),
    /// These characters were expected here (from a pattern of the data).
    ExpectedText(&'static str),
    /// The value stops having its documented form here, and more than one thing could follow.
    Form,
    /// An opening bracket, brace, parenthesis or quote without its partner. The range is that character.
    Unclosed(char),
    /// A closing bracket, brace or parenthesis without its partner. The range is that character.
    Unopened(char),
    /// Text that the grammar has no place for. The range is all of it.
    Unexpected,
    /// A duplicate keyword or name.
    Duplicate,
    /// Nothing between two brackets. The range is the brackets.
    Empty,
    /// More values than the grammar has. The range is all surplus ones.
    TooMany,
    /// Fewer values than the grammar needs.
    TooFew,
    /// Whitespace next to a character that must touch its neighbours: `30 / 50`, `hostA + 2`. The range includes the
    /// whitespace.
    BlankAround(char),
    /// No whitespace before a character that starts a new item: `all~hostA`. The range is the character.
    BlankMissing(char),
    /// A comma where whitespace separates the items. Reported once per list, at the first comma.
    CommaSeparator,
    /// `[user, 10]` or `user, 10` where every pair needs brackets of its own: `[[user, 10]]`. The range is the pair.
    PairWithoutBrackets,
    /// ResourceMap: `[5@all]`, the amount is inside the brackets. The range is the amount and the `@`.
    AmountInBrackets,
    /// Quotes round a value that is read without them. The range is all of it.
    Quoted,
    /// A unit glued to a number that is counted in a fixed unit: `10h`, `50%`. The range is the unit.
    Unit,
    /// The value nests deeper than any sensible text; the rest is not looked into.
    TooDeep,
}
