//! `--since` and `--staged`: reports only findings introduced by a change.
//!
//! A change can cause a finding in another file: renaming a host in lsf.cluster breaks the queues that name it.
//! Therefore the old state is also checked, and a finding is reported if it did not exist before, or if it is on a
//! changed line. The old state is assembled in memory: unchanged files are read from the disk, changed files have their
//! old texts.

use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use lsflint_lint::{Diagnostic, Fingerprint};
use lsflint_project::{ChangedFile, Changes, Checked, GitEnvironment, Plan, Request, Since, changes};
use similar::{DiffOp, TextDiff};

use super::{Sieve, retain};
use crate::arguments::Adopting;
use crate::output::{Failure, Terminal};

/// The filter with the changes and the findings of the old state.
pub(super) struct Changed {
    changes: Changes,
    before: HashMap<PathBuf, HashSet<Fingerprint>>,
    /// Nested repositories with files that were checked.
    met: Vec<PathBuf>,
    hidden: usize,
}

impl Changed {
    /// Determines the changes; `None` if no filter is requested. Changes the request to use the new state.
    pub(super) fn new(adopting: &Adopting, request: &mut Request) -> Result<Option<Changed>, Failure> {
        let since = match (&adopting.since, adopting.staged) {
            (Some(commit), _) => Since::Commit(commit.clone()),
            (None, true) => Since::Staged,
            (None, false) => return Ok(None),
        };
        let changes = changes(&since, &request.arguments, &request.paths, &environment()).map_err(Failure::new)?;
        request.buffers.stand_in(changes.new.iter().cloned());
        let before = before(request, &changes)?;
        Ok(Some(Changed { changes, before, met: Vec::new(), hidden: 0 }))
    }
}

impl Sieve for Changed {
    fn sift(&mut self, checked: &mut Checked) -> Result<(), Failure> {
        let location = &*checked.location;
        let foreign = self.changes.foreign.iter().find(|it| location.starts_with(it));
        if let Some(foreign) = foreign.filter(|it| !self.met.contains(it)) {
            self.met.push(foreign.clone());
        }
        let change = self.changes.of(location);
        let lines = match change {
            None => Lines::default(),
            // A new file: every line is changed.
            Some(ChangedFile { old_text: None, .. }) => return Ok(()),
            Some(ChangedFile { old_text: Some(old), .. }) => Lines::changed(&old.text, &checked.text),
        };
        let old_path = change.map_or(location, |it| &it.old_path);
        let before = self.before.get(old_path);
        let known = |it: &Fingerprint| before.is_some_and(|before| before.contains(it));
        let found = checked.diagnostics.iter().zip(&checked.fingerprints);
        let kept: Vec<bool> = found.map(|(it, print)| !known(print) || lines.touch(it)).collect();
        self.hidden += kept.iter().filter(|it| !**it).count();
        retain(checked, &kept);
        Ok(())
    }

    fn withheld(&self) -> Option<String> {
        (self.hidden > 0).then(|| format!("{} that existed before the change", self.hidden))
    }

    fn finish(&mut self, terminal: &Terminal) -> Result<(), Failure> {
        for it in self.met.iter().filter(|_| !terminal.quiet) {
            let folder = it.display();
            terminal.note(&format!("`{folder}` is a separate git repository; its changes are not checked"));
        }
        Ok(())
    }
}

/// The fingerprints of the findings in the old state, by path.
fn before(request: &Request, changes: &Changes) -> Result<HashMap<PathBuf, HashSet<Fingerprint>>, Failure> {
    let mut request = Request { fingerprints: true, ..request.clone() };
    // Both states are checked with the current settings.
    let old = changes.old.iter().filter(|it| it.0.file_name() != Some("lsflint.toml".as_ref()));
    request.buffers.stand_in(old.cloned());
    // A renamed file.
    let moved = changes.files.iter().filter(|(path, file)| file.old_path != **path && file.old_text.is_some());
    request.arguments.extend(moved.map(|it| it.1.old_path.clone()));
    let mut found: HashMap<PathBuf, HashSet<Fingerprint>> = HashMap::new();
    // Errors in the old state are irrelevant.
    Plan::new(request).map_err(Failure::new)?.check(&|_| {}, &mut |checked| {
        found.insert(checked.location.to_path_buf(), checked.fingerprints.into_iter().collect());
        ControlFlow::Continue(())
    });
    Ok(found)
}

fn environment() -> GitEnvironment {
    let path = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    GitEnvironment { folder: path("GIT_DIR"), work_tree: path("GIT_WORK_TREE"), index: path("GIT_INDEX_FILE") }
}

/// The changed lines of a text, and the line starts.
#[derive(Default)]
struct Lines {
    /// Ranges of changed lines, 0-based, in order.
    changed: Vec<Range<usize>>,
    starts: Vec<usize>,
}

impl Lines {
    /// Compares two texts. Lines that differ in whitespace only are not changed: the files may have been formatted.
    fn changed(old: &str, new: &str) -> Lines {
        let (old_words, new_words) = (without_whitespace(old), without_whitespace(new));
        let (old_lines, new_lines) = (borrowed(&old_words), borrowed(&new_words));
        let diff = TextDiff::from_slices(&old_lines, &new_lines);
        let changed = diff.ops().iter().filter(|it| !matches!(it, DiffOp::Equal { .. })).map(DiffOp::new_range);
        let ends = new.bytes().enumerate().filter(|it| it.1 == b'\n').map(|it| it.0 + 1);
        Lines { changed: changed.collect(), starts: std::iter::once(0).chain(ends).collect() }
    }

    /// Whether at least part of a finding is on a changed line.
    fn touch(&self, found: &Diagnostic) -> bool {
        let line = |offset: usize| self.starts.partition_point(|it| *it <= offset).saturating_sub(1);
        let (start, end) = (usize::from(found.range.start()), usize::from(found.range.end()));
        let (first, last) = (line(start), line(end.saturating_sub(1).max(start)));
        self.changed.iter().any(|it| it.start <= last && first < it.end)
    }
}

/// The lines of a text without their whitespace.
fn without_whitespace(text: &str) -> Vec<String> {
    text.lines().map(|it| it.split_whitespace().collect()).collect()
}

fn borrowed(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}
