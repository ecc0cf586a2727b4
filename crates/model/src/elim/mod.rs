//! Who reports the values of external load indices: which hosts start elims, for which resources, now and after failures.
//!
//! LSF has no table that ties a program to a resource. A host starts every elim there is as soon as one dynamic resource is expected
//! from it, and tells them in LSF_RESOURCES what is. What is expected from whom follows from ResourceMap of lsf.cluster and from which
//! hosts are up; [`Plan`] computes this from a [`PlanInput`], with a [`Reason`] for every decision.
//!
//! Source: <https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=indices-configuration-modify-external-load> and its neighbours.

mod change;
mod files;
mod of_cluster;
mod plan;
mod reason;
#[cfg(test)]
mod tests;
mod together;

pub use change::Change;
pub use files::{ElimFile, FileName, file_name};
pub use plan::{HostPlan, HostState, Instance, Plan};
pub use reason::Reason;
pub use together::{Alike, Value};

/// What decides who reports what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanInput {
    /// LSF_MASTER_LIST in order; empty when it is not set, then the servers are candidates in their order.
    pub masters: Vec<String>,
    /// The Host section in order.
    pub hosts: Vec<PlanHost>,
    /// The resources of lsf.shared that have an INTERVAL and are not Boolean, in order.
    pub dynamic: Vec<String>,
    /// ResourceMap in order. Rows of other resources are ignored.
    pub mappings: Vec<Mapping>,
    /// Hosts that are down.
    pub down: Vec<String>,
}

/// A host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanHost {
    /// Its name.
    pub name: String,
    /// It runs LIM: the `server` column is not 0.
    pub server: bool,
    /// The resources that its RESOURCES column names.
    pub resources: Vec<String>,
}

/// A row of ResourceMap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// The resource.
    pub resource: String,
    /// Its instances in order.
    pub instances: Vec<HostSet>,
}

/// The hosts of one instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostSet {
    /// `[default]`: every server has an instance of its own.
    Default,
    /// `[all]`, `[all ~h1]`: the servers share one.
    All {
        /// The hosts that are left out.
        except: Vec<String>,
    },
    /// `[h1 h2]`, `[others]`: these hosts share one.
    Listed {
        /// The hosts by name, in order.
        hosts: Vec<String>,
        /// And all servers that the row does not name.
        others: bool,
    },
}
