use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{Dialect, Version};

rule! {
    /// Finds sections that are out of use.
    ///
    /// # Effect
    /// LIM reports a `Host` section of lsf.shared and skips it. `NewIndex` was read by old versions only.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin NewIndex
    /// NAME    INTERVAL INCREASING DESCRIPTION
    /// scratch 60       N          (free scratch space)
    /// End NewIndex
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// ```
    ///
    /// # Notes
    /// What two open-source readers of the file do with such sections.
    pub V002 "obsolete-section" {
        family: Version, scope: OwnFile, severity: Warning, tags: [Deprecated],
        sources: [ibm("lsf.shared", "")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.spec.filter(|it| !it.obsolete.is_empty()) else { return };
    let target = context.file.cluster.switches().target;
    findings
        .report(context.begin_range(), format!("the section `{}` is obsolete", spec.name))
        .consequence(
            Item::Section.ignored().possible_unless(target.dialect == Dialect::Lsf && target.from >= Version::MANUAL),
        )
        .help(spec.obsolete);
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers SHR074
    #[test]
    fn points_to_what_took_its_place() {
        check(
            "V002",
            "lsf.shared",
            "Begin NewIndex\nNAME INTERVAL INCREASING DESCRIPTION\nx 60 N (x)\nEnd NewIndex\nBegin Host\nHOSTNAME\nm1\nEnd Host\n",
            expect![[r#"
                1:1-1:15 warning the section `NewIndex` is obsolete
                  effect: LSF ignores the section
                  help: declare the index in the Resource section
                5:1-5:11 warning the section `Host` is obsolete
                  effect: LSF ignores the section
                  help: hosts belong in the Host section of lsf.cluster
            "#]],
        );
    }

    #[test]
    fn is_silent_about_sections_in_use() {
        check("V002", "lsf.shared", "Begin Cluster\nClusterName\nc1\nEnd Cluster\n", expect![[""]]);
    }
}
