use lsflint_lint::{Findings, Item, RowName, SectionContext, rule};
use lsflint_spec::{Confidence, FileKind};
use rustc_hash::FxHashMap;

rule! {
    /// Finds resources with two rows in ResourceMap.
    ///
    /// # Effect
    /// LIM reads the rows as they come; which instances count then differs by version. Copied rows also mean that another resource was
    /// never mapped.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// tok          2@[h1]
    /// tok          3@[h2]
    /// End ResourceMap
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// tok          (2@[h1] 3@[h2])
    /// End ResourceMap
    /// ```
    ///
    /// # Notes
    /// What two open-source readers of the file do with such rows. A published example that maps one licence twice and
    /// the other never.
    pub E105 "resource-in-two-rows" {
        family: External, scope: Cluster, severity: Warning,
        sources: [],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let map = context.file.kind() == FileKind::LsfCluster && context.spec.is_some_and(|it| it.name == "ResourceMap");
    if !map {
        return;
    }
    let mut first: FxHashMap<(&str, u32), &RowName<'_>> = FxHashMap::default();
    for row in context.rows {
        let name = row.name;
        let Some(earlier) = first.insert((name, row.branch), row) else { continue };
        findings
            .report(row.range, format!("`{name}` has another row above"))
            .capped(Confidence::Medium)
            .consequence(Item::Row.ignored().possible().because("versions differ in which of the two rows they use"))
            .help("put all instances into one LOCATION: `(2@[h1] 3@[h2])`")
            .related(earlier.range, "the row above");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers MAP020
    #[test]
    fn points_at_the_second_row() {
        check(
            "E105",
            "lsf.cluster.c1",
            "Begin ResourceMap\nRESOURCENAME LOCATION\ntok 2@[h1]\nlic [all]\ntok 3@[h2]\nEnd ResourceMap\n",
            expect![[r#"
                5:1-5:4 warning `tok` has another row above
                  effect: LSF may ignore the row because versions differ in which of the two rows they use
                  help: put all instances into one LOCATION: `(2@[h1] 3@[h2])`
                  3:1-3:4 the row above
            "#]],
        );
    }
}
