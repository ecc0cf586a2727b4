//! Shared by commands that check strings: reading the strings, the cluster, and the output of findings.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::{Diagnostic, Settings, Severity};
use lsflint_model::{AsRead, Cluster};
use lsflint_project::{Cause, ClusterFacts, Overrides, Paths, Plan, Problem, Request, is_backup_folder};
use lsflint_report::{FileFindings, Reporter, Source, counted};
use serde::Serialize;

use crate::arguments::{At, Reading};
use crate::commands::common;
use crate::output::{Failure, Terminal};

/// A string and its findings.
pub(crate) struct Judged {
    pub(crate) text: String,
    pub(crate) found: FileFindings,
}

impl Judged {
    /// A string with the path for its findings.
    pub(crate) fn new(path: &str, text: String, diagnostics: Vec<Diagnostic>) -> Judged {
        let source = Source { path: path.into(), text: text.as_str().into(), latin1: false };
        Judged { text, found: FileFindings::new(source, diagnostics) }
    }

    /// Whether the string has no errors.
    pub(crate) fn is_valid(&self) -> bool {
        self.found.diagnostics.iter().all(|it| it.severity != Severity::Error)
    }
}

/// The strings with their paths in findings: from the arguments, else from stdin.
pub(crate) fn inputs(strings: Vec<String>) -> Result<Vec<(&'static str, String)>, Failure> {
    if !strings.is_empty() {
        return Ok(strings.into_iter().map(|it| ("<arg>", it)).collect());
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::new(format!("cannot read stdin: {error}")))?;
    let text = lsflint_project::decode(bytes, "<stdin>").map_err(Failure::new)?.text;
    Ok(text.lines().filter(|it| !it.trim().is_empty()).map(|it| ("<stdin>", it.to_owned())).collect())
}

/// The context of the strings: the cluster of `--cluster` as LSF reads it, and the settings of its lsflint.toml.
pub(crate) fn surroundings(reading: Reading, overrides: Overrides) -> Result<(Cluster, Settings), Failure> {
    surroundings_at(reading, At { at: None }, overrides)
}

/// Like [`surroundings`], with the cluster at the instant of `--at`.
pub(crate) fn surroundings_at(reading: Reading, at: At, overrides: Overrides) -> Result<(Cluster, Settings), Failure> {
    let (cluster, settings) = surroundings_as_read(reading, at, overrides)?;
    Ok((Cluster::clone(cluster.read()), settings))
}

/// As [`surroundings_at`], also with the cluster as written.
pub(crate) fn surroundings_as_read(
    reading: Reading,
    At { at }: At,
    overrides: Overrides,
) -> Result<(AsRead, Settings), Failure> {
    let paths = common::current_folder()?;
    let folder = reading.cluster.clone().unwrap_or_else(|| paths.current().to_owned());
    let config = common::config_source(&reading);
    let Reading { cluster, target, .. } = reading;
    let arguments = vec![folder.clone()];
    let request = Request { cluster, config, target, at, overrides, ..Request::new(paths, arguments) };
    let judge = request.judge_of(&folder).map_err(Failure::new)?;
    let settings = Settings::clone(&judge.settings);
    if request.cluster.is_none() {
        let mut cluster = Cluster::default();
        if let Some(target) = target.or(judge.config.target) {
            cluster.switches.target = target;
        }
        return Ok((AsRead::as_written(Arc::new(cluster)), settings));
    }
    let shown = folder.to_string_lossy().into_owned();
    // What LSF reads does not depend on the rules that are selected for the strings.
    let request = Request { overrides: Overrides::default(), ..request };
    let paths = request.paths.clone();
    let clusters = Plan::new(request).and_then(|mut it| it.clusters_as_read()).map_err(Failure::new)?;
    let cluster = the_one(clusters, &shown, &paths)?;
    Ok((cluster.cluster, settings))
}

/// The directory in which LSF looks for the lsb.* files of a cluster, below a directory with the name of the cluster.
const CONFIG_FOLDER: &str = "configdir";
/// The maximum number of directories in a message.
const NAMED: usize = 5;

/// The only cluster; of several, the one in the requested directory, and not a backup of another one.
fn the_one(mut clusters: Vec<ClusterFacts>, shown: &str, paths: &Paths) -> Result<ClusterFacts, Failure> {
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
        return Err(Failure::new(format!(
            "`{shown}` contains {} clusters; specify the directory of one with `--cluster`:{list}",
            clusters.len()
        )));
    }
    clusters.pop().ok_or_else(|| Failure::new(Problem::at(shown.to_owned(), Cause::NotACluster)))
}

/// Whether a directory is a backup of another one: it or a directory above it, up to the requested one, has the name of
/// a backup (`conf.old`), or it is next to the directory that LSF reads (`configdir2` next to `configdir`).
fn is_backup(folder: &Path, requested: &Path, all: &[PathBuf]) -> bool {
    let below = folder.strip_prefix(requested).unwrap_or(folder);
    let named = below.iter().any(|it| is_backup_folder(&it.to_string_lossy()));
    let live = folder.with_file_name(CONFIG_FOLDER);
    named || folder != live && all.contains(&live)
}

/// Writes the findings in a format for people.
pub(crate) fn text(judged: &[Judged], reporter: &mut dyn Reporter, terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.stdout();
    for it in judged {
        reporter.file(&it.found, &mut out)?;
    }
    out.flush()?;
    if !terminal.quiet && judged.iter().all(|it| it.found.diagnostics.is_empty()) {
        let strings = counted(judged.len(), "string", "strings");
        terminal.note(&format!("no findings in {strings}"));
    }
    Ok(())
}

/// Writes a JSON document.
pub(crate) fn document(document: &impl Serialize, terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.plain_stdout();
    lsflint_report::write_document(document, &mut out)?;
    out.flush()?;
    Ok(())
}
