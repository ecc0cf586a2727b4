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
    crate::testing::fixture![[r#"
        //# administrators are always in
        //- lsf.cluster.c1
        Begin ClusterAdmins
        ADMINISTRATORS = lsfadmin ops
        End ClusterAdmins
        //- each Queue
        USERS = all ~lsfadmin ~u1
                    ^^^^^^^^^ X222 hint `lsfadmin` is an administrator of the cluster
        USERS = all ~u1
        USERS = lsfadmin
        //#
        //- each Queue
        USERS = all ~lsfadmin
    "#]];
}
