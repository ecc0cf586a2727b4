use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::Referent;
use lsflint_model::job::Asked;

use crate::job::common::report_undefined;

rule! {
    /// Finds service classes in `bsub -sla` that lsb.serviceclasses does not define.
    ///
    /// # Effect
    /// LSF rejects the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -sla tapout
    /// ./simulate
    /// //- lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME     = tapeout
    /// PRIORITY = 10
    /// GOALS    = [VELOCITY 5 timeWindow()]
    /// End ServiceClass
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -sla tapeout
    /// ./simulate
    /// //- lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME     = tapeout
    /// PRIORITY = 10
    /// GOALS    = [VELOCITY 5 timeWindow()]
    /// End ServiceClass
    /// ```
    ///
    /// Nothing is reported if lsflint cannot read lsb.serviceclasses, or if ENABLE_DEFAULT_EGO_SLA of lsb.params names
    /// the service class.
    pub J105 "job-unknown-service-class" {
        family: Job, scope: Cluster, severity: Error,
        sources: [ibm("lsf_command_ref/bsub.sla.1", "if the service class does not exist, the job is rejected")],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let view = context.cluster();
    let Asked::Yes(given) = context.submission().asked("sla") else { return };
    let is_default = |name: &str| match view.parameter("ENABLE_DEFAULT_EGO_SLA").value() {
        Some(value) => value.split_whitespace().any(|it| it == name),
        None => false,
    };
    for named in context.job.names_of(given, Referent::ServiceClass).iter().filter(|it| !is_default(&it.name)) {
        report_undefined(context, named, Referent::ServiceClass, findings);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- ServiceClass tapeout
        PRIORITY = 10
        GOALS = [VELOCITY 5 timeWindow()]

        //# classes that are not defined
        //- job.sh
        #BSUB -sla tapout
                   ^^^^^^ J105 error unknown service class `tapout`
        bsub -sla x job
                  ^ J105 error unknown service class `x`
                  = help: correct the name, or define it in lsb.serviceclasses

        //# classes and what cannot be judged
        //- job.sh
        #BSUB -sla tapeout
        bsub -sla "$CLASS" job
        bsub -sla ego job
        //- Parameters: ENABLE_DEFAULT_EGO_SLA = ego
        //#
        //- without lsb.serviceclasses
        //- lsb.queues
        //- each job.sh: bsub -sla x job
    "#]];
}
