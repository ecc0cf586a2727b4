//! Whitespace inside values.

use lsflint_syntax::{Part, SyntaxKind, TextRange, TextSize};

use crate::Run;
use crate::edits::{Edits, LineEnd};
pub(crate) use crate::settled::is_settled;

/// A gap between two words and its new text.
pub(crate) struct Gap {
    range: TextRange,
    /// The number of spaces.
    spaces: usize,
}

impl Gap {
    pub(crate) fn end(&self) -> TextSize {
        self.range.end()
    }
}

/// A token: its kind and where it is.
type Token = (SyntaxKind, TextRange);

/// The gaps between words of a value that need formatting. Empty if the grammar is unknown, because whitespace may then
/// be significant.
pub(crate) fn gaps(value: Part<'_>, text: &str) -> Vec<Gap> {
    let Some(content) = value.content().filter(|_| !is_settled(&text[value.range()])) else { return Vec::new() };
    let spaced = matches!(content, SyntaxKind::RES_REQ | SyntaxKind::CONDITION);
    let is_list = matches!(content, SyntaxKind::FAIRSHARE | SyntaxKind::USER_SHARES | SyntaxKind::APS_PRIORITY);
    // In requirements, the commas of `rusage` alone: this is how the manuals print them.
    let (mut is_usage, mut depth) = (false, 0_usize);
    let mut found = Vec::new();
    let mut tokens = value.tokens().peekable();
    let mut before: Option<Token> = None;
    while let Some(token) = tokens.next() {
        let (kind, range) = token;
        match (before, tokens.peek()) {
            (Some(before), Some(after)) if kind == SyntaxKind::WHITESPACE => {
                if let Some(spaces) = between(before.0, after.0).filter(|it| text[range] != " "[..*it]) {
                    found.push(Gap { range, spaces });
                }
            }
            (Some(before), _)
                if spaced && needs_blank(before.0, kind) || (is_list || is_usage) && separates(before.0, kind) =>
            {
                found.push(Gap { range: TextRange::empty(range.start()), spaces: 1 });
            }
            _ => {}
        }
        if spaced {
            match kind {
                SyntaxKind::L_BRACKET => depth += 1,
                SyntaxKind::R_BRACKET => depth = depth.saturating_sub(1),
                SyntaxKind::KEYWORD if depth == 0 => is_usage = text[range].eq_ignore_ascii_case("rusage"),
                _ => {}
            }
        }
        before = Some(token);
    }
    found
}

/// The number of spaces between two words that are separated by whitespace. `None`: keep it.
fn between(before: SyntaxKind, after: SyntaxKind) -> Option<usize> {
    use SyntaxKind::{COMMA, CONTINUATION, L_BRACE, L_BRACKET, L_PAREN, QUOTE, R_BRACE, R_BRACKET, R_PAREN, TEXT};
    match (before, after) {
        (QUOTE | CONTINUATION | TEXT, _) | (_, QUOTE | CONTINUATION | TEXT) => None,
        (L_PAREN | L_BRACKET | L_BRACE, _) | (_, R_PAREN | R_BRACKET | R_BRACE | COMMA) => Some(0),
        _ => Some(1),
    }
}

/// Whether `&&` or `||` is glued to its neighbour.
fn needs_blank(before: SyntaxKind, token: SyntaxKind) -> bool {
    let joins = |it: SyntaxKind| matches!(it, SyntaxKind::AND_AND | SyntaxKind::OR_OR);
    (joins(before) || joins(token)) && !before.is_trivia() && !token.is_trivia()
}

/// Whether a comma, or the end of a pair, is glued to the next item of a list.
fn separates(before: SyntaxKind, token: SyntaxKind) -> bool {
    let ends_pair = before == SyntaxKind::R_BRACKET && token == SyntaxKind::L_BRACKET;
    (before == SyntaxKind::COMMA || ends_pair) && !token.is_trivia()
}

/// How many columns a value takes after the gaps were filled. Only for values of one line.
pub(crate) fn width(run: &Run<'_, '_>, range: TextRange, gaps: &[Gap]) -> usize {
    let removed: usize = gaps.iter().map(|it| run.columns(it.range)).sum();
    let added: usize = gaps.iter().map(|it| it.spaces).sum();
    run.columns(range) + added - removed
}

/// Fills gaps.
pub(crate) fn fill(gaps: &[Gap], edits: &mut Edits<'_>) {
    for gap in gaps {
        edits.spaces(gap.range, gap.spaces);
    }
}

/// Aligns continued lines with a column. A continuation without whitespace around it joins two words and is kept, and
/// all are if some of the lines are free text.
pub(crate) fn continuations(value: Part<'_>, column: usize, edits: &mut Edits<'_>) {
    let text = edits.text();
    if value.tokens().any(|(kind, range)| kind != SyntaxKind::CONTINUATION && text[range].contains('\n')) {
        return;
    }
    let continuations = value.tokens().filter(|it| it.0 == SyntaxKind::CONTINUATION).map(|it| it.1);
    for range in continuations.filter(|it| is_movable(&text[*it])) {
        continuation(range, column, edits);
    }
}

/// Whether a continuation is one backslash with whitespace before it or behind the line end.
pub(crate) fn is_movable(raw: &str) -> bool {
    let (Some(backslash), Some(newline)) = (raw.find('\\'), raw.rfind('\n')) else { return false };
    (backslash > 0 || newline + 1 < raw.len()) && raw.matches('\\').count() == 1
}

/// Begins the line after a continuation in a column.
pub(crate) fn continuation(range: TextRange, column: usize, edits: &mut Edits<'_>) {
    let raw = &edits.text()[range];
    let is_crlf = raw.trim_end_matches([' ', '\t']).ends_with("\r\n");
    edits.continuation(range, if is_crlf { LineEnd::CrLf } else { LineEnd::Lf }, column);
}

/// The whitespace before an offset, if there is only whitespace between it and another offset.
pub(crate) fn is_blank(text: &str, from: TextSize, to: TextSize) -> bool {
    text[TextRange::new(from, to)].bytes().all(|it| it == b' ' || it == b'\t')
}
