//! What was found in a member in one cluster, and what that rests on.

use std::ops::Deref;
use std::sync::Arc;

use lsflint_lint::{Diagnostic, Kept, Registry, Settings, check_file_again};
use lsflint_model::{Cluster, SourceFile};
use rustc_hash::FxHashSet;

use crate::caught::{Panic, catch};

/// The findings of a file in one cluster, for the next time they are asked for.
#[derive(Default)]
pub(super) struct Memo {
    kept: Kept,
    found: Arc<[Diagnostic]>,
    /// Files its findings point to: when text moves there, so do these places.
    points_to: FxHashSet<Box<str>>,
    /// The findings are those of the text. They are not before the first check, and when a rule panics.
    fresh: bool,
    /// How many sections the last check visited, until somebody asks.
    pub(super) visited: Option<usize>,
}

impl Memo {
    /// Whether everything that the findings rest on is as it was.
    pub(super) fn holds(&self, facts: &Cluster) -> bool {
        self.fresh && self.kept.holds(facts.index())
    }

    /// The findings, of now if those that are recorded do not hold.
    pub(super) fn findings(
        &mut self,
        file: &Arc<SourceFile>,
        facts: &Cluster,
        settings: &Settings,
        registry: &Registry,
    ) -> Result<Findings, Panic> {
        if !self.holds(facts) {
            self.fresh = false;
            let found = catch(|| check_file_again(file, facts, settings, registry, &mut self.kept))?;
            let related = found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref());
            self.points_to = related.map(Into::into).collect();
            if *self.found != *found {
                self.found = found.into();
            }
            (self.fresh, self.visited) = (true, Some(self.kept.visited));
        }
        Ok(Findings::Recorded(self.found.clone()))
    }

    /// Says which files changed. `own` is the path of the member.
    pub(super) fn note_changes(&mut self, changed: &[Arc<str>], own: &str) {
        for path in changed {
            if **path == *own || self.points_to.contains(&**path) {
                self.kept.note_change(path);
                self.fresh = false;
            }
        }
    }
}

/// What was found in a member.
pub(crate) enum Findings {
    /// Just now, and recorded nowhere.
    New(Vec<Diagnostic>),
    /// As they are recorded.
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

    /// The findings to share: the recorded ones where nothing was taken out.
    pub(super) fn into_shared(self) -> Arc<[Diagnostic]> {
        match self {
            Findings::New(found) => found.into(),
            Findings::Recorded(found) => found,
        }
    }
}
