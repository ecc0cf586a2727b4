//! Whitespace inside values.

use lsflint_syntax::ast::Value;
use lsflint_syntax::{Node, SyntaxKind, TextRange, TextSize, Token};

use crate::edits::Edits;

/// A gap between two words and its new text.
pub(crate) struct Gap {
    range: TextRange,
    insert: &'static str,
}

impl Gap {
    pub(crate) fn end(&self) -> TextSize {
        self.range.end()
    }
}

/// The gaps between words of a value that need formatting. Empty if the grammar is unknown, because whitespace may then
/// be significant.
pub(crate) fn gaps(value: Value<'_>) -> Vec<Gap> {
    let Some(content) = value.content() else { return Vec::new() };
    let spaced = matches!(content.kind(), SyntaxKind::RES_REQ | SyntaxKind::CONDITION);
    let is_list = matches!(content.kind(), SyntaxKind::FAIRSHARE | SyntaxKind::USER_SHARES | SyntaxKind::APS_PRIORITY);
    // In requirements, the commas of `rusage` alone: this is how the manuals print them.
    let (mut is_usage, mut depth) = (false, 0_usize);
    let mut found = Vec::new();
    let mut tokens = value.node().all_tokens().peekable();
    let mut before: Option<Token<'_>> = None;
    while let Some(token) = tokens.next() {
        match (before, tokens.peek()) {
            (Some(before), Some(after)) if token.kind() == SyntaxKind::WHITESPACE => {
                if let Some(insert) = between(before.kind(), after.kind()).filter(|it| *it != token.raw()) {
                    found.push(Gap { range: token.range(), insert });
                }
            }
            (Some(before), _)
                if spaced && needs_blank(before, token) || (is_list || is_usage) && separates(before, token) =>
            {
                found.push(Gap { range: TextRange::empty(token.range().start()), insert: " " });
            }
            _ => {}
        }
        if spaced {
            match token.kind() {
                SyntaxKind::L_BRACKET => depth += 1,
                SyntaxKind::R_BRACKET => depth = depth.saturating_sub(1),
                SyntaxKind::KEYWORD if depth == 0 => is_usage = token.raw().eq_ignore_ascii_case("rusage"),
                _ => {}
            }
        }
        before = Some(token);
    }
    found
}

/// The separator of two words that are separated by whitespace. `None`: keep it.
fn between(before: SyntaxKind, after: SyntaxKind) -> Option<&'static str> {
    use SyntaxKind::{COMMA, CONTINUATION, L_BRACE, L_BRACKET, L_PAREN, QUOTE, R_BRACE, R_BRACKET, R_PAREN, TEXT};
    match (before, after) {
        (QUOTE | CONTINUATION | TEXT, _) | (_, QUOTE | CONTINUATION | TEXT) => None,
        (L_PAREN | L_BRACKET | L_BRACE, _) | (_, R_PAREN | R_BRACKET | R_BRACE | COMMA) => Some(""),
        _ => Some(" "),
    }
}

/// Whether `&&` or `||` is glued to its neighbour.
fn needs_blank(before: Token<'_>, token: Token<'_>) -> bool {
    let joins = |it: Token<'_>| matches!(it.kind(), SyntaxKind::AND_AND | SyntaxKind::OR_OR);
    (joins(before) || joins(token)) && !before.kind().is_trivia() && !token.kind().is_trivia()
}

/// Whether a comma, or the end of a pair, is glued to the next item of a list.
fn separates(before: Token<'_>, token: Token<'_>) -> bool {
    let ends_pair = before.kind() == SyntaxKind::R_BRACKET && token.kind() == SyntaxKind::L_BRACKET;
    (before.kind() == SyntaxKind::COMMA || ends_pair) && !token.kind().is_trivia()
}

/// How many columns a value takes after the gaps were filled. Only for values of one line.
pub(crate) fn width(text: &str, range: TextRange, gaps: &[Gap]) -> usize {
    let columns = |range: TextRange| text[range].chars().count();
    let removed: usize = gaps.iter().map(|it| columns(it.range)).sum();
    let added: usize = gaps.iter().map(|it| it.insert.len()).sum();
    columns(range) + added - removed
}

/// Fills gaps.
pub(crate) fn fill(gaps: &[Gap], edits: &mut Edits<'_>) {
    for gap in gaps {
        edits.replace(gap.range.start(), gap.range.end(), gap.insert);
    }
}

/// Aligns continued lines with a column. A continuation without whitespace around it joins two words and is kept, and
/// all are if some of the lines are free text.
pub(crate) fn continuations(value: Node<'_>, column: usize, edits: &mut Edits<'_>) {
    if value.all_tokens().any(|it| it.kind() != SyntaxKind::CONTINUATION && it.raw().contains('\n')) {
        return;
    }
    for token in value.all_tokens().filter(|it| it.kind() == SyntaxKind::CONTINUATION && is_movable(*it)) {
        continuation(token, column, edits);
    }
}

/// Whether a continuation is one backslash with whitespace before it or behind the line end.
pub(crate) fn is_movable(token: Token<'_>) -> bool {
    let raw = token.raw();
    let (Some(backslash), Some(newline)) = (raw.find('\\'), raw.rfind('\n')) else { return false };
    (backslash > 0 || newline + 1 < raw.len()) && raw.matches('\\').count() == 1
}

/// Begins the line after a continuation in a column.
pub(crate) fn continuation(token: Token<'_>, column: usize, edits: &mut Edits<'_>) {
    let line_end = if token.raw().trim_end_matches([' ', '\t']).ends_with("\r\n") { "\r\n" } else { "\n" };
    let wanted = format!(" \\{line_end}{}", " ".repeat(column));
    edits.replace(token.range().start(), token.range().end(), &wanted);
}

/// The whitespace before an offset, if there is only whitespace between it and another offset.
pub(crate) fn is_blank(text: &str, from: TextSize, to: TextSize) -> bool {
    text[TextRange::new(from, to)].bytes().all(|it| it == b' ' || it == b'\t')
}
