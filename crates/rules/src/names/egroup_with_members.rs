use lsflint_lint::{Findings, Item, RowContext, rule};

use crate::names::group::columns;
use crate::names::list::items;

rule! {
    /// Finds groups that name members beside the `!` that leaves them to `egroup`.
    ///
    /// # Effect
    /// LSF asks `egroup` for the members only when `!` stands alone; what it does with other names beside it is not documented.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME  GROUP_MEMBER
    /// chemistry   (! user1)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME  GROUP_MEMBER
    /// chemistry   (!)
    /// End UserGroup
    /// ```
    pub X109 "egroup-with-members" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [ibm("topic=groups-configuring-host", "Host groups"), ibm("lsb.users", "")],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some((_, members)) = columns(&context.table.section) else { return };
    let Some(members) = context.cell(members).filter(|_| !context.broken) else { return };
    let Some(bang) = items(&members).find(|it| it.is_lone_bang()) else { return };
    if items(&members).count() < 2 {
        return;
    }
    findings
        .report(bang.range(), "`!` stands beside other members")
        .consequence(
            Item::Value
                .ignored()
                .called("`!`")
                .possible()
                .because("`egroup` supplies the members only if `!` is the only entry"),
        )
        .help("write `(!)` and let `egroup` name all members, or remove the `!`");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_members(members: &str, expect: Expect) {
        check(
            "X109",
            "lsb.hosts",
            &format!("Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng {members}\nEnd HostGroup\n"),
            expect,
        );
    }

    // covers LSB-H025
    #[test]
    fn wants_it_alone_in_host_groups() {
        check_members(
            "(! hostA)",
            expect![[r#"
                3:4-3:5 warning `!` stands beside other members
                  effect: LSF may ignore `!` because `egroup` supplies the members only if `!` is the only entry
                  help: write `(!)` and let `egroup` name all members, or remove the `!`
            "#]],
        );
        check_members(
            "(hostA !)",
            expect![[r#"
                3:10-3:11 warning `!` stands beside other members
                  effect: LSF may ignore `!` because `egroup` supplies the members only if `!` is the only entry
                  help: write `(!)` and let `egroup` name all members, or remove the `!`
            "#]],
        );
    }

    // covers LSB-U008
    #[test]
    fn wants_it_alone_in_user_groups() {
        check(
            "X109",
            "lsb.users",
            "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\ng (! user1)\nEnd UserGroup\n",
            expect![[r#"
                3:4-3:5 warning `!` stands beside other members
                  effect: LSF may ignore `!` because `egroup` supplies the members only if `!` is the only entry
                  help: write `(!)` and let `egroup` name all members, or remove the `!`
            "#]],
        );
    }

    #[test]
    fn accepts_it_alone() {
        check_members("(!)", expect![[""]]);
        check_members("(hostA hostB)", expect![[""]]);
    }
}
