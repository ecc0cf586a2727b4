use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::FileKind;

use crate::external::placement::is_dynamic;

rule! {
    /// Finds settings for elims in a cluster without any dynamic resource.
    ///
    /// # Effect
    /// No elim is ever started, so the settings do nothing.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Parameters
    /// ELIMARGS = -v
    /// End Parameters
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// ssd          Boolean ()       ()         (solid state disk)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Parameters
    /// ELIMARGS = -v
    /// End Parameters
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// tok          Numeric 30       N          (tokens)
    /// End Resource
    /// ```
    pub E255 "elim-parameters-unused" {
        family: External, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.cluster", "the settings are for external load indices")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsfCluster || context.spec.is_none_or(|it| it.name != "Parameters") {
        return;
    }
    let resources = context.file.cluster.resources();
    let dynamic = |name: &str| resources.get(name).is_some_and(|it| is_dynamic(&it));
    let mut about_elims =
        context.entries.iter().filter(|it| it.has_value() && it.spec.is_some_and(|it| it.name.contains("ELIM")));
    let Some(first) = about_elims.next() else { return };
    if resources.knowledge != Knowledge::Complete || resources.site_names().any(dynamic) {
        return;
    }
    let found = findings
        .report(first.name.range(), format!("`{}` is set, but no resource is dynamic", first.display_name()))
        .consequence(Item::Line.no_effect().because("no elim is started"))
        .help("define a resource with an INTERVAL in lsf.shared and map it, or take the line out");
    for it in about_elims {
        found.related(it.name.range(), "does nothing either");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_cluster;

    const PARAMETERS: (&str, &str) = (
        "lsf.cluster.c1",
        "Begin Parameters\nEXINTERVAL = 15\nELIMARGS = -v\nLSF_ELIM_BLOCKTIME = 4\nEnd Parameters\n",
    );

    #[track_caller]
    fn with(row: &str, expected: expect_test::Expect) {
        let shared =
            format!("Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n{row}\nEnd Resource\n");
        check_cluster("E255", &[PARAMETERS, ("lsf.shared", &shared)], expected);
    }

    // covers CLU037, EL-065
    #[test]
    fn nothing_is_dynamic() {
        with(
            "ssd Boolean () () (x)",
            expect![[r#"
                3:1-3:9 warning `ELIMARGS` is set, but no resource is dynamic
                  effect: the line has no effect because no elim is started
                  help: define a resource with an INTERVAL in lsf.shared and map it, or take the line out
                  4:1-4:19 does nothing either
            "#]],
        );
    }

    #[test]
    fn is_silent_where_something_is_or_may_be() {
        with("tok Numeric 30 N (x)", expect![[""]]);
        check_cluster("E255", &[PARAMETERS], expect![[""]]);
    }
}
