//! Adds suppression comments for existing findings: `check --add-suppressions`.
//!
//! The comments are tried before they are written: the files are checked again with them. If that changes anything
//! except that the chosen findings disappear, the file is left as it is.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use lsflint_lint::{Diagnostic, Suppressor, TextEdit, apply_edits};
use lsflint_model::SourceFile;
use lsflint_syntax::TextSize;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Checked;
use crate::error::Problem;
use crate::plan::Plan;
use crate::read::{Decoded, Encoding};
use crate::request::Request;
use crate::write::Rewritten;

/// Identifies a finding while comments are added: its rule and its start offset.
type Place = (&'static str, TextSize);

/// A file with findings to suppress.
#[derive(Debug)]
pub struct ToSilence {
    /// The file and the findings to suppress.
    pub checked: Checked,
    /// The code and start offset of all its findings, including those not to be suppressed.
    pub all: Vec<(&'static str, TextSize)>,
}

impl ToSilence {
    /// The code and start offset of each finding.
    pub fn places(found: &[Diagnostic]) -> Vec<(&'static str, TextSize)> {
        found.iter().map(place).collect()
    }
}

/// A file with suppression comments, not written yet.
#[derive(Debug)]
pub struct Silenced {
    /// The file with the comments.
    pub file: Rewritten,
    /// The number of findings that the comments suppress.
    pub findings: usize,
}

/// A file in which comments are tried.
struct Attempt<'a> {
    file: &'a ToSilence,
    /// The findings that a comment can be written for.
    wanted: FxHashSet<Place>,
    edits: Vec<TextEdit>,
    after: String,
}

/// Computes suppression comments for the findings of files. Suppressed findings are removed from `files`. `request` is
/// the request of the check.
///
/// # Errors
/// The second check failed.
pub fn silence(request: &Request, files: &mut [ToSilence], reason: &str) -> Result<Vec<Silenced>, Problem> {
    let attempts: Vec<Attempt<'_>> = files.iter().filter_map(|it| attempt(it, reason)).collect();
    let mut request = Request { fingerprints: false, ..request.clone() };
    for it in &attempts {
        request.buffers.insert(it.file.checked.location.to_path_buf(), it.after.as_str().into());
    }
    let by_path: FxHashMap<&Path, &Attempt<'_>> = attempts.iter().map(|it| (&*it.file.checked.location, it)).collect();
    let mut sound: FxHashMap<Arc<Path>, (FxHashSet<Place>, Arc<str>)> = FxHashMap::default();
    Plan::new(request)?.check(&|_| {}, &mut |again| {
        let attempt = by_path.get(&*again.location);
        if let Some(silent) = attempt.and_then(|it| it.silenced(&again.diagnostics)) {
            sound.insert(again.location, (silent, again.text));
        }
        ControlFlow::Continue(())
    });
    let mut silenced = Vec::new();
    for file in files {
        let Checked { location, path, text, encoding, diagnostics, fingerprints, .. } = &mut file.checked;
        let Some((silent, after)) = sound.remove(location) else { continue };
        let count = diagnostics.len();
        let mut remaining = diagnostics.iter().map(|it| !silent.contains(&place(it))).collect::<Vec<_>>().into_iter();
        fingerprints.retain(|_| remaining.next() != Some(false));
        diagnostics.retain(|it| !silent.contains(&place(it)));
        let before = Decoded { text: text.clone(), encoding: *encoding };
        let file = Rewritten { path: location.to_path_buf(), shown: path.clone(), before, after };
        silenced.push(Silenced { file, findings: count - diagnostics.len() });
    }
    Ok(silenced)
}

fn place(it: &Diagnostic) -> Place {
    (it.rule.code, it.range.start())
}

/// The text with comments; `None` if no comment is needed.
fn attempt<'a>(file: &'a ToSilence, reason: &str) -> Option<Attempt<'a>> {
    let Checked { path, kind, text, encoding, diagnostics, .. } = &file.checked;
    let fits = *encoding == Encoding::Utf8 || reason.chars().all(|it| u32::from(it) < 256);
    if diagnostics.is_empty() || !fits {
        return None;
    }
    // Nothing but fixes is written into scripts, which are programs of their authors.
    let source = SourceFile::new(path, (*kind)?, text.clone());
    let (edits, left) = Suppressor::new(&source, reason).lines(diagnostics);
    let left: FxHashSet<Place> = left.into_iter().map(|it| place(it.0)).collect();
    let wanted = diagnostics.iter().map(place).filter(|it| !left.contains(it)).collect();
    let after = apply_edits(text, &edits);
    (after != **text).then_some(Attempt { file, wanted, edits, after })
}

impl Attempt<'_> {
    /// The findings that the comments suppress; `None` if they have other effects. `again`: the findings with the
    /// comments.
    fn silenced(&self, again: &[Diagnostic]) -> Option<FxHashSet<Place>> {
        let expected: FxHashMap<Place, Place> =
            self.file.all.iter().map(|it| ((it.0, self.moved(it.1)), *it)).collect();
        let mut silent = self.wanted.clone();
        for it in again {
            silent.remove(expected.get(&place(it))?);
        }
        (!silent.is_empty()).then_some(silent)
    }

    /// The offset in the text with the comments.
    fn moved(&self, offset: TextSize) -> TextSize {
        let before = self.edits.iter().take_while(|it| it.range.end() <= offset);
        before.fold(offset, |at, it| at + TextSize::of(&*it.text) - it.range.len())
    }
}
