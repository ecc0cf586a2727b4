use lsflint_lint::{FileContext, Findings, rule};
use lsflint_model::requirement::merge::Refused;

use crate::merge::levels::{any, report_conflicts};
use crate::merge::pairs::{Wanted, Why};

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
            manual("lsbatch.h", "error 338, 339 and 570"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    report_conflicts(context, &WANTED, "reserve no more than the queue, or set RESRSV_LIMIT in the queue", findings);
}

static WANTED: Wanted = Wanted {
    key: "M002",
    why: |it| matches!(it, Why::Refused(Refused::Ceiling(_), _)),
    profile: |it| any(it, |it| it.rusage.is_some()),
    queue: |it| it.required.known().is_some_and(|it| any(it, |it| it.rusage.is_some())),
    with_some: true,
    decided_by: "RES_REQ",
};

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.params
        Begin Parameters
        End Parameters
        //- lsf.conf
        LSF_LIM_PORT=7869
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = rusage[mem=500]
        End Queue
        Begin Queue
        QUEUE_NAME = r
        RES_REQ = rusage[mem=2000]
        End Queue
        Begin Queue
        QUEUE_NAME = s
        RES_REQ = rusage[mem=500]
        End Queue

        //# more than the queue or for longer
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = rusage[mem=500]
        End Queue
        //- each Application
        RES_REQ = select[linux] rusage[mem=900]
                                       ^^^^^^^ M002 warning application profile is incompatible with every queue
        RES_REQ = 1*{linux} + 2*{rusage[mem=1GB]}
                                        ^^^^^^^ M002 warning application profile is incompatible with every queue
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = rusage[lic=2:duration=60]
        End Queue
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
        //- lsb.params
        Begin Parameters
        DEFAULT_QUEUE = s r
        End Parameters
        //- each Application
        RES_REQ = rusage[mem=900]
                         ^^^^^^^ M002 info reservation of `mem` exceeds that of queue `q`
        //#
        //- lsb.params
        Begin Parameters
        DEFAULT_QUEUE = s q
        End Parameters
        //- each Application
        RES_REQ = rusage[mem=900]
                         ^^^^^^^ M002 warning reservation of `mem` exceeds that of queue `q`
                         = effect: LSF rejects jobs of the application profile that DEFAULT_QUEUE sends to this queue at
                         =   submission because `mem=900` of the application profile exceeds `mem=500` of the queue
        //#
        //- lsb.params
        Begin Parameters
        DEFAULT_APPLICATION = p
        End Parameters
        //- each Application
        RES_REQ = rusage[mem=900]
                         ^^^^^^^ M002 warning reservation of `mem` exceeds that of queue `q`
                         = effect: LSF rejects jobs of the queue that DEFAULT_APPLICATION gives this application profile
                         =   at submission because `mem=900` of the application profile exceeds `mem=500` of the queue

        //# what queues allow
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = rusage[mem=500]
        End Queue
        //- each Application
        RES_REQ = rusage[mem=500]
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = rusage[lic=1]
        End Queue
        //- each Application
        RES_REQ = rusage[lic=3]
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = rusage[mem=500]
        RESRSV_LIMIT = [mem=1000]
        End Queue
        //- each Application
        RES_REQ = rusage[mem=900]
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = {{ requirement }}
        End Queue
        //- each Application
        RES_REQ = rusage[mem=900]
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = 2*{rusage[mem=500]} + 2*{linux}
        End Queue
        //- each Application
        RES_REQ = rusage[mem=900]

        //# is silent without queues
        //- without lsb.params
        //- without lsf.conf
        //- without lsb.queues
        //- each Application
        RES_REQ = rusage[mem=900]

        //# several application profiles and one queue are one finding
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = rusage[mem=500]
                  ^^^^^^^^^^^^^^^ M002 info `RES_REQ` is incompatible with 4 application profiles
                  = effect: LSF rejects jobs of these 4 application profiles in the queue at submission because
                  =   `mem=900` of the application profile exceeds `mem=500` of the queue
                  = related lsb.applications:3:18 application profile `a`
        End Queue
        Begin Queue
        QUEUE_NAME = r
        End Queue
        //- lsb.applications
        Begin Application
        NAME = a
        RES_REQ = rusage[mem=900]
        End Application
        Begin Application
        NAME = b
        RES_REQ = rusage[mem=800]
        End Application
        Begin Application
        NAME = c
        RES_REQ = rusage[mem=700]
        End Application
        Begin Application
        NAME = d
        RES_REQ = rusage[mem=600]
        End Application
    "#]];
}
