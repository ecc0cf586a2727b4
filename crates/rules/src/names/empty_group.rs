use lsflint_lint::{Findings, Item, RowContext, rule};

use crate::names::group::columns;

rule! {
    /// Finds host groups and user groups without members.
    ///
    /// # Effect
    /// LSF reports a group without a valid member and drops it. Queues and limits that name it refer to nothing.
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
    pub X107 "empty-group" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            volclava("lsbatch/lib/lsb.conf.c", "do_Groups", "`No valid member in group <...>`: the line is ignored"),
        ],
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
        .report(members.value_range(), format!("group `{}` has no members", name.text()))
        .consequence(Item::Row.dropped().called("the group").logged())
        .help("add members, or remove the row");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants members
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        a ()
          ^^ X107 warning group `a` has no members
        b -
          ^ X107 warning group `b` has no members
        c (!)
        d (h1)
    "#]];
}
