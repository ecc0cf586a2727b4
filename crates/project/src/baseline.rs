//! Reads and writes baseline files.

use std::io;
use std::path::{Path, PathBuf};

use lsflint_lint::Baseline;

use crate::config::Config;
use crate::disk::read_file;
use crate::error::{Cause, Problem};
use crate::paths::Paths;
use crate::read::Decoded;
use crate::write::{Rewritten, write_new_file};

/// A baseline file: its path and the text it had when it was read.
#[derive(Debug, Clone)]
pub struct BaselineFile {
    /// The absolute path of the file.
    path: PathBuf,
    /// The path as shown in messages.
    shown: String,
    /// The text that was read; `None` if the file did not exist.
    before: Option<Decoded>,
}

impl BaselineFile {
    /// Reads a baseline; the baseline is empty if the file does not exist.
    ///
    /// # Errors
    /// The file cannot be read or is not a baseline.
    pub fn read(given: &Path, paths: &Paths) -> Result<(BaselineFile, Baseline), Problem> {
        let path = paths.absolute(given);
        let shown = paths.shown(&path);
        let before = match read_file(&path, &shown) {
            Ok(text) => Some(text),
            Err(Problem::At { cause: Cause::Missing, .. }) => None,
            Err(problem) => return Err(problem),
        };
        let baseline = match &before {
            Some(before) => {
                Baseline::parse(&before.text).map_err(|source| Problem::at(shown.clone(), Cause::Baseline(source)))?
            }
            None => Baseline::default(),
        };
        Ok((BaselineFile { path, shown, before }, baseline))
    }

    /// Reads the baseline that an lsflint.toml names.
    ///
    /// # Errors
    /// The file does not exist, cannot be read or is not a baseline.
    pub fn of_config(config: &Config, path: &Path, paths: &Paths) -> Result<(BaselineFile, Baseline), Problem> {
        let (file, baseline) = BaselineFile::read(path, paths)?;
        match file.exists() {
            true => Ok((file, baseline)),
            false => Err(Problem::at(file.shown, Cause::NoBaseline(config.place_of_baseline()))),
        }
    }

    /// The path as shown in messages.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Whether the file existed when it was read.
    pub fn exists(&self) -> bool {
        self.before.is_some()
    }

    /// Paths relative to the directory of the baseline: it names files that way, so that it can be used from any
    /// directory.
    pub fn paths(&self) -> Paths {
        Paths::new(self.path.parent().unwrap_or(&self.path))
    }

    /// Writes the baseline atomically. Does nothing if the text is unchanged.
    ///
    /// # Errors
    /// The file changed since it was read, or cannot be written.
    pub fn write(&self, baseline: &Baseline) -> Result<(), Problem> {
        let text = baseline.text();
        match &self.before {
            Some(before) => {
                let (path, shown, before) = (self.path.clone(), self.shown.as_str().into(), before.clone());
                Rewritten { path, shown, before, after: text.into() }.write()
            }
            None => write_new_file(&self.path, &self.shown, &text).map_err(|problem| match problem {
                Problem::At { path, cause: Cause::Unwritable(source) }
                    if source.kind() == io::ErrorKind::AlreadyExists =>
                {
                    Problem::at(path, Cause::Changed)
                }
                problem => problem,
            }),
        }
    }
}
