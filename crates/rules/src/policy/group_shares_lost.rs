use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::SharePair;

use crate::limit::pools::plain;

rule! {
    /// Finds share assignments `group@` for groups that have shares of their own.
    ///
    /// # Effect
    /// `group@` gives the shares to each member of the group, one by one. What USER_SHARES of lsb.users says about shares inside the group is
    /// not used there.
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
        sources: [manual("Administering IBM Spectrum LSF", "hierarchical fairshare"), ibm("lsb.queues", "FAIRSHARE")],
        checks: [SettingWith(|it| matches!(it, Grammar::Fairshare | Grammar::UserShares), check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    // Most lists have no `@`.
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
            .report(at.range(), format!("`{name}@` passes over the shares inside group `{name}`"))
            .effect("LSF gives each member the shares of this pair and does not use USER_SHARES of the group here")
            .help(format!("write `{name}` for shares that the group divides among its members"))
            .related_at(shares.place(), "shares inside the group");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.users
        Begin UserGroup
        GROUP_NAME GROUP_MEMBER USER_SHARES
        g (u1 u2) ([u1, 3] [default, 1])
        h (u1) ()
        End UserGroup

        //# groups with shares are named without at
        //- each Queue
        FAIRSHARE = USER_SHARES[[g@, 10] [h@, 5]]
                                  ^ Q520 warning `g@` passes over the shares inside group `g`
        FAIRSHARE = USER_SHARES[[g, 10] [h@, 5] [other@, 1]]
        //#
        //- lsb.hosts
        Begin HostPartition
        HPART_NAME = p
        HOSTS = all
        USER_SHARES = [g@, 3] [default, 1]
                        ^ Q520 warning `g@` passes over the shares inside group `g`
        End HostPartition
    "#]];
}
