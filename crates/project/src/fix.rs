//! Fixing the files of a plan.
//!
//! Files of clusters that share some are fixed together: after every round the whole of them is loaded again from memory, include lines
//! and all, and judged as a run would, so a fix of one file that would spoil another one is not applied. Nothing is written here: the
//! texts come back, and [`FixedFile::write`] puts each in its place. Only files that are reported on change; what is merely read does not.

mod patient;
mod scripts;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use lsflint_lint::{Applicability, Diagnostic, Fingerprint, Repaired, Severity, check_file, fix_texts};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::caught::catch;
use crate::check::{Checked, Run};
use crate::error::Problem;
use crate::load::internal;
use crate::plan::{Plan, PlannedUnit};
use crate::read::Decoded;
use crate::unit::UnitResult;
use crate::write::{encode, replace_file};
use patient::Patient;
use scripts::fixed_scripts;

/// What is fixed.
#[derive(Debug, Clone, Copy, Default)]
pub struct FixOptions {
    /// Whether fixes are applied, too, after which LSF behaves differently.
    pub unsafe_fixes: bool,
}

impl FixOptions {
    /// Whether a finding is fixed. What only editors show is left alone: nobody was told about it.
    fn wants(self, it: &Diagnostic) -> bool {
        let wanted = |applicability| applicability == Applicability::Safe || self.unsafe_fixes;
        it.severity > Severity::Hint && it.fix.as_ref().is_some_and(|fix| wanted(fix.applicability))
    }
}

/// A file that fixes change.
#[derive(Debug)]
pub struct FixedFile {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its path in reports.
    pub shown: Arc<str>,
    /// What was read.
    pub before: Decoded,
    /// The fixed text.
    pub after: Arc<str>,
    /// What was repaired, in the order in which it was done.
    pub repaired: Vec<Repaired>,
}

impl FixedFile {
    /// Puts the fixed text in the place of the file, in one step.
    ///
    /// # Errors
    /// See [`replace_file`].
    pub fn write(&self) -> Result<(), Problem> {
        replace_file(&self.path, &self.shown, &self.before, &self.after)
    }

    /// The fixed text as it would be read.
    pub fn fixed(&self) -> Decoded {
        Decoded { text: self.after.clone(), encoding: self.before.encoding }
    }
}

/// What fixes make of the files of a plan.
#[derive(Debug, Default)]
pub struct Fixes {
    /// The files that change, ordered by path.
    pub files: Vec<FixedFile>,
    /// What could not be read or judged, as a check would say it.
    pub unread: Vec<Problem>,
    /// Clusters that could not be fixed: mistakes of ours.
    pub problems: Vec<Problem>,
    /// How many rounds the cluster took that took most.
    pub rounds: usize,
}

impl Plan {
    /// Works out what fixing does. Nothing is written.
    ///
    /// `sift` takes out findings that are not to be reported, and so not to be fixed; it is asked once per file that has something to
    /// fix. One that does so needs [`Request::fingerprints`](crate::Request::fingerprints), by which findings are known again after a
    /// fix. `progress` gets the number of files looked at, from any thread.
    pub fn fix(
        &self,
        options: FixOptions,
        sift: &mut dyn FnMut(&mut Checked),
        progress: &(dyn Fn(usize) + Sync),
    ) -> Fixes {
        let pool = self.pool();
        let check: crate::check::Check<'_> =
            &|file, cluster, judge| check_file(file, cluster, &judge.settings, &judge.registry);
        let run =
            Run { plan: self, parallel: pool.is_some(), facts: false, check, progress, done: AtomicUsize::new(0) };
        let mut all = Fixes::default();
        let mut ill: Vec<(&PlannedUnit, Held)> = Vec::new();
        for (unit, Candidates { checked, problems }) in
            self.units.iter().zip(in_pool(&pool, &self.units, |unit| Candidates::of(&run, unit, options)))
        {
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
                ill.push((unit, held));
            }
        }
        for fixed in in_pool(&pool, &ill, |(unit, held)| fix_unit(&run, unit, options, held)) {
            match fixed {
                Ok((files, rounds)) => {
                    all.files.extend(files);
                    all.rounds = all.rounds.max(rounds);
                }
                Err(problem) => all.problems.push(problem),
            }
        }
        all.files.sort_by(|a, b| a.shown.cmp(&b.shown));
        all.unread.sort_by(|a, b| a.path().cmp(b.path()));
        all
    }

    /// The file whose text came from stdin, with that text.
    pub fn text_of_stdin(&self) -> Option<(&Path, &Decoded)> {
        let stdin = self.stdin.as_deref()?;
        let files = self.units.iter().flat_map(|it| &it.files).map(|it| (&*it.path, it.text.as_ref()));
        let scripts = self.units.iter().flat_map(|it| &it.scripts).map(|it| (&*it.path, it.text.as_ref()));
        files.chain(scripts).filter(|it| it.0 == stdin).find_map(|it| Some((it.0, it.1?)))
    }

    /// Lets a text count from here on in the place of a file of the plan, without asking the disk.
    pub fn adopt(&mut self, path: &Path, text: Decoded) {
        for unit in &mut self.units {
            let files = unit.files.iter_mut().map(|it| (&it.path, &mut it.text));
            let mut all = files.chain(unit.scripts.iter_mut().map(|it| (&it.path, &mut it.text)));
            if let Some((_, place)) = all.find(|it| it.0 == path) {
                *place = Some(text);
                return;
            }
        }
    }
}

/// What stays as it is: by file, the prints of findings that are not to be reported.
type Held = FxHashMap<Arc<str>, FxHashSet<Fingerprint>>;

/// All items in order, on the threads there are.
fn in_pool<'t, T: Sync, R: Send>(
    pool: &Option<rayon::ThreadPool>,
    items: &'t [T],
    work: impl Fn(&'t T) -> R + Send + Sync,
) -> Vec<R> {
    match pool {
        Some(pool) => pool.install(|| items.par_iter().map(&work).collect()),
        None => items.iter().map(work).collect(),
    }
}

/// The files of a unit that have something to fix.
struct Candidates {
    checked: Vec<Checked>,
    problems: Vec<Problem>,
}

impl Candidates {
    fn of(run: &Run<'_>, unit: &PlannedUnit, options: FixOptions) -> Candidates {
        let UnitResult { mut checked, problems, .. } = run.unit(unit);
        checked.retain(|it| it.diagnostics.iter().any(|it| options.wants(it)));
        Candidates { checked, problems }
    }
}

/// A rule that panics over a text that we made spoils its cluster, and no other.
fn fix_unit(
    run: &Run<'_>,
    unit: &PlannedUnit,
    options: FixOptions,
    held: &Held,
) -> Result<(Vec<FixedFile>, usize), Problem> {
    let path = unit.files.iter().find(|it| it.reported).map_or(&*unit.first, |it| &*it.shown);
    catch(|| fixed_files(run, unit, options, held)).map_err(|panic| internal(path, panic))
}

fn fixed_files(run: &Run<'_>, unit: &PlannedUnit, options: FixOptions, held: &Held) -> (Vec<FixedFile>, usize) {
    let scripts = fixed_scripts(run, unit, options, held);
    let (mut patient, texts) = Patient::new(run.plan, unit, held, run.parallel);
    let before = patient.judge(&texts);
    let reported: Vec<bool> = patient.files.iter().map(|it| it.reported).collect();
    let wanted = |file: usize, it: &Diagnostic| reported[file] && options.wants(it);
    let (fixed, rounds) = fix_texts(texts, before, wanted, |texts| patient.judge(texts));
    let changed = patient.files.into_iter().zip(fixed).filter(|(_, fixed)| !fixed.edits.is_empty());
    let file = |(loaded, fixed): (crate::load::Loaded, lsflint_lint::FixedText)| FixedFile {
        path: loaded.path.to_path_buf(),
        shown: loaded.source.path.clone(),
        before: Decoded { text: loaded.source.text.clone(), encoding: loaded.encoding },
        after: fixed.text,
        repaired: fixed.repaired,
    };
    let files = changed.map(file).filter(|it| it.before.text != it.after);
    (files.chain(scripts).filter(is_writable).collect(), rounds)
}

/// Whether a text can be written in the encoding of its file: a fix never brings a character that the file has no byte for.
fn is_writable(file: &FixedFile) -> bool {
    let bytes = encode(&file.after, file.before.encoding);
    crate::read::decode(bytes, &file.shown).is_ok_and(|it| it.text == file.after)
}
