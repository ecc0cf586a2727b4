use lsflint_lint::{Findings, Item, JobContext, rule};
use lsflint_model::job::{Asked, RunTime};
use lsflint_model::week::{Week, open_times};
use lsflint_model::{Entity, Place};

use crate::job::common::{in_every_queue, queues_in_words};

rule! {
    /// Finds run limits (`-W`) that are longer than any run window of the queue.
    ///
    /// # Effect
    /// LSF does not start a job that, according to its run limit, cannot finish before the run window closes.
    /// `IGNORE_DEADLINE = Y` of the queue disables this check. Run limits apply to a host of normal speed, so a faster
    /// host may still accept the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night
    /// #BSUB -W 24:00
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-8:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night
    /// #BSUB -W 11:00
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-8:00
    /// End Queue
    /// ```
    pub J210 "job-run-limit-exceeds-window" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "topic=scheduling-disabling-deadline-constraint",
                "a job whose run limit ends after the run window is not started",
            ),
        ],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let Asked::Yes(given) = context.submission().asked("W") else { return };
    let Some(limit) = given.text().and_then(RunTime::parse).filter(|it| it.host.is_none()) else { return };
    let Some(queues) = in_every_queue(context, |queue| too_short(queue, limit.minutes)) else { return };
    let Some((queue, (week, place))) = queues.first() else { return };
    let longest = week.longest();
    let found = findings
        .report(
            given.range(),
            format!(
                "run limit `{}` is longer than any run window of {}",
                given.text().unwrap_or_default(),
                queues_in_words(&queues)
            ),
        )
        .consequence(
            Item::Job.pending().possible().because(format!("it cannot end before the run window closes ({week})")),
        )
        .help(format!("request at most {}:{:02}, or choose another queue", longest / 60, longest % 60));
    if let Some(place) = place {
        found.related_at(place.clone(), format!("the run window of queue `{}`", queue.name()));
    }
}

/// The run window of a queue that is certainly too short.
fn too_short(queue: &Entity<'_>, minutes: u64) -> Option<(Week, Option<Place>)> {
    let week = open_times(queue, "RUN_WINDOW", queue.view().switches().target)?;
    // Any line of the parameter may disable the check.
    let observes = queue.fields("IGNORE_DEADLINE").is_empty() || queue.yes("IGNORE_DEADLINE") == Some(false);
    let is_too_short = !week.is_always() && !week.is_never() && minutes > u64::from(week.longest());
    (observes && is_too_short).then(|| (week, queue.field("RUN_WINDOW").map(|it| it.place())))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue night: RUN_WINDOW = 20:00-8:00
        //- Queue day: RUN_WINDOW = 8:00-18:00
        //- Queue free
        RUN_WINDOW = 20:00-8:00
        IGNORE_DEADLINE = Y
        //- Queue open

        //# longer than any window
        //- job.sh
        #BSUB -q night -W 24:00
                          ^^^^^ J210 warning run limit `24:00` is longer than any run window of queue `night`
        bsub -q 'night day' -W 721 job
                               ^^^ J210 warning
                               = run limit `721` is longer than any run window of queues `night` and `day`

        //# limits that fit and what is not known
        //- job.sh
        #BSUB -q night -W 12:00
        bsub -q 'day night' -W 12:00 job
        bsub -q free -W 24:00 job
        bsub -q open -W 24:00 job
        bsub -q night -W 24:00/hostA job
        bsub -q night -W $TIME job
        bsub -W 24:00 job
    "#]];
}
