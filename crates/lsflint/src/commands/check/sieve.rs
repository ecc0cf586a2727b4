//! Filters for findings: a baseline, unchanged lines.

mod baseline;
mod changed;

use lsflint_project::{Checked, Request};

use crate::arguments::Adopting;
use crate::output::{Failure, Terminal};

/// Takes findings out before they are counted and written.
pub(super) trait Sieve {
    /// Leaves the findings of a file that are to be reported, and their fingerprints.
    fn sift(&mut self, checked: &mut Checked) -> Result<(), Failure>;

    /// How many findings were removed, and why: `12 in the baseline`.
    fn withheld(&self) -> Option<String>;

    /// Does what is left to do after the last file, and says on stderr what people should know.
    fn finish(&mut self, terminal: &Terminal) -> Result<(), Failure>;
}

/// The sieves that the arguments ask for. The request is changed to bring what they need.
pub(super) fn sieves(adopting: &Adopting, request: &mut Request) -> Result<Vec<Box<dyn Sieve>>, Failure> {
    let mut sieves: Vec<Box<dyn Sieve>> = Vec::new();
    let changed = changed::Changed::new(adopting, request)?;
    // A baseline must see all findings to know which are gone.
    if let Some(known) = baseline::Known::new(adopting, request)? {
        sieves.push(Box::new(known));
    }
    if let Some(changed) = changed {
        sieves.push(Box::new(changed));
    }
    request.fingerprints |= !sieves.is_empty();
    Ok(sieves)
}

/// The sieves for what is not to be fixed: the same ones, but nothing is recorded before it had its chance to be repaired.
pub(super) fn of_fixes(adopting: &Adopting, request: &mut Request) -> Result<Vec<Box<dyn Sieve>>, Failure> {
    let given = adopting.baseline.as_ref().or(adopting.write_baseline.as_ref());
    let baseline = given.filter(|it| it.exists()).cloned();
    let reading = Adopting { baseline, write_baseline: None, baseline_may_grow: false, ..adopting.clone() };
    sieves(&reading, request)
}

/// Leaves the findings for which a list says `true`.
pub(super) fn retain(checked: &mut Checked, kept: &[bool]) {
    let mut kept_diagnostics = kept.iter();
    checked.diagnostics.retain(|_| kept_diagnostics.next() == Some(&true));
    let mut kept_fingerprints = kept.iter();
    checked.fingerprints.retain(|_| kept_fingerprints.next() == Some(&true));
}
