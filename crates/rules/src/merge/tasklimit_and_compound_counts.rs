use lsflint_lint::{FactFindings, FactsContext, rule};

use crate::merge::levels::report_conflicts;
use crate::merge::wanted::UNFIT_SLOTS;

rule! {
    /// Finds application profiles with a compound requirement whose number of slots does not fit TASKLIMIT of a queue.
    ///
    /// # Effect
    /// The counts of the terms add up to the tasks of the job. If TASKLIMIT of the queue does not allow the sum, LSF
    /// rejects jobs of the application profile in that queue.
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
    /// Counts and TASKLIMIT of the same queue or application profile are checked by `count-sum-mismatch`. Any
    /// application profile can be used with any queue, so this is a warning only when no queue accepts the jobs, when
    /// the queue is in DEFAULT_QUEUE, or when the application profile is DEFAULT_APPLICATION; otherwise it is
    /// informational.
    pub M006 "tasklimit-and-compound-counts" {
        family: Merge, scope: Cluster, severity: Warning,
        sources: [
            ibm("topic=lsbqueues-tasklimit", "TASKLIMIT"),
            manual("lsbatch.h, LSBE_COMPOUND_APP_SLOTS (387)", "slots of its compound requirement conflict"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    report_conflicts(
        context,
        &UNFIT_SLOTS,
        "change the counts to fit TASKLIMIT, or widen TASKLIMIT of the queue",
        findings,
    );
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue q: TASKLIMIT = 4

        //# counts against a queue
        //- each Application
        RES_REQ = 2*{a} + 6*{b}
                  ^^^^^^^^^^^^^ M006 warning application profile is incompatible with every queue
        //#
        //- Queue q: TASKLIMIT = 10 20
        //- each Application
        RES_REQ = 2*{a} + 6*{b}
                  ^^^^^^^^^^^^^ M006 warning application profile is incompatible with every queue
                  = effect: LSF rejects jobs of the application profile in every queue at submission because in `q`, the
                  =   terms request 8 slots, but TASKLIMIT of the queue allows at least 10
        //#
        //- Queue q: PROCLIMIT = 4
        //- each Application
        RES_REQ = {a} || {2*{a} + 6*{b}}
                  ^^^^^^^^^^^^^^^^^^^^^^ M006 warning application profile is incompatible with every queue

        //# counts that fit
        //- Queue q: TASKLIMIT = 8 8
        //- each Application: RES_REQ = 2*{a} + 6*{b}
        //#
        //- each Application: RES_REQ = 2*{a} + {b}
        //#
        //- Queue q: TASKLIMIT = {{ tasks }}
        //- each Application: RES_REQ = 2*{a} + 6*{b}
        //#
        //- Queue q
        JOB_SIZE_LIST = 8
        TASKLIMIT = 4
        //- each Application: RES_REQ = 2*{a} + 6*{b}

        //# the limit of the profile is not this rule
        //- each Application
        RES_REQ = 2*{a} + 6*{b}
          TASKLIMIT = 4
    "#]];
}
