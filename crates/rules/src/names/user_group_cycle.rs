use lsflint_lint::{Findings, RowContext, SectionContext, rule};
use lsflint_spec::FileKind;

use crate::names::group::Groups;
use crate::names::host_group_cycle::{across_files, report};

rule! {
    /// Finds user groups that contain themselves, directly or through other groups.
    ///
    /// # Effect
    /// LSF cannot determine the members of the group. It reports the member and drops it.
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
    pub X202 "user-group-cycle" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "addMember",
                "a group that contains itself: `Recursive member ...; ignored`",
            ),
        ],
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
    crate::testing::fixture![[r#"
        //# reports the member that closes the cycle
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        a (u1 a)
              ^ X202 error `a` is a member of itself
        b (c)
        c (b u2)
           ^ X202 error member `b` already contains `c`
        d (a b c u1)

        //# `all` is not a group
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        a (all)
        b (!)
        c (a/)

        //# groups of other hours
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        a (u1 a)
              ^ X202 error `a` is a member of itself
        #if time(8:00-9:00)
        b (c)
        #endif
        c (b u2)
           ^ X202 error member `b` already contains `c`
            = effect: LSF may log an error and ignore the member because the group would contain itself
    "#]];
}
