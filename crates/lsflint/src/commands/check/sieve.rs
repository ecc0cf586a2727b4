//! Filters of findings: a baseline, and changed lines.

mod baseline;
mod changed;

use lsflint_project::{Checked, Request};

use crate::arguments::Adopting;
use crate::output::{Failure, Terminal};

/// Filters findings before they are counted and written.
pub(super) trait Sieve {
    /// Removes findings of a file that are not to be reported, with their fingerprints.
    fn sift(&mut self, checked: &mut Checked) -> Result<(), Failure>;

    /// The number of removed findings and the reason: `12 in the baseline`.
    fn withheld(&self) -> Option<String>;

    /// Completes the work after the last file, and writes notes to stderr.
    fn finish(&mut self, terminal: &Terminal) -> Result<(), Failure>;
}

/// The filters that the arguments request. Changes the request to provide the data they need.
pub(super) fn sieves(adopting: &Adopting, request: &mut Request) -> Result<Vec<Box<dyn Sieve>>, Failure> {
    let mut sieves: Vec<Box<dyn Sieve>> = Vec::new();
    let changed = changed::Changed::new(adopting, request)?;
    // Before the other filters, because a baseline needs all findings to detect stale entries.
    match baseline::Known::new(adopting, request)? {
        Some(known) => {
            request.fingerprints = true;
            sieves.push(Box::new(known));
        }
        None if adopting.no_baseline => {}
        // If lsflint.toml names a baseline, the run has fingerprints without being asked for them.
        None => sieves.push(Box::new(baseline::Configured::new(request))),
    }
    if let Some(changed) = changed {
        request.fingerprints = true;
        sieves.push(Box::new(changed));
    }
    Ok(sieves)
}

/// The filters for findings that must not be fixed: the same ones, but new findings are not recorded, so that they can
/// be fixed first.
pub(super) fn of_fixes(adopting: &Adopting, request: &mut Request) -> Result<Vec<Box<dyn Sieve>>, Failure> {
    let given = adopting.baseline.as_ref().or(adopting.write_baseline.as_ref());
    let baseline = given.filter(|it| it.exists()).cloned();
    let no_baseline = adopting.no_baseline || given.is_some() && baseline.is_none();
    let reading =
        Adopting { baseline, no_baseline, write_baseline: None, baseline_may_grow: false, ..adopting.clone() };
    sieves(&reading, request)
}

/// Retains the findings whose entry in `kept` is true.
pub(super) fn retain(checked: &mut Checked, kept: &[bool]) {
    let mut kept_diagnostics = kept.iter();
    checked.diagnostics.retain(|_| kept_diagnostics.next() == Some(&true));
    let mut kept_fingerprints = kept.iter();
    checked.fingerprints.retain(|_| kept_fingerprints.next() == Some(&true));
}
