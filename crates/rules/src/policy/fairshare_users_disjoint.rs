use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{Grammar, lists};
use lsflint_syntax::ast::{Fairshare, List, UserList};

use crate::parameter::related;

rule! {
    /// Finds queues that nobody can use: those who may are not those who have shares.
    ///
    /// # Effect
    /// With `FAIRSHARE` a user needs both: to be in `USERS`, and to have a share. LSF rejects the jobs of everybody else, administrators
    /// included.
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
    /// A name that lsb.users does not mention may be a group of the operating system; then nothing is said.
    pub Q008 "fairshare-users-disjoint" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [manual("Administering IBM Spectrum LSF", "fairshare in queues")],
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
    // Words that are no list any more are nobody's names.
    if with_shares.items().count() != names.len() || !shares.errors().is_empty() {
        return;
    }
    if groups.is_disjoint(&groups.users_of(list), &groups.users_of(with_shares)) {
        findings
            .report(users.value_range(), "nobody in `USERS` has a share in `FAIRSHARE`")
            .consequence(
                Item::Job
                    .refused()
                    .called("every job of the queue")
                    .because("a user needs both, access to the queue and a share"),
            )
            .help("give those in `USERS` shares, or add `[others, 1]`")
            .related(fairshare.value_range(), "the shares");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    const USERS: &str = "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\nchem (user1 user2)\nphys (user3 user4)\nall_of (chem phys)\neg (!)\nEnd UserGroup\n";

    #[track_caller]
    fn check_queue(users: &str, shares: &str, expect: Expect) {
        let queue =
            format!("Begin Queue\nQUEUE_NAME = q\nUSERS = {users}\nFAIRSHARE = USER_SHARES[{shares}]\nEnd Queue\n");
        check_cluster("Q008", &[("lsb.queues", &queue), ("lsb.users", USERS)], expect);
    }

    // covers fairshare-users-disjoint
    #[test]
    fn reports_a_queue_without_users() {
        check_queue(
            "chem",
            "[phys, 1]",
            expect![[r#"
                3:9-3:13 error nobody in `USERS` has a share in `FAIRSHARE`
                  effect: LSF rejects every job of the queue at submission because a user needs both, access to the queue and a share
                  help: give those in `USERS` shares, or add `[others, 1]`
                  4:13-4:35 the shares
            "#]],
        );
        check_queue(
            "user3",
            "[user2, 1] [user1, 4]",
            expect![[r#"
                3:9-3:14 error nobody in `USERS` has a share in `FAIRSHARE`
                  effect: LSF rejects every job of the queue at submission because a user needs both, access to the queue and a share
                  help: give those in `USERS` shares, or add `[others, 1]`
                  4:13-4:47 the shares
            "#]],
        );
    }

    #[test]
    fn accepts_shares_for_some_or_for_others() {
        check_queue("chem", "[all_of, 1]", expect![[""]]);
        check_queue("chem", "[phys, 1] [others, 1]", expect![[""]]);
        check_queue("all", "[phys, 1]", expect![[""]]);
        check_queue("all_of", "[user4, 1]", expect![[""]]);
    }

    #[test]
    fn is_silent_about_groups_of_the_operating_system() {
        check_queue("user9", "[phys, 1]", expect![[""]]);
        check_queue("chem", "[staff, 1]", expect![[""]]);
        check_queue("eg", "[phys, 1]", expect![[""]]);
    }
}
