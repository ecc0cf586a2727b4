//! The words of a statement, without insignificant whitespace.

use std::collections::VecDeque;

use lsflint_syntax::ast::{AstNode, ClockTime, TimePoint, TimeWindow, Value};
use lsflint_syntax::{Element, Node, SyntaxKind, TextRange, Token};

use crate::requirement::canonical;

/// The words below a node. Time windows are normalized: `8` is `8:00`.
pub(super) fn of_node(node: Node<'_>) -> String {
    let mut words = Words { windows: windows(node), ..Words::default() };
    node.all_tokens().for_each(|it| words.add(it));
    words.text
}

/// The words of a value as LSF reads it. `resources`: they are names of resources, whose aliases are resolved.
pub(super) fn of_value(value: Value<'_>, resources: bool) -> String {
    let range = value.range();
    let mut words = Words { windows: windows(value.node()), resources, ..Words::default() };
    for element in value.node().elements() {
        match element {
            _ if !range.contains_range(element.range()) => {}
            Element::Token(it) => words.add(it),
            Element::Node(it) => it.all_tokens().for_each(|it| words.add(it)),
        }
    }
    words.text
}

/// The valid windows in order, with their normalized text.
fn windows(node: Node<'_>) -> VecDeque<(TextRange, String)> {
    let time = |it: TimePoint<'_>| {
        let ClockTime { day, hour, minute } = it.clock()?;
        let day = day.map_or_else(String::new, |it| format!("{it}:"));
        Some(format!("{day}{hour}:{}", minute.unwrap_or(0)))
    };
    let known = |it: TimeWindow<'_>| {
        let zone = it.zone().map(Token::text).unwrap_or_default();
        let window = format!("{}-{} {zone}", time(it.opens()?)?, time(it.closes()?)?);
        Some((it.node().trimmed_range(), window))
    };
    node.descendants().filter_map(TimeWindow::cast).filter_map(known).collect()
}

/// The words collected so far.
#[derive(Default)]
struct Words {
    text: String,
    /// The remaining windows with their normalized text.
    windows: VecDeque<(TextRange, String)>,
    resources: bool,
    /// Whether the last word was followed by whitespace.
    blank: bool,
    /// Whether whitespace after the last word is insignificant.
    closed: bool,
    /// How many square brackets are open. Inside, a comma separates words with and without whitespace behind it.
    brackets: usize,
}

impl Words {
    fn add(&mut self, token: Token<'_>) {
        let kind = token.kind();
        if kind.is_trivia() {
            self.blank |= match kind {
                SyntaxKind::WHITESPACE => true,
                SyntaxKind::CONTINUATION => separates(token.raw()),
                _ => false,
            };
            return;
        }
        while self.windows.front().is_some_and(|it| it.0.end() <= token.range().start()) {
            self.windows.pop_front();
        }
        if let Some((range, window)) = self.windows.front_mut().filter(|it| it.0.contains_range(token.range())) {
            if range.start() == token.range().start() {
                let window = std::mem::take(window);
                self.word(&window, false, false);
            }
            self.blank = false;
            return;
        }
        use SyntaxKind::{AND_AND, COMMA, L_BRACE, L_BRACKET, L_PAREN, OR_OR, R_BRACE, R_BRACKET, R_PAREN};
        let joins = matches!(kind, AND_AND | OR_OR);
        let closes = matches!(kind, R_PAREN | R_BRACKET | R_BRACE | COMMA);
        let opens = matches!(kind, L_PAREN | L_BRACKET | L_BRACE);
        match kind {
            L_BRACKET => self.brackets += 1,
            R_BRACKET => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
        let separates = kind == COMMA && self.brackets > 0;
        let text = token.text();
        let word = if self.resources { canonical(&text) } else { &text };
        self.word(word, joins || closes, joins || opens || separates);
    }

    /// Adds a word. `before`, `behind`: whether whitespace there is insignificant.
    fn word(&mut self, word: &str, before: bool, behind: bool) {
        if self.blank && !before && !self.closed && !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
        // A separator, so that two words are not joined.
        self.text.push('\u{1}');
        (self.blank, self.closed) = (false, behind);
    }
}

/// Whether a continuation separates the words around it. Text after the backslash is ignored.
fn separates(continuation: &str) -> bool {
    let blank = |it: &str| it.contains([' ', '\t']);
    match (continuation.find('\\'), continuation.rfind('\n')) {
        (Some(backslash), Some(end)) => blank(&continuation[..backslash]) || blank(&continuation[end..]),
        _ => true,
    }
}
