//! Sanitizes untrusted text for the terminal.
//!
//! Messages quote configuration files, which may contain anything. Control characters could move the cursor or change
//! colors, and bidirectional marks could show the text in an order different from the one that LSF reads; both are
//! replaced by visible symbols.

use std::borrow::Cow;

/// The text with every character that affects the terminal replaced, including line breaks.
pub(crate) fn tame(text: &str) -> Cow<'_, str> {
    if text.chars().all(|letter| harmless(letter) == letter && letter != '\t') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|letter| if matches!(letter, '\t' | '\n') { ' ' } else { harmless(letter) }).collect())
}

/// The character, or its symbol if it is a control character. Tabs are kept.
pub fn harmless(letter: char) -> char {
    match letter {
        '\t' => letter,
        '\u{0}'..='\u{1F}' => char::from_u32(0x2400 + letter as u32).unwrap_or('\u{FFFD}'),
        '\u{7F}' => '\u{2421}',
        '\u{80}'..='\u{9F}' => '\u{FFFD}',
        '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => '\u{FFFD}',
        '\u{2028}' | '\u{2029}' => '\u{FFFD}',
        _ => letter,
    }
}

/// A line with its whitespace at the end drawn as `\u{B7}`, so that a change of it is visible.
pub fn with_visible_end(line: &str) -> String {
    let (line, end) = line.strip_suffix('\n').map_or((line, ""), |it| (it, "\n"));
    let text = line.trim_end_matches([' ', '\t']);
    format!("{text}{}{end}", "\u{B7}".repeat(line.len() - text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(tame("plain `text`"), "plain `text`");
        assert_eq!(tame("a\x1B[31mb\u{202E}c\u{9B}d\ne"), "a\u{241B}[31mb\u{FFFD}c\u{FFFD}d e");
    }

    #[test]
    fn whitespace_at_the_end_becomes_visible() {
        assert_eq!(with_visible_end("a b \t "), "a b\u{B7}\u{B7}\u{B7}");
        assert_eq!(with_visible_end(" a"), " a");
    }
}
