//! The hosts to which LSF can dispatch jobs with a requirement: selection, reservations, thresholds, job slots, and the
//! type of the submission host.

use lsflint_spec::{FileKind, builtin_resource};
use rustc_hash::FxHashMap;

use super::batch::{BatchRow, Threshold, thresholds};
use super::host::{HostValues, Key};
use super::reserve::{Fit, Need, needs};
use super::submission::{ByType, SubmissionTypes};
use super::{Selection, Verdict, asks_for_local_type, implied_condition};
use crate::requirement::merge::{Options, tasks_per_host};
use crate::requirement::{Amount, Expr, Simple, Units};
use crate::{Bits, Entity, HostId, Knowledge, View};

/// The conditions of a queue for dispatching jobs, in addition to the requirement.
pub struct Dispatch<'a> {
    view: View<'a>,
    options: Options,
    thresholds: Vec<Threshold>,
}

/// The hosts for one simple requirement.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartHosts {
    /// The condition that LSF adds to the selection: `type==local`.
    pub implied: Option<String>,
    /// The hosts with equal verdicts: those that match first, then the largest groups.
    pub groups: Vec<Alike>,
    /// The number of hosts by verdict.
    pub counts: Counts,
    /// If the type of the submission host matters, the number of hosts for each type that hosts in the files have.
    pub submitted: Vec<Submitted>,
}

/// Hosts with the same verdict for the same reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alike {
    /// The verdict.
    pub verdict: Verdict,
    /// The hosts, in the order of lsf.cluster.
    pub hosts: Vec<HostId>,
}

/// The number of hosts by verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "named after the verdicts")]
pub struct Counts {
    pub always: usize,
    pub depends: usize,
    pub never: usize,
}

/// The number of hosts for jobs that are submitted from hosts of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    /// The type.
    pub host_type: String,
    /// The number of hosts by verdict.
    pub counts: Counts,
}

impl Counts {
    fn slot(&mut self, verdict: &Verdict) -> &mut usize {
        match verdict {
            Verdict::Always => &mut self.always,
            Verdict::Depends(_) => &mut self.depends,
            Verdict::Never(_) => &mut self.never,
        }
    }

    /// Counts hosts with a verdict.
    pub fn add(&mut self, verdict: &Verdict, hosts: usize) {
        *self.slot(verdict) += hosts;
    }

    /// The number of hosts that can match.
    pub fn possible(self) -> usize {
        self.always + self.depends
    }

    /// The number of all hosts.
    pub fn all(self) -> usize {
        self.possible() + self.never
    }
}

/// The verdicts for hosts with equal values, for jobs submitted from hosts of the same type and of another type.
pub(super) struct Judged {
    pub(super) same: Verdict,
    pub(super) other: Verdict,
}

/// What a requirement asks of hosts.
pub(super) struct Asked<'a> {
    pub(super) selection: Selection<'a>,
    needs: Vec<Vec<Need>>,
    /// The least number of tasks on each host of the job.
    tasks: u64,
    /// Whether the selection asks for the type of the submission host.
    pub(super) local: bool,
}

impl<'a> Dispatch<'a> {
    /// The conditions of a queue; without a queue, those that apply to all jobs. `options`: the options of merging the
    /// requirement, which say how LSF reserves resources.
    pub fn new(view: View<'a>, queue: Option<&Entity<'_>>, options: Options) -> Dispatch<'a> {
        let thresholds = queue.map(|it| thresholds(view, it)).unwrap_or_default();
        Dispatch { view, options, thresholds }
    }

    /// The verdict for each of these hosts. `tasks`: the number of tasks of the job. Hosts with equal values are
    /// evaluated once.
    pub fn on(&self, part: &Simple, tasks: u64, hosts: &[HostId]) -> PartHosts {
        let implied = implied_condition(self.view, &part.select);
        let asked = self.asked(part, tasks, implied.as_ref());
        let members = part.cu.as_ref().and_then(|it| compute_units(self.view, it.kind.as_deref()));
        let types = SubmissionTypes::of(self.view, asked.local);
        let mut judged: FxHashMap<Key, (Judged, Verdict)> = FxHashMap::default();
        let mut groups: FxHashMap<Verdict, usize> = FxHashMap::default();
        let mut found = PartHosts { implied: implied.map(|it| it.to_string()), ..PartHosts::default() };
        let mut by_type = ByType::default();
        for id in hosts {
            let key = asked.selection.sources.key(*id);
            let (both, verdict) = judged.entry(key).or_insert_with_key(|key| {
                let host = asked.selection.sources.values(key);
                let both = self.judge(&asked, &host);
                let verdict = types.overall(&both, &host, &asked);
                (both, verdict)
            });
            let outside = members.as_ref().filter(|(_, set)| !set.contains(id.0 as usize));
            let outside = outside.map(|(kind, _)| Verdict::Never(format!("it is not in a compute unit{kind}")));
            let verdict = outside.as_ref().unwrap_or(verdict);
            found.counts.add(verdict, 1);
            let host_type = self.view.hosts().facts(*id).host_type.as_deref();
            by_type.add(host_type, both, verdict, outside.is_some());
            let number = match groups.get(verdict) {
                Some(number) => *number,
                None => {
                    found.groups.push(Alike { verdict: verdict.clone(), hosts: Vec::new() });
                    groups.insert(verdict.clone(), found.groups.len() - 1);
                    found.groups.len() - 1
                }
            };
            found.groups[number].hosts.push(*id);
        }
        if types.names.len() + usize::from(types.unknown) > 1 {
            found.submitted = types.names.iter().map(|it| by_type.of(it)).collect();
        }
        let rank = |it: &Verdict| match it {
            Verdict::Always => 0,
            Verdict::Depends(_) => 1,
            Verdict::Never(_) => 2,
        };
        found.groups.sort_by_key(|it| (rank(&it.verdict), usize::MAX - it.hosts.len(), it.hosts.first().copied()));
        found
    }

    fn asked(&self, part: &Simple, tasks: u64, implied: Option<&Expr>) -> Asked<'a> {
        let conjuncts = part.select.iter().chain(implied).flat_map(Expr::conjuncts);
        let needs = needs(part, tasks, &Units::of(self.view.switches()), &self.options);
        let mut names: Vec<&str> = needs.iter().flatten().map(|it| it.resource.as_str()).collect();
        names.dedup();
        let parts: Vec<_> = conjuncts.map(|it| (it.clone(), None)).collect();
        let local = parts.iter().any(|it| asks_for_local_type(&it.0));
        let selection = Selection::of_parts(self.view, parts, &names, true);
        Asked { selection, needs, tasks: tasks_per_host(&part.span, tasks).0, local }
    }

    fn judge(&self, asked: &Asked<'_>, host: &HostValues<'_>) -> Judged {
        let with = |local| self.verdict(asked, &host.submitted_from(local));
        let same = with(true);
        let other = if asked.local { with(false) } else { same.clone() };
        Judged { same, other }
    }

    fn verdict(&self, asked: &Asked<'_>, host: &HostValues<'_>) -> Verdict {
        if let Some(reason) = without_slots(host) {
            return Verdict::Never(reason);
        }
        if let Some(reason) = asked.selection.never(host) {
            return Verdict::Never(reason);
        }
        let mut open = asked.selection.undecided(host);
        match reserved(&asked.needs, host) {
            Ok(conditions) => open.extend(conditions),
            Err(reason) => return Verdict::Never(reason),
        }
        if let Some(row) = host.row
            && let Some(slots) = row.slots.filter(|it| *it < asked.tasks)
        {
            let tasks = asked.tasks;
            return Verdict::Never(format!(
                "at least {tasks} tasks must be on one host, but MXJ is {slots} ({})",
                row.described()
            ));
        }
        open.extend(host.row.and_then(|it| it.unknown).map(str::to_owned));
        for (threshold, from) in self.strictest(host) {
            match self.reached(threshold, &from, host) {
                Ok(condition) => open.push(condition),
                Err(reason) => return Verdict::Never(reason),
            }
        }
        if open.is_empty() { Verdict::Always } else { Verdict::Depends(open) }
    }

    /// The thresholds of the queue and of the host: of two for the same index, the stricter one.
    fn strictest<'h>(&'h self, host: &HostValues<'h>) -> Vec<(&'h Threshold, String)> {
        let mut found: Vec<(&Threshold, String)> =
            self.thresholds.iter().map(|it| (it, "lsb.queues".to_owned())).collect();
        for threshold in host.row.iter().flat_map(|it| &it.thresholds) {
            let from = || host.row.map(BatchRow::described).unwrap_or_default();
            match found.iter_mut().find(|it| it.0.index == threshold.index) {
                None => found.push((threshold, from())),
                Some(other) => {
                    let stricter = match (threshold.number, other.0.number) {
                        (Some(new), Some(old)) if threshold.increasing => new < old,
                        (Some(new), Some(old)) => new > old,
                        _ => false,
                    };
                    if stricter {
                        *other = (threshold, from());
                    }
                }
            }
        }
        found
    }

    /// The condition of a threshold as text, or why it is never met.
    fn reached(&self, threshold: &Threshold, from: &str, host: &HostValues<'_>) -> Result<String, String> {
        let index = &threshold.index;
        let Some(number) = threshold.number else {
            return Ok(format!("the threshold of `{index}` depends on a template or an `#if` ({from})"));
        };
        let bound = if threshold.increasing { "at most" } else { "at least" };
        let condition = format!("`{index}` must be {bound} {number} ({from})");
        if threshold.increasing {
            let least = builtin_resource(index).and_then(|it| it.range.0).unwrap_or(f64::NEG_INFINITY);
            let number: f64 = number.to_string().parse().unwrap_or(f64::INFINITY);
            return if number < least {
                Err(format!("{condition}, but it is never below {least}"))
            } else {
                Ok(condition)
            };
        }
        let unit = Units::of(self.view.switches()).of_resource(index);
        match (host.most(index), Amount { number, unit: None }.megabytes(unit)) {
            (Some(most), Some(needed)) if needed > most => {
                Err(format!("{condition}, but `max{index}` of the host is {most}"))
            }
            _ => Ok(condition),
        }
    }
}

/// Why a host has no job slots at all.
fn without_slots(host: &HostValues<'_>) -> Option<String> {
    let row = host.row?;
    if row.is_missing {
        return Some("the Host section of lsb.hosts has neither a row for it nor a `default` row".to_owned());
    }
    (row.slots == Some(0)).then(|| format!("MXJ is 0 ({})", row.described()))
}

/// The conditions of the reservations on a host as text, or why none of the alternatives fits.
fn reserved(needs: &[Vec<Need>], host: &HostValues<'_>) -> Result<Vec<String>, String> {
    let mut first = None;
    for alternative in needs {
        let mut conditions = Vec::new();
        let mut fits = true;
        for need in alternative {
            match need.on(host) {
                Fit::Free(condition) => conditions.push(condition),
                Fit::Never(reason) => {
                    first.get_or_insert(reason);
                    fits = false;
                    break;
                }
            }
        }
        if fits {
            return Ok(conditions);
        }
    }
    first.map_or(Ok(Vec::new()), Err)
}

/// The hosts in compute units of a type, and ` of type ...` as text. Without a type, that of the default units. `None`
/// if they are unknown.
fn compute_units(view: View<'_>, kind: Option<&str>) -> Option<(String, Bits)> {
    if view.knowledge(FileKind::LsbHosts) != Knowledge::Complete || view.has_remote_hosts() {
        return None;
    }
    let types = view.parameter("COMPUTE_UNIT_TYPES").value();
    let kind = match (kind, &types) {
        (Some(kind), _) => kind.to_owned(),
        (None, Some(types)) => {
            let mut words = types.split_whitespace();
            let marked = words.clone().find(|it| it.ends_with('!'));
            marked.or_else(|| words.next())?.trim_end_matches('!').to_owned()
        }
        (None, None) => return None,
    };
    let mut hosts = Bits::default();
    for unit in view.all(FileKind::LsbHosts, "ComputeUnit") {
        if unit.is_conditional() || unit.value("TYPE").is_none_or(|it| *it != *kind) {
            // An unknown type may be this one.
            unit.value("TYPE").filter(|_| !unit.is_conditional())?;
            continue;
        }
        let set = view.host_groups().get(&unit.name())?;
        if set.beyond && set.surely.is_empty() {
            return None;
        }
        hosts.union_with(&set.possibly);
    }
    Some((format!(" of type `{kind}`"), hosts))
}
