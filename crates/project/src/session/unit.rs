//! One unit of a session: its files and a workspace for each of its clusters.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::{Diagnostic, check_file};
use lsflint_model::{SourceFile, Summary, Surroundings};
use lsflint_spec::Target;

use super::state::{LiveCluster, LiveFile, LiveUnit};
use crate::caught::catch;
use crate::config::Config;
use crate::error::Problem;
use crate::load::{Loaded, LoadedUnit, internal};
use crate::plan::{Judge, PlannedUnit};
use crate::unit::keep_common;
use crate::workspace::{OwnJudges, Workspace, own_judges};

/// A unit whose files change.
pub(super) struct OpenUnit {
    pub(super) live: Arc<LiveUnit>,
    clusters: Vec<OpenCluster>,
    /// The findings of each file as every cluster that judges it has them, the last time they were put together.
    parts: Vec<Vec<Arc<[Diagnostic]>>>,
    /// A print of what lsflint.toml says.
    pub(super) config_print: u64,
    target: Option<Target>,
    /// What went wrong with it. Kept until the next change.
    pub(super) problems: Vec<Arc<Problem>>,
}

/// A cluster of the unit.
struct OpenCluster {
    key: Key,
    surroundings: Surroundings,
    checker: Checker,
}

/// What makes a cluster the same one after its files were grouped again.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Key {
    name: String,
    base: PathBuf,
    /// Files that stand in for another one are judged in a cluster of their own, which has the same name.
    judged: Vec<Arc<Path>>,
}

/// How the findings of a cluster come about.
enum Checker {
    /// With all that is kept from one change to the next.
    Kept(Box<Workspace>),
    /// A rule panicked: file by file and from scratch, so that one of them cannot take the others with it.
    Alone { facts: Arc<lsflint_model::Cluster>, found: Vec<(Arc<str>, Arc<[Diagnostic]>)> },
}

/// Workspaces of clusters that were grouped anew.
pub(super) type Pool = Vec<(Key, u64, Workspace)>;

impl OpenUnit {
    /// Opens a unit. Workspaces that fit are taken out of the pool.
    pub(super) fn new(planned: &PlannedUnit, loaded: LoadedUnit, target: Option<Target>, pool: &mut Pool) -> OpenUnit {
        let config_print = planned.config_print();
        let LoadedUnit { files, clusters: members } = loaded;
        let target = target.or_else(|| planned.judge.target());
        let empty: Arc<[Diagnostic]> = Arc::default();
        let live_files = files.into_iter().map(|it| {
            let Loaded { path, source, encoding, reported, judge, included } = it;
            LiveFile { path, source, encoding, reported, judge, included, findings: empty.clone() }
        });
        let mut unit = OpenUnit {
            live: Arc::new(LiveUnit {
                files: live_files.collect(),
                clusters: Vec::new(),
                judge: planned.judge.clone(),
            }),
            clusters: Vec::new(),
            parts: Vec::new(),
            config_print,
            target,
            problems: Vec::new(),
        };
        let mut clusters = Vec::with_capacity(members.len());
        for (cluster, members) in planned.clusters.iter().zip(members) {
            let judged = members.judged.iter().map(|it| unit.live.files[*it].path.clone()).collect();
            let key = Key { name: cluster.name.clone(), base: cluster.base.clone(), judged };
            let kept = pool.iter().position(|it| it.0 == key && it.1 == config_print).map(|it| pool.swap_remove(it).2);
            let sources: Vec<_> = members.files.iter().map(|it| unit.live.files[*it].source.clone()).collect();
            let checker = unit.checker(kept, sources, &members.surroundings);
            clusters.push(LiveCluster {
                name: cluster.name.clone(),
                files: members.files,
                judged: members.judged,
                facts: checker.facts().clone(),
            });
            unit.clusters.push(OpenCluster { key, surroundings: members.surroundings, checker });
        }
        if let Some(live) = Arc::get_mut(&mut unit.live) {
            live.clusters = clusters;
        }
        unit.publish();
        unit
    }

    /// Gives the workspaces back.
    pub(super) fn into_pool(self, pool: &mut Pool) {
        for it in self.clusters {
            if let Checker::Kept(workspace) = it.checker {
                pool.push((it.key, self.config_print, *workspace));
            }
        }
    }

    /// Puts files in the place of those with their paths, and checks what that touches.
    pub(super) fn change(&mut self, changed: Vec<(usize, Arc<SourceFile>)>) {
        self.problems.clear();
        let mut live = (*self.live).clone();
        let touched: Vec<usize> = changed.iter().map(|it| it.0).collect();
        for (file, source) in changed {
            live.files[file].source = source;
        }
        self.live = Arc::new(live);
        for number in 0..self.clusters.len() {
            let files = self.live.clusters[number].files.clone();
            if !files.iter().any(|it| touched.contains(it)) {
                continue;
            }
            let sources: Vec<_> = files.iter().map(|it| self.live.files[*it].source.clone()).collect();
            let surroundings = self.clusters[number].surroundings.clone();
            let nothing = Checker::Alone { facts: Arc::default(), found: Vec::new() };
            let before = match std::mem::replace(&mut self.clusters[number].checker, nothing) {
                Checker::Kept(workspace) => Some(*workspace),
                Checker::Alone { .. } => None,
            };
            self.clusters[number].checker = self.checker(before, sources, &surroundings);
        }
        self.publish();
    }

    /// Checks the files of a cluster, from what was known before as far as possible.
    fn checker(
        &mut self,
        before: Option<Workspace>,
        sources: Vec<Arc<SourceFile>>,
        surroundings: &Surroundings,
    ) -> Checker {
        let judge = self.live.judge.clone();
        let kept = catch(|| match before {
            Some(mut workspace) => {
                workspace.set_judges(self.judges());
                workspace.set_surroundings(surroundings.clone());
                workspace.set_all(sources.clone());
                workspace
            }
            None => {
                let settings = (*judge.settings).clone();
                Workspace::with_judges(sources.clone(), self.target, settings, surroundings.clone(), self.judges())
            }
        });
        match kept {
            Ok(workspace) => Checker::Kept(Box::new(workspace)),
            Err(_) => self.one_by_one(&sources, surroundings),
        }
    }

    /// The files with settings of their own.
    fn judges(&self) -> OwnJudges {
        own_judges(self.live.files.iter().map(|it| (&it.source.path, &it.judge)), &self.live.judge)
    }

    /// What a file is judged by.
    fn judge_of(&self, path: &str) -> &Judge {
        let file = self.live.files.iter().find(|it| *it.source.path == *path);
        file.map_or(&self.live.judge, |it| &it.judge)
    }

    /// Checks file by file: what panics is said, and the others are checked.
    fn one_by_one(&mut self, sources: &[Arc<SourceFile>], surroundings: &Surroundings) -> Checker {
        let facts = catch(|| {
            let summaries = sources.iter().map(|it| Arc::new(Summary::of(it))).collect();
            lsflint_model::Cluster::from_summaries(summaries, self.target.as_ref(), surroundings, None)
        });
        let facts = match facts {
            Ok(facts) => Arc::new(facts),
            Err(panic) => {
                let path = sources.first().map_or("", |it| &*it.path);
                self.problems.push(Arc::new(internal(path, panic)));
                return Checker::Alone { facts: Arc::default(), found: Vec::new() };
            }
        };
        let mut found = Vec::new();
        for source in sources {
            let judge = self.judge_of(&source.path);
            match catch(|| check_file(source, &facts, &judge.settings, &judge.registry)) {
                Ok(it) => found.push((source.path.clone(), it.into())),
                Err(panic) => self.problems.push(Arc::new(internal(&source.path, panic))),
            }
        }
        Checker::Alone { facts, found }
    }

    /// Puts together what the clusters found.
    fn publish(&mut self) {
        let mut live = (*self.live).clone();
        for (cluster, open) in live.clusters.iter_mut().zip(&self.clusters) {
            cluster.facts = open.checker.facts().clone();
        }
        self.parts.resize(live.files.len(), Vec::new());
        for (number, file) in live.files.iter_mut().enumerate().filter(|it| it.1.reported) {
            let judges = live.clusters.iter().zip(&self.clusters).filter(|it| it.0.judged.contains(&number));
            let parts: Option<Vec<_>> = judges.map(|it| it.1.checker.findings(&file.source.path)).collect();
            let parts = parts.unwrap_or_default();
            let before = &self.parts[number];
            let same = before.len() == parts.len() && before.iter().zip(&parts).all(|(a, b)| Arc::ptr_eq(a, b));
            if !same {
                file.findings = together(&parts, &file.judge.config, &file.path);
                self.parts[number] = parts;
            }
        }
        self.live = Arc::new(live);
    }
}

impl Checker {
    fn facts(&self) -> &Arc<lsflint_model::Cluster> {
        match self {
            Checker::Kept(workspace) => workspace.cluster(),
            Checker::Alone { facts, .. } => facts,
        }
    }

    /// `None`: the check of the file panicked.
    fn findings(&self, path: &str) -> Option<Arc<[Diagnostic]>> {
        match self {
            Checker::Kept(workspace) => workspace.findings(path).cloned(),
            Checker::Alone { found, .. } => found.iter().find(|it| *it.0 == *path).map(|it| it.1.clone()),
        }
    }
}

/// What holds in every cluster that judges a file, without what lsflint.toml silences there.
fn together(parts: &[Arc<[Diagnostic]>], config: &Config, path: &Path) -> Arc<[Diagnostic]> {
    let Some((first, others)) = parts.split_first() else { return Arc::default() };
    let silenced = |it: &Diagnostic| config.silences(path, it.rule.code);
    if others.is_empty() && !first.iter().any(silenced) {
        return first.clone();
    }
    let mut found = first.to_vec();
    others.iter().for_each(|it| keep_common(&mut found, it));
    found.retain(|it| !silenced(it));
    found.into()
}
