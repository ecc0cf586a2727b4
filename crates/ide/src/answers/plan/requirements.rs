//! The merged requirements that change, and the hosts that can match them.

use lsflint_model::combined::{combined, default_profile, nothing, of_entity, profile_of};
use lsflint_model::requirement::Units;
use lsflint_model::requirement::merge::{Merged, Options, Outcome};
use lsflint_model::{Entity, View};
use lsflint_spec::{FileKind, Risk};
use rustc_hash::{FxHashMap, FxHashSet};

use super::questions::{both, text};
use super::{MergedRequirement, Pair, Plan};
use crate::answers::hosts::{Question, matching_hosts_of};

/// The maximum number of pairs of a queue and an application profile with different texts that are merged.
const MOST_PAIRS: usize = 300;
/// How many hosts are judged for each host of the cluster, on both sides together, so that the time is linear.
const JUDGED_PER_HOST: usize = 15;
/// Small clusters are judged completely.
const JUDGED: usize = 100_000;

/// The hosts that may still be judged.
struct Budget {
    left: usize,
    /// The number of requirements whose hosts were not judged.
    left_out: usize,
}

type Both<'o, 'n> = (Entity<'o>, Entity<'n>);

/// Adds the merged requirements to a plan. Only objects that changed, or all of them if something changed that many
/// depend on, are merged again.
pub(super) fn answer(plan: &mut Plan, old: View<'_>, new: View<'_>, queues: &[Both<'_, '_>]) {
    let wide = [FileKind::LsfConf, FileKind::LsbParams, FileKind::LsfShared];
    let all = plan.changes.iter().any(|it| wide.contains(&it.object.file));
    let affected = plan.changes.iter().flat_map(|it| it.affects.iter().map(|it| &it.object));
    let objects = plan.changes.iter().map(|it| &it.object).chain(affected);
    let changed: FxHashSet<(FileKind, String)> = objects.map(|it| (it.file, it.name.clone())).collect();
    let is_changed = |file: FileKind, name: &str| all || changed.contains(&(file, name.to_owned()));
    // A queue is merged with the default application profile.
    let default = |view: View<'_>| default_profile(view).map(|it| it.name().into_owned());
    let defaults = [default(old), default(new)];
    let profile_changed =
        defaults[0] != defaults[1] || defaults.iter().flatten().any(|it| is_changed(FileKind::LsbApplications, it));
    let applications = both(old, new, FileKind::LsbApplications, "Application");
    let of_hosts = [FileKind::LsfCluster, FileKind::LsfShared];
    let hosts_changed = plan.changes.iter().any(|it| of_hosts.contains(&it.object.file));
    let gone: FxHashSet<String> = plan.hosts.iter().map(|it| it.queue.clone()).collect();
    let hosts = old.hosts().len().max(new.hosts().len());
    let mut budget = Budget { left: JUDGED.max(hosts * JUDGED_PER_HOST), left_out: 0 };
    // The queues and application profiles that pairs are merged of.
    let mut merged_anew: [Vec<&Both<'_, '_>>; 2] = Default::default();
    for both in queues.iter().chain(&applications) {
        let (before, after) = both;
        let is_queue = before.kind() == FileKind::LsbQueues;
        let name = before.name();
        let is_anew = is_queue && profile_changed || is_changed(before.kind(), &name);
        // Hosts may match no longer, although the requirement is the same.
        let is_placed_anew = hosts_changed && is_queue && !gone.contains(&*name);
        if !is_anew && !is_placed_anew {
            continue;
        }
        if !is_anew && budget.left == 0 {
            budget.left_out += 1;
            continue;
        }
        let (Some(one), Some(other)) = (of_entity(old, before), of_entity(new, after)) else { continue };
        let sides = [Side { view: old, merged: one }, Side { view: new, merged: other }];
        if sides[0].normal() == sides[1].normal() {
            if !is_placed_anew {
                continue;
            }
        } else {
            merged_anew[usize::from(!is_queue)].push(both);
        }
        let queue = is_queue.then_some(both);
        let profiles = [profile_of(old, before), profile_of(new, after)];
        let pair = Pair {
            queue: is_queue.then(|| name.clone().into_owned()),
            application: if is_queue { defaults[1].clone() } else { Some(name.into_owned()) },
        };
        plan.requirements.extend(change(sides, queue, profiles, pair, &mut budget));
    }
    let changed = Changed { queues: &merged_anew[0], applications: &merged_anew[1] };
    pairs(plan, [old, new], [queues, &applications], changed, &defaults[1], &mut budget);
    plan.hosts_left_out = budget.left_out;
    plan.requirements.sort_by_key(|it| std::cmp::Reverse(it.risk));
}

/// The requirement of one side.
struct Side<'v> {
    view: View<'v>,
    merged: Merged,
}

impl Side<'_> {
    /// What is compared: the requirement with the meaning of its units, or that LSF rejects jobs.
    fn normal(&self) -> Option<String> {
        let Merged { outcome, result, .. } = &self.merged;
        match outcome {
            Outcome::Rejected => None,
            _ => {
                let units = Units::of(self.view.switches());
                Some(result.as_ref().map_or(String::new(), |it| it.normal(&units).to_string()))
            }
        }
    }

    fn shown(&self) -> Option<String> {
        match self.merged.outcome {
            Outcome::Rejected => None,
            _ => Some(self.merged.result.as_ref().map_or(String::new(), |it| it.to_string())),
        }
    }

    /// The number of hosts that can match.
    fn matching(&self, queue: Option<&Entity<'_>>, profile: Option<&Entity<'_>>, budget: &mut Budget) -> Option<usize> {
        if self.merged.outcome == Outcome::Rejected {
            return Some(0);
        }
        let nothing = nothing();
        let requirement = self.merged.result.as_ref().unwrap_or(&nothing);
        let options = Options::of(self.view, queue, profile);
        let question = Question::new(queue, requirement, options);
        let answer = matching_hosts_of(self.view, question)?;
        budget.left = budget.left.saturating_sub(answer.counts.all());
        (!answer.hosts_unknown).then(|| answer.counts.possible())
    }
}

/// The change of one pair; `None` if neither the requirement nor the number of hosts changes.
fn change(
    sides: [Side<'_>; 2],
    queue: Option<&Both<'_, '_>>,
    [profile_before, profile_after]: [Option<Entity<'_>>; 2],
    pair: Pair,
    budget: &mut Budget,
) -> Option<MergedRequirement> {
    let [before, after] = &sides;
    let normal = [before.normal(), after.normal()];
    let matching = match budget.left {
        0 => {
            budget.left_out += 1;
            [None, None]
        }
        _ => [
            before.matching(queue.map(|it| &it.0), profile_before.as_ref(), budget),
            after.matching(queue.map(|it| &it.1), profile_after.as_ref(), budget),
        ],
    };
    let is_same = normal[0] == normal[1];
    if is_same && matching[0] == matching[1] {
        return None;
    }
    let (text, new_text) = match (before.shown(), after.shown()) {
        // Only the form with units shows the difference.
        (text, new_text) if text == new_text && !is_same => {
            let [before, after] = normal;
            (before, after)
        }
        texts => texts,
    };
    let risk = match (matching[0], matching[1]) {
        _ if new_text.is_none() && text.is_some() => Risk::Breaking,
        (Some(before), Some(0)) if before > 0 => Risk::Breaking,
        (Some(before), Some(after)) if is_same && before < after => Risk::Harmless,
        _ => Risk::Notable,
    };
    Some(MergedRequirement {
        queue: pair.queue,
        application: pair.application,
        old: text,
        new: new_text,
        matching_old: matching[0],
        matching_new: matching[1],
        is_pair: false,
        alike: Vec::new(),
        risk,
    })
}

/// The queues and application profiles whose requirement changed.
struct Changed<'c, 'o, 'n> {
    queues: &'c [&'c Both<'o, 'n>],
    applications: &'c [&'c Both<'o, 'n>],
}

/// Pairs of a queue and an application profile that both have a requirement, if that of one of them changed.
fn pairs<'o, 'n>(
    plan: &mut Plan,
    [old, new]: [View<'_>; 2],
    [queues, applications]: [&[Both<'o, 'n>]; 2],
    changed: Changed<'_, 'o, 'n>,
    default: &Option<String>,
    budget: &mut Budget,
) {
    let has = |it: &&Both<'_, '_>| text(&it.0, RES_REQ).is_some() || text(&it.1, RES_REQ).is_some();
    let is_default = |it: &Both<'_, '_>| default.as_ref().is_some_and(|default| it.0.name() == default.as_str());
    let queues: Vec<&Both<'_, '_>> = queues.iter().filter(has).collect();
    let applications: Vec<&Both<'_, '_>> = applications.iter().filter(has).filter(|it| !is_default(it)).collect();
    let done: FxHashSet<String> = changed.queues.iter().map(|it| it.0.name().into_owned()).collect();
    let of_queues = changed.queues.iter().filter(|it| has(it));
    let of_queues = of_queues.flat_map(|queue| applications.iter().map(|it| (*queue, *it)));
    let changed_applications = changed.applications.iter().filter(|it| has(it) && !is_default(it));
    let others: Vec<&Both<'_, '_>> = queues.into_iter().filter(|it| !done.contains(&*it.0.name())).collect();
    let of_applications = changed_applications.flat_map(|it| others.iter().map(move |queue| (*queue, *it)));
    type Key = [Option<String>; 6];
    // The number of the first pair with the same texts in the plan; `None` if it does not change.
    let mut known: FxHashMap<Key, Option<usize>> = FxHashMap::default();
    for (queue, profile) in of_queues.chain(of_applications) {
        let key = [
            text(&queue.0, RES_REQ),
            text(&queue.1, RES_REQ),
            text(&queue.0, HOSTS),
            text(&queue.1, HOSTS),
            text(&profile.0, RES_REQ),
            text(&profile.1, RES_REQ),
        ];
        let name = |it: &Both<'_, '_>| Some(it.0.name().into_owned());
        let pair = Pair { queue: name(queue), application: name(profile) };
        match known.get(&key) {
            Some(Some(number)) => plan.requirements[*number].alike.push(pair),
            Some(None) => {}
            None if known.len() >= MOST_PAIRS => plan.pairs_left_out += 1,
            None => {
                let merged =
                    |view, queue, profile| Some(Side { view, merged: combined(view, Some(queue), Some(profile))? });
                let sides = merged(old, &queue.0, &profile.0).zip(merged(new, &queue.1, &profile.1));
                let profiles = [Some(profile.0), Some(profile.1)];
                let change = sides.and_then(|it| change([it.0, it.1], Some(queue), profiles, pair, budget));
                let change = change.map(|it| MergedRequirement { is_pair: true, ..it });
                known.insert(key, change.is_some().then_some(plan.requirements.len()));
                plan.requirements.extend(change);
            }
        }
    }
}

const RES_REQ: &str = "RES_REQ";
const HOSTS: &str = "HOSTS";
