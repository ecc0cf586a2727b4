//! What is fixed, and what comes of it.

use std::path::PathBuf;
use std::sync::Arc;

use lsflint_lint::{Applicability, Diagnostic, Fingerprint, Repaired, Severity};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Problem;
use crate::read::Decoded;
use crate::write::replace_file;

/// What is fixed.
#[derive(Debug, Clone, Copy, Default)]
pub struct FixOptions {
    /// Whether fixes are applied, too, after which LSF behaves differently.
    pub unsafe_fixes: bool,
}

impl FixOptions {
    /// Whether a finding is fixed. What only editors show is left alone: nobody was told about it.
    pub(super) fn wants(self, it: &Diagnostic) -> bool {
        let wanted = |applicability| applicability == Applicability::Safe || self.unsafe_fixes;
        it.severity > Severity::Hint && it.fix.as_ref().is_some_and(|fix| wanted(fix.applicability))
    }
}

/// A file that fixes change.
#[derive(Debug)]
pub struct FixedFile {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its path in reports.
    pub shown: Arc<str>,
    /// What was read.
    pub before: Decoded,
    /// The fixed text.
    pub after: Arc<str>,
    /// What was repaired, in the order in which it was done.
    pub repaired: Vec<Repaired>,
}

impl FixedFile {
    /// Puts the fixed text in the place of the file, in one step.
    ///
    /// # Errors
    /// See [`replace_file`].
    pub fn write(&self) -> Result<(), Problem> {
        replace_file(&self.path, &self.shown, &self.before, &self.after)
    }

    /// The fixed text as it would be read.
    pub fn fixed(&self) -> Decoded {
        Decoded { text: self.after.clone(), encoding: self.before.encoding }
    }
}

/// What stays as it is: by file, the prints of findings that are not to be reported.
pub(super) type Held = FxHashMap<Arc<str>, FxHashSet<Fingerprint>>;
