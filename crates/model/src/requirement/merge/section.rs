//! Merges two simple requirements, section by section (rules S1 to S5 and S7).

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use super::layer::{Layer, Part, Reserved, span_text};
use super::{Level, Merger};
use crate::requirement::Reservation;

/// The codes of the rules for reservations.
pub(super) struct UsageRules {
    /// The rule for the union of both levels.
    pub(super) union: &'static str,
    /// The rule for a resource in both levels.
    pub(super) conflict: &'static str,
    /// The rule for alternatives of `||`.
    pub(super) sides: &'static str,
    /// Whether each added resource is recorded as a step.
    pub(super) announced: bool,
}

static SIMPLE: UsageRules = UsageRules { union: "S4", conflict: "S4", sides: "S7", announced: true };

impl Merger<'_> {
    /// Merges a level with lower precedence into one with higher precedence.
    pub(super) fn sections(&mut self, mut high: Layer, low: Layer, level: Level) -> Layer {
        self.selections("S1", None, &mut high, &low, level);
        let asks_for_more = !high.select.is_empty() || !high.rusage.is_empty() || high.span.is_some();
        if high.order.is_none() && low.order.is_some() && asks_for_more {
            self.note(format!(
                "`order` of the {level} is used because no level with precedence has one; the manuals of LSF 6 \
                 and 7 use the default order instead"
            ));
        }
        self.replace("S2", "order", &mut high.order, low.order, None, ToString::to_string);
        self.replace("S2", "span", &mut high.span, low.span, None, |it| span_text(it));
        self.replace("S2", "cu", &mut high.cu, low.cu, None, ToString::to_string);
        self.replace("S2", "affinity", &mut high.affinity, low.affinity, None, ToString::to_string);
        if !low.same.is_empty() {
            let text = if high.same.is_empty() { "comes from" } else { "also includes the names of" };
            self.step("S3", format!("`same` {text} the {level}"));
            // The lower level first, as in select; the order has no meaning.
            let mut names = low.same;
            names.retain(|it| !high.same.iter().any(|known| known.value == it.value));
            names.append(&mut high.same);
            high.same = names;
        }
        high.rusage = self.usage(&SIMPLE, high.rusage, &low.rusage, level);
        high
    }

    /// Adds the selection of the lower level, to every `part` if there are parts.
    pub(super) fn selections(
        &mut self,
        rule: &'static str,
        part: Option<&str>,
        high: &mut Layer,
        low: &Layer,
        level: Level,
    ) {
        if low.select.is_empty() {
            return;
        }
        let text = match part {
            Some(part) => format!("`select` of the {level} must be true in every {part}"),
            None if high.select.is_empty() => format!("`select` comes from the {level}"),
            None => format!("`select` of the {level} must also be true"),
        };
        self.step(rule, text);
        high.select.splice(0..0, low.select.iter().cloned());
    }

    /// Uses the section of the higher level, else that of the lower one.
    pub(super) fn replace<T>(
        &mut self,
        rule: &'static str,
        name: &str,
        high: &mut Option<Part<T>>,
        low: Option<Part<T>>,
        part: Option<&str>,
        text: impl Fn(&T) -> String,
    ) {
        let Some(low) = low else { return };
        match high {
            Some(high) => {
                let (new, old) = (text(&high.value), text(&low.value));
                if new != old {
                    let text = format!("`{new}` of the {} replaces `{old}` of the {}", high.from, low.from);
                    self.step(rule, text);
                }
            }
            None => {
                let text = match part {
                    Some(part) => format!("`{name}` of the {} is added to each {part} without one", low.from),
                    None => format!("`{name}` comes from the {}", low.from),
                };
                self.step(rule, text);
                *high = Some(low);
            }
        }
    }

    /// Merges reservations: every alternative of `||` with every alternative of the lower level.
    pub(super) fn usage(
        &mut self,
        rules: &UsageRules,
        high: Vec<Vec<Reserved>>,
        low: &[Vec<Reserved>],
        level: Level,
    ) -> Vec<Vec<Reserved>> {
        if low.iter().all(Vec::is_empty) {
            return high;
        }
        if high.is_empty() {
            if rules.announced {
                self.step(rules.union, format!("`rusage` comes from the {level}"));
            }
            return low.to_vec();
        }
        if high.len() > 1 || low.len() > 1 {
            self.step(
                rules.sides,
                format!("`rusage` has `||`: each alternative is merged with each alternative of the {level}"),
            );
        }
        let mut merged = Vec::new();
        let mut seen = FxHashSet::default();
        for strong in &high {
            for weak in low {
                let side = self.one_side(rules, strong, weak);
                // Alternatives that differed only in what the higher level overrides are now equal.
                if seen.insert(side.iter().map(|it| it.value.clone()).collect::<Vec<Reservation>>()) {
                    merged.push(side);
                }
            }
        }
        merged
    }

    fn one_side(&mut self, rules: &UsageRules, high: &[Reserved], low: &[Reserved]) -> Vec<Reserved> {
        let mut merged = high.to_vec();
        for weak in low {
            match merged.iter_mut().find(|it| it.value.resource() == weak.value.resource()) {
                Some(strong) => self.same_resource(rules, strong, weak),
                None => {
                    if rules.announced {
                        self.step(rules.union, format!("{} is added", weak.described()));
                    }
                    merged.push(weak.clone());
                }
            }
        }
        merged
    }

    /// Merges reservations of the same resource: the one with precedence is used and inherits missing durations and
    /// decays.
    fn same_resource(&mut self, rules: &UsageRules, strong: &mut Reserved, weak: &Reserved) {
        self.step(rules.conflict, format!("{} overrides {}", strong.described(), weak.described()));
        let unit = self.options.units.of_resource(strong.value.resource());
        let more = strong.value.first_amount().zip(weak.value.first_amount()).and_then(|(a, b)| a.compare(b, unit));
        if weak.from == Level::Application && more == Some(Ordering::Greater) {
            self.note(format!(
                "{} exceeds {}, which is allowed: only the queue limits it",
                strong.described(),
                weak.described()
            ));
        }
        if strong.value.method.is_none() && weak.value.method.is_some() {
            self.note(format!(
                "{} has no method; whether it inherits the method of {} is undocumented",
                strong.described(),
                weak.described()
            ));
        }
        // Phases are one list: amounts, durations and decays belong together.
        if strong.value.is_phased() || weak.value.is_phased() {
            return;
        }
        let mut inherited = Vec::new();
        let (to, from) = (&mut strong.value.timing, &weak.value.timing);
        if to.durations.is_empty() && !from.durations.is_empty() {
            to.durations.clone_from(&from.durations);
            strong.duration = weak.duration;
            inherited.extend(from.duration_text(false));
        }
        if to.decays.is_empty() && !from.decays.is_empty() {
            to.decays.clone_from(&from.decays);
            strong.decay = weak.decay;
            inherited.extend(from.decay_text(false));
        }
        if let (None, Some(number)) = (to.threshold, from.threshold) {
            to.threshold = Some(number);
            strong.threshold = weak.threshold;
            inherited.push(format!("threshold={number}"));
        }
        if !inherited.is_empty() {
            let (name, level) = (&strong.value.name, weak.from);
            self.step("S5", format!("`{name}` inherits `{}` from the {level}", inherited.join(":")));
        }
    }
}
