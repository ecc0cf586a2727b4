//! Applies fixes to the files of a plan, in memory.
//!
//! Files of clusters that share files are fixed together. After every round the whole set is reloaded from memory,
//! including include lines, and checked as in a run, so a fix that causes findings in another file is not applied.
//! Nothing is written here: the new texts are returned, and [`Rewritten::write`] writes them. Only files that are
//! reported on are changed, not files that are only loaded.

mod fixed;
mod trial;

use lsflint_lint::{Diagnostic, Fingerprint, fix_texts};
use rustc_hash::FxHashSet;

pub use self::fixed::{FixOptions, FixedFile, NotApplied};
use self::fixed::{Held, not_applied};
use self::trial::Trial;
use crate::caught::catch;
use crate::check::{Checked, Run, SetResult};
use crate::error::Problem;
use crate::plan::{ClusterSet, Plan};
use crate::read::decode;
use crate::threads::{each, in_pool};
use crate::write::Rewritten;

/// The result of fixing a plan.
#[derive(Debug, Default)]
pub struct Fixes {
    /// The files that change, ordered by path.
    pub files: Vec<FixedFile>,
    /// The wanted fixes that were not applied, ordered by path and line.
    pub not_applied: Vec<NotApplied>,
    /// Files that could not be read or checked, with the problem as a check reports it.
    pub unread: Vec<Problem>,
    /// Clusters that could not be fixed because of an internal error.
    pub problems: Vec<Problem>,
    /// The largest number of rounds that any cluster set took.
    pub rounds: usize,
}

impl Plan {
    /// Computes the fixed texts. Nothing is written.
    ///
    /// `sift` removes findings that are not reported and must therefore not be fixed; it is called once per file with
    /// fixable findings. If it removes any, [`Request::fingerprints`](crate::Request::fingerprints) must be set,
    /// because fingerprints identify findings after a fix. `progress` gets the number of files done and is called from
    /// any thread.
    pub fn fix(
        &self,
        options: FixOptions,
        sift: &mut dyn FnMut(&mut Checked),
        progress: &(dyn Fn(usize) + Sync),
    ) -> Fixes {
        let pool = self.pool();
        let run = Run::new(self, false, progress);
        let to_fix = |set| {
            let SetResult { mut checked, problems, .. } = run.set(set);
            checked.retain(|it| it.diagnostics.iter().any(|it| options.wants(it)));
            (checked, problems)
        };
        let mut all = Fixes::default();
        let mut chosen: Vec<(&ClusterSet, Held)> = Vec::new();
        for (set, (checked, problems)) in self.sets.iter().zip(in_pool(pool.as_ref(), || each(&self.sets, to_fix))) {
            all.unread.extend(problems);
            let mut held = Held::default();
            let mut anything = false;
            for mut it in checked {
                let before: FxHashSet<Fingerprint> = it.fingerprints.iter().copied().collect();
                sift(&mut it);
                let left: FxHashSet<Fingerprint> = it.fingerprints.iter().copied().collect();
                anything |= it.diagnostics.iter().any(|it| options.wants(it));
                held.insert(it.path, &before - &left);
            }
            if anything {
                chosen.push((set, held));
            }
        }
        for fixed in in_pool(pool.as_ref(), || each(&chosen, |(set, held)| fix_set(&run, set, options, held))) {
            match fixed {
                Ok(fixed) => {
                    all.files.extend(fixed.files);
                    all.not_applied.extend(fixed.not_applied);
                    all.rounds = all.rounds.max(fixed.rounds);
                }
                Err(problem) => all.problems.push(problem),
            }
        }
        all.files.sort_by(|a, b| a.file.shown.cmp(&b.file.shown));
        all.not_applied.sort_by(|a, b| (&a.shown, a.line, a.code).cmp(&(&b.shown, b.line, b.code)));
        all.unread.sort_by(|a, b| a.path().cmp(b.path()));
        all
    }
}

/// The result for one cluster set.
struct FixedSet {
    files: Vec<FixedFile>,
    not_applied: Vec<NotApplied>,
    rounds: usize,
}

/// Fixes one cluster set. A panic in a rule on a fixed text affects only this set.
fn fix_set(run: &Run<'_>, set: &ClusterSet, options: FixOptions, held: &Held) -> Result<FixedSet, Problem> {
    let mut files = set.members.iter().filter(|it| it.reported && it.kind.file().is_some());
    let path = files.next().map_or(&*set.first, |it| &*it.shown);
    catch(|| fixed_files(run, set, options, held)).map_err(|panic| Problem::internal(path, panic))
}

fn fixed_files(run: &Run<'_>, set: &ClusterSet, options: FixOptions, held: &Held) -> FixedSet {
    let (mut trial, before) = Trial::new(run, set, held);
    let (mut changed, mut left) = trial.scripts(options);
    let files = trial.files.clone();
    let texts = files.iter().map(|it| it.text().clone()).collect();
    let wanted = |file: usize, it: &Diagnostic| files[file].reported && options.wants(it);
    let (fixed, rounds) = fix_texts(texts, before, wanted, |texts| trial.judge(texts));
    for (file, fixed) in files.iter().zip(&fixed) {
        left.extend(not_applied(file.shown(), fixed, &files));
    }
    changed.extend(files.iter().zip(fixed).map(|(file, fixed)| FixedFile::new(file, fixed)));
    changed.retain(|it| it.file.differs() && is_writable(&it.file));
    FixedSet { files: changed, not_applied: left, rounds }
}

/// Whether a text can be written in the encoding of its file: a fix never adds a character that the encoding lacks.
fn is_writable(file: &Rewritten) -> bool {
    decode(file.bytes(), &file.shown).is_ok_and(|it| it.text == file.after)
}
