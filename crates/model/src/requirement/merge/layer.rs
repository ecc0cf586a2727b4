//! Requirement sections that record the level of each of their parts.

use super::{Level, Origin};
use crate::requirement::{Affinity, ComputeUnits, Expr, Order, Reservation, Rusage, Simple, SpanItem, Usage};

/// A part and its level.
#[derive(Debug, Clone)]
pub(super) struct Part<T> {
    pub(super) from: Level,
    pub(super) value: T,
}

/// The sections of a simple requirement, with levels.
#[derive(Debug, Clone, Default)]
pub(super) struct Layer {
    pub(super) select: Vec<Part<Expr>>,
    pub(super) order: Option<Part<Order>>,
    /// The alternatives of `||`; empty without the section.
    pub(super) rusage: Vec<Vec<Reserved>>,
    pub(super) span: Option<Part<Vec<SpanItem>>>,
    pub(super) same: Vec<Part<String>>,
    pub(super) cu: Option<Part<ComputeUnits>>,
    pub(super) affinity: Option<Part<Affinity>>,
}

/// A reservation with the levels of its inherited attributes.
#[derive(Debug, Clone)]
pub(super) struct Reserved {
    pub(super) from: Level,
    pub(super) value: Reservation,
    pub(super) duration: Level,
    pub(super) decay: Level,
    pub(super) threshold: Level,
}

impl Reserved {
    /// The reservation as text, with amount and level.
    pub(super) fn described(&self) -> String {
        format!("`{}` of the {}", self.value, self.from)
    }

    /// The reservation as text, with duration and level.
    pub(super) fn duration_described(&self) -> String {
        let duration = self.value.timing.duration_text(self.value.is_phased()).unwrap_or_default();
        format!("`{duration}` of the {} for `{}`", self.duration, self.value.name)
    }
}

impl Layer {
    /// The sections of one level.
    pub(super) fn of(simple: &Simple, from: Level) -> Layer {
        let reserved =
            |it: &Reservation| Reserved { from, value: it.clone(), duration: from, decay: from, threshold: from };
        let usage = |it: &Usage| it.reservations.iter().map(reserved).collect();
        Layer {
            select: simple.select.iter().map(|it| Part { from, value: it.clone() }).collect(),
            order: simple.order.clone().map(|value| Part { from, value }),
            rusage: simple.rusage.iter().flat_map(|it| &it.alternatives).map(usage).collect(),
            span: (!simple.span.is_empty()).then(|| Part { from, value: simple.span.clone() }),
            same: simple.same.iter().map(|it| Part { from, value: it.clone() }).collect(),
            cu: simple.cu.clone().map(|value| Part { from, value }),
            affinity: simple.affinity.clone().map(|value| Part { from, value }),
        }
    }

    /// The sections without their levels.
    pub(super) fn simple(&self) -> Simple {
        let usage = |it: &Vec<Reserved>| Usage { reservations: it.iter().map(|it| it.value.clone()).collect() };
        let alternatives: Vec<Usage> = self.rusage.iter().map(usage).collect();
        Simple {
            select: self.select.iter().map(|it| it.value.clone()).collect(),
            order: self.order.as_ref().map(|it| it.value.clone()),
            rusage: (!alternatives.is_empty()).then_some(Rusage { alternatives }),
            span: self.span.as_ref().map(|it| it.value.clone()).unwrap_or_default(),
            same: self.same.iter().map(|it| it.value.clone()).collect(),
            cu: self.cu.as_ref().map(|it| it.value.clone()),
            affinity: self.affinity.as_ref().map(|it| it.value.clone()),
        }
    }

    /// All reservations of all alternatives.
    pub(super) fn reservations(&self) -> impl Iterator<Item = &Reserved> {
        self.rusage.iter().flatten()
    }

    /// The origins of its parts, in printing order.
    pub(super) fn origins(&self) -> Vec<Origin> {
        let mut origins = Vec::new();
        let mut add = |text: String, from: Level| origins.push(Origin { text, from });
        self.select.iter().for_each(|it| add(it.value.to_string(), it.from));
        self.order.iter().for_each(|it| add(it.value.to_string(), it.from));
        for it in self.reservations() {
            let (timing, phased) = (&it.value.timing, it.value.is_phased());
            add(it.value.to_string(), it.from);
            timing.duration_text(phased).into_iter().for_each(|text| add(text, it.duration));
            timing.decay_text(phased).into_iter().for_each(|text| add(text, it.decay));
            timing.threshold.iter().for_each(|number| add(format!("threshold={number}"), it.threshold));
        }
        self.span.iter().for_each(|it| add(span_text(&it.value), it.from));
        self.same.iter().for_each(|it| add(format!("same[{}]", it.value), it.from));
        self.cu.iter().for_each(|it| add(it.value.to_string(), it.from));
        self.affinity.iter().for_each(|it| add(it.value.to_string(), it.from));
        origins
    }
}

/// The text of a span section.
pub(super) fn span_text(items: &[SpanItem]) -> String {
    Simple { span: items.to_vec(), ..Simple::default() }.to_string()
}
