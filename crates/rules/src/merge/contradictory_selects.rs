use lsflint_lint::{FileContext, Findings, rule};

use crate::merge::levels::{any, report_conflicts};
use crate::merge::pairs::{Wanted, Why};

rule! {
    /// Finds an application profile whose selection can never hold together with that of a queue.
    ///
    /// # Effect
    /// LSF joins what queue, profile and job select with `&&`. When that never holds, the jobs of the profile pend
    /// forever in the queue.
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
    /// Profiles need not suit every queue. It is reported when no queue is left, and when the queue is DEFAULT_QUEUE or
    /// the profile DEFAULT_APPLICATION, because then jobs meet both without naming either.
    pub M005 "contradictory-selects" {
        family: Merge, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/select_string", "selections of several levels must all hold")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    report_conflicts(context, &WANTED, "correct one of the two, or give the profile a queue of its own", findings);
}

static WANTED: Wanted = Wanted {
    why: |it| matches!(it, Why::Never(_)),
    profile: |it| any(it, |it| !it.select.is_empty()),
    queue: |it| it.required.known().is_some_and(|it| any(it, |it| !it.select.is_empty())),
    with_some: false,
    decided_by: "RES_REQ",
};

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.params
        Begin Parameters
        End Parameters
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = type==LINUX
        End Queue
        Begin Queue
        QUEUE_NAME = r
        RES_REQ = type==AIX
        End Queue

        //# no queue is left
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = type==LINUX
        End Queue
        //- each Application
        RES_REQ = type==AIX && mem>5
                  ^^^^^^^^^^^^^^^^^^ M005 warning
                  = jobs of this profile can start in no queue: in `q`, `type==LINUX` of the queue and `type==AIX` of
                  =   the profile never hold together
        RES_REQ = 1*{type==any} + 2*{select[type==AIX]}
                     ^^^^^^^^^ M005 warning
                     = jobs of this profile can start in no queue: in `q`, `type==LINUX` of the queue and `type==AIX` of
                     =   the profile never hold together
        RES_REQ = {type==AIX} || {type==HPPA}
                   ^^^^^^^^^ M005 warning
                   = jobs of this profile can start in no queue: in `q`, `type==LINUX` of the queue and `type==AIX` of
                   =   the profile never hold together
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = mem>10 && swp>1
        End Queue
        Begin Queue
        QUEUE_NAME = r
        RES_REQ = mem>6
        End Queue
        //- each Application
        RES_REQ = select[mem<5]
                         ^^^^^ M005 warning
                         = jobs of this profile can start in no queue: in `q`, `mem>10` of the queue and `mem<5` of the
                         =   profile never hold together
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = mem>6 && swp>6
        End Queue
        //- each Application
        RES_REQ = (mem<5 || swp<5) && linux
                  ^^^^^^^^^^^^^^^^^^^^^^^^^ M005 warning
                  = jobs of this profile can start in no queue: in `q`, what the queue and the profile select never
                  =   holds together

        //# defaults meet without being named
        //- lsb.params
        Begin Parameters
        DEFAULT_QUEUE = q
        End Parameters
        //- each Application
        RES_REQ = type==AIX
                  ^^^^^^^^^ M005 warning
                  = jobs of this profile can never start in the queue `q`: `type==LINUX` of the queue and `type==AIX` of
                  =   the profile never hold together
                  = effect: LSF never dispatches jobs of the application profile that do not specify a queue because
                  =   DEFAULT_QUEUE sends them to this queue
        //#
        //- lsb.params
        Begin Parameters
        DEFAULT_APPLICATION = p
        End Parameters
        //- each Application
        RES_REQ = type==AIX
                  ^^^^^^^^^ M005 warning
                  = jobs of this profile can never start in the queue `q`: `type==LINUX` of the queue and `type==AIX` of
                  =   the profile never hold together
                  = effect: LSF never dispatches jobs of the queue that do not specify an application profile because
                  =   DEFAULT_APPLICATION gives them this one
        //#
        //- lsb.params
        Begin Parameters
        DEFAULT_QUEUE = q r
        DEFAULT_APPLICATION = q
        End Parameters
        //- each Application
        RES_REQ = type==AIX

        //# what may hold
        //- each Application
        RES_REQ = type==AIX
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = type==LINUX
        End Queue
        Begin Queue
        QUEUE_NAME = r
        RES_REQ = {{ x }}
        End Queue
        //- each Application
        RES_REQ = type==AIX
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = type==any
        End Queue
        //- each Application
        RES_REQ = type==AIX
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = type==LINUX
        End Queue
        //- each Application
        RES_REQ = {type==AIX} || {type==LINUX}
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = {type==LINUX} || {type==HPPA}
        End Queue
        //- each Application
        RES_REQ = type==AIX

        //# one level alone is not this rule
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = type==LINUX
        End Queue
        //- each Application
        RES_REQ = mem>5 && mem<3
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        RES_REQ = mem>5 && mem<3
        End Queue
        //- each Application
        RES_REQ = type==LINUX
    "#]];
}
