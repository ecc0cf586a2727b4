use lsflint_lint::suggest::near;
use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Entity, FieldRef, Lookup, View};
use lsflint_spec::{FileKind, lists};
use lsflint_syntax::ast::{Fairshare, List, ListItem, SharePair, UserList};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::limit::pools::plain;

rule! {
    /// Finds a DEFAULT_USER_GROUP without a share in a fairshare queue.
    ///
    /// # Effect
    /// Jobs submitted without `bsub -G` belong to the default group. A queue that does not assign shares to the group
    /// charges them to another account or rejects them.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// DEFAULT_USER_GROUP = general
    /// End Parameters
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// FAIRSHARE  = USER_SHARES[[chips, 10]]
    /// End Queue
    ///
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (ann bob)
    /// general    (all)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// DEFAULT_USER_GROUP = general
    /// End Parameters
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// FAIRSHARE  = USER_SHARES[[chips, 10] [general, 1]]
    /// End Queue
    ///
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (ann bob)
    /// general    (all)
    /// End UserGroup
    /// ```
    pub Q522 "default-group-without-share" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/queue_user_fairshare",
                "the default user group should have shares in most queues; without, other accounts are charged",
            ),
            ibm("lsb.params", "DEFAULT_USER_GROUP"),
        ],
        checks: [SettingNamed(&["DEFAULT_USER_GROUP"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let Some(word) = context.setting.single_word().filter(|_| context.setting.branch == 0) else { return };
    // LSF uses the last one.
    let Lookup::Set(used) = view.parameter("DEFAULT_USER_GROUP") else { return };
    if used.place().range != context.setting.value_range() || *used.place().file != *context.file.file.path {
        return;
    }
    let name = word.text();
    // An undefined group is reported by another rule.
    if view.find(FileKind::LsbUsers, "UserGroup", &name).is_none() {
        return;
    }
    let containers = may_contain(&name, view);
    let mut queues = view.queues().filter_map(|queue| Some((without_share(&queue, &name, &containers, view)?, queue)));
    let Some((shares, queue)) = queues.next() else { return };
    let more = match queues.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    findings
        .report(word.range(), format!("default group `{name}` has no share in queue `{}`{more}", queue.name()))
        .consequence(
            Item::Job.refused().called("jobs of the default group in that queue").or("charge them to another account"),
        )
        .help(format!("add `[{name}, 1]` to `USER_SHARES` of the queue, or `[default, 1]` for all other users"))
        .related_at(shares.place(), "shares of the queue");
}

/// The shares of a queue that assign none to a group. `containers`: the group, and groups that may contain it.
fn without_share<'a>(
    queue: &Entity<'a>,
    group: &str,
    containers: &FxHashSet<String>,
    view: View<'a>,
) -> Option<FieldRef<'a>> {
    let field = plain(queue, "FAIRSHARE")?;
    let parse = field.parse().filter(|it| it.errors().is_empty())?;
    let mut any = false;
    for name in parse.typed::<Fairshare<'_>>()?.pairs().filter_map(SharePair::name) {
        any = true;
        let text = name.text();
        let rest = lists::COLLECTIVE_WORDS.iter().any(|it| text.eq_ignore_ascii_case(it));
        // An undefined name may be a misspelling of this group.
        let slip = view.find(FileKind::LsbUsers, "UserGroup", &text).is_none() && near(group, [&*text]).is_some();
        if rest || slip || containers.contains(&*text) {
            return None;
        }
    }
    any.then_some(field)
}

/// A group, and the groups that may contain it, directly or through other groups.
fn may_contain(group: &str, view: View<'_>) -> FxHashSet<String> {
    let mut containers: FxHashMap<String, Vec<String>> = FxHashMap::default();
    // The group, and those whose members are not known.
    let mut next = vec![group.to_owned()];
    for record in view.all(FileKind::LsbUsers, "UserGroup") {
        let name = record.name();
        let parse = plain(&record, "GROUP_MEMBER").and_then(|it| it.parse());
        let list = parse.as_ref().and_then(|it| it.typed::<UserList<'_>>());
        match list.filter(|it| !it.items().any(ListItem::is_lone_bang)) {
            Some(list) => list.items().for_each(|it| {
                containers.entry(it.text().into_owned()).or_default().push(name.clone().into_owned());
            }),
            None => next.push(name.into_owned()),
        }
    }
    let mut found = FxHashSet::default();
    while let Some(name) = next.pop() {
        next.extend(containers.remove(&name).unwrap_or_default());
        found.insert(name);
    }
    found
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        general (all)
        hw (u1)
        higher (general hw)
        extern (!)

        //# the default group has a share
        //- Queue q: FAIRSHARE = USER_SHARES[[hw,10]]
        //- each Parameters
        DEFAULT_USER_GROUP = general
                             ^^^^^^^ Q522 warning default group `general` has no share in queue `q`
        //#
        //- Queue q: FAIRSHARE = USER_SHARES[[hw,10] [general,1]]
        //- each Parameters: DEFAULT_USER_GROUP = general
        //#
        //- Queue q: FAIRSHARE = USER_SHARES[[hw,10] [default,1]]
        //- each Parameters: DEFAULT_USER_GROUP = general
        //#
        //- Queue q: FAIRSHARE = USER_SHARES[[higher,10]]
        //- each Parameters: DEFAULT_USER_GROUP = general
        //#
        //- Queue q: FAIRSHARE = USER_SHARES[[extern,10]]
        //- each Parameters: DEFAULT_USER_GROUP = general
        //#
        //- Queue q: PRIORITY = 30
        //- each Parameters: DEFAULT_USER_GROUP = general
    "#]];
}
