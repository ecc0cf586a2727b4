//! What enforces the limits of jobs.

pub use crate::generated::enforcement::ENFORCEMENTS;

/// What enforces a limit of jobs if a setting has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enforcement {
    /// The limit: a parameter of lsb.queues and lsb.applications.
    pub limit: &'static str,
    /// The setting: `lsf.conf:NAME`, or a parameter of the section with the limit; empty if it always applies.
    pub setting: &'static str,
    /// The value of the setting or a word of it, ignoring case; empty if any value applies.
    pub value: &'static str,
    /// What enforces the limit, as a part of a sentence.
    pub text: &'static str,
    /// The page with the fact.
    pub source: &'static str,
}

/// The rows of a limit; the first one that applies is used.
pub fn enforcements_of(limit: &str) -> impl Iterator<Item = &'static Enforcement> {
    ENFORCEMENTS.iter().filter(move |it| it.limit == limit)
}
