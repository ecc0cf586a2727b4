//! A cluster: the files that LSF reads together, and the facts collected from them.

use std::sync::{Arc, OnceLock};

use lsflint_spec::{FileKind, Target};
use rustc_hash::FxHashSet;

use crate::index::{Group, Index};
use crate::job::Submitter;
use crate::requirement::RequirementGroups;
use crate::shared::Shared;
use crate::spellings::Spellings;
use crate::{
    HostGroups, Hosts, Included, Knowledge, Names, Peer, Referent, Resource, Resources, SourceFile, Summary,
    Surroundings, Switches, UserGroups, View, week::HostWindows,
};

/// The facts of a cluster that are used when one of its files is checked. It contains no syntax trees: files can be
/// dropped after their facts are collected.
#[derive(Debug, Clone, Default)]
pub struct Cluster {
    pub(crate) index: Index,
    /// The target that the user requested.
    target: Option<Target>,
    /// Names that are declared outside of the files.
    pub(crate) names: Declared,
    /// Resources that are declared outside of the files.
    declared: Vec<(String, Resource)>,
    declared_all: bool,
    /// Names of resources that the site knows, unless a file defines them.
    known: Vec<String>,
    /// Settings that change the meaning of other files.
    pub switches: Switches,
    /// The loaded kinds of LSF files, in order.
    pub kinds: Vec<FileKind>,
    /// The known resources.
    pub resources: Arc<Resources>,
    /// The host types of lsf.shared.
    pub host_types: Arc<Names>,
    /// The host models of lsf.shared.
    pub host_models: Arc<Names>,
    /// Computed on first use, because most files do not need it.
    pub(crate) hosts: Arc<OnceLock<Hosts>>,
    pub(crate) host_groups: Arc<OnceLock<HostGroups>>,
    pub(crate) host_windows: Arc<OnceLock<HostWindows>>,
    pub(crate) user_groups: Arc<OnceLock<UserGroups>>,
    pub(crate) requirements: Arc<OnceLock<RequirementGroups>>,
    /// Answers that several files need.
    pub(crate) shared: Shared,
    /// Per kind of name, an index for finding similar names; computed when a name is not found.
    pub(crate) spellings: Arc<[OnceLock<Spellings>; Referent::COUNT]>,
    /// `#INCLUDE` lines whose file is not loaded, ordered by file and path as written.
    pub(crate) missing_includes: Vec<MissingInclude>,
    /// `#INCLUDE` lines that form a cycle, directly or indirectly: the path of the file with the line, and the included
    /// path as written; ordered.
    pub(crate) include_cycles: Vec<(Arc<str>, String)>,
    /// The files that `#INCLUDE` lines add. Set by the crate that loads files.
    pub(crate) includes: Vec<Included>,
    /// Who submits the jobs of scripts, and the programs that see them first.
    pub(crate) submitter: Arc<Submitter>,
    /// The other clusters that exchange jobs with this one. Set by the crate that loads files.
    pub(crate) peers: Arc<[Peer]>,
}

/// Names that the site declared because no file defines them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declared {
    /// Host names.
    pub hosts: FxHashSet<String>,
    /// User names.
    pub users: FxHashSet<String>,
    /// User groups and host groups.
    pub groups: FxHashSet<String>,
}

/// An `#INCLUDE` line whose file is not loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingInclude {
    /// The path of the file with the line.
    pub file: Arc<str>,
    /// The included path as written.
    pub included: String,
    /// Whether the file is certainly missing: its directory exists. Otherwise the configuration may belong to another
    /// machine.
    pub certain: bool,
}

impl Cluster {
    /// Collects the facts of the files of a cluster. `target`: the target that the user requested.
    pub fn of(files: &[SourceFile], target: Option<&Target>) -> Cluster {
        Cluster::surrounded(files, target, &Surroundings::default())
    }

    /// Like [`Cluster::of`], with additional facts.
    pub fn surrounded(files: &[SourceFile], target: Option<&Target>, surroundings: &Surroundings) -> Cluster {
        let summaries = files.iter().map(|it| Arc::new(Summary::of(it))).collect();
        Cluster::from_summaries(summaries, target, surroundings, None)
    }

    /// Merges the summaries of files. Facts that did not change since `before` are reused; `before` must have been
    /// created with the same surroundings.
    pub fn from_summaries(
        files: Vec<Arc<Summary>>,
        target: Option<&Target>,
        surroundings: &Surroundings,
        before: Option<&Cluster>,
    ) -> Cluster {
        let mut kinds: Vec<FileKind> = files.iter().map(|it| it.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut index = Index::of(files, before.map(|it| &it.index));
        surroundings.gaps.iter().for_each(|it| index.note_gap(*it));
        let mut cluster = Cluster {
            kinds,
            index,
            names: surroundings.names.clone(),
            known: surroundings.resources.clone(),
            target: target.copied(),
            missing_includes: surroundings.missing_includes.clone(),
            include_cycles: surroundings.include_cycles.clone(),
            includes: surroundings.includes.clone(),
            submitter: Arc::new(surroundings.submitter.clone()),
            peers: surroundings.peers.clone().into(),
            ..Cluster::default()
        };
        // They are looked up for each line.
        cluster.missing_includes.sort_unstable_by(|a, b| (&a.file, &a.included).cmp(&(&b.file, &b.included)));
        cluster.include_cycles.sort_unstable();
        cluster.derive(before);
        cluster
    }

    /// The cluster with one file replaced.
    pub fn with_file(&self, file: &SourceFile) -> Cluster {
        let replaced = |path: &str| (*path == *file.path).then(|| Arc::new(Summary::of(file)));
        self.with_summaries(None, replaced).unwrap_or_else(|| self.clone())
    }

    /// The cluster with the files replaced for which `replaced` returns a summary, by path; `None` if there are none.
    /// Facts that did not change since `before` are reused, by default those of this cluster.
    pub(crate) fn with_summaries(
        &self,
        before: Option<&Cluster>,
        replaced: impl Fn(&str) -> Option<Arc<Summary>>,
    ) -> Option<Cluster> {
        let mut replaces = false;
        let files = self.index.files().iter().map(|it| match replaced(it.path()) {
            Some(summary) => {
                replaces = true;
                summary
            }
            None => it.clone(),
        });
        let files = files.collect();
        replaces.then(|| self.with_files(files, before.unwrap_or(self)))
    }

    /// The cluster with other files and the same surroundings. Facts that did not change since `before` are reused.
    pub(crate) fn with_files(&self, files: Vec<Arc<Summary>>, before: &Cluster) -> Cluster {
        let surroundings = Surroundings {
            resources: self.known.clone(),
            names: self.names.clone(),
            missing_includes: self.missing_includes.clone(),
            include_cycles: self.include_cycles.clone(),
            includes: self.includes.clone(),
            gaps: self.index.gaps().collect(),
            submitter: (*self.submitter).clone(),
            peers: self.peers.to_vec(),
        };
        Cluster::from_summaries(files, self.target.as_ref(), &surroundings, Some(before))
    }

    /// Computes everything that is derived from the index, reusing unchanged parts of `before`.
    fn derive(&mut self, before: Option<&Cluster>) {
        let before = before.filter(|it| it.target == self.target);
        let same = |group: Group| {
            let unchanged = |it: &&Cluster| group.facts().all(|fact| it.index.print(fact) == self.index.print(fact));
            before.filter(unchanged)
        };
        let view = View::new(self);
        let names = |group: Group, section, it: fn(&Cluster) -> &Arc<Names>| match same(group) {
            Some(before) => it(before).clone(),
            None => Arc::new(Names::of(view, FileKind::LsfShared, section)),
        };
        let resources = match same(Group::Resources).filter(|it| it.declared.is_empty() && self.declared.is_empty()) {
            Some(before) => before.resources.clone(),
            None => Arc::new(self.resources()),
        };
        let host_types = names(Group::HostTypes, "HostType", |it| &it.host_types);
        let host_models = names(Group::HostModels, "HostModel", |it| &it.host_models);
        let switches = match same(Group::Switches) {
            Some(before) => before.switches.clone(),
            None => Switches::of(view, self.target.as_ref()),
        };
        let hosts = same(Group::Hosts).map(|it| it.hosts.clone()).unwrap_or_default();
        let groups = same(Group::HostGroups).filter(|_| same(Group::Hosts).is_some());
        let host_groups = groups.map(|it| it.host_groups.clone()).unwrap_or_default();
        let windows = same(Group::HostWindows).filter(|_| same(Group::Hosts).and(same(Group::Switches)).is_some());
        let host_windows = windows.map(|it| it.host_windows.clone()).unwrap_or_default();
        let requirements = same(Group::Requirements).filter(|_| same(Group::Switches).is_some());
        let requirements = requirements.map(|it| it.requirements.clone()).unwrap_or_default();
        let user_groups = same(Group::UserGroups).map(|it| it.user_groups.clone()).unwrap_or_default();
        (self.resources, self.host_types, self.host_models, self.switches) =
            (resources, host_types, host_models, switches);
        let shared = before.filter(|it| it.declared.is_empty() && self.declared.is_empty());
        self.shared = shared.map(|it| it.shared.still_valid(&it.index, &self.index)).unwrap_or_default();
        (self.hosts, self.host_groups, self.user_groups) = (hosts, host_groups, user_groups);
        (self.host_windows, self.requirements) = (host_windows, requirements);
    }

    /// The resources of the files and the declared ones.
    fn resources(&self) -> Resources {
        let mut resources = Resources::of(View::new(self));
        self.declared.iter().for_each(|(name, resource)| resources.define(name, *resource));
        for name in &self.known {
            if resources.get(name).is_none() {
                resources.define(name, Resource::default());
            }
        }
        if self.declared_all {
            resources.knowledge = Knowledge::Complete;
        }
        resources
    }

    /// The index of all sections.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// A view that does not record lookups.
    pub fn view(&self) -> View<'_> {
        View::new(self)
    }

    /// Declares or replaces a resource of the site.
    pub fn define(&mut self, name: &str, resource: Resource) {
        self.declared.push((name.to_owned(), resource));
        self.shared = Shared::default();
        self.spellings = Arc::default();
        Arc::make_mut(&mut self.resources).define(name, resource);
    }

    /// Marks the declared resources as complete.
    pub fn resources_are_complete(&mut self) {
        self.declared_all = true;
        Arc::make_mut(&mut self.resources).knowledge = Knowledge::Complete;
    }

    /// Marks files of a kind as partly loaded: undefined names may be defined in the missing part.
    pub fn note_gap(&mut self, kind: FileKind) {
        self.index.note_gap(kind);
        self.derive(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_leaves_nothing_complete() {
        let shared = "Begin HostType\nTYPENAME\nX86\nEnd HostType\n";
        let mut cluster = Cluster::of(&[SourceFile::new("lsf.shared", FileKind::LsfShared, shared)], None);
        assert_eq!(cluster.resources.knowledge, Knowledge::Complete);
        cluster.note_gap(FileKind::LsfShared);
        assert_eq!(cluster.resources.knowledge, Knowledge::Partial);
        assert_eq!(cluster.host_types.knowledge, Knowledge::Partial);
        assert_eq!(cluster.host_models.knowledge, Knowledge::Unknown, "a gap in nothing is nothing");
    }
}
