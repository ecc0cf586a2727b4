use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Knowledge, State, View};
use lsflint_spec::{Confidence, FileKind, lists};

use crate::parameter::elsewhere::Elsewhere;
use crate::parameter::related;

rule! {
    /// Finds EGROUP_UPDATE_INTERVAL in a cluster where no group gets its members from `egroup`.
    ///
    /// # Effect
    /// LSF runs `egroup` only for groups whose member list is `!`. No group has such a list, so there is nothing to
    /// update.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// EGROUP_UPDATE_INTERVAL = 2
    /// End Parameters
    ///
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (ann bob)
    /// End UserGroup
    ///
    /// //- lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// End HostGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// EGROUP_UPDATE_INTERVAL = 2
    /// End Parameters
    ///
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (!)
    /// End UserGroup
    ///
    /// //- lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// End HostGroup
    /// ```
    pub P401 "egroup-interval-unused" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [ibm("lsb.params", "EGROUP_UPDATE_INTERVAL")],
        checks: [SettingNamed(&["EGROUP_UPDATE_INTERVAL"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let complete = |kind| view.knowledge(kind) == Knowledge::Complete;
    if !context.setting.has_value() || !complete(FileKind::LsbUsers) || !complete(FileKind::LsbHosts) {
        return;
    }
    if view.once("whether a group gets its members from egroup", has_group_of_egroup).is_none_or(|it| *it) {
        return;
    }
    findings
        .report(related::place(&context.setting), "no group gets its members from `egroup`")
        .capped(Confidence::Medium)
        .consequence(Item::Line.no_effect().possible().because("LSF has no group to update"))
        .help("write `(!)` as the member list of a group, or remove the line");
}

/// Whether a group gets its members from egroup, or may.
fn has_group_of_egroup(view: View<'_>) -> bool {
    let places = lists::EGROUP_COLUMNS.iter().filter_map(|it| Elsewhere::of(it));
    let mut fields =
        places.flat_map(|at| view.all(at.kind, at.section.name).flat_map(move |it| it.fields(at.param.name)));
    fields.any(|it| it.state() == State::Templated || it.known().is_some_and(|it| it.contains('!')))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        g (u1)
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        h (a b)

        //# some group is filled by the program
        //- each Parameters
        EGROUP_UPDATE_INTERVAL = 2
        ^^^^^^^^^^^^^^^^^^^^^^ P401 warning no group gets its members from `egroup`
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        g (!)
        //- each Parameters: EGROUP_UPDATE_INTERVAL = 2
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        h (!)
        //- each Parameters: EGROUP_UPDATE_INTERVAL = 2
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        g ({{ users }})
        //- each Parameters: EGROUP_UPDATE_INTERVAL = 2
    "#]];
}
