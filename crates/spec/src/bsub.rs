//! The options of `bsub`, in scripts and on command lines.

pub use crate::generated::bsub::BSUB_OPTIONS;

/// What the argument of an option is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BsubArgument {
    /// There is none.
    None,
    /// Something of which nothing is known here.
    Text,
    /// Names of queues, of which one is taken.
    Queues,
    /// The name of an application profile.
    Application,
    /// Names of hosts and host groups.
    Hosts,
    /// A number of tasks, or the least and the most: `4,8`.
    Tasks,
    /// `[hour:]minute`, with a host or host model behind a slash.
    Time,
    /// A number, with a unit or in that of LSF_UNIT_FOR_LIMITS.
    Size,
    /// A number.
    Count,
    /// A requirement string.
    Requirement,
}

/// One option of `bsub`.
#[derive(Debug, PartialEq, Eq)]
pub struct BsubOption {
    /// The name without its hyphen.
    pub name: &'static str,
    /// What follows it.
    pub argument: BsubArgument,
    /// The parameter of the Queue section that must allow it; empty where there is none.
    pub parameter: &'static str,
    /// Whether it may be given several times.
    pub repeats: bool,
    /// With it the other options are written elsewhere, or no job is submitted.
    pub elsewhere: bool,
    /// One line for a hover.
    pub summary: &'static str,
    /// The page.
    pub source: &'static str,
}

/// The option of exactly this name, without its hyphen.
pub fn bsub_option(name: &str) -> Option<&'static BsubOption> {
    BSUB_OPTIONS.iter().find(|it| it.name == name)
}
