//! Positions in string literals of TOML.

use std::ops::Range;

/// Converts a range of the text of a string to one of its literal, which begins with its quotes.
pub(super) fn range_in_literal(literal: &str, range: Range<usize>) -> Range<usize> {
    let start = offset_in_literal(literal, range.start);
    start..offset_in_literal(literal, range.end).max(start)
}

/// Converts an offset in the text of a string to one in its literal.
fn offset_in_literal(literal: &str, offset: usize) -> usize {
    let quote = literal.chars().next().unwrap_or('"');
    let triple = [quote; 3].iter().collect::<String>();
    let is_multi_line = literal.len() >= 6 && literal.starts_with(&triple);
    let mut at = if is_multi_line { 3 } else { 1 };
    if is_multi_line {
        // A line end after the quotes is not part of the text.
        at += ["\r\n", "\n"].into_iter().find(|it| literal[at..].starts_with(it)).map_or(0, str::len);
    }
    let mut read = 0;
    while read < offset {
        let Some(letter) = literal[at..].chars().next() else { break };
        if letter != '\\' || quote == '\'' {
            at += letter.len_utf8();
            read += letter.len_utf8();
            continue;
        }
        let escape = &literal[at..];
        let kind = escape[1..].chars().next().unwrap_or(' ');
        let digits = match kind {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        if digits > 0 {
            let number = escape.get(2..2 + digits).and_then(|it| u32::from_str_radix(it, 16).ok());
            read += number.and_then(char::from_u32).map_or(1, char::len_utf8);
            at += (2 + digits).min(escape.len());
        } else if kind.is_whitespace() {
            // A backslash at the end of a line removes the whitespace that follows.
            at += escape.len() - escape[1..].trim_start().len();
        } else {
            read += 1;
            at += 1 + kind.len_utf8();
        }
    }
    at.min(literal.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a part of the text of a literal is in the literal.
    fn found(literal: &str, part: &str) -> Range<usize> {
        let value: toml::Table = format!("key = {literal}").parse().unwrap_or_else(|error| panic!("{error}"));
        let text = value["key"].as_str().expect("a string").to_owned();
        let at = text.find(part).unwrap_or_else(|| panic!("`{part}` in `{text}`"));
        range_in_literal(literal, at..at + part.len())
    }

    #[test]
    fn positions_in_all_forms_of_strings() {
        for literal in [
            r#""queue.NAME > 5""#,
            "'queue.NAME > 5'",
            r#""\"a\" + \t\u00e4 \U000000E4 queue.NAME""#,
            "\"\"\"queue.NAME\"\"\"",
            "\"\"\"\nqueue.NAME\n\"\"\"",
            "\"\"\"\r\na ||\r\nqueue.NAME\"\"\"",
            "'''\n\\a \u{e4}\nqueue.NAME'''",
            "\"\"\"a && \\\n    queue.NAME\"\"\"",
        ] {
            assert_eq!(&literal[found(literal, "NAME")], "NAME", "{literal}");
        }
        assert_eq!(range_in_literal("\"ab\"", 2..2), 3..3);
        assert_eq!(range_in_literal("\"ab\"", 9..12), 4..4);
    }
}
