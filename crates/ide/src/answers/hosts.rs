//! The hosts to which LSF can dispatch jobs with a requirement, those to which it cannot, and why.

use lsflint_model::combined::NO_TYPE;
use lsflint_model::requirement::merge::Options;
use lsflint_model::requirement::{Body, Requirement, Simple, Term};
use lsflint_model::satisfy::{Alike, Counts, PartHosts, Submitted, Verdict};
use lsflint_model::{Entity, HostId, HostSet, Knowledge, View};

use super::hosts_over_time::{Judged, combined, over_time};
use super::times::Times;
use crate::words;

/// What is asked.
pub struct Question<'a> {
    /// The queue, which restricts the hosts to its HOSTS and adds its thresholds.
    pub queue: Option<&'a Entity<'a>>,
    /// The hosts that the job asks for (`bsub -m`), which restrict them further.
    pub among: Option<&'a HostSet>,
    /// The merged requirement of the job.
    pub requirement: &'a Requirement,
    /// The options of the merge.
    pub options: Options,
    /// The number of tasks (`bsub -n`); one by default.
    pub tasks: Option<u64>,
    /// The times of the cluster of the view. Without them, what an `#if` decides is unknown.
    pub times: Option<&'a Times<'a>>,
}

impl<'a> Question<'a> {
    /// The hosts of a queue, or of the cluster, for one task with a requirement.
    pub fn new(queue: Option<&'a Entity<'a>>, requirement: &'a Requirement, options: Options) -> Question<'a> {
        Question { queue, among: None, requirement, options, tasks: None, times: None }
    }
}

/// The hosts for a requirement. All counts are of hosts that run jobs: the hosts of the queue, or of the cluster, or
/// those of them that the job asks for, without client hosts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostsAnswer {
    /// The requirement.
    pub requirement: String,
    /// One part for a simple requirement, else one per term or branch.
    pub parts: Vec<PartAnswer>,
    /// The hosts with equal verdicts: for several parts, the best verdict of a host.
    pub groups: Vec<HostGroup>,
    /// The number of hosts by verdict.
    pub counts: Counts,
    /// Whether a job can be placed at all: every term has a host, or one of the branches.
    pub is_possible: bool,
    /// The number of client hosts, which are not counted.
    pub clients: usize,
    /// Whether there may be hosts that are not loaded.
    pub beyond: bool,
    /// Whether the hosts of the queue are unknown, so that all hosts are judged.
    pub hosts_unknown: bool,
    /// What else is to be known.
    pub notes: Vec<String>,
}

/// The hosts for one simple requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartAnswer {
    /// `term 2`, `branch 1`; empty for a simple requirement.
    pub name: String,
    /// The requirement.
    pub requirement: String,
    /// The hosts with equal verdicts.
    pub groups: Vec<HostGroup>,
    /// The number of hosts by verdict.
    pub counts: Counts,
    /// The condition that LSF adds to the selection: `type==local`.
    pub implied: Option<String>,
    /// The number of hosts by type of the submission host, if that matters.
    pub submitted: Vec<Submitted>,
}

impl PartAnswer {
    /// The number of hosts by type of the submission host, as text: ``with the added `type==local`, 19 for jobs from
    /// hosts of type `X86_64`, 2 for ...``. `None` if the type does not matter.
    pub fn by_submission_type(&self) -> Option<String> {
        /// The maximum number of types.
        const TYPES: usize = 4;
        let one = |it: &Submitted| format!("{} for jobs from hosts of type `{}`", it.counts.possible(), it.host_type);
        let mut shown: Vec<String> = self.submitted.iter().take(TYPES).map(one).collect();
        if self.submitted.len() > TYPES {
            shown.push(format!("and so on for {} more types", self.submitted.len() - TYPES));
        }
        let added = self.implied.as_ref().map(|it| format!("with the added `{it}`, ")).unwrap_or_default();
        (!shown.is_empty()).then(|| format!("{added}{}", shown.join(", ")))
    }
}

/// Hosts with the same verdict for the same reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostGroup {
    /// `always`, `depends` or `never`.
    pub verdict: &'static str,
    /// For `never`, the first condition that fails; for `depends`, the conditions that the files do not decide.
    pub because: Vec<String>,
    /// The hosts.
    pub hosts: Vec<HostId>,
}

impl HostGroup {
    fn of(alike: Alike) -> HostGroup {
        let (verdict, because) = split(alike.verdict);
        HostGroup { verdict, because, hosts: alike.hosts }
    }

    /// Whether the hosts may match.
    pub fn is_possible(&self) -> bool {
        self.verdict != NEVER
    }
}

const NEVER: &str = "never";

fn split(verdict: Verdict) -> (&'static str, Vec<String>) {
    match verdict {
        Verdict::Always => ("always", Vec::new()),
        Verdict::Depends(because) => ("depends", because),
        Verdict::Never(because) => (NEVER, vec![because]),
    }
}

/// The hosts to which LSF can dispatch jobs with a requirement. `None` if no hosts are known.
pub fn matching_hosts_of(view: View<'_>, question: Question<'_>) -> Option<HostsAnswer> {
    if view.hosts().is_empty() {
        return None;
    }
    let Question { queue, among, requirement, options, tasks, times } = question;
    let named = parts(requirement, tasks.unwrap_or(1));
    let judged = match times {
        Some(times) => over_time(view, times, queue, among, &named, &options),
        None => Judged::of(view, queue, among, &named, &options),
    };
    let Judged { set, hosts_unknown, parts: judged } = judged;
    let count = set.possibly.len();
    let found: Vec<(String, &Simple, PartHosts)> =
        named.into_iter().zip(judged).map(|((name, part, _), hosts)| (name, part, hosts)).collect();
    let possible = |it: &(String, &Simple, PartHosts)| it.2.counts.possible() > 0;
    let is_possible = match requirement {
        Requirement::Simple(_) | Requirement::Compound(_) => found.iter().all(possible),
        Requirement::Alternative(_) => found.iter().any(possible),
    };
    let clients = view.hosts().iter().filter(|it| view.hosts().facts(it.0).server == Some(false)).count();
    let notes = notes(view, &found, &set, hosts_unknown);
    let (groups, counts) = overall(&found, count);
    let part = |(name, simple, hosts): (String, &Simple, PartHosts)| PartAnswer {
        name,
        requirement: simple.to_string(),
        groups: hosts.groups.into_iter().map(HostGroup::of).collect(),
        counts: hosts.counts,
        implied: hosts.implied,
        submitted: hosts.submitted,
    };
    Some(HostsAnswer {
        requirement: requirement.to_string(),
        parts: found.into_iter().map(part).collect(),
        groups,
        counts,
        is_possible,
        clients,
        beyond: set.beyond || view.hosts().knowledge != Knowledge::Complete,
        hosts_unknown,
        notes,
    })
}

/// The simple requirements with their names, and their numbers of tasks.
fn parts(requirement: &Requirement, tasks: u64) -> Vec<(String, &Simple, u64)> {
    fn terms<'r>(terms: &'r [Term], tasks: u64, prefix: &str) -> Vec<(String, &'r Simple, u64)> {
        let written = terms.iter().filter_map(|it| it.count).fold(0, u64::saturating_add);
        let rest = tasks.saturating_sub(written).max(1);
        let numbered = terms.iter().enumerate();
        numbered.map(|(at, it)| (format!("{prefix}term {}", at + 1), &it.body, it.count.unwrap_or(rest))).collect()
    }
    match requirement {
        Requirement::Simple(it) => vec![(String::new(), it, tasks)],
        Requirement::Compound(it) => terms(it, tasks, ""),
        Requirement::Alternative(branches) => {
            let mut found = Vec::new();
            for (at, branch) in branches.iter().enumerate() {
                let name = format!("branch {}", at + 1);
                match &branch.body {
                    Body::Simple(it) => found.push((name, &**it, tasks)),
                    Body::Compound(it) => found.extend(terms(it, tasks, &format!("{name}, "))),
                }
            }
            found
        }
    }
}

/// The best verdict of each host for one of the parts.
fn overall(parts: &[(String, &Simple, PartHosts)], count: usize) -> (Vec<HostGroup>, Counts) {
    let (groups, counts) = match parts {
        [(_, _, only)] => (only.groups.clone(), only.counts),
        _ => {
            let hosts: Vec<&PartHosts> = parts.iter().map(|it| &it.2).collect();
            combined(&hosts, count, |groups| best(parts, groups))
        }
    };
    (groups.into_iter().map(HostGroup::of).collect(), counts)
}

/// The order of verdicts.
pub(super) fn rank(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Always => 0,
        Verdict::Depends(_) => 1,
        Verdict::Never(_) => 2,
    }
}

/// The best of the verdicts for the parts, with the reasons of each part.
fn best(parts: &[(String, &Simple, PartHosts)], groups: &[usize]) -> Verdict {
    let verdicts = || parts.iter().zip(groups).map(|((name, _, part), group)| (name, &part.groups[*group].verdict));
    let reasons = |(name, verdict): (&String, &Verdict)| -> Vec<String> {
        match verdict {
            Verdict::Always => vec![format!("{name}: always")],
            Verdict::Depends(because) => because.iter().map(|it| format!("{name}: {it}")).collect(),
            Verdict::Never(because) => vec![format!("{name}: {because}")],
        }
    };
    match verdicts().map(|it| rank(it.1)).min() {
        Some(0) => Verdict::Always,
        Some(1) => Verdict::Depends(verdicts().flat_map(reasons).collect()),
        _ => Verdict::Never(verdicts().flat_map(reasons).collect::<Vec<String>>().join("; ")),
    }
}

fn notes(view: View<'_>, parts: &[(String, &Simple, PartHosts)], set: &HostSet, hosts_unknown: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some((name, _, part)) = parts.iter().find(|it| it.2.implied.is_some()) {
        let place = if name.is_empty() { String::new() } else { format!(" of {name}") };
        let condition = part.implied.as_deref().unwrap_or_default();
        let excluded = match part.submitted.len() {
            0 => "; the hosts in the files have only one type",
            _ => "",
        };
        notes.push(format!("LSF adds `{condition}` to the selection{place}, which {NO_TYPE}{excluded}"));
    }
    if hosts_unknown {
        notes.push("HOSTS of the queue depends on an `#if` or a template; all hosts are listed".to_owned());
    } else if set.beyond {
        notes.push("HOSTS of the queue includes hosts that are not loaded".to_owned());
    } else if set.surely != set.possibly {
        notes.push("HOSTS of the queue is ambiguous; all hosts that may match are listed".to_owned());
    }
    if view.hosts().knowledge != Knowledge::Complete {
        notes.push("other hosts may join the cluster; only hosts in the files are listed".to_owned());
    }
    notes
}

impl HostsAnswer {
    /// The number of hosts: `6 of 9 hosts can match`.
    pub fn words(&self) -> String {
        let beyond = if self.beyond { ", not counting hosts that are not loaded" } else { "" };
        format!("{}{beyond}", possible_of(self.counts))
    }

    /// The number of hosts and the condition: `6 of 9 hosts can match, 2 of them regardless of load`.
    pub fn summary(&self) -> String {
        let condition = condition(self.counts);
        let comma = if condition.is_empty() { "" } else { ", " };
        let only = self.parts.first().filter(|_| self.parts.len() == 1);
        let by_type = only.and_then(PartAnswer::by_submission_type);
        let by_type = by_type.map(|it| format!("; {it}")).unwrap_or_default();
        let beyond = if self.beyond { "; not counting hosts that are not loaded" } else { "" };
        format!("{}{comma}{condition}{by_type}{beyond}", possible_of(self.counts))
    }
}

/// The number of hosts: `6 of 9 hosts can match`.
pub(crate) fn possible_of(counts: Counts) -> String {
    format!("{} of {} can match", counts.possible(), words::counted(counts.all(), "host"))
}

/// The condition under which hosts match; empty if none can.
pub(crate) fn condition(counts: Counts) -> String {
    match counts {
        Counts { always: 0, depends: 0, .. } => String::new(),
        Counts { depends: 0, .. } => "regardless of load".to_owned(),
        Counts { always: 0, .. } => "depending on load, reservations, or facts not in the files".to_owned(),
        Counts { always, .. } => format!("{always} of them regardless of load"),
    }
}
