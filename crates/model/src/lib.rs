//! The model of a cluster: facts that follow from several configuration files together.
//!
//! [`SourceFile`] is one file: path, kind, text, syntax tree. [`Summary`] is its content without the tree. [`Cluster`]
//! is the files that LSF reads together, and a [`View`] is the interface for lookups: every section by name, the hosts,
//! the groups, and the switches that change the meaning of other files. All are computed from (path, text) pairs: the
//! crate does not access disks, clocks or the environment, and does not know rules. [`week`] interprets time windows,
//! [`requirement`] parses requirement strings and merges those of several levels, [`aps`] evaluates priority formulas,
//! [`at`] is a cluster at an instant.

pub mod aps;
pub mod at;
mod bits;
mod cluster;
pub mod combined;
pub mod connector;
pub mod effective;
pub mod elim;
mod enforcement;
mod file;
mod host_groups;
mod host_rows;
mod hosts;
mod index;
pub mod job;
mod meaning;
mod members;
mod names;
mod pattern;
mod peer;
mod read;
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

pub use at::Instant;
pub use bits::Bits;
pub use cluster::{Cluster, Declared, MissingInclude};
pub use enforcement::enforcement;
pub use file::{SourceFile, composed};
pub use host_groups::{HostGroups, HostSet};
pub use host_rows::{HostRow, HostRows, Slots};
pub use hosts::{Host, HostFacts, HostId, HostResource, Hosts};
pub use index::{Basis, Entity, Fact, FieldRef, Index, Lookup, Parts, Place, State, Summary, Uses, View};
pub use meaning::Meaning;
pub use members::components;
pub use names::{Names, cluster_of_file};
pub use pattern::HostPattern;
pub use peer::Peer;
pub use read::{AsRead, Dropped, FileReadings, KeptRead, Reading, Readings, blank};
pub use reference::{Reference, Referent, may_name, may_refer, of_namespace, references, referent};
pub use resolve::{MissingOfRange, Resolution};
pub use resources::{Resource, Resources};
pub use spellings::Spellings;
pub use surroundings::{Included, Surroundings};
pub use switches::{Knowledge, Strictness, Switches};
pub use users::{Membership, UserGroups, UserSet};
