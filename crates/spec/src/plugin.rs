//! Programs next to the daemons: the plug-ins of the scheduler, and which settings do nothing without them; what runs containers; what
//! controls jobs.

use crate::Confidence;
pub use crate::generated::common::{CONTAINER_RUNTIMES, JOB_ACTIONS, PLUGINS};

/// A plug-in that lsb.modules must list before something works.
#[derive(Debug)]
pub struct Plugin {
    /// The name in the column SCH_PLUGIN.
    pub name: &'static str,
    /// Parameters that do nothing without it: `lsb.queues:APS_PRIORITY`.
    pub params: &'static [&'static str],
    /// Sections that do nothing without it: `lsb.resources:Limit`.
    pub sections: &'static [&'static str],
    /// Sections of requirement strings that do nothing without it: `affinity`.
    pub requirements: &'static [&'static str],
}

/// A program that CONTAINER names.
#[derive(Debug)]
pub struct ContainerRuntime {
    /// The word before the bracket.
    pub name: &'static str,
    /// Whether the scripts of EXEC_DRIVER start the container, with options of `docker run` that LSF writes itself.
    pub driver: bool,
    /// Whether PRE_EXEC and POST_EXEC do not run without `job_pre_post()`.
    pub skips_pre_post: bool,
    /// The page.
    pub source: &'static str,
    /// Trust in the row.
    pub confidence: Confidence,
}

/// The runtime of exactly this name.
pub fn container_runtime(name: &str) -> Option<&'static ContainerRuntime> {
    CONTAINER_RUNTIMES.iter().find(|it| it.name == name)
}

/// What LSF does to a job: suspend, resume, terminate.
#[derive(Debug)]
pub struct JobAction {
    /// The word of JOB_CONTROLS.
    pub name: &'static str,
    /// The parameter of application profiles.
    pub parameter: &'static str,
    /// The commands that trigger it.
    pub commands: &'static [&'static str],
    /// The page.
    pub source: &'static str,
}
