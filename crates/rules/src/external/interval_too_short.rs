use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_spec::{Confidence, FileKind, find_param};
use lsflint_syntax::ast::integer;

use crate::external::resource_row::ResourceRow;

rule! {
    /// Finds external load indices whose INTERVAL is shorter than the interval of load updates.
    ///
    /// # Effect
    /// LIM sends its load at most every EXINTERVAL seconds, 15 by default. Values that the elim reports in between are
    /// never used.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 5        N          (free scratch space)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 15       N          (free scratch space)
    /// End Resource
    /// ```
    pub E007 "interval-too-short" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            ibm(
                "lsf_admin/load_indices_external",
                "LIM sends its load every 15 seconds, and an elim writes at most that often",
            ),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(row) = ResourceRow::of(context) else { return };
    let Some(interval) = row.cell("INTERVAL").and_then(|it| it.single_word()) else { return };
    let update = find_param(FileKind::LsfCluster, "Parameters", "EXINTERVAL").and_then(|it| it.default.parse().ok());
    let (Some(seconds), Some(update)) = (integer(interval), update) else { return };
    if !(1..update).contains(&seconds) {
        return;
    }
    findings
        .report(interval.range(), format!("`INTERVAL` of {seconds} seconds is shorter than that of load updates"))
        .capped(Confidence::Medium)
        .consequence(
            Item::Value
                .ignored()
                .called("values in between")
                .possible()
                .because(format!("LIM sends its load at most every {update} seconds (EXINTERVAL)")),
        )
        .help(format!("write {update} or more"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# compares with the default of exinterval
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        a Numeric 5 N (x)
                  ^ E007 info `INTERVAL` of 5 seconds is shorter than that of load updates
        b Numeric 15 N (x)
        c Numeric () N (x)
    "#]];
}
