use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::elim::{HostSet, PlanInput};
use lsflint_model::{Entity, Place, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::HostResources;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::external::placement::{ByFile, in_section};

rule! {
    /// Finds resources with a value in both the row of a host and ResourceMap.
    ///
    /// # Effect
    /// The row of the host takes precedence: the host does not see the shared value.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// h1       !     !    1      (lanes=8)
    /// End Host
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// lanes        16@[h1]
    /// End ResourceMap
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// lanes        Numeric ()       N          (emulator lanes)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// h1       !     !    1      ()
    /// End Host
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// lanes        16@[h1]
    /// End ResourceMap
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// lanes        Numeric ()       N          (emulator lanes)
    /// End Resource
    /// ```
    pub E108 "resource-in-host-and-map" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/host_section_configure", "of a resource in both, the definition in RESOURCES takes effect"),
        ],
        checks: [Section(check)],
    }
}

/// A row of ResourceMap as a set of hosts.
struct Mapped<'a> {
    row: Entity<'a>,
    named: FxHashSet<String>,
    excluded: FxHashSet<String>,
    all: bool,
}

impl Mapped<'_> {
    fn has(&self, host: &str) -> bool {
        self.named.contains(host) || self.all && !self.excluded.contains(host)
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsfCluster || context.spec.is_none_or(|it| it.name != "Host") {
        return;
    }
    let Some(twice) =
        context.file.cluster.once_with_places("resources of hosts in ResourceMap", FileKind::LsfCluster, twice)
    else {
        return;
    };
    for (range, Twice { name, row }) in in_section(context, &twice) {
        findings
            .report(*range, format!("resource `{name}` is already mapped to this host in ResourceMap"))
            .consequence(
                Item::Value
                    .ignored()
                    .called("the shared value on this host")
                    .possible()
                    .because("the row of the host takes precedence"),
            )
            .help("remove one of the values")
            .related_at(row.clone(), "mapped here");
    }
}

/// A resource with a value on a host that ResourceMap maps to the host as well.
struct Twice {
    name: String,
    /// The row of ResourceMap.
    row: Place,
}

/// The resources that a host and ResourceMap define, at the item in the row of the host.
fn twice(view: View<'_>) -> ByFile<Twice> {
    let mut found: ByFile<Twice> = ByFile::default();
    let mapped = mapped(view);
    if mapped.is_empty() {
        return found;
    }
    for host in view.all(FileKind::LsfCluster, "Host").filter(|it| it.value("server").as_deref() != Some("0")) {
        let Some(field) = host.field("RESOURCES") else { continue };
        let (Some(parse), Some(known)) = (field.parse(), field.known()) else { continue };
        let place = field.place();
        // With a line continuation in it, the text differs from the file.
        let whole = known.len() == usize::from(place.range.len());
        for item in parse.typed::<HostResources<'_>>().into_iter().flat_map(HostResources::items) {
            let (Some(name), Some(_)) = (item.name(), item.value()) else { continue };
            let Some(map) = mapped.get(&*name.text()).filter(|it| it.has(&host.name())) else { continue };
            let range = if whole { item.range() + place.range.start() } else { place.range };
            let it = Twice { name: name.text().into_owned(), row: map.row.place() };
            found.entry(place.file.to_string()).or_default().push((range, it));
        }
    }
    found
}

/// The rows of ResourceMap for resources with a value on a host.
fn mapped(view: View<'_>) -> FxHashMap<String, Mapped<'_>> {
    let facts = view.hosts().all_facts();
    let valued = facts.iter().flat_map(|it| &it.resources).filter(|it| it.value.is_some());
    let valued: FxHashSet<&str> = valued.map(|it| &*it.name).collect();
    let mut found = FxHashMap::default();
    let is_wanted = |row: &Entity<'_>| row.value("RESOURCENAME").is_some_and(|it| valued.contains(&*it));
    if !view.all(FileKind::LsfCluster, "ResourceMap").any(|it| is_wanted(&it)) {
        return found;
    }
    let rows: FxHashMap<String, Entity<'_>> = view
        .all(FileKind::LsfCluster, "ResourceMap")
        .filter(is_wanted)
        .map(|it| (it.value("RESOURCENAME").unwrap_or_default().into_owned(), it))
        .collect();
    for mapping in PlanInput::of(view).mappings {
        let Some(row) = rows.get(&mapping.resource) else { continue };
        let mut it = Mapped { row: *row, named: FxHashSet::default(), excluded: FxHashSet::default(), all: false };
        for set in mapping.instances {
            match set {
                HostSet::Default => it.all = true,
                HostSet::All { except } => {
                    it.all = true;
                    it.excluded.extend(except);
                }
                HostSet::Listed { hosts, others } => {
                    it.all |= others;
                    it.named.extend(hosts);
                }
            }
        }
        found.entry(mapping.resource).or_insert(it);
    }
    found
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the row of the host wins
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (mg lanes=8)
                     ^^^^^^^ E108 warning resource `lanes` is already mapped to this host in ResourceMap
        h2 ! ! 1 (lanes=4 room=A)
        l1 ! ! 0 (lanes=4)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        lanes 16@[h1]
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (mg lanes=8)
                     ^^^^^^^ E108 warning resource `lanes` is already mapped to this host in ResourceMap
        h2 ! ! 1 (lanes=4 room=A)
                  ^^^^^^^ E108 warning resource `lanes` is already mapped to this host in ResourceMap
        l1 ! ! 0 (lanes=4)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        lanes 16@[default]
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (mg lanes=8)
        h2 ! ! 1 (lanes=4 room=A)
                  ^^^^^^^ E108 warning resource `lanes` is already mapped to this host in ResourceMap
                          ^^^^^^ E108 warning resource `room` is already mapped to this host in ResourceMap
        l1 ! ! 0 (lanes=4)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        lanes (16@[all ~h1])
        room (A@[h1] B@[others])

        //# is silent where only one of them has a value
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (mg lanes=8)
        h2 ! ! 1 (lanes=4 room=A)
        l1 ! ! 0 (lanes=4)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        boards 16@[all]
        lanes 16@[h3]
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (mg lanes=8)
        h2 ! ! 1 (lanes=4 room=A)
        l1 ! ! 0 (lanes=4)
    "#]];
}
