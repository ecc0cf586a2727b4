use std::collections::VecDeque;

use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, FieldRef, UserGroups, UserSet, View};
use lsflint_spec::{FileKind, Grammar, lists};
use lsflint_syntax::ast::{Fairshare, List, ListItem, UserList};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::policy::cluster::parents;

rule! {
    /// Finds users, groups and inner groups that can use a queue but have no share in its fairshare.
    ///
    /// # Effect
    /// LSF rejects every job that they submit to the queue. In a fairshare queue, a user needs a share in addition to
    /// access to the queue. This also applies to administrators.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = chem phys
    /// FAIRSHARE  = USER_SHARES[[chem, 10]]
    /// End Queue
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME  GROUP_MEMBER
    /// chem        (user1 user2)
    /// phys        (user3 user4)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = chem phys
    /// FAIRSHARE  = USER_SHARES[[chem, 10] [phys, 5]]
    /// End Queue
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME  GROUP_MEMBER
    /// chem        (user1 user2)
    /// phys        (user3 user4)
    /// End UserGroup
    /// ```
    ///
    /// A name that is not in lsb.users may be a group of the operating system; the rule then reports nothing. For
    /// cross-queue fairshare, the shares of the queue with FAIRSHARE_QUEUES apply.
    pub Q003 "user-without-share" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/queue_user_fairshare", "Fairshare of users in queues")],
        checks: [Facts(check)],
    }
}

/// The number of groups without a share that a message names.
const SHOWN: usize = 3;

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let view = context.cluster;
    let mut parent_of: FxHashMap<String, Entity<'_>> = FxHashMap::default();
    for (parent, children) in parents(view) {
        for child in children {
            parent_of.entry(child.name).or_insert(parent);
        }
    }
    for queue in view.queues_with(&["USERS"]).filter(|it| !it.is_broken()) {
        let policy = parent_of.get(&*queue.name()).copied().unwrap_or(queue);
        let (Some(users), Some(fairshare)) = (only(&queue, "USERS"), only(&policy, "FAIRSHARE")) else { continue };
        if policy.is_read_with(&queue) {
            check_queue(context, &users, &fairshare, findings);
        }
    }
}

/// The value of a parameter that the queue sets exactly once, outside of `#if`.
fn only<'a>(queue: &Entity<'a>, name: &str) -> Option<FieldRef<'a>> {
    let fields = queue.fields(name);
    let [field] = fields.as_slice() else { return None };
    (!field.is_conditional() && field.known().is_some()).then_some(*field)
}

fn check_queue(
    context: &FactsContext<'_>,
    users: &FieldRef<'_>,
    fairshare: &FieldRef<'_>,
    findings: &mut FactFindings,
) {
    let groups = context.cluster.user_groups();
    let Some(with_shares) = with_shares(groups, fairshare) else { return };
    let Some(parse) = users.parse() else { return };
    let Some(list) = parse.typed::<UserList<'_>>() else { return };
    // If no user has a share, another rule reports the queue.
    if list.items().any(ListItem::is_excluded) || groups.is_disjoint(&groups.users_of(list), &with_shares) {
        return;
    }
    for item in list.items() {
        let Some(set) = users_named(groups, &item.text()) else { continue };
        let place = users.place_of(item.range());
        let whom = match groups.is_disjoint(&set, &with_shares) {
            true => format!("`{}` has", item.text()),
            false => match groups_without(context.cluster, &item.text(), &set, &with_shares) {
                Some(members) => members,
                None => continue,
            },
        };
        let found = findings
            .report(place, format!("{whom} no share in the fairshare of queue `{}`", fairshare.entity().name()))
            .consequence(Item::Job.refused().called("jobs of users without a share"))
            .help("add a share for the name, or `[others, 1]`");
        found.related_at(fairshare.place(), "shares are assigned here");
    }
}

/// The inner groups of a group of which no user has a share, with "has" or "have". `None` if there is none, or it is
/// unknown. A user without a share may be a group of the operating system whose users have shares.
fn groups_without(view: View<'_>, group: &str, users: &UserSet, with_shares: &UserSet) -> Option<String> {
    let groups = view.user_groups();
    let is_covered = |it: &UserSet| groups.missing_from(it, with_shares).is_empty();
    if is_covered(users) {
        return None;
    }
    let mut found: Vec<String> = Vec::new();
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let mut waiting = VecDeque::from([group.to_owned()]);
    while let Some(outer) = waiting.pop_front() {
        let parse = view.find(FileKind::LsbUsers, "UserGroup", &outer)?.parse("GROUP_MEMBER")?;
        for member in parse.typed::<UserList<'_>>()?.items().filter(|it| !it.is_excluded()) {
            let name = member.text();
            let Some(set) = groups.get(&name).filter(|it| !is_covered(it)) else { continue };
            if !seen.insert(name.clone().into_owned()) {
                continue;
            }
            match groups.is_disjoint(set, with_shares) {
                true => found.push(format!("`{name}`")),
                false => waiting.push_back(name.into_owned()),
            }
        }
    }
    let more = found.len().saturating_sub(SHOWN);
    match (found.as_slice(), more) {
        ([], _) => None,
        ([one], _) => Some(format!("{one} in `{group}` has")),
        (some, 0) => Some(format!("{} in `{group}` have", some.join(", "))),
        (some, more) => Some(format!("{} and {more} more groups in `{group}` have", some[..SHOWN].join(", "))),
    }
}

/// The users with shares; `None` if all users have shares or if it is unknown.
fn with_shares(groups: &UserGroups, fairshare: &FieldRef<'_>) -> Option<UserSet> {
    let parse = fairshare.parse()?;
    let policy = parse.typed::<Fairshare<'_>>()?;
    let names: Vec<String> = policy.pairs().filter_map(|it| Some(it.name()?.text().into_owned())).collect();
    let everybody = |it: &String| lists::COLLECTIVE_WORDS.iter().any(|word| it.eq_ignore_ascii_case(word));
    if names.is_empty() || names.iter().any(everybody) || !parse.errors().is_empty() {
        return None;
    }
    users_named(groups, &names.join(" "))
}

fn users_named(groups: &UserGroups, names: &str) -> Option<UserSet> {
    let parse = lsflint_syntax::parse_value(names, Grammar::UserList);
    let list = parse.typed::<UserList<'_>>()?;
    parse.errors().is_empty().then(|| groups.users_of(list))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        chem (user1 user2)
        phys (user3 user4)
        eg (!)

        //# everybody in users needs a share
        //- each Queue
        USERS = chem phys
                     ^^^^ Q003 warning `phys` has no share in the fairshare of queue `q`
          FAIRSHARE = USER_SHARES[[chem, 10]]
        USERS = user1 \
          user3
          ^^^^^ Q003 warning `user3` has no share in the fairshare of queue `q`
          FAIRSHARE = USER_SHARES[[chem@, 10]]

        //# all members of a group need a share
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        chem (user1 user2)
        phys (user3 user4)
        math (user5 user6 user7 user8 user9)
        designers (chem phys math)
        all_designers (designers)
        eg (!)
        mixed (chem eg)
        //- each Queue
        USERS = designers
                ^^^^^^^^^ Q003 warning `math` in `designers` has no share in the fairshare of queue `q`
          FAIRSHARE = USER_SHARES[[chem, 10] [phys, 1]]
        USERS = designers
                ^^^^^^^^^ Q003 warning `phys`, `math` in `designers` have no share in the fairshare of queue `q`
          FAIRSHARE = USER_SHARES[[chem, 10]]
        USERS = all_designers
                ^^^^^^^^^^^^^ Q003 warning `math` in `all_designers` has no share in the fairshare of queue `q`
          FAIRSHARE = USER_SHARES[[chem, 10] [phys, 1]]
        USERS = math
          FAIRSHARE = USER_SHARES[[user5, 10] [user7, 1]]
        USERS = designers
          FAIRSHARE = USER_SHARES[[all_designers, 1]]
        USERS = designers
          FAIRSHARE = USER_SHARES[[chem, 10] [phys, 1] [math, 1]]
        USERS = designers
          FAIRSHARE = USER_SHARES[[chem, 10] [default, 1]]
        USERS = designers
          FAIRSHARE = USER_SHARES[[chem, 10] [eg, 1]]
        USERS = mixed
          FAIRSHARE = USER_SHARES[[user1, 10]]

        //# is silent where a share may be
        //- each Queue
        USERS = chem phys
          FAIRSHARE = USER_SHARES[[chem, 10] [others, 1]]
        USERS = chem phys
          FAIRSHARE = USER_SHARES[[user1, 10] [user3, 1]]
        USERS = chem eg
          FAIRSHARE = USER_SHARES[[chem, 10]]
        USERS = chem unixgroup
          FAIRSHARE = USER_SHARES[[chem, 10]]
        USERS = chem phys
          FAIRSHARE = USER_SHARES[[chem, 10] [eg, 1]]
        USERS = all
          FAIRSHARE = USER_SHARES[[chem, 10]]
        USERS = phys
          FAIRSHARE = USER_SHARES[[chem, 10]]

        //# the shares of the parent count
        //- Queue p
        FAIRSHARE = USER_SHARES[[chem, 10]]
        FAIRSHARE_QUEUES = c
        //- Queue c
        USERS = chem phys
                     ^^^^ Q003 warning `phys` has no share in the fairshare of queue `p`
        //#
        //- Queue p
        FAIRSHARE = USER_SHARES[[default, 10]]
        FAIRSHARE_QUEUES = c
        //- Queue c: USERS = chem phys
    "#]];
}
