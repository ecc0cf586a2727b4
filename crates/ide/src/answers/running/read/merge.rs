//! Values from their pieces: the default and the maximum of a limit, the two thresholds of an index, texts of several
//! lines.

use rustc_hash::FxHashMap;

use lsflint_spec::DisplayLimit;

use super::{Input, Limits, Piece, Shown, ShownValue, Slot};

/// Adds the values to the input, in the order of their first pieces.
pub(super) fn values(input: &mut Input, pieces: Vec<Piece>) {
    let mut known: FxHashMap<(usize, String), usize> = FxHashMap::default();
    let mut slots: Vec<Vec<(Slot, String)>> = Vec::new();
    for piece in pieces {
        let key = (piece.object, piece.what.name().to_owned());
        let at = *known.entry(key).or_insert_with(|| {
            let (object, what, line) = (piece.object, piece.what, piece.line);
            let value = ShownValue { object, what, text: String::new(), limits: Limits::All, line };
            input.values.push(value);
            slots.push(Vec::new());
            slots.len() - 1
        });
        slots[at].push((piece.slot, piece.text));
    }
    for (value, slots) in input.values.iter_mut().zip(slots) {
        (value.limits, value.text) = match limits(&slots) {
            Some(it) => it,
            None => (Limits::All, joined(&slots)),
        };
    }
}

/// The limits that have columns of their own, and their texts; `None` if there are none.
fn limits(pieces: &[(Slot, String)]) -> Option<(Limits, String)> {
    let of = |limit: DisplayLimit| pieces.iter().find(|it| it.0 == Slot::Only(limit)).map(|it| it.1.as_str());
    let all = [DisplayLimit::Minimum, DisplayLimit::Default, DisplayLimit::Maximum].map(of);
    let [minimum, default, maximum] = all.map(|it| it.is_some());
    if !(minimum || default || maximum) {
        return None;
    }
    let text = all.into_iter().flatten().collect::<Vec<_>>().join(", ");
    Some((Limits::Displayed { minimum, default, maximum }, text))
}

/// The text of a value.
fn joined(pieces: &[(Slot, String)]) -> String {
    let of = |slot: Slot| pieces.iter().find(|it| it.0 == slot).map(|it| it.1.as_str());
    let (default, maximum) = (of(Slot::Default), of(Slot::Maximum));
    let is_limit = |it: &&str| *it != "-";
    match (default.filter(is_limit), maximum.filter(is_limit)) {
        (Some(default), Some(maximum)) => return format!("{default}, {maximum}"),
        (Some(one), None) | (None, Some(one)) => return one.to_owned(),
        (None, None) if default.is_some() || maximum.is_some() => return "-".to_owned(),
        (None, None) => {}
    }
    if pieces.iter().any(|it| matches!(it.0, Slot::Row(_))) {
        let row = |number: usize| of(Slot::Row(number)).unwrap_or("-");
        return match (row(0), row(1)) {
            ("-", "-") => "-".to_owned(),
            (first, "-") => first.to_owned(),
            ("-", second) => format!("/{second}"),
            (first, second) => format!("{first}/{second}"),
        };
    }
    pieces.iter().map(|it| it.1.trim()).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
}

impl Shown {
    /// The name of the parameter, of several the first one.
    pub(in crate::answers::running) fn name(&self) -> &str {
        match self {
            Shown::Part(part) => part.params.first().copied().unwrap_or(part.text),
            Shown::Param(param) => param.name,
            Shown::Index(name) => name,
        }
    }
}
