//! Where resources are located: the rows of ResourceMap and the RESOURCES of the hosts.

use std::sync::Arc;

use lsflint_lint::SectionContext;
use lsflint_model::{Entity, Knowledge, Place, Resource, View};
use lsflint_spec::{FileKind, Grammar, ParamSpec, Reading, ResourceType};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{AstNode, Location};
use rustc_hash::{FxHashMap, FxHashSet};

/// The locations of resources in lsf.cluster.
pub(crate) struct Placement {
    /// The first row of ResourceMap for each resource.
    mapped: FxHashMap<String, Mapped>,
    /// The resources that hosts list, and whether one of the hosts sets a value.
    listed: FxHashMap<String, bool>,
    /// Whether no host can have more resources than its row lists, and no host can join.
    pub(crate) complete: bool,
}

/// A row of ResourceMap.
pub(crate) struct Mapped {
    /// Its place.
    pub(crate) place: Place,
    /// Whether every host has its own value: the row is `[default]`.
    pub(crate) is_default: bool,
}

impl Placement {
    /// `None` unless every file that can specify a location is loaded.
    pub(crate) fn of(view: View<'_>) -> Option<Arc<Placement>> {
        let found = view.once_with_places("locations of resources", FileKind::LsfCluster, Placement::search)?;
        (*found).clone()
    }

    fn search(view: View<'_>) -> Option<Arc<Placement>> {
        if view.knowledge(FileKind::LsfCluster) != Knowledge::Complete || view.hosts().is_empty() || is_shared(view) {
            return None;
        }
        let mut mapped = FxHashMap::default();
        for row in view.all(FileKind::LsfCluster, "ResourceMap") {
            let name = row.value("RESOURCENAME")?;
            let mapped_row = || Mapped { place: row.place(), is_default: is_default(&row) };
            mapped.entry(name.into_owned()).or_insert_with(mapped_row);
        }
        let mut listed = FxHashMap::default();
        let facts = view.hosts().all_facts();
        for it in facts.iter().flat_map(|it| &it.resources) {
            *listed.entry(it.name.to_string()).or_default() |= it.value.is_some();
        }
        let complete = view.hosts().knowledge == Knowledge::Complete && facts.iter().all(|it| it.complete);
        Some(Arc::new(Placement { mapped, listed, complete }))
    }

    /// The row of a resource in ResourceMap.
    pub(crate) fn row(&self, name: &str) -> Option<&Mapped> {
        self.mapped.get(name)
    }

    /// Whether a host lists the resource in RESOURCES.
    pub(crate) fn is_listed(&self, name: &str) -> bool {
        self.listed.contains_key(name)
    }

    /// Whether a host sets a value for the resource in RESOURCES.
    pub(crate) fn has_value_on_host(&self, name: &str) -> bool {
        self.listed.get(name) == Some(&true)
    }
}

/// Whether lsf.shared serves more clusters than the loaded ones, which may map what this cluster does not.
fn is_shared(view: View<'_>) -> bool {
    let clusters = view.names(FileKind::LsfShared, "Cluster").count();
    if clusters < 2 {
        return false;
    }
    let files = view.all(FileKind::LsfCluster, "Host").map(|it| it.place().file).collect::<FxHashSet<_>>();
    clusters > files.len()
}

/// Whether this is the column of ResourceMap with the name of the resource.
pub(crate) fn is_mapped_name(spec: &ParamSpec) -> bool {
    spec.name == "RESOURCENAME" && spec.section == "ResourceMap"
}

/// Whether this is the format of the resources of a host.
pub(crate) fn is_host_resources(grammar: &Grammar) -> bool {
    *grammar == Grammar::HostResources
}

/// Whether this is the Resource section of lsf.shared.
pub(crate) fn is_definitions(context: &SectionContext<'_>) -> bool {
    context.file.kind() == FileKind::LsfShared && context.spec.is_some_and(|it| it.name == "Resource")
}

/// Whether this is the ResourceMap section of lsf.cluster.
pub(crate) fn is_map(context: &SectionContext<'_>) -> bool {
    context.file.kind() == FileKind::LsfCluster && context.spec.is_some_and(|it| it.name == "ResourceMap")
}

/// Whether a place is in this section.
pub(crate) fn is_in(context: &SectionContext<'_>, place: &Place) -> bool {
    *place.file == *context.file.file.path && context.section.node().range().contains_range(place.range)
}

/// What a rule finds in all files, by file and in text order.
pub(crate) type ByFile<T> = FxHashMap<String, Vec<(TextRange, T)>>;

/// What of it is in this section.
pub(crate) fn in_section<'f, T>(
    context: &SectionContext<'_>,
    found: &'f ByFile<T>,
) -> impl Iterator<Item = &'f (TextRange, T)> + use<'f, T> {
    let of_file = found.get(&*context.file.file.path).map_or(&[][..], Vec::as_slice);
    let section = context.section.node().range();
    let first = of_file.partition_point(|it| it.0.start() < section.start());
    of_file[first..].iter().take_while(move |it| it.0.end() <= section.end())
}

/// Whether an elim reports the values of a resource.
pub(crate) fn is_dynamic(resource: &Resource) -> bool {
    !resource.builtin
        && resource.reading == Some(Reading::Dynamic)
        && matches!(resource.kind, Some(ResourceType::Numeric | ResourceType::String))
}

/// Whether every host has its own value: the row is `[default]`.
pub(crate) fn is_default(row: &Entity<'_>) -> bool {
    has_word(row, "default")
}

/// Whether one of the sets of a row contains the word.
pub(crate) fn has_word(row: &Entity<'_>, word: &str) -> bool {
    let Some(parse) = row.parse("LOCATION") else { return false };
    let location = parse.typed::<Location<'_>>();
    let sets = location.into_iter().flat_map(Location::instances).filter_map(|it| it.hosts());
    sets.flat_map(|it| it.items()).any(|it| it.is(word) && !it.is_excluded())
}
