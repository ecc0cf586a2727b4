use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::time::common::run_and_dispatch;

rule! {
    /// Finds queues that may dispatch jobs only when they may not run them.
    ///
    /// # Effect
    /// A job is dispatched only while both `DISPATCH_WINDOW` and `RUN_WINDOW` are open. They never are, so no job of the queue ever starts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-6:00
    /// DISPATCH_WINDOW = 8:00-18:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-6:00
    /// DISPATCH_WINDOW = 19:00-5:00
    /// End Queue
    /// ```
    pub T201 "window-disjoint" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [ibm("topic=configuration-time-windows", "")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    for (run, dispatch) in run_and_dispatch(context) {
        if run.week.meets(&dispatch.week) {
            continue;
        }
        let in_branch = run.setting.branch != 0 || dispatch.setting.branch != 0;
        let jobs = if in_branch { "jobs of this queue while these lines apply" } else { "jobs of this queue" };
        findings
            .report(
                dispatch.setting.value_range(),
                "`DISPATCH_WINDOW` and `RUN_WINDOW` are never open at the same time",
            )
            .consequence(
                Item::Job
                    .pending()
                    .called(jobs)
                    .because(format!("they may be dispatched {}, and run {}", dispatch.week, run.week)),
            )
            .help("let the two overlap, or leave `DISPATCH_WINDOW` out")
            .related(run.setting.value_range(), "jobs may run then");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_queue(lines: &str, expect: Expect) {
        check("T201", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n"), expect);
    }

    // covers window-disjoint, R-TW9, BC-053
    #[test]
    fn reports_days_against_nights() {
        check_queue(
            "RUN_WINDOW = 20:00-6:00\nDISPATCH_WINDOW = 8:00-18:00",
            expect![[r#"
                4:19-4:29 warning `DISPATCH_WINDOW` and `RUN_WINDOW` are never open at the same time
                  effect: LSF never dispatches jobs of this queue because they may be dispatched every day 08:00-18:00, and run every day 20:00-06:00
                  help: let the two overlap, or leave `DISPATCH_WINDOW` out
                  3:14-3:24 jobs may run then
            "#]],
        );
        check_queue(
            "RUN_WINDOW = 5:19:00-1:8:30\nDISPATCH_WINDOW = 1:8:30-5:19:00",
            expect![[r#"
                4:19-4:33 warning `DISPATCH_WINDOW` and `RUN_WINDOW` are never open at the same time
                  effect: LSF never dispatches jobs of this queue because they may be dispatched Mon 08:30 to Fri 19:00, and run Fri 19:00 to Mon 08:30
                  help: let the two overlap, or leave `DISPATCH_WINDOW` out
                  3:14-3:28 jobs may run then
            "#]],
        );
    }

    #[test]
    fn compares_what_is_active_together() {
        check_queue(
            "RUN_WINDOW = 20:00-6:00\n#if time(6:0:00-1:0:00)\nDISPATCH_WINDOW = 8:00-18:00\n#endif",
            expect![[r#"
                5:19-5:29 warning `DISPATCH_WINDOW` and `RUN_WINDOW` are never open at the same time
                  effect: LSF never dispatches jobs of this queue while these lines apply because they may be dispatched every day 08:00-18:00, and run every day 20:00-06:00
                  help: let the two overlap, or leave `DISPATCH_WINDOW` out
                  3:14-3:24 jobs may run then
            "#]],
        );
        check_queue(
            "#if time(6:0:00-1:0:00)\nRUN_WINDOW = 20:00-6:00\n#else\nDISPATCH_WINDOW = 8:00-18:00\n#endif",
            expect![[""]],
        );
    }

    #[test]
    fn accepts_what_overlaps_or_is_not_clear() {
        check_queue("RUN_WINDOW = 20:00-6:00\nDISPATCH_WINDOW = 19:00-21:00", expect![[""]]);
        check_queue("RUN_WINDOW = 20:00-6:00\nDISPATCH_WINDOW = 8:00-8:00", expect![[""]]);
        check_queue("RUN_WINDOW = 20:00-6:00\nDISPATCH_WINDOW = 8:00-24:00", expect![[""]]);
        check_queue("RUN_WINDOW = 20:00-6:00\nDISPATCH_WINDOW = 8:00-{{ end }}", expect![[""]]);
        check_queue("RUN_WINDOW = 20:00-6:00", expect![[""]]);
    }
}
