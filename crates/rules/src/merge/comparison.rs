//! Compares the requirements of application profiles with those of queues.

use std::cmp::Ordering;

use lsflint_model::View;
use lsflint_model::requirement::merge::Options;
use lsflint_model::requirement::{Expr, Required, Requirement, RequirementGroup, Reservation, Simple, Units, merge};
use lsflint_model::satisfy::Selection;
use rustc_hash::FxHashMap;

use crate::merge::wanted::Why;

/// What is known about an application profile and the queues of a group.
struct Outcome {
    /// Why LSF rejects the jobs.
    refused: Option<Why>,
    /// Why the jobs never start; `None` if it has not been looked for.
    never: Option<Option<Why>>,
}

impl Outcome {
    const COMPATIBLE: Outcome = Outcome { refused: None, never: Some(None) };
    /// LSF does not reject the jobs.
    const NOT_REFUSED: Outcome = Outcome { refused: None, never: None };
}

/// Compares an application profile with queues, each pair once for all rules.
pub(crate) struct Pairs<'a> {
    view: View<'a>,
    queues: &'a [RequirementGroup],
    options: Options,
    /// The results for one application profile, by the index of the queue.
    outcomes: FxHashMap<usize, Outcome>,
}

impl<'a> Pairs<'a> {
    /// For the queues of a cluster.
    pub(crate) fn new(view: View<'a>) -> Pairs<'a> {
        let queues = &*view.requirements().queues;
        Pairs { view, queues, options: Options::of(view, None, None), outcomes: FxHashMap::default() }
    }

    /// Begins with another application profile.
    pub(crate) fn start(&mut self) {
        self.outcomes.clear();
    }

    /// Why the jobs of an application profile cannot run in the queues of a group; `None` when they can, or when it is
    /// not known. `refusals`: only look for rejected jobs.
    pub(crate) fn conflict(&mut self, profile: &RequirementGroup, queue: usize, refusals: bool) -> Option<Why> {
        let is_enough = |it: &&Outcome| refusals || it.refused.is_some() || it.never.is_some();
        if self.outcomes.get(&queue).filter(is_enough).is_none() {
            let outcome = self.compare(profile, queue, refusals);
            self.outcomes.insert(queue, outcome);
        }
        let outcome = &self.outcomes[&queue];
        let never = || outcome.never.as_ref().filter(|_| !refusals)?.clone();
        outcome.refused.clone().or_else(never)
    }

    fn compare(&mut self, profile: &RequirementGroup, queue: usize, refusals: bool) -> Outcome {
        let group = &self.queues[queue];
        let Some(upper) = profile.required.known().filter(|_| *group.required != Required::Unknown) else {
            return Outcome::COMPATIBLE;
        };
        if let Some((below, upper)) = nothing_to_refuse(group, upper, &self.options.units) {
            if below.select.is_empty() || upper.select.is_empty() {
                return Outcome::COMPATIBLE;
            }
            if refusals {
                return Outcome::NOT_REFUSED;
            }
            let merged: Vec<Expr> = below.select.iter().chain(&upper.select).cloned().collect();
            let never = never_together(self.view, &below.select, &merged).map(Why::Never);
            return Outcome { refused: None, never: Some(never) };
        }
        self.options.reservation_ranges.clone_from(&group.ranges);
        (self.options.queue_tasks, self.options.application_tasks) = (group.tasks, profile.tasks);
        let merged = merge(group.required.known(), Some(upper), &[], &self.options);
        if let Some((refused, reason)) = merged.refused.zip(merged.reason) {
            // What is rejected in the application profile alone is not a conflict.
            let options = Options { queue_tasks: None, reservation_ranges: Vec::new(), ..self.options.clone() };
            let alone = merge(None, Some(upper), &[], &options).refused.is_some();
            let refused = (!alone).then_some(Why::Refused(refused, reason));
            return Outcome { refused, ..Outcome::COMPATIBLE };
        }
        let (Some(below), Some(merged)) = (group.required.known(), merged.result) else { return Outcome::COMPATIBLE };
        match refusals {
            true => Outcome::NOT_REFUSED,
            false => Outcome { refused: None, never: Some(self.contradiction(below, upper, &merged)) },
        }
    }

    /// Conditions of both levels that never hold together: in one term, or in all alternatives.
    fn contradiction(&self, queue: &Requirement, profile: &Requirement, merged: &Requirement) -> Option<Why> {
        let (Requirement::Simple(below), true) = (queue, self.selects(profile)) else { return None };
        if below.select.is_empty() {
            return None;
        }
        let never = |it: &Simple| never_together(self.view, &below.select, &it.select);
        let text = match merged {
            Requirement::Simple(it) => never(it),
            Requirement::Compound(terms) => terms.iter().find_map(|it| never(&it.body)),
            Requirement::Alternative(branches) => {
                let texts: Option<Vec<String>> =
                    branches.iter().map(|it| it.body.simples().into_iter().find_map(never)).collect();
                texts?.into_iter().next()
            }
        };
        text.map(Why::Never)
    }

    fn selects(&self, requirement: &Requirement) -> bool {
        requirement.simples().iter().any(|it| !it.select.is_empty())
    }
}

/// The sections of a queue and an application profile that have no reservation in common, or where the application
/// profile reserves no more than the queue, so that only their selections can conflict. Cheaper than a merge, and true
/// for nearly all pairs.
fn nothing_to_refuse<'r>(
    queue: &'r RequirementGroup,
    profile: &'r Requirement,
    units: &Units,
) -> Option<(&'r Simple, &'r Simple)> {
    let (Requirement::Simple(below), Requirement::Simple(upper)) = (queue.required.known()?, profile) else {
        return None;
    };
    let choices = |it: &Simple| it.rusage.as_ref().map_or(0, |it| it.alternatives.len());
    let reservations =
        |it: &'r Simple| it.rusage.iter().flat_map(|it| &it.alternatives).flat_map(|it| &it.reservations);
    let single = choices(below) <= 1 && choices(upper) <= 1;
    let fits = |above: &Reservation| {
        let mut same = reservations(below).filter(|it| it.resource() == above.resource());
        same.all(|it| single && is_no_more(above, it, units))
    };
    (queue.ranges.is_empty() && reservations(upper).all(fits)).then_some((below, upper))
}

/// Whether a reservation with one phase is certainly not larger or longer than another one.
fn is_no_more(above: &Reservation, below: &Reservation, units: &Units) -> bool {
    let ([amount], [most]) = (&above.amounts[..], &below.amounts[..]) else { return false };
    let bare = units.of_resource(above.resource());
    let lasts = |it: &Reservation| it.timing.durations.iter().map(|it| it.seconds()).max();
    let no_longer = match (lasts(above), lasts(below)) {
        (Some(time), Some(most)) => time <= most,
        // Without a duration the application profile inherits that of the queue; without one in the queue it lasts as
        // long as the job.
        (None, _) | (_, None) => true,
    };
    above.method == below.method && no_longer && amount.compare(*most, bare).is_some_and(Ordering::is_le)
}

/// The conditions that never hold together, in words; `None` when they may, or when those of one level alone never
/// hold.
fn never_together(view: View<'_>, queue: &[Expr], merged: &[Expr]) -> Option<String> {
    // The merge puts the conditions of the queue first, and omits them where those of the queue do not apply.
    let profile = merged.strip_prefix(queue)?;
    let selection = |conditions: &[Expr]| Selection::new(view, conditions.iter().map(|it| (it, None))).contradiction();
    let all = Selection::new(view, merged.iter().map(|it| (it, None)));
    let numbers = all.contradiction()?;
    if selection(queue).is_some() || selection(profile).is_some() {
        return None;
    }
    let of_queue: usize = queue.iter().map(|it| it.conjuncts().len()).sum();
    let words = |it: &usize| {
        let level = if *it < of_queue { "queue" } else { "application profile" };
        format!("`{}` of the {level}", all.parts()[*it].written)
    };
    match numbers.as_slice() {
        [one, two] => Some(format!("{} and {} never hold together", words(one), words(two))),
        _ => Some("the conditions of the queue and the application profile never hold together".to_owned()),
    }
}
