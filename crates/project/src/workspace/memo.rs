//! The recorded findings of a member in one cluster, and what they depend on.

use std::ops::Deref;
use std::sync::Arc;

use lsflint_lint::{
    Diagnostic, Early, Found, Kept, KeptJobs, MOST_OF_FILE, Registry, Settings, check_file_again, check_script_again,
    limit_file,
};
use lsflint_model::job::JobScript;
use lsflint_model::{Basis, Cluster, SourceFile};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::caught::{Panic, catch};

/// The recorded findings of a file in one cluster, reused while nothing that they depend on changes.
#[derive(Default)]
pub(super) struct Memo {
    /// The state that makes the next check incremental.
    state: Kept,
    /// The script that was checked, and the facts that its findings depend on.
    script: Option<(JobScript, Basis)>,
    /// The state that makes the next check of a script incremental.
    jobs: KeptJobs,
    found: Arc<[Diagnostic]>,
    suppressed: Arc<[Diagnostic]>,
    /// Files that the findings refer to: their offsets change with the text of these files.
    points_to: FxHashSet<Box<str>>,
    /// Whether the findings match the current text. False before the first check and after a rule panicked.
    fresh: bool,
    /// Number of sections, or of jobs of a script, that the last check visited, until it is queried.
    pub(super) visited: Option<usize>,
}

impl Memo {
    /// Whether everything that the findings depend on is unchanged.
    pub(super) fn holds(&self, facts: &Cluster) -> bool {
        self.fresh && self.state.holds(facts.index())
    }

    /// The recorded findings, or new ones if they are out of date. `early`: see [`check_file_again`].
    pub(super) fn findings(
        &mut self,
        file: &Arc<SourceFile>,
        facts: &Cluster,
        settings: &Settings,
        registry: &Registry,
        early: Option<Early<'_>>,
    ) -> Result<Findings, Panic> {
        if !self.holds(facts) {
            self.fresh = false;
            let Found { reported: found, suppressed } =
                catch(|| check_file_again(file, facts, settings, registry, &mut self.state, early))?;
            let related = found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref());
            self.points_to = related.map(Into::into).collect();
            if *self.found != *found {
                self.found = found.into();
            }
            if *self.suppressed != *suppressed {
                self.suppressed = suppressed.into();
            }
            (self.fresh, self.visited) = (true, Some(self.state.visited));
        }
        Ok(Findings { reported: Reported::Recorded(self.found.clone()), suppressed: self.suppressed.clone() })
    }

    /// Whether everything that the findings of a script depend on is unchanged.
    pub(super) fn holds_for(&self, script: &JobScript, facts: &Cluster) -> bool {
        let is_same = |it: &JobScript| Arc::ptr_eq(&it.script, &script.script) && it.path == script.path;
        self.fresh && self.script.as_ref().is_some_and(|(it, basis)| is_same(it) && basis.holds(facts.index()))
    }

    /// The recorded findings of a script, or new ones if they are out of date.
    pub(super) fn findings_of(
        &mut self,
        script: &JobScript,
        facts: &Cluster,
        settings: &Settings,
        registry: &Registry,
    ) -> Result<Findings, Panic> {
        if !self.holds_for(script, facts) {
            self.fresh = false;
            let (found, basis) = catch(|| check_script_again(script, facts, settings, registry, &mut self.jobs))?;
            self.script = Some((script.clone(), basis));
            let related = found.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref());
            self.points_to = related.map(Into::into).collect();
            if *self.found != *found {
                self.found = found.into();
            }
            (self.fresh, self.visited) = (true, Some(self.jobs.visited));
        }
        Ok(Findings { reported: Reported::Recorded(self.found.clone()), suppressed: self.suppressed.clone() })
    }

    /// Notes which files changed. `own` is the path of the member.
    pub(super) fn note_changes(&mut self, changed: &[Arc<str>], own: &str) {
        for path in changed {
            if **path == *own || self.points_to.contains(&**path) {
                self.state.note_change(path);
                self.jobs = KeptJobs::default();
                self.fresh = false;
            }
        }
    }
}

/// The paths of files that are new, removed or replaced.
pub(super) fn changed_paths(before: &[Arc<SourceFile>], now: &[Arc<SourceFile>]) -> Vec<Arc<str>> {
    let mut known: FxHashMap<&str, &Arc<SourceFile>> = before.iter().map(|it| (&*it.path, it)).collect();
    let is_new = |it: &&Arc<SourceFile>| known.remove(&*it.path).is_none_or(|before| !Arc::ptr_eq(before, it));
    let mut changed: Vec<Arc<str>> = now.iter().filter(is_new).map(|it| it.path.clone()).collect();
    changed.extend(known.into_values().map(|it| it.path.clone()));
    changed
}

/// The findings of a member.
pub(crate) struct Findings {
    pub(super) reported: Reported,
    /// Those that comments suppress.
    pub(super) suppressed: Arc<[Diagnostic]>,
}

/// The reported findings of a member.
pub(super) enum Reported {
    /// New, not recorded anywhere.
    New(Vec<Diagnostic>),
    /// Shared with the record.
    Recorded(Arc<[Diagnostic]>),
}

impl From<Found> for Findings {
    fn from(found: Found) -> Findings {
        Findings { reported: Reported::New(found.reported), suppressed: found.suppressed.into() }
    }
}

impl Deref for Findings {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        match &self.reported {
            Reported::New(found) => found,
            Reported::Recorded(found) => found,
        }
    }
}

impl From<Record> for Findings {
    fn from(record: Record) -> Findings {
        Findings { reported: Reported::Recorded(record.reported), suppressed: record.suppressed }
    }
}

impl Record {
    /// The reported findings, as many as one file may have.
    pub(super) fn limited(self) -> Arc<[Diagnostic]> {
        if self.reported.len() <= MOST_OF_FILE {
            return self.reported;
        }
        let mut found = self.reported.to_vec();
        limit_file(&mut found);
        found.into()
    }

    /// Whether these are the findings of the same check.
    pub(super) fn is(&self, other: &Record) -> bool {
        Arc::ptr_eq(&self.reported, &other.reported) && Arc::ptr_eq(&self.suppressed, &other.suppressed)
    }
}

impl Findings {
    /// The findings, to be changed. Recorded ones are copied.
    pub(super) fn to_mut(&mut self) -> &mut [Diagnostic] {
        if let Reported::Recorded(found) = &self.reported {
            self.reported = Reported::New(found.to_vec());
        }
        match &mut self.reported {
            Reported::New(found) => found,
            Reported::Recorded(_) => &mut [],
        }
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&Diagnostic) -> bool) {
        match &mut self.reported {
            Reported::New(found) => found.retain(keep),
            Reported::Recorded(found) if found.iter().all(&keep) => {}
            Reported::Recorded(found) => {
                self.reported = Reported::New(found.iter().filter(|it| keep(it)).cloned().collect());
            }
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        match self.reported {
            Reported::New(found) => found,
            Reported::Recorded(found) => found.to_vec(),
        }
    }

    /// The reported findings, as many as one file may have.
    pub(crate) fn limited(&self) -> Arc<[Diagnostic]> {
        let reported = match &self.reported {
            Reported::New(found) => found.as_slice().into(),
            Reported::Recorded(found) => found.clone(),
        };
        Record { reported, suppressed: Arc::default() }.limited()
    }

    /// The findings for sharing: the recorded ones if none was removed.
    pub(super) fn into_record(self) -> Record {
        let reported = match self.reported {
            Reported::New(found) => found.into(),
            Reported::Recorded(found) => found,
        };
        Record { reported, suppressed: self.suppressed }
    }
}

/// The recorded findings of a member, in all clusters that check it. The same `Arc`s as before if nothing changed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record {
    /// Those that are reported, ordered by position and code.
    pub(crate) reported: Arc<[Diagnostic]>,
    /// Those that comments suppress.
    pub(crate) suppressed: Arc<[Diagnostic]>,
}
