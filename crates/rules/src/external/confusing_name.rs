use lsflint_lint::{Findings, RowContext, rule};
use lsflint_spec::{Confidence, DISCOURAGED_NAMES, reserved_name};

use crate::external::resource_row::ResourceRow;

rule! {
    /// Finds resources that are named like a word of the requirement language or of host lists.
    ///
    /// # Effect
    /// LSF accepts the name. But in `select[all]` or `order[default]` nobody can tell the resource from the word, and neither can LSF in
    /// every place.
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
    ///
    /// # Notes
    /// The list of the words of the requirement language in the reference.
    pub E009 "confusing-name" {
        family: External, scope: Cluster, severity: Info,
        sources: [],
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
        .report(row.name.range(), format!("the resource `{name}` is named like a word with another meaning"))
        .capped(Confidence::Medium)
        .effect("in some places LSF takes the name for the word, and so do readers")
        .help("choose another name");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports words of the language
        //- lsf.shared
        Begin Resource
        RESOURCENAME DESCRIPTION
        select (x)
        ^^^^^^ E009 info the resource `select` is named like a word with another meaning
        ssd (x)
        mem (x)
        int (x)
        ^^^ E009 info the resource `int` is named like a word with another meaning
        End Resource
    "#]];
}
