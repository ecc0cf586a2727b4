//! Reads the two sides of a comparison: directories, or states of a git repository.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::{Diagnostic, Fingerprint, Outcome, Severity};
use lsflint_model::AsRead;
use lsflint_model::job::JobScript;
use lsflint_project::{
    Checked, ClusterFacts, ConfigSource, GitEnvironment, ParsedFiles, Paths, Plan, Request, Since, changes,
};
use lsflint_syntax::TextSize;

use crate::arguments;
use crate::commands::common;
use crate::output::Failure;

/// Both sides.
pub(super) struct Sides {
    /// The directories as paths in reports start: before, after.
    pub(super) bases: [String; 2],
    /// The clusters that exist on one side or on both.
    pub(super) clusters: Vec<Pair>,
    /// The findings before and after the change.
    pub(super) old: Vec<Finding>,
    pub(super) new: Vec<Finding>,
    /// The scripts with the same text on both sides.
    pub(super) scripts: Vec<JobScript>,
}

/// A cluster on both sides.
pub(super) struct Pair {
    pub(super) name: String,
    pub(super) old: Option<AsRead>,
    pub(super) new: Option<AsRead>,
}

/// A finding.
pub(super) struct Finding {
    /// The path relative to the directory of the side.
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    pub(super) message: String,
    /// What LSF does with a job of a script: `refused`, `pending` or `killed`; `None` for something else.
    pub(super) job: Option<&'static str>,
    identity: Fingerprint,
}

/// One side: its clusters and findings.
struct Side {
    /// The directory as paths in reports start.
    base: String,
    clusters: Vec<ClusterFacts>,
    findings: Vec<Finding>,
    /// The texts of the job scripts, by path relative to the directory.
    scripts: BTreeMap<String, Arc<str>>,
}

pub(super) fn sides(arguments: arguments::Plan) -> Result<Sides, Failure> {
    let paths = common::current_folder()?;
    let config = match &arguments.config {
        Some(file) => ConfigSource::File(file.clone()),
        None if arguments.no_config => ConfigSource::Nothing,
        None => ConfigSource::Nearest,
    };
    let target = arguments.target;
    let parsed = ParsedFiles::default();
    let request = |folder: &Path| Request {
        config: config.clone(),
        target,
        fingerprints: true,
        parsed: Some(parsed.clone()),
        ..Request::new(paths.clone(), vec![folder.to_owned()])
    };
    let since = match (&arguments.since, arguments.staged) {
        (Some(commit), _) => Some(Since::Commit(commit.clone())),
        (None, true) => Some(Since::Staged),
        (None, false) => None,
    };
    let (mut old, mut new) = match (since, arguments.folders.as_slice()) {
        (None, [_, _]) if !arguments.between.is_empty() => {
            return Err(Failure::new("`--between` compares one directory at two times; found two"));
        }
        (None, folders) if let [before, after] = arguments.between[..] => {
            let folder = folders.first().cloned().unwrap_or_else(|| PathBuf::from("."));
            let one = |at| side(Request { at: Some(at), ..request(&folder) }, &folder, &paths, true);
            (one(before)?, one(after)?)
        }
        (None, [old, new]) => {
            let one = |folder: &PathBuf| side(request(folder), folder, &paths, true);
            (one(old)?, one(new)?)
        }
        (None, _) => {
            return Err(Failure::new(
                "`plan` requires the directories OLD and NEW, `--between WHEN WHEN`, or `--since REF` or `--staged` in a git \
                 repository",
            ));
        }
        (Some(_), [_, _]) => {
            return Err(Failure::new("`--since` and `--staged` compare one directory with its history; found two"));
        }
        (Some(since), folders) => {
            let folder = folders.first().cloned().unwrap_or_else(|| PathBuf::from("."));
            let mut new = request(&folder);
            let changes = changes(&since, &new.arguments, &paths, &environment()).map_err(Failure::new)?;
            new.buffers.stand_in(changes.new.iter().cloned());
            let mut old = new.clone();
            // The lsflint.toml after the change applies to both sides.
            let before = changes.old.iter().filter(|it| it.0.file_name() != Some("lsflint.toml".as_ref()));
            old.buffers.stand_in(before.cloned());
            (side(old, &folder, &paths, false)?, side(new, &folder, &paths, false)?)
        }
    };
    // A script of one side only, such as a checkout next to the files of a cluster, has no findings to compare.
    let both: BTreeSet<String> = old.scripts.keys().filter(|it| new.scripts.contains_key(*it)).cloned().collect();
    for side in [&mut old, &mut new] {
        let Side { findings, scripts, .. } = side;
        findings.retain(|it| both.contains(&it.file) || !scripts.contains_key(&it.file));
    }
    let same = old.scripts.iter().filter(|it| new.scripts.get(it.0) == Some(it.1));
    let scripts = same.map(|(path, text)| JobScript::new(path, text.clone())).collect();
    let bases = [old.base, new.base];
    let clusters = pairs(old.clusters, new.clusters);
    Ok(Sides { bases, clusters, old: old.findings, new: new.findings, scripts })
}

/// The variables of git, which name the repository and the index inside a hook.
fn environment() -> GitEnvironment {
    let path = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    GitEnvironment { folder: path("GIT_DIR"), work_tree: path("GIT_WORK_TREE"), index: path("GIT_INDEX_FILE") }
}

/// Reads and checks one side. `required`: there must be LSF files.
fn side(request: Request, folder: &Path, paths: &Paths, required: bool) -> Result<Side, Failure> {
    let mut plan = Plan::new(request).map_err(Failure::new)?;
    if required {
        plan.require_files();
    }
    let base = paths.shown(&paths.absolute(folder));
    let (mut clusters, mut findings, mut scripts) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut sink = |checked: Checked| {
        findings.extend(findings_of(&checked, &base));
        if checked.kind.is_none() {
            scripts.insert(relative(&checked.path, &base), checked.text.clone());
        }
        ControlFlow::Continue(())
    };
    let mut facts = |it: ClusterFacts| clusters.push(ClusterFacts { folder: relative(&it.folder, &base), ..it });
    let outcome = plan.check_with_facts(&|_| {}, &mut sink, Some(&mut facts));
    match outcome.problems.into_iter().next() {
        // An unreadable file could hide any change.
        Some(problem) => Err(Failure::new(problem)),
        None => Ok(Side { base, clusters, findings, scripts }),
    }
}

fn findings_of(checked: &Checked, base: &str) -> Vec<Finding> {
    if checked.diagnostics.is_empty() {
        return Vec::new();
    }
    let line_ends: Vec<usize> = checked.text.match_indices('\n').map(|it| it.0).collect();
    let line = |at: TextSize| line_ends.partition_point(|it| *it < usize::from(at)) + 1;
    let all = checked.diagnostics.iter().zip(&checked.fingerprints);
    all.map(|(it, identity)| Finding {
        file: relative(&checked.path, base),
        line: line(it.range.start()),
        code: it.rule.code,
        severity: it.severity,
        message: it.message.to_string(),
        job: job(it).filter(|_| checked.kind.is_none()),
        identity: *identity,
    })
    .collect()
}

/// What LSF certainly does with the job that a finding is about.
fn job(it: &Diagnostic) -> Option<&'static str> {
    let consequence = it.consequence.as_ref().filter(|it| it.is_certain())?;
    match consequence.outcome() {
        Outcome::Refused => Some("refused"),
        Outcome::Pending => Some("pending"),
        Outcome::Killed => Some("killed"),
        _ => None,
    }
}

/// A path as in reports, relative to a directory.
pub(super) fn relative(path: &str, base: &str) -> String {
    let inside = path.strip_prefix(base).map(|it| it.trim_start_matches('/'));
    inside.filter(|_| base != ".").unwrap_or(path).to_owned()
}

/// The clusters of both sides by directory and name; the only one of each side is the same cluster.
fn pairs(old: Vec<ClusterFacts>, new: Vec<ClusterFacts>) -> Vec<Pair> {
    if let ([old], [new]) = (old.as_slice(), new.as_slice()) {
        let (old, name) = (Some(old.cluster.clone()), new.name.clone());
        return vec![Pair { name, old, new: Some(new.cluster.clone()) }];
    }
    let mut found: BTreeMap<(String, String), Pair> = BTreeMap::new();
    let sides = old.into_iter().map(|it| (true, it)).chain(new.into_iter().map(|it| (false, it)));
    for (is_old, it) in sides {
        let empty = Pair { name: it.name.clone(), old: None, new: None };
        let pair = found.entry((it.folder, it.name)).or_insert(empty);
        let side = if is_old { &mut pair.old } else { &mut pair.new };
        *side = Some(it.cluster);
    }
    found.into_values().collect()
}

/// The findings that only one side has: introduced, fixed.
pub(super) fn findings(old: Vec<Finding>, new: Vec<Finding>) -> (Vec<Finding>, Vec<Finding>) {
    let keys = |all: &[Finding]| -> HashSet<(String, Fingerprint)> {
        all.iter().map(|it| (it.file.clone(), it.identity)).collect()
    };
    let (before, after) = (keys(&old), keys(&new));
    let only = |all: Vec<Finding>, other: &HashSet<(String, Fingerprint)>| {
        all.into_iter().filter(|it| !other.contains(&(it.file.clone(), it.identity))).collect()
    };
    (only(new, &before), only(old, &after))
}
