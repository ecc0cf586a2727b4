//! The request of a user: paths and options of a run.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use lsflint_model::Instant;
use lsflint_spec::Target;

use crate::buffers::Buffers;
use crate::config::ConfigSource;
use crate::judge::Overrides;
use crate::parsed::ParsedFiles;
use crate::paths::Paths;

/// The paths and options of a run.
#[derive(Debug, Clone)]
pub struct Request {
    /// Converts paths relative to the current directory.
    pub paths: Paths,
    /// The files and directories to check.
    pub arguments: Vec<PathBuf>,
    /// A text from stdin that replaces a file: the file name and the bytes.
    pub stdin: Option<(PathBuf, Vec<u8>)>,
    /// The editor buffers. Every recognized one is reported on, wherever its file is.
    pub buffers: Buffers,
    /// `--cluster`: the directory of the cluster.
    pub cluster: Option<PathBuf>,
    /// LSF_ENVDIR: the directory of the cluster of job scripts that no other cluster is around.
    pub environment: Option<PathBuf>,
    /// `--config` and `--no-config`.
    pub config: ConfigSource,
    /// `--target`: the LSF version or dialect.
    pub target: Option<Target>,
    /// `--at`: use only the `#if` branches that are active at this instant. Findings and fixes refer to places in the
    /// written files, but the fixed texts would lack the other branches, so it cannot be combined with fixing.
    pub at: Option<Instant>,
    /// `--profile`, `--select` and similar options.
    pub overrides: Overrides,
    /// `--jobs`: the number of threads.
    pub jobs: Option<NonZeroUsize>,
    /// Whether fingerprints are computed for findings.
    pub fingerprints: bool,
    /// The files that other requests have parsed, to be used again; those of this request are added.
    pub parsed: Option<ParsedFiles>,
    /// Whether the process ends after the run. Then the files of the last cluster set are not freed: the system does
    /// that faster.
    pub ends: bool,
}

impl Request {
    /// A request for files and directories on the disk, with the nearest lsflint.toml.
    pub fn new(paths: Paths, arguments: Vec<PathBuf>) -> Request {
        Request {
            paths,
            arguments,
            stdin: None,
            buffers: Buffers::default(),
            cluster: None,
            environment: None,
            config: ConfigSource::Nearest,
            target: None,
            at: None,
            overrides: Overrides::default(),
            jobs: None,
            fingerprints: false,
            parsed: None,
            ends: false,
        }
    }
}
