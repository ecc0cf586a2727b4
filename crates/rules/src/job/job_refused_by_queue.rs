use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::{Entity, State};
use lsflint_syntax::TextRange;
use lsflint_syntax::script::Origin;

use crate::job::common::{in_every_queue, queues_in_words, refused};

rule! {
    /// Finds jobs that their queue does not take because of what they are: exclusive, interactive, not interactive.
    ///
    /// # Effect
    /// LSF refuses the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -x
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -x
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// EXCLUSIVE  = Y
    /// End Queue
    /// ```
    ///
    /// `-x` needs a queue with EXCLUSIVE; `-I` and its relatives one without `INTERACTIVE = NO`; every other job one without
    /// `INTERACTIVE = ONLY`. Whether a script is submitted with `-I` is not known, so the last is only said of `bsub` commands.
    pub J203 "job-refused-by-queue" {
        family: Job, scope: Cluster, severity: Error,
        sources: [ibm("lsf_command_ref/bsub.x.1", "-x"), ibm("lsb.queues", "EXCLUSIVE, INTERACTIVE")],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let submission = context.submission();
    let option = |parameter: &str| submission.given().iter().find(|it| it.option.parameter == parameter);
    if let Some(exclusive) = option("EXCLUSIVE") {
        let refuses = |queue: &Entity<'_>| is(queue, "EXCLUSIVE", Some("N"));
        let help = "leave out `-x`, or take a queue with `EXCLUSIVE = Y`";
        report(context, exclusive.name, "no exclusive jobs", help, refuses, findings);
    }
    match option("INTERACTIVE") {
        Some(interactive) => {
            let refuses = |queue: &Entity<'_>| is(queue, "INTERACTIVE", None);
            let help = format!("leave out `-{}`, or take a queue without `INTERACTIVE = NO`", interactive.option.name);
            report(context, interactive.name, "no interactive jobs", &help, refuses, findings);
        }
        None if submission.origin == Origin::Command && submission.meets("INTERACTIVE") == Some(false) => {
            let refuses = |queue: &Entity<'_>| {
                queue.value("INTERACTIVE").is_some_and(|it| it.eq_ignore_ascii_case("ONLY"))
                    && is_settled(queue, "INTERACTIVE")
            };
            let help = "submit the job with `-I`, or take another queue";
            report(context, submission.anchor, "only interactive jobs", help, refuses, findings);
        }
        None => {}
    }
}

fn report(
    context: &JobContext<'_>,
    range: TextRange,
    what: &str,
    help: &str,
    refuses: impl Fn(&Entity<'_>) -> bool,
    findings: &mut Findings,
) {
    let Some(queues) = in_every_queue(context, |queue| refuses(queue).then_some(())) else { return };
    let verb = if queues.len() == 2 { "take" } else { "takes" };
    findings
        .report(range, format!("{} {verb} {what}", queues_in_words(&queues)))
        .severity(context.refused())
        .consequence(refused(context))
        .help(help.to_owned());
}

/// Whether a parameter is surely N, or absent where that is the default.
fn is(queue: &Entity<'_>, name: &str, default: Option<&str>) -> bool {
    match queue.fields(name).as_slice() {
        [] => default.is_some(),
        _ if !is_settled(queue, name) => false,
        [.., last] if last.state() == State::Unset => default.is_some(),
        _ => queue.yes(name) == Some(false),
    }
}

/// Whether no `#if` and no template decides about a parameter.
fn is_settled(queue: &Entity<'_>, name: &str) -> bool {
    queue.fields(name).iter().all(|it| !it.is_conditional() && it.state() != State::Templated)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = plain
        End Queue
        Begin Queue
        QUEUE_NAME = alone
        EXCLUSIVE = Y
        INTERACTIVE = NO
        End Queue
        Begin Queue
        QUEUE_NAME = unit
        EXCLUSIVE = CU[rack]
        End Queue
        Begin Queue
        QUEUE_NAME = desk
        INTERACTIVE = only
        End Queue
        Begin Queue
        QUEUE_NAME = day
        #if time(8-9)
        EXCLUSIVE = Y
        INTERACTIVE = NO
        #endif
        End Queue

        //# what a queue does not take
        //- job.sh
        #BSUB -x -q plain
              ^^ J203 error queue `plain` takes no exclusive jobs
        bsub -Is -q alone bash
             ^^^ J203 error queue `alone` takes no interactive jobs
             = help: leave out `-Is`, or take a queue without `INTERACTIVE = NO`
        bsub -q desk job
        ^^^^ J203 error queue `desk` takes only interactive jobs
            = help: submit the job with `-I`, or take another queue
        bsub -x -q 'plain desk' -I job
             ^^ J203 error queues `plain` and `desk` take no exclusive jobs

        //# what it takes and what is not known
        //- job.sh
        #BSUB -x -q alone
        bsub -x -q unit job
        bsub -q desk -I bash
        bsub -x -q 'plain alone' job
        //#
        //- job.sh
        #BSUB -q desk
        bsub -q desk < job.sh
        bsub -q desk $OPTIONS job
        bsub -x -I -q day job
        bsub -x job
    "#]];
}
