use lsflint_lint::{CommandsContext, Findings, Item, rule};
use lsflint_model::job::Mistake;

rule! {
    /// Finds options of `bsub` and `bmod` without their argument: at the end of a line, before another option, or
    /// before the command, if that is a path and the argument is the name of a queue or application profile.
    ///
    /// # Effect
    /// `bsub` rejects the job, or takes the next word for the argument.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q -n 4
    /// ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night -n 4
    /// ./simulate
    /// ```
    pub J003 "job-missing-argument" {
        family: Job, scope: OwnFile, severity: Error,
        sources: [
            volclava("lsf/lib/lib.misc.c", "my_getopt", "the next word is the argument, whatever it is; none is an error"),
            facts("lsb.queues QUEUE_NAME and lsb.applications NAME: the characters of names"),
            facts("options of bsub"),
        ],
        checks: [Commands(check)],
    }
}

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    for mistake in context.commands.iter().flat_map(|it| &it.mistakes) {
        let Mistake::MissingArgument { option, name, taken } = mistake else { continue };
        let found = findings.report(*name, format!("missing argument of `-{}`", option.name));
        let taken = taken.as_ref().and_then(|it| it.text());
        found.consequence(match taken {
            Some(taken) => Item::Job.refused().possible().because(format!("the argument is `{taken}`")),
            // On the next line, another option may follow.
            None => Item::Job.refused().possible(),
        });
        found.help(format!("write `-{} {}`", option.name, option.form));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# at the end and before an option
        //- job.sh
        #BSUB -q -n 4
              ^^ J003 error missing argument of `-q`
        #BSUB -J
              ^^ J003 error missing argument of `-J`
              = effect: LSF may reject the job at submission
        bsub -n 4 -W
                  ^^ J003 error missing argument of `-W`
        bmod -q -Rn 12
        bsub -n 4 -app ./run a b
                  ^^^^ J003 error missing argument of `-app`

        //# negative numbers, the default GPU, what is appended
        //- job.sh
        bsub -sp -5 -gpu - job
        ls | xargs bsub -i
        bsub -q $QUEUE
        bsub -J "-" -x
        bsub -q night -P ./run
    "#]];
}
