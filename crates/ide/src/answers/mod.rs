//! Answers to questions about a cluster, as plain data: the command line, reports and editors only render them.

pub mod calendar;
mod enforcement;
pub mod export;
mod hosts;
mod hosts_over_time;
mod jobs;
mod objects;
pub mod plan;
pub mod running;
mod tables;
mod times;

pub use enforcement::{enforced, enforced_by};
pub use hosts::{HostGroup, HostsAnswer, PartAnswer, Question, matching_hosts_of};
pub(crate) use hosts::{condition, possible_of};
pub(crate) use jobs::limits_in_queues;
pub use jobs::{AskedHosts, Chosen, InQueue, JobAnswer, JobReason, LimitAnswer, jobs};
pub use objects::{Members, NotFound, Object, ObjectKind, Setting, cluster_parameters, parameter, show};
pub(crate) use objects::{existence, over_time};
pub use tables::{Cell, Column, Open, Row, SetValue, Table, table};
pub use times::{OverTime, Times, ValueAt};
