use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{FieldRef, View};
use lsflint_spec::Confidence;
use lsflint_syntax::ast::{List, QueueList, UserList};

use crate::limit::pools::plain;

rule! {
    /// Finds a DEFAULT_QUEUE that does not accept all users.
    ///
    /// # Effect
    /// LSF submits a job without `bsub -q` to the first queue in the list that accepts it. If every queue in the list
    /// sets USERS, LSF rejects the jobs of all other users.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = vip
    /// End Parameters
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = vip
    /// USERS      = ann bob
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = vip normal
    /// End Parameters
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = vip
    /// USERS      = ann bob
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// ```
    pub Q523 "restricted-default-queue" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [ibm("lsb.params", "DEFAULT_QUEUE")],
        checks: [SettingNamed(&["DEFAULT_QUEUE"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(list) = context.setting.typed::<QueueList<'_>>().filter(|_| !context.broken) else { return };
    let mut places: Vec<FieldRef<'_>> = Vec::new();
    for item in list.items() {
        let Some(users) = restricted(&item.text(), context.file.cluster) else { return };
        places.push(users);
    }
    let Some(first) = places.first() else { return };
    let message = match places.len() {
        1 => format!("default queue `{}` does not accept all users", first.entity().name()),
        _ => "no default queue accepts all users".to_owned(),
    };
    findings
        .report(context.setting.value_range(), message)
        .capped(Confidence::Medium)
        .consequence(Item::Job.refused().called("jobs of other users without `bsub -q`"))
        .help("add a queue that accepts all users at the end of the list")
        .related_at(first.place(), "users of the queue");
}

/// The users of a queue that certainly excludes some users.
fn restricted<'a>(name: &str, view: View<'a>) -> Option<FieldRef<'a>> {
    let users = plain(&view.queue(name)?, "USERS")?;
    let parse = users.parse().filter(|it| it.errors().is_empty())?;
    let list = parse.typed::<UserList<'_>>()?;
    let open = list.items().any(|it| it.is("all") && !it.is_excluded());
    let listed = list.items().any(|it| !it.is_excluded());
    (listed && !open && !view.user_groups().users_of(list).is_all()).then_some(users)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# somebody may be left out
        //- Queue vip: USERS = boss
        //- Queue ops: USERS = op1 op2
        //- Queue most: USERS = all ~u9
        //- Queue world: USERS = everybody
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        everybody (all)
        //- each Parameters
        DEFAULT_QUEUE = vip
                        ^^^ Q523 info default queue `vip` does not accept all users
        DEFAULT_QUEUE = vip ops
                        ^^^^^^^ Q523 info no default queue accepts all users
        DEFAULT_QUEUE = vip most
        DEFAULT_QUEUE = vip world
        DEFAULT_QUEUE = vip missing
    "#]];
}
