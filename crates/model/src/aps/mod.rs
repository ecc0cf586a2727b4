//! The arithmetic of absolute priority scheduling: what APS_PRIORITY makes of one pending job.
//!
//! [`Formula`] is the value of the parameter with everything filled in that it does not say: factors without a weight count nothing,
//! RSRC and WORK weigh 1 as soon as one of their factors has a weight. [`Facts`] is what is known about a job: its priority, its tasks,
//! how long it pends. [`Formula::evaluate`] puts the one into the other and keeps every step, so that each number can be explained.
//! [`requested`] and [`tasks`] say what LSF reads out of a requirement string and out of the task limits.
//!
//! The factors themselves, their names and which of them belong together, are facts of the specification.

mod evaluate;
mod facts;
mod formula;
mod queue;
mod request;
#[cfg(test)]
mod tests;

pub use evaluate::{Contribution, Evaluation, Outcome};
pub use facts::{Fact, Facts};
pub use formula::{Formula, Number, Term, Time, Weight, without_dust};
pub use queue::QueueFormula;
pub use request::{OutsideTaskLimit, Reservation, TaskLimit, requested, tasks};
