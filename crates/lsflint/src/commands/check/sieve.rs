//! What takes findings out of a run: a baseline, the lines that did not change.

use lsflint_project::Checked;

use crate::output::{Failure, Terminal};

/// Takes findings out before they are counted and written.
pub(super) trait Sieve {
    /// Leaves the findings of a file that are to be reported, and their fingerprints.
    fn sift(&mut self, checked: &mut Checked) -> Result<(), Failure>;

    /// Says on stderr what people should know after the last file.
    fn finish(&mut self, terminal: &Terminal) -> Result<(), Failure>;
}
