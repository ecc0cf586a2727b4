//! Rules about whole files, kept while nothing changes that they look at.

use lsflint_syntax::Difference;

use super::super::Walker;
use super::bases::BasisId;
use crate::context::FileContext;
use crate::diagnostic::Diagnostic;
use crate::reads::Reads;
use crate::registry::FileCheck;

/// What a rule said about the file.
#[derive(Debug)]
pub(in crate::walk) struct RuleKept {
    pub(super) basis: BasisId,
    found: Vec<Diagnostic>,
}

impl<'a> Walker<'a> {
    /// Asks the rules about whole files.
    pub(in crate::walk) fn file_rules(&mut self, without_text: &FileContext<'a>) {
        let checks = &self.registry.file;
        let Some(uses) = self.file.cluster.uses().filter(|_| self.memo.is_some()) else {
            for (reads, check) in checks {
                let context = if *reads == Reads::NOTHING { without_text } else { &self.file };
                check.run(context, &mut self.found);
            }
            return;
        };
        for (number, (reads, check)) in checks.iter().enumerate() {
            let Some(memo) = &mut self.memo else { return };
            let kept = memo.kept_rule(number, *reads, &self.file.file.path);
            let kept = kept.unwrap_or_else(|| {
                let context = if *reads == Reads::NOTHING { without_text } else { &self.file };
                let outer = uses.start();
                let found = said(*check, context);
                RuleKept { basis: memo.bases.add(uses.end(outer, self.file.cluster.index())), found }
            });
            self.found.extend(kept.found.iter().cloned());
            memo.rules.push(kept);
        }
    }
}

fn said(check: FileCheck, context: &FileContext<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    check.run(context, &mut found);
    found
}

impl super::Memo {
    /// What a rule said before, if it would say it again.
    fn kept_rule(&mut self, number: usize, reads: Reads, path: &str) -> Option<RuleKept> {
        let before = self.before.as_mut()?;
        let kept = before.rules.get_mut(number)?;
        if before.reads.meets(reads) || !self.bases.holds(kept.basis) {
            return None;
        }
        let mut found = std::mem::take(&mut kept.found);
        if !before.inner.is_empty() && !found.iter_mut().all(|it| it.follow(&before.inner, path)) {
            return None;
        }
        let basis = kept.basis;
        (!self.points_to_changed_besides(&found, path)).then_some(RuleKept { basis, found })
    }

    /// Whether a finding points into a file that changed, other than its own.
    fn points_to_changed_besides(&self, found: &[Diagnostic], own: &str) -> bool {
        let related = found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref());
        related.into_iter().any(|it| *it != *own && self.changed.iter().any(|path| **path == *it))
    }
}

impl Diagnostic {
    /// Moves all its places in its own file along with an edit; false when the edit touches one of them.
    fn follow(&mut self, difference: &Difference, own: &str) -> bool {
        let is_own = |it: &Option<String>| it.as_ref().is_none_or(|it| **it == *own);
        let related = self.related.iter_mut().filter(|it| is_own(&it.file)).map(|it| &mut it.range);
        let edits = self.fix.iter_mut().flat_map(|it| &mut it.edits).map(|it| &mut it.range);
        let mut ranges = std::iter::once(&mut self.range).chain(related).chain(edits);
        ranges.all(|range| match difference.moved(*range) {
            Some(moved) => {
                *range = moved;
                true
            }
            None => false,
        })
    }
}
