//! Merging: the worked examples, the table of all shapes, single rules, and what holds always.

mod examples;
mod properties;
mod rules;
mod table;

use super::*;
use crate::requirement::{Expr, Units};

/// What a test merges. Empty strings are levels without a requirement.
#[derive(Default)]
struct Input<'s> {
    job: &'s [&'s str],
    application: &'s str,
    queue: &'s str,
    job_resources: &'s [&'s str],
    options: Options,
}

/// Merges; every string is a requirement.
#[track_caller]
fn merged(input: &Input<'_>) -> Merged {
    let read = |text: &str| Requirement::parse(text).unwrap_or_else(|| panic!("`{text}` is a requirement"));
    let job: Vec<Requirement> = input.job.iter().map(|it| read(it)).collect();
    let mut options = input.options.clone();
    options.job_resources.extend(input.job_resources.iter().map(|it| (*it).to_owned()));
    merge(Some(&read(input.queue)), Some(&read(input.application)), &job, &options)
}
