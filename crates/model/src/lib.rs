//! What a set of configuration files means, as far as more than one file is needed to know it.
//!
//! [`SourceFile`] is one file: path, kind, text, tree. [`Summary`] is what it says, without the tree. [`Cluster`] is the files that LSF
//! reads together, and a [`View`] is how one of them sees the others: every section by name, the hosts, the groups, and the switches
//! that change how other files are read. All are values made from (path, text) pairs: nothing here touches a disk, a clock or the
//! environment, and nothing here knows a rule. [`week`] says what time windows mean, [`requirement`] what a requirement string asks for,
//! and how the strings of several levels become one, [`aps`] what a priority formula comes to.

pub mod aps;
mod bits;
mod cluster;
pub mod combined;
pub mod effective;
pub mod elim;
mod file;
mod host_groups;
mod hosts;
mod index;
pub mod job;
mod meaning;
mod members;
mod names;
mod pattern;
mod reference;
pub mod requirement;
mod resolve;
mod resources;
pub mod satisfy;
mod shared;
mod spellings;
mod surroundings;
mod switches;
mod users;
pub mod week;

pub use bits::Bits;
pub use cluster::{Cluster, Declared, MissingInclude};
pub use file::{SourceFile, composed};
pub use host_groups::{HostGroups, HostSet};
pub use hosts::{Host, HostFacts, HostId, HostResource, Hosts};
pub use index::{Basis, Entity, Fact, FieldRef, Index, Lookup, Place, State, Summary, Uses, View};
pub use meaning::Meaning;
pub use names::{Names, cluster_of_file};
pub use pattern::HostPattern;
pub use reference::{Reference, Referent, may_name, of_namespace, references, referent};
pub use resolve::Resolution;
pub use resources::{Resource, Resources};
pub use surroundings::Surroundings;
pub use switches::{Knowledge, Strictness, Switches};
pub use users::{Membership, UserGroups, UserSet};
