//! Where the resources of lsf.shared are: the rows of ResourceMap and the RESOURCES of the hosts.

use lsflint_lint::SectionContext;
use lsflint_model::{Entity, Knowledge, Place, Resource, View};
use lsflint_spec::{FileKind, Grammar, ParamSpec, Reading, ResourceType};
use lsflint_syntax::ast::{AstNode, Location};
use rustc_hash::{FxHashMap, FxHashSet};

/// What lsf.cluster says about the places of resources.
pub(crate) struct Placement<'a> {
    /// The rows of ResourceMap by resource: the first of each.
    mapped: FxHashMap<String, Entity<'a>>,
    /// The resources that a host has, and whether one of them gives a value.
    listed: FxHashMap<&'a str, bool>,
    /// Whether no host can have more than its row says, and none can join.
    pub(crate) complete: bool,
}

impl<'a> Placement<'a> {
    /// Nothing, unless every file that could say where a resource is is in view.
    pub(crate) fn of(view: View<'a>) -> Option<Placement<'a>> {
        if view.knowledge(FileKind::LsfCluster) != Knowledge::Complete || view.hosts().is_empty() || is_shared(view) {
            return None;
        }
        let mut mapped = FxHashMap::default();
        for row in view.all(FileKind::LsfCluster, "ResourceMap") {
            let name = row.value("RESOURCENAME")?;
            mapped.entry(name.into_owned()).or_insert(row);
        }
        let mut listed = FxHashMap::default();
        let facts = view.hosts().all_facts();
        for it in facts.iter().flat_map(|it| &it.resources) {
            *listed.entry(&*it.name).or_default() |= it.value.is_some();
        }
        let complete = view.hosts().knowledge == Knowledge::Complete && facts.iter().all(|it| it.complete);
        Some(Placement { mapped, listed, complete })
    }

    /// The row of ResourceMap.
    pub(crate) fn row(&self, name: &str) -> Option<&Entity<'a>> {
        self.mapped.get(name)
    }

    /// Whether a host names it among its RESOURCES.
    pub(crate) fn is_listed(&self, name: &str) -> bool {
        self.listed.contains_key(name)
    }

    /// Whether a host gives it a value among its RESOURCES.
    pub(crate) fn has_value_on_host(&self, name: &str) -> bool {
        self.listed.get(name) == Some(&true)
    }
}

/// Whether lsf.shared serves more clusters than those in view: they may map what this one does not.
fn is_shared(view: View<'_>) -> bool {
    let clusters = view.names(FileKind::LsfShared, "Cluster").count();
    if clusters < 2 {
        return false;
    }
    let files = view.all(FileKind::LsfCluster, "Host").map(|it| it.place().file).collect::<FxHashSet<_>>();
    clusters > files.len()
}

/// Whether it is the column of ResourceMap that names a resource.
pub(crate) fn is_mapped_name(spec: &ParamSpec) -> bool {
    spec.name == "RESOURCENAME" && spec.section == "ResourceMap"
}

/// Whether it is the form of the resources of a host.
pub(crate) fn is_host_resources(grammar: &Grammar) -> bool {
    *grammar == Grammar::HostResources
}

/// Whether it is the table of resources in lsf.shared.
pub(crate) fn is_definitions(context: &SectionContext<'_>) -> bool {
    context.file.kind() == FileKind::LsfShared && context.spec.is_some_and(|it| it.name == "Resource")
}

/// Whether it is the map of resources in lsf.cluster.
pub(crate) fn is_map(context: &SectionContext<'_>) -> bool {
    context.file.kind() == FileKind::LsfCluster && context.spec.is_some_and(|it| it.name == "ResourceMap")
}

/// Whether a place is in this very section.
pub(crate) fn is_in(context: &SectionContext<'_>, place: &Place) -> bool {
    *place.file == *context.file.file.path && context.section.node().range().contains_range(place.range)
}

/// Whether an elim reports its values.
pub(crate) fn is_dynamic(resource: &Resource) -> bool {
    !resource.builtin
        && resource.reading == Some(Reading::Dynamic)
        && matches!(resource.kind, Some(ResourceType::Numeric | ResourceType::String))
}

/// Whether every host has a value of its own: the row is `[default]`.
pub(crate) fn is_default(row: &Entity<'_>) -> bool {
    has_word(row, "default")
}

/// Whether one of the sets of a row has this word.
pub(crate) fn has_word(row: &Entity<'_>, word: &str) -> bool {
    let Some(parse) = row.parse("LOCATION") else { return false };
    let location = parse.typed::<Location<'_>>();
    let sets = location.into_iter().flat_map(Location::instances).filter_map(|it| it.hosts());
    sets.flat_map(|it| it.items()).any(|it| it.is(word) && !it.is_excluded())
}
