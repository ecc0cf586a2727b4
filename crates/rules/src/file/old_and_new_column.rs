use lsflint_lint::{Findings, Item, TableContext, rule};

rule! {
    /// Finds obsolete columns next to the column that replaced them.
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
    pub F208 "old-and-new-column" {
        family: File, scope: OwnFile, severity: Warning, tags: [Deprecated],
        sources: [
            volclava(
                "lsf/lib/lib.conf.c",
                "do_Hosts",
                "with both `R` and `SERVER` in the header of lsf.cluster, `R` is ignored",
            ),
        ],
        checks: [Table(check)],
    }
}

fn check(context: &TableContext<'_>, findings: &mut Findings) {
    for (name, spec) in context.columns {
        let Some(new) = spec.map(|it| it.replaced_by).filter(|it| !it.is_empty()) else { continue };
        let successor = context.columns.iter().find(|it| it.1.is_some_and(|it| it.name.eq_ignore_ascii_case(new)));
        let Some((successor, _)) = successor else { continue };
        findings
            .report(name.range(), format!("obsolete column `{}` next to its replacement `{new}`", name.text()))
            .consequence(Item::Value.ignored().called("this column").because(format!("it reads `{new}`")))
            .help("remove the column and its values")
            .related(successor.range(), "the column that LSF reads");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# both columns
        //- each Host of lsf.cluster.c1
        HOSTNAME model type server R RESOURCES
                                   ^ F208 warning obsolete column `R` next to its replacement `server`
        HOSTNAME model type R RESOURCES
    "#]];
}
