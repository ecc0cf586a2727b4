//! Sanitizes untrusted text for the terminal.
//!
//! Messages quote configuration files, which may contain anything. Control characters could move the cursor or change
//! colors, and bidirectional marks could show the text in an order different from the one that LSF reads; both are
//! replaced by visible symbols.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

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
fn with_visible_end(line: &str) -> String {
    let (line, end) = line.strip_suffix('\n').map_or((line, ""), |it| (it, "\n"));
    let text = line.trim_end_matches([' ', '\t']);
    format!("{text}{}{end}", "\u{B7}".repeat(line.len() - text.len()))
}

/// Removed and added lines with visible whitespace: that at the end, and that which is all in which two lines differ.
///
/// A removed line and an added line belong together if they are equal without whitespace.
pub fn with_visible_changes(removed: &[&str], added: &[&str]) -> (Vec<String>, Vec<String>) {
    let mut drawn = (owned(removed), owned(added));
    let mut waiting: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
    for (number, line) in added.iter().enumerate() {
        waiting.entry(letters(line).collect()).or_default().push_back(number);
    }
    for (number, old) in removed.iter().enumerate() {
        let key: String = letters(old).collect();
        if key.is_empty() {
            continue;
        }
        let Some(new) = waiting.get_mut(&key).and_then(VecDeque::pop_front) else { continue };
        let (runs, new_runs) = (blanks(old), blanks(added[new]));
        drawn.0[number] = drawn_runs(&runs, &new_runs);
        drawn.1[new] = drawn_runs(&new_runs, &runs);
    }
    drawn
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|it| with_visible_end(it)).collect()
}

fn is_blank(letter: char) -> bool {
    letter == ' ' || letter == '\t'
}

fn letters(line: &str) -> impl Iterator<Item = char> {
    line.chars().filter(|it| !is_blank(*it))
}

/// Each letter of a line with the whitespace before it, and the whitespace at the end.
fn blanks(line: &str) -> Vec<(&str, Option<char>)> {
    let mut runs = Vec::new();
    let mut from = 0;
    for (at, letter) in line.char_indices().filter(|it| !is_blank(it.1)) {
        runs.push((&line[from..at], Some(letter)));
        from = at + letter.len_utf8();
    }
    runs.push((&line[from..], None));
    runs
}

/// A line whose whitespace is drawn where it differs from that of the other line.
fn drawn_runs(runs: &[(&str, Option<char>)], others: &[(&str, Option<char>)]) -> String {
    let mut drawn = String::new();
    for ((blanks, letter), (other, _)) in runs.iter().zip(others) {
        match blanks == other {
            true => drawn.push_str(blanks),
            false => drawn.extend(blanks.chars().map(|it| if it == '\t' { '\u{2192}' } else { '\u{B7}' })),
        }
        drawn.extend(*letter);
    }
    drawn
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

    #[test]
    fn changed_whitespace_becomes_visible() {
        let check = |removed: &[&str], added: &[&str], expected: (&[&str], &[&str])| {
            let drawn = with_visible_changes(removed, added);
            assert_eq!((&*drawn.0, &*drawn.1), (&*owned(expected.0), &*owned(expected.1)));
        };
        check(&["A  = 1\n"], &["A = 1\n"], (&["A\u{B7}\u{B7}= 1\n"], &["A\u{B7}= 1\n"]));
        check(&["\tA= 1"], &["A = 1"], (&["\u{2192}A= 1"], &["A\u{B7}= 1"]));
        check(&["a \n"], &["a\n"], (&["a\u{B7}\n"], &["a\n"]));
        check(&["a  b", "c"], &["c d", "a b"], (&["a\u{B7}\u{B7}b", "c"], &["c d", "a\u{B7}b"]));
        check(&["a  b"], &["a  c"], (&["a  b"], &["a  c"]));
    }
}
