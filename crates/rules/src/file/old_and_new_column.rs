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
    crate::testing::fixture![[r#"
        //# both columns
        //- each Host of lsf.cluster.c1
        HOSTNAME model type server R RESOURCES
                                   ^ F208 warning `R` stands beside `server`, which replaced it
        HOSTNAME model type R RESOURCES
    "#]];
}
