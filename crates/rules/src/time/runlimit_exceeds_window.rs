use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::ast::RunLimit;

use crate::parameter::related;
use crate::time::common::open_times;

rule! {
    /// Finds run limits that are longer than any run window of the queue.
    ///
    /// # Effect
    /// LSF does not start a job that, according to its run limit, cannot finish before the run window closes. A job
    /// without a run limit of its own has the run limit of the queue, which is longer than any window, so the job pends
    /// forever. `IGNORE_DEADLINE = Y` disables this check. Run limits apply to a host of normal speed, so a faster host
    /// may still accept the job.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-8:00
    /// RUNLIMIT   = 24:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-8:00
    /// RUNLIMIT   = 4:00 12:00
    /// End Queue
    /// ```
    pub T212 "runlimit-exceeds-window" {
        family: Time, scope: OwnFile, severity: Info,
        sources: [
            ibm(
                "topic=scheduling-disabling-deadline-constraint",
                "a job whose run limit ends after the run window is not started",
            ),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(setting) = context.entry("RUNLIMIT").filter(|it| it.branch == 0) else { return };
    let Some(limit) = setting.typed::<RunLimit<'_>>() else { return };
    // Of two values, the first is the default for jobs without a run limit.
    let Some(time) = limit.default().or_else(|| limit.maximum()).filter(|it| it.host().is_none()) else { return };
    let Some(Some(window)) = open_times(context, "RUN_WINDOW") else { return };
    let longest = i64::from(window.week.longest());
    if time.minutes().is_none_or(|it| it <= longest) || window.week.is_always() {
        return;
    }
    // Any line of the parameter may disable the check.
    let ignores = context.entries_named("IGNORE_DEADLINE").any(|it| it.value.is_some() && !related::is_no(&it));
    if ignores || related::includes_more(context) {
        return;
    }
    findings
        .report(setting.value_range(), "run limit is longer than any run window of the queue")
        .consequence(
            Item::Job
                .pending()
                .called("jobs without a run limit of their own")
                .possible()
                .because(format!("they cannot end before the run window closes ({})", window.week)),
        )
        .help(format!(
            "set a default run limit of at most {}:{:02}, or set `IGNORE_DEADLINE = Y`",
            longest / 60,
            longest % 60
        ))
        .related(window.setting.value_range(), "`RUN_WINDOW` is set here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# compares the limit with the longest window
        //- each Queue
        RUN_WINDOW = 20:00-8:00
          RUNLIMIT = 24:00
                     ^^^^^ T212 info run limit is longer than any run window of the queue
        RUN_WINDOW = 8-10 10-12 14-15
          RUNLIMIT = 241 300
                     ^^^^^^^ T212 info run limit is longer than any run window of the queue
                     = effect: LSF may never dispatch jobs without a run limit of their own because they cannot end
                     =   before the run window closes (every day 08:00-12:00 and 14:00-15:00)

        //# accepts what fits
        //- each Queue
        RUN_WINDOW = 20:00-8:00
          RUNLIMIT = 12:00
        RUN_WINDOW = 20:00-8:00
          RUNLIMIT = 1:00 24:00
        RUN_WINDOW = 20:00-8:00 5:19:00-1:8:00
          RUNLIMIT = 24:00
        RUN_WINDOW = 20:00-8:00 8:00-20:00
          RUNLIMIT = 300:00

        //# is silent where it does not count
        //- each Queue
        RUN_WINDOW = 20:00-8:00
          RUNLIMIT = 24:00
          IGNORE_DEADLINE = Y
        RUN_WINDOW = 20:00-8:00
          RUNLIMIT = 24:00/hostA
        DISPATCH_WINDOW = 20:00-8:00
          RUNLIMIT = 24:00
    "#]];
}
