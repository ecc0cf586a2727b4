//! Sorts lists of hosts and writes long lists on several lines.

use std::cmp::Ordering;

use lsflint_lint::TextEdit;
use lsflint_spec::{Grammar, LexerFamily, is_list_word};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{HostList, List as _, UserList};

use super::{Assist, AssistId, line_end};
use crate::spot::Spot;

/// A line with more characters is long.
const LONG: usize = 100;
/// The width to which a long list is filled.
const WIDTH: usize = 80;

/// The assists for the value at the cursor. An editor asks for them whenever the cursor moves, and a list may have
/// thousands of items: nothing is sorted, and each list is read once.
pub(super) fn offered(spot: &Spot<'_>) -> Vec<Assist> {
    let assist = |id, title: &str| Assist { id, title: title.to_owned() };
    let Some(list) = List::at(spot) else { return Vec::new() };
    let mut found = Vec::new();
    if list.may_be_sorted() && !in_order(&list.words(), natural) {
        found.push(assist(AssistId::SortHosts, "Sort the hosts"));
    }
    if list.splits().is_some_and(|mut it| it.next().is_some()) {
        found.push(assist(AssistId::SplitList, "Write the list on several lines"));
    }
    found
}

/// The edits that sort a list of hosts.
pub(super) fn sorted(spot: &Spot<'_>) -> Option<Vec<TextEdit>> {
    let list = List::at(spot).filter(List::may_be_sorted)?;
    let words = list.words();
    let mut sorted = words.clone();
    sorted.sort_by(|one, other| natural(one, other));
    if sorted == words {
        return None;
    }
    let edits = list.items.iter().zip(words).zip(sorted).filter(|it| it.0.1 != it.1);
    Some(edits.map(|((range, _), new)| TextEdit { range: *range, text: new.to_owned() }).collect())
}

/// The edits that continue a long list in further lines, below its first item.
pub(super) fn split(spot: &Spot<'_>) -> Option<Vec<TextEdit>> {
    let edits: Vec<TextEdit> = List::at(spot)?.splits()?.collect();
    (!edits.is_empty()).then_some(edits)
}

/// A list of hosts or users in a batch file, whose items are on one line with whitespace between them.
struct List<'t> {
    text: &'t str,
    grammar: Grammar,
    items: Vec<TextRange>,
}

impl<'t> List<'t> {
    fn at(spot: &Spot<'t>) -> Option<List<'t>> {
        if spot.file.kind.spec().lexer != LexerFamily::Batch {
            return None;
        }
        let setting = spot.setting()?;
        let (grammar, value) = (setting.spec?.grammar, setting.value.filter(|it| it.is_known())?);
        let items: Vec<TextRange> = match grammar {
            Grammar::HostList => value.typed::<HostList<'_>>()?.items().map(|it| it.range()).collect(),
            Grammar::UserList => value.typed::<UserList<'_>>()?.items().map(|it| it.range()).collect(),
            _ => return None,
        };
        let text = &*spot.file.text;
        let mut between = items.windows(2).map(|it| &text[TextRange::new(it[0].end(), it[1].start())]);
        let plain = between.all(|it| !it.is_empty() && it.bytes().all(|it| matches!(it, b' ' | b'\t')));
        (items.len() > 1 && plain).then_some(List { text, grammar, items })
    }

    fn words(&self) -> Vec<&'t str> {
        self.items.iter().map(|it| &self.text[*it]).collect()
    }

    /// Whether the order means nothing. It does in lsf.conf, where the first host of LSF_MASTER_LIST is the management
    /// host, and where an item has an operator or is a word of LSF.
    fn may_be_sorted(&self) -> bool {
        let is_plain = |it: &TextRange| {
            let word = &self.text[*it];
            !word.contains(['~', '!', '+', '@']) && !is_list_word(word)
        };
        self.grammar == Grammar::HostList && self.items.iter().all(is_plain)
    }

    /// The edits that continue a long list in further lines, below its first item; found when they are asked for. LSF
    /// reads a second row of a group as a second definition and drops it, and two rows of ResourceMap for a resource
    /// are a finding, so no row is divided into several.
    fn splits(&self) -> Option<impl Iterator<Item = TextEdit>> {
        let text = self.text;
        let first = usize::from(self.items[0].start());
        let start = text[..first].rfind('\n').map_or(0, |it| it + 1);
        let end = text[first..].find('\n').map_or(text.len(), |it| first + it);
        let line = text[start..end].trim_end();
        if line.chars().nth(LONG).is_none() || line.ends_with('\\') {
            return None;
        }
        let indent = text[start..first].chars().count();
        let between = format!(" \\{}{}", line_end(text), " ".repeat(indent));
        let mut column = indent + text[self.items[0]].chars().count();
        Some(self.items.windows(2).filter_map(move |pair| {
            let width = text[pair[1]].chars().count();
            if column + 1 + width > WIDTH.max(indent + width) {
                column = indent + width;
                return Some(TextEdit { range: TextRange::new(pair[0].end(), pair[1].start()), text: between.clone() });
            }
            column += 1 + width;
            None
        }))
    }
}

/// Whether words are in an order. Stops at the first that is not.
fn in_order<'w>(words: &[&'w str], mut compare: impl FnMut(&'w str, &'w str) -> Ordering) -> bool {
    words.windows(2).all(|it| compare(it[0], it[1]) != Ordering::Greater)
}

/// Compares names, digits as numbers: `h2` is before `h10`.
fn natural(one: &str, other: &str) -> Ordering {
    let number = |it: &str| it.len() - it.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let (mut left, mut right) = (one, other);
    loop {
        let (digits, others) = (number(left), number(right));
        if digits > 0 && others > 0 {
            let (a, b) = (left[..digits].trim_start_matches('0'), right[..others].trim_start_matches('0'));
            let order = a.len().cmp(&b.len()).then_with(|| a.cmp(b));
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (&left[digits..], &right[others..]);
            continue;
        }
        let (mut a, mut b) = (left.chars(), right.chars());
        match (a.next(), b.next()) {
            (None, None) => return one.cmp(other),
            (a, b) if a != b => return a.cmp(&b),
            _ => (left, right) = (a.as_str(), b.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of comparisons that show whether names are sorted.
    fn comparisons(names: &[String]) -> (bool, usize) {
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut steps = 0;
        let compare = |one, other| {
            steps += 1;
            natural(one, other)
        };
        (in_order(&words, compare), steps)
    }

    #[test]
    fn nothing_is_sorted_to_offer_it() {
        let mut names: Vec<String> = (0..100_000).map(|it| format!("host{it}")).collect();
        assert_eq!(comparisons(&names), (true, 99_999));
        names.reverse();
        assert_eq!(comparisons(&names), (false, 1));
    }

    #[test]
    fn digits_are_compared_as_numbers() {
        for (one, other) in [("h2", "h10"), ("h02", "h3"), ("a", "b1"), ("h1", "h1a"), ("h9b2", "h9b10")] {
            assert_eq!(natural(one, other), Ordering::Less, "{one} {other}");
            assert_eq!(natural(other, one), Ordering::Greater, "{one} {other}");
        }
        assert_eq!(natural("h1", "h1"), Ordering::Equal);
    }
}
