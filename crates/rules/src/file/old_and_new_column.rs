use lsflint_lint::{Findings, Item, TableContext, rule};

rule! {
    /// Finds a column next to the column that replaced it.
    ///
    /// # Effect
    /// LSF reads the new column and ignores the old one.
    ///
    /// # Example
    /// ```lsf.cluster
    /// Begin Host
    /// HOSTNAME model type server R RESOURCES
    /// hosta    !     !    1      1 (ssd)
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hosta    !     !    1      (ssd)
    /// End Host
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format for `R` and `server` of lsf.cluster.
    pub F208 "old-and-new-column" {
        family: File, scope: OwnFile, severity: Warning, tags: [Deprecated],
        sources: [],
        checks: [Table(check)],
    }
}

fn check(context: &TableContext<'_>, findings: &mut Findings) {
    for (name, spec) in context.columns {
        let Some(new) = spec.map(|it| it.replaced_by).filter(|it| !it.is_empty()) else { continue };
        let successor = context.columns.iter().find(|it| it.1.is_some_and(|it| it.name.eq_ignore_ascii_case(new)));
        let Some((successor, _)) = successor else { continue };
        findings
            .report(name.range(), format!("`{}` stands beside `{new}`, which replaced it", name.text()))
            .consequence(Item::Value.ignored().called("this column").because(format!("it reads `{new}`")))
            .help("take the column and its values out")
            .related(successor.range(), "the column that counts");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers CLU018
    #[test]
    fn both_columns() {
        let hosts = |columns: &str| format!("Begin Host\nHOSTNAME model type {columns} RESOURCES\nEnd Host\n");
        check(
            "F208",
            "lsf.cluster.c1",
            &hosts("server R"),
            expect![[r#"
            2:28-2:29 warning `R` stands beside `server`, which replaced it
              effect: LSF ignores this column because it reads `server`
              help: take the column and its values out
              2:21-2:27 the column that counts
        "#]],
        );
        check("F208", "lsf.cluster.c1", &hosts("R"), expect![[""]]);
    }
}
