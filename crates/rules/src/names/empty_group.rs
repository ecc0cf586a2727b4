use lsflint_lint::{Findings, Item, RowContext, rule};

use crate::names::group::columns;

rule! {
    /// Finds groups of hosts or users without a member.
    ///
    /// # Effect
    /// LSF reports a group without a valid member and drops it; queues and limits that name it refer to nothing.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// physics    ()
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
    /// What two open-source readers of the files do with such groups. An empty list of members makes one of them crash.
    pub X107 "empty-group" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some((name, members)) = columns(&context.table.section) else { return };
    let (Some(name), Some(members)) = (context.cell(name), context.cell(members)) else { return };
    if context.broken || !members.value.is_some_and(|it| it.is_unset()) {
        return;
    }
    let Some(name) = name.single_word() else { return };
    findings
        .report(members.value_range(), format!("the group `{}` has no member", name.text()))
        .consequence(Item::Row.dropped().called("the group").logged())
        .help("name its members, or remove the row");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants members
        //- lsb.hosts
        Begin HostGroup
        GROUP_NAME GROUP_MEMBER
        a ()
          ^^ X107 warning the group `a` has no member
        b -
          ^ X107 warning the group `b` has no member
        c (!)
        d (h1)
        End HostGroup
    "#]];
}
