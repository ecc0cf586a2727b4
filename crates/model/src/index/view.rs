//! Lookups in a cluster.

mod records;
mod settings;

use lsflint_spec::FileKind;

use super::entity::FieldRef;
use super::uses::{Fact, Group, Uses};
use lsflint_syntax::ast::HostList;
use lsflint_syntax::{TextRange, TextSize};

use crate::requirement::RequirementGroups;
use crate::week::HostWindows;
use crate::{Cluster, HostGroups, HostSet, Hosts, Knowledge, MissingInclude, Names, Resources, Switches, UserGroups};

/// A cluster as seen from one file. Records lookups if requested.
#[derive(Clone, Copy)]
pub struct View<'a> {
    cluster: &'a Cluster,
    uses: Option<&'a Uses>,
}

/// The value of a parameter of lsb.params or lsf.conf.
#[derive(Clone, Copy)]
pub enum Lookup<'a> {
    /// The file is not completely loaded, or the value depends on a template or an `#if`.
    Unknown,
    /// The file is loaded and does not set it: the default applies.
    Absent,
    /// It is set.
    Set(FieldRef<'a>),
}

impl<'a> View<'a> {
    /// A view that records lookups.
    pub fn tracked(cluster: &'a Cluster, uses: &'a Uses) -> View<'a> {
        View { cluster, uses: Some(uses) }
    }

    /// A view that does not record lookups.
    pub fn new(cluster: &'a Cluster) -> View<'a> {
        View { cluster, uses: None }
    }

    /// The record of lookups, if any.
    pub fn uses(&self) -> Option<&'a Uses> {
        self.uses
    }

    /// The index, without recording lookups, for comparing bases of answers.
    pub fn index(&self) -> &'a super::Index {
        &self.cluster.index
    }

    pub(super) fn note(&self, fact: Fact) {
        if let Some(uses) = self.uses {
            uses.note(fact);
        }
    }

    pub(super) fn step(&self) {
        if let Some(uses) = self.uses {
            uses.step();
        }
    }

    fn note_group(&self, group: Group) {
        if let Some(uses) = self.uses {
            uses.note_group(group);
        }
    }

    /// The cluster, without recording lookups, for data that files cannot change.
    pub(crate) fn cluster(&self) -> &'a Cluster {
        self.cluster
    }

    /// Settings that change the meaning of other files.
    pub fn switches(&self) -> &'a Switches {
        self.note_group(Group::Switches);
        &self.cluster.switches
    }

    /// The names that the site declared.
    pub(crate) fn declared(&self) -> &'a crate::Declared {
        &self.cluster.names
    }

    /// Who submits the jobs of scripts, and the programs that see them first.
    pub fn submitter(&self) -> &'a crate::job::Submitter {
        &self.cluster.submitter
    }

    /// The other clusters that exchange jobs with this one.
    pub fn peers(&self) -> &'a [crate::Peer] {
        &self.cluster.peers
    }

    /// Whether a host list in the cluster contains hosts of other clusters: `all@west`, `allremote`.
    pub fn has_remote_hosts(&self) -> bool {
        self.note(Fact::remote_hosts());
        self.cluster.index.print(Fact::remote_hosts()) != 0
    }

    /// The name of the cluster, from the file name `lsf.cluster.NAME`.
    pub fn cluster_name(&self) -> Option<&'a str> {
        self.note(Fact::file(FileKind::LsfCluster));
        let files = self.cluster.index.files_of(FileKind::LsfCluster);
        let mut names = files.filter_map(|it| crate::names::cluster_of_file(&it.path));
        let first = names.next()?;
        names.all(|it| it == first).then_some(first)
    }

    /// The known resources.
    pub fn resources(&self) -> &'a Resources {
        self.note_group(Group::Resources);
        &self.cluster.resources
    }

    /// The host types of lsf.shared.
    pub fn host_types(&self) -> &'a Names {
        self.note_group(Group::HostTypes);
        &self.cluster.host_types
    }

    /// The host models of lsf.shared.
    pub fn host_models(&self) -> &'a Names {
        self.note_group(Group::HostModels);
        &self.cluster.host_models
    }

    /// The hosts of lsf.cluster.
    pub fn hosts(&self) -> &'a Hosts {
        self.note_group(Group::Hosts);
        self.cluster.hosts.get_or_init(|| Hosts::of(View::new(self.cluster)))
    }

    /// The host groups and compute units of lsb.hosts.
    pub fn host_groups(&self) -> &'a HostGroups {
        self.note_group(Group::HostGroups);
        let view = View::new(self.cluster);
        self.cluster.host_groups.get_or_init(|| HostGroups::of(view, view.hosts()))
    }

    /// The user groups of lsb.users.
    pub fn user_groups(&self) -> &'a UserGroups {
        self.note_group(Group::UserGroups);
        self.cluster.user_groups.get_or_init(|| UserGroups::of(View::new(self.cluster)))
    }

    /// The dispatch windows of hosts.
    pub fn host_windows(&self) -> &'a HostWindows {
        self.note_group(Group::HostWindows);
        self.note_group(Group::Hosts);
        self.note_group(Group::Switches);
        self.cluster.host_windows.get_or_init(|| HostWindows::of(View::new(self.cluster)))
    }

    /// The requirements of queues and application profiles.
    pub fn requirements(&self) -> &'a RequirementGroups {
        self.note_group(Group::Requirements);
        self.note_group(Group::Switches);
        self.cluster.requirements.get_or_init(|| RequirementGroups::of(View::new(self.cluster)))
    }

    /// The hosts of a list such as HOSTS or GROUP_MEMBER.
    pub fn hosts_of(&self, list: HostList<'_>) -> HostSet {
        self.host_groups().hosts_of(list, self.hosts())
    }

    /// `#INCLUDE` lines whose file is not loaded.
    pub fn missing_includes(&self) -> &'a [MissingInclude] {
        &self.cluster.missing_includes
    }

    /// The `#INCLUDE` line of a file with this path as written, if its file is not loaded.
    pub fn missing_include(&self, file: &str, written: &str) -> Option<&'a MissingInclude> {
        let all = &self.cluster.missing_includes;
        let key = |it: &MissingInclude| (&*it.file, &*it.included).cmp(&(file, written));
        all.binary_search_by(key).ok().map(|it| &all[it])
    }

    /// Whether the `#INCLUDE` line of a file with this path as written is part of a cycle.
    pub fn is_include_cycle(&self, file: &str, written: &str) -> bool {
        let key = |it: &(std::sync::Arc<str>, String)| (&*it.0, &*it.1).cmp(&(file, written));
        self.cluster.include_cycles.binary_search_by(key).is_ok()
    }

    /// Whether files of a kind are loaded.
    pub fn has_file(&self, kind: FileKind) -> bool {
        self.knowledge(kind) != Knowledge::Unknown
    }

    /// The first line of the first loaded file of a kind, for findings about the file as a whole.
    pub fn start_of(&self, kind: FileKind) -> Option<super::Place> {
        self.note(Fact::file(kind));
        let file = self.cluster.index.files_of(kind).next()?;
        let line = file.text.lines().next().unwrap_or_default().trim_end();
        let end = file.shifts.written(TextSize::of(line));
        Some(super::Place { file: file.path.clone(), range: TextRange::new(TextSize::new(0), end) })
    }

    /// Whether several files of a kind are read as one, by `#INCLUDE`.
    pub fn has_several_files(&self, kind: FileKind) -> bool {
        self.note(Fact::file(kind));
        self.cluster.index.files_of(kind).nth(1).is_some()
    }

    /// The loaded kinds of LSF files, in order.
    pub fn kinds(&self) -> &'a [FileKind] {
        FileKind::ALL.into_iter().for_each(|it| self.note(Fact::file(it)));
        &self.cluster.kinds
    }

    /// Whether a record of a section has a key or column for a parameter, with or without a value.
    pub fn mentions(&self, kind: FileKind, section: &str, name: &str) -> bool {
        let Some(param) = lsflint_spec::find_param(kind, section, name) else { return false };
        self.note(Fact::set(param));
        self.cluster.index.has(Fact::values(param))
    }

    /// The line of a place, 1-based.
    pub fn line_of(&self, place: &super::Place) -> Option<usize> {
        let file = self.cluster.index.file(&place.file)?;
        Some(file.line_at(file.shifts.read(place.range.start())))
    }

    /// Whether a section exists, with or without rows.
    pub fn has_section(&self, kind: FileKind, section: &str) -> bool {
        let Some(spec) = lsflint_spec::section(kind, section) else { return false };
        self.note(Fact::order(spec));
        self.cluster.index.section(spec).is_some()
    }

    /// How completely files of a kind are loaded.
    pub fn knowledge(&self, kind: FileKind) -> Knowledge {
        self.note(Fact::file(kind));
        self.cluster.index.knowledge(kind)
    }

    /// A parameter of lsb.params.
    pub fn parameter(&self, name: &str) -> Lookup<'a> {
        self.setting(FileKind::LsbParams, "Parameters", name)
    }

    /// A parameter of lsf.conf.
    pub fn conf(&self, name: &str) -> Lookup<'a> {
        self.setting(FileKind::LsfConf, "", name)
    }
}

impl<'a> Lookup<'a> {
    /// The field if it is set.
    pub fn field(self) -> Option<FieldRef<'a>> {
        match self {
            Lookup::Set(field) => Some(field),
            Lookup::Unknown | Lookup::Absent => None,
        }
    }

    /// The text of the value if it is set.
    pub fn value(self) -> Option<std::borrow::Cow<'a, str>> {
        self.field()?.known()
    }

    /// Whether it is Y. If it is not set, `default` is returned; `None` if it is unknown or not Y or N.
    pub fn yes(self, default: bool) -> Option<bool> {
        match self {
            Lookup::Unknown => None,
            Lookup::Absent => Some(default),
            Lookup::Set(field) => super::entity::yes(&field.known()?),
        }
    }

    /// Whether it is certainly not set.
    pub fn is_absent(self) -> bool {
        matches!(self, Lookup::Absent)
    }

    /// Whether it is certainly set.
    pub fn is_set(self) -> bool {
        matches!(self, Lookup::Set(_))
    }
}
