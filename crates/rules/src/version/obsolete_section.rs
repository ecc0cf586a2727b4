use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{Dialect, Version};

rule! {
    /// Finds obsolete sections.
    ///
    /// # Effect
    /// LIM logs an error for a `Host` section in lsf.shared and skips it. Only old versions read `NewIndex`.
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
    pub V002 "obsolete-section" {
        family: Version, scope: OwnFile, severity: Warning, tags: [Deprecated],
        sources: [
            volclava(
                "lsf/lib/lib.conf.c",
                "ls_readshared",
                "a `Host` section in lsf.shared is `no longer needed in this version, ignored`; `NewIndex` is read",
            ),
            ibm("lsf.shared", "the sections of the file"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.spec.filter(|it| !it.obsolete.is_empty()) else { return };
    let target = context.file.cluster.switches().target;
    findings
        .report(context.begin_range(), format!("obsolete section `{}`", spec.name))
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
        ^^^^^^^^^^^^^^ V002 warning obsolete section `NewIndex`
        NAME INTERVAL INCREASING DESCRIPTION
        x 60 N (x)
        End NewIndex
        Begin Host
        ^^^^^^^^^^ V002 warning obsolete section `Host`
            = help: hosts belong in the Host section of lsf.cluster
        HOSTNAME
        m1
        End Host

        //# is silent about sections in use
        //- Cluster of lsf.shared
        ClusterName
        c1
    "#]];
}
