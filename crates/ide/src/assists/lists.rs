//! Sorts lists of hosts and writes long lists on several lines.

use std::cmp::Ordering;

use lsflint_lint::TextEdit;
use lsflint_spec::{Grammar, LexerFamily, is_list_word};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{HostList, List, UserList, Value};

use super::{Assist, AssistId, line_end};
use crate::spot::Spot;

/// A line with more characters is long.
const LONG: usize = 100;
/// The width to which a long list is filled.
const WIDTH: usize = 80;

/// The assists for the value at the cursor.
pub(super) fn offered(spot: &Spot<'_>) -> Vec<Assist> {
    let assist = |id, title: &str| Assist { id, title: title.to_owned() };
    let mut found = Vec::new();
    if sorted(spot).is_some() {
        found.push(assist(AssistId::SortHosts, "Sort the hosts"));
    }
    if split(spot).is_some() {
        found.push(assist(AssistId::SplitList, "Write the list on several lines"));
    }
    found
}

/// The value at the cursor with the ranges of its items, if it is a list of hosts or users on one line.
fn items<'t>(spot: &Spot<'t>) -> Option<(Value<'t>, Grammar, Vec<TextRange>)> {
    let setting = spot.setting()?;
    let (spec, value) = (setting.spec?, setting.value.filter(|it| it.is_known())?);
    let items: Vec<TextRange> = match spec.grammar {
        Grammar::HostList => value.typed::<HostList<'_>>()?.items().map(|it| it.range()).collect(),
        Grammar::UserList => value.typed::<UserList<'_>>()?.items().map(|it| it.range()).collect(),
        _ => return None,
    };
    let text = &spot.file.text;
    let between = items.windows(2).map(|it| &text[TextRange::new(it[0].end(), it[1].start())]);
    let plain = between.clone().all(|it| !it.is_empty() && it.bytes().all(|it| matches!(it, b' ' | b'\t')));
    (items.len() > 1 && plain).then_some((value, spec.grammar, items))
}

/// The edits that sort a list of hosts. The order means something in lsf.conf, where the first host of LSF_MASTER_LIST
/// is the management host, and where an item has an operator or is a word of LSF.
pub(super) fn sorted(spot: &Spot<'_>) -> Option<Vec<TextEdit>> {
    if spot.file.kind.spec().lexer != LexerFamily::Batch {
        return None;
    }
    let (_, grammar, items) = items(spot)?;
    let text = &spot.file.text;
    let words: Vec<&str> = items.iter().map(|it| &text[*it]).collect();
    let is_plain = |it: &&str| !it.contains(['~', '!', '+', '@']) && !is_list_word(it);
    if grammar != Grammar::HostList || !words.iter().all(is_plain) {
        return None;
    }
    let mut sorted = words.clone();
    sorted.sort_by(|one, other| natural(one, other));
    if sorted == words {
        return None;
    }
    let edits = items.into_iter().zip(words).zip(sorted).filter(|it| it.0.1 != it.1);
    Some(edits.map(|((range, _), new)| TextEdit { range, text: new.to_owned() }).collect())
}

/// Compares names, digits as numbers: `h2` is before `h10`.
fn natural(one: &str, other: &str) -> Ordering {
    let number = |it: &str| it.len() - it.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let (mut left, mut right) = (one, other);
    loop {
        let (digits, others) = (number(left), number(right));
        if digits > 0 && others > 0 {
            let strip = |it: &str| it.trim_start_matches('0').to_owned();
            let (a, b) = (strip(&left[..digits]), strip(&right[..others]));
            let order = a.len().cmp(&b.len()).then_with(|| a.cmp(&b));
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

/// The edits that continue a long list in further lines, below its first item. LSF reads a second row of a group as a
/// second definition and drops it, and two rows of ResourceMap for a resource are a finding, so no
/// row is divided into several.
pub(super) fn split(spot: &Spot<'_>) -> Option<Vec<TextEdit>> {
    let (_, _, items) = items(spot)?;
    if spot.file.kind.spec().lexer != LexerFamily::Batch {
        return None;
    }
    let text = &spot.file.text;
    let first = usize::from(items[0].start());
    let start = text[..first].rfind('\n').map_or(0, |it| it + 1);
    let end = text[first..].find('\n').map_or(text.len(), |it| first + it);
    let line = text[start..end].trim_end();
    if line.chars().count() <= LONG || line.ends_with('\\') {
        return None;
    }
    let indent = text[start..first].chars().count();
    let between = format!(" \\{}{}", line_end(text), " ".repeat(indent));
    let mut column = indent + text[items[0]].chars().count();
    let mut edits = Vec::new();
    for pair in items.windows(2) {
        let width = text[pair[1]].chars().count();
        if column + 1 + width > WIDTH.max(indent + width) {
            edits.push(TextEdit { range: TextRange::new(pair[0].end(), pair[1].start()), text: between.clone() });
            column = indent + width;
        } else {
            column += 1 + width;
        }
    }
    (!edits.is_empty()).then_some(edits)
}
