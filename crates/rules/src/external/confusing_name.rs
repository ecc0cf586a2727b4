use lsflint_lint::{Findings, RowContext, rule};
use lsflint_spec::{Confidence, DISCOURAGED_NAMES, reserved_name};

use crate::external::resource_row::ResourceRow;

rule! {
    /// Finds resources named like a keyword of resource requirements or host lists.
    ///
    /// # Effect
    /// LSF accepts the name. But in `select[all]` or `order[default]`, a reader cannot tell the resource from the
    /// keyword, and in some places LSF cannot either.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// default      Boolean ()       ()         (nothing special)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// plain        Boolean ()       ()         (nothing special)
    /// End Resource
    /// ```
    pub E009 "confusing-name" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            judgement("a resource named like a keyword is hard to tell apart from the keyword"),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(row) = ResourceRow::of(context) else { return };
    let name = row.name.text();
    if !DISCOURAGED_NAMES.contains(&&*name) || reserved_name(&name) {
        return;
    }
    findings
        .report(row.name.range(), format!("resource `{name}` has the name of a keyword"))
        .capped(Confidence::Medium)
        .effect("in some places LSF interprets the name as the keyword")
        .help("choose another name");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports words of the language
        //- Resource of lsf.shared
        RESOURCENAME DESCRIPTION
        select (x)
        ^^^^^^ E009 info resource `select` has the name of a keyword
        ssd (x)
        mem (x)
        int (x)
        ^^^ E009 info resource `int` has the name of a keyword
    "#]];
}
