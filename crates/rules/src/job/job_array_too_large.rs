use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::Lookup;
use lsflint_model::job::{Asked, JobName};
use lsflint_spec::{FileKind, find_param};

use crate::job::common::refused;

rule! {
    /// Finds job arrays (`-J "name[1-5000]"`) with more elements than MAX_JOB_ARRAY_SIZE of lsb.params allows.
    ///
    /// # Effect
    /// LSF rejects the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -J "sim[1-5000]"
    /// ./simulate
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -J "sim[1-1000]"
    /// ./simulate
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// ```
    ///
    /// Without MAX_JOB_ARRAY_SIZE, the maximum is 1000. The documentation calls it the maximum number of elements, and
    /// also the maximum index; only the number is checked.
    pub J205 "job-array-too-large" {
        family: Job, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_command_ref/bsub.__j.1", "the number of jobs cannot exceed MAX_JOB_ARRAY_SIZE"),
            volclava(
                "lsbatch/daemons/mbd.jarray.c",
                "parseJobArrayIndex",
                "more elements than maxJobArraySize are LSBE_BIG_IDX",
            ),
        ],
        checks: [Job(check)],
    }
}

/// The parameter with the maximum.
const PARAMETER: &str = "MAX_JOB_ARRAY_SIZE";

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let Asked::Yes(given) = context.submission().asked("J") else { return };
    let Some(elements) = given.text().and_then(|it| JobName::parse(it).ok()?.elements()) else { return };
    let (most, place) = match context.cluster().parameter(PARAMETER) {
        Lookup::Unknown => return,
        Lookup::Absent => {
            let default = find_param(FileKind::LsbParams, "Parameters", PARAMETER).map_or("", |it| it.default);
            (default.parse().ok(), None)
        }
        Lookup::Set(field) => (field.known().and_then(|it| it.trim().parse::<u64>().ok()), Some(field.place())),
    };
    let Some(most) = most.filter(|it| elements > *it) else { return };
    let default = if place.is_none() { " by default" } else { "" };
    let found = findings
        .report(
            given.range(),
            format!("job array with {elements} elements, but `{PARAMETER}` of lsb.params is {most}{default}"),
        )
        .severity(context.refused())
        .consequence(refused(context))
        .help("submit several smaller arrays");
    if let Some(place) = place {
        found.related_at(place, "the maximum");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# more elements than allowed
        //- Parameters: MAX_JOB_ARRAY_SIZE = 2000
        //- job.sh
        #BSUB -J "a[1-10000000]"
                 ^^^^^^^^^^^^^^^ J205 error
                 = job array with 10000000 elements, but `MAX_JOB_ARRAY_SIZE` of lsb.params is 2000
                 = related Parameters:1:22 the maximum
        bsub -J "a[1-4001:2]%5" job
                ^^^^^^^^^^^^^^^ J205 error job array with 2001 elements, but `MAX_JOB_ARRAY_SIZE` of lsb.params is 2000
        //#
        //- Parameters: MAX_JOBS = 5
        //- each job.sh: bsub -J "a[1-600,1001-1600]" job
                                 ^^^^^^^^^^^^^^^^^^^^ J205 error
                                 = job array with 1200 elements, but `MAX_JOB_ARRAY_SIZE` of lsb.params is 1000 by
                                 =   default

        //# as many as allowed and what cannot be judged
        //- Parameters: MAX_JOB_ARRAY_SIZE = 2000
        //- job.sh
        #BSUB -J "a[1-2000]"
        bsub -J "a[1-4000:2]" job
        bsub -J "a[1-$N]" job
        bsub -J "a[4000]" job
        bsub -J a job
        //#
        //- Parameters
        #if time(8-9)
        MAX_JOB_ARRAY_SIZE = 5
        #endif
        //- each job.sh: bsub -J "a[1-5000]" job
        //#
        //- lsf.conf: LSF_LIM_PORT=1
        //- each job.sh: bsub -J "a[1-5000]" job
    "#]];
}
