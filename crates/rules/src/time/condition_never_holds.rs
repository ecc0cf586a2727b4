use lsflint_lint::{BranchContext, Findings, rule};
use lsflint_model::week::{Activity, Reason};

use crate::time::common::{condition_range, never_read};

rule! {
    /// Finds conditions of `#if` and `#elif` that hold at no time of the week.
    ///
    /// # Effect
    /// LSF never reads the lines of the branch.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(8:00-12:00) && time(13:00-17:00)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(8:00-12:00 13:00-17:00)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    pub T206 "condition-never-holds" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [ibm("topic=configuration-automatic-time-based", "")],
        checks: [Branch(check)],
    }
}

fn check(context: &BranchContext<'_>, findings: &mut Findings) {
    if context.times.activity != Activity::Never(Reason::Condition) {
        return;
    }
    let Some(range) = condition_range(context) else { return };
    let help = if context.file.text(range).contains("&&") {
        "`&&` asks for both times at once; write `||`, or all windows into one `time( )`, where one of them is enough"
    } else {
        "the windows cover the whole week, so their opposite is no time at all: narrow them, or remove the branch"
    };
    findings.report(range, "this condition holds at no time of the week").consequence(never_read()).help(help);
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_condition(condition: &str, expect: Expect) {
        check("T206", "lsb.queues", &format!("#if {condition}\n#endif\n"), expect);
    }

    #[test]
    fn reports_times_that_never_meet() {
        check_condition(
            "time(8:00-12:00) && time(13:00-17:00)",
            expect![[r#"
                1:5-1:42 warning this condition holds at no time of the week
                  effect: LSF ignores the lines of this branch
                  help: `&&` asks for both times at once; write `||`, or all windows into one `time( )`, where one of them is enough
            "#]],
        );
        check_condition(
            "!time(8-20 20-8)",
            expect![[r#"
                1:5-1:21 warning this condition holds at no time of the week
                  effect: LSF ignores the lines of this branch
                  help: the windows cover the whole week, so their opposite is no time at all: narrow them, or remove the branch
            "#]],
        );
        check_condition(
            "!time(8-20) && !time(20-8)",
            expect![[r#"
                1:5-1:31 warning this condition holds at no time of the week
                  effect: LSF ignores the lines of this branch
                  help: `&&` asks for both times at once; write `||`, or all windows into one `time( )`, where one of them is enough
            "#]],
        );
    }

    #[test]
    fn accepts_what_can_hold_or_is_not_known() {
        check_condition("time(8:00-12:00) || time(13:00-17:00)", expect![[""]]);
        check_condition("time(8:00-12:00) && !time(6:0:00-1:0:00)", expect![[""]]);
        check_condition("time(8:00-12:00 EDT) && time(13:00-17:00)", expect![[""]]);
        check_condition("time(8:00-12:00) && NAME", expect![[""]]);
    }
}
