//! Answers to questions about a cluster, as plain data: the command line, reports and editors only render them.

mod objects;
mod times;

pub use objects::{Members, NotFound, Object, ObjectKind, Setting, cluster_parameters, parameter, show};
pub use times::{OverTime, Times, ValueAt};
