//! Memory reservations compared with memory limits of queues.

use std::cmp::Ordering;

use lsflint_model::effective::unit_of;
use lsflint_model::job::JobSize;
use lsflint_model::requirement::{Amount, Requirement, SizeUnit, Units};
use lsflint_model::{Entity, Place, View};
use lsflint_spec::{FileKind, find_param};

use crate::limit::levels::{Ceiling, ceiling};

/// The name of the resource.
pub(crate) const MEMORY: &str = "mem";
/// The limit of a queue.
pub(crate) const MEMLIMIT: &str = "MEMLIMIT";

/// A memory reservation above the MEMLIMIT of a queue.
pub(crate) struct Above {
    /// The reservation with its unit.
    pub(crate) reserved: String,
    /// The maximum of the queue with its unit.
    pub(crate) limit: String,
    /// The limit in the queue.
    pub(crate) place: Place,
}

/// Whether jobs reserve more memory than the maximum MEMLIMIT of a queue; `None` if they do not, or an amount or a unit
/// is unknown. `reserved` is asked only for a queue with a limit, because merging the levels is not free.
pub(crate) fn above(view: View<'_>, queue: &Entity<'_>, reserved: impl FnOnce() -> Option<Amount>) -> Option<Above> {
    let Ceiling::At(limit, field) = ceiling(queue, MEMLIMIT) else { return None };
    let reserved = reserved()?;
    let switches = view.switches();
    let unit = find_param(FileKind::LsbQueues, "Queue", MEMLIMIT).and_then(|it| SizeUnit::of(&unit_of(it, switches)));
    let of_memory = Units::of(switches).of_resource(MEMORY);
    let limit = JobSize::parse(&limit.to_string())?.0;
    let is_above = limit.megabytes(unit)?.cmp(&reserved.megabytes(of_memory)?) == Ordering::Less;
    is_above.then(|| Above {
        reserved: counted(reserved, of_memory),
        limit: counted(limit, unit),
        place: field.place(),
    })
}

/// An amount with its unit.
pub(crate) fn counted(amount: Amount, unit: Option<SizeUnit>) -> String {
    match (amount.unit, unit) {
        (None, Some(unit)) => format!("{amount} {}", unit.suffix()),
        _ => amount.to_string(),
    }
}

/// The memory that a simple requirement reserves, if it is one number.
pub(crate) fn amount(requirement: &Requirement) -> Option<Amount> {
    let Requirement::Simple(simple) = requirement else { return None };
    let [usage] = simple.rusage.as_ref()?.alternatives.as_slice() else { return None };
    let mut found = usage.reservations.iter().filter(|it| it.name == MEMORY);
    match (found.next(), found.next()) {
        (Some(one), None) => match one.amounts.as_slice() {
            [amount] => Some(*amount),
            _ => None,
        },
        _ => None,
    }
}
