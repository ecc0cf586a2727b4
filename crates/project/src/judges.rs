//! Finds the `lsflint.toml` that applies to a directory, and its judge.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::config::{Config, ConfigSource, NAME, read_config};
use crate::error::{Cause, Problem};
use crate::judge::Judge;
use crate::paths::folder_of;
use crate::request::Request;

/// Finds configurations and caches one judge for each.
pub(crate) struct Judges<'r> {
    request: &'r Request,
    by_folder: FxHashMap<PathBuf, Arc<Judge>>,
    none: Arc<Judge>,
}

impl Request {
    /// The judge of the files in a directory.
    ///
    /// # Errors
    /// The lsflint.toml is invalid.
    pub fn judge_of(&self, folder: &Path) -> Result<Arc<Judge>, Problem> {
        Judges::new(self).of(&self.paths.absolute(folder))
    }
}

impl<'r> Judges<'r> {
    pub(crate) fn new(request: &'r Request) -> Judges<'r> {
        let none = Judge::new(Config::empty(request.paths.current(), ""), &request.overrides);
        Judges { request, by_folder: FxHashMap::default(), none: Arc::new(none) }
    }

    /// The judge of the files in a directory.
    pub(crate) fn of(&mut self, folder: &Path) -> Result<Arc<Judge>, Problem> {
        let request = self.request;
        let key = match &request.config {
            ConfigSource::Nothing => return Ok(self.none.clone()),
            ConfigSource::File(file) => file,
            ConfigSource::Nearest => folder,
        };
        if let Some(known) = self.by_folder.get(key) {
            return Ok(known.clone());
        }
        let judge = match &request.config {
            ConfigSource::File(file) => self.load(&request.paths.absolute(file))?,
            _ if request.buffers.is_there(&folder.join(NAME)) => self.load(&folder.join(NAME))?,
            _ if request.buffers.disk().is_dangling(&folder.join(NAME)) => {
                let shown = request.paths.shown(&folder.join(NAME));
                return Err(Problem::at(shown, Cause::DanglingLink));
            }
            _ => match folder.parent() {
                Some(parent) => self.of(parent)?,
                None => self.none.clone(),
            },
        };
        self.by_folder.insert(key.to_owned(), judge.clone());
        Ok(judge)
    }

    /// The judge of a file.
    pub(crate) fn of_file(&mut self, path: &Path) -> Result<Arc<Judge>, Problem> {
        self.of(folder_of(path))
    }

    /// The first option of the command line with a code that no rule has: no built-in one, and no policy of the
    /// configurations found so far.
    pub(crate) fn unknown_code(&mut self) -> Result<(), Problem> {
        let unknown = &self.request.overrides.unknown;
        if unknown.is_empty() {
            return Ok(());
        }
        let here = self.of(self.request.paths.current())?;
        let is_known = |code: &str| self.by_folder.values().chain([&here]).any(|it| it.all_rules().has(code));
        match unknown.iter().find(|it| !is_known(&it.1.given)) {
            Some((option, error)) => Err(Problem::Selection(format!("{option}: {error}"))),
            None => Ok(()),
        }
    }

    /// Whether a file or one of its parent directories is excluded. Each of them is looked up in the configuration of
    /// its parent directory, so that an excluded directory stays excluded regardless of an lsflint.toml inside it.
    pub(crate) fn excludes(&mut self, path: &Path) -> Result<bool, Problem> {
        for part in path.ancestors() {
            let Some(folder) = part.parent() else { break };
            let config = &self.of(folder)?.config;
            // No configuration applies here or further up.
            if config.print == 0 {
                break;
            }
            if config.exclude.is_match(part) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one of the configurations lets directories be searched for job scripts.
    pub(crate) fn take_scripts(&self) -> bool {
        let takes = |it: &Judge| it.config.job_scripts.as_ref().is_none_or(|it| !it.is_empty());
        self.by_folder.is_empty() || self.by_folder.values().any(|it| takes(it))
    }

    /// The absolute paths of the files that were read, including extended ones.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = self.by_folder.values().flat_map(|it| it.config.files.iter().cloned()).collect();
        files.sort();
        files.dedup();
        files
    }

    fn load(&self, file: &Path) -> Result<Arc<Judge>, Problem> {
        let Request { paths, buffers, overrides, .. } = self.request;
        let mut hasher = FxHasher::default();
        let mut read = |file: &Path| {
            let shown = paths.shown(file);
            let text = buffers.read(file, &shown)?.text;
            (file, &*text).hash(&mut hasher);
            Ok((text, shown))
        };
        let mut config = read_config(file, paths, &mut read)?;
        config.print = hasher.finish() | 1;
        Ok(Arc::new(Judge::new(config, overrides)))
    }
}
