//! Recognizes misspelled lines, so that one mistake causes one error.

use std::ops::Range;

/// Characters that word processors and chat programs substitute for ASCII characters, and the ASCII text.
const LOOKALIKES: &[(char, &str)] = &[
    ('\u{a0}', " "),
    ('\u{ad}', ""),
    ('\u{2002}', " "),
    ('\u{2003}', " "),
    ('\u{2007}', " "),
    ('\u{2009}', " "),
    ('\u{200b}', ""),
    ('\u{200c}', ""),
    ('\u{200d}', ""),
    ('\u{202f}', " "),
    ('\u{2060}', ""),
    ('\u{3000}', " "),
    ('\u{feff}', ""),
    ('\u{2010}', "-"),
    ('\u{2011}', "-"),
    ('\u{2012}', "-"),
    ('\u{2013}', "-"),
    ('\u{2014}', "-"),
    ('\u{2212}', "-"),
    ('\u{2018}', "'"),
    ('\u{2019}', "'"),
    ('\u{201c}', "\""),
    ('\u{201d}', "\""),
    ('\u{201e}', "\""),
    ('\u{ff1d}', "="),
    ('\u{ff08}', "("),
    ('\u{ff09}', ")"),
];

/// The ASCII replacement of a character that looks like a space, quote, dash or bracket.
pub fn plain_text(lookalike: char) -> Option<&'static str> {
    LOOKALIKES.iter().find(|it| it.0 == lookalike).map(|it| it.1)
}

/// The range of the first lookalike character in a text.
pub(crate) fn lookalike(text: &str) -> Option<Range<usize>> {
    if text.is_ascii() {
        return None;
    }
    let (at, found) = text.char_indices().find(|it| plain_text(it.1).is_some())?;
    Some(at..at + found.len_utf8())
}

/// Whether a line is a misspelled `End NAME`: `Edn Queue`, `EndQueue`, `End_Queue`, `/End Queue`.
pub(super) fn is_damaged_end(line: &str, name: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(word), Some(second), None) => {
            second.eq_ignore_ascii_case(name) && word.len() <= 5 && is_near(&letters(word), "end")
        }
        (Some(word), None, None) => letters(word) == format!("end{}", name.to_ascii_lowercase()),
        _ => false,
    }
}

fn letters(word: &str) -> String {
    word.chars().filter(char::is_ascii_alphabetic).map(|it| it.to_ascii_lowercase()).collect()
}

/// Whether two words differ by one missing, additional, changed or swapped letter.
fn is_near(word: &str, other: &str) -> bool {
    let (a, b) = (word.as_bytes(), other.as_bytes());
    let common = a.iter().zip(b).take_while(|it| it.0 == it.1).count();
    let (a, b) = (&a[common..], &b[common..]);
    let common = a.iter().rev().zip(b.iter().rev()).take_while(|it| it.0 == it.1).count();
    let (a, b) = (&a[..a.len() - common], &b[..b.len() - common]);
    match (a.len(), b.len()) {
        (0 | 1, 0 | 1) => true,
        (2, 2) => a[0] == b[1] && a[1] == b[0],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_ends() {
        for line in
            ["Edn Queue", "Ed queue", "Endd Queue", "EndQueue", "End_Queue", "Emd Queue", "/End Queue", "end-queue"]
        {
            assert!(is_damaged_end(line, "Queue"), "{line}");
        }
        for line in ["Queue", "PRIORITY Queue", "End of Queue", "Edn Host", "a Queue", "and that Queue"] {
            assert!(!is_damaged_end(line, "Queue"), "{line}");
        }
    }

    #[test]
    fn finds_the_first_lookalike() {
        assert_eq!(lookalike("a \u{201c}b\u{201d}"), Some(2..5));
        assert_eq!(lookalike("Z\u{fc}rich"), None);
        assert_eq!(plain_text('\u{2013}'), Some("-"));
    }
}
