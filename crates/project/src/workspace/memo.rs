//! The recorded findings of a member in one cluster, and what they depend on.

use std::ops::Deref;
use std::sync::Arc;

use lsflint_lint::{Diagnostic, Kept, Registry, Settings, check_file_again};
use lsflint_model::{Cluster, SourceFile};
use rustc_hash::FxHashSet;

use crate::caught::{Panic, catch};

/// The recorded findings of a file in one cluster, reused while nothing that they depend on changes.
#[derive(Default)]
pub(super) struct Memo {
    /// The state that makes the next check incremental.
    state: Kept,
    found: Arc<[Diagnostic]>,
    /// Files that the findings refer to: their offsets change with the text of these files.
    points_to: FxHashSet<Box<str>>,
    /// Whether the findings match the current text. False before the first check and after a rule panicked.
    fresh: bool,
    /// Number of sections that the last check visited, until it is queried.
    pub(super) visited: Option<usize>,
}

impl Memo {
    /// Whether everything that the findings depend on is unchanged.
    pub(super) fn holds(&self, facts: &Cluster) -> bool {
        self.fresh && self.state.holds(facts.index())
    }

    /// The recorded findings, or new ones if they are out of date.
    pub(super) fn findings(
        &mut self,
        file: &Arc<SourceFile>,
        facts: &Cluster,
        settings: &Settings,
        registry: &Registry,
    ) -> Result<Findings, Panic> {
        if !self.holds(facts) {
            self.fresh = false;
            let found = catch(|| check_file_again(file, facts, settings, registry, &mut self.state))?;
            let related = found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref());
            self.points_to = related.map(Into::into).collect();
            if *self.found != *found {
                self.found = found.into();
            }
            (self.fresh, self.visited) = (true, Some(self.state.visited));
        }
        Ok(Findings::Recorded(self.found.clone()))
    }

    /// Notes which files changed. `own` is the path of the member.
    pub(super) fn note_changes(&mut self, changed: &[Arc<str>], own: &str) {
        for path in changed {
            if **path == *own || self.points_to.contains(&**path) {
                self.state.note_change(path);
                self.fresh = false;
            }
        }
    }
}

/// The findings of a member.
pub(crate) enum Findings {
    /// New, not recorded anywhere.
    New(Vec<Diagnostic>),
    /// Shared with the record.
    Recorded(Arc<[Diagnostic]>),
}

impl Deref for Findings {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        match self {
            Findings::New(found) => found,
            Findings::Recorded(found) => found,
        }
    }
}

impl Findings {
    pub(super) fn retain(&mut self, keep: impl Fn(&Diagnostic) -> bool) {
        match self {
            Findings::New(found) => found.retain(keep),
            Findings::Recorded(found) if found.iter().all(&keep) => {}
            Findings::Recorded(found) => *self = Findings::New(found.iter().filter(|it| keep(it)).cloned().collect()),
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        match self {
            Findings::New(found) => found,
            Findings::Recorded(found) => found.to_vec(),
        }
    }

    /// The findings for sharing: the recorded ones if none was removed.
    pub(super) fn into_shared(self) -> Arc<[Diagnostic]> {
        match self {
            Findings::New(found) => found.into(),
            Findings::Recorded(found) => found,
        }
    }
}
