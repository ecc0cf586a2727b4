use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::Lookup;
use lsflint_model::job::Asked;

use crate::job::common::refused;

rule! {
    /// Finds job priorities (`-sp`) above MAX_USER_PRIORITY of lsb.params, and priorities where that parameter is not
    /// set.
    ///
    /// # Effect
    /// LSF rejects the job, unless the user is an administrator. Without MAX_USER_PRIORITY, users cannot set
    /// priorities.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -sp 500
    /// ./simulate
    /// //- lsb.params
    /// Begin Parameters
    /// MAX_USER_PRIORITY = 100
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -sp 100
    /// ./simulate
    /// //- lsb.params
    /// Begin Parameters
    /// MAX_USER_PRIORITY = 100
    /// End Parameters
    /// ```
    pub J206 "job-priority-too-high" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_command_ref/bsub.sp.1", "priorities that are not valid are rejected; administrators may exceed it"),
            ibm("lsb.params.max_user_priority", "it enables user-assigned job priority"),
        ],
        checks: [Job(check)],
    }
}

/// The parameter with the maximum.
const PARAMETER: &str = "MAX_USER_PRIORITY";

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let Asked::Yes(given) = context.submission().asked("sp") else { return };
    let Some(priority) = given.text().and_then(|it| it.trim().parse::<u64>().ok()) else { return };
    match context.cluster().parameter(PARAMETER) {
        Lookup::Unknown => {}
        Lookup::Absent => {
            findings
                .report(given.range(), format!("`-sp` requires `{PARAMETER}` in lsb.params"))
                .consequence(refused(context).possible())
                .help(format!("remove `-sp`, or set `{PARAMETER}`"));
        }
        Lookup::Set(field) => {
            let most = field.known().and_then(|it| it.trim().parse::<u64>().ok());
            let Some(most) = most.filter(|it| priority > *it) else { return };
            findings
                .report(given.range(), format!("`-sp {priority}` exceeds `{PARAMETER}` of lsb.params: {most}"))
                .consequence(refused(context).possible())
                .help(format!("write a number from 1 to {most}"))
                .related_at(field.place(), "the maximum");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# above the maximum
        //- Parameters: MAX_USER_PRIORITY = 100
        //- job.sh
        #BSUB -sp 99999
                  ^^^^^ J206 warning `-sp 99999` exceeds `MAX_USER_PRIORITY` of lsb.params: 100
        bsub -sp 101 job
                 ^^^ J206 warning `-sp 101` exceeds `MAX_USER_PRIORITY` of lsb.params: 100
        //#
        //- Parameters: MAX_JOBS = 5
        //- each job.sh: bsub -sp 5 job
                                  ^ J206 warning `-sp` requires `MAX_USER_PRIORITY` in lsb.params
                                  = help: remove `-sp`, or set `MAX_USER_PRIORITY`

        //# up to the maximum and what is not known
        //- Parameters: MAX_USER_PRIORITY = 100
        //- job.sh
        #BSUB -sp 100
        bsub -sp "$P" job
        bsub job
        //#
        //- lsf.conf: LSF_LIM_PORT=1
        //- each job.sh: bsub -sp 5 job
    "#]];
}
