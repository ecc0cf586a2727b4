//! One root cause, one finding: which error speaks for a whole line.

use lsflint_spec::LexerFamily;
use lsflint_syntax::StructureError;

/// How much else is wrong because of an error, from nothing to the whole line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    /// Nothing.
    Detail,
    /// LSF ignores the line.
    Damage,
    /// The values of the row moved.
    Glue,
    /// The section has the wrong form: LSF skips it.
    Form,
    /// The line is not what its author sees.
    Disguise,
    /// The line ends before its author's end, so the next one is not what it seems either.
    EndsEarly,
}

impl Cause {
    /// What an error is the cause of, in a file of this family.
    pub(crate) fn of(error: StructureError, family: LexerFamily) -> Cause {
        match error {
            StructureError::MissingEquals
            | StructureError::RowTooShort { .. }
            | StructureError::RowTooLong { .. }
            | StructureError::RowUnclosedParenthesis => Cause::Damage,
            StructureError::TextAfterParenthesis => Cause::Glue,
            StructureError::TableWhereKeyed | StructureError::KeyedWhereTable => Cause::Form,
            StructureError::UnbalancedQuote
            | StructureError::CommentInsideQuotes
            | StructureError::QuoteHidesComment
            | StructureError::NulByte
            | StructureError::Lookalike
            | StructureError::TextBeforeEquals
            | StructureError::ContinuationAtEnd
            | StructureError::ContinuationSwallowsLine => Cause::Disguise,
            StructureError::ContinuationIntoComment => Cause::EndsEarly,
            StructureError::BlankAfterContinuation if family != LexerFamily::Batch => Cause::EndsEarly,
            _ => Cause::Detail,
        }
    }
}
