use lsflint_lint::{Findings, Item, JobContext, Severity, rule};
use lsflint_model::Referent;

use crate::job::common::report_undefined;

rule! {
    /// Finds queues of `bsub -q` that lsb.queues does not define.
    ///
    /// # Effect
    /// LSF refuses the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q nigth
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// Nothing is said while lsb.queues is not in view, and about queues of other clusters. A name among several is a warning. Where a program
    /// of the site may rewrite the options of jobs (LSB_ESUB_METHOD, `-a`), what would be an error is a warning.
    pub J101 "job-unknown-queue" {
        family: Job, scope: Cluster, severity: Error,
        sources: [ibm("lsf_command_ref/bsub.q.1", "the queues must be defined in the local cluster")],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let several = context.job.queues.len() > 1;
    for named in &context.job.queues {
        let Some(found) = report_undefined(context, named, Referent::Queue, findings) else { continue };
        if several {
            let severity = found.severity.min(Severity::Warning);
            found.severity(severity).consequence(Item::Job.refused().or("try the next queue of the list"));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_script;

    const QUEUES: &str = "Begin Queue\nQUEUE_NAME = night\nEnd Queue\nBegin Queue\nQUEUE_NAME = short\nEnd Queue\n";

    #[track_caller]
    fn check(script: &str, expect: Expect) {
        check_script("J101", script, &[("lsb.queues", QUEUES)], expect);
    }

    #[test]
    fn names_that_no_queue_has() {
        check(
            "#BSUB -q nigth\nbsub -q \"short other\" job\nbsub -q nosuch < job.sh\n",
            expect![[r#"
                1:10-1:15 error no queue is named `nigth`
                  effect: LSF rejects the job at submission
                  help: did you mean `night`?
                2:16-2:21 warning no queue is named `other`
                  effect: LSF may reject the job at submission or try the next queue of the list
                  help: correct the name, or define it in lsb.queues
                3:9-3:15 error no queue is named `nosuch`
                  effect: LSF rejects the job at submission
                  help: correct the name, or define it in lsb.queues
            "#]],
        );
    }

    #[test]
    fn names_of_queues_and_what_cannot_be_judged() {
        check(
            "#BSUB -q night # or short\nbsub -q 'night short' job\nbsub -q $QUEUE job\nbsub -q q@west job\nbsub -q <queue> job\n",
            expect![[""]],
        );
        check(
            "bsub -q night -q nosuch job\nbsub job -q nosuch\necho bsub -q nosuch\n# bsub -q nosuch\n",
            expect![[""]],
        );
        check_script("J101", "#BSUB -q nosuch\n", &[("lsf.conf", "LSF_LIM_PORT=1\n")], expect![[""]]);
    }

    #[test]
    fn gaps_and_programs_that_rewrite_jobs() {
        let gaps = format!("{QUEUES}Begin Queue\nQUEUE_NAME = {{{{ name }}}}\nEnd Queue\n");
        check_script(
            "J101",
            "#BSUB -q nosuch\n",
            &[("lsb.queues", &gaps)],
            expect![[r#"
                1:10-1:16 info `nosuch` is not defined in the files in view
                  effect: LSF may reject the job at submission because the files in view do not define the name
                  help: correct the name, or define it in lsb.queues
            "#]],
        );
        check(
            "bsub -a fluent -q nosuch job\n",
            expect![[r#"
                1:19-1:25 warning no queue is named `nosuch`
                  effect: LSF may reject the job at submission
                  help: correct the name, or define it in lsb.queues
            "#]],
        );
        let files = [("lsb.queues", QUEUES), ("lsf.conf", "LSB_ESUB_METHOD=site\n")];
        check_script(
            "J101",
            "#BSUB -q nosuch\n",
            &files,
            expect![[r#"
                1:10-1:16 warning no queue is named `nosuch`
                  effect: LSF may reject the job at submission
                  help: correct the name, or define it in lsb.queues
            "#]],
        );
    }

    #[test]
    fn comments_suppress_findings() {
        check(
            "# lsflint: ignore[J101] comes on Monday\n#BSUB -q nosuch\nbsub -q nosuch job # lsflint: ignore[J1]\n",
            expect![[""]],
        );
        check("#BSUB -q nosuch # lsflint: ignore[job-unknown-queue] soon\n", expect![[""]]);
        check(
            "# lsflint: ignore[J101] all of it\nbsub -n 4 \\\n  -q nosuch \\\n  job\nbsub -q nosuch job\n",
            expect![[r#"
                5:9-5:15 error no queue is named `nosuch`
                  effect: LSF rejects the job at submission
                  help: correct the name, or define it in lsb.queues
            "#]],
        );
    }
}
