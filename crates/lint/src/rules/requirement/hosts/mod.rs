//! Requirements against the hosts that the files define: rules whose answer is proved host by host.
//!
//! They speak only when every host is in view: no host may join later, be borrowed, or belong to another cluster.

pub(super) mod no_host_can_match;

use lsflint_model::{HostId, Knowledge, Lookup, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::HostList;

use super::content::known_setting;
use crate::context::SectionContext;

/// Where a requirement stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    Queue,
    Profile,
}

impl Level {
    /// The level of a section.
    pub(super) fn of(context: &SectionContext<'_>) -> Option<Level> {
        match (context.file.kind(), context.spec?.name) {
            (FileKind::LsbQueues, "Queue") => Some(Level::Queue),
            (FileKind::LsbApplications, "Application") => Some(Level::Profile),
            _ => None,
        }
    }

    /// The word for it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Level::Queue => "queue",
            Level::Profile => "profile",
        }
    }
}

/// The hosts that run jobs of a queue or profile, unless others may: those of HOSTS, else all. Hosts that run no jobs are left out.
pub(super) fn hosts(context: &SectionContext<'_>, level: Level) -> Option<Vec<HostId>> {
    let view = context.file.cluster;
    if !sees_every_host(view) || level == Level::Profile && jobs_may_leave(view) {
        return None;
    }
    let named = match level {
        Level::Profile => None,
        Level::Queue => {
            let leaves = ["SNDJOBS_TO", "RC_HOSTS"].iter().any(|it| context.entry(it).is_some());
            if leaves || context.entries_named("HOSTS").any(|it| it.branch != 0) || context.file.has_gaps() {
                return None;
            }
            context.entry("HOSTS")
        }
    };
    let hosts = view.hosts();
    let all: Vec<HostId> = match named {
        None => hosts.iter().map(|it| it.0).collect(),
        Some(_) => {
            let list = known_setting(context, "HOSTS")?.typed::<HostList<'_>>()?;
            let set = view.hosts_of(list);
            if set.beyond {
                return None;
            }
            set.possibly.iter().map(|it| HostId(u32::try_from(it).unwrap_or(u32::MAX))).collect()
        }
    };
    let servers: Vec<HostId> = all.into_iter().filter(|it| hosts.facts(*it).server != Some(false)).collect();
    (!servers.is_empty()).then_some(servers)
}

/// Whether no host can join that is not in view.
fn sees_every_host(view: View<'_>) -> bool {
    let borrows = !matches!(view.conf("LSB_RC_EXTERNAL_HOST_FLAG"), Lookup::Absent);
    !borrows && view.hosts().knowledge == Knowledge::Complete && !view.has_remote_hosts()
}

/// Whether a queue sends jobs to other clusters, or may.
fn jobs_may_leave(view: View<'_>) -> bool {
    view.knowledge(FileKind::LsbQueues) != Knowledge::Complete
        || view.queues().any(|it| it.has("SNDJOBS_TO") || it.has("RC_HOSTS"))
}
