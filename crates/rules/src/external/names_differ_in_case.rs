use lsflint_lint::{Findings, Item, RowName, SectionContext, rule};
use lsflint_spec::FileKind;
use rustc_hash::{FxHashMap, FxHashSet};

rule! {
    /// Finds resources whose names differ only in case.
    ///
    /// # Effect
    /// LSF treats them as two resources. A job that requests the wrong one stays pending without an obvious reason.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// Ssd          Boolean ()       ()         (local SSD)
    /// ssd          Boolean ()       ()         (local SSD)
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
    pub E010 "names-differ-in-case" {
        family: External, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.shared", "names are case sensitive")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let resources = context.file.kind() == FileKind::LsfShared && context.spec.is_some_and(|it| it.name == "Resource");
    if !resources {
        return;
    }
    let mut first: FxHashMap<String, &RowName<'_>> = FxHashMap::default();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    for row in context.rows {
        let name = row.name;
        // A duplicate name is another finding.
        if !seen.insert(name) {
            continue;
        }
        let earlier = *first.entry(name.to_ascii_lowercase()).or_insert(row);
        let together = earlier.branch == row.branch || earlier.branch == 0 || row.branch == 0;
        let other = earlier.name;
        if other != name && together {
            findings
                .report(row.range, format!("`{name}` and `{other}` differ only in case"))
                .consequence(
                    Item::Job
                        .pending()
                        .called("jobs that request the wrong one")
                        .possible()
                        .because("the two names are different resources"),
                )
                .help("use only one of the spellings")
                .related(earlier.range, format!("`{other}` is defined here"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names both spellings
        //- Resource of lsf.shared
        RESOURCENAME DESCRIPTION
        Ssd (a)
        ssd (b)
        ^^^ E010 warning `ssd` and `Ssd` differ only in case
        ssd (c)
        rack (d)

        //# is silent about other sections
        //- HostType of lsf.shared
        TYPENAME
        Linux
        LINUX
    "#]];
}
