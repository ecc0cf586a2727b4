use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::Referent;
use lsflint_model::job::Profile;

use crate::job::common::report_undefined;

rule! {
    /// Finds application profiles of `bsub -app` that lsb.applications does not define.
    ///
    /// # Effect
    /// LSF refuses the job.
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
    /// Nothing is said while lsb.applications is not in view. Where a program of the site may rewrite the options of jobs (LSB_ESUB_METHOD,
    /// `-a`), it is a warning.
    pub J102 "job-unknown-application" {
        family: Job, scope: Cluster, severity: Error,
        sources: [ibm("lsf_command_ref/bsub.app.1", "a job with a profile that does not exist is rejected")],
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
    use expect_test::{Expect, expect};

    use crate::testing::check_script;

    #[track_caller]
    fn check(script: &str, expect: Expect) {
        let profiles = "Begin Application\nNAME = simulation\nEnd Application\n";
        check_script("J102", script, &[("lsb.applications", profiles)], expect);
    }

    #[test]
    fn names_that_no_profile_has() {
        check(
            "bsub -app simulaton -q a ./job\nbsub -app x ./job",
            expect![[r#"
                1:11-1:20 error no application profile is named `simulaton`
                  effect: LSF rejects the job at submission
                  help: did you mean `simulation`?
                2:11-2:12 error no application profile is named `x`
                  effect: LSF rejects the job at submission
                  help: correct the name, or define it in lsb.applications
            "#]],
        );
    }

    #[test]
    fn names_of_profiles_and_what_cannot_be_judged() {
        check("#BSUB -app simulation\nbsub -app \"$APP\" ./job\n", expect![[""]]);
        check_script("J102", "bsub -app nosuch job\n", &[("lsb.queues", "")], expect![[""]]);
    }
}
