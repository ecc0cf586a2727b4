//! The inputs of a merge in addition to the requirement strings.

use std::collections::{BTreeMap, BTreeSet};

use lsflint_spec::Grammar;
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{self, AstNode, ReservationLimits};

use crate::requirement::usage::canonical;
use crate::requirement::{Decimal, Method, Units};

/// Settings that affect a merge. By default, all are unknown, and sizes without a unit are in MB.
#[derive(Debug, Clone)]
pub struct Options {
    /// The units of bare sizes.
    pub units: Units,
    /// Resources that are reserved once for the whole job, whatever else says so.
    pub job_resources: Vec<String>,
    /// METHOD of the resources in ReservationUsage; `None`: lsb.resources is not loaded.
    pub reservation_usage: Option<BTreeMap<String, Method>>,
    /// The shared numeric resources; `None`: lsf.shared or lsf.cluster is not loaded.
    pub shared_resources: Option<BTreeSet<String>>,
    /// RESOURCE_RESERVE_PER_TASK=Y; `None`: lsb.params is not loaded.
    pub reserve_per_task: Option<bool>,
    /// RESRSV_LIMIT of the queue.
    pub reservation_ranges: Vec<ReservationRange>,
    /// TASKLIMIT of the application.
    pub application_tasks: Option<TaskRange>,
    /// TASKLIMIT of the queue.
    pub queue_tasks: Option<TaskRange>,
    /// The least and the most tasks the job asks for with `-n`.
    pub tasks: Option<(u64, u64)>,
    /// The order where none is written (DEFAULT_RESREQ_ORDER); `None`: the built-in one.
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

/// What RESRSV_LIMIT allows of a resource, in the unit of bare numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReservationRange {
    /// The resource, by the name that LSF knows it by.
    pub resource: String,
    /// The least.
    pub minimum: Option<Decimal>,
    /// The most.
    pub maximum: Decimal,
}

impl ReservationRange {
    /// The ranges of a value of RESRSV_LIMIT; none of a value that is not understood.
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
    // With a unit the numbers would have to be converted; no page says that the parameter takes one.
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

/// A value of TASKLIMIT: how many tasks a job may have, and how many it has when it does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TaskRange {
    /// The least.
    pub minimum: u64,
    /// Without `-n`.
    pub default: u64,
    /// The most.
    pub maximum: u64,
}

impl TaskRange {
    /// Reads one number (the most), two (least and most) or three (default in the middle).
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
