use lsflint_lint::{FileContext, Findings, rule};
use lsflint_model::requirement::merge::Refused;

use crate::merge::levels::{has_braces, report_conflicts};
use crate::merge::pairs::{Wanted, Why};

rule! {
    /// Finds a profile with a compound requirement whose counts do not fit TASKLIMIT of a queue.
    ///
    /// # Effect
    /// The counts of the terms add up to the tasks of the job. When TASKLIMIT of the queue does not allow so many, or
    /// so few, LSF refuses the jobs of the profile there.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = 2*{select[bigmem]} + 6*{select[linux]}
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 4
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = 2*{select[bigmem]} + 6*{select[linux]}
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 8 8
    /// End Queue
    /// ```
    ///
    /// Counts and TASKLIMIT of one and the same queue or profile are the business of `count-sum-mismatch`. Every
    /// profile may meet every queue, so this is a warning only when no queue is left, or when the queue is
    /// DEFAULT_QUEUE or the profile DEFAULT_APPLICATION; else it is an information.
    pub M006 "tasklimit-and-compound-counts" {
        family: Merge, scope: Cluster, severity: Warning,
        sources: [ibm("topic=lsbqueues-tasklimit", "TASKLIMIT"), manual("lsbatch.h", "error 387 and 388")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    report_conflicts(context, &WANTED, "bring the counts into the range, or widen TASKLIMIT of the queue", findings);
}

static WANTED: Wanted = Wanted {
    why: |it| matches!(it, Why::Refused(Refused::Slots, _)),
    profile: has_braces,
    queue: |it| it.tasks.is_some(),
    with_some: true,
    decided_by: "TASKLIMIT",
};

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        TASKLIMIT = 4
        End Queue

        //# counts against a queue
        //- each Application
        RES_REQ = 2*{a} + 6*{b}
                  ^^^^^^^^^^^^^ M006 warning
                  = no queue takes jobs of this profile: in `q`, the terms ask for 8 slots, and TASKLIMIT of the queue
                  =   allows at most 4
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        TASKLIMIT = 10 20
        End Queue
        //- each Application
        RES_REQ = 2*{a} + 6*{b}
                  ^^^^^^^^^^^^^ M006 warning
                  = no queue takes jobs of this profile: in `q`, the terms ask for 8 slots, and TASKLIMIT of the queue
                  =   allows at least 10
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        PROCLIMIT = 4
        End Queue
        //- each Application
        RES_REQ = {a} || {2*{a} + 6*{b}}
                  ^^^^^^^^^^^^^^^^^^^^^^ M006 warning
                  = no queue takes jobs of this profile: in `q`, the terms ask for 8 slots, and TASKLIMIT of the queue
                  =   allows at most 4

        //# counts that fit
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        TASKLIMIT = 8 8
        End Queue
        //- each Application
        RES_REQ = 2*{a} + 6*{b}
        //#
        //- each Application
        RES_REQ = 2*{a} + {b}
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        TASKLIMIT = {{ tasks }}
        End Queue
        //- each Application
        RES_REQ = 2*{a} + 6*{b}
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        JOB_SIZE_LIST = 8
        TASKLIMIT = 4
        End Queue
        //- each Application
        RES_REQ = 2*{a} + 6*{b}

        //# the limit of the profile is not this rule
        //- each Application
        RES_REQ = 2*{a} + 6*{b}
          TASKLIMIT = 4
    "#]];
}
