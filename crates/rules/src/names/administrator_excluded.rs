use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, ParamSpec};

use crate::names::list::items;

rule! {
    /// Finds queues whose USERS excludes a cluster administrator.
    ///
    /// # Effect
    /// None: cluster administrators can submit jobs to every queue, whatever the value of USERS.
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
                .report(item.range(), format!("cluster administrator `{}` cannot be excluded", item.text()))
                .consequence(
                    Item::Value.no_effect().called("the exclusion").because("administrators can submit to every queue"),
                )
                .help("remove the exclusion")
                .related_at(field.place(), "the cluster administrators");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# administrators are always in
        //- ClusterAdmins of lsf.cluster.c1: ADMINISTRATORS = lsfadmin ops
        //- each Queue
        USERS = all ~lsfadmin ~u1
                    ^^^^^^^^^ X222 hint cluster administrator `lsfadmin` cannot be excluded
        USERS = all ~u1
        USERS = lsfadmin
        //#
        //- each Queue: USERS = all ~lsfadmin
    "#]];
}
