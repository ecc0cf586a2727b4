use std::cmp::Ordering;

use lsflint_lint::{Findings, Item, JobContext, rule};
use lsflint_model::effective::unit_of;
use lsflint_model::job::{Asked, JobSize, Requirements};
use lsflint_model::requirement::{Amount, Requirement, SizeUnit, Units};
use lsflint_spec::{FileKind, find_param};

rule! {
    /// Finds memory limits of a job (`-M`) below the memory that the same job reserves (`rusage[mem=...]`).
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

/// The name of the resource.
const MEMORY: &str = "mem";

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let Asked::Yes(given) = context.submission().asked("M") else { return };
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
    let counted = |it: Amount, unit: Option<SizeUnit>| match (it.unit, unit) {
        (None, Some(unit)) => format!("{it} {}", unit.suffix()),
        _ => it.to_string(),
    };
    let limit = counted(limit.0, unit);
    let reserved = counted(reserved, Units::of(switches).of_resource(MEMORY));
    findings
        .report(given.range(), format!("memory limit of {limit} is below the {reserved} that the job reserves"))
        .consequence(Item::Job.killed().called("the job when it uses the memory that it reserves"))
        .help("write both values with a unit, such as `-M 4GB` and `rusage[mem=4GB]`")
        .related(range, "reserved here");
}

/// The memory that a simple requirement reserves, if it is one number.
fn amount(requirement: &Requirement) -> Option<Amount> {
    let Requirement::Simple(simple) = requirement else { return None };
    let [usage] = simple.rusage.as_ref()?.alternatives.as_slice() else { return None };
    let mut found = usage.reservations.iter().filter(|it| it.name == MEMORY);
    match (found.next(), found.next()) {
        (Some(one), None) => match one.amounts.as_slice() {
            [amount] => Some(*amount),
            _ => None,
        },
        _ => None,
    }
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
