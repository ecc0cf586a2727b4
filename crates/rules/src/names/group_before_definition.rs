use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::names::group::Groups;

rule! {
    /// Finds groups that are members of another group before they are defined.
    ///
    /// # Effect
    /// Manuals of older versions want a group to be defined before it is used, and their readers take the name for that of a host or a
    /// login otherwise. No page of LSF 10.1 says that the order no longer counts.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// science    (physics carol)
    /// physics    (alice bob)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// physics    (alice bob)
    /// science    (physics carol)
    /// End UserGroup
    /// ```
    ///
    /// # Notes
    /// The references of LSF 6.2 and 7.3. What two open-source readers of the files do with such members.
    pub X108 "group-before-definition" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let groups = Groups::of(context);
    if groups.members.iter().all(|it| it.group <= it.of) {
        return;
    }
    let (_, in_circle) = groups.circles();
    for member in groups.members.iter().filter(|it| it.group > it.of) {
        // No order helps groups that contain each other; that is said.
        if in_circle[member.of] && in_circle[member.group] {
            continue;
        }
        let (name, place) = &groups.names[member.group];
        findings
            .report(member.range, format!("`{name}` is used before it is defined"))
            .consequence(
                Item::Value
                    .ignored()
                    .called("the member")
                    .possible()
                    .because("some versions read the groups in order")
                    .so("its members are missing"),
            )
            .help(format!("move the row of `{name}` up"))
            .related(*place, "defined here");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers LSB-U002, LSB-H015, LSB-H036
    #[test]
    fn wants_the_definition_first() {
        check(
            "X108",
            "lsb.hosts",
            "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\na (h1 b)\nb (h2)\nc (b a)\nEnd HostGroup\nBegin ComputeUnit\nNAME MEMBER TYPE\nr1 (e1) rack\ne1 (h1) enclosure\nEnd ComputeUnit\n",
            expect![[r#"
                3:7-3:8 warning `b` is used before it is defined
                  effect: LSF may ignore the member because some versions read the groups in order, so its members are missing
                  help: move the row of `b` up
                  4:1-4:2 defined here
                9:5-9:7 warning `e1` is used before it is defined
                  effect: LSF may ignore the member because some versions read the groups in order, so its members are missing
                  help: move the row of `e1` up
                  10:1-10:3 defined here
            "#]],
        );
    }

    #[test]
    fn circles_have_a_finding_of_their_own() {
        check(
            "X108",
            "lsb.users",
            "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\na (b)\nb (c)\nc (a)\nEnd UserGroup\n",
            expect![[""]],
        );
    }
}
