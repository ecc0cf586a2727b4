//! The requirement as LSF reads it, and what its reservations amount to: shared by `resreq merge` and `resreq hosts`.

use std::fmt::Write as _;

use anstyle::Style;
use lsflint_model::requirement::merge::{Options, Total};
use lsflint_model::requirement::{Decimal, Method, Requirement, SizeUnit, Units};
use serde::Serialize;

const BOLD: Style = Style::new().bold();
const WRITES: &str = "writing to a string cannot fail";

/// A requirement in the units of the cluster.
pub(super) struct AsRead {
    /// The requirement; `None` if all sizes are written in these units.
    pub(super) requirement: Option<String>,
    /// The units as text: `sizes in GB, tmp in MB`; empty if they are unknown.
    pub(super) units: String,
}

impl AsRead {
    pub(super) fn of(requirement: &Requirement, units: &Units) -> AsRead {
        let (written, read) = (requirement.to_string(), requirement.as_read(units).to_string());
        let suffix = |it: Option<SizeUnit>| it.map(SizeUnit::suffix);
        let words = match (suffix(units.size), suffix(units.tmp)) {
            (Some(size), Some(tmp)) if size == tmp => format!("sizes in {size}"),
            (Some(size), Some(tmp)) => format!("sizes in {size}, `tmp` in {tmp}"),
            _ => String::new(),
        };
        AsRead { requirement: (read != written).then_some(read), units: words }
    }
}

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

fn per(total: &Total) -> &'static str {
    match total.basis.per {
        Some(Method::Job) => "job",
        Some(Method::Task) => "task",
        Some(Method::Host) => "host",
        None => "unknown",
    }
}

/// Writes a line per reservation: `mem=1GB  1024 MB per task (...): 1024 to 4096 MB per host, 4096 MB per job`.
pub(super) fn write(text: &mut String, totals: &[Total]) {
    let Some(first) = totals.first() else { return };
    let tasks: u64 = if first.part.is_none() { first.tasks } else { 0 };
    let title = if tasks > 0 { format!("Reservations for -n {tasks}") } else { "Reservations".to_owned() };
    write!(text, "\n{BOLD}{title}{BOLD:#}\n").expect(WRITES);
    let width = totals.iter().map(|it| it.written.len()).max().unwrap_or(0);
    for total in totals {
        let unit = total.unit.map(|it| format!(" {it}")).unwrap_or_default();
        let range = |(least, most): (Decimal, Decimal)| match least == most {
            true => format!("{least}{unit}"),
            false => format!("{least} to {most}{unit}"),
        };
        let part = total.part.map(|it| format!("part {it}, {} tasks: ", total.tasks)).unwrap_or_default();
        let amount = match total.basis.per {
            None => format!("{}{unit} per job, task or host: {}", total.amount, total.basis.why),
            Some(_) => format!("{}{unit} per {} ({})", total.amount, per(total), total.basis.why),
        };
        let sums = [(total.per_host, "host"), (total.per_job, "job")];
        let sums = sums.into_iter().filter(|(_, name)| *name != per(total));
        let sums: Vec<String> = sums.filter_map(|(it, name)| Some(format!("{} per {name}", range(it?)))).collect();
        let colon = if sums.is_empty() { "" } else { ": " };
        writeln!(text, "  {:width$}  {part}{amount}{colon}{}", total.written, sums.join(", ")).expect(WRITES);
    }
}
