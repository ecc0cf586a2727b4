//! What lsflint.toml says and where: for `--show-settings`.

use std::sync::Arc;

use super::ConfigOption;

/// One key of an lsflint.toml.
#[derive(Debug, Clone)]
pub struct Said {
    /// The option.
    pub option: &'static ConfigOption,
    /// The key with everything in front of it: `severity.X101`, `fmt.align`, `clusters.0.name`.
    pub key: String,
    /// The value as it is written, on one line.
    pub value: String,
    /// The file as shown.
    pub file: Arc<str>,
    /// The line of the value, from 1.
    pub line: usize,
}
