//! Reads and parses the members of a cluster set and the files that they include.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_model::connector::ConnectorFile;
use lsflint_model::job::JobScript;
use lsflint_model::{Cluster as Facts, Included, Instant, MissingInclude, SourceFile, Surroundings, at, components};
use lsflint_spec::{FileKind, Target};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::caught::{Panic, catch};
use crate::error::Problem;
use crate::group::Cluster;
use crate::include::{has_whole_sections, includes};
use crate::judge::Judge;
use crate::kind::{MemberKind, Recognised};
use crate::parsed::Parsed;
use crate::plan::{ClusterSet, Member, Plan};
use crate::read::{Decoded, Encoding};
use crate::request::Request;
use crate::threads::each;

/// The maximum nesting depth of include lines.
const INCLUDE_DEPTH: usize = 8;

/// A member in memory.
#[derive(Debug, Clone)]
pub(crate) struct Loaded {
    pub(crate) path: Arc<Path>,
    pub(crate) content: Content,
    /// The written text, if the content is the file at an instant, without the branches that are not active.
    pub(crate) written: Option<Arc<str>>,
    pub(crate) encoding: Encoding,
    pub(crate) reported: bool,
    /// The settings and rules it is checked with. A file that is only loaded through an include uses those of the
    /// including file.
    pub(crate) judge: Arc<Judge>,
    /// Whether it is only loaded because another file includes it.
    pub(crate) included: bool,
}

/// The parsed content of a member.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    File(Parsed),
    Script(JobScript),
    Connector(ConnectorFile),
}

impl Loaded {
    /// Its path in reports.
    pub(crate) fn shown(&self) -> &Arc<str> {
        match &self.content {
            Content::File(file) => &file.source.path,
            Content::Script(script) => &script.path,
            Content::Connector(file) => &file.path,
        }
    }

    /// Its text, as written.
    pub(crate) fn text(&self) -> &Arc<str> {
        match &self.content {
            Content::File(file) => self.written.as_ref().unwrap_or(&file.source.text),
            Content::Script(script) => &script.text,
            Content::Connector(file) => &file.text,
        }
    }

    /// Leaves out the branches of `#if` that are not active at an instant. The offsets stay the same.
    fn keep_active(&mut self, Moment { instant, target }: Moment) -> Result<(), Panic> {
        let Some(Parsed { source, .. }) = self.file() else { return Ok(()) };
        let masked = catch(|| at::masked(&source.text, &source.parse, source.kind, target, instant))?;
        let Some(text) = masked else { return Ok(()) };
        let SourceFile { kind_certain, template, .. } = **source;
        let masked = catch(|| SourceFile::new(&source.path, source.kind, text))?;
        let written = source.text.clone();
        self.content = Content::File(Parsed::new(Arc::new(SourceFile { kind_certain, template, ..masked }), None)?.0);
        self.written = Some(written);
        Ok(())
    }

    /// The job script; `None` for a file.
    pub(crate) fn script(&self) -> Option<&JobScript> {
        match &self.content {
            Content::Script(script) => Some(script),
            Content::File(_) | Content::Connector(_) => None,
        }
    }

    /// The LSF file; `None` for a script.
    pub(crate) fn file(&self) -> Option<&Parsed> {
        match &self.content {
            Content::File(file) => Some(file),
            Content::Script(_) | Content::Connector(_) => None,
        }
    }
}

/// The members of a cluster set in memory: its files, included files, and scripts.
pub(crate) struct LoadedSet {
    pub(crate) members: Vec<Loaded>,
    /// Its clusters, in the order of the plan.
    pub(crate) clusters: Vec<LoadedCluster>,
}

/// A cluster whose indices refer to the members of a loaded set.
pub(crate) struct LoadedCluster {
    pub(crate) grouped: Cluster,
    /// What is known in addition to the files.
    pub(crate) surroundings: Surroundings,
}

/// The instant at which the files are read, and the target that its conditions are read with.
#[derive(Clone, Copy)]
struct Moment {
    instant: Instant,
    target: Target,
}

/// Reads and parses members.
pub(crate) struct Loader<'a> {
    pub(crate) plan: &'a Plan,
    /// The text to use instead of a buffer or file, for trying fixes.
    pub(crate) instead: &'a (dyn Fn(&Path) -> Option<Decoded> + Sync),
    /// The previously parsed file, whose unchanged parts are reused.
    pub(crate) before: &'a (dyn Fn(&Path) -> Option<Parsed> + Sync),
    /// The previously parsed script, which is used again if its text is the same.
    pub(crate) script_before: &'a (dyn Fn(&Path) -> Option<JobScript> + Sync),
    /// Which members are loaded.
    pub(crate) wanted: fn(MemberKind) -> bool,
}

/// The files that include lines added.
#[derive(Default)]
struct Includes {
    /// The indices of the including and the included file, and the path as written.
    added: Vec<(usize, usize, String)>,
    /// Whether each of them is part of a cycle.
    circular: Vec<bool>,
    /// The index of the including file, and the file that does not exist.
    missing: Vec<(usize, MissingInclude)>,
}

impl<'a> Loader<'a> {
    /// A loader that reads each member of a plan once, from its buffers or the disk.
    pub(crate) fn new(plan: &'a Plan) -> Loader<'a> {
        Loader { plan, instead: &|_| None, before: &|_| None, script_before: &|_| None, wanted: |_| true }
    }

    /// Loads the members of a cluster set. An unreadable file is a problem only if it was requested.
    pub(crate) fn set(&self, set: &ClusterSet, problems: &mut Vec<Problem>) -> LoadedSet {
        let load = |member: &Member| (self.wanted)(member.kind).then(|| self.load(member));
        let mut place = vec![None; set.members.len()];
        let mut members = Vec::with_capacity(set.members.len());
        for (index, loaded) in each(&set.members, load).into_iter().enumerate() {
            match loaded {
                Some(Ok(it)) => {
                    place[index] = Some(members.len());
                    members.push(it);
                }
                Some(Err(problem)) => problems.extend(problem),
                None => {}
            }
        }
        let moment = self.moment(&members, set);
        for member in &mut members {
            if let Some(Err(panic)) = moment.map(|it| member.keep_active(it)) {
                problems.push(Problem::internal(member.shown(), panic));
            }
        }
        let includes = self.includes(&mut members, set, moment);
        let clusters = set.clusters.iter().map(|it| cluster(it, &place, &members, &includes, set)).collect();
        LoadedSet { members, clusters }
    }

    /// The instant of the request. The target may depend on lsf.conf, which has no branches.
    fn moment(&self, members: &[Loaded], set: &ClusterSet) -> Option<Moment> {
        let instant = self.plan.request.at?;
        let target = self.plan.target_of(set).unwrap_or_else(|| {
            let conf = members.iter().filter_map(Loaded::file).filter(|it| it.source.kind == FileKind::LsfConf);
            let conf = conf.map(|it| it.summary.clone()).collect();
            Facts::from_summaries(conf, None, &Surroundings::default(), None).switches.target
        });
        Some(Moment { instant, target })
    }

    /// Reads and parses a member. `Err(None)`: it cannot be read and was not requested.
    fn load(&self, member: &Member) -> Result<Loaded, Option<Problem>> {
        let Member { path, shown, kind, reported, judge, text, .. } = member;
        let decoded = match (self.instead)(path).as_ref().or(text.as_ref()) {
            Some(text) => Ok(text.clone()),
            None => self.plan.request.buffers.read(path, shown),
        };
        let Decoded { text, encoding } = decoded.map_err(|problem| reported.then_some(problem))?;
        let content = match kind {
            MemberKind::File(recognised) => self.parse(path, shown, *recognised, text).map(Content::File),
            MemberKind::Script => {
                let before = (self.script_before)(path).filter(|it| it.path == *shown && it.text == text);
                before.map_or_else(|| catch(|| JobScript::new(shown, text)), Ok).map(Content::Script)
            }
            MemberKind::Connector(kind) => catch(|| ConnectorFile::new(shown, *kind, text)).map(Content::Connector),
        };
        let content = content.map_err(|panic| Some(Problem::internal(shown, panic)))?;
        let (path, judge) = (path.as_path().into(), judge.clone());
        Ok(Loaded { path, content, written: None, encoding, reported: *reported, judge, included: false })
    }

    /// Loads the files that the members include.
    fn includes(&self, members: &mut Vec<Loaded>, set: &ClusterSet, moment: Option<Moment>) -> Includes {
        let mut found = Includes::default();
        let mut depth = vec![0; members.len()];
        let files = members.iter().enumerate().filter(|it| it.1.file().is_some());
        let mut by_path: FxHashMap<Arc<Path>, usize> = FxHashMap::default();
        files.for_each(|(index, it)| {
            by_path.entry(it.path.clone()).or_insert(index);
        });
        let Request { paths, buffers, .. } = &self.plan.request;
        let mut next = 0;
        while next < members.len() {
            let including =
                members[next].file().map(|it| includes(&it.source, &members[next].path, paths, buffers.disk()));
            for include in including.into_iter().flatten() {
                let known = include.file.as_deref().and_then(|path| by_path.get(path).copied());
                let unknown = include.file.as_ref().filter(|_| known.is_none() && depth[next] < INCLUDE_DEPTH);
                let added = unknown.and_then(|path| self.load_included(path, &members[next], set));
                let added = added.map(|mut loaded| {
                    // After a panic, its branches stay conditional.
                    let _ = moment.map(|it| loaded.keep_active(it));
                    by_path.insert(loaded.path.clone(), members.len());
                    members.push(loaded);
                    depth.push(depth[next] + 1);
                    members.len() - 1
                });
                match known.or(added) {
                    Some(index) => found.added.push((next, index, include.written)),
                    None => {
                        let file = members[next].shown().clone();
                        let it = MissingInclude { file, included: include.written, certain: include.surely_missing };
                        found.missing.push((next, it));
                    }
                }
            }
            next += 1;
        }
        let mut edges = vec![Vec::new(); members.len()];
        found.added.iter().for_each(|(from, to, _)| edges[*from].push(*to));
        let component = components(&edges);
        found.circular = found.added.iter().map(|(from, to, _)| component[*from] == component[*to]).collect();
        found
    }

    /// Loads an included file; `None` if it cannot be read.
    fn load_included(&self, path: &Path, from: &Loaded, set: &ClusterSet) -> Option<Loaded> {
        let shown: Arc<str> = self.plan.request.paths.shown(path).into();
        let Decoded { text, encoding } = match (self.instead)(path) {
            Some(text) => text,
            None => self.plan.request.buffers.read(path, &shown).ok()?,
        };
        // Output is ordered by path, so only files below the base of the set are reported together with it.
        let below = |it: &PathBuf| path == it || path.starts_with(it) && !from.judge.config.excludes(path);
        let asked_for = path.starts_with(&set.base) && self.plan.below.iter().any(below);
        let asked_for = asked_for || self.plan.request.buffers.get(path).is_some();
        let reported = asked_for && has_whole_sections(&text);
        let SourceFile { kind, kind_certain: certain, template, .. } = *from.file()?.source;
        let parsed = self.parse(path, &shown, Recognised { kind, certain, template }, text).ok()?;
        let (path, content, judge) = (path.into(), Content::File(parsed), from.judge.clone());
        Some(Loaded { path, content, written: None, encoding, reported, judge, included: true })
    }

    fn parse(&self, path: &Path, shown: &Arc<str>, recognised: Recognised, text: Arc<str>) -> Result<Parsed, Panic> {
        let Recognised { kind, certain, template } = recognised;
        let is_same = |Parsed { source, .. }: &Parsed| {
            (source.kind, source.kind_certain, source.template) == (kind, certain, template)
                && source.path == *shown
                && (Arc::ptr_eq(&source.text, &text) || source.text == text)
        };
        match (self.before)(path) {
            Some(before) if is_same(&before) => Ok(before),
            before => {
                let shared = self.plan.request.parsed.as_ref();
                if let Some(known) = shared.and_then(|it| it.get(shown, recognised, &text)) {
                    return Ok(known);
                }
                let source = catch(|| SourceFile::new(shown, kind, text))?;
                let source = Arc::new(SourceFile { kind_certain: certain, template, ..source });
                let parsed = Parsed::new(source, before.as_ref())?.0;
                shared.inspect(|it| it.add(recognised, &parsed));
                Ok(parsed)
            }
        }
    }
}

/// A cluster with the files that it includes, and what is known in addition to their text.
fn cluster(
    planned: &Cluster,
    place: &[Option<usize>],
    members: &[Loaded],
    includes: &Includes,
    set: &ClusterSet,
) -> LoadedCluster {
    let mut files: Vec<usize> = planned.files.iter().filter_map(|it| place[*it]).collect();
    let mut judged: Vec<usize> = planned.judged.iter().filter_map(|it| place[*it]).collect();
    let mut in_cluster: FxHashSet<usize> = files.iter().copied().collect();
    let mut in_judged: FxHashSet<usize> = judged.iter().copied().collect();
    // In the order of discovery, so that nested includes follow.
    for (from, to, _) in &includes.added {
        if in_cluster.contains(from) && in_cluster.insert(*to) {
            files.push(*to);
            if in_judged.contains(from) && in_judged.insert(*to) {
                judged.push(*to);
            }
        }
    }
    let missing = || includes.missing.iter().filter(|it| in_cluster.contains(&it.0));
    let added = || includes.added.iter().zip(&includes.circular).filter(|it| in_cluster.contains(&it.0.0));
    let cycles = added().filter(|it| *it.1).map(|it| it.0);
    let included = added().map(|((from, to, written), _)| Included {
        from: members[*from].shown().clone(),
        written: written.clone(),
        to: members[*to].shown().clone(),
    });
    let mut gaps: Vec<FileKind> = missing().filter_map(|it| Some(members[it.0].file()?.source.kind)).collect();
    gaps.sort_unstable();
    gaps.dedup();
    let surroundings = Surroundings {
        missing_includes: missing().map(|it| it.1.clone()).collect(),
        include_cycles: cycles.map(|it| (members[it.0].shown().clone(), it.2.clone())).collect(),
        includes: included.collect(),
        gaps,
        peers: planned.peers.clone(),
        ..set.judge.config.surroundings()
    };
    let grouped = Cluster { files, judged, ..planned.clone() };
    LoadedCluster { grouped, surroundings }
}
