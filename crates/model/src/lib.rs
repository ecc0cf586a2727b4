//! What a set of configuration files means, as far as more than one file is needed to know it.
//!
//! [`SourceFile`] is one file: path, kind, text, tree. [`Cluster`] is the files that LSF reads together, and the switches of lsf.conf
//! and lsb.params that change how other files are read. Both are values made from (path, text) pairs: nothing here touches a disk, a
//! clock or the environment, and nothing here knows a rule. [`week`] says what time windows mean, [`requirement`] what a requirement
//! string asks for, and how the strings of several levels become one.

pub mod aps;
mod cluster;
pub mod elim;
mod file;
mod names;
pub mod requirement;
mod resources;
mod switches;
pub mod week;

pub use cluster::{Cluster, MissingInclude};
pub use file::SourceFile;
pub use names::Names;
pub use resources::{Resource, Resources};
pub use switches::{Knowledge, Strictness, Switches};
