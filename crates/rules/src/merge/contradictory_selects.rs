use lsflint_lint::{FactFindings, FactsContext, rule};

use crate::merge::levels::report_conflicts;
use crate::merge::wanted::CONTRADICTORY_SELECTS;

rule! {
    /// Finds application profiles whose `select` section contradicts that of a queue.
    ///
    /// # Effect
    /// LSF combines the `select` sections of queue, application profile and job with `&&`. If they contradict each
    /// other, jobs of the application profile pend forever in the queue.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = select[type == AIX]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[type == LINUX]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = select[type == AIX]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[type == LINUX]
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = aix
    /// RES_REQ    = select[type == AIX]
    /// End Queue
    /// ```
    ///
    /// An application profile need not fit every queue. It is reported when it fits no queue, when the queue is in
    /// DEFAULT_QUEUE, or when the application profile is DEFAULT_APPLICATION, because jobs then use both without naming
    /// either.
    pub M005 "contradictory-selects" {
        family: Merge, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/select_string", "selections of several levels must all hold")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let help = "correct one of the conditions, or use a separate queue for the application profile";
    report_conflicts(context, &CONTRADICTORY_SELECTS, help, findings);
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters
        //- Queue q: RES_REQ = type==LINUX
        //- Queue r: RES_REQ = type==AIX

        //# no queue is left
        //- without lsb.queues
        //- Queue q: RES_REQ = type==LINUX
        //- each Application
        RES_REQ = type==AIX && mem>5
                  ^^^^^^^^^^^^^^^^^^ M005 warning application profile is incompatible with every queue
        RES_REQ = 1*{type==any} + 2*{select[type==AIX]}
                     ^^^^^^^^^ M005 warning application profile is incompatible with every queue
        RES_REQ = {type==AIX} || {type==HPPA}
                   ^^^^^^^^^ M005 warning application profile is incompatible with every queue
        //#
        //- Queue q: RES_REQ = mem>10 && swp>1
        //- Queue r: RES_REQ = mem>6
        //- each Application
        RES_REQ = select[mem<5]
                         ^^^^^ M005 warning application profile is incompatible with every queue
        //#
        //- without lsb.queues
        //- Queue q: RES_REQ = mem>6 && swp>6
        //- each Application
        RES_REQ = (mem<5 || swp<5) && linux
                  ^^^^^^^^^^^^^^^^^^^^^^^^^ M005 warning application profile is incompatible with every queue
                  = effect: LSF never dispatches jobs of the application profile in any queue because in `q`, the
                  =   conditions of the queue and the application profile never hold together

        //# defaults meet without being named
        //- Parameters: DEFAULT_QUEUE = q
        //- each Application
        RES_REQ = type==AIX
                  ^^^^^^^^^ M005 warning `select` contradicts that of queue `q`
                  = effect: LSF never dispatches jobs of the application profile that DEFAULT_QUEUE sends to this queue
                  =   because `type==LINUX` of the queue and `type==AIX` of the application profile never hold together
        //#
        //- Parameters: DEFAULT_APPLICATION = p
        //- each Application
        RES_REQ = type==AIX
                  ^^^^^^^^^ M005 warning `select` contradicts that of queue `q`
                  = effect: LSF never dispatches jobs of the queue that DEFAULT_APPLICATION gives this application
                  =   profile because `type==LINUX` of the queue and `type==AIX` of the application profile never hold
                  =   together
        //#
        //- Parameters
        DEFAULT_QUEUE = q r
        DEFAULT_APPLICATION = q
        //- each Application: RES_REQ = type==AIX

        //# what may hold
        //- each Application: RES_REQ = type==AIX
        //#
        //- Queue r: RES_REQ = {{ x }}
        //- each Application: RES_REQ = type==AIX
        //#
        //- without lsb.queues
        //- Queue q: RES_REQ = type==any
        //- each Application: RES_REQ = type==AIX
        //#
        //- without lsb.queues
        //- Queue q: RES_REQ = type==LINUX
        //- each Application: RES_REQ = {type==AIX} || {type==LINUX}
        //#
        //- without lsb.queues
        //- Queue q: RES_REQ = {type==LINUX} || {type==HPPA}
        //- each Application: RES_REQ = type==AIX

        //# one level alone is not this rule
        //- without lsb.queues
        //- Queue q: RES_REQ = type==LINUX
        //- each Application: RES_REQ = mem>5 && mem<3
        //#
        //- without lsb.queues
        //- Queue q: RES_REQ = mem>5 && mem<3
        //- each Application: RES_REQ = type==LINUX
    "#]];
}
