//! What is known about a pending job.

use std::borrow::Cow;

use lsflint_spec::ApsFactor;
use rustc_hash::FxHashMap;

/// The value of a factor for one job.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// A number, and where it comes from; empty when it was simply given.
    Value(f64, Cow<'static, str>),
    /// There can be none, and why: the factor is ignored.
    Nothing(Cow<'static, str>),
}

/// Known facts about a pending job, by factor name. Unknown facts are zero and shown as such.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    facts: FxHashMap<&'static str, Fact>,
    /// The seconds the job pends; with TRACK_ELIGIBLE_PENDINFO=Y, only while it was eligible. `None` is treated as 0.
    pub pending: Option<f64>,
    /// The static value of `bmod -aps "system=value"`, which precedes all calculated values.
    pub system: Option<f64>,
}

impl Facts {
    /// Sets the value of a factor that was simply given.
    pub fn set(&mut self, factor: &'static ApsFactor, value: f64) {
        self.set_from(factor, value, "");
    }

    /// Sets the value of a factor and says where it comes from.
    pub fn set_from(&mut self, factor: &'static ApsFactor, value: f64, from: impl Into<Cow<'static, str>>) {
        self.facts.insert(factor.name, Fact::Value(value, from.into()));
    }

    /// Says that a factor can have no value, and why.
    pub fn rule_out(&mut self, factor: &'static ApsFactor, because: impl Into<Cow<'static, str>>) {
        self.facts.insert(factor.name, Fact::Nothing(because.into()));
    }

    /// What is known about a factor.
    pub fn get(&self, factor: &str) -> Option<&Fact> {
        self.facts.get(factor)
    }
}
