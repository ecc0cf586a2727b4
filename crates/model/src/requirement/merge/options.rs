//! The inputs of a merge in addition to the requirement strings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lsflint_spec::Grammar;
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{self, AstNode, ReservationLimits};

use crate::requirement::usage::canonical;
use crate::requirement::{Decimal, Method, Units};

/// Settings that affect a merge. By default, all are unknown, and sizes without a unit are in MB.
#[derive(Debug, Clone)]
pub struct Options {
    /// The units of sizes without a unit.
    pub units: Units,
    /// Resources that are reserved once per job, regardless of other settings.
    pub job_resources: Vec<String>,
    /// The METHOD of resources in ReservationUsage; `None` if lsb.resources is not loaded.
    pub reservation_usage: Option<Arc<BTreeMap<String, Method>>>,
    /// The shared numeric resources; `None` if lsf.shared or lsf.cluster is not loaded.
    pub shared_resources: Option<Arc<BTreeSet<String>>>,
    /// Whether RESOURCE_RESERVE_PER_TASK=Y; `None` if lsb.params is not loaded.
    pub reserve_per_task: Option<bool>,
    /// RESRSV_LIMIT of the queue.
    pub reservation_ranges: Vec<ReservationRange>,
    /// TASKLIMIT of the application profile.
    pub application_tasks: Option<TaskRange>,
    /// TASKLIMIT of the queue.
    pub queue_tasks: Option<TaskRange>,
    /// The minimum and maximum number of tasks that the job requests with `-n`.
    pub tasks: Option<(u64, u64)>,
    /// The default order (DEFAULT_RESREQ_ORDER); `None` for the built-in one.
    pub default_order: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            units: Units::MB,
            job_resources: Vec::new(),
            reservation_usage: None,
            shared_resources: None,
            reserve_per_task: None,
            reservation_ranges: Vec::new(),
            application_tasks: None,
            queue_tasks: None,
            tasks: None,
            default_order: None,
        }
    }
}

/// The range that RESRSV_LIMIT allows for a resource, in the unit of numbers without a unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReservationRange {
    /// The name of the resource, aliases resolved.
    pub resource: String,
    /// The minimum.
    pub minimum: Option<Decimal>,
    /// The maximum.
    pub maximum: Decimal,
}

impl ReservationRange {
    /// The ranges in a value of RESRSV_LIMIT; empty if it cannot be parsed.
    pub fn all_of(text: &str) -> Vec<ReservationRange> {
        let parse = lsflint_syntax::parse_value(text, Grammar::ReservationLimits);
        let limits = parse.root().child(SyntaxKind::RESERVATION_LIMITS).and_then(ReservationLimits::cast);
        match limits {
            Some(limits) if parse.errors().is_empty() => limits.items().filter_map(range).collect(),
            _ => Vec::new(),
        }
    }
}

fn range(limit: ast::ReservationLimit<'_>) -> Option<ReservationRange> {
    // Numbers with a unit would have to be converted, but no documentation says that the parameter accepts units.
    if limit.amounts().any(|it| it.unit().is_some()) {
        return None;
    }
    let number = |it: ast::Amount<'_>| Decimal::parse(&it.number().text());
    let minimum = match limit.minimum() {
        Some(it) => Some(number(it)?),
        None => None,
    };
    Some(ReservationRange {
        resource: canonical(&limit.name()?.text()).to_owned(),
        minimum,
        maximum: number(limit.maximum()?)?,
    })
}

/// A value of TASKLIMIT: the allowed numbers of tasks, and the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TaskRange {
    /// The minimum.
    pub minimum: u64,
    /// The number of tasks without `-n`.
    pub default: u64,
    /// The maximum.
    pub maximum: u64,
}

impl TaskRange {
    /// Parses one number (maximum), two (minimum and maximum) or three (default in the middle).
    pub fn parse(text: &str) -> Option<TaskRange> {
        let numbers: Vec<u64> = text.split_whitespace().map(|it| it.parse().ok()).collect::<Option<_>>()?;
        let (minimum, default, maximum) = match numbers[..] {
            [maximum] => (1, 1, maximum),
            [minimum, maximum] => (minimum, minimum, maximum),
            [minimum, default, maximum] => (minimum, default, maximum),
            _ => return None,
        };
        (minimum <= default && default <= maximum).then_some(TaskRange { minimum, default, maximum })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_reservations() {
        let range = |resource: &str, minimum: Option<u64>, maximum: u64| ReservationRange {
            resource: resource.to_owned(),
            minimum: minimum.map(Decimal::from),
            maximum: maximum.into(),
        };
        assert_eq!(
            ReservationRange::all_of("[mem=100,500] [swap=20]"),
            [range("mem", Some(100), 500), range("swp", None, 20)]
        );
        assert_eq!(ReservationRange::all_of("mem=5"), []);
    }

    #[test]
    fn task_limits() {
        let range = |minimum, default, maximum| Some(TaskRange { minimum, default, maximum });
        assert_eq!(TaskRange::parse("8"), range(1, 1, 8));
        assert_eq!(TaskRange::parse("2 8"), range(2, 2, 8));
        assert_eq!(TaskRange::parse("1 8 16"), range(1, 8, 16));
        assert_eq!(TaskRange::parse("16 8"), None);
        assert_eq!(TaskRange::parse("many"), None);
    }
}
