//! What a user asks for.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use lsflint_spec::Target;

use crate::buffers::Buffers;
use crate::config::ConfigSource;
use crate::judge::Overrides;
use crate::paths::Paths;

/// What a user asks for.
#[derive(Debug, Clone)]
pub struct Request {
    /// The current folder.
    pub paths: Paths,
    /// Files and folders.
    pub arguments: Vec<PathBuf>,
    /// A text that takes the place of a file: its name and its bytes.
    pub stdin: Option<(PathBuf, Vec<u8>)>,
    /// What is open in an editor. Such a file is reported on wherever it lies, as far as it is recognised.
    pub buffers: Buffers,
    /// `--cluster`.
    pub cluster: Option<PathBuf>,
    /// `--config`, `--no-config`.
    pub config: ConfigSource,
    /// `--target`.
    pub target: Option<Target>,
    /// `--select` and its relatives.
    pub overrides: Overrides,
    /// `--jobs`.
    pub jobs: Option<NonZeroUsize>,
    /// Whether findings are wanted with their fingerprints.
    pub fingerprints: bool,
}

impl Request {
    /// Files and folders as they are on the disk, with the nearest lsflint.toml.
    pub fn new(paths: Paths, arguments: Vec<PathBuf>) -> Request {
        Request {
            paths,
            arguments,
            stdin: None,
            buffers: Buffers::default(),
            cluster: None,
            config: ConfigSource::Nearest,
            target: None,
            overrides: Overrides::default(),
            jobs: None,
            fingerprints: false,
        }
    }
}
