use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::time::common::run_and_dispatch;

rule! {
    /// Finds queues whose dispatch and run windows are never open at the same time.
    ///
    /// # Effect
    /// LSF dispatches a job only while both `DISPATCH_WINDOW` and `RUN_WINDOW` are open. They never are, so no job of
    /// the queue ever starts.
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
        sources: [
            ibm("topic=configuration-time-windows", "run windows, dispatch windows and the windows of hosts"),
        ],
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
                    .because(format!("`DISPATCH_WINDOW` is open {}, and `RUN_WINDOW` {}", dispatch.week, run.week)),
            )
            .help("make the two windows overlap, or remove `DISPATCH_WINDOW`")
            .related(run.setting.value_range(), "`RUN_WINDOW` is set here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports days against nights
        //- each Queue
        RUN_WINDOW = 20:00-6:00
          DISPATCH_WINDOW = 8:00-18:00
                            ^^^^^^^^^^ T201 warning `DISPATCH_WINDOW` and `RUN_WINDOW` are never open at the same time
        RUN_WINDOW = 5:19:00-1:8:30
          DISPATCH_WINDOW = 1:8:30-5:19:00
                            ^^^^^^^^^^^^^^ T201 warning
                            = `DISPATCH_WINDOW` and `RUN_WINDOW` are never open at the same time
                            = effect: LSF never dispatches jobs of this queue because `DISPATCH_WINDOW` is open Mon
                            =   08:30 to Fri 19:00, and `RUN_WINDOW` Fri 19:00 to Mon 08:30

        //# compares what is active together
        //- each Queue
        RUN_WINDOW = 20:00-6:00
          #if time(6:0:00-1:0:00)
          DISPATCH_WINDOW = 8:00-18:00
                            ^^^^^^^^^^ T201 warning `DISPATCH_WINDOW` and `RUN_WINDOW` are never open at the same time
                            = effect: LSF never dispatches jobs of this queue while these lines apply because
                            =   `DISPATCH_WINDOW` is open every day 08:00-18:00, and `RUN_WINDOW` every day 20:00-06:00
          #endif
        #if time(6:0:00-1:0:00)
          RUN_WINDOW = 20:00-6:00
          #else
          DISPATCH_WINDOW = 8:00-18:00
          #endif

        //# accepts what overlaps or is not clear
        //- each Queue
        RUN_WINDOW = 20:00-6:00
          DISPATCH_WINDOW = 19:00-21:00
        RUN_WINDOW = 20:00-6:00
          DISPATCH_WINDOW = 8:00-8:00
        RUN_WINDOW = 20:00-6:00
          DISPATCH_WINDOW = 8:00-24:00
        RUN_WINDOW = 20:00-6:00
          DISPATCH_WINDOW = 8:00-{{ end }}
        RUN_WINDOW = 20:00-6:00
    "#]];
}
