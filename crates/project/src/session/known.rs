//! The baselines of a session: findings that are not shown.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::{Diagnostic, Fingerprint};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::baseline::BaselineFile;
use crate::check::fingerprints_of;
use crate::error::Problem;
use crate::load::Loaded;
use crate::paths::Paths;
use crate::plan::Plan;

/// The code and the fingerprint of a finding.
type Entry = (String, Fingerprint);

/// The baselines that the lsflint.toml files of a plan name, by path.
#[derive(Debug, Clone, Default)]
pub(super) struct Baselines(Arc<FxHashMap<PathBuf, Known>>);

/// The findings in a baseline.
#[derive(Debug, Default)]
struct Known {
    by_file: FxHashMap<PathBuf, FxHashSet<Entry>>,
    /// Those of files that no longer exist: a file may have been renamed.
    moved: FxHashSet<Entry>,
}

impl Baselines {
    /// Reads the baselines of a plan. The problems are those of baselines that are missing or invalid; they hide
    /// nothing.
    pub(super) fn of(plan: &Plan, paths: &Paths) -> (Baselines, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut known: FxHashMap<PathBuf, Known> = FxHashMap::default();
        let judges = plan.sets.iter().flat_map(|it| it.judges());
        for judge in judges {
            let Some(path) = judge.config.baseline.as_ref().filter(|it| !known.contains_key(*it)) else { continue };
            let found = match BaselineFile::of_config(&judge.config, path, paths) {
                Ok((file, baseline)) => {
                    let paths = file.paths();
                    let mut found = Known::default();
                    for entry in baseline.entries {
                        let path = paths.absolute(Path::new(&entry.file));
                        let entry = (entry.code, entry.fingerprint);
                        found.by_file.entry(path).or_default().insert(entry);
                    }
                    let gone = found.by_file.iter().filter(|it| it.0.symlink_metadata().is_err());
                    found.moved = gone.flat_map(|it| it.1.iter().cloned()).collect();
                    found
                }
                Err(problem) => {
                    problems.push(problem);
                    Known::default()
                }
            };
            known.insert(path.clone(), found);
        }
        (Baselines(Arc::new(known)), problems)
    }

    /// The paths of the baselines.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.0.keys()
    }

    /// Whether they may hide findings of a member.
    pub(super) fn hide_in(&self, member: &Loaded) -> bool {
        self.known(member).is_some()
    }

    fn known(&self, member: &Loaded) -> Option<&Known> {
        self.0.get(member.judge.config.baseline.as_ref()?)
    }
}

/// The findings of the files of a set without those of the baselines, kept so that unchanged ones stay the same.
#[derive(Debug, Default)]
pub(super) struct Unknown {
    baselines: Baselines,
    /// By the index of the member.
    kept: FxHashMap<usize, Kept>,
}

#[derive(Debug)]
struct Kept {
    text: Arc<str>,
    found: Arc<[Diagnostic]>,
    left: Arc<[Diagnostic]>,
}

impl Unknown {
    pub(super) fn new(baselines: Baselines) -> Unknown {
        Unknown { baselines, kept: FxHashMap::default() }
    }

    /// The findings of a member that its baseline does not contain.
    pub(super) fn of(&mut self, number: usize, member: &Loaded, found: Arc<[Diagnostic]>) -> Arc<[Diagnostic]> {
        let Some(known) = self.baselines.known(member).filter(|_| !found.is_empty()) else { return found };
        let is_kept = |it: &&Kept| Arc::ptr_eq(&it.text, member.text()) && Arc::ptr_eq(&it.found, &found);
        if let Some(kept) = self.kept.get(&number).filter(is_kept) {
            return kept.left.clone();
        }
        let here = known.by_file.get(&*member.path);
        let prints = fingerprints_of(&member.content, &found);
        let is_known = |(it, print): (&Diagnostic, Fingerprint)| {
            let entry = (it.rule.code.to_owned(), print);
            here.is_some_and(|it| it.contains(&entry)) || known.moved.contains(&entry)
        };
        let left = found.iter().zip(prints).filter(|it| !is_known(*it)).map(|it| it.0.clone());
        let left: Arc<[Diagnostic]> = left.collect();
        self.kept.insert(number, Kept { text: member.text().clone(), found, left: left.clone() });
        left
    }
}
