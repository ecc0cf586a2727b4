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
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    const USERS: (&str, &str) = (
        "lsb.users",
        "Begin UserGroup\nGROUP_NAME GROUP_MEMBER USER_SHARES\ng (u1 u2) ([u1, 3] [default, 1])\nh (u1) ()\nEnd UserGroup\n",
    );

    fn queue(shares: &str, expect: Expect) {
        let queue = format!("Begin Queue\nQUEUE_NAME = q\nFAIRSHARE = USER_SHARES[{shares}]\nEnd Queue\n");
        check_cluster("Q520", &[("lsb.queues", &queue), USERS], expect);
    }

    // covers LSB-U020
    #[test]
    fn groups_with_shares_are_named_without_at() {
        queue(
            "[g@, 10] [h@, 5]",
            expect![[r#"
                3:27-3:28 warning `g@` passes over the shares inside group `g`
                  effect: LSF gives each member the shares of this pair and does not use USER_SHARES of the group here
                  help: write `g` for shares that the group divides among its members
                  lsb.users:3:12-3:32 shares inside the group
            "#]],
        );
        queue("[g, 10] [h@, 5] [other@, 1]", expect![[""]]);
        let hosts =
            "Begin HostPartition\nHPART_NAME = p\nHOSTS = all\nUSER_SHARES = [g@, 3] [default, 1]\nEnd HostPartition\n";
        check_cluster(
            "Q520",
            &[("lsb.hosts", hosts), USERS],
            expect![[r#"
                4:17-4:18 warning `g@` passes over the shares inside group `g`
                  effect: LSF gives each member the shares of this pair and does not use USER_SHARES of the group here
                  help: write `g` for shares that the group divides among its members
                  lsb.users:3:12-3:32 shares inside the group
            "#]],
        );
    }
}
