//! Signature help for values whose documented form has named parts: `SUSPEND[...]`, `num=n:mode=...`, `[user, shares]`,
//! `[minimum] maximum`.

use std::ops::Range;

use lsflint_spec::{GPU_OPTIONS, Grammar, ParamSpec};

use super::form::{end_of_item, pair};
use super::{SignatureHelp, SignatureParameter};
use crate::completion::requirement::scan::is_name;

/// The documented form of a value with the part that contains the end of `text`.
pub(super) fn of_value(param: &'static ParamSpec, text: &str) -> Option<SignatureHelp> {
    use Grammar::{Checkpoint, LimitPair, RunLimit, TaskLimit, Threshold};
    match param.grammar {
        TaskLimit | LimitPair | RunLimit | Checkpoint => positions(param, text, ' '),
        Threshold => positions(param, text, '/'),
        _ if param.form.contains("][:") => keys(param, text),
        _ => brackets(param, text),
    }
}

fn help(param: &ParamSpec, parts: Vec<(Range<usize>, String)>, active: Option<usize>) -> SignatureHelp {
    let parameters = parts.into_iter().map(|(range, documentation)| SignatureParameter { range, documentation });
    SignatureHelp {
        label: param.form.to_owned(),
        documentation: param.summary.to_owned(),
        parameters: parameters.collect(),
        active,
    }
}

/// A form of words of which the first ones may be left out: what a word means depends on how many there are.
fn positions(param: &ParamSpec, text: &str, separator: char) -> Option<SignatureHelp> {
    let form = param.form.split(" |").next().unwrap_or(param.form);
    let form = form.split('(').next().unwrap_or(form).trim_end();
    let mut parts: Vec<(Range<usize>, bool)> = Vec::new();
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(first) = form[at..].chars().next() {
        let length = form[at..].find(|it| !is_name(it)).unwrap_or(form.len() - at);
        if length > 0 {
            parts.push((at..at + length, depth > 0));
            at += length;
            continue;
        }
        match first {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += first.len_utf8();
    }
    let written = match separator {
        ' ' => text.split([' ', '\t']).filter(|it| !it.is_empty()).count() + usize::from(ends_word(text)),
        _ => text.split(separator).count(),
    };
    let number = written.max(1) - 1;
    // The optional parts that are left out are the last ones of those in brackets, except if they come last anyway.
    let required = parts.iter().filter(|it| !it.1).count();
    let leads = parts.first().is_some_and(|it| it.1);
    let active = match leads {
        _ if number >= parts.len() => return None,
        // `maximum`, `minimum maximum`, `minimum default maximum`.
        true => {
            let given = number + 1 - required.min(number + 1);
            if number < given { number } else { parts.len() - 1 }
        }
        false => number,
    };
    Some(help(param, parts.into_iter().map(|it| (it.0, String::new())).collect(), Some(active)))
}

/// Whether the text ends after a word, so that another one begins.
fn ends_word(text: &str) -> bool {
    text.is_empty() || text.ends_with([' ', '\t'])
}

/// A form of keys: `[num=n][:mode=...]`.
fn keys(param: &ParamSpec, text: &str) -> Option<SignatureHelp> {
    let form = param.form;
    let mut parts: Vec<(Range<usize>, String)> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    let mut at = form.find('[')? + 1;
    loop {
        let end = end_of_item(form, at);
        let name = &form[at..at + form[at..end].find(|it| !is_name(it)).unwrap_or(end - at)];
        let gpu = param.name.ends_with("GPU_REQ").then(|| GPU_OPTIONS.iter().find(|it| it.name == name)).flatten();
        parts.push((at..end, gpu.map_or(String::new(), |it| it.summary.to_owned())));
        names.push(name);
        match form[end..].find("[:") {
            Some(next) => at = end + next + 2,
            None => break,
        }
    }
    let item = text.trim_start_matches('"').rsplit(':').next().unwrap_or_default();
    let current = item.split('=').next().unwrap_or(item).trim();
    let exact = names.iter().position(|it| it.eq_ignore_ascii_case(current));
    let begun = names.iter().position(|it| !current.is_empty() && it.starts_with(current));
    Some(help(param, parts, exact.or(begun)))
}

/// A form of parts in brackets, after a keyword or as pairs.
fn brackets(param: &ParamSpec, text: &str) -> Option<SignatureHelp> {
    let open = last_open(text)?;
    let before = text[..open].trim_end();
    let name = &before[before.trim_end_matches(is_name).len()..];
    let form = param.form;
    if name.is_empty() {
        let compact: String = form.chars().filter(|it| !it.is_whitespace()).collect();
        let paired =
            compact.contains('[') && pair(form).is_some_and(|it| !it.0.is_empty() && form[it.0].chars().all(is_name));
        let (first, second) = pair(form).filter(|_| paired)?;
        let active = usize::from(text[open..].contains(','));
        return Some(help(param, vec![(first, String::new()), (second, String::new())], Some(active)));
    }
    let mut parts: Vec<(Range<usize>, String)> = Vec::new();
    let mut active = None;
    let mut at = 0;
    while let Some(found) = form[at..].find(['[', '(']) {
        let bracket = at + found;
        let start = form[..bracket].trim_end_matches(is_name).len();
        let end = closing(form, bracket)? + 1;
        if start < bracket {
            if form[start..bracket].eq_ignore_ascii_case(name) && active.is_none() {
                active = Some(parts.len());
            }
            parts.push((start..end, String::new()));
            at = end;
        } else {
            // The parts of an optional group.
            at = bracket + 1;
        }
    }
    active.map(|active| help(param, parts, Some(active)))
}

/// The offset of the last bracket or parenthesis that is still open.
fn last_open(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    for (at, character) in text.char_indices() {
        match character {
            '[' | '(' => open.push(at),
            ']' | ')' => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// The offset of the bracket that closes the one at `open`.
fn closing(form: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, character) in form[open..].char_indices() {
        match character {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(open + at);
        }
    }
    None
}
