use lsflint_lint::{Findings, Item, JobContext, rule};
use lsflint_model::Entity;
use lsflint_model::job::needs;
use lsflint_model::requirement::{Level, Merged, Simple};
use lsflint_model::satisfy::{Part, Selection};

use crate::job::common::{in_every_queue, queues_in_words, requirement_place};

rule! {
    /// Finds jobs whose `select` conditions contradict those of their queue or application profile.
    ///
    /// # Effect
    /// The job pends forever.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q small
    /// #BSUB -R "select[maxmem > 64000]"
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = small
    /// RES_REQ    = select[maxmem < 16000]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = small
    /// End Parameters
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q small
    /// #BSUB -R "select[maxmem > 8000]"
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = small
    /// RES_REQ    = select[maxmem < 16000]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = small
    /// End Parameters
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// With several queues in `-q`, the job is reported when it cannot start in any of them. An alternative requirement
    /// is reported when every alternative is impossible, a compound requirement when one term is.
    pub J302 "job-requirements-contradict" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [ibm("topic=requirements-resource-requirement-strings", "the selections of all levels must hold")],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let (whose, why) = match context.job.queues.is_empty() {
        true => (String::new(), contradiction(context, None)),
        false => {
            let Some(queues) = in_every_queue(context, |it| contradiction(context, Some(it))) else { return };
            (format!(" in {}", queues_in_words(&queues)), queues.into_iter().next().map(|it| it.1))
        }
    };
    let Some(why) = why else { return };
    findings
        .report(requirement_place(context), format!("contradictory `select` conditions for the job{whose}"))
        .consequence(Item::Job.pending().because(why))
        .help("correct the condition, or choose another queue or application profile");
}

/// The conditions of several levels that never hold together, in words.
pub(crate) fn contradiction<'a>(context: &JobContext<'a>, queue: Option<&Entity<'a>>) -> Option<String> {
    let merged = context.job.merged(queue)?;
    let (simples, all) = needs(merged.result.as_ref()?);
    let found: Vec<Option<String>> = simples.iter().map(|it| of_simple(context, &merged, it)).collect();
    match all {
        true => found.into_iter().flatten().next(),
        false => found.into_iter().collect::<Option<Vec<String>>>()?.into_iter().next(),
    }
}

fn of_simple(context: &JobContext<'_>, merged: &Merged, simple: &Simple) -> Option<String> {
    let level = |text: &str| merged.origins.iter().find(|it| it.text == text).map(|it| it.from);
    let conditions: Vec<_> = simple.select.iter().map(|it| (it, level(&it.to_string()))).collect();
    let selection = Selection::new(context.cluster(), conditions);
    let parts: Vec<&Part> = selection.contradiction()?.into_iter().map(|it| &selection.parts()[it]).collect();
    // A contradiction within one string is reported for that string.
    let first = parts.first()?.from;
    if parts.iter().all(|it| it.from == first) && first.is_some_and(|it| it != Level::Job) {
        return None;
    }
    let of = |it: &Part| match it.from {
        Some(Level::Application) => format!("`{}` of the application profile", it.written),
        Some(level) => format!("`{}` of the {level}", it.written),
        None => format!("`{}`", it.written),
    };
    Some(match parts.as_slice() {
        [one] => format!("{} never holds", of(one)),
        [one, two] => format!("{} and {} never hold together", of(one), of(two)),
        _ => "the conditions of its levels never hold together".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue small: RES_REQ = select[maxmem<16000]
        //- Queue any
        //- Application big: RES_REQ = select[maxmem>64000]
        //- Parameters: MAX_JOBS = 5

        //# levels that contradict each other
        //- job.sh
        #BSUB -q small
        #BSUB -R 'select[maxmem>64000] rusage[mem=5]'
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ J302 warning
                 = contradictory `select` conditions for the job in queue `small`
        bsub -q small -app big job
        ^^^^ J302 warning contradictory `select` conditions for the job in queue `small`
            = effect: LSF never dispatches the job because `maxmem<16000` of the queue and `maxmem>64000` of the
            =   application profile never hold together
        bsub -app big -R 'select[maxmem<100]' job
                         ^^^^^^^^^^^^^^^^^^^^ J302 warning contradictory `select` conditions for the job
                         = effect: LSF never dispatches the job because `maxmem>64000` of the application profile and
                         =   `maxmem<100` of the job never hold together
        bsub -q small -R '{select[maxmem>17000]} || {select[maxmem>18000]}' job
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ J302 warning
                         = contradictory `select` conditions for the job in queue `small`
        //- lsf.conf: LSF_STRICT_RESREQ=Y

        //# levels that fit or are not known
        //- job.sh
        #BSUB -q small -R 'select[maxmem>100]'
        bsub -q 'small any' -app big job
        bsub -q $Q -R 'select[maxmem>64000]' job
        bsub -q small -R "select[maxmem>$M]" job
        bsub -q small -R '{select[maxmem>17000]} || {select[mem>1]}' job
        //- lsf.conf: LSF_STRICT_RESREQ=Y
        //#
        //- without lsb.queues lsb.applications lsb.params
        //- each job.sh: bsub -q small -R 'select[maxmem>64000]' job
    "#]];
}
