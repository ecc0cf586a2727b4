use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_spec::FileKind;

use crate::parameter::elsewhere::Elsewhere;

rule! {
    /// Finds service classes with the same name as a user group or a host partition.
    ///
    /// # Effect
    /// The names must differ. LSF may reject the service class.
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
        sources: [
            ibm("lsf_admin/service_classes_guarantees", "the name cannot be that of a host partition or user group"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbServiceClasses {
        return;
    }
    for class in context.all("ServiceClass").filter(|it| !it.name().is_empty()) {
        let name = class.name();
        let key = class.section().param("NAME").map_or(&[][..], |it| it.distinct_from);
        let others = key.iter().filter_map(|it| Elsewhere::of(it));
        for other in others.filter_map(|it| context.cluster.find(it.kind, it.section.name, &name)) {
            let what = other.section().defines.map_or("definition", |it| it.what);
            findings
                .report(class.place(), format!("service class `{name}` has the same name as a {what}"))
                .consequence(Item::Section.rejected().called("the service class").possible())
                .help("rename the service class, here and in `lsb.resources`")
                .related_at(other.place(), format!("the {what} is defined here"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# groups and partitions have other names
        //- ServiceClass of lsb.serviceclasses
        NAME = eda
               ^^^ Q512 error service class `eda` has the same name as a user group
        GOALS = [GUARANTEE]
        //- ServiceClass of lsb.serviceclasses
        NAME = part
               ^^^^ Q512 error service class `part` has the same name as a host partition
               = related HostPartition of lsb.hosts:1:14 the host partition is defined here
        GOALS = [GUARANTEE]
        //- ServiceClass own: GOALS = [GUARANTEE]
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        eda (u1)
        //- HostPartition of lsb.hosts
        HPART_NAME = part
        HOSTS = all
        USER_SHARES = [default, 1]
    "#]];
}
