use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{List as _, UserList};

rule! {
    /// Finds clusters that list root as the first of several administrators.
    ///
    /// # Effect
    /// The first administrator owns the LSF files and runs the LSF daemons. With root, everything that LSF does runs
    /// with full system privileges, and its files, including the logs, belong to root.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = root lsfadmin
    /// End ClusterAdmins
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin
    /// End ClusterAdmins
    /// ```
    ///
    /// # Notes
    /// The reference page says not to use root.
    pub Z004 "root-administrator" {
        family: Operations, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.cluster", "the first name is the primary administrator")],
        checks: [SettingNamed(&["ADMINISTRATORS"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsfCluster {
        return;
    }
    let Some(list) = context.setting.typed::<UserList<'_>>() else { return };
    let (Some(first), others) = (list.items().next(), list.items().count() > 1) else { return };
    // A single `root` is a decision; before other names it is an oversight.
    if !first.is("root") || !others {
        return;
    }
    findings
        .report(first.range(), "`root` is the primary administrator")
        .effect("the LSF daemons run with full system privileges, and the LSF files belong to root")
        .help("list a dedicated account first, such as `lsfadmin`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports root in the first place
        //- ClusterAdmins of lsf.cluster.c1
        ADMINISTRATORS = root lsfadmin
                         ^^^^ Z004 warning `root` is the primary administrator

        //# is silent about root alone further back and in queues
        //- each ClusterAdmins of lsf.cluster.c1
        ADMINISTRATORS = root
        ADMINISTRATORS = lsfadmin root
        //- each Queue: ADMINISTRATORS = root
    "#]];
}
