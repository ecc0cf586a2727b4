use lsflint_lint::suggest::{did_you_mean, distance, near};
use lsflint_lint::{CommandsContext, Findings, Item, Severity, rule};
use lsflint_model::job::{Given, Invocation, Mistake};
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
        for given in &command.given {
            misspelled(&context.script.text, command, given, findings);
        }
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

/// Reports `-datach`, which is read as `-data ch`, but is nearly `-datachk`.
fn misspelled(text: &str, command: &Invocation, given: &Given, findings: &mut Findings) {
    let attached = given.argument.as_ref().filter(|it| it.text().is_none() && it.range().start() == given.name.end());
    let Some(argument) = attached else { return };
    let range = given.name.cover(argument.range());
    let Some(word) = text[range].strip_prefix('-') else { return };
    // `-qgpu` is the queue `gpu`: the first letter of a misspelled option is right.
    let is_near = |it: &&BsubOption| {
        it.name.len() > 2 && it.name.as_bytes()[0] == word.as_bytes()[0] && distance(word, it.name) == 1
    };
    let Some(near) = BSUB_OPTIONS.iter().find(is_near) else { return };
    let reading =
        format!("`{}` may read it as `-{} {}`", command.program.name, given.option.name, &text[argument.range()]);
    findings
        .report(range, format!("unknown option `-{word}` of `{}`", command.program.name))
        .severity(Severity::Warning)
        .consequence(Item::Job.refused().possible().because(reading))
        .help(did_you_mean(&format!("-{}", near.name)));
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

        //# options that are nearly those of bsub
        //- job.sh
        #BSUB -datach -q night
              ^^^^^^^ J002 warning unknown option `-datach` of `bsub`
              = effect: LSF may reject the job at submission because `bsub` may read it as `-data ch`
        bsub -appp sim ./run
             ^^^^^ J002 warning unknown option `-appp` of `bsub`
        bsub -slaa gold ./run
             ^^^^^ J002 warning unknown option `-slaa` of `bsub`
        bsub -qgpu -Jdata -P pack ./run
        bsub -app sim -otest.out ./run

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
