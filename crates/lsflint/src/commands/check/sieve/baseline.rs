//! `--baseline`, `--write-baseline`, and `baseline` in lsflint.toml: recorded findings are not reported.
//!
//! A baseline only shrinks. `--write-baseline` records all findings if the file does not exist; otherwise it removes
//! stale entries, and new findings are reported as usual. In tools where the same command adds findings (phpstan,
//! detekt), users run it again whenever a check fails; psalm and eslint have separate commands, and lsflint follows
//! them. In CI nothing is ever recorded, because a path with a typing error would suppress everything.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use lsflint_lint::{Baseline, Comparison, Seen};
use lsflint_project::{BaselineFile, Checked, Paths, Request};
use lsflint_report::counted;

use super::{Sieve, retain};
use crate::arguments::Adopting;
use crate::output::{Failure, Terminal};

/// How findings that are not in the baseline and stale entries are handled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// New findings are reported; nothing is written.
    Read,
    /// New findings are reported; stale entries are removed.
    Shrink,
    /// New findings are recorded; stale entries are removed.
    Record,
}

/// The filter that removes the findings of a baseline.
pub(super) struct Known {
    file: BaselineFile,
    comparison: Comparison,
    mode: Mode,
    /// Converts paths to those of the entries.
    paths: Paths,
    /// The number of findings that are not in the baseline.
    new: usize,
}

impl Known {
    /// Reads the baseline; `None` if none is requested.
    pub(super) fn new(adopting: &Adopting, request: &Request) -> Result<Option<Known>, Failure> {
        let Adopting { baseline, write_baseline, baseline_may_grow, .. } = adopting;
        let Some(given) = write_baseline.as_ref().or(baseline.as_ref()) else { return Ok(None) };
        let absolute = |it: &PathBuf| request.paths.absolute(it);
        if baseline.as_ref().is_some_and(|it| absolute(it) != absolute(given)) {
            let message =
                "`--baseline` and `--write-baseline` name different files; `--write-baseline` also reads its file";
            return Err(Failure::new(message));
        }
        let (file, known) = BaselineFile::read(given, &request.paths).map_err(Failure::new)?;
        let mode = match (write_baseline, file.exists()) {
            (None, true) => Mode::Read,
            (None, false) => return Err(missing(&file)),
            (Some(_), true) if !baseline_may_grow => Mode::Shrink,
            (Some(_), _) => Mode::Record,
        };
        if mode == Mode::Record && is_ci() {
            return Err(no_growth(&file));
        }
        let below: Vec<PathBuf> = request.arguments.iter().map(absolute).collect();
        Ok(Some(Known::of(file, known, &below, mode)))
    }

    /// `below`: the files and directories that are checked.
    fn of(file: BaselineFile, known: Baseline, below: &[PathBuf], mode: Mode) -> Known {
        let paths = file.paths();
        let gone = |file: &str| {
            let path = paths.absolute(Path::new(file));
            below.iter().any(|it| path.starts_with(it)) && path.symlink_metadata().is_err()
        };
        let comparison = Comparison::new(known, gone);
        Known { file, comparison, mode, paths, new: 0 }
    }
}

/// The filter that removes the findings of the baselines that lsflint.toml files name.
pub(super) struct Configured {
    /// By path.
    known: BTreeMap<PathBuf, Known>,
    paths: Paths,
    /// The files and directories that are checked.
    below: Vec<PathBuf>,
}

impl Configured {
    pub(super) fn new(request: &Request) -> Configured {
        let below = request.arguments.iter().map(|it| request.paths.absolute(it)).collect();
        Configured { known: BTreeMap::new(), paths: request.paths.clone(), below }
    }
}

impl Sieve for Configured {
    fn sift(&mut self, checked: &mut Checked) -> Result<(), Failure> {
        let config = checked.judge.config.clone();
        let Some(path) = &config.baseline else { return Ok(()) };
        let known = match self.known.entry(path.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let (file, known) = BaselineFile::of_config(&config, path, &self.paths).map_err(Failure::new)?;
                place.insert(Known::of(file, known, &self.below, Mode::Read))
            }
        };
        known.sift(checked)
    }

    fn withheld(&self) -> Option<String> {
        hidden(self.known.values().map(|it| it.comparison.hidden()).sum())
    }

    fn finish(&mut self, terminal: &Terminal) -> Result<(), Failure> {
        self.known.values_mut().try_for_each(|it| it.finish(terminal))
    }
}

fn hidden(count: usize) -> Option<String> {
    (count > 0).then(|| format!("{count} in the baseline"))
}

impl Sieve for Known {
    fn sift(&mut self, checked: &mut Checked) -> Result<(), Failure> {
        let file = self.paths.shown(&checked.location);
        let found = checked.diagnostics.iter().zip(&checked.fingerprints);
        let seen: Vec<Seen<'_>> =
            found.map(|(it, print)| Seen { code: it.rule.code, message: &it.message, fingerprint: *print }).collect();
        let known = self.comparison.file(&file, &seen, |code| checked.judge.rules.contains(code));
        let mut kept: Vec<bool> = known.iter().map(|it| !it).collect();
        for (it, kept) in seen.iter().zip(&mut kept).filter(|it| *it.1) {
            self.new += 1;
            if self.mode == Mode::Record {
                self.comparison.record(&file, it);
                *kept = false;
            }
        }
        drop(seen);
        retain(checked, &kept);
        Ok(())
    }

    fn withheld(&self) -> Option<String> {
        hidden(self.comparison.hidden())
    }

    fn finish(&mut self, terminal: &Terminal) -> Result<(), Failure> {
        let Known { file, comparison, mode, new, .. } = self;
        let shown = file.shown().to_owned();
        let stale: Vec<_> = comparison.stale().collect();
        for it in &stale {
            let (path, code, print, message) = (&it.file, &it.code, it.fingerprint, &it.message);
            terminal.detail(&format!("no longer found: {path}: {code} {print} {message}"));
        }
        if *mode != Mode::Read {
            file.write(&comparison.renewed()).map_err(Failure::new)?;
        }
        if terminal.quiet {
            return Ok(());
        }
        let findings = |count| counted(count, "finding", "findings");
        let stale = stale.len();
        match mode {
            Mode::Read if stale > 0 => terminal.note(&format!(
                "{} in `{shown}` {} no longer found; `--write-baseline {shown}` removes stale entries{}",
                findings(stale),
                if stale == 1 { "is" } else { "are" },
                if terminal.verbose { "" } else { ", `-v` lists them" },
            )),
            Mode::Read => {}
            Mode::Shrink if *new > 0 => terminal.note(&format!(
                "`{shown}`: {} removed; {} not recorded because the baseline only shrinks: fix new findings or add \
                 `--baseline-may-grow`",
                findings(stale),
                if *new == 1 { "1 finding is".to_owned() } else { format!("{new} findings are") },
            )),
            Mode::Shrink => terminal.note(&format!("`{shown}`: {} removed", findings(stale))),
            Mode::Record => {
                terminal.note(&format!("`{shown}`: {} recorded, {} removed", findings(*new), findings(stale)))
            }
        }
        Ok(())
    }
}

fn missing(file: &BaselineFile) -> Failure {
    let shown = file.shown();
    Failure::new(format!(
        "baseline `{shown}` does not exist; `--write-baseline {shown}` creates it from the current findings"
    ))
}

fn no_growth(file: &BaselineFile) -> Failure {
    let shown = file.shown();
    let what = match file.exists() {
        true => format!("cannot add findings to `{shown}`"),
        false => format!("cannot create the baseline `{shown}`"),
    };
    Failure::new(format!("{what}: CI is set, and findings recorded in CI are not reviewed; run the command outside CI"))
}

/// Whether the environment variable CI is set, as all CI systems do.
fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|it| !["", "0", "false"].contains(&&*it))
}
