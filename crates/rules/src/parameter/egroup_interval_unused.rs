use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Knowledge, State};
use lsflint_spec::{Confidence, FileKind, lists};

use crate::parameter::elsewhere::Elsewhere;
use crate::parameter::related;

rule! {
    /// Finds EGROUP_UPDATE_INTERVAL in a cluster where no group takes its members from a program.
    ///
    /// # Effect
    /// Only groups with `!` as their member are filled by `egroup`. There is none, so nothing is asked for again.
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
    let places = lists::EGROUP_COLUMNS.iter().filter_map(|it| Elsewhere::of(it));
    let mut fields =
        places.flat_map(|at| view.all(at.kind, at.section.name).flat_map(move |it| it.fields(at.param.name)));
    if fields.any(|it| it.state() == State::Templated || it.known().is_some_and(|it| it.contains('!'))) {
        return;
    }
    findings
        .report(related::place(&context.setting), "no group takes its members from `egroup`")
        .capped(Confidence::Medium)
        .consequence(Item::Line.no_effect().possible().because("LSF has no group to update"))
        .help("write `(!)` as the members of a group, or remove the line");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    fn members(users: &str, hosts: &str, expect: Expect) {
        let params = ("lsb.params", "Begin Parameters\nEGROUP_UPDATE_INTERVAL = 2\nEnd Parameters\n");
        let users = format!("Begin UserGroup\nGROUP_NAME GROUP_MEMBER\ng {users}\nEnd UserGroup\n");
        let hosts = format!("Begin HostGroup\nGROUP_NAME GROUP_MEMBER\nh {hosts}\nEnd HostGroup\n");
        check_cluster("P401", &[params, ("lsb.users", &users), ("lsb.hosts", &hosts)], expect);
    }

    // covers LSB-U037
    #[test]
    fn some_group_is_filled_by_the_program() {
        members(
            "(u1)",
            "(a b)",
            expect![[r#"
            2:1-2:23 warning no group takes its members from `egroup`
              effect: the line may have no effect because LSF has no group to update
              help: write `(!)` as the members of a group, or remove the line
        "#]],
        );
        members("(!)", "(a b)", expect![[""]]);
        members("(u1)", "(!)", expect![[""]]);
        members("({{ users }})", "(a b)", expect![[""]]);
    }
}
