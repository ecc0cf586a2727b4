//! One finding per root cause: which error represents a whole line.

use lsflint_spec::LexerFamily;
use lsflint_syntax::{ErrorKind, Node, StructureError, SyntaxError, TextSize};

use super::walker::{Open, Walker};
use crate::diagnostic::limit_line;

/// A line that is being visited: its end, and the state before it.
pub(super) struct Line<'a> {
    end: TextSize,
    findings: usize,
    errors: &'a [SyntaxError],
}

impl<'a> Walker<'a> {
    /// Saves the state before a line.
    pub(super) fn line_start(&mut self, node: Node<'a>) -> Line<'a> {
        self.line = Some(node);
        Line { end: node.range().end(), findings: self.found.len(), errors: self.errors }
    }

    /// Passes on the errors of a line. If one of them is the cause of all other problems of the line, only that one is
    /// reported.
    pub(super) fn line_end(&mut self, line: Line<'a>, open: Option<&mut Open<'a>>) {
        self.errors_until(line.end, open.as_deref(), None);
        self.judge_line(&line, open);
        limit_line(&mut self.found, line.findings);
        self.line = None;
    }

    fn judge_line(&mut self, line: &Line<'a>, mut open: Option<&mut Open<'a>>) {
        let cut_before = std::mem::take(&mut self.cut_before);
        let errors = line.errors.iter().take_while(|it| it.range.start() < line.end);
        let kinds = errors.clone().filter_map(|it| match it.kind {
            ErrorKind::Structure(kind) => Some(kind),
            _ => None,
        });
        let family = self.file.kind().spec().lexer;
        let cause = kinds.clone().map(|it| Cause::of(it, family)).max().unwrap_or(Cause::Detail);
        // Text directly after a parenthesis is the cause only if it changed the number of values.
        if cause == Cause::Detail
            || cause == Cause::Glue && !kinds.clone().any(|it| Cause::of(it, family) == Cause::Damage)
        {
            return;
        }
        if cause == Cause::Form
            && let Some(open) = &mut open
        {
            open.skipped = true;
        }
        let hidden = self.found.split_off(line.findings);
        if cut_before && cause == Cause::Damage {
            return;
        }
        for &error in errors {
            if matches!(error.kind, ErrorKind::Structure(kind) if Cause::of(kind, family) == cause) {
                self.hand_out(error, open.as_deref(), None);
            }
        }
        let weight = hidden.iter().map(|it| it.severity).max();
        let reported = &mut self.found;
        // Whitespace after a backslash is reported by a rule about the whole file.
        let is_reported = reported.len() > line.findings || cause == Cause::EndsEarly && self.whitespace_reported;
        self.cut_before = is_reported && cause == Cause::EndsEarly;
        if !is_reported {
            // The rule about the cause is off, so its consequences are reported instead.
            reported.extend(hidden);
        }
        // The cause gets the highest severity of the findings that it hides.
        for found in &mut reported[line.findings..] {
            found.severity = found.severity.max(weight.unwrap_or(found.severity));
        }
    }
}

/// How much of a line is affected by an error, from nothing to the whole line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// Nothing.
    Detail,
    /// LSF ignores the line.
    Damage,
    /// The values of the row are shifted.
    Glue,
    /// The section has the wrong form: LSF ignores it.
    Form,
    /// LSF reads the line differently from what is visible.
    Disguise,
    /// The line ends earlier than intended, so the next one is affected as well.
    EndsEarly,
}

impl Cause {
    /// The effect of an error in a file of this family.
    fn of(error: StructureError, family: LexerFamily) -> Cause {
        match error {
            StructureError::MissingName
            | StructureError::MissingEquals
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
