use lsflint_lint::{Findings, Item, Origin, SettingContext, rule};
use lsflint_spec::{Confidence, FileKind, Grammar};

use crate::names::list::{Nothing, queue_dropped, selects_nothing};

rule! {
    /// Finds user lists that select no user: only exclusions, or names that are excluded again.
    ///
    /// # Effect
    /// `~` excludes names from `all` or from a group before it. LSF drops a queue whose USERS has no valid name, and a
    /// limit without users limits nothing.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = ~guest
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = all ~guest
    /// End Queue
    /// ```
    pub X205 "no-user-left" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsb.queues", "USERS; also lsb.resources")],
        checks: [SettingWith(is_user_list, check)],
    }
}

fn is_user_list(grammar: &Grammar) -> bool {
    *grammar == Grammar::UserList
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let (range, message, help) = match selects_nothing(&context.setting) {
        Some(Nothing::OnlyExclusions(range)) => {
            (range, "list contains only exclusions", "write `all` before the first `~`")
        }
        Some(Nothing::AllExcluded(range)) => {
            (range, "list excludes every user that it names", "remove the `~` that excludes everything")
        }
        None => return,
    };
    let queue = context.file.kind() == FileKind::LsbQueues && context.setting.is_named("USERS");
    let found = findings.report(range, message).help(help);
    if queue {
        found.consequence(queue_dropped(context, "no user is left"));
    } else {
        let item = if context.setting.origin == Origin::Cell { Item::Row } else { Item::Section };
        let ignored = item.ignored().possible().because("no user is left");
        found.capped(Confidence::Medium).consequence(ignored);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants names
        //- each Queue
        USERS = ~u1 ~u2
                ^^^^^^^ X205 error list contains only exclusions
        USERS = all ~all
                ^^^^^^^^ X205 error list excludes every user that it names
                = help: remove the `~` that excludes everything

        //# judges limits
        //- each Limit
        SLOTS = 5
          PER_USER = ~u1
                     ^^^ X205 warning list contains only exclusions
                     = effect: LSF may ignore the section because no user is left

        //# is silent where somebody is left
        //- each Queue
        USERS = all ~u1
        USERS = g1 ~u1
    "#]];
}
