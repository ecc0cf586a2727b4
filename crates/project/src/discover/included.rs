//! Open files that other files include.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_model::SourceFile;
use lsflint_spec::FileKind;
use rustc_hash::FxHashSet;

use super::{Discovery, Found};
use crate::caught::catch;
use crate::include::{includes, mentions_include};

impl Discovery<'_> {
    /// Removes the open files whose kind was guessed from their content and that other files include: what includes a
    /// file says what it is, and loads it. The guess is made only because the file is open, and findings must not
    /// depend on that.
    pub(crate) fn remove_included_buffers(&mut self) {
        let buffers = &self.request.buffers;
        let is_guess = |it: &Found| it.kind.is_guessed() && buffers.get(&it.path).is_some();
        if !self.found.iter().any(is_guess) {
            return;
        }
        let mut included = FxHashSet::default();
        let named = self.found.iter().filter(|it| !is_guess(it));
        let mut including: Vec<(PathBuf, FileKind)> =
            named.filter_map(|it| Some((it.path.clone(), it.kind.file()?))).collect();
        while let Some((path, kind)) = including.pop() {
            for file in self.included_by(&path, kind) {
                if included.insert(file.clone()) {
                    including.push((file, kind));
                }
            }
        }
        self.found.retain(|it| !is_guess(it) || !included.contains(&it.path));
    }

    /// The files that a file includes.
    fn included_by(&self, path: &Path, kind: FileKind) -> Vec<PathBuf> {
        let paths = &self.request.paths;
        let shown: Arc<str> = paths.shown(path).into();
        let Ok(text) = self.request.buffers.read(path, &shown).map(|it| it.text) else { return Vec::new() };
        if !mentions_include(&text) {
            return Vec::new();
        }
        let found = catch(|| includes(&SourceFile::new(&shown, kind, text), path, paths));
        found.unwrap_or_default().into_iter().filter_map(|it| it.file).collect()
    }
}
