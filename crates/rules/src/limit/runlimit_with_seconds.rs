use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds run times with seconds: `36:00:00`.
    ///
    /// # Effect
    /// LSF knows hours and minutes only and cannot read the value: there is no limit.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUNLIMIT   = 36:00:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUNLIMIT   = 36:00
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a limit that LSF ignores today becomes active.
    ///
    /// # Notes
    /// Many reports by users of other batch systems.
    pub L102 "runlimit-with-seconds" {
        family: Limit, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "RUNLIMIT")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Seconds) else { return };
    let name = broken.setting.display_name();
    let seconds = context.text();
    findings
        .report(context.error.range, format!("`{name}` has hours and minutes, and `{seconds}` on top"))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("write `hours:minutes`; there are no seconds")
        .fix(Fix::replace(Applicability::Unsafe, format!("remove `{seconds}`"), context.error.range, ""));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers time-limit-seconds
    #[test]
    fn points_at_the_seconds() {
        check(
            "L102",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nRUNLIMIT = 1:30:00 36:00:00/hostA\nEnd Queue\n",
            expect![[r#"
                3:16-3:19 error `RUNLIMIT` has hours and minutes, and `:00` on top
                  effect: LSF uses the default `unlimited` instead of the value
                  help: write `hours:minutes`; there are no seconds
                3:25-3:28 error `RUNLIMIT` has hours and minutes, and `:00` on top
                  effect: LSF uses the default `unlimited` instead of the value
                  help: write `hours:minutes`; there are no seconds
            "#]],
        );
        check(
            "L102",
            "lsb.applications",
            "Begin Application\nNAME = a\nRUNLIMIT = 36:00:00\nEnd Application\n",
            expect![[r#"
                3:17-3:20 error `RUNLIMIT` has hours and minutes, and `:00` on top
                  effect: LSF uses the default `unlimited` instead of the value
                  help: write `hours:minutes`; there are no seconds
            "#]],
        );
    }

    #[test]
    fn is_silent_about_hours_and_minutes() {
        check("L102", "lsb.queues", "Begin Queue\nQUEUE_NAME = q1\nRUNLIMIT = 1:30 36:00\nEnd Queue\n", expect![[""]]);
    }

    #[test]
    fn removes_the_seconds() {
        check_fix(
            "L102",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nRUNLIMIT = 1:30:00 36:00:00/hostA\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nRUNLIMIT = 1:30 36:00/hostA\nEnd Queue\n",
        );
    }
}
