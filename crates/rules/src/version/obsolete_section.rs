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
    crate::testing::fixture![[r#"
        //# points to what took its place
        //- lsf.shared
        Begin NewIndex
        ^^^^^^^^^^^^^^ V002 warning the section `NewIndex` is obsolete
        NAME INTERVAL INCREASING DESCRIPTION
        x 60 N (x)
        End NewIndex
        Begin Host
        ^^^^^^^^^^ V002 warning the section `Host` is obsolete
            = help: hosts belong in the Host section of lsf.cluster
        HOSTNAME
        m1
        End Host

        //# is silent about sections in use
        //- lsf.shared
        Begin Cluster
        ClusterName
        c1
        End Cluster
    "#]];
}
