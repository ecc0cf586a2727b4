//! Patterns that match several host names: `node[1-64]`, `r[01-10]n[1-8]`, `web*`.

use lsflint_syntax::ast::{ListItem, NamePiece};

/// Patterns with at most this number of names are expanded; longer ones are compared with every host.
pub(crate) const MOST_NAMES: u64 = 4096;

/// A condensed host name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPattern {
    pieces: Vec<Piece>,
}

/// Where a text of a pattern is in the names that match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LiteralPlace {
    Begin,
    End,
    Anywhere,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    /// Literal text.
    Text(String),
    /// `*`.
    Anything,
    /// `[1-10,15]`: ranges with first, last and the width that leading zeros fill.
    Numbers(Vec<(u64, u64, usize)>),
}

/// The most digits of a number in a range. A name of a host has at most 255 bytes (POSIX `HOST_NAME_MAX`).
const LONGEST_NUMBER: usize = 255;

impl HostPattern {
    /// The pattern of an item; `None` if the item is a plain name, or contains an invalid number.
    pub fn of(item: ListItem<'_>) -> Option<HostPattern> {
        if !item.is_pattern() {
            return None;
        }
        let mut pieces = Vec::new();
        for piece in item.pieces() {
            match piece {
                NamePiece::Text(token) => {
                    for (number, part) in token.text().split('*').enumerate() {
                        if number > 0 {
                            pieces.push(Piece::Anything);
                        }
                        if !part.is_empty() {
                            pieces.push(Piece::Text(part.to_owned()));
                        }
                    }
                }
                NamePiece::Range(range) => {
                    let mut numbers = Vec::new();
                    for bound in range.bounds() {
                        let first = bound.first.text();
                        let last = bound.last.map_or(first.clone(), |it| it.text());
                        let width = if first.starts_with('0') { first.len() } else { 0 };
                        if width > LONGEST_NUMBER {
                            return None;
                        }
                        numbers.push((first.parse().ok()?, last.parse().ok()?, width));
                    }
                    pieces.push(Piece::Numbers(numbers));
                }
            }
        }
        Some(HostPattern { pieces })
    }

    /// The number of names that it matches; `None` if unlimited.
    pub fn count(&self) -> Option<u64> {
        self.pieces.iter().try_fold(1u64, |count, piece| match piece {
            Piece::Text(_) => Some(count),
            Piece::Anything => None,
            Piece::Numbers(numbers) => {
                let width = |it: &(u64, u64, usize)| (it.1.checked_sub(it.0)).map_or(0, |it| it.saturating_add(1));
                Some(count.saturating_mul(numbers.iter().map(width).fold(0, u64::saturating_add)))
            }
        })
    }

    /// The names, if there are at most `limit`.
    pub fn names(&self, limit: u64) -> Option<Vec<String>> {
        if self.count().filter(|it| *it <= limit)? == 0 {
            // The other ranges of the pattern may be large.
            return Some(Vec::new());
        }
        let mut names = vec![String::new()];
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => names.iter_mut().for_each(|it| it.push_str(text)),
                Piece::Anything => return None,
                Piece::Numbers(numbers) => {
                    let all =
                        || numbers.iter().flat_map(|&(first, last, width)| (first..=last).map(move |it| (it, width)));
                    let with =
                        |name: &String| all().map(|(it, width)| format!("{name}{it:0width$}")).collect::<Vec<_>>();
                    names = names.iter().flat_map(with).collect();
                }
            }
        }
        Some(names)
    }

    /// A text that all matching names have, and where: the beginning if it is known, else the longest one. Empty if the
    /// pattern has no text.
    pub(crate) fn literal(&self) -> (LiteralPlace, &str) {
        let text = |it: usize| match &self.pieces[it] {
            Piece::Text(text) => text.as_str(),
            _ => "",
        };
        let longest = (0..self.pieces.len()).max_by_key(|it| (*it == 0 && !text(0).is_empty(), text(*it).len()));
        match longest {
            Some(0) | None => (LiteralPlace::Begin, longest.map_or("", text)),
            Some(other) if text(other).is_empty() => (LiteralPlace::Begin, ""),
            Some(last) if last + 1 == self.pieces.len() => (LiteralPlace::End, text(last)),
            Some(other) => (LiteralPlace::Anywhere, text(other)),
        }
    }

    /// Whether it matches a name.
    pub fn matches(&self, name: &str) -> bool {
        matches(&self.pieces, name)
    }
}

/// Matches by backtracking; host names are short, and patterns have few pieces.
fn matches(pieces: &[Piece], name: &str) -> bool {
    let Some((piece, rest)) = pieces.split_first() else { return name.is_empty() };
    match piece {
        Piece::Text(text) => name.strip_prefix(text.as_str()).is_some_and(|it| matches(rest, it)),
        Piece::Anything => (0..=name.len()).any(|it| name.is_char_boundary(it) && matches(rest, &name[it..])),
        Piece::Numbers(numbers) => {
            let digits = name.bytes().take_while(u8::is_ascii_digit).count().min(19);
            (1..=digits).any(|length| {
                let (text, after) = name.split_at(length);
                let fits = |&(first, last, width): &(u64, u64, usize)| {
                    let padded =
                        if text.len() > 1 && text.starts_with('0') { text.len() == width } else { text.len() >= width };
                    padded && text.parse().is_ok_and(|it: u64| (first..=last).contains(&it))
                };
                numbers.iter().any(fits) && matches(rest, after)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use lsflint_spec::Grammar;
    use lsflint_syntax::ast::{HostList, List};

    use super::*;

    fn pattern(text: &str) -> Option<HostPattern> {
        let parse = lsflint_syntax::parse_value(text, Grammar::HostList);
        let list = parse.typed::<HostList<'_>>().expect("a list");
        HostPattern::of(list.items().next().expect("an item"))
    }

    #[track_caller]
    fn check(text: &str, count: Option<u64>, yes: &[&str], no: &[&str]) {
        let pattern = pattern(text).expect("a pattern");
        assert_eq!(pattern.count(), count, "{text}");
        for name in yes {
            assert!(pattern.matches(name), "{text} {name}");
        }
        for name in no {
            assert!(!pattern.matches(name), "{text} {name}");
        }
        if let Some(names) = pattern.names(1000) {
            assert_eq!(Some(names.len() as u64), count);
            assert!(names.iter().all(|it| pattern.matches(it)), "{names:?}");
        }
    }

    #[test]
    fn ranges_and_wildcards() {
        check("node[1-3,7]", Some(4), &["node1", "node7"], &["node4", "node", "node01", "node1x"]);
        check("r[1-2]n[1-8]", Some(16), &["r1n8", "r2n1"], &["r3n1", "r1n9"]);
        check("n[01-10]", Some(10), &["n01", "n10"], &["n1", "n010", "n11"]);
        check("web*", None, &["web", "web1", "webserver"], &["we"]);
        check("a*b*c", None, &["abc", "axxbyyc"], &["ab", "acb"]);
    }

    #[test]
    fn enormous_ranges_cost_nothing() {
        check("h[1-999999999]", Some(999_999_999), &["h5"], &["h0"]);
        check("h[1-999999999]n[1-999999999]z[1-999999999]", Some(u64::MAX), &["h5n6z7"], &["h5n6"]);
        assert_eq!(pattern("h[1-999999999]").expect("a pattern").names(1000), None);
    }

    #[test]
    fn an_empty_range_matches_nothing() {
        check("h[1-18446744073709551615]n[5-2]", Some(0), &[], &["h5n3"]);
        check("n[5-2]h[1-18446744073709551615]", Some(0), &[], &["n3h5"]);
    }

    #[test]
    fn a_number_of_many_digits_is_invalid() {
        assert_eq!(pattern(&format!("h[{}1-3]", "0".repeat(100_000))), None);
        check("h[0001-0003]", Some(3), &["h0001"], &["h1"]);
    }

    #[test]
    fn a_plain_name_is_no_pattern() {
        assert_eq!(pattern("node1"), None);
    }
}
