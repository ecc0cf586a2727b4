use std::cell::LazyCell;

use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_model::Membership;
use lsflint_spec::lists;
use lsflint_syntax::ast::{List, ListItem, UserList, UserShares};
use rustc_hash::FxHashSet;

rule! {
    /// Finds shares of a user group for a user or group that is not a member.
    ///
    /// # Effect
    /// LSF divides the shares of a group among its members. It reports the name and ignores its shares.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME  GROUP_MEMBER   USER_SHARES
    /// chemistry   (user1 user2)  ([user3, 5] [default, 1])
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME  GROUP_MEMBER   USER_SHARES
    /// chemistry   (user1 user2)  ([user1, 5] [default, 1])
    /// End UserGroup
    /// ```
    pub X203 "share-for-non-member" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            volclava("lsbatch/lib/lsb.conf.c", "parseUserShares", "`Unknown user name`: logged"),
            ibm("lsb.users", "USER_SHARES: users and groups that are members of the group"),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    if context.table.section.spec.is_none_or(|it| it.name != "UserGroup") || context.broken {
        return;
    }
    let (Some(members), Some(shares)) = (context.cell("GROUP_MEMBER"), context.cell("USER_SHARES")) else { return };
    let (Some(list), Some(shares)) = (members.typed::<UserList<'_>>(), shares.typed::<UserShares<'_>>()) else {
        return;
    };
    let groups = context.table.section.file.cluster.user_groups();
    // Most shares are for everyone, and need neither. A set, because a group can have thousands of members.
    let members_by_name = LazyCell::new(|| list.items().map(ListItem::text).collect::<FxHashSet<_>>());
    let set = LazyCell::new(|| groups.users_of(list));
    for name in shares.pairs().filter_map(|it| it.name()) {
        let text = name.text();
        let any = lists::SHARE_REST_WORDS.iter().any(|it| text.eq_ignore_ascii_case(it));
        if any || members_by_name.contains(&text) || lsflint_syntax::is_templated(&text) {
            continue;
        }
        let outside = match groups.get(&text) {
            // All of its members may be members in other ways.
            Some(group) => groups.is_disjoint(group, &set),
            None => groups.is_in(&text, &set) == Membership::No,
        };
        if outside {
            findings
                .report(name.range(), format!("`{text}` is not a member of the group"))
                .consequence(Item::Value.ignored().called("these shares").logged())
                .about(context.table.section.file.brackets_around(name.range()))
                .help(format!("add `{text}` to the members, or remove the shares"))
                .related(members.value_range(), "the members");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports names next to the members
        //- each UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER USER_SHARES
          sub (u1 u2) ([u1, 1])
          g (u1 u2) ([u3, 5] [default, 1])
                      ^^ X203 warning `u3` is not a member of the group
        GROUP_NAME GROUP_MEMBER USER_SHARES
          sub (u1 u2) ([u1, 1])
          g (u7 u8) ([sub, 5] [u7, 1])
                      ^^^ X203 warning `sub` is not a member of the group

        //# accepts members and words for them
        //- each UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER USER_SHARES
          sub (u1 u2) ([u1, 1])
          g (u1 u2) ([u1, 5] [others, 1])
        GROUP_NAME GROUP_MEMBER USER_SHARES
          sub (u1 u2) ([u1, 1])
          g (sub u9) ([sub, 5] [u9, 1])
        GROUP_NAME GROUP_MEMBER USER_SHARES
          sub (u1 u2) ([u1, 1])
          g (sub u9) ([u2, 5])
        GROUP_NAME GROUP_MEMBER USER_SHARES
          sub (u1 u2) ([u1, 1])
          g (all) ([u5, 5])
        GROUP_NAME GROUP_MEMBER USER_SHARES
          sub (u1 u2) ([u1, 1])
          g (!) ([u5, 5])
        GROUP_NAME GROUP_MEMBER USER_SHARES
          sub (u1 u2) ([u1, 1])
          g (u1) ([{{ user }}, 5])
    "#]];
}
