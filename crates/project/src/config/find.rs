//! Which `lsflint.toml` counts for a folder.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use super::{Config, ConfigSource, parse_config};
use crate::buffers::Buffers;
use crate::error::Problem;
use crate::paths::Paths;

/// The name of our own configuration.
pub(crate) const NAME: &str = "lsflint.toml";

/// Looks configurations up and remembers them.
pub(crate) struct Configs<'b> {
    source: ConfigSource,
    buffers: &'b Buffers,
    by_folder: FxHashMap<PathBuf, Arc<Config>>,
    none: Arc<Config>,
}

impl<'b> Configs<'b> {
    pub(crate) fn new(source: ConfigSource, paths: &Paths, buffers: &'b Buffers) -> Configs<'b> {
        let none = Config { root: paths.current().to_owned(), ..Config::default() };
        Configs { source, buffers, by_folder: FxHashMap::default(), none: Arc::new(none) }
    }

    /// The configuration of the files in a folder.
    pub(crate) fn of(&mut self, folder: &Path, paths: &Paths) -> Result<Arc<Config>, Problem> {
        let key = match &self.source {
            ConfigSource::Nothing => return Ok(self.none.clone()),
            ConfigSource::File(file) => file.clone(),
            ConfigSource::Nearest => folder.to_owned(),
        };
        if let Some(known) = self.by_folder.get(&key) {
            return Ok(known.clone());
        }
        let config = match &self.source {
            ConfigSource::File(file) => Arc::new(load(&paths.absolute(file), paths, self.buffers)?),
            _ if self.is_there(&folder.join(NAME)) => Arc::new(load(&folder.join(NAME), paths, self.buffers)?),
            _ => match folder.parent() {
                Some(parent) => self.of(parent, paths)?,
                None => self.none.clone(),
            },
        };
        self.by_folder.insert(key, config.clone());
        Ok(config)
    }

    fn is_there(&self, file: &Path) -> bool {
        self.buffers.get(file).is_some() || file.is_file()
    }
}

fn load(file: &Path, paths: &Paths, buffers: &Buffers) -> Result<Config, Problem> {
    let shown = paths.shown(file);
    let text = buffers.read(file, &shown)?.text;
    let root = file.parent().unwrap_or(file);
    let config = parse_config(&text, root, &shown)?;
    let mut hasher = FxHasher::default();
    (root, &*text).hash(&mut hasher);
    Ok(Config { print: hasher.finish() | 1, ..config })
}
