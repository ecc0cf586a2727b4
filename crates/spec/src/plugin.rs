//! The plug-ins of the scheduler, and which settings do nothing without them.

pub use crate::generated::common::PLUGINS;

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
