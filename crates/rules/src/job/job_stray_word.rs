use lsflint_lint::{Applicability, CommandsContext, Findings, Fix, Item, Severity, rule};
use lsflint_model::job::{Invocation, Mistake};
use lsflint_syntax::TextRange;
use lsflint_syntax::script::{Origin, Word};

rule! {
    /// Finds words after the options of `#BSUB` lines that are not options, requirements without quotes, of which only
    /// the first word belongs to `-R`, and requirements behind the command.
    ///
    /// # Effect
    /// In a command, the second word of the requirement becomes the command of the job. In a `#BSUB` line, LSF may
    /// ignore the word and the options after it.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -R rusage[mem=4000] span[hosts=1]
    /// ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -R "rusage[mem=4000] span[hosts=1]"
    /// ./simulate
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: the job gets a requirement that LSF currently does not read.
    pub J004 "job-stray-word" {
        family: Job, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_command_ref/bsub.zz1argument.command.1", "the first word that is not part of an option is the command"),
            volclava("lsf/lib/lib.misc.c", "my_getopt", "stops at the first word that is not an option"),
        ],
        checks: [Commands(check)],
    }
}

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    for command in context.commands {
        for mistake in &command.mistakes {
            if let Mistake::LateOption { word, command } = mistake {
                late(word, command, findings);
            }
            let Mistake::StrayWord { word, after, requirement } = mistake else { continue };
            let text = word.text_unless_matched().unwrap_or_default();
            match requirement {
                Some(range) => without_quotes(context, command, word, *range, findings),
                // The end of a placeholder: `-J name.<RUN ID>`.
                None if text.ends_with('>') => {}
                None => {
                    let message = match after {
                        Some(option) => format!("unexpected `{text}` after option `-{}`", option.name),
                        None => format!("unexpected `{text}` instead of an option"),
                    };
                    findings
                        .report(word.range(), message)
                        .severity(Severity::Warning)
                        .consequence(
                            Item::Value.ignored().called("word").possible().so("the options after it are lost, too"),
                        )
                        .help("remove it, or write `#` before it if it is a comment");
                }
            }
        }
    }
}

/// Reports an option behind the command. The command may have an option of this name.
fn late(word: &Word, command: &Word, findings: &mut Findings) {
    let name = |it: &Word| it.text().unwrap_or_default().to_owned();
    findings
        .report(word.range(), format!("option `{}` behind the command `{}`", name(word), name(command)))
        .severity(Severity::Info)
        .effect("LSF runs the job without the requirement; the command gets it as an argument")
        .help("write the options of `bsub` before the command");
}

/// Reports a requirement of several words.
fn without_quotes(
    context: &CommandsContext<'_>,
    command: &Invocation,
    word: &Word,
    whole: TextRange,
    findings: &mut Findings,
) {
    let text = word.text_unless_matched().unwrap_or_default();
    let found = findings.report(whole, "requirement of several words without quotes");
    found.about(word.range());
    let is_command = command.origin == Origin::Command && command.command.is_some();
    match is_command {
        true => found.effect(format!("LSF runs `{text}` as the command of the job")),
        false => {
            let lost = Item::Value.ignored().called("word").possible();
            found.severity(Severity::Error).consequence(lost.so("the options after it are lost, too"))
        }
    };
    let written = &context.script.text[whole];
    found.help(format!("write `\"{written}\"`"));
    found.fix(Fix::replace(Applicability::Unsafe, "write the requirement in quotes", whole, format!("\"{written}\"")));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# placeholders of a template
        //- also R409
        //- job.sh
        #BSUB -J name.<RUN ID>
        #BSUB -R "span[ptile=<TASKS>] affinity[core(<THREADS>)]"
        bsub -R "select[mem>5] span[ptile=<TASKS_PER_NODE>]" job

        //# requirements without quotes
        //- job.sh
        #BSUB -R rusage[mem=4000] span[hosts=1]
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ J004 error requirement of several words without quotes
        #BSUB -n 4 -R select[mem>5] rusage[mem=5] span[hosts=1] -q night
                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ J004 error requirement of several words without quotes
        bsub -R rusage[mem=4000] span[hosts=1] ./job
                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ J004 error requirement of several words without quotes
                = effect: LSF runs `span[hosts=1]` as the command of the job
        //- fixed job.sh
        -#BSUB -R rusage[mem=4000] span[hosts=1]
        -#BSUB -n 4 -R select[mem>5] rusage[mem=5] span[hosts=1] -q night
        -bsub -R rusage[mem=4000] span[hosts=1] ./job
        +#BSUB -R "rusage[mem=4000] span[hosts=1]"
        +#BSUB -n 4 -R "select[mem>5] rusage[mem=5] span[hosts=1]" -q night
        +bsub -R "rusage[mem=4000] span[hosts=1]" ./job

        //# other words in directives
        //- job.sh
        #BSUB -N "Job done"
                 ^^^^^^^^^^ J004 warning unexpected `Job done` after option `-N`
                 = help: remove it, or write `#` before it if it is a comment
        #BSUB -W 1:00 (one hour) -q night
                      ^^^^ J004 warning unexpected `(one` after option `-W`
        #BSUB -n 4 # cores

        //# options behind the command
        //- job.sh
        bsub -q short ./job -n 4 -R "rusage[mem=4000] span[hosts=1]"
                                 ^^ J004 info option `-R` behind the command `./job`
                                 = effect: LSF runs the job without the requirement; the command gets it as an argument
                                 = help: write the options of `bsub` before the command
        bsub -q short ./job -R "$REQUIREMENT"
        bsub -q short ./job -R list
        bsub ./job bsub -R "rusage[mem=4000]" x
        bsub ./submit.sh -R "rusage[mem=4000]" x

        //# one word, and commands
        //- job.sh
        #BSUB -R span[hosts=1]
        bsub -R span[hosts=1] ./job span[hosts=1]
        bsub -R "rusage[mem=4]" ./job
        bsub -n 4 ./span[1]
    "#]];
}
