use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{CommandsContext, Findings, Item, Severity, rule};
use lsflint_model::job::{Invocation, Mistake};
use lsflint_spec::{BSUB_OPTIONS, BsubArgument, BsubOption};
use lsflint_syntax::script::Word;

rule! {
    /// Finds options that `bsub` and `bmod` do not have, in `#BSUB` lines and commands: misspelled ones, and those of
    /// other schedulers.
    ///
    /// # Effect
    /// `bsub` rejects the job, or reads the first letters as an option and the rest as its argument.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night -walltime 1:30
    /// ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night -W 1:30
    /// ./simulate
    /// ```
    ///
    /// Options of the command of the job belong behind the command. An option with its argument in the same word, such
    /// as `-n4` or `-Jname`, is not reported.
    pub J002 "job-unknown-option" {
        family: Job, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsf_command_ref/bsub.man_top.1", "the options"),
            volclava("lsf/lib/lib.misc.c", "my_getopt", "an unknown option is an error; a word may hold option and argument"),
            facts("options of bsub"),
        ],
        checks: [Commands(check)],
    }
}

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    for command in context.commands {
        for mistake in &command.mistakes {
            match mistake {
                Mistake::ForeignOption { word, option } => {
                    report(findings, command, word, None).help(format!("write `{}`", option.instead));
                }
                Mistake::UnknownOption { word, begins_with } => {
                    let text = word.text_unless_matched().unwrap_or_default();
                    let help = match with_equals_sign(text, *begins_with) {
                        Some(argument) => format!("write `{argument}`, without `=`"),
                        None => help(text),
                    };
                    report(findings, command, word, *begins_with).help(help);
                }
                _ => {}
            }
        }
    }
}

fn report<'f>(
    findings: &'f mut Findings,
    command: &Invocation,
    word: &Word,
    begins_with: Option<&BsubOption>,
) -> &'f mut lsflint_lint::Diagnostic {
    let text = word.text_unless_matched().unwrap_or_default();
    let message = match with_equals_sign(text, begins_with) {
        Some(_) => format!("`=` between option and argument: `{text}`"),
        None => {
            let option = text.split('=').next().unwrap_or(text);
            format!("unknown option `{option}` of `{}`", command.program.name)
        }
    };
    let found = findings.report(word.range(), message);
    if text.starts_with("--") {
        // The known reader takes it for the end of the options.
        return found.severity(Severity::Warning).consequence(Item::Job.refused().possible());
    }
    match begins_with.filter(|it| it.argument != BsubArgument::None) {
        // Any text is right for these.
        Some(it) if matches!(it.argument, BsubArgument::Text | BsubArgument::Path | BsubArgument::Command) => {
            found.severity(Severity::Warning).consequence(Item::Job.refused().possible())
        }
        Some(it) => {
            // The manual does not say which.
            let (program, rest) = (command.program.name, &text[1 + it.name.len()..]);
            let reading = format!("`{program}` has no such option, or reads it as `-{} {rest}`", it.name);
            found.consequence(Item::Job.refused().because(reading))
        }
        None => found.consequence(Item::Job.refused()),
    }
}

/// What to write instead of `-q=short`.
fn with_equals_sign(text: &str, begins_with: Option<&BsubOption>) -> Option<String> {
    let option = begins_with.filter(|it| it.argument != BsubArgument::None)?;
    let argument = text.get(1 + option.name.len()..)?.strip_prefix('=')?;
    let quoted = argument.contains(|it: char| !it.is_ascii_alphanumeric() && !"_-.:/,%+".contains(it));
    Some(if quoted { format!("-{} \"{argument}\"", option.name) } else { format!("-{} {argument}", option.name) })
}

/// What to write instead.
fn help(text: &str) -> String {
    let name = text.trim_start_matches('-').split('=').next().unwrap_or_default();
    match near(name, BSUB_OPTIONS.iter().map(|it| it.name).filter(|it| it.len() > 2)) {
        Some(near) => did_you_mean(&format!("-{}", near.name)),
        None => "correct the option, or write it behind the command if it belongs to that".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# misspelled options and those of other schedulers
        //- job.sh
        #BSUB -q night -hostfle hosts
                       ^^^^^^^^ J002 error unknown option `-hostfle` of `bsub`
                       = help: did you mean `-hostfile`?
        #BSUB --time=1:30:00
              ^^^^^^^^^^^^^^ J002 warning unknown option `--time` of `bsub`
              = effect: LSF may reject the job at submission
        bsub -zzz job
             ^^^^ J002 error unknown option `-zzz` of `bsub`
             = help: correct the option, or write it behind the command if it belongs to that
        bsub -foo job
             ^^^^ J002 error unknown option `-foo` of `bsub`
             = effect: LSF rejects the job at submission because `bsub` has no such option, or reads it as `-f oo`
        bsub -stagge job
             ^^^^^^^ J002 error unknown option `-stagge` of `bsub`
        bmod -queue night 12
             ^^^^^^ J002 error unknown option `-queue` of `bmod`
        bsub --mpi 4 job
             ^^^^^ J002 warning unknown option `--mpi` of `bsub`

        //# an argument behind `=`
        //- job.sh
        #BSUB -q=short
              ^^^^^^^^ J002 error `=` between option and argument: `-q=short`
              = help: write `-q short`, without `=`
        bsub -W=1:00 job
             ^^^^^^^ J002 error `=` between option and argument: `-W=1:00`
        bsub -R="rusage[mem=5]" job
             ^^^^^^^^^^^^^^^^^^ J002 error `=` between option and argument: `-R=rusage[mem=5]`
        bsub -o=out job
             ^^^^^^ J002 warning `=` between option and argument: `-o=out`
        bsub -J "=a" -P "a=b" -env X=1 job

        //# options of bsub and of the command
        //- job.sh
        #BSUB -Jname -qnight -n4 -R"span[hosts=1]"
        bsub -K -oout job -queue a --time 5
        bmod -Rn -Jn 12
        bsub $X -zzz job
    "#]];
}
