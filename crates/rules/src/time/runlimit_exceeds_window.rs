use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::ast::RunLimit;

use crate::parameter::related;
use crate::time::common::open_times;

rule! {
    /// Finds run limits that are longer than the queue is ever open.
    ///
    /// # Effect
    /// LSF does not start a job that cannot end before the run window closes, going by its run limit. A job that brings
    /// no limit of its own has that of the queue, and fits into no window: it pends forever. `IGNORE_DEADLINE = Y`
    /// switches this off. Run limits are those of a host of normal speed, so a faster host may still take the job.
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
        sources: [ibm("topic=scheduling-disabling-deadline-constraint", ""), ibm("lsf_command_ref/bjobs.pei.1", "")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(setting) = context.entry("RUNLIMIT").filter(|it| it.branch == 0) else { return };
    let Some(limit) = setting.typed::<RunLimit<'_>>() else { return };
    // With two numbers the first one is what a job gets that asks for nothing.
    let Some(time) = limit.default().or_else(|| limit.maximum()).filter(|it| it.host().is_none()) else { return };
    let Some(Some(window)) = open_times(context, "RUN_WINDOW") else { return };
    let longest = i64::from(window.week.longest());
    if time.minutes().is_none_or(|it| it <= longest) || window.week.is_always() {
        return;
    }
    // Any line of it may switch the check off.
    let ignores = context.entries_named("IGNORE_DEADLINE").any(|it| it.value.is_some() && !related::is_no(&it));
    if ignores || related::includes_more(context) {
        return;
    }
    findings
        .report(setting.value_range(), "the run limit is longer than the queue is ever open")
        .consequence(
            Item::Job
                .pending()
                .called("jobs without a run limit of their own")
                .possible()
                .because(format!("they cannot end before the run window closes ({})", window.week)),
        )
        .help(format!(
            "let jobs have at most {}:{:02} unless they ask for more, or set `IGNORE_DEADLINE = Y`",
            longest / 60,
            longest % 60
        ))
        .related(window.setting.value_range(), "the run window");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# compares the limit with the longest window
        //- each Queue
        RUN_WINDOW = 20:00-8:00
          RUNLIMIT = 24:00
                     ^^^^^ T212 info the run limit is longer than the queue is ever open
        RUN_WINDOW = 8-10 10-12 14-15
          RUNLIMIT = 241 300
                     ^^^^^^^ T212 info the run limit is longer than the queue is ever open
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
