use std::cell::OnceCell;

use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{Findings, Item, Setting, SettingContext, Severity, rule};
use lsflint_model::{Knowledge, Referent};
use lsflint_spec::ParamSpec;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{Fairshare, SharePair, UserShares};
use rustc_hash::FxHashSet;

use crate::names::undefined::{may_hold, nearest_of};

rule! {
    /// Finds names of user groups that are not defined in lsb.users.
    ///
    /// # Effect
    /// LSF looks for an operating system group or a user with this name. If there is none, LSF reports the name and
    /// ignores it: the shares, the right, or the limit apply to no user.
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
    /// User names and operating system groups are never known, so a name is reported only if it must be a group
    /// (`name@`, DEFAULT_USER_GROUP), or if it is similar to a group in lsb.users. The severity is warning if the name
    /// differs from a group only by `_`, `-` or case, or if it must be a group and is similar to one; otherwise it is
    /// info.
    pub X201 "unknown-user-group" {
        family: Names, scope: Names, severity: Warning,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseGroups",
                "`Unknown user or user group`: logged as possibly a user of another domain",
            ),
            volclava("lsbatch/lib/lsb.conf.c", "addMember", "`Unknown user ... in group`: logged"),
            ibm("lsb.users", "GROUP_MEMBER: users and groups"),
        ],
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
    // In a file with unknown parts every name may be defined.
    if groups.knowledge != Knowledge::Complete {
        return;
    }
    let marked = OnceCell::new();
    let is_marked = |range: TextRange| marked.get_or_init(|| marked_names(&context.setting)).contains(&range);
    for name in context.names.iter().filter(|it| USERS.contains(&it.referent)) {
        let text = name.text();
        let known = view.is_user_group(&text) || view.declares_user(&text);
        // An operating system group, or a user of another domain.
        let elsewhere = name.item().is_some_and(|it| it.slash().is_some()) || text.contains(['\\', '/']);
        if known || elsewhere {
            continue;
        }
        let must_be_group = name.referent == Referent::UserGroup
            || name.item().is_some_and(|it| it.at().is_some())
            || is_marked(name.range());
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
            .report(name.range(), format!("user group `{text}` is not defined in lsb.users"))
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

/// The names in a list of shares that `@` follows: the shares apply to each member.
fn marked_names(setting: &Setting<'_>) -> FxHashSet<TextRange> {
    let fairshare = setting.typed::<Fairshare<'_>>().into_iter().flat_map(Fairshare::pairs);
    let shares = setting.typed::<UserShares<'_>>().into_iter().flat_map(UserShares::pairs);
    let marked = |it: SharePair<'_>| it.name().filter(|_| it.at().is_some()).map(|it| it.range());
    fairshare.chain(shares).filter_map(marked).collect()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        eda_group (ann ben ops)
        hw_grp (carol)
        general (all)

        //# queues
        //- each Queue
        USERS = eda_grop zoe ann edagroup
                ^^^^^^^^ X201 info user group `eda_grop` is not defined in lsb.users
                                 ^^^^^^^^ X201 warning user group `edagroup` is not defined in lsb.users
          ADMINISTRATORS = hw_gpr
                           ^^^^^^ X201 info user group `hw_gpr` is not defined in lsb.users
          FAIRSHARE = USER_SHARES[[hwgrp, 10] [nosuch@, 2] [eda_grup@, 1] [default, 1]]
                                   ^^^^^ X201 warning user group `hwgrp` is not defined in lsb.users
                                               ^^^^^^ X201 info user group `nosuch` is not defined in lsb.users
                                        = help: define the group in lsb.users, or correct the name
                                                            ^^^^^^^^ X201 warning
                                        = user group `eda_grup` is not defined in lsb.users

        //# the default group
        //- each Parameters
        DEFAULT_USER_GROUP = eda
                             ^^^ X201 info user group `eda` is not defined in lsb.users
        DEFAULT_USER_GROUP = general

        //# lsb.users
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
        ugAdmins (boss) ()
        g (user1) (ugAdmnis[full])
                   ^^^^^^^^ X201 info user group `ugAdmnis` is not defined in lsb.users
        //- User of lsb.users
        USER_NAME MAX_JOBS
        user1@ 10
        ^^^^^ X201 info user group `user1` is not defined in lsb.users
        ugadmins 5
        ^^^^^^^^ X201 warning user group `ugadmins` is not defined in lsb.users
        default 3

        //# lsb.hosts
        //- HostPartition of lsb.hosts
        HPART_NAME = p1
        HOSTS = all
        USER_SHARES = [nogroup@, 3] [default, 1]
                       ^^^^^^^ X201 info user group `nogroup` is not defined in lsb.users
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
        g (hostA) (hwgrp)
                   ^^^^^ X201 warning user group `hwgrp` is not defined in lsb.users

        //# limits
        //- each Limit
        SLOTS = 5
          PER_USER = EDA_GROUP staff/ all
                     ^^^^^^^^^ X201 warning user group `EDA_GROUP` is not defined in lsb.users
        //#
        //- without lsb.users
        //- each Limit
        SLOTS = 5
          PER_USER = EDA_GROUP
    "#]];
}
