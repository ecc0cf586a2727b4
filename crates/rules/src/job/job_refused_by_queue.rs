use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::{Entity, State};
use lsflint_syntax::TextRange;
use lsflint_syntax::script::Origin;

use crate::job::common::{in_every_queue, queues_in_words, refused};

rule! {
    /// Finds exclusive, interactive or non-interactive jobs that their queue does not accept.
    ///
    /// # Effect
    /// LSF rejects the job.
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
    /// `-x` needs a queue with EXCLUSIVE, `-I` and its variants a queue without `INTERACTIVE = NO`, and any other job a
    /// queue without `INTERACTIVE = ONLY`. The last is reported only for `bsub` commands, because a script may be
    /// submitted with `-I`.
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
        let help = "remove `-x`, or choose a queue with `EXCLUSIVE = Y`";
        report(context, exclusive.name, "exclusive jobs are not allowed", help, refuses, findings);
    }
    match option("INTERACTIVE") {
        Some(interactive) => {
            let refuses = |queue: &Entity<'_>| is(queue, "INTERACTIVE", None);
            let help = format!("remove `-{}`, or choose a queue without `INTERACTIVE = NO`", interactive.option.name);
            report(context, interactive.name, "interactive jobs are not allowed", &help, refuses, findings);
        }
        None if submission.origin == Origin::Command && submission.meets("INTERACTIVE") == Some(false) => {
            let refuses = |queue: &Entity<'_>| {
                queue.value("INTERACTIVE").is_some_and(|it| it.eq_ignore_ascii_case("ONLY"))
                    && is_settled(queue, "INTERACTIVE")
            };
            let help = "submit the job with `-I`, or choose another queue";
            report(context, submission.anchor, "only interactive jobs are allowed", help, refuses, findings);
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
    findings
        .report(range, format!("{what} in {}", queues_in_words(&queues)))
        .severity(context.refused())
        .consequence(refused(context))
        .help(help.to_owned());
}

/// Whether a parameter is certainly N, or is absent and N is the default.
fn is(queue: &Entity<'_>, name: &str, default: Option<&str>) -> bool {
    match queue.fields(name).as_slice() {
        [] => default.is_some(),
        _ if !is_settled(queue, name) => false,
        [.., last] if last.state() == State::Unset => default.is_some(),
        _ => queue.yes(name) == Some(false),
    }
}

/// Whether a parameter does not depend on `#if` or a template.
fn is_settled(queue: &Entity<'_>, name: &str) -> bool {
    queue.fields(name).iter().all(|it| !it.is_conditional() && it.state() != State::Templated)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue plain
        //- Queue alone
        EXCLUSIVE = Y
        INTERACTIVE = NO
        //- Queue unit: EXCLUSIVE = CU[rack]
        //- Queue desk: INTERACTIVE = only
        //- Queue day
        #if time(8-9)
        EXCLUSIVE = Y
        INTERACTIVE = NO
        #endif

        //# what a queue does not take
        //- job.sh
        #BSUB -x -q plain
              ^^ J203 error exclusive jobs are not allowed in queue `plain`
        bsub -Is -q alone bash
             ^^^ J203 error interactive jobs are not allowed in queue `alone`
             = help: remove `-Is`, or choose a queue without `INTERACTIVE = NO`
        bsub -q desk job
        ^^^^ J203 error only interactive jobs are allowed in queue `desk`
            = help: submit the job with `-I`, or choose another queue
        bsub -x -q 'plain desk' -I job
             ^^ J203 error exclusive jobs are not allowed in queues `plain` and `desk`

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
