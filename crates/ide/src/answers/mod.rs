//! Answers to questions about a cluster, as plain data: the command line, reports and editors only render them.

mod objects;

pub use objects::{Members, NotFound, Object, ObjectKind, Setting, cluster_parameters, parameter, show};
