use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::{Confidence, FileKind, Grammar};

use crate::names::list::{Nothing, selects_nothing};

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
        family: Names,
        scope: Cluster,
        severity: Error,
        sources: [ibm("lsb.queues", "USERS: and lsb.resources")],
        checks: [SettingWith(|it| *it == Grammar::UserList, check)],
    }
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
        found.effect("nobody is left: LSF drops the queue");
    } else {
        found.capped(Confidence::Medium).effect("nobody is left: LSF ignores what the list belongs to");
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
              effect: nobody is left: LSF drops the queue
              help: write `all` before the first `~`
        "#]],
        );
        queue(
            "USERS = all ~all",
            expect![[r#"
            3:9-3:17 error the list takes out everybody whom it names
              effect: nobody is left: LSF drops the queue
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
              effect: nobody is left: LSF ignores what the list belongs to
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
