use lsflint_lint::{BranchContext, Findings, Severity, rule};
use lsflint_model::week::{Activity, Reason};
use lsflint_syntax::ast::AstNode;

use crate::time::common::{condition_range, never_read};

rule! {
    /// Finds branches of `#if` blocks for which the other conditions leave no time.
    ///
    /// # Effect
    /// LSF takes the first branch whose condition holds, so it never reads the lines of this one. An `#else` that is left empty, or that
    /// only completes a chain with `#elif`, is not reported.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(8:00-18:00)
    /// UJOB_LIMIT = 5
    /// #elif time(12:00-13:00)
    /// UJOB_LIMIT = 20
    /// #else
    /// UJOB_LIMIT = 50
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(12:00-13:00)
    /// UJOB_LIMIT = 20
    /// #elif time(8:00-18:00)
    /// UJOB_LIMIT = 5
    /// #else
    /// UJOB_LIMIT = 50
    /// #endif
    /// End Queue
    /// ```
    pub T208 "branch-never-active" {
        family: Time, scope: OwnFile, severity: Warning, tags: [Unnecessary],
        sources: [ibm("topic=configuration-automatic-time-based", "")],
        checks: [Branch(check)],
    }
}

fn check(context: &BranchContext<'_>, findings: &mut Findings) {
    let times = context.times;
    let Activity::Never(reason @ (Reason::Earlier | Reason::Outer)) = times.activity else { return };
    let (range, message) = match (condition_range(context), &times.condition) {
        (Some(range), Some(condition)) if reason == Reason::Outer => {
            let (own, outer) = (&condition.week, &times.outer);
            (range, format!("this branch is for {own}, but the one around it is active at most {outer}"))
        }
        (Some(range), Some(condition)) => {
            let own = &condition.week;
            (range, format!("this branch is for {own}, and the ones before it take all of that time"))
        }
        // With a condition that is not known, or an `#else`.
        _ => {
            let Some(range) = superfluous_else(context) else { return };
            (range, "the branches before this one take all of the time".to_owned())
        }
    };
    let severity = if times.condition.is_some() { Severity::Warning } else { Severity::Info };
    let (outcome, help) = match reason {
        Reason::Outer => (never_read(), "let the two times meet, or move the block out of the branch around it"),
        _ => (
            never_read().because("it takes the first branch whose condition holds"),
            "put the narrower condition first, or leave the branch out",
        ),
    };
    findings.report(range, message).severity(severity).consequence(outcome).help(help);
}

/// The directive of a branch that is worth a word although it has no condition to correct: it has lines, and is not there only because
/// a chain with `#elif` shall end with `#else`.
fn superfluous_else(context: &BranchContext<'_>) -> Option<lsflint_syntax::TextRange> {
    let branch = context.times.branch;
    let has_lines = branch.node().children().count() > 1;
    let has_elif = context.times.block.branches().count() > 2;
    let directive = branch.directive().filter(|_| has_lines && !has_elif)?;
    Some(directive.node().trimmed_range())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_text(text: &str, expect: Expect) {
        check("T208", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = q\n{text}\nEnd Queue\n"), expect);
    }

    #[test]
    fn reports_what_comes_too_late() {
        check_text(
            "#if time(8-18)\n#elif time(12-13)\n#else\n#endif",
            expect![[r#"
                4:7-4:18 warning this branch is for every day 12:00-13:00, and the ones before it take all of that time
                  effect: LSF ignores the lines of this branch because it takes the first branch whose condition holds
                  help: put the narrower condition first, or leave the branch out
            "#]],
        );
        check_text(
            "#if time(8-18)\n#elif time(18-20)\n#elif time(17-19)\n#else\n#endif",
            expect![[r#"
                5:7-5:18 warning this branch is for every day 17:00-19:00, and the ones before it take all of that time
                  effect: LSF ignores the lines of this branch because it takes the first branch whose condition holds
                  help: put the narrower condition first, or leave the branch out
            "#]],
        );
    }

    #[test]
    fn reports_what_the_branch_around_forbids() {
        check_text(
            "#if time(8-18)\n#if time(20-22)\nUJOB_LIMIT = 1\n#endif\n#endif",
            expect![[r#"
                4:5-4:16 warning this branch is for every day 20:00-22:00, but the one around it is active at most every day 08:00-18:00
                  effect: LSF ignores the lines of this branch
                  help: let the two times meet, or move the block out of the branch around it
            "#]],
        );
    }

    #[test]
    fn reports_an_else_with_lines() {
        check_text(
            "#if time(8-20 20-8)\n#else\nUJOB_LIMIT = 1\n#endif",
            expect![[r#"
                4:1-4:6 info the branches before this one take all of the time
                  effect: LSF ignores the lines of this branch because it takes the first branch whose condition holds
                  help: put the narrower condition first, or leave the branch out
            "#]],
        );
    }

    #[test]
    fn accepts_chains_in_order_and_an_else_that_completes_them() {
        check_text("#if time(12-13)\n#elif time(8-18)\n#else\nUJOB_LIMIT = 1\n#endif", expect![[""]]);
        check_text("#if time(8-18)\n#elif time(18-8)\n#else\nUJOB_LIMIT = 1\n#endif", expect![[""]]);
        check_text("#if time(8-18) || NAME\n#elif time(8-18)\n#else\n#endif", expect![[""]]);
    }
}
