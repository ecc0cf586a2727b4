use lsflint_lint::{Findings, RowContext, SectionContext, rule};
use lsflint_spec::FileKind;

use crate::names::group::Groups;
use crate::names::host_group_cycle::{across_files, report};

rule! {
    /// Finds user groups that are members of themselves, at once or through other groups.
    ///
    /// # Effect
    /// LSF cannot tell who is in the group: it reports the member and drops it.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// physics    (alice physics)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// physics    (alice bob)
    /// End UserGroup
    /// ```
    ///
    /// # Notes
    /// What two open-source readers of the file do with such members.
    pub X202 "user-group-cycle" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsb.users", "")],
        checks: [Section(check), Row(row)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() == FileKind::LsbUsers {
        report(&Groups::of(context), findings);
    }
}

fn row(context: &RowContext<'_>, findings: &mut Findings) {
    if context.table.section.file.kind() == FileKind::LsbUsers {
        across_files(context, findings);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers LSB-U001
    #[test]
    fn reports_the_member_that_closes_the_circle() {
        check(
            "X202",
            "lsb.users",
            "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\na (u1 a)\nb (c)\nc (b u2)\nd (a b c u1)\nEnd UserGroup\n",
            expect![[r#"
                3:7-3:8 error `a` is a member of itself
                  effect: LSF logs an error and ignores the member because the group would contain itself
                  help: take the name out of the list
                  3:1-3:2 `a` is defined here
                5:4-5:5 error `c` is in `b`, so `b` cannot be a member of it
                  effect: LSF logs an error and ignores the member because the group would contain itself
                  help: take the name out of the list
                  4:1-4:2 `b` is defined here
            "#]],
        );
    }

    #[test]
    fn all_users_is_no_group() {
        check(
            "X202",
            "lsb.users",
            "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\na (all)\nb (!)\nc (a/)\nEnd UserGroup\n",
            expect![[""]],
        );
    }

    #[test]
    fn groups_of_other_hours() {
        check(
            "X202",
            "lsb.users",
            "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\na (u1 a)\n#if time(8:00-9:00)\nb (c)\n#endif\nc (b u2)\nEnd UserGroup\n",
            expect![[r#"
                3:7-3:8 error `a` is a member of itself
                  effect: LSF logs an error and ignores the member because the group would contain itself
                  help: take the name out of the list
                  3:1-3:2 `a` is defined here
                7:4-7:5 error `c` is in `b`, so `b` cannot be a member of it
                  effect: LSF may log an error and ignore the member because the group would contain itself
                  help: take the name out of the list
                  5:1-5:2 `b` is defined here
            "#]],
        );
    }
}
