//! Pairs of an application profile and a queue whose jobs LSF rejects or never starts.

use lsflint_lint::FactsContext;
use lsflint_model::requirement::merge::Refused;
use lsflint_model::requirement::{Requirement, RequirementGroup};
use lsflint_model::{Entity, FieldRef, Knowledge, Place, View};
use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{ResReq, RusageSection, UsageItem, UsageKind};

use crate::merge::comparison::Pairs;
use crate::merge::defaults::{Defaults, fields, queue};
use crate::merge::wanted::{ALL, Wanted, Why};
use crate::requirement::content::canonical;

/// The number of pairs that are compared after a queue has accepted the jobs.
const PAIRS: usize = 1024;
/// The number of pairs that are compared in any case, for each queue and application profile: all pairs of 64 and 64.
const PAIRS_OF_EACH: usize = 32;

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
    let found = view.once("conflicts of application profiles and queues", search);
    let of_rule = found.as_ref().and_then(|it| it.iter().find(|it| it.0 == wanted.code));
    let conflict = |it: &Found| {
        let profile = view.record(FileKind::LsbApplications, "Application", it.profile)?;
        let place = profile.field("RES_REQ")?.place_of(it.range);
        let (queue, why) = (queue(view, it.queue)?, it.why.clone());
        Some(Conflict { place, profile, queue, why, reach: it.reach, count: it.count, of: it.of })
    };
    of_rule.into_iter().flat_map(|it| &it.1).filter_map(conflict).collect()
}

/// The conflicts that each rule reports, by its code.
fn search(view: View<'_>) -> Vec<(&'static str, Vec<Found>)> {
    let groups = view.requirements();
    let known = |it: &RequirementGroup, has: fn(&Requirement) -> bool| it.required.known().is_some_and(has);
    let is_possible = |it: &&&Wanted| {
        groups.profiles.iter().any(|group| known(group, it.profile)) && groups.queues.iter().any(it.queue)
    };
    let mut searches: Vec<_> = ALL.iter().filter(is_possible).map(|it| (Search::new(view, it), Vec::new())).collect();
    let mut pairs = Pairs::new(view);
    for profile in &groups.profiles {
        pairs.start();
        for (search, found) in searches.iter_mut().filter(|it| known(profile, it.0.wanted.profile)) {
            search.add_conflicts_of(profile, &mut pairs, found);
        }
    }
    searches.into_iter().map(|(search, found)| (search.wanted.code, found)).collect()
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
            looked: 0,
            most: PAIRS_OF_EACH * (queues.len() + view.requirements().profiles.len()),
        }
    }

    /// Adds the conflicts of an application profile.
    fn add_conflicts_of(&mut self, profile: &RequirementGroup, pairs: &mut Pairs<'_>, found: &mut Vec<Found>) {
        let Some(hit) = self.queues_against(profile, pairs) else { return };
        let queue = self.queues[hit.queue].members[0];
        for field in fields(self.view, FileKind::LsbApplications, profile) {
            let is_default = self.default_profile == Some(field.entity().number());
            let reach = match hit.reach {
                Reach::Some if is_default => Reach::DefaultProfile,
                reach => reach,
            };
            if reach == Reach::Some && !self.wanted.with_some {
                continue;
            }
            let (why, count, of) = (hit.why.clone(), hit.count, self.count);
            let (profile, range) = (field.entity().number(), hit.why.range_in(&field));
            found.push(Found { profile, range, queue, why, reach, count, of });
        }
    }

    /// The queues that are incompatible with an application profile for a wanted reason.
    fn queues_against(&mut self, profile: &RequirementGroup, pairs: &mut Pairs<'_>) -> Option<Hit> {
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
            let Some(why) = pairs.conflict(profile, number, taken && !self.wants_never) else {
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
            code: "test",
            why: |it| matches!(it, Why::Never(_)),
            profile: |_| true,
            queue: |_| true,
            with_some: true,
            decided_by: "RES_REQ",
        };
        let (mut search, mut pairs) = (Search::new(cluster.view(), &wanted), Pairs::new(cluster.view()));
        let profiles = &cluster.view().requirements().profiles;
        let mut hits = 0;
        for profile in profiles {
            pairs.start();
            hits += usize::from(search.queues_against(profile, &mut pairs).is_some());
        }
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
