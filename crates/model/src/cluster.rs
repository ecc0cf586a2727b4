//! The files that LSF reads together.

use std::sync::{Arc, OnceLock};

use lsflint_spec::{FileKind, Target};
use rustc_hash::FxHashSet;

use crate::index::{Group, Index};
use crate::requirement::RequirementGroups;
use crate::shared::Shared;
use crate::spellings::Spellings;
use crate::{
    HostGroups, Hosts, Knowledge, Names, Referent, Resource, Resources, SourceFile, Summary, Surroundings, Switches,
    UserGroups, View, week::HostWindows,
};

/// What is known across the files of one cluster while one of them is judged. It holds no trees: files can be dropped after they were
/// read into it.
#[derive(Debug, Clone, Default)]
pub struct Cluster {
    pub(crate) index: Index,
    /// What the user asked for, if anything.
    target: Option<Target>,
    /// Names that are declared elsewhere than in files.
    pub(crate) names: Declared,
    /// Resources that are declared elsewhere than in files, and whether they are all there are.
    declared: Vec<(String, Resource)>,
    declared_all: bool,
    /// Resources that the site knows, where no file says more of them.
    known: Vec<String>,
    /// Settings that change how other files are read.
    pub switches: Switches,
    /// The loaded kinds of file, in order.
    pub kinds: Vec<FileKind>,
    /// The known resources.
    pub resources: Arc<Resources>,
    /// The host types of lsf.shared.
    pub host_types: Arc<Names>,
    /// The host models of lsf.shared.
    pub host_models: Arc<Names>,
    /// Computed on demand: most files do not need it.
    pub(crate) hosts: Arc<OnceLock<Hosts>>,
    pub(crate) host_groups: Arc<OnceLock<HostGroups>>,
    pub(crate) host_windows: Arc<OnceLock<HostWindows>>,
    pub(crate) user_groups: Arc<OnceLock<UserGroups>>,
    pub(crate) requirements: Arc<OnceLock<RequirementGroups>>,
    /// What else several files need.
    pub(crate) shared: Shared,
    /// The names of each kind, filed by spelling. Made when a name is not found.
    pub(crate) spellings: Arc<[OnceLock<Spellings>; Referent::COUNT]>,
    /// `#INCLUDE` lines whose file is not loaded. Set by the crate that loads files.
    pub missing_includes: Vec<MissingInclude>,
    /// `#INCLUDE` lines that form a cycle, directly or indirectly: the path of the file with the line and
    /// the included path as written. Set by the crate that loads files.
    pub include_cycles: Vec<(Arc<str>, String)>,
}

/// Names that the site declared, because no file defines them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declared {
    /// Hosts.
    pub hosts: FxHashSet<String>,
    /// Login names.
    pub users: FxHashSet<String>,
    /// Groups of users and of hosts.
    pub groups: FxHashSet<String>,
}

/// An `#INCLUDE` line whose file is not loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingInclude {
    /// The path of the file with the line.
    pub file: Arc<str>,
    /// The included path as written.
    pub included: String,
    /// It is surely missing: the folder it should be in is there. Otherwise the configuration belongs to another machine.
    pub certain: bool,
}

impl Cluster {
    /// Reads what the files of a cluster say about each other. `target`: what the user asked for, if anything.
    pub fn of(files: &[SourceFile], target: Option<&Target>) -> Cluster {
        Cluster::surrounded(files, target, &Surroundings::default())
    }

    /// Like [`Cluster::of`], with facts in addition to the files.
    pub fn surrounded(files: &[SourceFile], target: Option<&Target>, surroundings: &Surroundings) -> Cluster {
        let summaries = files.iter().map(|it| Arc::new(Summary::of(it))).collect();
        Cluster::from_summaries(summaries, target, surroundings, None)
    }

    /// Brings the summaries of files together. What did not change since `before` is taken over; for that, `before` must have been made
    /// with the same surroundings.
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
            ..Cluster::default()
        };
        cluster.derive(before);
        cluster
    }

    /// The cluster with another text of one of its files; the others stay as they are.
    pub fn with_file(&self, file: &SourceFile) -> Cluster {
        let files = self.index.files().iter().map(|it| match it.path == file.path {
            true => Arc::new(Summary::of(file)),
            false => it.clone(),
        });
        let surroundings = Surroundings {
            resources: self.known.clone(),
            names: self.names.clone(),
            missing_includes: self.missing_includes.clone(),
            include_cycles: self.include_cycles.clone(),
            gaps: self.index.gaps().collect(),
        };
        Cluster::from_summaries(files.collect(), self.target.as_ref(), &surroundings, Some(self))
    }

    /// Makes what is made from the index, as far as it is not the same as before.
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
        self.shared = shared.map(|it| it.shared.still_valid(&self.index)).unwrap_or_default();
        (self.hosts, self.host_groups, self.user_groups) = (hosts, host_groups, user_groups);
        (self.host_windows, self.requirements) = (host_windows, requirements);
    }

    /// The resources of the files, and those that were declared.
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

    /// The sections of all files.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// A view that leaves no notes.
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

    /// Notes that the declared resources are complete.
    pub fn resources_are_complete(&mut self) {
        self.declared_all = true;
        Arc::make_mut(&mut self.resources).knowledge = Knowledge::Complete;
    }

    /// Notes that a file of this kind is only partly loaded: undefined names may be defined in the missing part.
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
