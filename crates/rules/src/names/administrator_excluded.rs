use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Place, View};
use lsflint_spec::{FileKind, ParamSpec};
use rustc_hash::FxHashMap;

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
    let administrators =
        context.file.cluster.once_with_places("cluster administrators", FileKind::LsfCluster, administrators);
    let Some(administrators) = administrators else { return };
    for item in excluded {
        let name = item.text();
        let Some(place) = administrators.get(&*name) else { continue };
        findings
            .report(item.range(), format!("cluster administrator `{name}` cannot be excluded"))
            .consequence(
                Item::Value.no_effect().called("the exclusion").because("administrators can submit to every queue"),
            )
            .help("remove the exclusion")
            .related_at(place.clone(), "the cluster administrators");
    }
}

/// The cluster administrators, and the first list that names each of them.
fn administrators(view: View<'_>) -> FxHashMap<String, Place> {
    let mut found: FxHashMap<String, Place> = FxHashMap::default();
    for field in view.all(FileKind::LsfCluster, "ClusterAdmins").filter_map(|it| it.field("ADMINISTRATORS")) {
        for name in field.known().unwrap_or_default().split_whitespace() {
            found.entry(name.to_owned()).or_insert_with(|| field.place());
        }
    }
    found
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
