use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::names::group::Groups;

rule! {
    /// Finds groups that are used as members of another group before they are defined.
    ///
    /// # Effect
    /// According to manuals of older versions, a group must be defined before it is used; otherwise LSF takes the name
    /// for a host name or user name. No page of LSF 10.1 says that the order no longer matters.
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
    pub X108 "group-before-definition" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "addMember",
                "a member is looked up among the groups that were read before; otherwise it is a host, a user or a \
                 group of the operating system",
            ),
            manual(
                "Platform LSF Configuration Reference 7.3",
                "lsb.users: a user group that is a member must be defined before",
            ),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let groups = Groups::of(context);
    if groups.members.iter().all(|it| it.group <= it.of) {
        return;
    }
    let (_, in_cycle) = groups.cycles();
    for member in groups.members.iter().filter(|it| it.group > it.of) {
        // No order helps groups that contain each other; that is another finding.
        if in_cycle[member.of] && in_cycle[member.group] {
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
                    .so("the group lacks its members"),
            )
            .help(format!("move the row of `{name}` before this one"))
            .related(*place, "defined here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants the definition first
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        a (h1 b)
              ^ X108 warning `b` is used before it is defined
        b (h2)
        c (b a)
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        r1 (e1) rack
            ^^ X108 warning `e1` is used before it is defined
        e1 (h1) enclosure

        //# cycles have a finding of their own
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        a (b)
        b (c)
        c (a)
    "#]];
}
