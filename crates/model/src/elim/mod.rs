//! Elim placement: the hosts that start elims, and the resources they report, now and after failures.
//!
//! LSF has no table that assigns programs to resources. If at least one dynamic resource is expected from a host, the
//! host starts all elims and passes the expected resources in LSF_RESOURCES. The expected resources follow from
//! ResourceMap in lsf.cluster and from the hosts that are up; [`Plan`] computes them from a [`PlanInput`], with a
//! [`Reason`] for every decision.
//!
//! Source: <https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=indices-configuration-modify-external-load> and
//! related pages.

mod change;
mod files;
mod of_cluster;
mod plan;
mod planner;
mod reason;
#[cfg(test)]
mod tests;
mod together;

pub use change::Change;
pub use files::{ElimFile, FileName, file_name};
pub(crate) use of_cluster::host_set;
pub use plan::{HostPlan, HostState, Instance, Plan};
pub use reason::Reason;
pub use together::{Alike, Value};

/// The configuration that determines elim placement.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanInput {
    /// LSF_MASTER_LIST in order; empty if it is not set, in which case the servers are candidates in their order.
    pub management_hosts: Vec<String>,
    /// The rows of the Host section, in order.
    pub hosts: Vec<PlanHost>,
    /// The resources of lsf.shared with an INTERVAL that are not Boolean, in order.
    pub dynamic: Vec<String>,
    /// The resources of ResourceMap, in order of their first rows. Other resources are ignored.
    pub mappings: Vec<Mapping>,
    /// The hosts that are down.
    pub down: Vec<String>,
}

/// A row of the Host section.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanHost {
    /// Its name.
    pub name: String,
    /// Whether LIM runs on it: the `server` column is not 0.
    pub server: bool,
    /// The resources in its RESOURCES column.
    pub resources: Vec<String>,
}

/// The rows of ResourceMap of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// The resource.
    pub resource: String,
    /// Its instances in order.
    pub instances: Vec<HostSet>,
}

/// The hosts that share an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostSet {
    /// `[default]`: every server has its own instance.
    Default,
    /// `[all]`, `[all ~h1]`: the servers share one instance.
    All {
        /// The excluded hosts.
        except: Vec<String>,
    },
    /// `[h1 h2]`, `[others]`: these hosts share one instance.
    Listed {
        /// The hosts by name, in order.
        hosts: Vec<String>,
        /// Whether all servers that the row does not name are included.
        others: bool,
    },
}
