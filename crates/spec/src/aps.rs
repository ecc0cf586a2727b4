//! The language of APS_PRIORITY: its parts, its factors, and spellings that look right and are not.

pub use crate::generated::aps::{APS_FACTORS, APS_LARGEST, APS_PARTS, APS_RESPELLINGS};
use crate::{Respelling, Version};

/// What the numbers of a part mean.
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
    /// One line for a hover.
    pub summary: &'static str,
}

/// One factor of the priority.
#[derive(Debug, PartialEq)]
pub struct ApsFactor {
    /// The name LSF reads, in uppercase.
    pub name: &'static str,
    /// The factor that multiplies this one; empty for a factor of its own.
    pub parent: &'static str,
    /// First version that knows it.
    pub since: Option<Version>,
    /// Whether it may be used in APS_PRIORITY.
    pub configurable: bool,
    /// One line for a hover.
    pub summary: &'static str,
    /// Where LSF takes the value from.
    pub data: &'static str,
    /// The section whose PRIORITY is the value, as `lsb.users:User`; empty for other factors.
    pub section: &'static str,
    /// The resource whose reservation is the value: `mem`; empty for other factors.
    pub resource: &'static str,
    /// Parameters without which the value is the same for every job, written as in `ParamSpec::requires`.
    pub needs: &'static [&'static str],
}

/// The factor of exactly this name.
pub fn aps_factor(name: &str) -> Option<&'static ApsFactor> {
    APS_FACTORS.iter().find(|it| it.name == name)
}

/// The name LSF reads instead of this one, when people are known to mix them up.
pub fn aps_respelling(name: &str) -> Option<&'static Respelling> {
    APS_RESPELLINGS.iter().find(|it| it.wrong.eq_ignore_ascii_case(name))
}
