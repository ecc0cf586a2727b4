//! What is fixed, and what comes of it.

use std::sync::Arc;

use lsflint_lint::{Applicability, Diagnostic, Fingerprint, FixedText, Repaired, Severity};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::load::Loaded;
use crate::read::Decoded;
use crate::write::Rewritten;

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
    /// The file with the fixed text.
    pub file: Rewritten,
    /// What was repaired, in the order in which it was done.
    pub repaired: Vec<Repaired>,
}

impl FixedFile {
    pub(super) fn new(member: &Loaded, fixed: FixedText) -> FixedFile {
        let before = Decoded { text: member.text().clone(), encoding: member.encoding };
        let (path, shown) = (member.path.to_path_buf(), member.shown().clone());
        FixedFile { file: Rewritten { path, shown, before, after: fixed.text }, repaired: fixed.repaired }
    }
}

/// What stays as it is: by file, the prints of findings that are not to be reported.
pub(super) type Held = FxHashMap<Arc<str>, FxHashSet<Fingerprint>>;
