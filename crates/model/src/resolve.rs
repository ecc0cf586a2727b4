//! Resolves names: whether a name is defined, and if not, how certain that is.

use lsflint_spec::{BUILTIN_RESOURCES, FileKind, PREDEFINED_TYPES};
use lsflint_syntax::ast::ListItem;
use rustc_hash::FxHashSet;

use crate::pattern::{HostPattern, MOST_NAMES};
use crate::spellings::Spellings;
use crate::{Knowledge, Names, Referent, View};

/// Whether a name is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// It is defined.
    Defined,
    /// No loaded file defines it; the knowledge state says whether another source may.
    Missing(Knowledge),
}

/// The names of a range such as `n[1-9]` that are certainly not defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingOfRange {
    /// The undefined names, in the order of the range.
    pub names: Vec<String>,
    /// The number of names of the range.
    pub of: usize,
}

/// The sections that define names of a kind.
fn sources(referent: Referent) -> &'static [(FileKind, &'static str)] {
    match referent {
        Referent::Queue => &[(FileKind::LsbQueues, "Queue")],
        Referent::Application => &[(FileKind::LsbApplications, "Application")],
        Referent::UserGroup => &[(FileKind::LsbUsers, "UserGroup")],
        Referent::Cluster => &[(FileKind::LsfShared, "Cluster")],
        Referent::ServiceClass => &[(FileKind::LsbServiceClasses, "ServiceClass")],
        Referent::SharePolicy => &[(FileKind::LsbGlobalPolicies, "GlobalFairshare")],
        _ => &[],
    }
}

impl<'a> View<'a> {
    /// Whether a name is defined. Definitions in `#if` branches are included.
    pub fn resolve(&self, referent: Referent, name: &str) -> Resolution {
        let known = match referent {
            Referent::Host => self.is_host(name),
            Referent::HostOrGroup => self.is_host_group(name) || self.is_host(name),
            Referent::HostOrModel => self.is_host(name) || self.host_models().contains(name),
            Referent::BatchHost => self.is_host(name) || self.host_models().contains(name) || self.is_host_type(name),
            Referent::User => self.is_user_group(name) || self.declares_user(name),
            Referent::UserGroup => self.is_user_group(name),
            Referent::Resource => self.resources().get(name).is_some(),
            Referent::HostType => self.is_host_type(name),
            Referent::HostModel => self.host_models().contains(name) || PREDEFINED_TYPES.contains(&name),
            _ => sources(referent).iter().any(|it| self.find(it.0, it.1, name).is_some()),
        };
        if known { Resolution::Defined } else { Resolution::Missing(self.knowledge_of(referent)) }
    }

    /// The names of a range in a list that are not defined. `None` if all of them are, if some may be defined
    /// elsewhere, if the item lacks a range or contains `*`, or if the range is so long that it stands for any host.
    pub fn missing_of_range(&self, referent: Referent, item: ListItem<'_>) -> Option<MissingOfRange> {
        let pattern = HostPattern::of(item)?;
        if self.knowledge_of(referent) != Knowledge::Complete {
            return None;
        }
        let mut seen = FxHashSet::default();
        let mut names = pattern.names(MOST_NAMES)?;
        names.retain(|it| seen.insert(it.clone()));
        let of = names.len();
        names.retain(|it| self.resolve(referent, it) != Resolution::Defined);
        (!names.is_empty()).then_some(MissingOfRange { names, of })
    }

    /// Whether a name that is not found is certainly undefined.
    pub fn knowledge_of(&self, referent: Referent) -> Knowledge {
        let hosts = || self.hosts().knowledge;
        let names = |it: &Names| it.knowledge;
        match referent {
            Referent::Host => hosts(),
            Referent::HostOrGroup => hosts().min(self.knowledge(FileKind::LsbHosts)),
            Referent::HostOrModel => hosts().min(names(self.host_models())),
            Referent::BatchHost => hosts().min(names(self.host_models())).min(names(self.host_types())),
            // User names are defined by the operating system.
            Referent::User => Knowledge::Unknown,
            // The operating system also defines groups, in addition to lsb.users.
            Referent::UserGroup => self.knowledge(FileKind::LsbUsers).min(Knowledge::Partial),
            Referent::Resource => self.resources().knowledge,
            Referent::HostType => names(self.host_types()),
            Referent::HostModel => names(self.host_models()),
            _ => {
                let of = |&(kind, section): &(FileKind, &str)| match self.has_section(kind, section) {
                    true => self.knowledge(kind),
                    // A file without definitions is incomplete or not finished.
                    false => Knowledge::Unknown,
                };
                sources(referent).iter().map(of).min().unwrap_or_default()
            }
        }
    }

    /// The defined names, in arbitrary order, for suggestions.
    pub fn defined_names(&self, referent: Referent) -> Vec<&'a str> {
        let hosts = || self.hosts().iter().map(|it| &*it.1.name);
        let sections = sources(referent).iter().flat_map(|it| self.names(it.0, it.1));
        match referent {
            Referent::Host => hosts().collect(),
            Referent::HostOrGroup => {
                let partitions = self.names(FileKind::LsbHosts, "HostPartition");
                hosts().chain(self.host_groups().names()).chain(partitions).collect()
            }
            Referent::HostOrModel => hosts().chain(self.host_models().iter()).collect(),
            Referent::BatchHost => hosts().chain(self.host_models().iter()).chain(self.host_types().iter()).collect(),
            Referent::User => self.user_groups().names().collect(),
            Referent::Resource => {
                let builtin = BUILTIN_RESOURCES.iter().filter(|it| !it.numbered).map(|it| it.name);
                builtin.chain(self.resources().site_names()).collect()
            }
            Referent::HostType => self.host_types().iter().collect(),
            Referent::HostModel => self.host_models().iter().collect(),
            _ => sections.collect(),
        }
    }

    /// The defined names that may be similar to a given one, in arbitrary order.
    pub fn similar_names(&self, referent: Referent, name: &str) -> Vec<&'a str> {
        if let Some(uses) = self.uses() {
            uses.search();
        }
        let spellings = &self.cluster().spellings[referent as usize];
        // These facts were recorded when the name was looked up.
        let spellings = spellings.get_or_init(|| {
            let mut names = self.defined_names(referent);
            names.sort_unstable();
            names.dedup();
            Spellings::of(names)
        });
        spellings.candidates(name)
    }

    fn is_host(&self, name: &str) -> bool {
        self.hosts().is_known(name)
    }

    /// Whether lsb.hosts defines a host group, compute unit or host partition with this name, or the site declared a
    /// group.
    pub fn is_host_group(&self, name: &str) -> bool {
        self.host_groups().contains(name) || self.host_groups().is_elsewhere(name)
    }

    /// Whether lsb.users defines a group with this name, or the site declared one.
    pub fn is_user_group(&self, name: &str) -> bool {
        self.user_groups().contains(name) || self.declared().groups.contains(name)
    }

    /// Whether the site declared a user name.
    pub fn declares_user(&self, name: &str) -> bool {
        self.declared().users.contains(name)
    }

    fn is_host_type(&self, name: &str) -> bool {
        self.host_types().contains(name) || PREDEFINED_TYPES.contains(&name)
    }
}
