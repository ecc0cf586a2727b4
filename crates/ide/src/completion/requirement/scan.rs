//! Scans a requirement string up to the cursor, from the text alone, so that brackets need not be closed.

use lsflint_spec::{RequirementSection, requirement_section};

/// The state at the end of a requirement string that is cut off at the cursor.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scan<'v> {
    /// The open section as written, and its content.
    pub(crate) open: Option<(&'v str, &'v str)>,
    /// The sections before it in the same braces.
    pub(crate) used: Vec<&'v str>,
    /// The text outside of sections since the last one: a selection without keyword.
    pub(crate) outside: &'v str,
    /// Whether it is in the braces of a compound or alternative requirement.
    pub(crate) braces: bool,
}

impl<'v> Scan<'v> {
    /// Scans a string up to the cursor.
    pub(crate) fn of(text: &'v str) -> Scan<'v> {
        let trimmed = text.trim_start();
        // The whole value may be quoted.
        let text = trimmed.strip_prefix(['"', '\'']).unwrap_or(trimmed);
        let quoted = trimmed.starts_with('\'');
        let mut scan = Scan { outside: text, ..Scan::default() };
        let mut literal = false;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'\'' if !quoted => literal = !literal,
                _ if literal => {}
                b'[' => {
                    let before = text[..at].trim_end();
                    let name = &before[before.trim_end_matches(is_name).len()..];
                    let nested = scan.open.is_some() && requirement_section(name).is_none();
                    if !nested {
                        if let Some((open, _)) = scan.open {
                            scan.used.push(open);
                        }
                        scan.open = Some((name, &text[at + 1..]));
                    }
                }
                b']' => {
                    if let Some((name, _)) = scan.open.take() {
                        scan.used.push(name);
                    }
                    scan.outside = &text[at + 1..];
                }
                b'{' | b'}' if scan.open.is_none() => {
                    scan.used.clear();
                    scan.braces = byte == b'{';
                    scan.outside = &text[at + 1..];
                }
                _ => {}
            }
        }
        scan
    }

    /// The specification of the open section.
    pub(crate) fn section(&self) -> Option<&'static RequirementSection> {
        requirement_section(self.open?.0)
    }
}

/// Whether a character can be part of a name.
pub(crate) fn is_name(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_' || !it.is_ascii()
}

/// The start of the part after the last separator outside of parentheses.
pub(crate) fn last_part(text: &str, separators: &[char]) -> usize {
    let (mut depth, mut start) = (0_usize, 0);
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && separators.contains(&character) => start = at + character.len_utf8(),
            _ => {}
        }
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, open: Option<(&str, &str)>, used: &[&str], outside: &str) {
        let scan = Scan::of(text);
        assert_eq!((scan.open, scan.used.as_slice()), (open, used));
        if open.is_none() {
            assert_eq!(scan.outside, outside);
        }
    }

    #[test]
    fn sections_are_found_in_cut_off_text() {
        check("select[mem>1] rusage[", Some(("rusage", "")), &["select"], "");
        check("\"select[a == ']' && ", Some(("select", "a == ']' && ")), &[], "");
        check("select[a] ord", None, &["select"], " ord");
        check("2*{select[a]} + {ru", None, &[], "ru");
        check("type==any", None, &[], "type==any");
    }

    #[test]
    fn a_lost_bracket_costs_one_section() {
        check("rusage[mem=1 order[", Some(("order", "")), &["rusage"], "");
        check("order [", Some(("order", "")), &[], "");
    }

    #[test]
    fn parentheses_hold_parts_together() {
        assert_eq!(last_part("mem=(9 5):duration=(1,2)", &[':', ',']), 10);
        assert_eq!(last_part("a", &[':']), 0);
    }
}
