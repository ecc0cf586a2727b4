//! The requirement that jobs of a queue or profile end up with, and how many hosts can meet it.

use lsflint_spec::FileKind;
use lsflint_syntax::ast::HostList;

use crate::requirement::merge::{Merged, Options, Outcome, merge};
use crate::requirement::{Required, Requirement, Simple};
use crate::satisfy::{Selection, Verdict};
use crate::{Bits, Entity, HostId, HostSet, Knowledge, View};

/// How many hosts of a queue can run a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matching {
    /// Those that can, at some load.
    pub possible: usize,
    /// Those of them that always can while they are up.
    pub always: usize,
    /// All that run jobs of the queue.
    pub of: usize,
    /// Whether there may be other hosts.
    pub beyond: bool,
}

/// The profile that jobs without `bsub -app` get. `None` when there is none or it is not known.
pub fn default_profile(view: View<'_>) -> Option<Entity<'_>> {
    view.application(&view.parameter("DEFAULT_APPLICATION").value()?)
}

/// What jobs without a requirement of their own end up with. `None` when one of the levels cannot be told.
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

/// The combined requirement of a queue with the default profile, or of a profile alone.
pub fn of_entity(view: View<'_>, entity: &Entity<'_>) -> Option<Merged> {
    match entity.kind() {
        FileKind::LsbQueues => combined(view, Some(entity), default_profile(view).as_ref()),
        _ => combined(view, None, Some(entity)),
    }
}

/// The hosts that run jobs of a queue: those of HOSTS, else all. `None` when a template or an `#if` decides.
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

/// Hosts that only submit jobs run none, whatever a list says.
pub fn without_clients(view: View<'_>, mut set: HostSet) -> HostSet {
    let hosts = view.hosts();
    let is_client = |it: &usize| hosts.facts(HostId(*it as u32)).server == Some(false);
    let clients: Bits = set.possibly.iter().filter(is_client).collect();
    set.surely.subtract(&clients);
    set.possibly.subtract(&clients);
    set
}

/// How many hosts of a queue, or of the cluster, can meet a part of a requirement. `None` if no hosts are known.
pub fn matching(view: View<'_>, queue: Option<&Entity<'_>>, part: &Simple) -> Option<Matching> {
    matching_any(view, queue, &[part])
}

/// The same for a whole requirement: hosts that can meet one of its parts.
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
    /// `6 of 9 hosts can match`.
    pub fn words(self) -> String {
        let beyond = if self.beyond { ", not counting hosts that are not loaded" } else { "" };
        let hosts = if self.of == 1 { "host" } else { "hosts" };
        format!("{} of {} {hosts} can match{beyond}", self.possible, self.of)
    }

    /// How many of the hosts that can match need no luck. `reserves`: the requirement has `rusage`, and what it names must be free.
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

/// A requirement that asks for nothing.
pub fn nothing() -> Requirement {
    Requirement::Simple(Box::default())
}

/// What LSF makes of the levels, for a person: the string, or why jobs are refused.
pub fn outcome(merged: &Merged) -> Option<String> {
    match merged.outcome {
        Outcome::Merged => Some(merged.result.as_ref()?.to_string()),
        Outcome::Rejected | Outcome::None => None,
    }
}
