use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{Findings, Item, Setting, SettingContext, Severity, rule};
use lsflint_model::{Knowledge, Referent};
use lsflint_spec::ParamSpec;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{Fairshare, SharePair, UserShares};

use crate::names::undefined::{may_hold, names_in, nearest_of};

rule! {
    /// Finds names that should be those of user groups and that lsb.users does not define.
    ///
    /// # Effect
    /// LSF looks for a group of the operating system, or for a user, of that name. When there is neither, it reports the name and goes on
    /// without it: nobody gets the shares, the right, or the limit.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = physcis
    /// FAIRSHARE  = USER_SHARES[[hwgrp@, 10] [default, 1]]
    /// End Queue
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// physics    (alice bob)
    /// hw_grp     (carol dave)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = physics
    /// FAIRSHARE  = USER_SHARES[[hw_grp@, 10] [default, 1]]
    /// End Queue
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// physics    (alice bob)
    /// hw_grp     (carol dave)
    /// End UserGroup
    /// ```
    ///
    /// Login names and groups of the operating system are never in view, so a name is only reported where it must be that of a group
    /// (`name@`, DEFAULT_USER_GROUP), or is a slip away from a group of lsb.users. It is a warning where it differs from one by `_`, `-` or
    /// case alone, or must be a group and is a slip away from one; else an information.
    ///
    /// # Notes
    /// What two open-source readers of the files do with unknown names.
    pub X201 "unknown-user-group" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.users", "")],
        checks: [SettingOf(has_users, check)],
    }
}

const USERS: [Referent; 2] = [Referent::User, Referent::UserGroup];

fn has_users(spec: &ParamSpec) -> bool {
    may_hold(spec, &USERS)
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let groups = view.user_groups();
    // In a file with gaps every name may be defined.
    if groups.knowledge != Knowledge::Complete {
        return;
    }
    for name in names_in(context).iter().filter(|it| USERS.contains(&it.referent)) {
        let text = name.text();
        let known = view.is_user_group(&text) || view.declares_user(&text);
        // A group of the operating system; a user of another domain.
        let elsewhere = name.item().is_some_and(|it| it.slash().is_some()) || text.contains(['\\', '/']);
        if known || elsewhere {
            continue;
        }
        let must_be_group = name.referent == Referent::UserGroup
            || name.item().is_some_and(|it| it.at().is_some())
            || is_marked(&context.setting, name.range());
        if groups.has_member(&text) && !must_be_group {
            continue;
        }
        let near = nearest_of(&text, view.similar_names(Referent::UserGroup, &text));
        let severity = match near {
            Some(near) if near.distance == 0 || must_be_group => Severity::Warning,
            Some(_) => Severity::Info,
            None if must_be_group => Severity::Info,
            None => continue,
        };
        let found = findings
            .report(name.range(), format!("lsb.users defines no group `{text}`"))
            .severity(severity)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the name")
                    .logged()
                    .possible()
                    .because("the operating system may not know it either"),
            );
        match near {
            Some(near) => found.help(did_you_mean(near.name)),
            None => found.help("define the group in lsb.users, or correct the name"),
        };
    }
}

/// Whether `@` follows a name of a list of shares: the shares go to each member.
fn is_marked(setting: &Setting<'_>, range: TextRange) -> bool {
    let fairshare = setting.typed::<Fairshare<'_>>().into_iter().flat_map(Fairshare::pairs);
    let shares = setting.typed::<UserShares<'_>>().into_iter().flat_map(UserShares::pairs);
    let marked = |it: SharePair<'_>| it.at().is_some() && it.name().is_some_and(|it| it.range() == range);
    fairshare.chain(shares).any(marked)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    const USERS: (&str, &str) = (
        "lsb.users",
        "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\neda_group (ann ben ops)\nhw_grp (carol)\ngeneral (all)\nEnd UserGroup\n",
    );

    #[track_caller]
    fn beside(file: &str, text: &str, expected: Expect) {
        check_cluster("X201", &[(file, text), USERS], expected);
    }

    // covers LSB-U021, LSB-U038, users-unknown, admin-unknown, fairshare-unknown-name
    #[test]
    fn queues() {
        let queue = "Begin Queue\nQUEUE_NAME = q\nUSERS = eda_grop zoe ann edagroup\nADMINISTRATORS = hw_gpr\n\
                     FAIRSHARE = USER_SHARES[[hwgrp, 10] [nosuch@, 2] [eda_grup@, 1] [default, 1]]\nEnd Queue\n";
        beside(
            "lsb.queues",
            queue,
            expect![[r#"
                3:9-3:17 info lsb.users defines no group `eda_grop`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: did you mean `eda_group`?
                3:26-3:34 warning lsb.users defines no group `edagroup`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: did you mean `eda_group`?
                4:18-4:24 info lsb.users defines no group `hw_gpr`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: did you mean `hw_grp`?
                5:26-5:31 warning lsb.users defines no group `hwgrp`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: did you mean `hw_grp`?
                5:38-5:44 info lsb.users defines no group `nosuch`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: define the group in lsb.users, or correct the name
                5:51-5:59 warning lsb.users defines no group `eda_grup`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: did you mean `eda_group`?
            "#]],
        );
    }

    // covers LSB-P003
    #[test]
    fn the_default_group() {
        beside(
            "lsb.params",
            "Begin Parameters\nDEFAULT_USER_GROUP = eda\nEnd Parameters\n",
            expect![[r#"
                2:22-2:25 info lsb.users defines no group `eda`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: define the group in lsb.users, or correct the name
            "#]],
        );
        beside("lsb.params", "Begin Parameters\nDEFAULT_USER_GROUP = general\nEnd Parameters\n", expect![[""]]);
    }

    // covers LSB-U015, LSB-U025, LSB-U027
    #[test]
    fn lsb_users() {
        let text = "Begin UserGroup\nGROUP_NAME GROUP_MEMBER GROUP_ADMIN\nugAdmins (boss) ()\ng (user1) (ugAdmnis[full])\nEnd UserGroup\n\
                    Begin User\nUSER_NAME MAX_JOBS\nuser1@ 10\nugadmins 5\ndefault 3\nEnd User\n";
        check_cluster(
            "X201",
            &[("lsb.users", text)],
            expect![[r#"
                4:12-4:20 info lsb.users defines no group `ugAdmnis`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: did you mean `ugAdmins`?
                8:1-8:6 info lsb.users defines no group `user1`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: define the group in lsb.users, or correct the name
                9:1-9:9 warning lsb.users defines no group `ugadmins`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: did you mean `ugAdmins`?
            "#]],
        );
    }

    // covers LSB-H040, LSB-H043
    #[test]
    fn lsb_hosts() {
        let text = "Begin HostPartition\nHPART_NAME = p1\nHOSTS = all\nUSER_SHARES = [nogroup@, 3] [default, 1]\nEnd HostPartition\n\
                    Begin HostGroup\nGROUP_NAME GROUP_MEMBER GROUP_ADMIN\ng (hostA) (hwgrp)\nEnd HostGroup\n";
        beside(
            "lsb.hosts",
            text,
            expect![[r#"
                4:16-4:23 info lsb.users defines no group `nogroup`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: define the group in lsb.users, or correct the name
                8:12-8:17 warning lsb.users defines no group `hwgrp`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: did you mean `hw_grp`?
            "#]],
        );
    }

    // covers LSB-R019
    #[test]
    fn limits() {
        let limit = |name: &str| format!("Begin Limit\nNAME = l\nSLOTS = 5\nPER_USER = {name}\nEnd Limit\n");
        beside(
            "lsb.resources",
            &limit("EDA_GROUP staff/ all"),
            expect![[r#"
                4:12-4:21 warning lsb.users defines no group `EDA_GROUP`
                  effect: LSF may log an error and ignore the name because the operating system may not know it either
                  help: did you mean `eda_group`?
            "#]],
        );
        check_cluster("X201", &[("lsb.resources", &limit("EDA_GROUP"))], expect![[""]]);
    }
}
