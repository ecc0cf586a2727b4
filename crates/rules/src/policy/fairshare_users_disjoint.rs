use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{Grammar, lists};
use lsflint_syntax::ast::{Fairshare, List, UserList};

use crate::parameter::related;

rule! {
    /// Finds queues in which no user can run jobs because no user in USERS has a share in FAIRSHARE.
    ///
    /// # Effect
    /// With FAIRSHARE, a user must be listed in USERS and have a share. LSF rejects jobs of all other users, including
    /// administrators.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = chemistry
    /// USERS      = chemists
    /// FAIRSHARE  = USER_SHARES[[physicists, 1]]
    /// End Queue
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME   GROUP_MEMBER
    /// chemists     (user1 user2)
    /// physicists   (user3 user4)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = chemistry
    /// USERS      = chemists
    /// FAIRSHARE  = USER_SHARES[[chemists, 10] [others, 1]]
    /// End Queue
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME   GROUP_MEMBER
    /// chemists     (user1 user2)
    /// physicists   (user3 user4)
    /// End UserGroup
    /// ```
    ///
    /// A name that is not in lsb.users may be a group of the operating system; the rule then reports nothing.
    pub Q008 "fairshare-users-disjoint" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            manual(
                "Platform LSF 7.3 Configuration Reference, page 289",
                "FAIRSHARE: only users with a share can submit jobs to the queue; they must be users of the queue, too",
            ),
            ibm("lsf_admin/queue_user_fairshare", "fairshare in a queue"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let (Some(users), Some(fairshare)) = (context.entry("USERS"), context.entry("FAIRSHARE")) else { return };
    let (Some(list), Some(policy)) = (users.typed::<UserList<'_>>(), fairshare.typed::<Fairshare<'_>>()) else {
        return;
    };
    let once = |name| context.entries_named(name).count() == 1;
    if !once("USERS") || !once("FAIRSHARE") || related::includes_more(context) {
        return;
    }
    let groups = context.file.cluster.user_groups();
    let names: Vec<_> = policy.pairs().filter_map(|it| it.name()).map(|it| it.text()).collect();
    let everybody = |it: &str| lists::COLLECTIVE_WORDS.iter().any(|word| it.eq_ignore_ascii_case(word));
    if names.is_empty() || names.iter().any(|it| everybody(it)) {
        return;
    }
    let shares = lsflint_syntax::parse_value(&names.join(" "), Grammar::UserList);
    let Some(with_shares) = shares.typed::<UserList<'_>>() else { return };
    // Invalid words cannot be compared.
    if with_shares.items().count() != names.len() || !shares.errors().is_empty() {
        return;
    }
    if groups.is_disjoint(&groups.users_of(list), &groups.users_of(with_shares)) {
        findings
            .report(users.value_range(), "no user in `USERS` has a share in `FAIRSHARE`")
            .consequence(
                Item::Job
                    .refused()
                    .called("every job of the queue")
                    .because("a user needs both access to the queue and a share"),
            )
            .help("assign shares to the users in `USERS`, or add `[others, 1]`")
            .related(fairshare.value_range(), "shares are assigned here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        chem (user1 user2)
        phys (user3 user4)
        all_of (chem phys)
        eg (!)

        //# reports a queue without users
        //- each Queue
        USERS = chem
                ^^^^ Q008 error no user in `USERS` has a share in `FAIRSHARE`
          FAIRSHARE = USER_SHARES[[phys, 1]]
        USERS = user3
                ^^^^^ Q008 error no user in `USERS` has a share in `FAIRSHARE`
          FAIRSHARE = USER_SHARES[[user2, 1] [user1, 4]]

        //# accepts shares for some or for others
        //- each Queue
        USERS = chem
          FAIRSHARE = USER_SHARES[[all_of, 1]]
        USERS = chem
          FAIRSHARE = USER_SHARES[[phys, 1] [others, 1]]
        USERS = all
          FAIRSHARE = USER_SHARES[[phys, 1]]
        USERS = all_of
          FAIRSHARE = USER_SHARES[[user4, 1]]

        //# is silent about groups of the operating system
        //- each Queue
        USERS = user9
          FAIRSHARE = USER_SHARES[[phys, 1]]
        USERS = chem
          FAIRSHARE = USER_SHARES[[staff, 1]]
        USERS = eg
          FAIRSHARE = USER_SHARES[[phys, 1]]
    "#]];
}
