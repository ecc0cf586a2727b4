use lsflint_lint::{Findings, Item, RowContext, rule};

use crate::names::group::columns;
use crate::names::list::items;

rule! {
    /// Finds groups that combine `!` (members from `egroup`) with other members.
    ///
    /// # Effect
    /// LSF gets the members from `egroup` only if `!` is the only entry. The effect of other names next to it is not
    /// documented.
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
        sources: [
            ibm("topic=groups-configuring-host", "`!` as the only member: the members come from egroup"),
            ibm("lsb.users", "GROUP_MEMBER: `!`"),
        ],
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
        .report(bang.range(), "`!` cannot be combined with other members")
        .consequence(
            Item::Value
                .ignored()
                .called("`!`")
                .possible()
                .because("`egroup` supplies the members only if `!` is the only entry"),
        )
        .help("write `(!)` to get all members from `egroup`, or remove the `!`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants it alone in host groups
        //- each HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
          g (! hostA)
             ^ X109 warning `!` cannot be combined with other members
        GROUP_NAME GROUP_MEMBER
          g (hostA !)
                   ^ X109 warning `!` cannot be combined with other members

        //# wants it alone in user groups
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        g (! user1)
           ^ X109 warning `!` cannot be combined with other members

        //# accepts it alone
        //- each HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
          g (!)
        GROUP_NAME GROUP_MEMBER
          g (hostA hostB)
    "#]];
}
