//! Absolute priority scheduling (APS): computes the APS value of a pending job from APS_PRIORITY.
//!
//! [`Formula`] is the value of the parameter with all defaults filled in: factors without a weight have no effect; RSRC
//! and WORK have weight 1 if one of their subfactors has a weight. [`Facts`] are the known facts about a job: its
//! priority, its tasks, its pending time. [`Formula::evaluate`] computes the value and records every step, so that each
//! number can be explained; [`Formula::over`] computes it for a growing pending time. [`requested`] computes what LSF
//! reads from a requirement string.
//!
//! The factors, their names and their hierarchy are defined in the specification.

mod curve;
mod evaluate;
mod facts;
mod formula;
mod queue;
mod request;
#[cfg(test)]
mod tests;

pub use curve::Step;
pub use evaluate::{Contribution, Evaluation, Outcome};
pub use facts::{Fact, Facts, Growth};
pub use formula::{Formula, Number, Term, Time, Weight, without_dust};
pub use queue::{ApsJob, QueueFormula};
pub use request::{Reservation, requested};
