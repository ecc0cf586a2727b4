//! Sanitizes untrusted text for the terminal.
//!
//! Messages quote configuration, and configuration may hold anything. Control characters would move the cursor or change colours,
//! and marks of writing direction would show the text in another order than LSF reads it; both become visible signs.

use std::borrow::Cow;

/// The text with every character that a terminal would act on replaced, line breaks included.
pub(crate) fn tame(text: &str) -> Cow<'_, str> {
    if text.chars().all(|letter| tame_char(letter) == letter && letter != '\t') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|letter| if matches!(letter, '\t' | '\n') { ' ' } else { tame_char(letter) }).collect())
}

/// The character, or its symbol if it is a control character. Tabs are kept.
pub(crate) fn tame_char(letter: char) -> char {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(tame("plain `text`"), "plain `text`");
        assert_eq!(tame("a\x1B[31mb\u{202E}c\u{9B}d\ne"), "a\u{241B}[31mb\u{FFFD}c\u{FFFD}d e");
    }
}
