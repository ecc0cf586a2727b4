//! Merges a simple queue requirement into the terms of a compound requirement or the branches of an alternative one
//! (rules C1 to C7, D1 to D6).

use lsflint_spec::builtin_resource;
use rustc_hash::FxHashSet;

use super::layer::{Layer, Reserved, span_text};
use super::section::UsageRules;
use super::stage::Stage;
use super::{Level, Merger, Refusal, Refused};
use crate::requirement::Method;

/// The codes of the rules and the nouns for one kind of requirement.
pub(super) struct Rules {
    select: &'static str,
    order_and_span: &'static str,
    dropped: &'static str,
    usage: UsageRules,
    delays: Option<&'static str>,
    /// The noun for the requirement.
    shape: &'static str,
    /// The noun for its parts.
    part: &'static str,
}

pub(super) static COMPOUND: Rules = Rules {
    select: "C1",
    order_and_span: "C2",
    dropped: "C3",
    usage: UsageRules { union: "C4", conflict: "C5", sides: "C6", announced: false },
    delays: None,
    shape: "compound",
    part: "term",
};

pub(super) static ALTERNATIVE: Rules = Rules {
    select: "D1",
    order_and_span: "D2",
    dropped: "D4",
    usage: UsageRules { union: "D3", conflict: "D3", sides: "D6", announced: false },
    delays: Some("D5"),
    shape: "alternative",
    part: "branch",
};

/// Whether the amount of a resource is reserved once per job.
enum Basis {
    /// Once per job, for this reason.
    Job(&'static str),
    Other,
    /// Unknown: the files that decide are not loaded.
    Unknown,
}

impl Merger<'_> {
    /// Merges the queue into every part.
    pub(super) fn spread_over(&mut self, upper: Stage, queue: &Layer, rules: &Rules) -> Result<Stage, Refusal> {
        if queue.rusage.len() > 1 {
            let reason =
                format!("`||` in `rusage` of the queue cannot be merged with a requirement that is {}", rules.shape);
            self.step(rules.usage.sides, reason.clone());
            return Err(Refusal(Refused::Sides, reason));
        }
        for layer in upper.leaves() {
            self.below_queue(layer, queue)?;
        }
        let from = self.steps.len();
        if let Some(rule) = rules.delays.filter(|_| upper.has_delays()) {
            self.step(rule, "the delays of the branches are unchanged");
        }
        for (name, is_there) in [("same", !queue.same.is_empty()), ("cu", queue.cu.is_some())] {
            if is_there {
                let text = format!("`{name}` of the queue is ignored because the requirement is {}", rules.shape);
                self.step(rules.dropped, text);
            }
        }
        if queue.cu.is_some() && rules.shape == COMPOUND.shape {
            self.note(
                "how LSF merges `cu` of a queue into a compound is undocumented; lsflint ignores it as in an \
                 alternative",
            );
        }
        let everywhere = self.everywhere(&upper, queue, rules);
        let part = Some(rules.part);
        let spread = upper.map(|mut layer, first| {
            self.selections(rules.select, part, &mut layer, queue, Level::Queue);
            let (order, span, affinity) = (queue.order.clone(), queue.span.clone(), queue.affinity.clone());
            self.replace(rules.order_and_span, "order", &mut layer.order, order, part, ToString::to_string);
            self.replace(rules.order_and_span, "span", &mut layer.span, span, part, |it| span_text(it));
            if affinity.is_some() {
                self.note(
                    "how LSF merges `affinity` of a queue into braces is undocumented; lsflint treats it like `span`",
                );
            }
            self.replace("C7", "affinity", &mut layer.affinity, affinity, part, ToString::to_string);
            let goes_here = |it: &&Reserved| first || everywhere.contains(it.value.resource());
            let usage: Vec<Reserved> = queue.reservations().filter(goes_here).cloned().collect();
            layer.rusage = self.usage(&rules.usage, layer.rusage, &[usage], Level::Queue);
            Ok(layer)
        });
        // Steps are easier to read by section than by term.
        self.steps[from..].sort_by_key(|it| it.rule);
        spread
    }

    /// The resources of the queue that are merged into every term, not only into the first one.
    fn everywhere(&mut self, upper: &Stage, queue: &Layer, rules: &Rules) -> FxHashSet<String> {
        let mut everywhere = FxHashSet::default();
        let later_terms = upper.has_later_terms();
        for reserved in queue.reservations() {
            let what = reserved.described();
            match self.basis(reserved) {
                Basis::Job(why) if later_terms => {
                    let text = format!(
                        "{what} is added only to the first term of each compound because it is job-based ({why})"
                    );
                    self.step(rules.usage.union, text);
                    continue;
                }
                Basis::Unknown if later_terms => self.note(format!(
                    "{what} is assumed not to be job-based: this is unknown without lsb.resources, lsb.params, \
                     lsf.shared and lsf.cluster"
                )),
                Basis::Job(_) | Basis::Other | Basis::Unknown => {}
            }
            let place = if later_terms { "term" } else { rules.part };
            self.step(rules.usage.union, format!("{what} is added to every {place}"));
            everywhere.insert(reserved.value.resource().to_owned());
        }
        everywhere
    }

    /// Whether a resource of the queue is job-based.
    fn basis(&self, reserved: &Reserved) -> Basis {
        let (options, name) = (self.options, reserved.value.resource());
        let found = options.basis(&reserved.value);
        match found.per {
            Some(Method::Job) => Basis::Job(found.why),
            Some(Method::Task | Method::Host) => Basis::Other,
            None if builtin_resource(name).is_some_and(|it| it.size_units) => Basis::Other,
            None if options.is_shared(name) == Some(false) || options.reserve_per_task == Some(true) => Basis::Other,
            None => Basis::Unknown,
        }
    }
}
