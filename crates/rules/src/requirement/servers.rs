//! Requirements checked against the hosts that the files define.
//!
//! These rules report only when every host is known: no host may join later, be borrowed, or belong to another cluster.

use lsflint_lint::SectionContext;
use lsflint_model::combined::knows_every_host;
use lsflint_model::satisfy::Selection;
use lsflint_model::{HostId, HostSet, Hosts, Knowledge, View};
use lsflint_spec::{FileKind, lists};
use lsflint_syntax::ast::HostList;

use crate::requirement::content::known_setting;

/// The level at which a requirement is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Queue,
    Profile,
}

impl Level {
    /// The level of a section.
    pub(crate) fn of(context: &SectionContext<'_>) -> Option<Level> {
        match (context.file.kind(), context.spec?.name) {
            (FileKind::LsbQueues, "Queue") => Some(Level::Queue),
            (FileKind::LsbApplications, "Application") => Some(Level::Profile),
            _ => None,
        }
    }

    /// The name of the level.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Level::Queue => "queue",
            Level::Profile => "application profile",
        }
    }
}

/// The hosts that run jobs of a queue or application profile.
pub(crate) struct Servers<'a> {
    hosts: &'a Hosts,
    /// The hosts of HOSTS; `None`: all.
    named: Option<HostSet>,
}

impl Servers<'_> {
    /// The hosts in order, without those that do not run jobs.
    pub(crate) fn iter(&self) -> Box<dyn Iterator<Item = HostId> + '_> {
        let runs_jobs = |it: &HostId| self.hosts.facts(*it).server != Some(false);
        match &self.named {
            // Hosts of a set are in the order of their numbers, too.
            Some(set) => {
                Box::new(set.possibly.iter().filter_map(|it| Some(HostId(it.try_into().ok()?))).filter(runs_jobs))
            }
            None => Box::new(self.hosts.iter().map(|it| it.0).filter(runs_jobs)),
        }
    }

    /// Proves that none of these hosts can match a selection; see [`Selection::impossible_on`].
    pub(crate) fn cannot_match(&self, selection: &Selection<'_>) -> Option<Vec<(String, usize)>> {
        if self.are_all() { selection.impossible_on_servers() } else { selection.impossible_on(self.iter()) }
    }

    /// Whether these are all hosts that run jobs.
    pub(crate) fn are_all(&self) -> bool {
        self.named.as_ref().is_none_or(|it| it.possibly == self.hosts.servers())
    }
}

/// The hosts that run jobs of a queue or application profile: those of HOSTS, otherwise all. `None` when others may run
/// them.
pub(crate) fn servers<'a>(context: &SectionContext<'a>, level: Level) -> Option<Servers<'a>> {
    let view = context.file.cluster;
    if !knows_every_host(view) {
        return None;
    }
    let hosts = view.hosts();
    if level == Level::Profile {
        return Some(Servers { hosts, named: None });
    }
    let leaves = lists::BEYOND_THE_CLUSTER.iter().any(|it| context.entry(it).is_some());
    if leaves || context.entries_named("HOSTS").any(|it| it.branch != 0) || context.file.has_gaps() {
        return None;
    }
    if context.entry("HOSTS").is_none() {
        return Some(Servers { hosts, named: None });
    }
    let named = view.hosts_of(known_setting(context, "HOSTS")?.typed::<HostList<'_>>()?);
    (!named.beyond).then_some(Servers { hosts, named: Some(named) })
}

/// Whether a queue sends jobs to other clusters, or may: jobs of an application profile then need no host of this one.
/// Looks at every queue, so call it last.
pub(crate) fn jobs_may_leave(view: View<'_>) -> bool {
    view.knowledge(FileKind::LsbQueues) != Knowledge::Complete
        || view
            .queues_with(lists::BEYOND_THE_CLUSTER)
            .any(|it| lists::BEYOND_THE_CLUSTER.iter().any(|name| it.has(name)))
}
