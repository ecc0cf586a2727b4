//! Requirements against the hosts that the files define: rules whose answer is proved host by host.
//!
//! They speak only when every host is in view: no host may join later, be borrowed, or belong to another cluster.

use lsflint_lint::SectionContext;
use lsflint_model::{HostId, HostSet, Hosts, Knowledge, Lookup, View};
use lsflint_spec::{FileKind, lists};
use lsflint_syntax::ast::HostList;

use crate::requirement::content::known_setting;

/// Where a requirement stands.
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

    /// The word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Level::Queue => "queue",
            Level::Profile => "application profile",
        }
    }
}

/// The hosts that run jobs of a queue or profile.
pub(crate) struct Servers<'a> {
    hosts: &'a Hosts,
    /// Those of HOSTS; `None`: all.
    named: Option<HostSet>,
}

impl Servers<'_> {
    /// The hosts in order. Those that run no jobs are left out.
    pub(crate) fn iter(&self) -> impl Iterator<Item = HostId> {
        let is_named = |it: &HostId| self.named.as_ref().is_none_or(|set| set.possibly.contains(it.0 as usize));
        let runs_jobs = |it: &HostId| self.hosts.facts(*it).server != Some(false);
        self.hosts.iter().map(|it| it.0).filter(is_named).filter(runs_jobs)
    }
}

/// The hosts that run jobs of a queue or profile, unless others may: those of HOSTS, else all.
pub(crate) fn servers<'a>(context: &SectionContext<'a>, level: Level) -> Option<Servers<'a>> {
    let view = context.file.cluster;
    if !sees_every_host(view) {
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

/// Whether no host can join that is not in view.
fn sees_every_host(view: View<'_>) -> bool {
    let borrows = !matches!(view.conf("LSB_RC_EXTERNAL_HOST_FLAG"), Lookup::Absent);
    !borrows && view.hosts().knowledge == Knowledge::Complete && !view.has_remote_hosts()
}

/// Whether a queue sends jobs to other clusters, or may: then jobs of a profile need no host of this one. It looks at
/// every queue, so it is asked last.
pub(crate) fn jobs_may_leave(view: View<'_>) -> bool {
    view.knowledge(FileKind::LsbQueues) != Knowledge::Complete
        || view.queues().any(|it| lists::BEYOND_THE_CLUSTER.iter().any(|name| it.has(name)))
}
