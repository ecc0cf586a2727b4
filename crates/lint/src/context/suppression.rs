//! The suppression comments of a file or script.

use lsflint_syntax::TextRange;

/// The suppression comments of a file or script, and their effects.
#[derive(Debug, Clone, Copy)]
pub struct SuppressionContext<'a> {
    /// The comments that suppress something or could, in order.
    pub comments: &'a [SuppressionComment<'a>],
    /// Comments that are meant to suppress something but cannot: the range and the reason.
    pub mistakes: &'a [(TextRange, String)],
}

/// One suppression comment.
#[derive(Debug)]
pub struct SuppressionComment<'a> {
    /// The codes in the brackets.
    pub codes: Vec<SuppressionCode<'a>>,
    /// The word, the brackets and their content.
    pub range: TextRange,
    /// The text to remove with the comment: the spaces before it, and the line if it contains nothing else.
    pub whole: TextRange,
    /// The text after the brackets.
    pub reason: &'a str,
}

/// A code, prefix or name in a suppression comment.
#[derive(Debug)]
pub struct SuppressionCode<'a> {
    /// The text as written.
    pub text: &'a str,
    /// Its range.
    pub range: TextRange,
    /// Its effect.
    pub state: CodeState,
}

/// The effect of a code in a suppression comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeState {
    /// It suppresses a finding, or would if a rule ran that does not run, or if a file were available that is not.
    Needed,
    /// It suppresses nothing.
    Unused,
    /// No rule has the code; the reason.
    Unknown(String),
}
