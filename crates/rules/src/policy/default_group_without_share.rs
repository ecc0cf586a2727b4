use lsflint_lint::suggest::near;
use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Entity, FieldRef, View};
use lsflint_spec::{FileKind, lists};
use lsflint_syntax::ast::{Fairshare, List, SharePair, UserList};

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
    let name = word.text();
    // An undefined group is reported by another rule.
    if view.find(FileKind::LsbUsers, "UserGroup", &name).is_none() {
        return;
    }
    let mut queues = view.queues().filter_map(|queue| Some((without_share(&queue, &name, view)?, queue)));
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

/// The shares of a queue that assign none to a group.
fn without_share<'a>(queue: &Entity<'a>, group: &str, view: View<'a>) -> Option<FieldRef<'a>> {
    let field = plain(queue, "FAIRSHARE")?;
    let parse = field.parse().filter(|it| it.errors().is_empty())?;
    let mut any = false;
    for name in parse.typed::<Fairshare<'_>>()?.pairs().filter_map(SharePair::name) {
        any = true;
        let text = name.text();
        let rest = lists::COLLECTIVE_WORDS.iter().any(|it| text.eq_ignore_ascii_case(it));
        // An undefined name may be a misspelling of this group.
        let slip = view.find(FileKind::LsbUsers, "UserGroup", &text).is_none() && near(group, [&*text]).is_some();
        if rest || slip || *text == *group || may_contain(&text, group, view, 0) {
            return None;
        }
    }
    any.then_some(field)
}

/// Whether a group may contain another group.
fn may_contain(name: &str, group: &str, view: View<'_>, depth: u32) -> bool {
    let Some(record) = view.find(FileKind::LsbUsers, "UserGroup", name) else { return false };
    let parse = plain(&record, "GROUP_MEMBER").and_then(|it| it.parse());
    let list = parse.as_ref().and_then(|it| it.typed::<UserList<'_>>());
    let Some(list) = list.filter(|_| depth < 8) else { return true };
    list.items().any(|it| it.is_lone_bang() || it.text() == group || may_contain(&it.text(), group, view, depth + 1))
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
