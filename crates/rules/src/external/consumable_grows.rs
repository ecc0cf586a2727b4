use lsflint_lint::{Findings, RowContext, rule};
use lsflint_spec::{Confidence, ResourceType};

use crate::external::resource_row::ResourceRow;

rule! {
    /// Finds consumable resources that are defined as increasing with load.
    ///
    /// # Effect
    /// LSF sorts hosts by such a resource and applies thresholds to it in the opposite direction: the host with the
    /// fewest free licenses or the least free space is preferred.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
    /// lic          Numeric 30       Y          Y          (free licences)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
    /// lic          Numeric 30       N          Y          (free licences)
    /// End Resource
    /// ```
    pub E028 "consumable-grows" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            ibm("lsf_admin/resource_section_configure", "INCREASING=Y: a higher value means more load"),
            ibm("lsf_admin/order_string", "hosts are sorted from the least load"),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(row) = ResourceRow::of(context) else { return };
    let grows = row.kind == Some(ResourceType::Numeric) && row.yes("INCREASING") == Some(true);
    if !grows || row.yes("CONSUMABLE") != Some(true) {
        return;
    }
    let Some(cell) = row.cell("INCREASING") else { return };
    findings
        .report(cell.value_range(), format!("consumable resource `{}` is set to increase with load", row.name.text()))
        .capped(Confidence::Medium)
        .effect("LSF prefers the hosts with the smallest free amount")
        .help("write `N` if jobs consume a free amount, such as licenses or space");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# what is used up does not grow
        //- each Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION
          tok Numeric 30 Y Y (tokens)
                         ^ E028 info consumable resource `tok` is set to increase with load
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION
          tok Numeric 30 N Y (tokens)
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION
          tok Numeric 30 Y () (tokens)
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION
          tok Numeric 30 Y N (tokens)
    "#]];
}
