use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_model::Strictness;
use lsflint_spec::{FORBIDDEN_NAME_PREFIXES, FileKind};
use lsflint_syntax::Token;

use crate::external::resource_row::ResourceRow;

rule! {
    /// Finds resources whose names begin like a number: `inf...`, `nan...`.
    ///
    /// # Effect
    /// The lenient parser of selection strings reads the beginning as infinity or "not a number", so the resource can
    /// be used only as `defined(name)`. With LSF_STRICT_RESREQ=Y, it is read as a name.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// infiniband   Boolean ()       ()         (fast network)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// ibnet        Boolean ()       ()         (fast network)
    /// End Resource
    /// ```
    ///
    /// # Notes
    /// Based on the page of the selection string.
    pub E008 "number-like-name" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_resource_sharing/lsf_global_resource_config",
                "names of global resources cannot begin with `inf` or `nan`, either",
            ),
            ibm("lsf_admin/resource_section_configure", "a name cannot begin with a number, `inf` or `nan`"),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(word) = name(context) else { return };
    if context.table.section.file.cluster.switches().strictness == Strictness::Strict {
        return;
    }
    let name = word.text();
    let begins = |it: &&&str| name.get(..it.len()).is_some_and(|head| head.eq_ignore_ascii_case(it));
    let Some(prefix) = FORBIDDEN_NAME_PREFIXES.iter().find(begins) else { return };
    let number = Item::Value.read_as(*prefix).called("the beginning of the name").possible();
    let number = number.so(format!("the resource can be used only as `defined({name})` without LSF_STRICT_RESREQ=Y"));
    findings
        .report(word.range(), format!("resource name `{name}` begins like the number `{prefix}`"))
        .consequence(number)
        .help("choose a name with a different beginning, or set `LSF_STRICT_RESREQ=Y` in lsf.conf");
}

/// The name in a row of the Resource section of lsf.shared or lsb.globalpolicies.
fn name<'a>(context: &RowContext<'a>) -> Option<Token<'a>> {
    let section = &context.table.section;
    let named = section.spec.is_some_and(|it| it.name == "Resource") && !context.broken;
    let global = named && section.file.kind() == FileKind::LsbGlobalPolicies;
    if global { context.cell("RESOURCENAME")?.single_word() } else { Some(ResourceRow::of(context)?.name) }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports both prefixes
        //- Resource of lsf.shared
        RESOURCENAME DESCRIPTION
        infiniband (x)
        ^^^^^^^^^^ E008 warning resource name `infiniband` begins like the number `inf`
        NaNo (x)
        ^^^^ E008 warning resource name `NaNo` begins like the number `nan`
        ibnet (x)

        //# reports global resources
        //- Resource of lsb.globalpolicies
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        inflic Numeric () N (x)
        ^^^^^^ E008 warning resource name `inflic` begins like the number `inf`
        lic Numeric () N (x)

        //# is silent in strict mode
        //- Resource of lsf.shared
        RESOURCENAME DESCRIPTION
        infiniband (x)
        //- lsf.conf: LSF_STRICT_RESREQ=Y
    "#]];
}
