//! The merged requirement of a queue or application profile, and the number of hosts that can match it.

use lsflint_spec::FileKind;
use lsflint_syntax::ast::HostList;

use crate::requirement::merge::{Merged, Options, Outcome, merge};
use crate::requirement::{Required, Requirement, Simple};
use crate::satisfy::{Selection, Verdict};
use crate::{Bits, Entity, HostId, HostSet, Knowledge, View};

/// The number of hosts of a queue that can run a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matching {
    /// The number of hosts that can match, possibly depending on load.
    pub possible: usize,
    /// The number of hosts that always match while they are up.
    pub always: usize,
    /// The number of hosts that run jobs of the queue.
    pub of: usize,
    /// Whether there may be unknown hosts.
    pub beyond: bool,
}

/// The application profile of jobs without `bsub -app`; `None` if there is none or it is unknown.
pub fn default_profile(view: View<'_>) -> Option<Entity<'_>> {
    view.application(&view.parameter("DEFAULT_APPLICATION").value()?)
}

/// The merged requirement of jobs without their own one; `None` if a level is unknown.
pub fn combined(view: View<'_>, queue: Option<&Entity<'_>>, application: Option<&Entity<'_>>) -> Option<Merged> {
    let level = |entity: Option<&Entity<'_>>| match entity.map_or(Required::Nothing, Required::of) {
        Required::Unknown => None,
        Required::Nothing => Some(None),
        Required::This(it) => Some(Some(it)),
    };
    let (of_queue, of_application) = (level(queue)?, level(application)?);
    let options = Options::of(view, queue, application);
    Some(merge(of_queue.as_ref(), of_application.as_ref(), &[], &options))
}

/// The merged requirement of a queue with the default application profile, or of an application profile alone.
pub fn of_entity(view: View<'_>, entity: &Entity<'_>) -> Option<Merged> {
    match entity.kind() {
        FileKind::LsbQueues => combined(view, Some(entity), default_profile(view).as_ref()),
        _ => combined(view, None, Some(entity)),
    }
}

/// The hosts that run jobs of a queue: those of HOSTS, else all. `None` if a template or an `#if` decides.
pub fn hosts_of_queue(view: View<'_>, queue: &Entity<'_>) -> Option<HostSet> {
    let fields = queue.fields("HOSTS");
    let set = match fields.last() {
        None => every_host(view),
        Some(_) if fields.iter().any(|it| it.is_conditional()) || queue.is_conditional() => return None,
        Some(field) => {
            let parse = field.parse()?;
            view.hosts_of(parse.typed::<HostList<'_>>()?)
        }
    };
    Some(without_clients(view, set))
}

/// All hosts of the cluster.
pub fn every_host(view: View<'_>) -> HostSet {
    let all = view.hosts().all();
    let beyond = view.hosts().knowledge != Knowledge::Complete;
    HostSet { surely: all.clone(), possibly: all, beyond }
}

/// Removes the hosts that only submit jobs, which never run jobs.
pub fn without_clients(view: View<'_>, mut set: HostSet) -> HostSet {
    let hosts = view.hosts();
    let is_client = |it: &usize| hosts.facts(HostId(*it as u32)).server == Some(false);
    let clients: Bits = set.possibly.iter().filter(is_client).collect();
    set.surely.subtract(&clients);
    set.possibly.subtract(&clients);
    set
}

/// The number of hosts of a queue, or of the cluster, that can match a part of a requirement; `None` if no hosts are
/// known.
pub fn matching(view: View<'_>, queue: Option<&Entity<'_>>, part: &Simple) -> Option<Matching> {
    matching_any(view, queue, &[part])
}

/// The number of hosts that can match one of the parts of a requirement.
pub fn matching_whole(view: View<'_>, queue: Option<&Entity<'_>>, requirement: &Requirement) -> Option<Matching> {
    matching_any(view, queue, &requirement.simples())
}

fn matching_any(view: View<'_>, queue: Option<&Entity<'_>>, parts: &[&Simple]) -> Option<Matching> {
    let set = match queue {
        Some(queue) => hosts_of_queue(view, queue)?,
        None => without_clients(view, every_host(view)),
    };
    let hosts: Vec<HostId> = set.possibly.iter().map(|it| HostId(it as u32)).collect();
    if hosts.is_empty() {
        return None;
    }
    let mut best: Vec<u8> = vec![0; hosts.len()];
    for part in parts {
        let selection = Selection::new(view, part.select.iter().map(|it| (it, None))).with_more_to_come();
        for (rank, (_, verdict)) in best.iter_mut().zip(selection.on(hosts.iter().copied())) {
            let new = match verdict {
                Verdict::Never(_) => 0,
                Verdict::Depends => 1,
                Verdict::Always => 2,
            };
            *rank = new.max(*rank);
        }
    }
    Some(Matching {
        possible: best.iter().filter(|it| **it > 0).count(),
        always: best.iter().filter(|it| **it == 2).count(),
        of: hosts.len(),
        beyond: set.beyond,
    })
}

impl Matching {
    /// The numbers as text: `6 of 9 hosts can match`.
    pub fn words(self) -> String {
        let beyond = if self.beyond { ", not counting hosts that are not loaded" } else { "" };
        let hosts = if self.of == 1 { "host" } else { "hosts" };
        format!("{} of {} {hosts} can match{beyond}", self.possible, self.of)
    }

    /// The condition under which the possible hosts match. `reserves`: the requirement has `rusage`, whose resources
    /// must be free.
    pub fn condition(self, reserves: bool) -> &'static str {
        match self {
            it if it.possible == 0 => "",
            it if it.always == it.possible && reserves => "if the reserved amounts are free",
            it if it.always == it.possible => "regardless of load",
            it if it.always == 0 => "depending on load, or on facts not in the files",
            _ => "some of them depending on load",
        }
    }
}

/// The empty requirement.
pub fn nothing() -> Requirement {
    Requirement::Simple(Box::default())
}

/// The merged requirement as text, or why LSF rejects jobs.
pub fn outcome(merged: &Merged) -> Option<String> {
    match merged.outcome {
        Outcome::Merged => Some(merged.result.as_ref()?.to_string()),
        Outcome::Rejected | Outcome::None => None,
    }
}
