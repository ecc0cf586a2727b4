use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::effective::{in_words, unit_of};
use lsflint_model::job::{Asked, Given, JobSize, RunTime};
use lsflint_model::requirement::{Amount, Decimal, SizeUnit};
use lsflint_model::{Entity, Place, View};
use lsflint_spec::{BsubArgument, FileKind, ParamSpec, find_param};

use crate::job::common::{in_every_queue, queues_in_words, refused};
use crate::limit::levels::{Ceiling, ceiling};

rule! {
    /// Finds limits of a job (`-W`, `-M`, `-c` and the like) that are above the maximum of its queue.
    ///
    /// # Effect
    /// LSF refuses the job: a job may ask for less than the maximum of its queue, never for more.
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
    /// With several queues in `-q` it is reported when none of them allows what is asked for. Sizes without a unit are counted as the limits
    /// are: in KB, or in the unit of LSF_UNIT_FOR_LIMITS. The limits of an application profile are defaults; only the queue has a maximum.
    /// Times of different hosts are not compared.
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
            "`-{} {}` is above `{}` of {}: {}",
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
            .help("ask for less, or take a queue that allows more")
            .related_at(maximum.place.clone(), format!("the maximum of `{}`", queue.name()));
    }
}

/// The maximum of a queue, when an argument is above it.
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

/// Whether a size is above a number of the limit's unit.
fn above(size: Amount, most: u64, unit: Option<SizeUnit>) -> Option<bool> {
    let most = Decimal::from(most);
    match size.unit {
        None => Some(size.number > most),
        Some(_) => Some(size.in_unit(unit?)? > most),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_script;

    const QUEUES: &str = "Begin Queue\nQUEUE_NAME = short\nRUNLIMIT = 30 2:00\nMEMLIMIT = 4000000\nPROCESSLIMIT = 8\nCPULIMIT = 60/hostA\n\
        End Queue\nBegin Queue\nQUEUE_NAME = long\nRUNLIMIT = 24:00\nEnd Queue\n";

    #[track_caller]
    fn check(script: &str, conf: &str, expect: Expect) {
        check_script("J201", script, &[("lsb.queues", QUEUES), ("lsf.conf", conf)], expect);
    }

    #[test]
    fn a_job_asks_for_more_than_its_queue_allows() {
        check(
            "#BSUB -q short -W 2:01\nbsub -q short -M 5000000 -p 9 job\nbsub -q 'short long' -W 30:00 job\n",
            "",
            expect![[r#"
                1:19-1:23 error `-W 2:01` is above `RUNLIMIT` of queue `short`: 2:00 = 2 hours
                  effect: LSF rejects the job at submission
                  help: ask for less, or take a queue that allows more
                  lsb.queues:3:12-3:19 the maximum of `short`
                2:18-2:25 error `-M 5000000` is above `MEMLIMIT` of queue `short`: 4000000 KB = 3906.25 MB
                  effect: LSF rejects the job at submission
                  help: ask for less, or take a queue that allows more
                  lsb.queues:4:12-4:19 the maximum of `short`
                2:29-2:30 error `-p 9` is above `PROCESSLIMIT` of queue `short`: 8
                  effect: LSF rejects the job at submission
                  help: ask for less, or take a queue that allows more
                  lsb.queues:5:16-5:17 the maximum of `short`
                3:25-3:30 error `-W 30:00` is above `RUNLIMIT` of queues `short` and `long`: 2:00 = 2 hours
                  effect: LSF rejects the job at submission
                  help: ask for less, or take a queue that allows more
                  lsb.queues:3:12-3:19 the maximum of `short`
            "#]],
        );
        check(
            "bsub -q short -M 4GB job\n",
            "LSF_UNIT_FOR_LIMITS=KB\n",
            expect![[r#"
                1:18-1:21 error `-M 4GB` is above `MEMLIMIT` of queue `short`: 4000000 KB = 3906.25 MB
                  effect: LSF rejects the job at submission
                  help: ask for less, or take a queue that allows more
                  lsb.queues:4:12-4:19 the maximum of `short`
            "#]],
        );
    }

    #[test]
    fn a_job_asks_for_what_one_of_its_queues_allows() {
        check(
            "#BSUB -q short -W 2:00\nbsub -q 'short long' -W 20:00 -M 5000000 job\nbsub -W 99:00 job\n",
            "",
            expect![[""]],
        );
        check(
            "bsub -q short -M 3GB -p 8 -c 90 job\nbsub -q short -W 99:00/hostA job\nbsub -q short -W $T job\n",
            "",
            expect![[""]],
        );
        check("bsub -q short -M 3000GB job\n", "LSF_UNIT_FOR_LIMITS=MB\n", expect![[""]]);
    }

    #[test]
    fn units_that_are_not_in_view_decide() {
        check_script("J201", "bsub -q short -M 4000GB job\n", &[("lsb.queues", QUEUES)], expect![[""]]);
        check_script(
            "J201",
            "bsub -q short -M 4000001 job\n",
            &[("lsb.queues", QUEUES)],
            expect![[r#"
                1:18-1:25 error `-M 4000001` is above `MEMLIMIT` of queue `short`: 4000000
                  effect: LSF rejects the job at submission
                  help: ask for less, or take a queue that allows more
                  lsb.queues:4:12-4:19 the maximum of `short`
            "#]],
        );
        let conditional = "Begin Queue\nQUEUE_NAME = short\n#if time(8-9)\nRUNLIMIT = 5\n#endif\nEnd Queue\n";
        check_script("J201", "bsub -q short -W 10 job\n", &[("lsb.queues", conditional)], expect![[""]]);
    }
}
