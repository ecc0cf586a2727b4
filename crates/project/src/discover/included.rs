//! Files that are open or named, and that other files include.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_model::SourceFile;
use lsflint_spec::FileKind;
use rustc_hash::FxHashSet;

use super::{Discovery, Found};
use crate::caught::catch;
use crate::include::{includes, mentions_include};
use crate::paths::folder_of;

impl Discovery<'_> {
    /// Removes the files whose kind was guessed from their content and that other files include: what includes a file
    /// says what it is, and loads it. The guess is made only because the file is open or named on the command line,
    /// and findings must not depend on that. A named file outside the directory of the other one stays, because its
    /// findings are reported with those of its own directory.
    pub(crate) fn remove_included_guesses(&mut self) {
        let buffers = &self.request.buffers;
        let stdin = self.request.stdin.as_ref().map(|it| self.request.paths.absolute(&it.0));
        let is_guess = |it: &Found| it.kind.is_guessed() && stdin.as_ref() != Some(&it.path);
        if !self.found.iter().any(is_guess) {
            return;
        }
        let mut included = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let sure = self.found.iter().filter(|it| !is_guess(it));
        let mut including: Vec<(PathBuf, FileKind)> =
            sure.filter_map(|it| Some((it.path.clone(), it.kind.file()?))).collect();
        while let Some((path, kind)) = including.pop() {
            for file in self.included_by(&path, kind) {
                if file.starts_with(folder_of(&path)) || buffers.get(&file).is_some() {
                    included.insert(file.clone());
                }
                if seen.insert(file.clone()) {
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
        let found = catch(|| includes(&SourceFile::new(&shown, kind, text), path, paths, self.disk()));
        found.unwrap_or_default().into_iter().filter_map(|it| it.file).collect()
    }
}
