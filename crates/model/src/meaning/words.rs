//! A statement word by word, without the blanks that mean nothing.

use lsflint_syntax::ast::{AstNode, TimeWindow, Value};
use lsflint_syntax::{Element, Node, SyntaxKind, TextRange, Token};

use crate::week::WeekReader;

/// The words below a node; time windows by their minutes, if there is somebody to read them.
pub(super) fn of_node(node: Node<'_>, weeks: Option<WeekReader<'_>>) -> String {
    let mut words = Words { windows: weeks.map(|it| windows(node, it)).unwrap_or_default(), ..Words::default() };
    node.all_tokens().for_each(|it| words.add(it));
    words.text
}

/// The words of a value that LSF reads.
pub(super) fn of_value(value: Value<'_>, weeks: Option<WeekReader<'_>>) -> String {
    let range = value.range();
    let windows = weeks.map(|it| windows(value.node(), it)).unwrap_or_default();
    let mut words = Words { windows, ..Words::default() };
    for element in value.node().elements() {
        match element {
            _ if !range.contains_range(element.range()) => {}
            Element::Token(it) => words.add(it),
            Element::Node(it) => it.all_tokens().for_each(|it| words.add(it)),
        }
    }
    words.text
}

/// The windows whose minutes are known, in order.
fn windows(node: Node<'_>, weeks: WeekReader<'_>) -> Vec<(TextRange, String)> {
    let known = |it: TimeWindow<'_>| {
        let zoned = weeks.window(it)?;
        Some((it.node().trimmed_range(), format!("<{:?} {}>", zoned.week.spans(), zoned.zone.unwrap_or_default())))
    };
    node.descendants().filter_map(TimeWindow::cast).filter_map(known).collect()
}

/// Words so far.
#[derive(Default)]
struct Words {
    text: String,
    windows: Vec<(TextRange, String)>,
    /// Whether blanks stood behind the last word.
    blank: bool,
    /// Whether blanks behind the last word mean nothing.
    closed: bool,
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
        if let Some(at) = self.windows.iter().position(|it| it.0.contains_range(token.range())) {
            if self.windows[at].0.start() == token.range().start() {
                let window = std::mem::take(&mut self.windows[at].1);
                self.word(&window, false, false);
            }
            self.blank = false;
            return;
        }
        use SyntaxKind::{AND_AND, COMMA, L_BRACE, L_BRACKET, L_PAREN, OR_OR, R_BRACE, R_BRACKET, R_PAREN};
        let joins = matches!(kind, AND_AND | OR_OR);
        let closes = matches!(kind, R_PAREN | R_BRACKET | R_BRACE | COMMA);
        let opens = matches!(kind, L_PAREN | L_BRACKET | L_BRACE);
        self.word(&token.text(), joins || closes, joins || opens);
    }

    /// `before`, `behind`: whether blanks there mean nothing.
    fn word(&mut self, word: &str, before: bool, behind: bool) {
        if self.blank && !before && !self.closed && !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
        // So that two words never become one.
        self.text.push('\u{1}');
        (self.blank, self.closed) = (false, behind);
    }
}

/// Whether a continuation leaves a blank between the words around it. What follows the backslash in its line is cut.
fn separates(continuation: &str) -> bool {
    let blank = |it: &str| it.contains([' ', '\t']);
    match (continuation.find('\\'), continuation.rfind('\n')) {
        (Some(backslash), Some(end)) => blank(&continuation[..backslash]) || blank(&continuation[end..]),
        _ => true,
    }
}
