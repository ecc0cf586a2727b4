use lsflint_lint::{FactFindings, FactsContext, rule};

use crate::merge::levels::report_conflicts;
use crate::merge::wanted::EXCEEDED_RESERVATION;

rule! {
    /// Finds application profiles that reserve more than a queue: more of a load index such as `mem`, or any resource
    /// for longer.
    ///
    /// # Effect
    /// The reservation of a queue is also the maximum for its jobs. LSF rejects jobs of the application profile in such
    /// a queue at submission.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = rusage[mem=900]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=500]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = rusage[mem=400]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=500]
    /// End Queue
    /// ```
    ///
    /// Or set RESRSV_LIMIT in the queue: its range then applies instead of the amount. A resource that the site defines
    /// may exceed the amount of the queue, but not the duration. Any application profile can be used with any queue, so
    /// this is a warning only when no queue accepts the jobs, when the queue is in DEFAULT_QUEUE, or when the
    /// application profile is DEFAULT_APPLICATION; otherwise it is informational.
    pub M002 "application-exceeds-queue-reservation" {
        family: Merge, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/usage_string", "requirements of several levels"),
            manual("lsbatch.h, LSBE_APP_RUSAGE_EXCEED_LIMIT (339)", "the application profile exceeds the limit of the queue"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    report_conflicts(
        context,
        &EXCEEDED_RESERVATION,
        "reserve no more than the queue, or set RESRSV_LIMIT in the queue",
        findings,
    );
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters
        //- lsf.conf: LSF_LIM_PORT=7869
        //- Queue q: RES_REQ = rusage[mem=500]
        //- Queue r: RES_REQ = rusage[mem=2000]
        //- Queue s: RES_REQ = rusage[mem=500]

        //# more than the queue or for longer
        //- without lsb.queues
        //- Queue q: RES_REQ = rusage[mem=500]
        //- each Application
        RES_REQ = select[linux] rusage[mem=900]
                                       ^^^^^^^ M002 warning application profile is incompatible with every queue
        RES_REQ = 1*{linux} + 2*{rusage[mem=1GB]}
                                        ^^^^^^^ M002 warning application profile is incompatible with every queue
        //#
        //- without lsb.queues
        //- Queue q: RES_REQ = rusage[lic=2:duration=60]
        //- each Application
        RES_REQ = rusage[lic=1:duration=2h]
                         ^^^^^ M002 warning application profile is incompatible with every queue
                         = effect: LSF rejects jobs of the application profile in every queue at submission because in
                         =   `q`, `duration=2h` of the application profile for `lic` exceeds `duration=60` of the queue
                         =   for `lic`

        //# some queues are worth an information
        //- each Application
        RES_REQ = rusage[mem=900]
                         ^^^^^^^ M002 info reservation of `mem` exceeds that of queue `q`
                         = effect: LSF rejects jobs of the application profile in 2 of 3 queues at submission because
                         =   `mem=900` of the application profile exceeds `mem=500` of the queue
        //#
        //- Parameters: DEFAULT_QUEUE = s r
        //- each Application
        RES_REQ = rusage[mem=900]
                         ^^^^^^^ M002 info reservation of `mem` exceeds that of queue `q`
        //#
        //- Parameters: DEFAULT_QUEUE = s q
        //- each Application
        RES_REQ = rusage[mem=900]
                         ^^^^^^^ M002 warning reservation of `mem` exceeds that of queue `q`
                         = effect: LSF rejects jobs of the application profile that DEFAULT_QUEUE sends to this queue at
                         =   submission because `mem=900` of the application profile exceeds `mem=500` of the queue
        //#
        //- Parameters: DEFAULT_APPLICATION = p
        //- each Application
        RES_REQ = rusage[mem=900]
                         ^^^^^^^ M002 warning reservation of `mem` exceeds that of queue `q`
                         = effect: LSF rejects jobs of the queue that DEFAULT_APPLICATION gives this application profile
                         =   at submission because `mem=900` of the application profile exceeds `mem=500` of the queue

        //# what queues allow
        //- without lsb.queues
        //- Queue q: RES_REQ = rusage[mem=500]
        //- each Application: RES_REQ = rusage[mem=500]
        //#
        //- without lsb.queues
        //- Queue q: RES_REQ = rusage[lic=1]
        //- each Application: RES_REQ = rusage[lic=3]
        //#
        //- without lsb.queues
        //- Queue q
        RES_REQ = rusage[mem=500]
        RESRSV_LIMIT = [mem=1000]
        //- each Application: RES_REQ = rusage[mem=900]
        //#
        //- without lsb.queues
        //- Queue q: RES_REQ = {{ requirement }}
        //- each Application: RES_REQ = rusage[mem=900]
        //#
        //- without lsb.queues
        //- Queue q: RES_REQ = 2*{rusage[mem=500]} + 2*{linux}
        //- each Application: RES_REQ = rusage[mem=900]

        //# is silent without queues
        //- without lsb.params lsf.conf lsb.queues
        //- each Application: RES_REQ = rusage[mem=900]

        //# several application profiles and one queue are one finding
        //- without lsb.queues
        //- Queue q
        RES_REQ = rusage[mem=500]
                  ^^^^^^^^^^^^^^^ M002 info `RES_REQ` is incompatible with 4 application profiles
                  = effect: LSF rejects jobs of these 4 application profiles in the queue at submission because in `a`,
                  =   for example, `mem=900` of the application profile exceeds `mem=500` of the queue
                  = related Application a:1:18 application profile `a`
        //- Queue r
        //- Application a: RES_REQ = rusage[mem=900]
        //- Application b: RES_REQ = rusage[mem=800]
        //- Application c: RES_REQ = rusage[mem=700]
        //- Application d: RES_REQ = rusage[mem=600]
    "#]];
}
