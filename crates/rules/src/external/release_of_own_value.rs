use lsflint_lint::{Applicability, Findings, Fix, Item, SectionContext, rule};
use lsflint_spec::ResourceType;

use crate::external::placement::{Placement, is_definitions};

rule! {
    /// Finds RELEASE for resources that are not shared between hosts.
    ///
    /// # Effect
    /// LSF releases only shared resources when a job is suspended. For a resource that each host has for itself, the
    /// column has no effect.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING RELEASE DESCRIPTION
    /// scratch      Numeric 60       N          N       (free scratch space)
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
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING RELEASE DESCRIPTION
    /// scratch      Numeric 60       N          ()      (free scratch space)
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
    /// # Fix safety
    /// Safe: the column has no effect.
    pub E019 "release-of-own-value" {
        family: External, scope: Cluster, severity: Warning, fix: Safe,
        sources: [ibm("lsf.shared", "RELEASE is for numeric shared resources")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    // Checked first, because few tables have the column.
    let has_column =
        |it: &lsflint_syntax::ast::TableHeader<'_>| it.columns().any(|it| it.text().eq_ignore_ascii_case("RELEASE"));
    if !is_definitions(context) || !context.section.header().is_some_and(|it| has_column(&it)) {
        return;
    }
    let view = context.file.cluster;
    let Some(placement) = Placement::of(view) else { return };
    for row in context.rows {
        let name = row.name;
        let path = &context.file.file.path;
        let here = view.all_at(lsflint_spec::FileKind::LsfShared, "Resource", path, &[row.range]);
        let Some(entity) = here.into_iter().find(|it| it.is_at(&context.file.file.path, row.range)) else { continue };
        let resource = view.resources().get(name).filter(|it| !it.builtin);
        let numeric = resource.as_ref().is_some_and(|it| it.kind == Some(ResourceType::Numeric));
        let (Some(release), true) = (entity.field("RELEASE").filter(|it| it.known().is_some()), numeric) else {
            continue;
        };
        if entity.yes("RELEASE") == Some(true) && resource.is_some_and(|it| it.consumable == Some(false)) {
            // A resource that is not consumable cannot be released: another finding.
            continue;
        }
        let own = match placement.row(name) {
            Some(row) => row.is_default,
            None => placement.has_value_on_host(name),
        };
        if own {
            let range = release.place().range;
            let found = findings
                .report(range, format!("`RELEASE` is set for `{name}`, which is not shared between hosts"))
                .consequence(
                    Item::Value.ignored().because("only shared resources are released when a job is suspended"),
                )
                .help("write `()`, or map the resource to sets of hosts that share it")
                .fix(Fix::replace(Applicability::Safe, "write `()`", range, "()"));
            if let Some(row) = placement.row(name) {
                found.related_at(row.place.clone(), "mapped here");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only shared resources are released
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING RELEASE DESCRIPTION
        scratch Numeric 60 N N (x)
                             ^ E019 warning `RELEASE` is set for `scratch`, which is not shared between hosts
        lanes Numeric () N Y (x)
                           ^ E019 warning `RELEASE` is set for `lanes`, which is not shared between hosts
        lic Numeric 60 N Y (x)
        free Numeric 60 N () (x)
        nowhere Numeric 60 N Y (x)
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (lanes=4)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scratch [default]
        lic [all]
        free [default]
        //- fixed lsf.shared
        -scratch Numeric 60 N N (x)
        -lanes Numeric () N Y (x)
        +scratch Numeric 60 N () (x)
        +lanes Numeric () N () (x)
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING RELEASE DESCRIPTION
        scratch Numeric 60 N N (x)
        lanes Numeric () N Y (x)
        lic Numeric 60 N Y (x)
        free Numeric 60 N () (x)
        nowhere Numeric 60 N Y (x)

        //# what is not consumable cannot be released, which is another finding
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE RELEASE DESCRIPTION
        scratch Numeric 60 N N Y (x)
        tokens Numeric 60 N N N (x)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scratch [default]
        tokens [default]
    "#]];
}
