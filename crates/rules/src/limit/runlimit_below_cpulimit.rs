use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::parameter::related;

rule! {
    /// Finds CPU time limits that a job with one task cannot reach before its run limit.
    ///
    /// # Effect
    /// A job with one task and one thread uses at most as much CPU time as run time, so the run limit ends it first.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = serial
    /// TASKLIMIT  = 1
    /// CPULIMIT   = 120
    /// RUNLIMIT   = 60
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = serial
    /// TASKLIMIT  = 1
    /// CPULIMIT   = 60
    /// RUNLIMIT   = 120
    /// End Queue
    /// ```
    pub L106 "runlimit-below-cpulimit" {
        family: Limit, scope: Cluster, severity: Hint,
        sources: [ibm("lsb.queues", "CPULIMIT"), ibm("lsb.queues", "RUNLIMIT")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let (Some(cpu), Some(run)) = (context.entry("CPULIMIT"), context.entry("RUNLIMIT")) else { return };
    let Some(tasks) = context.entry("TASKLIMIT") else { return };
    let together = related::are_read_together;
    if !together(&cpu, &run) || !together(&cpu, &tasks) || !together(&run, &tasks) {
        return;
    }
    let one_task = tasks.known_value().is_some_and(|it| context.file.text(it.range()) == "1");
    let (Some(cpu_time), Some(run_time)) = (related::amount(&cpu), related::amount(&run)) else { return };
    if one_task && cpu_time > run_time {
        findings
            .report(cpu.value_range(), "`CPULIMIT` is above `RUNLIMIT` in a queue for single-task jobs")
            .consequence(
                Item::Line
                    .no_effect()
                    .called("`CPULIMIT`")
                    .possible()
                    .because("a job with one thread reaches its run limit first"),
            )
            .help("lower `CPULIMIT` below the run limit, or remove it")
            .related(run.value_range(), "the run limit");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports what is never reached
        //- each Queue
        TASKLIMIT = 1
          CPULIMIT = 2:00
                     ^^^^ L106 hint `CPULIMIT` is above `RUNLIMIT` in a queue for single-task jobs
          RUNLIMIT = 60

        //# accepts parallel jobs and other hosts
        //- each Queue
        TASKLIMIT = 4
          CPULIMIT = 120
          RUNLIMIT = 60
        CPULIMIT = 120
          RUNLIMIT = 60
        TASKLIMIT = 1
          CPULIMIT = 60
          RUNLIMIT = 120
        TASKLIMIT = 1
          CPULIMIT = 120/hostA
          RUNLIMIT = 60
    "#]];
}
