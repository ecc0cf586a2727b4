use lsflint_lint::{Findings, Item, RowName, SectionContext, rule};
use lsflint_spec::{Confidence, FileKind};
use rustc_hash::FxHashMap;

rule! {
    /// Finds resources with more than one row in ResourceMap.
    ///
    /// # Effect
    /// The manual does not say which instances LSF uses. OpenLava and volclava use those of both rows, except for a
    /// host that an earlier row names, and ignore a later `[all]`. A copied row can also mean that another resource is
    /// not mapped.
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
    /// A published example maps one license in two rows and the other not at all.
    pub E105 "resource-in-two-rows" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            volclava("lsf/lim/lim.conf.c", "addResourceMap", "a second row adds instances to the resource"),
            volclava("lsf/lim/lim.conf.c", "getValidHosts", "a host that already has an instance is ignored"),
            volclava("lsf/lib/lib.conf.c", "addResource", "in the library, each row adds an entry of its own"),
        ],
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
            .report(row.range, format!("duplicate row for resource `{name}`"))
            .capped(Confidence::Medium)
            .consequence(Item::Row.ignored().possible().because("versions differ in which of the two rows they use"))
            .help("write all instances in one `LOCATION`: `(2@[h1] 3@[h2])`")
            .related(earlier.range, "first mapped here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the second row
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        tok 2@[h1]
        lic [all]
        tok 3@[h2]
        ^^^ E105 warning duplicate row for resource `tok`
    "#]];
}
