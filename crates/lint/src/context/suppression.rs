//! The suppression comments of a file or script.

use lsflint_syntax::TextRange;

/// The suppression comments of a file or script, with what they did.
#[derive(Debug, Clone, Copy)]
pub struct SuppressionContext<'a> {
    /// The comments that suppress something or could, in order.
    pub comments: &'a [SuppressionComment<'a>],
    /// Comments that were meant to suppress something and cannot: where, and why.
    pub mistakes: &'a [(TextRange, String)],
}

/// One suppression comment.
#[derive(Debug)]
pub struct SuppressionComment<'a> {
    /// The codes in the brackets.
    pub codes: Vec<SuppressionCode<'a>>,
    /// The word, the brackets and what is in them.
    pub range: TextRange,
    /// What goes away with the comment: the spaces before it, and its line when nothing else is on it.
    pub whole: TextRange,
    /// The text behind the brackets.
    pub reason: &'a str,
}

/// A code, prefix or name in a suppression comment.
#[derive(Debug)]
pub struct SuppressionCode<'a> {
    /// As written.
    pub text: &'a str,
    /// Where.
    pub range: TextRange,
    /// What it does.
    pub state: CodeState,
}

/// What a code of a suppression comment does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeState {
    /// It suppresses a finding, or would if a rule ran that does not run, or a file were in view that is not.
    Needed,
    /// It suppresses nothing.
    Unused,
    /// No rule has it; why.
    Unknown(String),
}
