use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{List as _, UserList};

rule! {
    /// Finds clusters whose first administrator is root although there are others.
    ///
    /// # Effect
    /// The first administrator owns the files and runs the daemons of LSF: everything that is done in the name of LSF, log files and all,
    /// is done with all rights of the system.
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
    /// Do not use root").
    pub Z004 "root-administrator" {
        family: Operations, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.cluster", "(\"the first name is the primary administrator")],
        checks: [SettingNamed(&["ADMINISTRATORS"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsfCluster {
        return;
    }
    let Some(list) = context.setting.typed::<UserList<'_>>() else { return };
    let (Some(first), others) = (list.items().next(), list.items().count() > 1) else { return };
    // Alone it is a choice; before others it is an oversight.
    if !first.is("root") || !others {
        return;
    }
    findings
        .report(first.range(), "`root` is the primary administrator")
        .effect("the daemons of LSF run with all rights of the system, and its files belong to root")
        .help("name an account of its own first, such as `lsfadmin`");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers CLU021
    #[test]
    fn reports_root_in_the_first_place() {
        check(
            "Z004",
            "lsf.cluster.c1",
            "Begin ClusterAdmins\nADMINISTRATORS = root lsfadmin\nEnd ClusterAdmins\n",
            expect![[r#"
                2:18-2:22 warning `root` is the primary administrator
                  effect: the daemons of LSF run with all rights of the system, and its files belong to root
                  help: name an account of its own first, such as `lsfadmin`
            "#]],
        );
    }

    #[test]
    fn is_silent_about_root_alone_further_back_and_in_queues() {
        check(
            "Z004",
            "lsf.cluster.c1",
            "Begin ClusterAdmins\nADMINISTRATORS = root\nEnd ClusterAdmins\n",
            expect![[""]],
        );
        check(
            "Z004",
            "lsf.cluster.c1",
            "Begin ClusterAdmins\nADMINISTRATORS = lsfadmin root\nEnd ClusterAdmins\n",
            expect![[""]],
        );
        check("Z004", "lsb.queues", "Begin Queue\nQUEUE_NAME = q\nADMINISTRATORS = root\nEnd Queue\n", expect![[""]]);
    }
}
