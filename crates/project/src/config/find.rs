//! Which `lsflint.toml` counts for a folder.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use super::read::read_config;
use super::{Config, ConfigSource};
use crate::buffers::Buffers;
use crate::error::Problem;
use crate::paths::Paths;

/// The name of our own configuration.
pub(crate) const NAME: &str = "lsflint.toml";

/// Looks configurations up and remembers them.
pub(crate) struct Configs<'b> {
    source: ConfigSource,
    paths: &'b Paths,
    buffers: &'b Buffers,
    by_folder: FxHashMap<PathBuf, Arc<Config>>,
    none: Arc<Config>,
}

impl<'b> Configs<'b> {
    pub(crate) fn new(source: ConfigSource, paths: &'b Paths, buffers: &'b Buffers) -> Configs<'b> {
        let none = Config { root: paths.current().to_owned(), ..Config::default() };
        Configs { source, paths, buffers, by_folder: FxHashMap::default(), none: Arc::new(none) }
    }

    /// The configuration of the files in a folder.
    pub(crate) fn of(&mut self, folder: &Path) -> Result<Arc<Config>, Problem> {
        let key = match &self.source {
            ConfigSource::Nothing => return Ok(self.none.clone()),
            ConfigSource::File(file) => file,
            ConfigSource::Nearest => folder,
        };
        if let Some(known) = self.by_folder.get(key) {
            return Ok(known.clone());
        }
        let key = key.to_owned();
        let config = match &self.source {
            ConfigSource::File(file) => Arc::new(self.load(&self.paths.absolute(file))?),
            _ if self.is_there(&folder.join(NAME)) => Arc::new(self.load(&folder.join(NAME))?),
            _ => match folder.parent() {
                Some(parent) => self.of(parent)?,
                None => self.none.clone(),
            },
        };
        self.by_folder.insert(key, config.clone());
        Ok(config)
    }

    /// The configuration of a file.
    pub(crate) fn of_file(&mut self, path: &Path) -> Result<Arc<Config>, Problem> {
        self.of(path.parent().unwrap_or(path))
    }

    /// Whether a file, or a folder it lies in, is excluded. Each of them is judged by the configuration of the folder it stands in, so
    /// that an excluded folder stays excluded whatever is written inside it.
    pub(crate) fn excludes(&mut self, path: &Path) -> Result<bool, Problem> {
        for part in path.ancestors() {
            let Some(folder) = part.parent() else { break };
            let config = self.of(folder)?;
            // Everything above that has no configuration at all.
            if config.print == 0 {
                break;
            }
            if config.exclude.is_match(part) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The files that were read, absolute: those found and those they extend.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = self.by_folder.values().flat_map(|it| it.files.iter().cloned()).collect();
        files.sort();
        files.dedup();
        files
    }

    fn is_there(&self, file: &Path) -> bool {
        self.buffers.is_file(file)
    }

    fn load(&self, file: &Path) -> Result<Config, Problem> {
        let shown = self.paths.shown(file);
        let text = self.buffers.read(file, &shown)?.text;
        let mut hasher = FxHasher::default();
        (file, &*text).hash(&mut hasher);
        let mut read = |base: &Path| {
            let shown = self.paths.shown(base);
            let text = self.buffers.read(base, &shown)?.text;
            (base, &*text).hash(&mut hasher);
            Ok((text, shown))
        };
        let mut config = read_config(&text, file, &shown, self.paths, &mut read)?;
        config.print = hasher.finish() | 1;
        Ok(config)
    }
}
