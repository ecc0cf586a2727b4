//! Options and results of fixing.

use std::sync::Arc;

use lsflint_lint::{Applicability, Diagnostic, Fingerprint, FixedText, Repaired, Severity};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::load::Loaded;
use crate::read::Decoded;
use crate::write::Rewritten;

/// Selects the fixes to apply.
#[derive(Debug, Clone, Copy, Default)]
pub struct FixOptions {
    /// Whether unsafe fixes are applied, which change the behavior of LSF.
    pub unsafe_fixes: bool,
}

impl FixOptions {
    /// Whether a finding is fixed. Hints, which only editors show, are not fixed because the user has not seen them.
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
    /// The applied repairs, in order.
    pub repaired: Vec<Repaired>,
}

impl FixedFile {
    pub(super) fn new(member: &Loaded, fixed: FixedText) -> FixedFile {
        let before = Decoded { text: member.text().clone(), encoding: member.encoding };
        let (path, shown) = (member.path.to_path_buf(), member.shown().clone());
        FixedFile { file: Rewritten { path, shown, before, after: fixed.text }, repaired: fixed.repaired }
    }
}

/// The findings not to fix: fingerprints of unreported findings, by file.
pub(super) type Held = FxHashMap<Arc<str>, FxHashSet<Fingerprint>>;
