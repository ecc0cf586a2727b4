//! Completion of whole values from their documented form: `[hour:]minute` is offered as `minute` and `hour:minute`.
//!
//! Only grammars without literal brackets: in their forms, brackets are around optional parts.

use lsflint_spec::{Grammar, ParamSpec, range_in_words};

use super::item::{Item, Items, Rank, escaped};
use super::{CompletionKind, Context};
use crate::words;

/// The maximum number of forms of one parameter.
const MOST_FORMS: usize = 6;

impl<'t> Context<'t> {
    /// Adds the default and the documented forms of a value that is not begun yet.
    pub(super) fn forms(&self, items: &mut Items<'_>, param: &'static ParamSpec) {
        let about = about(param);
        if is_number(param) && param.default.parse::<f64>().is_ok() {
            let item = Item::new(CompletionKind::Value, param.default).rank(Rank::Required);
            items.add(item.detail(with_range("default", param)));
        }
        if !items.options().snippets || !has_plain_form(param) {
            return;
        }
        for form in forms(param.form, param.literals) {
            let label: String = form.iter().map(|it| it.text()).collect();
            let item = Item::new(CompletionKind::Snippet, label).snippet(snippet(&form)).insert("");
            items.add(item.detail(about.clone()));
        }
    }
}

/// Whether the value is one number, so that a number as default can be written.
fn is_number(param: &ParamSpec) -> bool {
    use Grammar::{HourMinute, Integer, Number, Percent, Size};
    matches!(param.grammar, Integer | Number | Percent | HourMinute | Size)
}

/// Whether brackets in the form mean optional parts.
fn has_plain_form(param: &ParamSpec) -> bool {
    use Grammar::{
        Checkpoint, HourMinute, Integer, LimitPair, Number, Percent, RunLimit, Shape, Size, TaskLimit, Threshold,
    };
    match param.grammar {
        Integer | Number | Percent | Size | HourMinute | RunLimit | LimitPair | TaskLimit | Threshold | Checkpoint => {
            true
        }
        Shape(_) => !param.form.contains(['[', '{', '(', '"', '.', '<', ' ']),
        _ => false,
    }
}

/// Unit, range and default.
fn about(param: &ParamSpec) -> String {
    let default = match param.default {
        "" => String::new(),
        default => format!("default {}", words::default_value(default)),
    };
    let parts = [param.unit.to_owned(), range_in_words(param.min, param.max), default];
    parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("; ")
}

fn with_range(text: &str, param: &ParamSpec) -> String {
    let range = range_in_words(param.min, param.max);
    if range.is_empty() { text.to_owned() } else { format!("{text}; {range}") }
}

/// A piece of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece<'f> {
    /// Written as it is: `:`, `%`, a keyword.
    Literal(&'f str),
    /// Replaced by a value: `minute`.
    Place(&'f str),
}

impl<'f> Piece<'f> {
    fn text(self) -> &'f str {
        match self {
            Piece::Literal(text) | Piece::Place(text) => text,
        }
    }
}

/// The pieces as a snippet.
fn snippet(pieces: &[Piece<'_>]) -> String {
    let mut text = String::new();
    let mut number = 0;
    for piece in pieces {
        match piece {
            Piece::Literal(literal) => text.push_str(&escaped(literal)),
            Piece::Place(name) => {
                number += 1;
                text.push_str(&format!("${{{number}:{}}}", escaped(name)));
            }
        }
    }
    text
}

/// The ways to write a value, shortest first: every optional part is left out or written together with those before it.
fn forms<'f>(form: &'f str, literals: &[&str]) -> Vec<Vec<Piece<'f>>> {
    // `(limit: ...)` at the end describes the word.
    let (form, described) = match form.split_once('(') {
        Some((form, rest)) => (form.trim_end(), rest.trim_end_matches(')').split_once(':')),
        None => (form, None),
    };
    let mut found: Vec<Vec<Piece<'f>>> = Vec::new();
    for alternative in alternatives(form) {
        for pieces in variants(alternative) {
            let inner = described.map(|it| (it.0.trim(), variants(it.1.trim())));
            match inner {
                Some((word, inner)) => found.extend(replaced(&pieces, word, &inner)),
                None => found.push(pieces),
            }
        }
    }
    let is_place = |it: &Piece<'_>| matches!(it, Piece::Place(name) if !literals.contains(name));
    let few = |it: &Vec<Piece<'_>>| it.iter().any(is_place) && it.iter().all(|it| !it.text().contains("..."));
    found.retain(few);
    found.truncate(MOST_FORMS);
    found
}

/// The pieces with a word replaced by its description. A single word may have each of its forms; several have that
/// with the first optional part.
fn replaced<'f>(pieces: &[Piece<'f>], word: &str, inner: &[Vec<Piece<'f>>]) -> Vec<Vec<Piece<'f>>> {
    let is_word = |it: &Piece<'_>| matches!(it, Piece::Place(name) if name.ends_with(word));
    let with = |form: &[Piece<'f>]| {
        let replace = |it: &Piece<'f>| if is_word(it) { form.to_vec() } else { vec![*it] };
        pieces.iter().flat_map(replace).collect::<Vec<Piece<'f>>>()
    };
    match pieces.iter().filter(|it| is_word(it)).count() {
        0 => vec![pieces.to_vec()],
        1 => inner.iter().map(|it| with(it)).collect(),
        _ => inner.get(1).or(inner.first()).map(|it| with(it)).into_iter().collect(),
    }
}

/// The parts of a form between `|` outside of brackets.
fn alternatives(form: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (at, character) in form.char_indices() {
        match character {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.push(form[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(form[start..].trim());
    parts
}

/// The ways to write one alternative.
fn variants(form: &str) -> Vec<Vec<Piece<'_>>> {
    // Each part, and whether it is optional.
    let mut parts: Vec<(&str, bool)> = Vec::new();
    let mut rest = form;
    while let Some(open) = rest.find('[') {
        let Some(close) = closing(rest, open) else { break };
        parts.push((&rest[..open], false));
        parts.push((&rest[open + 1..close], true));
        rest = &rest[close + 1..];
    }
    parts.push((rest, false));
    let options = parts.iter().filter(|it| it.1).count();
    let mut found = Vec::new();
    for written in 0..=options {
        // The last written optional part has all its forms, those before it the shortest one.
        let mut here: Vec<Vec<Piece<'_>>> = vec![Vec::new()];
        let mut number = 0;
        for (text, optional) in &parts {
            let choices = match optional {
                false => vec![pieces(text)],
                true => {
                    number += 1;
                    let inner = || alternatives(text).into_iter().flat_map(variants);
                    match () {
                        () if number < written => inner().take(1).collect(),
                        () if number == written => inner().collect(),
                        () => continue,
                    }
                }
            };
            here = here.iter().flat_map(|before| choices.iter().map(move |it| [&before[..], it].concat())).collect();
        }
        found.extend(here.into_iter().map(trimmed));
    }
    found
}

fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, character) in text[open..].char_indices() {
        match character {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(open + at);
        }
    }
    None
}

/// Splits a text without brackets: names in lowercase are places, everything else is literal.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let is_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_');
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let named = is_name(first);
        let end = rest.find(|it| is_name(it) != named).unwrap_or(rest.len());
        let part = &rest[..end];
        let place = named && part.contains(|it: char| it.is_ascii_lowercase());
        found.push(if place { Piece::Place(part) } else { Piece::Literal(part) });
        rest = &rest[end..];
    }
    found
}

/// The pieces without whitespace at the ends, and with one space where optional parts were left out.
fn trimmed(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let is_space = |it: &Piece<'_>| it.text().trim().is_empty();
    let mut kept: Vec<Piece<'_>> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if is_space(&piece) && kept.last().is_none_or(is_space) {
            continue;
        }
        kept.push(if is_space(&piece) { Piece::Literal(" ") } else { piece });
    }
    if kept.last().is_some_and(is_space) {
        kept.pop();
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(form: &str, expected: &[&str]) {
        let text = |it: &Vec<Piece<'_>>| it.iter().map(|it| it.text()).collect::<String>();
        let found: Vec<String> = forms(form, &["infinit"]).iter().map(text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn optional_parts_are_left_out_or_written() {
        check("[hour:]minute", &["minute", "hour:minute"]);
        check("loadSched[/loadStop] | -", &["loadSched", "loadSched/loadStop"]);
        check("[minimum [default]] maximum", &["maximum", "minimum maximum", "minimum default maximum"]);
        check("chkpnt_dir [chkpnt_period]", &["chkpnt_dir", "chkpnt_dir chkpnt_period"]);
        check("minutes | percentage%", &["minutes", "percentage%"]);
        check("integer | infinit", &["integer"]);
        check("number ...", &[]);
    }

    #[test]
    fn a_described_word_is_replaced() {
        check(
            "[default_limit] maximum_limit   (limit: [hour:]minute[/host | /model])",
            &["minute", "hour:minute", "hour:minute/host", "hour:minute/model", "hour:minute hour:minute"],
        );
    }

    #[test]
    fn places_are_numbered() {
        assert_eq!(snippet(&forms("[hour:]minute", &[])[1]), "${1:hour}:${2:minute}");
    }
}
