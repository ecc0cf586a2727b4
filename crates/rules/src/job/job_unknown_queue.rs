use lsflint_lint::{Findings, Item, JobContext, Severity, rule};
use lsflint_model::Referent;

use crate::job::common::report_undefined;

rule! {
    /// Finds undefined queues in `bsub -q`: queues that lsb.queues does not define.
    ///
    /// # Effect
    /// LSF rejects the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q nigth
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// Nothing is reported if lsflint cannot read lsb.queues, nor about queues of other clusters. One unknown name
    /// among several is a warning. An error becomes a warning where a program of the site may rewrite the options of
    /// jobs (LSB_ESUB_METHOD, `-a`).
    pub J101 "job-unknown-queue" {
        family: Job, scope: Cluster, severity: Error,
        sources: [ibm("lsf_command_ref/bsub.q.1", "the queues must be defined in the local cluster")],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let several = context.job.queues.len() > 1;
    for named in &context.job.queues {
        let Some(found) = report_undefined(context, named, Referent::Queue, findings) else { continue };
        if several {
            let severity = found.severity.min(Severity::Warning);
            found.severity(severity).consequence(Item::Job.refused().or("try the next queue in the list"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue night
        //- Queue short

        //# names that no queue has
        //- job.sh
        #BSUB -q nigth
                 ^^^^^ J101 error unknown queue `nigth`
        bsub -q "short other" job
                       ^^^^^ J101 warning unknown queue `other`
                       = effect: LSF may reject the job at submission or try the next queue in the list
                       = help: correct the name, or define it in lsb.queues
        bsub -q nosuch < job.sh
                ^^^^^^ J101 error unknown queue `nosuch`

        //# names of queues and what cannot be judged
        //- job.sh
        #BSUB -q night # or short
        bsub -q 'night short' job
        bsub -q $QUEUE job
        bsub -q q@west job
        bsub -q <queue> job
        //#
        //- job.sh
        bsub -q night -q nosuch job
        bsub job -q nosuch
        echo bsub -q nosuch
        # bsub -q nosuch
        //#
        //- without lsb.queues
        //- lsf.conf: LSF_LIM_PORT=1
        //- each job.sh
        #BSUB -q nosuch

        //# gaps and programs that rewrite jobs
        //- Queue of lsb.queues: QUEUE_NAME = {{ name }}
        //- each job.sh
        #BSUB -q nosuch
                 ^^^^^^ J101 info `nosuch` is not defined in these files
                 = effect: LSF may reject the job at submission
        //#
        //- each job.sh
        bsub -a fluent -q nosuch job
                          ^^^^^^ J101 warning unknown queue `nosuch`
        //#
        //- lsf.conf: LSB_ESUB_METHOD=site
        //- each job.sh
        #BSUB -q nosuch
                 ^^^^^^ J101 warning unknown queue `nosuch`

        //# comments suppress findings
        //- job.sh
        # lsflint: ignore[J101] comes on Monday
        #BSUB -q nosuch
        bsub -q nosuch job # lsflint: ignore[J1]
        //#
        //- each job.sh
        #BSUB -q nosuch # lsflint: ignore[job-unknown-queue] soon
        //#
        //- job.sh
        # lsflint: ignore[J101] all of it
        bsub -n 4 \
          -q nosuch \
          job
        bsub -q nosuch job
                ^^^^^^ J101 error unknown queue `nosuch`
    "#]];
}
