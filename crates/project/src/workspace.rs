//! A workspace: a cluster set in memory and the findings in it.
//!
//! It has three layers: the tree and summary of every file, the facts of every cluster, merged from the summaries, and
//! the findings of every member in each cluster that checks it. All reading, checking and fixing uses it. A batch run
//! opens a workspace, checks its members and drops it. An editor and `--fix` report changes to their workspace, which
//! reuses everything that does not depend on them. A batch run is the same code with everything new and nothing
//! recorded.
//!
//! A rule that panics only removes the findings of one member.

mod derived;
mod memo;
mod part;

use std::ops::AddAssign;
use std::path::Path;
use std::sync::Arc;

use lsflint_lint::{Diagnostic, readings};
use lsflint_model::{AsRead, Cluster as Facts, Readings, SourceFile, Surroundings};
use lsflint_spec::Target;
use rustc_hash::{FxHashMap, FxHashSet};

use self::derived::{KeptUses, RecordedReadings, dropped_definitions, note_dropped, used_definitions};
pub(crate) use self::memo::{Findings, Record};
use self::memo::{Memo, changed_paths};
use self::part::{Part, Ready, connector_of, together};
use crate::caught::{Panic, catch};
use crate::error::Problem;
use crate::group::Cluster;
use crate::load::{Content, Loaded, LoadedCluster, LoadedSet};
use crate::parsed::Parsed;
use crate::source::Source;
use crate::threads::each;

/// A cluster set in memory. The files, findings and facts that it returns are immutable.
pub(crate) struct Workspace {
    purpose: Purpose,
    /// The target, unless the files determine it.
    target: Option<Target>,
    pub(crate) members: Vec<Loaded>,
    pub(crate) clusters: Vec<OpenCluster>,
    /// The last findings of each member; only used if findings are recorded.
    findings: Vec<Option<Record>>,
    /// What LSF makes of each member because of its recorded findings.
    readings: Vec<Option<RecordedReadings>>,
    /// The recorded findings of each member as they are reported; see [`Workspace::note_uses`].
    reported: Vec<Option<Arc<[Diagnostic]>>>,
    /// The problems of the last update.
    pub(crate) problems: Vec<Problem>,
}

/// The use of a workspace, which determines the members to check and whether findings are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Check the reported members once; nothing is recorded.
    Run,
    /// Check all files once; the findings are recorded, not what they depend on.
    Once,
    /// Check all files repeatedly.
    Whole,
}

/// A cluster of a workspace.
pub(crate) struct OpenCluster {
    pub(crate) grouped: Cluster,
    /// The paths of the members that are checked here.
    judged: Vec<Arc<Path>>,
    surroundings: Surroundings,
    /// What its files define; `None` before they are read, or if that panicked.
    pub(crate) facts: Option<Arc<Facts>>,
    /// The files that the facts were collected from.
    read: Vec<Arc<SourceFile>>,
    /// One memo for each member that is checked here.
    memos: Vec<Memo>,
    /// The uses of definitions that LSF drops.
    uses: KeptUses,
}

/// The work that edits caused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Number of sections read into the index.
    pub sections_read: usize,
    /// Number of files checked again.
    pub files_checked: usize,
    /// Number of sections, and of jobs of scripts, that rules visited.
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
    /// Opens a workspace and collects the facts of its clusters, reusing those in `before`. No member is checked yet.
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
        let problems = problems.into_iter().flatten().collect();
        let (findings, reported) = (vec![None; members.len()], vec![None; members.len()]);
        let readings = members.iter().map(|_| None).collect();
        Workspace { purpose, target, members, clusters, findings, readings, reported, problems }
    }

    /// Replaces the whole set. It must have the same clusters in the same order.
    pub(crate) fn replace_all(&mut self, loaded: LoadedSet) {
        let before = std::mem::take(&mut self.clusters).into_iter().map(Some).collect();
        *self = Workspace::open(loaded, self.purpose, self.target, before);
        self.refresh();
    }

    /// Replaces the files and scripts with these indices, and checks everything affected again.
    pub(crate) fn change(&mut self, changed: Vec<(usize, Source)>) -> Work {
        self.problems.clear();
        let touched: Vec<usize> = changed.iter().map(|it| it.0).collect();
        let mut sections_read = 0;
        for (number, source) in changed {
            let source = match source {
                Source::File(source) => source,
                Source::Script(script) => {
                    self.members[number].content = Content::Script(script);
                    continue;
                }
            };
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

    /// Updates the recorded findings.
    pub(crate) fn refresh(&mut self) -> Work {
        self.refresh_with(&|_, _| {})
    }

    /// As [`Workspace::refresh`]; calls `ready` with the findings of each member that is checked for the first time as
    /// soon as some are known, and with those of each member as soon as it is checked. They may be completed later: see
    /// [`Workspace::reported`].
    pub(crate) fn refresh_with(&mut self, ready: Ready<'_>) -> Work {
        for (number, found) in self.judge(ready) {
            let found = found.map_err(|problem| self.problems.push(problem));
            self.findings[number] = Some(found.map(Findings::into_record).unwrap_or_default());
        }
        self.report();
        let memos = self.clusters.iter_mut().flat_map(|it| &mut it.memos);
        let visited: Vec<usize> = memos.filter_map(|it| it.visited.take()).collect();
        Work { files_checked: visited.len(), sections_visited: visited.iter().sum(), ..Work::default() }
    }

    /// The recorded findings of a member.
    pub(crate) fn recorded(&self, number: usize) -> Option<&Record> {
        self.findings[number].as_ref()
    }

    /// The recorded findings of a member, with the uses of definitions that LSF drops.
    pub(crate) fn reported(&self, number: usize) -> Option<&Arc<[Diagnostic]>> {
        self.reported[number].as_ref()
    }

    /// Updates the reported findings.
    fn report(&mut self) {
        for (number, slot) in self.readings.iter_mut().enumerate() {
            let file = self.members[number].file().zip(self.findings[number].as_ref());
            *slot = file.map(|(file, record)| RecordedReadings::after(slot.take(), &file.source, record));
        }
        let all = Arc::new(Readings::shared(self.readings.iter().flatten().map(RecordedReadings::of_path)));
        let recorded = self.findings.iter().enumerate();
        let mut found: Vec<(usize, Findings)> =
            recorded.filter_map(|(number, it)| Some((number, Findings::from(it.clone()?)))).collect();
        let members = found.iter_mut().map(|(number, found)| (&**self.members[*number].shown(), found));
        let mut by_file: FxHashMap<&str, &mut Findings> = members.collect();
        for cluster in &mut self.clusters {
            let Some(facts) = cluster.facts.as_ref().filter(|_| !all.is_empty()) else {
                cluster.uses = KeptUses::default();
                continue;
            };
            let files: Vec<_> = files_of(&cluster.grouped, &self.members).collect();
            let judged = cluster.grouped.judged.iter().map(|it| &self.members[*it]);
            note_dropped(cluster.uses.update(facts, &files, judged, &all), &mut by_file);
        }
        for (number, found) in found {
            let (found, before) = (found.into_record().limited(), self.reported[number].get_or_insert_default());
            if !Arc::ptr_eq(&found, before) && found != *before {
                *before = found;
            }
        }
    }

    /// Adds the places that use a definition to the finding because of which LSF drops it. If there may be such places
    /// in files that `found` does not include, those are checked, too, because LSF may drop the places as well.
    pub(crate) fn note_uses(&self, found: &mut [(usize, Findings)]) {
        let readings_of = |number: usize, found: &Findings| {
            let file = &self.members[number].file()?.source;
            Some((file.path.clone(), readings(file, found.iter().chain(&*found.suppressed))))
        };
        let mut all: Vec<_> = found.iter().filter_map(|(number, found)| readings_of(*number, found)).collect();
        let readings = Readings::new(all.iter().cloned());
        let mut checked: FxHashSet<usize> = found.iter().map(|it| it.0).collect();
        let before = checked.len();
        for cluster in self.clusters.iter().filter(|_| !readings.is_empty()) {
            let Some(facts) = &cluster.facts else { continue };
            let files: Vec<_> = self.files_of(cluster).collect();
            let is_other = |it: &&usize| self.members[**it].file().is_some() && !checked.contains(*it);
            let others: Vec<usize> = cluster.grouped.judged.iter().filter(is_other).copied().collect();
            if others.is_empty() || dropped_definitions(facts, &files, &readings).is_empty() {
                continue;
            }
            checked.extend(&others);
            for number in others {
                let others = self.judge_instead(number, &self.members[number]).ok();
                all.extend(others.and_then(|it| readings_of(number, &it)));
            }
        }
        let readings = if checked.len() > before { Readings::new(all) } else { readings };
        if readings.is_empty() {
            return;
        }
        let readings = Arc::new(readings);
        let members = found.iter_mut().map(|(number, found)| (&**self.members[*number].shown(), found));
        let mut by_file: FxHashMap<&str, &mut Findings> = members.collect();
        for cluster in &self.clusters {
            let Some(facts) = &cluster.facts else { continue };
            let files: Vec<_> = self.files_of(cluster).collect();
            let judged = cluster.grouped.judged.iter().map(|it| &self.members[*it]);
            note_dropped(&used_definitions(facts, &files, judged, &readings), &mut by_file);
        }
    }

    /// A cluster as LSF reads it, according to the recorded findings.
    pub(crate) fn as_read(&self, cluster: &OpenCluster) -> Option<AsRead> {
        let facts = cluster.facts.clone()?;
        if let Some(recorded) = cluster.as_read() {
            return Some(recorded.clone());
        }
        let files = cluster.grouped.files.iter().filter_map(|it| Some((&self.members[*it].file()?.source, *it)));
        let files: Vec<_> = files.collect();
        let of_file = |(file, number): &(&Arc<SourceFile>, usize)| {
            let record = self.findings[*number].as_ref()?;
            Some((file.path.clone(), readings(file, record.reported.iter().chain(&*record.suppressed))))
        };
        let readings = Readings::new(files.iter().filter_map(of_file));
        Some(AsRead::of(facts, files.iter().map(|it| it.0), readings))
    }

    /// Checks the members whose findings are requested and not up to date. Returns the index and the findings of each;
    /// if they are recorded, in any order.
    pub(crate) fn judge(&mut self, ready: Ready<'_>) -> Vec<(usize, Result<Findings, Problem>)> {
        let records = self.purpose == Purpose::Whole;
        let mut parts: Vec<Vec<Part<'_>>> = self.members.iter().map(|_| Vec::new()).collect();
        for cluster in &mut self.clusters {
            let Some(facts) = &cluster.facts else { continue };
            let connector = connector_of(&cluster.grouped, &self.members);
            for (number, memo) in cluster.grouped.judged.iter().zip(&mut cluster.memos) {
                parts[*number].push(Part { facts, connector: connector.clone(), memo: records.then_some(memo) });
            }
        }
        let is_due = |(number, (member, parts)): &(usize, (&Loaded, Vec<Part<'_>>))| {
            let is_recorded = self.findings[*number].is_some() && parts.iter().all(|it| it.is_recorded(member));
            let is_asked_for = match self.purpose {
                Purpose::Run => member.reported,
                // A job script defines nothing that others use.
                Purpose::Once | Purpose::Whole => member.reported || member.file().is_some(),
            };
            is_asked_for && !is_recorded
        };
        let mut due: Vec<_> = self.members.iter().zip(parts).enumerate().filter(is_due).collect();
        if records {
            // The findings of small files are ready first.
            due.sort_by_key(|(_, (member, _))| member.text().len());
        }
        let judge = |(number, (member, parts)): (usize, (&Loaded, Vec<Part<'_>>))| {
            let found = together(member, parts, ready).inspect(|it| ready(member, it));
            (number, found.map_err(|panic| Problem::internal(member.shown(), panic)))
        };
        each(due, judge)
    }

    /// The findings of a member if it were replaced by another one. Nothing is recorded.
    pub(crate) fn judge_instead(&self, number: usize, member: &Loaded) -> Result<Findings, Panic> {
        let judges = self.clusters.iter().filter(|it| it.grouped.judged.contains(&number));
        let part = |it: &'_ OpenCluster| connector_of(&it.grouped, &self.members);
        let parts = judges.filter_map(|it| Some(Part { facts: it.facts.as_ref()?, connector: part(it), memo: None }));
        together(member, parts.collect(), &|_, _| {})
    }

    /// The files of a cluster.
    pub(crate) fn files_of<'w>(&'w self, cluster: &'w OpenCluster) -> impl Iterator<Item = &'w Arc<SourceFile>> {
        files_of(&cluster.grouped, &self.members)
    }
}

/// The files of a cluster.
fn files_of<'w>(cluster: &'w Cluster, members: &'w [Loaded]) -> impl Iterator<Item = &'w Arc<SourceFile>> {
    cluster.files.iter().filter_map(|it| Some(&members[*it].file()?.source))
}

impl OpenCluster {
    /// A cluster with these members, reusing parts of `before`. Its facts are not updated yet.
    fn new(now: LoadedCluster, before: Option<OpenCluster>, members: &[Loaded]) -> OpenCluster {
        let LoadedCluster { grouped, surroundings } = now;
        let judged: Vec<Arc<Path>> = grouped.judged.iter().map(|it| members[*it].path.clone()).collect();
        let (facts, read, mut known) = match before {
            Some(before) if before.surroundings == surroundings => {
                let memos = before.judged.into_iter().zip(before.memos).collect();
                (before.facts, before.read, memos)
            }
            // With other surroundings nothing can be reused.
            _ => (None, Vec::new(), FxHashMap::default()),
        };
        let memos = judged.iter().map(|it| known.remove(it).unwrap_or_default()).collect();
        OpenCluster { grouped, judged, surroundings, facts, read, memos, uses: KeptUses::default() }
    }

    /// The cluster as LSF reads it, if that is recorded.
    pub(crate) fn as_read(&self) -> Option<&AsRead> {
        self.uses.as_read()
    }

    /// Whether this is the same cluster after regrouping. Files that replace another one are checked in a cluster of
    /// their own, which has the same name.
    pub(crate) fn is(&self, now: &Cluster, members: &[Loaded]) -> bool {
        let judged = now.judged.iter().map(|it| &members[*it].path);
        self.grouped.name == now.name && self.grouped.base == now.base && self.judged.iter().eq(judged)
    }

    /// The path of the first member that is checked here.
    pub(crate) fn first_judged(&self) -> Option<&Arc<Path>> {
        self.judged.first()
    }

    /// Updates the facts from the files, and marks the findings that may have changed. Returns a problem if that
    /// panicked.
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
