use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_syntax::ast::{List, UserList};

rule! {
    /// Finds administrators of user groups that contain `all`, in a cluster without STRICT_UG_CONTROL.
    ///
    /// # Effect
    /// The administrators of such a group would control the jobs of everybody. LSF refuses them unless STRICT_UG_CONTROL=Y in lsb.params
    /// limits them to jobs that were submitted for the group.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER GROUP_ADMIN
    /// everybody  (all)        (ann)
    /// End UserGroup
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER GROUP_ADMIN
    /// everybody  (all)        (ann)
    /// End UserGroup
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE     = normal
    /// STRICT_UG_CONTROL = Y
    /// End Parameters
    /// ```
    pub X260 "group-admin-of-all" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsb.users", "GROUP_ADMIN"), ibm("lsb.params", "STRICT_UG_CONTROL")],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    if context.broken || context.table.section.spec.is_none_or(|it| it.name != "UserGroup") {
        return;
    }
    let Some(admins) = context.cell("GROUP_ADMIN").filter(|it| it.has_value()) else { return };
    let Some(members) = context.cell("GROUP_MEMBER").and_then(|it| it.typed::<UserList<'_>>()) else { return };
    let Some(all) = members.items().find(|it| it.is("all") && !it.is_excluded()) else { return };
    let strict = context.table.section.file.cluster.parameter("STRICT_UG_CONTROL");
    if strict.yes(false) != Some(false) {
        return;
    }
    let found = findings
        .report(admins.value_range(), "administrators of a group that everybody is in")
        .consequence(
            Item::Value.rejected().called("the administrators").because("STRICT_UG_CONTROL=Y is not set in lsb.params"),
        )
        .help("set STRICT_UG_CONTROL = Y in lsb.params, or name the members of the group")
        .related(all.range(), "everybody");
    if let Some(field) = strict.field() {
        found.related_at(field.place(), "switched off here");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    fn group(row: &str, params: &str, expect: Expect) {
        let users = format!("Begin UserGroup\nGROUP_NAME GROUP_MEMBER GROUP_ADMIN\n{row}\nEnd UserGroup\n");
        let params = format!("Begin Parameters\n{params}\nEnd Parameters\n");
        check_cluster("X260", &[("lsb.users", &users), ("lsb.params", &params)], expect);
    }

    // covers LSB-U013
    #[test]
    fn all_needs_strict_control() {
        group(
            "eng (all) (boss)",
            "STRICT_UG_CONTROL = N",
            expect![[r#"
                3:12-3:16 error administrators of a group that everybody is in
                  effect: LSF rejects the administrators because STRICT_UG_CONTROL=Y is not set in lsb.params
                  help: set STRICT_UG_CONTROL = Y in lsb.params, or name the members of the group
                  3:6-3:9 everybody
                  lsb.params:2:21-2:22 switched off here
            "#]],
        );
        group("eng (all) (boss)", "STRICT_UG_CONTROL = Y", expect![[""]]);
        group("eng (all) ()", "", expect![[""]]);
        group("eng (u1 u2) (boss)", "", expect![[""]]);
        check_cluster(
            "X260",
            &[("lsb.users", "Begin UserGroup\nGROUP_NAME GROUP_MEMBER GROUP_ADMIN\ng (all) (b)\nEnd UserGroup\n")],
            expect![[""]],
        );
    }
}
