//! Records the facts of other files that an answer depends on.
//!
//! Every lookup through a [`View`](super::View) is recorded here. A finding stays valid as long as the hashes of the
//! facts that it depends on stay the same; everything else need not be checked after a change.

use std::cell::{Cell, RefCell};
use std::ptr;
use std::sync::{Arc, OnceLock};

use lsflint_spec::{FileKind, Grammar, ParamSpec, SectionSpec};
use rustc_hash::FxHashSet;

/// A fact that a file may look up in other files: the values of a parameter, the names of a section, whether a file is
/// loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact(usize, Aspect);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Aspect {
    File,
    Names,
    Order,
    Values,
    Set,
    Any,
    Unknown,
    RemoteHosts,
}

impl Fact {
    /// How completely files of a kind are loaded.
    pub(crate) fn file(kind: FileKind) -> Fact {
        Fact(kind as usize, Aspect::File)
    }

    /// The names that a section defines.
    pub(crate) fn names(section: &'static SectionSpec) -> Fact {
        Fact(ptr::from_ref(section).addr(), Aspect::Names)
    }

    /// The order of the records of a section.
    pub(crate) fn order(section: &'static SectionSpec) -> Fact {
        Fact(ptr::from_ref(section).addr(), Aspect::Order)
    }

    /// The values of a parameter in all records.
    pub(crate) fn values(param: &'static ParamSpec) -> Fact {
        Fact(ptr::from_ref(param).addr(), Aspect::Values)
    }

    /// Whether a record has a key or column for a parameter.
    pub(crate) fn set(param: &'static ParamSpec) -> Fact {
        Fact(ptr::from_ref(param).addr(), Aspect::Set)
    }

    /// The values of the parameter, if the fact is whether it is set.
    pub(crate) fn values_if_set(self) -> Option<Fact> {
        (self.1 == Aspect::Set).then_some(Fact(self.0, Aspect::Values))
    }

    /// All values of a section.
    pub(crate) fn any_of(section: &'static SectionSpec) -> Fact {
        Fact(ptr::from_ref(section).addr(), Aspect::Any)
    }

    /// Values with undocumented names: load indices of the site.
    pub(crate) fn unknown_of(section: &'static SectionSpec) -> Fact {
        Fact(ptr::from_ref(section).addr(), Aspect::Unknown)
    }

    /// The number of host lists that contain hosts of other clusters.
    pub(crate) fn remote_hosts() -> Fact {
        Fact(0, Aspect::RemoteHosts)
    }

    /// Whether it is not about values with requirement strings or the like, in which resources have a meaning. Of lists
    /// of resources elsewhere, an answer uses only whether they are set.
    fn is_free_of_requirements(self) -> bool {
        static FREE: OnceLock<FxHashSet<Fact>> = OnceLock::new();
        match self.1 {
            Aspect::File | Aspect::Names | Aspect::Order | Aspect::Set | Aspect::RemoteHosts => true,
            Aspect::Values | Aspect::Any | Aspect::Unknown => {
                FREE.get_or_init(Fact::free_of_requirements).contains(&self)
            }
        }
    }

    fn free_of_requirements() -> FxHashSet<Fact> {
        let has_requirements = |it: Grammar| {
            matches!(
                it,
                Grammar::ResReq
                    | Grammar::Condition
                    | Grammar::ApsPriority
                    | Grammar::ReservationLimits
                    | Grammar::Text
                    | Grammar::Command
                    | Grammar::Shape(_)
                    | Grammar::Any
            )
        };
        let sections = FileKind::ALL.into_iter().flat_map(|it| it.spec().sections);
        let params = sections.flat_map(|it| it.params).filter(|it| !has_requirements(it.grammar));
        let groups = Group::ALL.into_iter().filter(|it| *it != Group::Requirements);
        params.map(Fact::values).chain(groups.flat_map(Group::facts)).collect()
    }

    /// The kind of file, if the fact is about files.
    pub(crate) fn file_kind(self) -> Option<FileKind> {
        (self.1 == Aspect::File).then(|| FileKind::ALL.into_iter().find(|it| *it as usize == self.0)).flatten()
    }
}

/// Groups of facts that are often looked up together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub(crate) enum Group {
    Switches = 1,
    Resources = 2,
    HostTypes = 4,
    HostModels = 8,
    Hosts = 16,
    HostGroups = 32,
    UserGroups = 64,
    HostWindows = 128,
    Requirements = 256,
}

impl Group {
    const ALL: [Group; 9] = [
        Group::Switches,
        Group::Resources,
        Group::HostTypes,
        Group::HostModels,
        Group::Hosts,
        Group::HostGroups,
        Group::UserGroups,
        Group::HostWindows,
        Group::Requirements,
    ];

    /// The files and sections it depends on, with the relevant keys and columns; no keys means all of them.
    fn sources(self) -> &'static [(FileKind, &'static str, &'static [&'static str])] {
        match self {
            Group::Switches => crate::switches::SOURCES,
            Group::Resources => crate::resources::SOURCES,
            Group::HostTypes => &[(FileKind::LsfShared, "HostType", &["TYPENAME"])],
            Group::HostModels => &[(FileKind::LsfShared, "HostModel", &["MODELNAME"])],
            Group::Hosts => crate::hosts::SOURCES,
            Group::HostGroups => crate::host_groups::SOURCES,
            Group::UserGroups => crate::users::SOURCES,
            Group::HostWindows => crate::week::HOST_WINDOWS_SOURCES,
            Group::Requirements => crate::requirement::groups::SOURCES,
        }
    }

    /// The facts in the group, which are looked up once.
    pub(crate) fn facts(self) -> impl Iterator<Item = Fact> {
        static FACTS: [OnceLock<Box<[Fact]>>; Group::ALL.len()] = [const { OnceLock::new() }; Group::ALL.len()];
        let number = (self as u16).trailing_zeros() as usize;
        FACTS[number].get_or_init(|| self.found_facts().collect()).iter().copied()
    }

    fn found_facts(self) -> impl Iterator<Item = Fact> {
        let facts = self.sources().iter().flat_map(|&(kind, section, keys)| {
            let spec = lsflint_spec::section(kind, section);
            let all = spec.into_iter().flat_map(|it| [Fact::order(it), Fact::names(it)]);
            let any = spec.filter(|_| keys.is_empty()).map(Fact::any_of);
            let keys = keys.iter().filter_map(move |key| spec?.param(key)).map(Fact::values);
            all.chain(any).chain(keys).chain([Fact::file(kind)])
        });
        let lent = matches!(self, Group::Hosts | Group::HostGroups).then(Fact::remote_hosts);
        facts.chain(lent)
    }
}

/// The recorded facts.
#[derive(Debug, Default)]
pub struct Uses {
    facts: RefCell<FxHashSet<Fact>>,
    groups: Cell<u16>,
    /// The number of records and values read: the work that depends on the size of the cluster.
    steps: Cell<usize>,
    /// The number of searches for similar names.
    searches: Cell<usize>,
}

impl Uses {
    /// Counts a record or value.
    pub(crate) fn step(&self) {
        self.steps.set(self.steps.get() + 1);
    }

    /// Counts the records and values that the answer to a question about the cluster has read.
    pub(crate) fn add_steps(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps);
    }

    /// The number of records and values read.
    pub fn steps(&self) -> usize {
        self.steps.get()
    }

    /// Counts a search for similar names.
    pub(crate) fn search(&self) {
        self.searches.set(self.searches.get() + 1);
    }

    /// The number of searches for similar names.
    pub fn searches(&self) -> usize {
        self.searches.get()
    }

    /// Records a fact.
    pub(crate) fn note(&self, fact: Fact) {
        self.facts.borrow_mut().insert(fact);
    }

    /// Records the facts of a group.
    pub(crate) fn note_group(&self, group: Group) {
        self.groups.set(self.groups.get() | group as u16);
    }

    /// Starts a separate part; returns the facts recorded so far.
    pub fn start(&self) -> Uses {
        Uses { facts: RefCell::new(self.facts.take()), groups: Cell::new(self.groups.take()), ..Uses::default() }
    }

    /// Ends a part: returns the facts recorded in it, and merges them with those recorded before.
    pub fn end(&self, before: Uses, index: &super::Index) -> Basis {
        let part =
            Uses { facts: RefCell::new(self.facts.take()), groups: Cell::new(self.groups.get()), ..Uses::default() };
        let basis = part.basis(index);
        self.groups.set(self.groups.get() | before.groups.get());
        *self.facts.borrow_mut() = before.facts.into_inner();
        self.join(&basis);
        basis
    }

    /// Removes and returns the facts recorded so far.
    pub fn take(&self) -> Uses {
        self.start()
    }

    /// Records all facts that an earlier answer depends on.
    pub fn join(&self, basis: &Basis) {
        self.facts.borrow_mut().extend(basis.0.iter().map(|it| it.0));
    }

    /// Records what another answer has recorded.
    pub(crate) fn join_recorded(&self, recorded: &Recorded) {
        self.facts.borrow_mut().extend(&recorded.facts);
        self.groups.set(self.groups.get() | recorded.groups);
    }

    /// What was recorded, without hashes.
    pub(crate) fn recorded(self) -> Recorded {
        Recorded { facts: self.facts.into_inner().into_iter().collect(), groups: self.groups.get() }
    }

    /// The facts with their hashes in an index.
    pub fn basis(self, index: &super::Index) -> Basis {
        let groups = Group::ALL.into_iter().filter(|it| self.groups.get() & *it as u16 != 0);
        let mut facts = self.facts.into_inner();
        facts.extend(groups.flat_map(Group::facts));
        let mut facts: Vec<(Fact, u64)> = facts.into_iter().map(|it| (it, index.print(it))).collect();
        facts.sort_unstable();
        Basis(facts.into())
    }
}

/// The facts that an answer depends on. Their hashes are those of the index that it was computed with.
#[derive(Debug)]
pub(crate) struct Recorded {
    facts: Box<[Fact]>,
    groups: u16,
}

impl Recorded {
    /// Whether all facts are the same in both indices.
    pub(crate) fn is_same(&self, before: &super::Index, now: &super::Index) -> bool {
        let groups = Group::ALL.into_iter().filter(|it| self.groups & *it as u16 != 0);
        let mut facts = self.facts.iter().copied().chain(groups.flat_map(Group::facts));
        facts.all(|it| before.print(it) == now.print(it))
    }
}

/// The facts that an answer depends on, with their hashes at that time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Basis(Arc<[(Fact, u64)]>);

impl Basis {
    /// The resources that the last change added, changed or removed, if nothing else in the basis changed.
    pub fn changed_resources<'i>(&self, index: &'i super::Index) -> Option<&'i [Box<str>]> {
        index.resource_change.as_ref()?.names(&self.0, index)
    }

    /// The basis with the current hashes, if only resources changed and the answer depends on resources only through
    /// the names in its own text: it depends on no requirement strings elsewhere, which may contain other names.
    pub fn with_changed_resources(&self, index: &super::Index) -> Option<Basis> {
        let names = self.changed_resources(index)?;
        // A built-in resource has more than one name.
        if names.iter().any(|it| lsflint_spec::builtin_resource(it).is_some()) {
            return None;
        }
        let facts = self.0.iter().map(|it| it.0);
        facts.clone().all(Fact::is_free_of_requirements).then(|| Basis(facts.map(|it| (it, index.print(it))).collect()))
    }

    /// Whether all facts are unchanged.
    pub fn holds(&self, index: &super::Index) -> bool {
        self.0.iter().all(|(fact, print)| index.print(*fact) == *print)
    }
}
