//! The changes that a refresh made to a session.

use std::path::Path;
use std::sync::Arc;

use lsflint_lint::Diagnostic;
use rustc_hash::FxHashSet;

use super::snapshot::{SessionSnapshot, SetSnapshot};
use crate::workspace::Work;

/// The changes that a refresh made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed {
    /// Files whose text or findings changed, including new files.
    pub files: Vec<Arc<Path>>,
    /// Files that do not exist any more.
    pub gone: Vec<Arc<Path>>,
    /// Whether a new plan was made.
    pub planned: bool,
    /// The work that edits caused, apart from new plans.
    pub work: Work,
}

impl Changed {
    /// Adds the files that differ between two snapshots.
    pub(super) fn compare(&mut self, before: &SessionSnapshot, after: &SessionSnapshot) {
        let planned = self.planned;
        let same_set = |number: usize, set: &Arc<SetSnapshot>| {
            !planned && before.sets.get(number).is_some_and(|it| Arc::ptr_eq(it, set))
        };
        for (number, set) in after.sets.iter().enumerate().filter(|it| !same_set(it.0, it.1)) {
            for (place, file) in set.files.iter().enumerate() {
                let old = match planned {
                    true => before.file(&file.path).map(|it| it.1),
                    false => Some(&before.sets[number].files[place]),
                };
                let same = old.is_some_and(|it| {
                    it.reported == file.reported
                        && it.source.is(&file.source)
                        && same_findings(&it.findings, &file.findings)
                });
                if !same {
                    self.files.push(file.path.clone());
                }
            }
        }
        if planned {
            let gone = before.files().filter(|it| after.file(&it.path).is_none());
            let gone: FxHashSet<Arc<Path>> = gone.map(|it| it.path.clone()).collect();
            self.gone = gone.into_iter().collect();
            self.gone.sort();
        }
    }
}

fn same_findings(a: &Arc<[Diagnostic]>, b: &Arc<[Diagnostic]>) -> bool {
    Arc::ptr_eq(a, b) || a.is_empty() && b.is_empty()
}
