use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, ParamSpec};

use crate::names::list::items;

rule! {
    /// Finds queues that take an administrator of the cluster out of their users.
    ///
    /// # Effect
    /// None: administrators of the cluster may submit to every queue, whatever USERS says.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = all ~lsfadmin
    /// End Queue
    /// //- lsf.cluster.west
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin
    /// End ClusterAdmins
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = all
    /// End Queue
    /// //- lsf.cluster.west
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin
    /// End ClusterAdmins
    /// ```
    pub X222 "administrator-excluded" {
        family: Names, scope: Cluster, severity: Hint,
        sources: [ibm("lsb.queues", "USERS")],
        checks: [SettingOf(is_users_of_queue, check)],
    }
}

fn is_users_of_queue(spec: &ParamSpec) -> bool {
    spec.name == "USERS" && spec.section == "Queue"
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let excluded: Vec<_> = items(&context.setting).filter(|it| it.is_excluded()).collect();
    if excluded.is_empty() || context.broken {
        return;
    }
    for section in context.file.cluster.all(FileKind::LsfCluster, "ClusterAdmins") {
        let Some(field) = section.field("ADMINISTRATORS") else { continue };
        let names = field.known().unwrap_or_default();
        for item in excluded.iter().filter(|it| names.split_whitespace().any(|name| name == it.text())) {
            findings
                .report(item.range(), format!("`{}` is an administrator of the cluster", item.text()))
                .consequence(
                    Item::Value.no_effect().called("the exclusion").because("administrators may submit to every queue"),
                )
                .help("take the word out")
                .related_at(field.place(), "the administrators");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::{check, check_cluster};

    fn users(value: &str, expected: Expect) {
        let queue = format!("Begin Queue\nQUEUE_NAME = q\nUSERS = {value}\nEnd Queue\n");
        let admins = "Begin ClusterAdmins\nADMINISTRATORS = lsfadmin ops\nEnd ClusterAdmins\n";
        check_cluster("X222", &[("lsb.queues", &queue), ("lsf.cluster.c1", admins)], expected);
    }

    // covers users-excludes-admin
    #[test]
    fn administrators_are_always_in() {
        users(
            "all ~lsfadmin ~u1",
            expect![[r#"
                3:13-3:22 hint `lsfadmin` is an administrator of the cluster
                  effect: the exclusion has no effect because administrators may submit to every queue
                  help: take the word out
                  lsf.cluster.c1:2:18-2:30 the administrators
            "#]],
        );
        users("all ~u1", expect![[""]]);
        users("lsfadmin", expect![[""]]);
        check("X222", "lsb.queues", "Begin Queue\nQUEUE_NAME = q\nUSERS = all ~lsfadmin\nEnd Queue\n", expect![[""]]);
    }
}
