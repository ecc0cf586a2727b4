use std::cmp::Ordering;

use lsflint_lint::{Findings, Item, JobContext, rule};
use lsflint_model::Entity;
use lsflint_model::effective::unit_of;
use lsflint_model::job::{Asked, JobSize, Requirements};
use lsflint_model::requirement::{SizeUnit, Units};
use lsflint_spec::{FileKind, find_param};

use crate::job::common::{in_every_queue, queues_in_words};
use crate::limit::memory::{MEMLIMIT, MEMORY, above, amount, counted};

rule! {
    /// Finds memory limits of a job (`-M`), or of its queue (MEMLIMIT), below the memory that the job reserves
    /// (`rusage[mem=...]`).
    ///
    /// # Effect
    /// LSF kills the job when it uses the memory that is reserved for it.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -M 4000
    /// #BSUB -R "rusage[mem=4000]"
    /// ./simulate
    /// //- lsf.conf
    /// LSF_LIM_PORT=7869
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -M 4GB
    /// #BSUB -R "rusage[mem=4GB]"
    /// ./simulate
    /// //- lsf.conf
    /// LSF_LIM_PORT=7869
    /// ```
    ///
    /// Without LSF_UNIT_FOR_LIMITS, a limit is in KB and a reservation is in MB: the two numbers of the example are 4
    /// MB and 4 GB. If lsflint cannot read lsf.conf, only numbers with units are compared.
    ///
    /// # Notes
    /// Users report this problem often.
    pub J204 "job-memory-below-reservation" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_command_ref/bsub.__m.1", "-M"), ibm("lsf.conf.lsf_unit_for_limits", "LSF_UNIT_FOR_LIMITS")],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let given = match context.submission().asked("M") {
        Asked::Yes(given) => given,
        Asked::No => return above_queue(context, findings),
        Asked::Unknown => return,
    };
    let Some(limit) = given.text().and_then(JobSize::parse) else { return };
    let Requirements::Known(strings) = &context.job.requirements else { return };
    let mut reserved = strings.iter().filter_map(|(requirement, range)| Some((amount(requirement)?, *range)));
    let (Some((reserved, range)), None) = (reserved.next(), reserved.next()) else { return };
    let switches = context.cluster().switches();
    let param = find_param(FileKind::LsbQueues, "Queue", given.option.parameter);
    let unit = param.and_then(|it| SizeUnit::of(&unit_of(it, switches)));
    let below = match (limit.0.megabytes(unit), reserved.megabytes(Units::of(switches).of_resource(MEMORY))) {
        (Some(limit), Some(reserved)) => limit.cmp(&reserved) == Ordering::Less,
        _ => false,
    };
    if !below {
        return;
    }
    let limit = counted(limit.0, unit);
    let reserved = counted(reserved, Units::of(switches).of_resource(MEMORY));
    findings
        .report(given.range(), format!("memory limit of {limit} is below the {reserved} that the job reserves"))
        .consequence(Item::Job.killed().called("the job when it uses the memory that it reserves"))
        .help("write both values with a unit, such as `-M 4GB` and `rusage[mem=4GB]`")
        .related(range, "reserved here");
}

/// A job without `-M` that reserves more memory than each of its queues allows a job to use.
fn above_queue(context: &JobContext<'_>, findings: &mut Findings) {
    let Requirements::Known(strings) = &context.job.requirements else { return };
    let Some(range) = strings.iter().find_map(|(requirement, range)| amount(requirement).map(|_| *range)) else {
        return;
    };
    // The limit of an application profile takes the place of that of the queue.
    let Some(profile) = context.job.known_application() else { return };
    if profile.is_some_and(|it| it.has(MEMLIMIT)) {
        return;
    }
    let reserved = |queue: &Entity<'_>| amount(context.job.merged(Some(queue))?.result.as_ref()?);
    let above = |queue: &Entity<'_>| above(context.cluster(), queue, || reserved(queue));
    let Some(queues) = in_every_queue(context, above) else { return };
    let Some((_, first)) = queues.first() else { return };
    let whose = queues_in_words(&queues);
    let limit = if queues.len() == 1 { &*first.limit } else { "lower" };
    findings
        .report(range, format!("job reserves {} of memory, but MEMLIMIT of {whose} is {limit}", first.reserved))
        .consequence(Item::Job.killed().called("the job when it uses the memory that it reserves").possible())
        .help("reserve less, or choose a queue with a higher limit")
        .related_at(first.place.clone(), "the limit");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=GB

        //# limits below reservations
        //- lsf.conf
        //- each job.sh
        #BSUB -M 4000 -R 'rusage[mem=4000] span[hosts=1]'
                 ^^^^ J204 warning memory limit of 4000 KB is below the 4000 MB that the job reserves
        //#
        //- each job.sh
        bsub -M 3 -R 'select[mem>9]' -R 'rusage[mem=4]' job
                ^ J204 warning memory limit of 3 GB is below the 4 GB that the job reserves
        //#
        //- each job.sh
        bsub -M 4GB -R 'rusage[mem=8G]' job
                ^^^ J204 warning memory limit of 4GB is below the 8G that the job reserves

        //# limits of the queue
        //- lsf.conf
        //- Parameters: MAX_JOBS = 5
        //- Queue small: MEMLIMIT = 16000
        //- Queue pair: MEMLIMIT = 4000 8192000
        //- Queue open: PRIORITY = 5
        //- Application own: MEMLIMIT = 9000
        //- job.sh
        bsub -q small -R 'rusage[mem=4000]' job
                         ^^^^^^^^^^^^^^^^^^ J204 warning
                         = job reserves 4000 MB of memory, but MEMLIMIT of queue `small` is 16000 KB
                         = effect: LSF may kill the job when it uses the memory that it reserves
                         = help: reserve less, or choose a queue with a higher limit
                         = related Queue small:1:12 the limit
        bsub -q 'small pair' -R 'rusage[mem=9000]' job
                                ^^^^^^^^^^^^^^^^^^ J204 warning
                                = job reserves 9000 MB of memory, but MEMLIMIT of queues `small` and `pair` is lower
        bsub -q pair -R 'rusage[mem=8000]' job
        bsub -q open -R 'rusage[mem=8000]' job
        bsub -q 'small open' -R 'rusage[mem=8000]' job
        bsub -q small -R 'rusage[mem=8000]' -app own job
        bsub -q small -R 'rusage[mem=8000||mem=2]' job
        bsub -q $Q -R 'rusage[mem=8000]' job
        bsub -q small job

        //# limits that leave something and units that are not known
        //- lsf.conf
        //- each job.sh
        #BSUB -M 4096000 -R 'rusage[mem=4000]'
        //#
        //- job.sh
        bsub -M 4 -R 'rusage[mem=4]' job
        bsub -M 4 job
        bsub -R 'rusage[mem=4]' job
        //#
        //- job.sh
        bsub -M 4 -R 'rusage[mem=8||swp=9]' job
        bsub -M 4 -R "rusage[mem=$MEM]" job
        //#
        //- without lsf.conf
        //- each job.sh: bsub -M 40 -R 'rusage[mem=80]' job
    "#]];
}
