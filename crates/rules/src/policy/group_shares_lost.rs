use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::SharePair;

use crate::limit::pools::plain;

rule! {
    /// Finds share assignments `group@` for groups that define their own USER_SHARES.
    ///
    /// # Effect
    /// `group@` assigns the shares to each member of the group individually. LSF does not use the USER_SHARES of the
    /// group in lsb.users for this assignment.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// FAIRSHARE  = USER_SHARES[[chips@, 10]]
    /// End Queue
    ///
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER USER_SHARES
    /// chips      (ann bob)    ([ann, 3] [bob, 1])
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// FAIRSHARE  = USER_SHARES[[chips, 10]]
    /// End Queue
    ///
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER USER_SHARES
    /// chips      (ann bob)    ([ann, 3] [bob, 1])
    /// End UserGroup
    /// ```
    pub Q520 "group-shares-lost" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/fairshare_user_hierarch", "shares of the members of a group that has shares divide its part"),
            ibm("lsb.queues", "FAIRSHARE"),
        ],
        checks: [SettingWith(|it| matches!(it, Grammar::Fairshare | Grammar::UserShares), check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    // Most lists do not contain `@`.
    if !context.file.text(value.range()).contains('@') {
        return;
    }
    let Some(content) = value.content() else { return };
    for pair in SharePair::all_in(content) {
        let (Some(name), Some(at)) = (pair.name(), pair.at()) else { continue };
        let name = name.text();
        let Some(group) = context.file.cluster.find(FileKind::LsbUsers, "UserGroup", &name) else { continue };
        let Some(shares) = plain(&group, "USER_SHARES").filter(|_| !group.is_broken()) else { continue };
        findings
            .report(at.range(), format!("`{name}@` bypasses `USER_SHARES` of group `{name}`"))
            .effect("LSF assigns the shares of this pair to each member")
            .help(format!("write `{name}` for shares that the group divides among its members"))
            .related_at(shares.place(), "shares in the group");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER USER_SHARES
        g (u1 u2) ([u1, 3] [default, 1])
        h (u1) ()

        //# groups with shares are named without at
        //- each Queue
        FAIRSHARE = USER_SHARES[[g@, 10] [h@, 5]]
                                  ^ Q520 warning `g@` bypasses `USER_SHARES` of group `g`
        FAIRSHARE = USER_SHARES[[g, 10] [h@, 5] [other@, 1]]
        //#
        //- HostPartition of lsb.hosts
        HPART_NAME = p
        HOSTS = all
        USER_SHARES = [g@, 3] [default, 1]
                        ^ Q520 warning `g@` bypasses `USER_SHARES` of group `g`
    "#]];
}
