use lsflint_lint::{FactFindings, FactsContext, rule};

use crate::merge::levels::report_conflicts;
use crate::merge::wanted::UNMERGEABLE;

rule! {
    /// Finds application profiles with a compound or alternative requirement where a queue has `||` in its `rusage`
    /// section.
    ///
    /// # Effect
    /// LSF cannot merge the two requirements and rejects jobs of the application profile in that queue.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = 1*{select[bigmem]} + 2*{select[linux]}
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[lic_a=1 || lic_b=1]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = 1*{select[bigmem]} + 2*{select[linux]}
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[lic_a=1]
    /// End Queue
    /// ```
    ///
    /// Any application profile can be used with any queue, so this is a warning only when no queue accepts the jobs,
    /// when the queue is in DEFAULT_QUEUE, or when the application profile is DEFAULT_APPLICATION; otherwise it is
    /// informational.
    pub M007 "queue-alternatives-refuse-profile" {
        family: Merge, scope: Cluster, severity: Warning,
        sources: [
            manual("lsbatch.h, LSBE_COMPOUND_QUEUE_RUSAGE_OR (403)", "`||` in `rusage` of a queue conflicts with compound"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    report_conflicts(
        context,
        &UNMERGEABLE,
        "remove `||` from the queue, and set alternatives in jobs and application profiles",
        findings,
    );
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue q: RES_REQ = rusage[a=1 || b=1]

        //# alternatives of the queue meet braces
        //- each Application
        RES_REQ = 1*{x} + 2*{y}
                  ^^^^^^^^^^^^^ M007 warning application profile is incompatible with every queue
        RES_REQ = {x} || {y}
                  ^^^^^^^^^^ M007 warning application profile is incompatible with every queue
                  = effect: LSF rejects jobs of the application profile in every queue at submission because in `q`,
                  =   `||` in `rusage` of the queue cannot be merged with a requirement that is alternative

        //# one usage goes into every term
        //- Queue q: RES_REQ = rusage[a=1]
        //- each Application: RES_REQ = 1*{x} + 2*{y}
        //#
        //- each Application: RES_REQ = x
    "#]];
}
