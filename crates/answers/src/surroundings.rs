//! The cluster that a question is about.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::Settings;
use lsflint_model::{AsRead, Cluster};
use lsflint_project::{Cause, ClusterFacts, Overrides, Paths, Plan, Problem, Request, is_backup_folder};

use crate::refused::Refused;

/// The directory in which LSF looks for the lsb.* files of a cluster, below a directory with the name of the cluster.
const CONFIG_FOLDER: &str = "configdir";
/// The maximum number of directories in a message.
const NAMED: usize = 5;

/// The cluster of a request as LSF reads it, and the settings of its lsflint.toml; see [`surroundings_as_read`].
///
/// # Errors
/// The files cannot be read, or are those of several clusters.
pub fn surroundings(request: Request) -> Result<(Cluster, Settings), Refused> {
    let (cluster, settings) = surroundings_as_read(request)?;
    Ok((Cluster::clone(cluster.read()), settings))
}

/// The cluster of a request as written and as LSF reads it, and the settings of its lsflint.toml. A request without a
/// cluster has an empty one, of which nothing is known; its lsflint.toml is that of the current directory.
///
/// # Errors
/// The files cannot be read, or are those of several clusters.
pub fn surroundings_as_read(mut request: Request) -> Result<(AsRead, Settings), Refused> {
    let folder = request.cluster.clone().unwrap_or_else(|| request.paths.current().to_owned());
    request.arguments = vec![folder.clone()];
    let judge = request.judge_of(&folder)?;
    let settings = Settings::clone(&judge.settings);
    if request.cluster.is_none() {
        let mut cluster = Cluster::default();
        if let Some(target) = request.target.or(judge.config.target) {
            cluster.switches.target = target;
        }
        return Ok((AsRead::as_written(Arc::new(cluster)), settings));
    }
    let shown = folder.to_string_lossy().into_owned();
    // What LSF reads does not depend on the rules that are selected for strings.
    let request = Request { overrides: Overrides::default(), ..request };
    let paths = request.paths.clone();
    let clusters = Plan::new(request).and_then(|mut it| it.clusters_as_read())?;
    let cluster = the_one(clusters, &shown, &paths)?;
    Ok((cluster.cluster, settings))
}

/// The only cluster; of several, the one in the requested directory, and not a backup of another one.
fn the_one(mut clusters: Vec<ClusterFacts>, shown: &str, paths: &Paths) -> Result<ClusterFacts, Refused> {
    let requested = paths.absolute(Path::new(shown));
    if clusters.iter().any(|it| it.batch_folder.starts_with(&requested)) {
        clusters.retain(|it| it.batch_folder.starts_with(&requested));
    }
    let folders: Vec<PathBuf> = clusters.iter().map(|it| it.batch_folder.clone()).collect();
    if folders.iter().any(|it| !is_backup(it, &requested, &folders)) {
        clusters.retain(|it| !is_backup(&it.batch_folder, &requested, &folders));
    }
    if clusters.len() > 1 {
        let folder = |it: &ClusterFacts| format!("\n  {} ({})", paths.shown(&it.batch_folder), it.name);
        let folders = clusters.iter().take(NAMED).map(folder);
        let mut list: String = folders.collect();
        if clusters.len() > NAMED {
            list.push_str(&format!("\n  and {} more", clusters.len() - NAMED));
        }
        return Err(Refused::new(format!(
            "`{shown}` contains {} clusters; specify the directory of one with `--cluster`:{list}",
            clusters.len()
        )));
    }
    clusters.pop().ok_or_else(|| Refused::new(Problem::at(shown.to_owned(), Cause::NotACluster)))
}

/// Whether a directory is a backup of another one: it or a directory above it, up to the requested one, has the name of
/// a backup (`conf.old`), or it is next to the directory that LSF reads (`configdir2` next to `configdir`).
fn is_backup(folder: &Path, requested: &Path, all: &[PathBuf]) -> bool {
    let below = folder.strip_prefix(requested).unwrap_or(folder);
    let named = below.iter().any(|it| is_backup_folder(&it.to_string_lossy()));
    let live = folder.with_file_name(CONFIG_FOLDER);
    named || folder != live && all.contains(&live)
}
