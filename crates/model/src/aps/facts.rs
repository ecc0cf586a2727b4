//! The known facts about a pending job.

use std::borrow::Cow;

use lsflint_spec::ApsFactor;
use rustc_hash::FxHashMap;

/// The value of a factor for one job.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// A number and its origin; the origin is empty if the number was given directly.
    Value(f64, Cow<'static, str>),
    /// There is no value, for this reason; the factor is ignored.
    Nothing(Cow<'static, str>),
}

/// The growth of the job priority while the job is pending: JOB_PRIORITY_OVER_TIME.
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// What is added to JPRIORITY.
    pub increment: f64,
    /// The pending time after which it is added, again and again, in seconds; more than 0.
    pub interval: f64,
    /// The setting: `JOB_PRIORITY_OVER_TIME=2/30`.
    pub setting: String,
}

impl Growth {
    /// What is added to the job priority after a pending time in seconds.
    pub fn after(&self, pending: f64) -> f64 {
        (pending / self.interval).floor() * self.increment
    }
}

/// Known facts about a pending job, by factor name. Unknown facts are treated as 0 and shown as unknown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    facts: FxHashMap<&'static str, Fact>,
    /// The pending time in seconds; with TRACK_ELIGIBLE_PENDINFO=Y, only the eligible time. `None` is treated as 0.
    pub pending: Option<f64>,
    /// The static system value of `bmod -aps "system=value"`, which precedes all calculated values.
    pub system: Option<f64>,
    /// How JPRIORITY, which is that of the submission, grows; `None` if it does not, or that is unknown.
    pub growth: Option<Growth>,
}

impl Facts {
    /// Sets the value of a factor that was given directly.
    pub fn set(&mut self, factor: &'static ApsFactor, value: f64) {
        self.set_from(factor, value, "");
    }

    /// Sets the value of a factor and its origin.
    pub fn set_from(&mut self, factor: &'static ApsFactor, value: f64, from: impl Into<Cow<'static, str>>) {
        self.facts.insert(factor.name, Fact::Value(value, from.into()));
    }

    /// Records that a factor cannot have a value, and why.
    pub fn rule_out(&mut self, factor: &'static ApsFactor, because: impl Into<Cow<'static, str>>) {
        self.facts.insert(factor.name, Fact::Nothing(because.into()));
    }

    /// The known fact about a factor.
    pub fn get(&self, factor: &str) -> Option<&Fact> {
        self.facts.get(factor)
    }
}
