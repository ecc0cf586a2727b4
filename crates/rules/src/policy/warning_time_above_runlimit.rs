use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::parameter::related;

rule! {
    /// Finds a warning that is due before a job can have started: a warning time as long as the run limit.
    ///
    /// # Effect
    /// LSF sends the warning this long before it ends the job. A job whose run limit is not longer has no time
    /// between its start and the warning.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME              = short
    /// RUNLIMIT                = 10
    /// JOB_WARNING_ACTION      = URG
    /// JOB_ACTION_WARNING_TIME = 20
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME              = short
    /// RUNLIMIT                = 10
    /// JOB_WARNING_ACTION      = URG
    /// JOB_ACTION_WARNING_TIME = 2
    /// End Queue
    /// ```
    pub Q311 "warning-time-above-runlimit" {
        family: Policy, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf_command_ref/bsub.wt.1", "the amount of time before the job control action when the warning is sent"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let (Some(time), Some(limit)) = (context.entry("JOB_ACTION_WARNING_TIME"), context.entry("RUNLIMIT")) else {
        return;
    };
    let (Some(before), Some(most)) = (related::amount(&time), related::amount(&limit)) else { return };
    if before < most || most <= 0.0 || !related::are_read_together(&time, &limit) {
        return;
    }
    findings
        .report(time.value_range(), "`JOB_ACTION_WARNING_TIME` is not shorter than `RUNLIMIT`")
        .consequence(
            Item::Line.no_effect().called("the warning").possible().because("it is due before the job has run"),
        )
        .help("write a time that is shorter than the run limit")
        .related(limit.value_range(), "the run limit is set here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the warning is due while the job runs
        //- each Queue
        RUNLIMIT = 30
          JOB_WARNING_ACTION = URG
          JOB_ACTION_WARNING_TIME = 0:30
                                    ^^^^ Q311 warning `JOB_ACTION_WARNING_TIME` is not shorter than `RUNLIMIT`
        RUNLIMIT = 5 30
          JOB_WARNING_ACTION = URG
          JOB_ACTION_WARNING_TIME = 29
        RUNLIMIT = 30/hostA
          JOB_WARNING_ACTION = URG
          JOB_ACTION_WARNING_TIME = 40
    "#]];
}
