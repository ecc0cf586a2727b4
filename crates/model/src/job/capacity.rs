//! The hosts for a job, with its slots and reservations, and whether they have enough slots together.

use std::rc::Rc;

use super::{Job, Requirements, needs};
use crate::combined::nothing;
use crate::requirement::merge::tasks_per_host;
use crate::requirement::{Outcome, Requirement, Simple};
use crate::satisfy::{Dispatch, PartHosts, Verdict};
use crate::{Entity, Slots};

/// The slots that hosts have for a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capacity {
    /// The tasks that run on them at the same time, at most.
    pub tasks: u64,
    /// The number of hosts that can run tasks of the job.
    pub hosts: usize,
    /// Whether `span[ptile]` limits the tasks of a host.
    pub is_spread: bool,
}

impl<'a> Job<'a> {
    /// What decides about the hosts of a queue. `None` if the application profile is unknown.
    pub fn dispatch(&self, queue: Option<&Entity<'a>>) -> Option<Dispatch<'a>> {
        let levels = self.shared.levels(queue, self.known_application()?.as_ref());
        Some(Dispatch::new(self.view, queue, levels.options.clone()))
    }

    /// The verdict for each host of a queue: selection, reservations, thresholds and slots, for each part of the merged
    /// requirement. `None` if the requirement or the hosts are unknown, or LSF rejects the job.
    pub fn placed(&self, queue: Option<&Entity<'a>>) -> Option<Rc<[PartHosts]>> {
        self.placed.get(queue, || {
            let merged = self.merged(queue).filter(|it| it.outcome != Outcome::Rejected)?;
            let (hosts, dispatch) = (self.hosts(queue)?, self.dispatch(queue)?);
            let nothing = nothing();
            let result = merged.result.as_ref().unwrap_or(&nothing);
            // A term of a compound requirement has its own number of tasks, which is at least 1.
            let tasks = match result {
                Requirement::Simple(_) => self.tasks().map_or(1, |it| it.least),
                _ => 1,
            };
            let (simples, _) = needs(result);
            Some(simples.into_iter().map(|it| dispatch.on(it, tasks, &hosts)).collect())
        })
    }

    /// The slots of the hosts on which a part of the job can run. `None` if a host has no limit, or an unknown one.
    pub fn capacity(&self, part: &Simple, placed: &PartHosts) -> Option<Capacity> {
        let tasks = self.tasks()?.least;
        let (_, most) = tasks_per_host(&part.span, tasks);
        let slots = self.shared.slots();
        let mut found = Capacity { tasks: 0, hosts: 0, is_spread: most < tasks };
        for group in placed.groups.iter().filter(|it| !matches!(it.verdict, Verdict::Never(_))) {
            for host in &group.hosts {
                let slots = match slots.get(host.0 as usize)? {
                    Slots::Number(number) => (*number).min(most),
                    Slots::Processors | Slots::Unlimited | Slots::Unknown if found.is_spread => most,
                    Slots::Processors | Slots::Unlimited | Slots::Unknown => return None,
                };
                found.tasks = found.tasks.saturating_add(slots);
                found.hosts += 1;
            }
        }
        Some(found)
    }

    /// Whether the job has a requirement or a number of tasks of its own.
    pub fn asks_for_hosts(&self) -> bool {
        !matches!(&self.requirements, Requirements::Known(own) if own.is_empty()) || self.tasks().is_some()
    }
}
