//! Scheduler plug-ins with the settings that require them, container runtimes, and job controls.

use crate::Confidence;
pub use crate::generated::common::{CONTAINER_RUNTIMES, JOB_ACTIONS, PLUGINS};

/// A scheduler plug-in, which lsb.modules must list for some settings.
#[derive(Debug)]
pub struct Plugin {
    /// The name in the column SCH_PLUGIN.
    pub name: &'static str,
    /// Parameters that have no effect without it: `lsb.queues:APS_PRIORITY`.
    pub params: &'static [&'static str],
    /// Sections that have no effect without it: `lsb.resources:Limit`.
    pub sections: &'static [&'static str],
    /// Sections of requirement strings that have no effect without it: `affinity`.
    pub requirements: &'static [&'static str],
}

/// A container runtime of CONTAINER.
#[derive(Debug)]
pub struct ContainerRuntime {
    /// The keyword before the bracket.
    pub name: &'static str,
    /// Whether the scripts of EXEC_DRIVER start the container, with options of `docker run` that LSF writes itself.
    pub driver: bool,
    /// Whether PRE_EXEC and POST_EXEC do not run without `job_pre_post()`.
    pub skips_pre_post: bool,
    /// The source.
    pub source: &'static str,
    /// The reliability of these facts.
    pub confidence: Confidence,
}

/// The runtime of exactly this name.
pub fn container_runtime(name: &str) -> Option<&'static ContainerRuntime> {
    CONTAINER_RUNTIMES.iter().find(|it| it.name == name)
}

/// A job control: suspend, resume, terminate.
#[derive(Debug)]
pub struct JobAction {
    /// The keyword of JOB_CONTROLS.
    pub name: &'static str,
    /// The parameter of application profiles.
    pub parameter: &'static str,
    /// The commands that trigger it.
    pub commands: &'static [&'static str],
    /// The source.
    pub source: &'static str,
}
