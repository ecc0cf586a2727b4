use lsflint_lint::{Findings, RowContext, rule};
use lsflint_spec::{Confidence, ResourceType};

use crate::external::resource_row::ResourceRow;

rule! {
    /// Finds consumable resources that are declared as growing with load.
    ///
    /// # Effect
    /// LSF sorts hosts by such a resource and reads thresholds on it the other way round: the host with the fewest free licences or the
    /// least free space looks best.
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
        sources: [ibm("lsf.shared", ""), manual("Administering IBM Spectrum LSF", "external load indices")],
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
        .report(cell.value_range(), format!("`{}` is consumable and grows with load", row.name.text()))
        .capped(Confidence::Medium)
        .effect("LSF prefers the hosts with the least left of it")
        .help("write `N` when jobs use up something that is free, such as licences or space");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    fn resource(cells: &str, expected: Expect) {
        let text = format!(
            "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION\ntok {cells} (tokens)\nEnd Resource\n"
        );
        check("E028", "lsf.shared", &text, expected);
    }

    // covers SHR073
    #[test]
    fn what_is_used_up_does_not_grow() {
        resource(
            "Numeric 30 Y Y",
            expect![[r#"
                3:16-3:17 info `tok` is consumable and grows with load
                  effect: LSF prefers the hosts with the least left of it
                  help: write `N` when jobs use up something that is free, such as licences or space
            "#]],
        );
        resource("Numeric 30 N Y", expect![[""]]);
        resource("Numeric 30 Y ()", expect![[""]]);
        resource("Numeric 30 Y N", expect![[""]]);
    }
}
