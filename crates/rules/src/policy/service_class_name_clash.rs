use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_spec::FileKind;

use crate::limit::pools::own;
use crate::parameter::elsewhere::Elsewhere;

rule! {
    /// Finds service classes with the name of a user group or of a host partition.
    ///
    /// # Effect
    /// LSF reports the class and does not use it.
    ///
    /// # Example
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME  = physics
    /// GOALS = [GUARANTEE]
    /// End ServiceClass
    ///
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// physics    (ann bob)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME  = physics_class
    /// GOALS = [GUARANTEE]
    /// End ServiceClass
    ///
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// physics    (ann bob)
    /// End UserGroup
    /// ```
    pub Q512 "service-class-name-clash" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.serviceclasses", "")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbServiceClasses {
        return;
    }
    for class in own(context, "ServiceClass").filter(|it| !it.name().is_empty()) {
        let name = class.name();
        let key = class.section().param("NAME").map_or(&[][..], |it| it.distinct_from);
        let others = key.iter().filter_map(|it| Elsewhere::of(it));
        for other in others.filter_map(|it| context.cluster.find(it.kind, it.section.name, &name)) {
            let what = other.section().defines.map_or("definition", |it| it.what);
            findings
                .report(class.place().range, format!("service class `{name}` has the name of a {what}"))
                .consequence(Item::Section.rejected().called("the service class"))
                .help("give the class another name, here and in lsb.resources")
                .related_at(other.place(), format!("the {what}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_cluster;

    // covers LSB-S006
    #[test]
    fn groups_and_partitions_have_other_names() {
        let class = |name: &str| format!("Begin ServiceClass\nNAME = {name}\nGOALS = [GUARANTEE]\nEnd ServiceClass\n");
        let classes = class("eda") + &class("part") + &class("own");
        let users = ("lsb.users", "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\neda (u1)\nEnd UserGroup\n");
        let hosts = (
            "lsb.hosts",
            "Begin HostPartition\nHPART_NAME = part\nHOSTS = all\nUSER_SHARES = [default, 1]\nEnd HostPartition\n",
        );
        check_cluster(
            "Q512",
            &[("lsb.serviceclasses", &classes), users, hosts],
            expect![[r#"
                2:8-2:11 error service class `eda` has the name of a user group
                  effect: LSF rejects the service class
                  help: give the class another name, here and in lsb.resources
                  lsb.users:3:1-3:4 the user group
                6:8-6:12 error service class `part` has the name of a host partition
                  effect: LSF rejects the service class
                  help: give the class another name, here and in lsb.resources
                  lsb.hosts:2:14-2:18 the host partition
            "#]],
        );
    }
}
