//! The options of `bsub`, in scripts and on command lines.

pub use crate::generated::bsub::{
    BSUB_OPTIONS, DEPENDENCY_CONDITIONS, DIRECTIVE_DETAILS, DIRECTIVE_SOURCE, FOREIGN_MARKS, FOREIGN_OPTIONS,
    JOB_COMMANDS, OPTION_READERS, OTHER_CONDITIONS,
};
use crate::requirement::{RequirementConsumer, requirement_command};
use crate::{Dialect, Grammar, Version};

/// The argument of an option: what reads it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BsubArgument {
    /// No argument.
    None,
    /// An argument of which nothing is known.
    Text,
    /// The path of a file or directory.
    Path,
    /// A command line.
    Command,
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
    /// `[[[year:]month:]day:]hour:minute`: a point in time.
    DateTime,
    /// A number with a unit, or in the unit of LSF_UNIT_FOR_LIMITS.
    Size,
    /// A number.
    Count,
    /// A GPU requirement, as GPU_REQ of lsb.queues; `-` for the default.
    Gpu,
    /// A requirement string.
    Requirement,
    /// The name of a job, or of an array with its indices: `name[1-10:2]%5`.
    JobName,
    /// A condition on other jobs: `done(12) && ended("name*")`.
    Dependency,
    /// The name of a signal, with or without `SIG`, or its number.
    Signal,
    /// A value with a grammar of parameters. A [`Grammar::Name`] says what the name refers to; its characters are not
    /// checked.
    Value(Grammar),
}

/// One option of `bsub`.
#[derive(Debug, PartialEq)]
pub struct BsubOption {
    /// The name without its hyphen.
    pub name: &'static str,
    /// Its argument.
    pub argument: BsubArgument,
    /// The argument as the manual shows it; empty if there is none.
    pub form: &'static str,
    /// The parameter of the Queue section that must allow it; empty if none.
    pub parameter: &'static str,
    /// The parameters that limit it or give its default, as `file:PARAMETER`.
    pub limits: &'static [&'static str],
    /// The unit of a number without a unit; empty if it has none.
    pub unit: &'static str,
    /// The default; empty if there is none, or if a parameter gives it.
    pub default: &'static str,
    /// Whether it may be given several times.
    pub repeats: bool,
    /// With this option, other options are written elsewhere, or no job is submitted.
    pub elsewhere: bool,
    /// The version of LSF in which it came, if that is known.
    pub since: Option<Version>,
    /// The options that may not be given with it.
    pub conflicts: &'static [&'static str],
    /// A few words for lists.
    pub summary: &'static str,
    /// One or two sentences for hovers.
    pub details: &'static str,
    /// Why no parameter of the configuration is about it; empty if one is, or if a file defines the names in its
    /// argument.
    pub without_cluster: &'static str,
    /// Why its argument is not read; empty if it is, or if it has none.
    pub without_grammar: &'static str,
    /// The source.
    pub source: &'static str,
}

/// A command that takes options of `bsub` or a requirement string.
#[derive(Debug, PartialEq, Eq)]
pub struct JobCommand {
    /// The name of the program.
    pub name: &'static str,
    /// Whether it takes the options of `bsub`.
    pub takes_job_options: bool,
    /// Whether each of these also has a form without argument that cancels it: `-Rn`.
    pub cancels: bool,
    /// Its options without argument, if it does not take those of `bsub`.
    pub flags: &'static [&'static str],
    /// Its options with an argument, if it does not take those of `bsub`.
    pub arguments: &'static [&'static str],
    /// The option with the requirement string.
    pub requirement: &'static str,
    /// The name of the [`RequirementConsumer`]; empty for one that reads it like `bsub`.
    pub consumer: &'static str,
    /// The vendor page.
    pub source: &'static str,
}

/// The options that a relative of LSF reads, from its source code.
#[derive(Debug)]
pub struct OptionReader {
    /// The program.
    pub dialect: Dialect,
    /// The options it has.
    pub options: &'static [&'static str],
    /// Those that may not be given more than once.
    pub once: &'static [&'static str],
    /// The function that reads them.
    pub source: &'static str,
}

/// An option of another scheduler.
#[derive(Debug, PartialEq, Eq)]
pub struct ForeignOption {
    /// Its names, without hyphens.
    pub names: &'static [&'static str],
    /// The option of `bsub` that does the same or comes nearest.
    pub option: &'static str,
    /// What to write instead.
    pub instead: &'static str,
}

impl JobCommand {
    /// The reader of its requirement string; `None` for one that reads it like `bsub`.
    pub fn requirement_reader(&self) -> Option<&'static RequirementConsumer> {
        if self.consumer.is_empty() { None } else { requirement_command(self.consumer) }
    }

    /// Whether it submits a job.
    pub fn submits(&self) -> bool {
        self.takes_job_options && !self.cancels
    }
}

/// The option of exactly this name, without its hyphen.
pub fn bsub_option(name: &str) -> Option<&'static BsubOption> {
    BSUB_OPTIONS.iter().find(|it| it.name == name)
}

/// The command of this name.
pub fn job_command(name: &str) -> Option<&'static JobCommand> {
    JOB_COMMANDS.iter().find(|it| it.name == name)
}

/// The option of another scheduler of this name, without hyphens.
pub fn foreign_option(name: &str) -> Option<&'static ForeignOption> {
    FOREIGN_OPTIONS.iter().find(|it| it.names.contains(&name))
}

/// The options that a relative of LSF reads; `None` if that is unknown.
pub fn option_reader(dialect: Dialect) -> Option<&'static OptionReader> {
    OPTION_READERS.iter().find(|it| it.dialect == dialect)
}
