//! The options of `bsub`, in scripts and on command lines.

pub use crate::generated::bsub::BSUB_OPTIONS;

/// The argument of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BsubArgument {
    /// No argument.
    None,
    /// An argument that is not checked.
    Text,
    /// Names of queues, of which LSF uses one.
    Queues,
    /// The name of an application profile.
    Application,
    /// Names of hosts and host groups.
    Hosts,
    /// A number of tasks, or minimum and maximum: `4,8`.
    Tasks,
    /// `[hour:]minute`, with a host or host model after a slash.
    Time,
    /// A number with a unit, or in the unit of LSF_UNIT_FOR_LIMITS.
    Size,
    /// A number.
    Count,
    /// A GPU requirement, as GPU_REQ of lsb.queues; `-` for the default.
    Gpu,
    /// A requirement string.
    Requirement,
}

/// One option of `bsub`.
#[derive(Debug, PartialEq, Eq)]
pub struct BsubOption {
    /// The name without its hyphen.
    pub name: &'static str,
    /// Its argument.
    pub argument: BsubArgument,
    /// The parameter of the Queue section that must allow it; empty if none.
    pub parameter: &'static str,
    /// Whether it may be given several times.
    pub repeats: bool,
    /// With this option, other options are written elsewhere, or no job is submitted.
    pub elsewhere: bool,
    /// A summary for hovers.
    pub summary: &'static str,
    /// The source.
    pub source: &'static str,
}

/// The option of exactly this name, without its hyphen.
pub fn bsub_option(name: &str) -> Option<&'static BsubOption> {
    BSUB_OPTIONS.iter().find(|it| it.name == name)
}
