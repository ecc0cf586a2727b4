//! Options and results of fixing.

use std::sync::Arc;

use lsflint_lint::{Applicability, Diagnostic, Fingerprint, FixedText, Repaired, Severity, Why};
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

/// A wanted fix that was not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotApplied {
    /// The path of the file, as in findings.
    pub shown: Arc<str>,
    /// The line in which the finding begins after fixing, from 1.
    pub line: usize,
    /// The code of the finding.
    pub code: &'static str,
    /// The reason, as a clause: `would cause R601 at lsb.queues:20`.
    pub because: String,
}

/// The fixes of a text that were not applied. `files` are all texts that were fixed together.
pub(super) fn not_applied<'f>(
    shown: &'f Arc<str>,
    fixed: &'f FixedText,
    files: &'f [Loaded],
) -> impl Iterator<Item = NotApplied> + 'f {
    let because = |why| match why {
        Why::Causes { file, line, code } => {
            let place = files.get(file).map_or(&**shown, |it| it.shown());
            format!("would cause {code} at {place}:{line}")
        }
        Why::Remains => "would not remove the finding".to_owned(),
        Why::Meaning => "would change what LSF reads".to_owned(),
        Why::Untried => "not tried because too many other fixes could not be applied".to_owned(),
    };
    fixed.withheld.iter().map(move |it| NotApplied {
        shown: shown.clone(),
        line: it.line,
        code: it.code,
        because: because(it.why),
    })
}

/// The findings not to fix: fingerprints of unreported findings, by file.
pub(super) type Held = FxHashMap<Arc<str>, FxHashSet<Fingerprint>>;
