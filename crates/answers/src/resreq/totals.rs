//! The requirement as LSF reads it, and what its reservations amount to: shared by `resreq merge` and `resreq hosts`.

use lsflint_model::requirement::merge::{Options, Total};
use lsflint_model::requirement::{Decimal, Method, Requirement, SizeUnit, Units};
use serde::Serialize;

/// A requirement in the units of the cluster.
pub struct InUnits {
    /// The requirement; `None` if all sizes are written in these units.
    pub requirement: Option<String>,
    /// The units as text: `sizes in GB, tmp in MB`; empty if they are unknown.
    pub units: String,
}

impl InUnits {
    /// A requirement in these units.
    pub fn of(requirement: &Requirement, units: &Units) -> InUnits {
        let (written, read) = (requirement.to_string(), requirement.as_read(units).to_string());
        let suffix = |it: Option<SizeUnit>| it.map(SizeUnit::suffix);
        let words = match (suffix(units.size), suffix(units.tmp)) {
            (Some(size), Some(tmp)) if size == tmp => format!("sizes in {size}"),
            (Some(size), Some(tmp)) => format!("sizes in {size}, `tmp` in {tmp}"),
            _ => String::new(),
        };
        InUnits { requirement: (read != written).then_some(read), units: words }
    }
}

/// A reservation in a document.
#[derive(Serialize)]
pub(super) struct JsonTotal {
    /// The term or branch, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    resource: String,
    written: String,
    amount: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'static str>,
    tasks: u64,
    /// `job`, `task`, `host` or `unknown`.
    per: &'static str,
    because: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_host: Option<Range>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_job: Option<Range>,
}

#[derive(Serialize)]
struct Range {
    least: String,
    most: String,
}

/// The totals for the number of tasks of the job; empty without it.
pub(super) fn totals(requirement: Option<&Requirement>, options: &Options) -> Vec<Total> {
    match (requirement, options.tasks) {
        (Some(requirement), Some((_, tasks))) => options.totals(requirement, tasks),
        _ => Vec::new(),
    }
}

/// The reservations of a document.
pub(super) fn json(totals: &[Total]) -> Vec<JsonTotal> {
    let range = |it: Option<(Decimal, Decimal)>| {
        it.map(|(least, most)| Range { least: least.to_string(), most: most.to_string() })
    };
    let total = |it: &Total| JsonTotal {
        part: it.part,
        resource: it.resource.clone(),
        written: it.written.clone(),
        amount: it.amount.to_string(),
        unit: it.unit,
        tasks: it.tasks,
        per: per(it),
        because: it.basis.why,
        per_host: range(it.per_host),
        per_job: range(it.per_job),
    };
    totals.iter().map(total).collect()
}

/// What an amount is reserved for: `job`, `task`, `host` or `unknown`.
pub fn per(total: &Total) -> &'static str {
    match total.basis.per {
        Some(Method::Job) => "job",
        Some(Method::Task) => "task",
        Some(Method::Host) => "host",
        None => "unknown",
    }
}
