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
    use expect_test::{Expect, expect};

    use crate::testing::check_script;

    #[track_caller]
    fn check(script: &str, expect: Expect) {
        let queue = |name: &str, lines: &str| format!("Begin Queue\nQUEUE_NAME = {name}\n{lines}\nEnd Queue\n");
        let queues = [
            queue("plain", ""),
            queue("alone", "EXCLUSIVE = Y\nINTERACTIVE = NO"),
            queue("unit", "EXCLUSIVE = CU[rack]"),
            queue("desk", "INTERACTIVE = only"),
            queue("day", "#if time(8-9)\nEXCLUSIVE = Y\nINTERACTIVE = NO\n#endif"),
        ];
        check_script("J203", script, &[("lsb.queues", &queues.concat())], expect);
    }

    #[test]
    fn what_a_queue_does_not_take() {
        check(
            "#BSUB -x -q plain\nbsub -Is -q alone bash\nbsub -q desk job\nbsub -x -q 'plain desk' -I job\n",
            expect![[r#"
                1:7-1:9 error queue `plain` takes no exclusive jobs
                  effect: LSF rejects the job at submission
                  help: leave out `-x`, or take a queue with `EXCLUSIVE = Y`
                2:6-2:9 error queue `alone` takes no interactive jobs
                  effect: LSF rejects the job at submission
                  help: leave out `-Is`, or take a queue without `INTERACTIVE = NO`
                3:1-3:5 error queue `desk` takes only interactive jobs
                  effect: LSF rejects the job at submission
                  help: submit the job with `-I`, or take another queue
                4:6-4:8 error queues `plain` and `desk` take no exclusive jobs
                  effect: LSF rejects the job at submission
                  help: leave out `-x`, or take a queue with `EXCLUSIVE = Y`
            "#]],
        );
    }

    #[test]
    fn what_it_takes_and_what_is_not_known() {
        check(
            "#BSUB -x -q alone\nbsub -x -q unit job\nbsub -q desk -I bash\nbsub -x -q 'plain alone' job\n",
            expect![[""]],
        );
        check(
            "#BSUB -q desk\nbsub -q desk < job.sh\nbsub -q desk $OPTIONS job\nbsub -x -I -q day job\nbsub -x job\n",
            expect![[""]],
        );
    }
}
