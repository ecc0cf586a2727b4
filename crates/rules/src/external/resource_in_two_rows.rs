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
    crate::testing::fixture![[r#"
        //# points at the second row
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        tok 2@[h1]
        lic [all]
        tok 3@[h2]
        ^^^ E105 warning `tok` has another row above
        End ResourceMap
    "#]];
}
