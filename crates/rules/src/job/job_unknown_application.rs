use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::Referent;
use lsflint_model::job::Profile;

use crate::job::common::report_undefined;

rule! {
    /// Finds application profiles in `bsub -app` that lsb.applications does not define.
    ///
    /// # Effect
    /// LSF rejects the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -app simulaton
    /// ./simulate
    /// //- lsb.applications
    /// Begin Application
    /// NAME = simulation
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -app simulation
    /// ./simulate
    /// //- lsb.applications
    /// Begin Application
    /// NAME = simulation
    /// End Application
    /// ```
    ///
    /// Nothing is reported if lsflint cannot read lsb.applications. The severity is a warning where a program of the
    /// site may rewrite the options of jobs (LSB_ESUB_METHOD, `-a`).
    pub J102 "job-unknown-application" {
        family: Job, scope: Cluster, severity: Error,
        sources: [ibm("lsf_command_ref/bsub.app.1", "a job with an undefined application profile is rejected")],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    if let Profile::Asked(named) = &context.job.application {
        report_undefined(context, named, Referent::Application, findings);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Application simulation

        //# names that no profile has
        //- job.sh
        bsub -app simulaton -q a ./job
                  ^^^^^^^^^ J102 error unknown application profile `simulaton`
        bsub -app x ./job
                  ^ J102 error unknown application profile `x`
                  = help: correct the name, or define it in lsb.applications

        //# names of profiles and what cannot be judged
        //- job.sh
        #BSUB -app simulation
        bsub -app "$APP" ./job
        //#
        //- without lsb.applications
        //- lsb.queues
        //- each job.sh: bsub -app nosuch job
    "#]];
}
