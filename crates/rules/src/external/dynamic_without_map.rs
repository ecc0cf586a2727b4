use std::borrow::Cow;
use std::cell::OnceCell;

use lsflint_lint::suggest::{LONGEST, distance};
use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::{Resource, View};
use lsflint_spec::{FileKind, ResourceType, reserved_name};

use crate::external::placement::{Placement, is_definitions, is_dynamic};

rule! {
    /// Finds dynamic resources in lsf.shared that are not mapped in lsf.cluster.
    ///
    /// # Effect
    /// LSF starts elims for resources that are defined in lsf.shared and mapped in ResourceMap. Without the row LSF
    /// starts no elim for the resource; it has no value, and requirements that use it match no host.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      ()
    /// End Host
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scratch      [default]
    /// End ResourceMap
    /// ```
    ///
    /// Nothing is reported unless lsf.cluster is completely loaded. In a running cluster, `lsinfo` shows which
    /// resources LSF knows, and `bhosts -s` shows the locations of shared resources.
    ///
    /// # Notes
    /// The rows for the resources of `elim.jsdl` in ResourceMap are commented out by default.
    pub E001 "dynamic-without-map" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/load_indices_external",
                "a resource of lsf.shared must be mapped to hosts in ResourceMap; LIM starts elims where it is mapped",
            ),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if !is_definitions(context) {
        return;
    }
    let view = context.file.cluster;
    let Some(placement) = Placement::of(view) else { return };
    // Lazy, because most clusters have no such resource.
    let undefined = OnceCell::new();
    let is_misspelt = |name: &str| {
        let undefined: &Vec<Cow<'_, str>> = undefined.get_or_init(|| undefined_rows(view));
        let is_alike =
            |it: &Cow<'_, str>| it.len().abs_diff(name.len()) <= 2 && it.len() <= LONGEST && distance(it, name) <= 2;
        undefined.iter().any(is_alike)
    };
    for row in context.rows {
        let name = row.name;
        let wanted = view.resources().get(name).is_some_and(|it| is_dynamic(&it) && is_kept(view, name, &it));
        if !wanted || placement.row(name).is_some() || placement.is_listed(name) || is_misspelt(name) {
            continue;
        }
        let pending = Item::Job.pending().called("jobs that request it").because("no elim is started for it");
        findings
            .report(row.range, format!("dynamic resource `{name}` is not mapped in ResourceMap"))
            .consequence(if placement.complete { pending } else { pending.possible() })
            .help("map it in lsf.cluster: to `[default]` for one per host, to `[all]` for one shared by all");
    }
}

/// With more undefined rows than this, the definitions are elsewhere, and the rows are not typos.
const MOST: usize = 100;

/// The rows of ResourceMap for undefined resources. Such a row may be a typo for another resource; it is another
/// finding.
fn undefined_rows(view: View<'_>) -> Vec<Cow<'_, str>> {
    let rows = view.all(FileKind::LsfCluster, "ResourceMap").filter_map(|it| it.value("RESOURCENAME"));
    let found: Vec<Cow<'_, str>> = rows.filter(|it| view.resources().get(it).is_none()).take(MOST + 1).collect();
    if found.len() > MOST { Vec::new() } else { found }
}

/// Whether LSF accepts the definition; other errors in it are other findings.
fn is_kept(view: View<'_>, name: &str, resource: &Resource) -> bool {
    let definition = view.find(FileKind::LsfShared, "Resource", name);
    let direction = definition.and_then(|it| it.value("INCREASING"));
    let directed = direction.is_some_and(|it| matches!(it.trim(), "Y" | "y" | "N" | "n"));
    (directed || resource.kind != Some(ResourceType::Numeric))
        && resource.interval.is_some_and(|it| it > 0)
        && !reserved_name(name)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (rack)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        tok [all]

        //# no elim starts without a row
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        ^^^^^^^ E001 warning dynamic resource `scratch` is not mapped in ResourceMap
        osname String 600 () (x)
        ^^^^^^ E001 warning dynamic resource `osname` is not mapped in ResourceMap
        lanes Numeric () N (x)
        flag Boolean 60 () (x)
        tok Numeric 30 N (x)
        rack Numeric 30 N (x)

        //# is silent where the row may be elsewhere
        //- without lsf.cluster.c1
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        osname String 600 () (x)
        lanes Numeric () N (x)
        flag Boolean 60 () (x)
        tok Numeric 30 N (x)
        rack Numeric 30 N (x)
        //#
        //- without lsf.cluster.c1
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        osname String 600 () (x)
        lanes Numeric () N (x)
        flag Boolean 60 () (x)
        tok Numeric 30 N (x)
        rack Numeric 30 N (x)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        tok [all]
        //#
        //- Cluster of lsf.shared
        ClusterName
        c1
        c2
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        osname String 600 () (x)
        lanes Numeric () N (x)
        flag Boolean 60 () (x)
        tok Numeric 30 N (x)
        rack Numeric 30 N (x)
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 () (x)
        mem String 600 () (x)
        lanes Numeric () N (x)
        flag Boolean 60 () (x)
        tok Numeric 30 N (x)
        rack Numeric 30 N (x)
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        osname String 600 () (x)
        lanes Numeric () N (x)
        flag Boolean 60 () (x)
        tok Numeric 30 N (x)
        rack Numeric 30 N (x)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        {{ resource }} [all]
    "#]];
}
