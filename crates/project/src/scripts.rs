//! Scripts that submit jobs: which files are some, the cluster each belongs to, and judging them.
//!
//! A script is not a file of LSF: it is in no cluster, nothing is read out of it, nothing formats it. A script that is named is checked;
//! in folders only those are that `job-scripts` of lsflint.toml names. It is judged in the cluster of `--cluster`, else in the nearest one
//! around it (a folder above it, or `conf` in one), else in that of the current folder, else by its own text alone.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::WalkBuilder;
use lsflint_lint::{Diagnostic, check_script, script_fingerprints};
use lsflint_model::job::JobScript;
use lsflint_syntax::script::Script;

use crate::buffers::Buffers;
use crate::caught::catch;
use crate::check::{Checked, Run};
use crate::config::Configs;
use crate::discover::Discovery;
use crate::error::{IgnoredBecause, Problem};
use crate::group::{Cluster, LEVELS};
use crate::kind;
use crate::load::internal;
use crate::paths::Paths;
use crate::plan::{Judge, Judges, PlannedUnit};
use crate::read::{Decoded, read_file};
use crate::unit::{Facts, keep_common};

/// Endings of shell scripts, and those that sites give to job scripts.
const ENDINGS: [&str; 7] = ["sh", "bash", "ksh", "zsh", "bsub", "lsf", "job"];

/// Where a configuration folder may be, seen from a folder.
const CONFIGURATION: [&str; 2] = ["", "conf"];

/// A script that was found.
#[derive(Debug)]
pub(crate) struct FoundScript {
    /// Its absolute path.
    pub(crate) path: PathBuf,
    /// Its text, where it was read already.
    pub(crate) text: Option<Decoded>,
}

/// A script of a plan.
pub struct PlannedScript {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its path in reports.
    pub shown: Arc<str>,
    /// What lsflint.toml says about it.
    pub judge: Arc<Judge>,
    pub(crate) text: Option<Decoded>,
    /// The clusters of its unit that judge it.
    pub(crate) clusters: Vec<usize>,
}

/// A script with the configuration folder of its cluster.
pub(crate) type PlacedScript = (FoundScript, Option<PathBuf>);

/// Whether a text is that of a script, whatever its name.
pub(crate) fn reads_as_script(text: &str) -> bool {
    Script::is_one(text)
}

/// Whether a file is called like a script.
pub(crate) fn is_named_like_script(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(OsStr::to_str);
    ending.is_some_and(|it| ENDINGS.iter().any(|known| it.eq_ignore_ascii_case(known)))
}

/// The folders that may be the configuration of the cluster around a script, nearest first.
pub(crate) fn possible_clusters(script: &Path) -> impl Iterator<Item = PathBuf> {
    let folders = script.ancestors().skip(1).take(LEVELS + 1);
    folders.flat_map(|folder| CONFIGURATION.iter().map(|it| folder.join(it)))
}

impl Discovery<'_> {
    /// Finds the scripts that lsflint.toml names below the folders of the command line.
    pub(crate) fn add_scripts(&mut self, below: &[PathBuf], configs: &mut Configs<'_>) -> Result<(), Problem> {
        for folder in below.iter().filter(|it| it.is_dir()) {
            let config = configs.of(folder)?;
            if config.job_scripts.is_empty() {
                continue;
            }
            let entries = WalkBuilder::new(folder).follow_links(false).build().flatten();
            let files = entries.filter(|it| it.file_type().is_some_and(|it| it.is_file()));
            for path in files.map(ignore::DirEntry::into_path).filter(|it| config.job_scripts.is_match(it)) {
                if configs.excludes(&path)? {
                    self.ignore(&path, IgnoredBecause::Excluded);
                } else {
                    self.met_script(path);
                }
            }
        }
        Ok(())
    }

    /// Lets what stands in for files stand in for scripts, too.
    pub(crate) fn stand_in_for_scripts(&mut self, buffers: &Buffers) {
        for (path, text) in buffers.stand_ins() {
            match text {
                Some(text) => {
                    let scripts = self.scripts.iter_mut().filter(|it| it.path == path);
                    scripts.for_each(|it| it.text = Some(text.clone()));
                }
                None => self.scripts.retain(|it| it.path != path),
            }
        }
    }

    /// A file that `job-scripts` names, which may name all of a folder.
    fn met_script(&mut self, path: PathBuf) {
        let Some(name) = path.file_name().and_then(OsStr::to_str) else { return };
        if kind::by_name(name).is_some() {
            return;
        }
        if is_named_like_script(name) {
            return self.add_script(path, None);
        }
        let text = read_file(&path, "").ok().filter(|it| reads_as_script(&it.text));
        if text.is_some() {
            self.add_script(path, text);
        }
    }

    /// The scripts that were found, each with the folder of its cluster, whose files are loaded.
    pub(crate) fn take_scripts(&mut self, home: Option<&Path>) -> Vec<PlacedScript> {
        let mut scripts = std::mem::take(&mut self.scripts);
        scripts.sort_by(|a, b| a.path.cmp(&b.path));
        let mut placed = Vec::with_capacity(scripts.len());
        for script in scripts {
            let base = home.map(Path::to_owned).or_else(|| self.add_cluster_of_script(&script.path));
            placed.push((script, base));
        }
        placed
    }

    /// Loads the cluster around a script, else that of the current folder, and says where it is.
    fn add_cluster_of_script(&mut self, script: &Path) -> Option<PathBuf> {
        let here = CONFIGURATION.map(|it| self.paths.current().join(it));
        let base = possible_clusters(script).chain(here).find(|it| self.has_marker(it))?;
        self.add_base(&base);
        Some(base)
    }
}

/// The scripts that belong to clusters of a unit, taken out of the list of all.
pub(crate) fn scripts_of_unit(
    scripts: &mut Vec<PlacedScript>,
    clusters: &[Cluster],
    judges: &mut Judges<'_>,
    paths: &Paths,
) -> Result<Vec<PlannedScript>, Problem> {
    let clusters_of = |base: &Option<PathBuf>| base.as_deref().map_or(Vec::new(), |it| clusters_at(clusters, it));
    let mine: Vec<PlacedScript> = scripts.extract_if(.., |it| !clusters_of(&it.1).is_empty()).collect();
    mine.into_iter().map(|(script, base)| planned(script, clusters_of(&base), judges, paths)).collect()
}

/// Units for scripts without a cluster: one for each folder.
pub(crate) fn units_of_lonely_scripts(
    scripts: Vec<PlacedScript>,
    judges: &mut Judges<'_>,
    paths: &Paths,
) -> Result<Vec<PlannedUnit>, Problem> {
    let mut units: Vec<PlannedUnit> = Vec::new();
    for (script, _) in scripts {
        let base = script.path.parent().unwrap_or(&script.path).to_owned();
        let script = planned(script, vec![0], judges, paths)?;
        match units.last_mut().filter(|it| it.base == base) {
            Some(unit) => unit.scripts.push(script),
            None => {
                let name = base.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let cluster = Cluster { name, base: base.clone(), files: Vec::new(), judged: Vec::new() };
                units.push(PlannedUnit {
                    files: Vec::new(),
                    clusters: vec![cluster],
                    judge: script.judge.clone(),
                    base,
                    first: script.shown.to_string(),
                    scripts: vec![script],
                });
            }
        }
    }
    Ok(units)
}

fn planned(
    script: FoundScript,
    clusters: Vec<usize>,
    judges: &mut Judges<'_>,
    paths: &Paths,
) -> Result<PlannedScript, Problem> {
    let FoundScript { path, text } = script;
    let config = judges.configs.of_file(&path)?;
    Ok(PlannedScript { shown: paths.shown(&path).into(), judge: judges.of(&config), text, clusters, path })
}

/// Which of the clusters of a unit judge a script that belongs to this configuration folder.
fn clusters_at(clusters: &[Cluster], base: &Path) -> Vec<usize> {
    let is_in = |it: &Cluster| it.base.starts_with(base) || base.starts_with(&it.base);
    (0..clusters.len()).filter(|it| is_in(&clusters[*it])).collect()
}

impl Run<'_> {
    /// Reads a script and judges it.
    pub(crate) fn script(&self, planned: &PlannedScript, facts: &[Facts<'_>]) -> Result<Checked, Problem> {
        let PlannedScript { path, shown, judge, .. } = planned;
        let decoded = self.read_script(planned)?;
        let (script, diagnostics) = judged(planned, facts, decoded.text)?;
        let wanted = self.plan.fingerprints;
        let fingerprints = if wanted { script_fingerprints(&script, &diagnostics) } else { Vec::new() };
        self.step();
        Ok(Checked {
            path: shown.clone(),
            location: path.as_path().into(),
            kind: None,
            text: script.text,
            encoding: decoded.encoding,
            diagnostics,
            fingerprints,
            related: Vec::new(),
            rules: judge.rules.clone(),
            fail_on: judge.fail_on,
        })
    }

    /// The text of a script.
    pub(crate) fn read_script(&self, planned: &PlannedScript) -> Result<Decoded, Problem> {
        match &planned.text {
            Some(text) => Ok(text.clone()),
            None => self.plan.buffers.read(&planned.path, &planned.shown),
        }
    }
}

/// Judges a text of a script in every cluster it belongs to: what does not hold in all of them is no finding.
pub(crate) fn judged(
    planned: &PlannedScript,
    facts: &[Facts<'_>],
    text: Arc<str>,
) -> Result<(JobScript, Vec<Diagnostic>), Problem> {
    let PlannedScript { path, shown, judge, .. } = planned;
    let script = catch(|| JobScript::new(shown, text)).map_err(|it| internal(shown, it))?;
    let mut found: Option<Vec<Diagnostic>> = None;
    for facts in planned.clusters.iter().filter_map(|it| facts.get(*it)) {
        let here = catch(|| check_script(&script, &facts.cluster, &judge.settings, &judge.registry));
        let here = here.map_err(|it| internal(shown, it))?;
        match &mut found {
            None => found = Some(here),
            Some(found) => keep_common(found, &here),
        }
    }
    let mut diagnostics = found.unwrap_or_default();
    diagnostics.retain(|it| !judge.config.silences(path, it.rule.code));
    Ok((script, diagnostics))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_told_by_name_or_text() {
        for name in ["job.sh", "JOB.SH", "a.bsub", "b.lsf", "c.job", "run.bash"] {
            assert!(is_named_like_script(name), "{name}");
        }
        for name in ["job", "lsb.queues", "lsf.conf", "job.sh.txt", "sh"] {
            assert!(!is_named_like_script(name), "{name}");
        }
        assert!(reads_as_script("#!/usr/bin/perl\n") && reads_as_script("x\n  #BSUB -q a\n"));
        assert!(!reads_as_script("Begin Queue\n# BSUB\n"));
    }

    #[test]
    fn the_nearest_configuration_counts() {
        let folders: Vec<PathBuf> = possible_clusters(Path::new("/a/b/job.sh")).collect();
        let expected = ["/a/b/", "/a/b/conf", "/a/", "/a/conf", "/", "/conf"];
        assert_eq!(folders, expected.map(PathBuf::from));
    }
}
