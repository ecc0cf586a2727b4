//! Entries for the fuzz targets; not a part of other builds.

use std::path::Path;
use std::sync::Arc;

use crate::config::{ConfigProblem, read_config};
use crate::error::Problem;
use crate::paths::Paths;

/// The problems of a text as `lsflint.toml`, in which each `extend` leads to the text itself.
pub fn config_problems(text: &str) -> Vec<ConfigProblem> {
    let text: Arc<str> = text.into();
    let mut read = |path: &Path| Ok((text.clone(), path.display().to_string()));
    match read_config(Path::new("/fuzz/lsflint.toml"), &Paths::new("/fuzz"), &mut read) {
        Err(Problem::Config(error)) => error.problems,
        Err(Problem::At { .. } | Problem::Internal { .. } | Problem::Selection(_)) | Ok(_) => Vec::new(),
    }
}
