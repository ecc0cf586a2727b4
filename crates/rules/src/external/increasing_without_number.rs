use lsflint_lint::{Applicability, Findings, Fix, Item, RowContext, rule};
use lsflint_spec::ResourceType;

use crate::external::resource_row::{ResourceRow, type_name};

rule! {
    /// Finds INCREASING on a resource that is not numeric.
    ///
    /// # Effect
    /// LIM reports the value and ignores it; one open-source parser fails with an error.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// ssd          Boolean ()       Y          (local SSD)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// ssd          Boolean ()       ()         (local SSD)
    /// End Resource
    /// ```
    ///
    /// # Fix safety
    /// Safe: LSF ignores the value before and after.
    pub E005 "increasing-without-number" {
        family: External, scope: Cluster, severity: Warning, fix: Safe,
        sources: [
            volclava("lsf/lib/lib.conf.c", "do_Resources", "`INCREASING ... is not used by the resource`: ignored"),
            ibm("lsf.shared", "INCREASING applies to numeric resources"),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(row) = ResourceRow::of(context) else { return };
    let Some(kind) = row.kind.filter(|it| *it != ResourceType::Numeric) else { return };
    let (Some(cell), true) = (row.cell("INCREASING"), row.yes("INCREASING").is_some()) else { return };
    let (name, kind, range) = (row.name.text(), type_name(kind), cell.value_range());
    findings
        .report(range, format!("`INCREASING` does not apply to {kind} resource `{name}`"))
        .consequence(Item::Value.ignored().logged())
        .help("write `()`")
        .fix(Fix::replace(Applicability::Safe, "write `()`", range, "()"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the cell
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        ssd Boolean () Y (x)
                       ^ E005 warning `INCREASING` does not apply to Boolean resource `ssd`
        rack String () n (x)
                       ^ E005 warning `INCREASING` does not apply to String resource `rack`
        tok Numeric () N (x)
        //- fixed lsf.shared
        -ssd Boolean () Y (x)
        -rack String () n (x)
        +ssd Boolean () () (x)
        +rack String () () (x)
    "#]];
}
