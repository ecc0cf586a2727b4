//! Clusters in the state of the last commit.

use std::path::Path;

use crate::check::ClusterFacts;
use crate::error::Problem;
use crate::git::{GitEnvironment, Since, changes};
use crate::paths::Paths;
use crate::plan::Plan;
use crate::request::Request;
use crate::session::SessionOptions;

/// The clusters of a directory as LSF reads them in the state of the last commit, ordered by directory and name. An
/// lsflint.toml applies as it is now. All files are checked for that.
///
/// # Errors
/// git is missing, there is no repository or commit, or the first file that could not be read or checked.
pub fn committed_clusters(
    folder: &Path,
    paths: &Paths,
    options: &SessionOptions,
) -> Result<Vec<ClusterFacts>, Problem> {
    let since = Since::Commit("HEAD".to_owned());
    let changes = changes(&since, &[folder.to_owned()], paths, &GitEnvironment::default())?;
    let mut request = Request {
        config: options.config.clone(),
        target: options.target,
        overrides: options.overrides.clone(),
        ..Request::new(paths.clone(), vec![folder.to_owned()])
    };
    let before = changes.old.into_iter().filter(|it| it.0.file_name() != Some("lsflint.toml".as_ref()));
    request.buffers.stand_in(before);
    Plan::new(request)?.clusters_as_read()
}
