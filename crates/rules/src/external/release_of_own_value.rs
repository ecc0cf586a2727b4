use lsflint_lint::{Applicability, Findings, Fix, Item, SectionContext, rule};
use lsflint_spec::ResourceType;

use crate::external::placement::{Placement, is_default, is_definitions};

rule! {
    /// Finds RELEASE for resources that no two hosts share.
    ///
    /// # Effect
    /// LSF releases shared resources only when a job is suspended. For a resource that every host has for itself the column does nothing.
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
        sources: [ibm("lsf.shared", "RELEASE is for numeric resources that hosts share")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    // Few tables have the column.
    let has_column =
        |it: &lsflint_syntax::ast::TableHeader<'_>| it.columns().any(|it| it.text().eq_ignore_ascii_case("RELEASE"));
    if !is_definitions(context) || !context.section.header().is_some_and(|it| has_column(&it)) {
        return;
    }
    let view = context.file.cluster;
    let Some(placement) = Placement::of(view) else { return };
    for row in context.rows {
        let name = row.name;
        let here = view.named(lsflint_spec::FileKind::LsfShared, "Resource", name);
        let Some(entity) = here.into_iter().find(|it| it.is_at(&context.file.file.path, row.range)) else { continue };
        let numeric =
            view.resources().get(name).is_some_and(|it| it.kind == Some(ResourceType::Numeric) && !it.builtin);
        let (Some(release), true) = (entity.field("RELEASE").filter(|it| it.known().is_some()), numeric) else {
            continue;
        };
        let own = match placement.row(name) {
            Some(row) => is_default(row),
            None => placement.has_value_on_host(name),
        };
        if own {
            let range = release.place().range;
            let found = findings
                .report(range, format!("every host has `{name}` for itself, so RELEASE does nothing"))
                .consequence(
                    Item::Value.ignored().because("only shared resources are released when a job is suspended"),
                )
                .help("write `()`, or map the resource to sets of hosts that share it")
                .fix(Fix::replace(Applicability::Safe, "write `()`", range, "()"));
            if let Some(row) = placement.row(name) {
                found.related_at(row.place(), "mapped here");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_cluster;

    // covers SHR069, EL-020
    #[test]
    fn only_shared_resources_are_released() {
        let shared = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING RELEASE DESCRIPTION\nscratch Numeric 60 N N (x)\nlanes Numeric () N Y (x)\nlic Numeric 60 N Y (x)\nfree Numeric 60 N () (x)\nnowhere Numeric 60 N Y (x)\nEnd Resource\n";
        let cluster = "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 (lanes=4)\nEnd Host\nBegin ResourceMap\nRESOURCENAME LOCATION\nscratch [default]\nlic [all]\nfree [default]\nEnd ResourceMap\n";
        check_cluster(
            "E019",
            &[("lsf.shared", shared), ("lsf.cluster.c1", cluster)],
            expect![[r#"
                3:22-3:23 warning every host has `scratch` for itself, so RELEASE does nothing
                  effect: LSF ignores the value because only shared resources are released when a job is suspended
                  help: write `()`, or map the resource to sets of hosts that share it
                  lsf.cluster.c1:7:1-7:8 mapped here
                4:20-4:21 warning every host has `lanes` for itself, so RELEASE does nothing
                  effect: LSF ignores the value because only shared resources are released when a job is suspended
                  help: write `()`, or map the resource to sets of hosts that share it
            "#]],
        );
        check_cluster("E019", &[("lsf.shared", shared)], expect![[""]]);
    }
}
