//! What the reservations of a job amount to: per task, per host, and for the whole job.

use lsflint_spec::builtin_resource;

use super::options::Options;
use crate::requirement::usage::canonical;
use crate::requirement::{Amount, Body, Decimal, Method, Requirement, Reservation, Simple, SizeUnit, SpanItem, Tile};

/// Whether LSF reserves an amount per job, task or host, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Basis {
    /// The method; `None` if a file that decides is not loaded.
    pub per: Option<Method>,
    /// The setting that decides, as text.
    pub why: &'static str,
}

impl Options {
    /// Whether a resource is reserved per job, task or host. In order: the user, the method after the amount, METHOD in
    /// lsb.resources, RESOURCE_RESERVE_PER_TASK in lsb.params.
    ///
    /// Source: <https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=reservationusage-method>
    pub fn basis(&self, reservation: &Reservation) -> Basis {
        let name = reservation.resource();
        let some = |per, why| Basis { per: Some(per), why };
        if self.job_resources.iter().any(|it| canonical(it) == name) {
            return some(Method::Job, "as declared");
        }
        match reservation.method {
            Some(Method::Job) => return some(Method::Job, "method `/job`"),
            Some(Method::Task) => return some(Method::Task, "method `/task`"),
            Some(Method::Host) => return some(Method::Host, "method `/host`"),
            None => {}
        }
        let (of_task, of_host) = ("RESOURCE_RESERVE_PER_TASK=Y", "RESOURCE_RESERVE_PER_TASK=N");
        // Memory resources do not use METHOD in lsb.resources.
        if is_size(name) {
            return match self.reserve_per_task {
                Some(true) => some(Method::Task, of_task),
                Some(false) => some(Method::Host, of_host),
                None => Basis { per: None, why: "lsb.params is not loaded" },
            };
        }
        match self.reservation_usage.as_ref().and_then(|it| it.get(name)) {
            Some(Method::Job) => return some(Method::Job, "METHOD PER_JOB in lsb.resources"),
            Some(Method::Task) => return some(Method::Task, "METHOD PER_TASK in lsb.resources"),
            Some(Method::Host) => return some(Method::Host, "METHOD PER_HOST in lsb.resources"),
            None => {}
        }
        if self.reservation_usage.is_none() {
            return Basis { per: None, why: "lsb.resources is not loaded" };
        }
        let is_builtin = builtin_resource(name).is_some();
        let shared = if is_builtin { Some(false) } else { self.is_shared(name) };
        match (self.reserve_per_task, shared) {
            (Some(true), _) => some(Method::Task, of_task),
            (Some(false), Some(true)) => some(Method::Job, "shared resource without METHOD in lsb.resources"),
            (Some(false), Some(false)) => some(Method::Host, of_host),
            (None, _) => Basis { per: None, why: "lsb.params is not loaded" },
            (_, None) => Basis { per: None, why: "lsf.shared or lsf.cluster is not loaded" },
        }
    }

    /// Whether hosts share a resource; `None` if that is unknown.
    pub(super) fn is_shared(&self, name: &str) -> Option<bool> {
        self.shared_resources.as_ref().map(|it| it.contains(name))
    }

    /// What the reservations of a requirement amount to for this number of tasks. For each simple requirement in it,
    /// and for the first alternative of `||` in `rusage`.
    pub fn totals(&self, requirement: &Requirement, tasks: u64) -> Vec<Total> {
        let terms = |terms: &[super::super::Term]| -> Vec<(Simple, u64)> {
            let written: u64 = terms.iter().filter_map(|it| it.count).fold(0, u64::saturating_add);
            let count = |it: Option<u64>| it.unwrap_or(tasks.saturating_sub(written));
            terms.iter().map(|it| (it.body.clone(), count(it.count))).collect()
        };
        let parts: Vec<(Simple, u64)> = match requirement {
            Requirement::Simple(it) => vec![((**it).clone(), tasks)],
            Requirement::Compound(it) => terms(it),
            Requirement::Alternative(branches) => branches
                .iter()
                .flat_map(|it| match &it.body {
                    Body::Simple(it) => vec![((**it).clone(), tasks)],
                    Body::Compound(it) => terms(it),
                })
                .collect(),
        };
        let numbered = parts.len() > 1;
        let of_part = |(number, (part, tasks)): (usize, &(Simple, u64))| {
            let usage = part.rusage.iter().flat_map(|it| it.alternatives.first());
            let reservations = usage.flat_map(|it| &it.reservations);
            let part_number = numbered.then_some(number + 1);
            reservations.filter_map(|it| self.total(it, &part.span, *tasks, part_number)).collect::<Vec<Total>>()
        };
        parts.iter().enumerate().flat_map(of_part).collect()
    }

    fn total(&self, reservation: &Reservation, span: &[SpanItem], tasks: u64, part: Option<usize>) -> Option<Total> {
        let basis = self.basis(reservation);
        let unit = self.units.of_resource(&reservation.name);
        let written = reservation.first_amount()?;
        let amount = match unit {
            Some(unit) => Amount { number: written.read_in(unit)?, unit: Some(unit) },
            None => written,
        };
        let times = |range: (u64, u64)| Some((amount.number.times(range.0)?, amount.number.times(range.1)?));
        let (on_host, hosts) = (tasks_per_host(span, tasks), hosts_of(span, tasks));
        let (per_host, per_job) = match basis.per {
            Some(Method::Task) => (times(on_host), times((tasks, tasks))),
            Some(Method::Host) => (times((1, 1)), times(hosts)),
            Some(Method::Job) => (None, times((1, 1))),
            None => (None, None),
        };
        Some(Total {
            part,
            resource: reservation.resource().to_owned(),
            written: reservation.to_string(),
            amount: amount.number.reduced(),
            unit: unit.map(SizeUnit::suffix),
            tasks,
            basis,
            per_host,
            per_job,
        })
    }
}

/// A reservation of a job with a number of tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// The number of the term or branch, from 1; `None` for a simple requirement.
    pub part: Option<usize>,
    /// The resource, aliases resolved.
    pub resource: String,
    /// The reservation as written.
    pub written: String,
    /// The amount as LSF reads it, in `unit`.
    pub amount: Decimal,
    /// The unit of sizes; `None` for other resources, or if it is unknown.
    pub unit: Option<&'static str>,
    /// The number of tasks.
    pub tasks: u64,
    /// Whether the amount is per job, task or host.
    pub basis: Basis,
    /// The least and the largest amount on one host; `None` if it is unknown.
    pub per_host: Option<(Decimal, Decimal)>,
    /// The least and the largest amount of the whole job; `None` if it is unknown.
    pub per_job: Option<(Decimal, Decimal)>,
}

/// Whether a resource is a memory resource: `mem`, `swp`, `tmp`.
fn is_size(name: &str) -> bool {
    builtin_resource(name).is_some_and(|it| it.size_units)
}

/// The least and the largest number of tasks of a job on each of its hosts.
pub fn tasks_per_host(span: &[SpanItem], tasks: u64) -> (u64, u64) {
    let tasks = tasks.max(1);
    for item in span {
        match item {
            SpanItem::Hosts(1) => return (tasks, tasks),
            // The last host gets the remaining tasks.
            SpanItem::Ptile(tiles) => {
                if let [Tile::Number(most @ 1..)] = tiles.as_slice() {
                    let rest = if tasks.is_multiple_of(*most) { *most } else { tasks % most };
                    return (rest.min(tasks), tasks.min(*most));
                }
            }
            _ => {}
        }
    }
    (1, tasks)
}

/// The least and the largest number of hosts of a job.
fn hosts_of(span: &[SpanItem], tasks: u64) -> (u64, u64) {
    let tasks = tasks.max(1);
    for item in span {
        match item {
            SpanItem::Hosts(1) => return (1, 1),
            SpanItem::Ptile(tiles) => {
                if let [Tile::Number(most @ 1..)] = tiles.as_slice() {
                    let hosts = tasks.div_ceil(*most);
                    return (hosts, hosts);
                }
            }
            _ => {}
        }
    }
    (1, tasks)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::requirement::Units;

    #[track_caller]
    fn check(text: &str, per_task: bool, tasks: u64, expected: &[&str]) {
        let options = Options {
            units: Units::MB,
            reserve_per_task: Some(per_task),
            reservation_usage: Some(Arc::new([("tok".to_owned(), Method::Job)].into())),
            shared_resources: Some(Arc::new(["lic".to_owned(), "tok".to_owned()].into())),
            ..Options::default()
        };
        let requirement = Requirement::parse(text).expect("a requirement");
        let range = |it: Option<(Decimal, Decimal)>| match it {
            Some((a, b)) if a == b => a.to_string(),
            Some((a, b)) => format!("{a} to {b}"),
            None => "?".to_owned(),
        };
        let shown = |it: &Total| {
            let unit = it.unit.unwrap_or_default();
            format!("{} {}{unit}: host {}, job {}", it.resource, it.amount, range(it.per_host), range(it.per_job))
        };
        let totals: Vec<String> = options.totals(&requirement, tasks).iter().map(shown).collect();
        assert_eq!(totals, expected, "{text}");
    }

    #[test]
    fn totals_per_host_and_job() {
        check("rusage[mem=1GB:lic=2]", false, 4, &["mem 1024MB: host 1024, job 1024 to 4096", "lic 2: host ?, job 2"]);
        check(
            "rusage[mem=1GB:lic=2]",
            true,
            4,
            &["mem 1024MB: host 1024 to 4096, job 4096", "lic 2: host 2 to 8, job 8"],
        );
        check("rusage[mem=100] span[hosts=1]", true, 4, &["mem 100MB: host 400, job 400"]);
        check("rusage[mem=100] span[ptile=3]", false, 8, &["mem 100MB: host 100, job 300"]);
        check(
            "rusage[mem=100/task:tok=1] span[ptile=3]",
            false,
            8,
            &["mem 100MB: host 200 to 300, job 800", "tok 1: host ?, job 1"],
        );
        check(
            "2*{rusage[mem=100/task]} + {rusage[mem=10/task]}",
            false,
            6,
            &["mem 100MB: host 100 to 200, job 200", "mem 10MB: host 10 to 40, job 40"],
        );
    }
}
