//! The engine: a cluster set in memory and what the rules find in it.
//!
//! Three layers: the tree and summary of every file, the facts of every cluster that are merged from the summaries, and
//! the findings of every member in each cluster that judges it. All that reads, checks or fixes goes through here: a
//! batch run opens a workspace, judges its members and drops it; an editor and `--fix` tell theirs what changed, and it
//! takes over from one time to the next what rests on nothing that did. A batch run is the same code with everything
//! new, and nothing recorded for a second time.
//!
//! A rule that panics leaves one member without findings, and no other.

mod memo;

use std::ops::AddAssign;
use std::path::Path;
use std::sync::Arc;

use lsflint_lint::{Diagnostic, check_file, check_script};
use lsflint_model::{Cluster as Facts, SourceFile, Surroundings};
use lsflint_spec::Target;
use rustc_hash::{FxHashMap, FxHashSet};

use self::memo::{Findings, Memo};
use crate::caught::{Panic, catch};
use crate::error::Problem;
use crate::group::Cluster;
use crate::judge::Judge;
use crate::load::{Content, Loaded, LoadedCluster, LoadedSet, Parsed};
use crate::threads::each;

/// A cluster set in memory. Its files, findings and facts can be taken out, and do not change any more then.
pub(crate) struct Workspace {
    purpose: Purpose,
    /// What the configuration is for, where that is not left to the files.
    target: Option<Target>,
    pub(crate) members: Vec<Loaded>,
    pub(crate) clusters: Vec<OpenCluster>,
    /// By member, what was found in it the last time. Only where findings are recorded.
    findings: Vec<Option<Arc<[Diagnostic]>>>,
    /// What went wrong the last time.
    pub(crate) problems: Vec<Problem>,
}

/// What a workspace is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The findings of members that are reported on, once: nothing is recorded.
    Run,
    /// The findings of members that are reported on, again and again.
    Edit,
    /// The findings of all files, again and again.
    Fix,
}

/// A cluster of a workspace.
pub(crate) struct OpenCluster {
    pub(crate) grouped: Cluster,
    /// The paths of the members that are judged here.
    judged: Vec<Arc<Path>>,
    surroundings: Surroundings,
    /// What its files say about each other; `None` before they were read, and when that panicked.
    pub(crate) facts: Option<Arc<Facts>>,
    /// The files that the facts were read from.
    read: Vec<Arc<SourceFile>>,
    /// One for each member that is judged here.
    memos: Vec<Memo>,
}

/// What edits cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Sections that were read into the index.
    pub sections_read: usize,
    /// Files whose findings were asked for again.
    pub files_checked: usize,
    /// Sections that rules visited.
    pub sections_visited: usize,
}

impl AddAssign for Work {
    fn add_assign(&mut self, more: Work) {
        self.sections_read += more.sections_read;
        self.files_checked += more.files_checked;
        self.sections_visited += more.sections_visited;
    }
}

impl Workspace {
    /// Reads the facts of a cluster set. `before`: what is known of each of its clusters. No member is judged yet.
    pub(crate) fn open(
        loaded: LoadedSet,
        purpose: Purpose,
        target: Option<Target>,
        before: Vec<Option<OpenCluster>>,
    ) -> Workspace {
        let LoadedSet { members, clusters } = loaded;
        let before = before.into_iter().chain(std::iter::repeat_with(|| None));
        let clusters: Vec<_> = clusters.into_iter().zip(before).collect();
        let open = |(now, before): (LoadedCluster, Option<OpenCluster>)| {
            let mut cluster = OpenCluster::new(now, before, &members);
            let problem = cluster.update(&members, target.as_ref());
            (cluster, problem)
        };
        let (clusters, problems): (_, Vec<Option<Problem>>) = each(clusters, open).into_iter().unzip();
        let (findings, problems) = (vec![None; members.len()], problems.into_iter().flatten().collect());
        Workspace { purpose, target, members, clusters, findings, problems }
    }

    /// The cluster set is this one from now on. Its clusters are those of before, in the same order.
    pub(crate) fn replace_all(&mut self, loaded: LoadedSet) {
        let before = std::mem::take(&mut self.clusters).into_iter().map(Some).collect();
        *self = Workspace::open(loaded, self.purpose, self.target, before);
        self.refresh();
    }

    /// Puts files in the place of those with these numbers, and judges again what that touches.
    pub(crate) fn change(&mut self, changed: Vec<(usize, Arc<SourceFile>)>) -> Work {
        self.problems.clear();
        let touched: Vec<usize> = changed.iter().map(|it| it.0).collect();
        let mut sections_read = 0;
        for (number, source) in changed {
            let Some(before) = self.members[number].file() else { continue };
            let parsed = Parsed::new(source.clone(), Some(before)).or_else(|_| Parsed::new(source.clone(), None));
            let (file, read) = parsed.unwrap_or_else(|panic| {
                self.problems.push(Problem::internal(&source.path, panic));
                (Parsed { source, summary: before.summary.clone() }, 0)
            });
            self.members[number].content = Content::File(file);
            sections_read += read;
        }
        for cluster in &mut self.clusters {
            if cluster.facts.is_none() || cluster.grouped.files.iter().any(|it| touched.contains(it)) {
                self.problems.extend(cluster.update(&self.members, self.target.as_ref()));
            }
        }
        Work { sections_read, ..self.refresh() }
    }

    /// Brings the recorded findings up to date.
    pub(crate) fn refresh(&mut self) -> Work {
        for (number, found) in self.judge(|_, found| found.into_shared()) {
            let found = found.map_err(|problem| self.problems.push(problem));
            self.findings[number] = Some(found.unwrap_or_default());
        }
        let memos = self.clusters.iter_mut().flat_map(|it| &mut it.memos);
        let visited: Vec<usize> = memos.filter_map(|it| it.visited.take()).collect();
        Work { files_checked: visited.len(), sections_visited: visited.iter().sum(), ..Work::default() }
    }

    /// What is recorded of the findings of a member. While nothing in them changes, they stay the same ones.
    pub(crate) fn recorded(&self, number: usize) -> Option<&Arc<[Diagnostic]>> {
        self.findings[number].as_ref()
    }

    /// Judges the members whose findings are asked for and not recorded as they are. What `done` makes of the findings
    /// of each comes back with the number of the member.
    pub(crate) fn judge<R: Send>(
        &mut self,
        done: impl Fn(&Loaded, Findings) -> R + Sync,
    ) -> Vec<(usize, Result<R, Problem>)> {
        let records = self.purpose != Purpose::Run;
        let mut parts: Vec<Vec<Part<'_>>> = self.members.iter().map(|_| Vec::new()).collect();
        for cluster in &mut self.clusters {
            let Some(facts) = &cluster.facts else { continue };
            for (number, memo) in cluster.grouped.judged.iter().zip(&mut cluster.memos) {
                parts[*number].push(Part { facts, memo: records.then_some(memo) });
            }
        }
        let is_due = |(number, (member, parts)): &(usize, (&Loaded, Vec<Part<'_>>))| {
            let is_recorded = self.findings[*number].is_some() && parts.iter().all(Part::is_recorded);
            let is_asked_for = match self.purpose {
                Purpose::Run | Purpose::Edit => member.reported,
                Purpose::Fix => member.file().is_some(),
            };
            is_asked_for && !is_recorded
        };
        let due: Vec<_> = self.members.iter().zip(parts).enumerate().filter(is_due).collect();
        let judge = |(number, (member, parts)): (usize, (&Loaded, Vec<Part<'_>>))| {
            let found = together(member, parts).map(|found| done(member, found));
            (number, found.map_err(|panic| Problem::internal(member.shown(), panic)))
        };
        each(due, judge)
    }

    /// What would be found in a member if it were another one. Nothing is recorded.
    pub(crate) fn judge_instead(&self, number: usize, member: &Loaded) -> Result<Findings, Panic> {
        let judges = self.clusters.iter().filter(|it| it.grouped.judged.contains(&number));
        let parts = judges.filter_map(|it| Some(Part { facts: it.facts.as_ref()?, memo: None }));
        together(member, parts.collect())
    }

    /// The files of a cluster.
    pub(crate) fn files_of<'w>(&'w self, cluster: &'w OpenCluster) -> impl Iterator<Item = &'w Arc<SourceFile>> {
        cluster.grouped.files.iter().filter_map(|it| Some(&self.members[*it].file()?.source))
    }
}

impl OpenCluster {
    /// A cluster with these members, and what is known of it. Its facts are not up to date.
    fn new(now: LoadedCluster, before: Option<OpenCluster>, members: &[Loaded]) -> OpenCluster {
        let LoadedCluster { grouped, surroundings } = now;
        let judged: Vec<Arc<Path>> = grouped.judged.iter().map(|it| members[*it].path.clone()).collect();
        let (facts, read, mut known) = match before {
            Some(before) if before.surroundings == surroundings => {
                let memos = before.judged.into_iter().zip(before.memos).collect();
                (before.facts, before.read, memos)
            }
            // With other surroundings everything is new.
            _ => (None, Vec::new(), FxHashMap::default()),
        };
        let memos = judged.iter().map(|it| known.remove(it).unwrap_or_default()).collect();
        OpenCluster { grouped, judged, surroundings, facts, read, memos }
    }

    /// Whether it is this cluster, after files were grouped again. Files that stand in for another one are judged in a
    /// cluster of their own, which has the same name.
    pub(crate) fn is(&self, now: &Cluster, members: &[Loaded]) -> bool {
        let judged = now.judged.iter().map(|it| &members[*it].path);
        self.grouped.name == now.name && self.grouped.base == now.base && self.judged.iter().eq(judged)
    }

    /// Brings the facts up to date with the files, and marks the findings that may be others now. Returns what went
    /// wrong.
    fn update(&mut self, members: &[Loaded], target: Option<&Target>) -> Option<Problem> {
        let files: Vec<&Parsed> = self.grouped.files.iter().filter_map(|it| members[*it].file()).collect();
        let is_read = |(old, new): (&Arc<SourceFile>, &&Parsed)| Arc::ptr_eq(old, &new.source);
        if self.facts.is_some() && self.read.len() == files.len() && self.read.iter().zip(&files).all(is_read) {
            return None;
        }
        let merged = |before: Option<&Facts>| {
            let summaries = files.iter().map(|it| it.summary.clone()).collect();
            catch(|| Facts::from_summaries(summaries, target, &self.surroundings, before))
        };
        let facts = match &self.facts {
            Some(before) => merged(Some(before)).or_else(|_| merged(None)),
            None => merged(None),
        };
        let read: Vec<Arc<SourceFile>> = files.iter().map(|it| it.source.clone()).collect();
        let changed = changed_paths(&self.read, &read);
        for (number, memo) in self.grouped.judged.iter().zip(&mut self.memos) {
            match &self.facts {
                Some(_) => memo.note_changes(&changed, members[*number].shown()),
                None => *memo = Memo::default(),
            }
        }
        self.read = read;
        match facts {
            Ok(facts) => {
                self.facts = Some(Arc::new(facts));
                None
            }
            Err(panic) => {
                self.facts = None;
                let path = self.read.first().map_or(&*self.grouped.name, |it| &*it.path);
                Some(Problem::internal(path, panic))
            }
        }
    }
}

/// The paths of files that are new, gone or not the same ones.
fn changed_paths(before: &[Arc<SourceFile>], now: &[Arc<SourceFile>]) -> Vec<Arc<str>> {
    let mut known: FxHashMap<&str, &Arc<SourceFile>> = before.iter().map(|it| (&*it.path, it)).collect();
    let is_new = |it: &&Arc<SourceFile>| known.remove(&*it.path).is_none_or(|before| !Arc::ptr_eq(before, it));
    let mut changed: Vec<Arc<str>> = now.iter().filter(is_new).map(|it| it.path.clone()).collect();
    changed.extend(known.into_values().map(|it| it.path.clone()));
    changed
}

/// A member in one of the clusters that judge it.
struct Part<'w> {
    facts: &'w Arc<Facts>,
    memo: Option<&'w mut Memo>,
}

impl Part<'_> {
    /// Whether what is recorded are the findings.
    fn is_recorded(&self) -> bool {
        self.memo.as_ref().is_some_and(|it| it.holds(self.facts))
    }

    fn findings(self, member: &Loaded) -> Result<Findings, Panic> {
        let Judge { settings, registry, .. } = &*member.judge;
        match (&member.content, self.memo) {
            (Content::File(file), Some(memo)) => memo.findings(&file.source, self.facts, settings, registry),
            (Content::File(file), None) => {
                catch(|| check_file(&file.source, self.facts, settings, registry)).map(Findings::New)
            }
            (Content::Script(script), _) => {
                catch(|| check_script(script, self.facts, settings, registry)).map(Findings::New)
            }
        }
    }
}

/// What holds in every cluster that judges a member, without what lsflint.toml silences there.
fn together(member: &Loaded, parts: Vec<Part<'_>>) -> Result<Findings, Panic> {
    let mut found: Option<Findings> = None;
    for part in parts {
        let here = part.findings(member)?;
        match &mut found {
            None => found = Some(here),
            Some(found) => {
                let place = |it: &Diagnostic| (it.range, it.rule.code);
                let here: FxHashSet<_> = here.iter().map(place).collect();
                found.retain(|it| here.contains(&place(it)));
            }
        }
    }
    let mut found = found.unwrap_or(Findings::New(Vec::new()));
    found.retain(|it| !member.judge.config.silences(&member.path, it.rule.code));
    Ok(found)
}
