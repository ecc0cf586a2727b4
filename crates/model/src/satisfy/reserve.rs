//! Reservations of `rusage` on a host: whether they exceed a static capacity.

use lsflint_spec::{ResourceType, builtin_resource};

use super::host::HostValues;
use crate::requirement::merge::{Options, tasks_per_host};
use crate::requirement::{Decimal, Method, Reservation, Simple, Units};

/// A reservation, as far as it concerns one host.
#[derive(Debug)]
pub(super) struct Need {
    /// The resource, aliases resolved.
    pub(super) resource: String,
    /// The reservation as written.
    written: String,
    /// The least amount that the job reserves on each of its hosts, in MB for sizes; `None` if it is unknown.
    amount: Option<Decimal>,
    /// The least number of tasks on a host, if the amount is per task; else 1.
    tasks: u64,
    /// Whether the whole amount may be reserved on another host of the job.
    elsewhere: bool,
}

/// What a reservation asks of a host.
pub(super) enum Fit {
    /// It never fits, for this reason.
    Never(String),
    /// It fits if the amount is free, as text.
    Free(String),
}

/// The reservations of a requirement: one list per alternative of `||`. `tasks`: the number of tasks of the job.
pub(super) fn needs(part: &Simple, tasks: u64, units: &Units, options: &Options) -> Vec<Vec<Need>> {
    let least = tasks_per_host(&part.span, tasks).0;
    let need = |it: &Reservation| {
        let per = options.basis(it).per;
        let is_size = builtin_resource(&it.name).is_some_and(|it| it.size_units);
        let amount = it.normal(units).first_amount().filter(|it| it.unit.is_some() == is_size);
        Need {
            resource: it.resource().to_owned(),
            written: it.to_string(),
            amount: amount.map(|it| it.number),
            tasks: if per == Some(Method::Task) { least } else { 1 },
            elsewhere: tasks > 1 && !matches!(per, Some(Method::Task | Method::Host)),
        }
    };
    let usage = part.rusage.iter().flat_map(|it| &it.alternatives);
    usage.map(|it| it.reservations.iter().map(need).collect()).collect()
}

impl Need {
    /// Whether the reservation fits a host.
    pub(super) fn on(&self, host: &HostValues<'_>) -> Fit {
        let capacity = capacity(host, &self.resource);
        if let (Some((most, words, shared)), Some(amount)) = (&capacity, self.amount)
            && (*shared || !self.elsewhere)
            && let Some(total) = amount.times(self.tasks)
            && total > *most
        {
            let each = match self.tasks {
                1 => String::new(),
                tasks => format!(" for each of at least {tasks} tasks"),
            };
            return Fit::Never(format!("the job reserves `{}`{each}, but {words}", self.written));
        }
        let Self { resource, written, .. } = self;
        let kind = host.view.resources().get(resource).and_then(|it| it.kind);
        let of_site = builtin_resource(resource).is_none() && kind == Some(ResourceType::Numeric);
        if of_site && capacity.is_none() && host.lacks(resource) {
            return Fit::Free(format!("reserves `{written}`, which the files do not define for the host"));
        }
        Fit::Free(format!("reserves `{written}`, which must be free"))
    }
}

/// The amount of a resource that a host can have at most, in MB for sizes; as text; and whether it shares the amount
/// with other hosts.
fn capacity(host: &HostValues<'_>, resource: &str) -> Option<(Decimal, String, bool)> {
    if builtin_resource(resource).is_some() {
        let most = host.most(resource)?;
        return Some((most, format!("`max{resource}` of the host is {most}"), false));
    }
    if let Some(listed) = host.listed(resource) {
        let most = Decimal::parse(listed.value.as_deref()?)?;
        return Some((most, format!("the host has {most}"), false));
    }
    let instance = host.instance(resource)?;
    let most = Decimal::parse(instance.value.as_deref()?)?;
    let words = match instance.shared {
        true => format!("its hosts share {most}"),
        false => format!("the host has {most}"),
    };
    Some((most, words, instance.shared))
}
