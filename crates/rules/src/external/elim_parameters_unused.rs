use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::FileKind;

use crate::external::placement::is_dynamic;

rule! {
    /// Finds elim parameters in a cluster without dynamic resources.
    ///
    /// # Effect
    /// LSF never starts an elim, so the parameters have no effect.
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
        sources: [ibm("lsf.cluster", "the parameters are for external load indices")],
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
        .help("define a resource with an `INTERVAL` in lsf.shared and map it, or remove the line");
    for it in about_elims {
        found.related(it.name.range(), "this has no effect either");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# nothing is dynamic
        //- Parameters of lsf.cluster.c1
        EXINTERVAL = 15
        ELIMARGS = -v
        ^^^^^^^^ E255 warning `ELIMARGS` is set, but no resource is dynamic
            = related 3:1 this has no effect either
        LSF_ELIM_BLOCKTIME = 4
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        ssd Boolean () () (x)

        //# is silent where something is or may be
        //- Parameters of lsf.cluster.c1
        EXINTERVAL = 15
        ELIMARGS = -v
        LSF_ELIM_BLOCKTIME = 4
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        tok Numeric 30 N (x)
        //#
        //- Parameters of lsf.cluster.c1
        EXINTERVAL = 15
        ELIMARGS = -v
        LSF_ELIM_BLOCKTIME = 4
    "#]];
}
