use lsflint_lint::{Findings, Item, JobContext, rule};
use lsflint_model::job::Objection;
use lsflint_syntax::script::Origin;

rule! {
    /// Finds jobs that an esub program of the site rejects, according to its description in lsflint.toml.
    ///
    /// # Effect
    /// The program rejects the job before LSF sees it: "Request aborted by esub".
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -x
    /// ./simulate
    /// //- lsflint.toml
    /// [[esub]]
    /// name = "site"
    /// refuses = ["x"]
    /// requires = ["W"]
    /// //- lsf.conf
    /// LSB_ESUB_METHOD=site
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -W 1:00
    /// ./simulate
    /// //- lsflint.toml
    /// [[esub]]
    /// name = "site"
    /// refuses = ["x"]
    /// requires = ["W"]
    /// //- lsf.conf
    /// LSB_ESUB_METHOD=site
    /// ```
    ///
    /// A missing option is reported only for `bsub` commands, because a script may be submitted with more options. The
    /// programs are those of LSB_ESUB_METHOD in lsf.conf and of `-a`. If all of them are described, other findings in
    /// job scripts no longer allow for programs that may change the job.
    pub J208 "job-refused-by-esub" {
        family: Job, scope: Cluster, severity: Error,
        sources: [
            ibm("topic=controls-job-submission-execution", "an esub can reject jobs before LSF accepts them"),
            ibm("lsf.conf.lsb_esub_method", "the programs that see every job"),
        ],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let submission = context.submission();
    for objection in submission.objections(context.cluster()) {
        // A script may be submitted with more options.
        if submission.origin != Origin::Command && matches!(objection, Objection::Lacks(..)) {
            continue;
        }
        let (range, esub, message, help) = match objection {
            Objection::Has(esub, given) => {
                let name = given.option.name;
                (
                    given.name,
                    esub,
                    format!("`esub.{}` rejects jobs with `-{name}`", esub.name),
                    format!("remove `-{name}`"),
                )
            }
            Objection::Lacks(esub, option) => {
                let name = option.name;
                let help = format!("add `-{name} {}`", option.form).trim_end_matches(' ').to_owned();
                (submission.anchor, esub, format!("`esub.{}` rejects jobs without `-{name}`", esub.name), help)
            }
        };
        let consequence = Item::Job.refused().by(format!("`esub.{}`", esub.name));
        findings.report(range, message).consequence(consequence).help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue night: RUNLIMIT = 8:00
        //- lsflint.toml
        [[esub]]
        name = "site"
        adds = "-q night -P 'a b'"
        refuses = ["x", "m"]
        requires = ["W"]
        [[esub]]
        name = "fluent"
        requires = ["R"]

        //# what programs reject
        //- lsf.conf: LSB_ESUB_METHOD="site"
        //- job.sh
        #BSUB -x
              ^^ J208 error `esub.site` rejects jobs with `-x`
        bsub -W 5 -m hostA job
                  ^^ J208 error `esub.site` rejects jobs with `-m`
        bsub -W 5 -a "fluent(1 2)" job
        ^^^^ J208 error `esub.fluent` rejects jobs without `-R`
            = help: add `-R "res_req"`
        bsub job
        ^^^^ J208 error `esub.site` rejects jobs without `-W`

        //# options that programs add
        //- also J201
        //- also J101
        //- lsf.conf: LSB_ESUB_METHOD=site
        //- job.sh
        bsub -W 9:00 job
                ^^^^ J201 error `-W 9:00` exceeds `RUNLIMIT` of queue `night`: 8:00 = 8 hours
        bsub -W 7:00 job
        bsub -W 9:00 -q nosuch job
                        ^^^^^^ J101 error unknown queue `nosuch`

        //# programs that are not described
        //- lsf.conf: LSB_ESUB_METHOD="site other"
        //- each job.sh: bsub -x job
        //#
        //- each job.sh: bsub -x job
        //#
        //- lsf.conf: LSB_ESUB_METHOD=site
        //- job.sh
        bsub -W 5 -P a job
        bsub -W 5 $OPTIONS job
    "#]];
}
