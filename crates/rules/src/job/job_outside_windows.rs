use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::job::Asked;
use lsflint_model::week::limited_start_times;

use crate::job::common::{in_every_queue, queues_in_words};

rule! {
    /// Says when the queue of a job starts jobs, if its windows are not always open.
    ///
    /// # Effect
    /// The job pends until the dispatch window and the run window of the queue are open.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME      = night
    /// DISPATCH_WINDOW = 20:00-8:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// ```
    ///
    /// Nothing is wrong with such a job. With several queues in `-q`, nothing is reported if one of them is always
    /// open.
    pub J209 "job-outside-windows" {
        family: Job, scope: Cluster, severity: Hint,
        sources: [ibm("topic=configuration-dispatch-run-windows", "both windows control when jobs start")],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let Asked::Yes(given) = context.submission().asked("q") else { return };
    let Some(queues) = in_every_queue(context, limited_start_times) else { return };
    let Some((queue, (week, place))) = queues.first() else { return };
    let message = match week.is_never() {
        true => format!("queue `{}` never starts jobs", queue.name()),
        false if queues.len() > 1 => format!("none of {} is always open", queues_in_words(&queues)),
        false => format!("queue `{}` starts jobs only at some times: {week}", queue.name()),
    };
    let found =
        findings.report(given.range(), message).effect("the job pends while the windows of the queue are closed");
    if let Some(place) = place {
        found.related_at(place.clone(), format!("the window of queue `{}`", queue.name()));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue night: DISPATCH_WINDOW = 20:00-8:00
        //- Queue run
        RUN_WINDOW = 18:00-8:00
        DISPATCH_WINDOW = 20:00-9:00
        //- Queue day
        //- Queue never
        RUN_WINDOW = 8:00-9:00
        DISPATCH_WINDOW = 20:00-22:00
        //- Queue cond
        #if time(8-9)
        RUN_WINDOW = 18:00-8:00
        #endif

        //# queues with windows
        //- job.sh
        #BSUB -q night
                 ^^^^^ J209 hint queue `night` starts jobs only at some times: every day 20:00-08:00
        bsub -q run job
                ^^^ J209 hint queue `run` starts jobs only at some times: every day 20:00-08:00
        bsub -q 'night run' job
                ^^^^^^^^^^^ J209 hint none of queues `night` and `run` is always open
        bsub -q never job
                ^^^^^ J209 hint queue `never` never starts jobs

        //# queues that are open and what is not known
        //- job.sh
        #BSUB -q day
        bsub -q 'night day' job
        bsub -q cond job
        bsub job
    "#]];
}
