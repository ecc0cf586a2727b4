//! The language of APS_PRIORITY: its parts, factors, and common misspellings.

pub use crate::generated::aps::{APS_FACTORS, APS_LARGEST, APS_PARTS, APS_RESPELLINGS};
use crate::{Respelling, Version};

/// The numbers that a part takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ApsValue {
    /// A decimal number, negative or positive, not zero.
    Weight,
    /// A decimal number above zero.
    Limit,
    /// A number above zero with `s`, `m` or `h`; hours without a letter.
    GracePeriod,
}

/// One part of the value: `WEIGHT[[...]]`.
#[derive(Debug)]
pub struct ApsPart {
    /// The keyword.
    pub name: &'static str,
    /// What its numbers mean.
    pub value: ApsValue,
    /// A summary for hovers.
    pub summary: &'static str,
}

/// One factor of the priority.
#[derive(Debug, PartialEq)]
pub struct ApsFactor {
    /// The name LSF reads, in uppercase.
    pub name: &'static str,
    /// The factor that multiplies this one; empty for a factor of its own.
    pub parent: &'static str,
    /// The first version that supports it.
    pub since: Option<Version>,
    /// Whether it may be used in APS_PRIORITY.
    pub configurable: bool,
    /// A summary for hovers.
    pub summary: &'static str,
    /// The origin of the value.
    pub data: &'static str,
    /// The section whose PRIORITY is the value, as `lsb.users:User`; empty for other factors.
    pub section: &'static str,
    /// The resource whose reservation is the value: `mem`; empty for other factors.
    pub resource: &'static str,
    /// Parameters without which the value is the same for all jobs, in the form of `ParamSpec::requires`.
    pub needs: &'static [&'static str],
}

/// The factor of exactly this name.
pub fn aps_factor(name: &str) -> Option<&'static ApsFactor> {
    APS_FACTORS.iter().find(|it| it.name == name)
}

/// The correct name for a common misspelling.
pub fn aps_respelling(name: &str) -> Option<&'static Respelling> {
    APS_RESPELLINGS.iter().find(|it| it.wrong.eq_ignore_ascii_case(name))
}
