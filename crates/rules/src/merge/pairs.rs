//! Pairs of an application profile and a queue whose jobs LSF rejects or never starts.

use std::cmp::Ordering;

use lsflint_lint::FactsContext;
use lsflint_model::requirement::merge::{Options, Refused};
use lsflint_model::requirement::{Expr, Required, Requirement, RequirementGroup, Reservation, Simple, Units, merge};
use lsflint_model::satisfy::Selection;
use lsflint_model::{Entity, FieldRef, Knowledge, Place, View};
use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{ResReq, RusageSection, UsageItem, UsageKind};

use crate::merge::defaults::{Defaults, fields, queue};
use crate::requirement::content::canonical;

/// The number of pairs that are compared after a queue has accepted the jobs.
const PAIRS: usize = 1024;
/// The number of pairs that are compared in any case, for each queue and application profile: all pairs of 64 and 64.
const PAIRS_OF_EACH: usize = 32;

/// The conflicts that a rule reports.
pub(crate) struct Wanted {
    /// The code of the rule.
    pub(crate) key: &'static str,
    /// Whether the rule reports this conflict.
    pub(crate) why: fn(&Why) -> bool,
    /// Whether the requirement of an application profile can cause such a conflict.
    pub(crate) profile: fn(&Requirement) -> bool,
    /// Whether a queue can cause such a conflict.
    pub(crate) queue: fn(&RequirementGroup) -> bool,
    /// Whether conflicts with some of the queues are reported as informational.
    pub(crate) with_some: bool,
    /// The parameter of the queue that causes the conflict.
    pub(crate) decided_by: &'static str,
}

/// Why an application profile and a queue are incompatible.
#[derive(Debug, Clone)]
pub(crate) enum Why {
    /// LSF rejects the jobs, for this reason.
    Refused(Refused, String),
    /// The selections of both never hold together; the reason in words.
    Never(String),
}

impl Why {
    /// Whether LSF rejects the jobs; otherwise they pend forever.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Why::Refused(..))
    }

    /// The reason.
    pub(crate) fn text(&self) -> &str {
        match self {
            Why::Refused(_, it) | Why::Never(it) => it,
        }
    }
}

/// Which queues and jobs a conflict affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// All queues.
    All,
    /// The queue of jobs that do not name one.
    DefaultQueue,
    /// The application profile of jobs that do not name one.
    DefaultProfile,
    /// Some queues.
    Some,
}

/// A conflict by numbers, as it is shared by the files of a cluster.
struct Found {
    /// The application profile.
    profile: u32,
    /// The range of the cause in its RES_REQ.
    range: TextRange,
    /// The first queue.
    queue: u32,
    why: Why,
    reach: Reach,
    count: usize,
    of: usize,
}

/// An application profile that is incompatible with queues.
pub(crate) struct Conflict<'a> {
    /// The cause in the application profile.
    pub(crate) place: Place,
    /// The application profile.
    pub(crate) profile: Entity<'a>,
    /// The first queue.
    pub(crate) queue: Entity<'a>,
    /// Why it is incompatible with that queue.
    pub(crate) why: Why,
    /// Which queues and jobs the conflict affects.
    pub(crate) reach: Reach,
    /// The number of queues that are affected.
    pub(crate) count: usize,
    /// The number of all queues.
    pub(crate) of: usize,
}

impl Conflict<'_> {
    /// Whether the application profile is incompatible with one queue only, which is not the default.
    pub(crate) fn is_with_one_queue(&self) -> bool {
        self.reach == Reach::Some && self.count == 1
    }
}

/// The conflicts of all application profiles, for a file of application profiles or queues.
pub(crate) fn conflicts<'a>(context: &FactsContext<'a>, wanted: &Wanted) -> Vec<Conflict<'a>> {
    let view = context.cluster;
    let is_asked = match context.kind() {
        FileKind::LsbApplications => true,
        // Typing the requirements of all queues is not free.
        FileKind::LsbQueues => wanted.with_some && view.has_section(FileKind::LsbApplications, "Application"),
        _ => false,
    };
    if !is_asked || view.knowledge(FileKind::LsbQueues) == Knowledge::Unknown {
        return Vec::new();
    }
    let found = view.once(wanted.key, |view| search(view, wanted)).unwrap_or_default();
    let conflict = |it: &Found| {
        let profile = view.record(FileKind::LsbApplications, "Application", it.profile)?;
        let place = profile.field("RES_REQ")?.place_of(it.range);
        let (queue, why) = (queue(view, it.queue)?, it.why.clone());
        Some(Conflict { place, profile, queue, why, reach: it.reach, count: it.count, of: it.of })
    };
    found.iter().filter_map(conflict).collect()
}

fn search(view: View<'_>, wanted: &Wanted) -> Vec<Found> {
    let groups = view.requirements();
    let may_conflict = |it: &&RequirementGroup| it.required.known().is_some_and(|it| (wanted.profile)(it));
    let mut profiles = groups.profiles.iter().filter(may_conflict).peekable();
    if profiles.peek().is_none() || !groups.queues.iter().any(wanted.queue) {
        return Vec::new();
    }
    let mut search = Search::new(view, wanted);
    let mut found = Vec::new();
    for profile in profiles {
        let Some(hit) = search.queues_against(profile) else { continue };
        let queue = search.queues[hit.queue].members[0];
        for field in fields(view, FileKind::LsbApplications, profile) {
            let is_default = search.default_profile == Some(field.entity().number());
            let reach = match hit.reach {
                Reach::Some if is_default => Reach::DefaultProfile,
                reach => reach,
            };
            if reach == Reach::Some && !wanted.with_some {
                continue;
            }
            let (why, count, of) = (hit.why.clone(), hit.count, search.count);
            let (profile, range) = (field.entity().number(), hit.why.range_in(&field));
            found.push(Found { profile, range, queue, why, reach, count, of });
        }
    }
    found
}

impl Why {
    /// The range of the cause in the value of the application profile.
    fn range_in(&self, field: &FieldRef<'_>) -> TextRange {
        let whole =
            || field.known().map_or(TextRange::default(), |it| TextRange::up_to(lsflint_syntax::TextSize::of(&*it)));
        let Some(parse) = field.parse() else { return whole() };
        let Some(tree) = parse.typed::<ResReq<'_>>() else { return whole() };
        let found = match self {
            Why::Refused(Refused::Range(resource) | Refused::Ceiling(resource), _) => {
                let sections = tree.sections::<RusageSection<'_>>();
                let named = |it: &UsageItem<'_>| {
                    it.kind() == Some(UsageKind::Resource)
                        && it.name().is_some_and(|it| canonical(&it.text()) == resource)
                };
                sections.flat_map(RusageSection::items).find(named).map(|it| it.node().trimmed_range())
            }
            Why::Never(_) => tree.simples().find_map(|it| it.selection()).map(|it| it.range()),
            Why::Refused(..) => None,
        };
        found.unwrap_or_else(whole)
    }
}

/// The queues that are incompatible with an application profile.
struct Hit {
    queue: usize,
    why: Why,
    reach: Reach,
    count: usize,
}

/// The queues, and the number of pairs that have been compared.
struct Search<'a, 'w> {
    view: View<'a>,
    wanted: &'w Wanted,
    queues: &'a [RequirementGroup],
    /// The indices of the groups, with the default queues first.
    order: Vec<usize>,
    /// The number of groups that contain default queues.
    defaults: usize,
    default_profile: Option<u32>,
    /// The number of queues.
    count: usize,
    is_complete: bool,
    /// Whether the search is for selections that never hold together.
    wants_never: bool,
    options: Options,
    looked: usize,
    /// The number of pairs that are compared at most.
    most: usize,
}

impl<'a, 'w> Search<'a, 'w> {
    fn new(view: View<'a>, wanted: &'w Wanted) -> Search<'a, 'w> {
        let queues = &*view.requirements().queues;
        let named = Defaults::of(view);
        let is_default = |it: &usize| named.has_queue_of(&queues[*it]);
        let (mut order, others): (Vec<usize>, Vec<usize>) = (0..queues.len()).partition(is_default);
        let defaults = order.len();
        order.extend(others);
        Search {
            view,
            wanted,
            order,
            defaults,
            default_profile: named.profile,
            count: queues.iter().map(|it| it.members.len()).sum(),
            queues,
            is_complete: view.knowledge(FileKind::LsbQueues) == Knowledge::Complete,
            wants_never: (wanted.why)(&Why::Never(String::new())),
            options: Options::of(view, None, None),
            looked: 0,
            most: PAIRS_OF_EACH * (queues.len() + view.requirements().profiles.len()),
        }
    }

    /// The queues that are incompatible with an application profile for a wanted reason.
    fn queues_against(&mut self, profile: &RequirementGroup) -> Option<Hit> {
        let is_default_profile = self.default_profile.is_some_and(|it| profile.members.contains(&it));
        let (mut taken, mut taken_by_default) = (false, self.defaults == 0);
        let (mut hit, mut hit_is_first, mut hit_is_default) = (None::<Hit>, false, false);
        for position in 0..self.order.len() {
            if taken && self.looked > PAIRS || self.looked > self.most {
                break;
            }
            // Without a report about some of the queues, one queue that accepts the jobs is enough.
            if taken && position >= self.defaults && !self.wanted.with_some && !is_default_profile {
                break;
            }
            let (number, is_default) = (self.order[position], position < self.defaults);
            // Whether a queue accepts the jobs matters only until one does.
            if taken && !is_default && !(self.wanted.queue)(&self.queues[number]) {
                continue;
            }
            self.looked += 1;
            let Some(why) = self.conflict(profile, number, taken && !self.wants_never) else {
                taken = true;
                taken_by_default |= is_default;
                continue;
            };
            if !(self.wanted.why)(&why) {
                // Another rule reports this queue.
                continue;
            }
            let count = self.queues[number].members.len();
            match &mut hit {
                Some(hit) => hit.count += count,
                None => {
                    (hit_is_first, hit_is_default) = (position == 0, is_default);
                    hit = Some(Hit { queue: number, why, reach: Reach::Some, count });
                }
            }
        }
        let mut hit = hit?;
        let none_left = !taken && self.is_complete && self.looked <= self.most;
        if none_left && hit_is_first {
            hit.reach = Reach::All;
        } else if hit_is_default && !taken_by_default {
            hit.reach = Reach::DefaultQueue;
        }
        Some(hit)
    }

    /// Why the jobs of an application profile cannot run in the queues of a group; `None` when they can, or when it is
    /// not known. `refusals`: only look for rejected jobs.
    fn conflict(&mut self, profile: &RequirementGroup, queue: usize, refusals: bool) -> Option<Why> {
        let group = &self.queues[queue];
        let upper = profile.required.known()?;
        if *group.required == Required::Unknown {
            return None;
        }
        if let Some((below, upper)) = nothing_to_refuse(group, upper, &self.options.units) {
            if refusals || below.select.is_empty() || upper.select.is_empty() {
                return None;
            }
            let merged: Vec<Expr> = below.select.iter().chain(&upper.select).cloned().collect();
            return never_together(self.view, &below.select, &merged).map(Why::Never);
        }
        self.options.reservation_ranges.clone_from(&group.ranges);
        (self.options.queue_tasks, self.options.application_tasks) = (group.tasks, profile.tasks);
        let merged = merge(group.required.known(), Some(upper), &[], &self.options);
        if let Some((refused, reason)) = merged.refused.zip(merged.reason) {
            // What is rejected in the application profile alone is not a conflict.
            let alone = || {
                let options = Options { queue_tasks: None, reservation_ranges: Vec::new(), ..self.options.clone() };
                merge(None, Some(upper), &[], &options).refused.is_some()
            };
            return (!alone()).then_some(Why::Refused(refused, reason));
        }
        if refusals {
            return None;
        }
        self.contradiction(group.required.known()?, upper, &merged.result?)
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

#[cfg(test)]
mod tests {
    use lsflint_model::{Cluster, SourceFile};

    use super::*;

    /// The number of pairs that are compared in a cluster of `n` queues and `n` application profiles of which none fits
    /// another.
    fn compared(n: usize) -> usize {
        let queues: String = (0..n)
            .map(|it| format!("Begin Queue\nQUEUE_NAME = q{it}\nRES_REQ = select[r && mem > {it}]\nEnd Queue\n"))
            .collect();
        let profiles: String = (0..n)
            .map(|it| format!("Begin Application\nNAME = a{it}\nRES_REQ = select[!r && mem > {it}]\nEnd Application\n"))
            .collect();
        let resources = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n\
                         r Boolean () () (text)\nEnd Resource\n";
        let files = [
            SourceFile::new("lsb.queues", FileKind::LsbQueues, queues),
            SourceFile::new("lsb.applications", FileKind::LsbApplications, profiles),
            SourceFile::new("lsf.shared", FileKind::LsfShared, resources),
        ];
        let cluster = Cluster::of(&files, None);
        let wanted = Wanted {
            key: "test",
            why: |it| matches!(it, Why::Never(_)),
            profile: |_| true,
            queue: |_| true,
            with_some: true,
            decided_by: "RES_REQ",
        };
        let mut search = Search::new(cluster.view(), &wanted);
        let profiles = &cluster.view().requirements().profiles;
        let hits = profiles.iter().filter_map(|it| search.queues_against(it)).count();
        assert!(hits > 0, "the selections contradict each other");
        search.looked
    }

    #[test]
    fn the_number_of_pairs_grows_with_the_cluster_not_with_its_square() {
        assert_eq!(compared(40), 40 * 40);
        assert!((128 * 32 * 2..=128 * 32 * 3).contains(&compared(128)), "{}", compared(128));
        assert!(compared(256) <= 2 * compared(128) + 256);
    }
}
