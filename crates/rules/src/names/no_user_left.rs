use lsflint_lint::{Findings, Item, Origin, SettingContext, rule};
use lsflint_spec::{Confidence, FileKind, Grammar};

use crate::names::list::{Nothing, queue_dropped, selects_nothing};

rule! {
    /// Finds lists of users that select nobody: only exclusions, or names that are taken out again.
    ///
    /// # Effect
    /// `~` takes names out of `all` or of a group before it. A queue whose USERS has no valid name is dropped, and a limit of nobody limits
    /// nobody.
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
        sources: [ibm("lsb.queues", "USERS: and lsb.resources")],
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
            (range, "the list takes users out and names none", "write `all` before the first `~`")
        }
        Some(Nothing::TakenOut(range)) => {
            (range, "the list takes out everybody whom it names", "remove the `~` that takes out everybody")
        }
        None => return,
    };
    let queue = context.file.kind() == FileKind::LsbQueues && context.setting.is_named("USERS");
    let found = findings.report(range, message).help(help);
    if queue {
        found.consequence(queue_dropped(context, "no user is left"));
    } else {
        let item = if context.setting.origin == Origin::Cell { Item::Row } else { Item::Section };
        let ignored = item.ignored().called("what the list belongs to").possible().because("no user is left");
        found.capped(Confidence::Medium).consequence(ignored);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    fn queue(line: &str, expected: Expect) {
        check("X205", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = q1\n{line}\nEnd Queue\n"), expected);
    }

    // covers users-not-operator
    #[test]
    fn wants_names() {
        queue(
            "USERS = ~u1 ~u2",
            expect![[r#"
                3:9-3:16 error the list takes users out and names none
                  effect: LSF drops the queue because no user is left
                  help: write `all` before the first `~`
            "#]],
        );
        queue(
            "USERS = all ~all",
            expect![[r#"
                3:9-3:17 error the list takes out everybody whom it names
                  effect: LSF drops the queue because no user is left
                  help: remove the `~` that takes out everybody
            "#]],
        );
    }

    // covers LSB-R020
    #[test]
    fn judges_limits() {
        check(
            "X205",
            "lsb.resources",
            "Begin Limit\nNAME = a\nSLOTS = 5\nPER_USER = ~u1\nEnd Limit\n",
            expect![[r#"
                4:12-4:15 warning the list takes users out and names none
                  effect: LSF may ignore what the list belongs to because no user is left
                  help: write `all` before the first `~`
            "#]],
        );
    }

    #[test]
    fn is_silent_where_somebody_is_left() {
        queue("USERS = all ~u1", expect![[""]]);
        queue("USERS = g1 ~u1", expect![[""]]);
    }
}
