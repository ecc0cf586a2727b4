use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::effective::{in_words, unit_of};
use lsflint_model::job::{Asked, Given, JobSize, RunTime};
use lsflint_model::requirement::{Amount, Decimal, SizeUnit};
use lsflint_model::{Entity, Place, View};
use lsflint_spec::{BsubArgument, FileKind, ParamSpec, find_param};

use crate::job::common::{in_every_queue, queues_in_words, refused};
use crate::limit::levels::{Ceiling, ceiling};

rule! {
    /// Finds limits of a job (`-W`, `-M`, `-c` and so on) that exceed the maximum of its queue.
    ///
    /// # Effect
    /// LSF rejects the job. A job can request less than the maximum of its queue, but not more.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q short
    /// #BSUB -W 24:00
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// RUNLIMIT   = 2:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q short
    /// #BSUB -W 1:30
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// RUNLIMIT   = 2:00
    /// End Queue
    /// ```
    ///
    /// With several queues in `-q`, the job is reported when none of them allows the limit. A size without a unit is
    /// read like the limits: in KB, or in the unit of LSF_UNIT_FOR_LIMITS. The limits of an application profile are
    /// defaults; only the queue has a maximum. Times that are normalized to different hosts are not compared.
    pub J201 "job-limit-above-queue" {
        family: Job, scope: Cluster, severity: Error,
        sources: [
            ibm("topic=limits-specifying-resource-usage", "Resource usage limits"),
            ibm("lsf_command_ref/bsub.ul.1", "jobs above the hard limits of a queue are rejected"),
            ibm("lsf.conf.lsf_unit_for_limits", "LSF_UNIT_FOR_LIMITS"),
        ],
        checks: [Job(check)],
    }
}

/// The maximum of a queue.
struct Maximum {
    text: String,
    place: Place,
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    for given in context.submission().given() {
        let limits = [BsubArgument::Time, BsubArgument::Size, BsubArgument::Count];
        let option = given.option;
        if !limits.contains(&option.argument) || !matches!(context.submission().asked(option.name), Asked::Yes(_)) {
            continue;
        }
        let Some(param) = find_param(FileKind::LsbQueues, "Queue", option.parameter) else { continue };
        let Some(queues) = in_every_queue(context, |queue| exceeded(context.cluster(), given, queue, param)) else {
            continue;
        };
        let Some((queue, maximum)) = queues.first() else { continue };
        let message = format!(
            "`-{} {}` exceeds `{}` of {}: {}",
            option.name,
            given.text().unwrap_or_default(),
            param.name,
            queues_in_words(&queues),
            maximum.text
        );
        findings
            .report(given.range(), message)
            .severity(context.refused())
            .consequence(refused(context))
            .help("request less, or submit the job to a queue that allows more")
            .related_at(maximum.place.clone(), format!("the maximum of queue `{}`", queue.name()));
    }
}

/// The maximum of a queue, when an argument exceeds it.
fn exceeded(view: View<'_>, given: &Given, queue: &Entity<'_>, param: &'static ParamSpec) -> Option<Maximum> {
    let Ceiling::At(most, field) = ceiling(queue, param.name) else { return None };
    let most = u64::try_from(most).ok()?;
    let unit = unit_of(param, view.switches());
    let text = given.text()?;
    let is_above = match given.option.argument {
        BsubArgument::Time => {
            let time = RunTime::parse(text)?;
            time.host.is_none() && time.minutes > most
        }
        BsubArgument::Size => above(JobSize::parse(text)?.0, most, SizeUnit::of(&unit))?,
        _ => text.parse::<u64>().ok()? > most,
    };
    let number = field.known()?.split_whitespace().next_back()?.to_owned();
    let text = in_words(&number, &unit).unwrap_or(number);
    is_above.then(|| Maximum { text, place: field.place() })
}

/// Whether a size exceeds a number in the unit of the limit.
fn above(size: Amount, most: u64, unit: Option<SizeUnit>) -> Option<bool> {
    let most = Decimal::from(most);
    match size.unit {
        None => Some(size.number > most),
        Some(_) => Some(size.in_unit(unit?)? > most),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue short
        RUNLIMIT = 30 2:00
        MEMLIMIT = 4000000
        PROCESSLIMIT = 8
        CPULIMIT = 60/hostA
        //- Queue long: RUNLIMIT = 24:00

        //# a job asks for more than its queue allows
        //- job.sh
        #BSUB -q short -W 2:01
                          ^^^^ J201 error `-W 2:01` exceeds `RUNLIMIT` of queue `short`: 2:00 = 2 hours
        bsub -q short -M 5000000 -p 9 job
                         ^^^^^^^ J201 error `-M 5000000` exceeds `MEMLIMIT` of queue `short`: 4000000 KB = 3906.25 MB
                                    ^ J201 error `-p 9` exceeds `PROCESSLIMIT` of queue `short`: 8
        bsub -q 'short long' -W 30:00 job
                                ^^^^^ J201 error
                                = `-W 30:00` exceeds `RUNLIMIT` of queues `short` and `long`: 2:00 = 2 hours
        //- lsf.conf
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=KB
        //- each job.sh
        bsub -q short -M 4GB job
                         ^^^ J201 error `-M 4GB` exceeds `MEMLIMIT` of queue `short`: 4000000 KB = 3906.25 MB

        //# a job asks for what one of its queues allows
        //- job.sh
        #BSUB -q short -W 2:00
        bsub -q 'short long' -W 20:00 -M 5000000 job
        bsub -W 99:00 job
        //- lsf.conf
        //#
        //- job.sh
        bsub -q short -M 3GB -p 8 -c 90 job
        bsub -q short -W 99:00/hostA job
        bsub -q short -W $T job
        //- lsf.conf
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=MB
        //- each job.sh: bsub -q short -M 3000GB job

        //# units that are not in view decide
        //- each job.sh
        bsub -q short -M 4000GB job
        bsub -q short -M 4000001 job
                         ^^^^^^^ J201 error `-M 4000001` exceeds `MEMLIMIT` of queue `short`: 4000000
        //#
        //- without lsb.queues
        //- Queue short
        #if time(8-9)
        RUNLIMIT = 5
        #endif
        //- each job.sh: bsub -q short -W 10 job
    "#]];
}
