use lsflint_lint::suggest::distance;
use lsflint_lint::{Applicability, CommandsContext, Findings, Fix, Item, rule};
use lsflint_model::job::JobScript;
use lsflint_spec::bsub_option;
use lsflint_syntax::TextRange;

rule! {
    /// Finds comments that are meant as `#BSUB` lines: `#BUSB -q night`, `#bsub -q night`.
    ///
    /// # Effect
    /// LSF ignores the line. The job is submitted without its options.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night
    /// #BUSB -W 1:30
    /// ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night
    /// #BSUB -W 1:30
    /// ./simulate
    /// ```
    ///
    /// Reported are words in which a letter of `BSUB` is missing, repeated or at another place, or the letter case is
    /// another one, if an option of `bsub` follows, in scripts with `#BSUB` lines. Write `##BSUB` to disable a line.
    /// `#bsub` with a command or a redirection after the options is a disabled command, which is not reported.
    ///
    /// # Fix safety
    /// Unsafe: LSF then reads the options.
    pub J010 "job-misspelled-directive" {
        family: Job, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [
            ibm("lsf_command_ref/bsub.zz1argument.job_script.1", "options are in lines that begin with #BSUB in uppercase"),
            volclava("lsbatch/cmd/cmd.sub.c", "parseLine", "compares the start of a line with `#BSUB`"),
        ],
        checks: [Commands(check)],
    }
}

const MARK: &str = "#BSUB";

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    let text = &context.script.text;
    let comments: Vec<TextRange> =
        (context.script.script.option_comments.iter().copied()).filter(|range| is_meant(text, *range)).collect();
    let calls = &context.script.script.calls;
    let has_directives = calls.iter().any(|it| !it.directives.is_empty());
    // Without any `#BSUB` line, a single comment may be one.
    if !has_directives && (!calls.is_empty() || comments.len() < 2) {
        return;
    }
    for range in comments {
        let mark = &text[range];
        findings
            .report(range, format!("`{mark}` is not `{MARK}`"))
            .consequence(Item::Line.ignored())
            .help(format!("write `{MARK}`"))
            .fix(Fix::replace(Applicability::Unsafe, format!("write `{MARK}`"), range, MARK));
    }
}

/// Whether a comment has options of `bsub` behind a mark that is nearly right.
fn is_meant(text: &str, range: TextRange) -> bool {
    let option = text[usize::from(range.end())..].trim_start().strip_prefix('-').unwrap_or_default();
    let option = option.split_ascii_whitespace().next().unwrap_or_default();
    let line = text[usize::from(range.start())..].lines().next().unwrap_or_default();
    is_slip(&text[range].to_ascii_uppercase()) && bsub_option(option).is_some() && !is_disabled_command(&line[1..])
}

/// Whether a text is a call of `bsub` with a command to run or a script to read, perhaps in a variable.
fn is_disabled_command(text: &str) -> bool {
    text.contains(['<', '$']) || JobScript::new("", text).invocations().iter().any(|it| it.command.is_some())
}

/// Whether a letter is missing, is repeated or is at another place. With another letter, it may be the mark of another
/// program, such as `#QSUB`.
fn is_slip(mark: &str) -> bool {
    let letters = |it: &str| {
        let mut letters: Vec<char> = it.chars().collect();
        letters.sort_unstable();
        letters
    };
    distance(mark, MARK) <= 1 && (mark.len() != MARK.len() || letters(mark) == letters(MARK))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one letter, or the letter case
        //- job.sh
        #BSUB -q night
        #BUSB -W 1:30
        ^^^^^ J010 warning `#BUSB` is not `#BSUB`
        #bsub -n 4
        ^^^^^ J010 warning `#bsub` is not `#BSUB`
        #BSU -x
        ^^^^ J010 warning `#BSU` is not `#BSUB`
        //- fixed job.sh
        -#BUSB -W 1:30
        -#bsub -n 4
        -#BSU -x
        +#BSUB -W 1:30
        +#BSUB -n 4
        +#BSUB -x

        //# all lines of a script
        //- job.sh
        #!/bin/sh
        #bsub -J name
        ^^^^^ J010 warning `#bsub` is not `#BSUB`
        #bsub -n 4
        ^^^^^ J010 warning `#bsub` is not `#BSUB`
        ./simulate
        //- fixed job.sh
        -#bsub -J name
        -#bsub -n 4
        +#BSUB -J name
        +#BSUB -n 4

        //# other comments
        //- job.sh
        #BSUB -q night
        ##BSUB -W 1:30
        # bsub -n 4
        #bsub starts the job
        #BSUBS are options
        #bsub -- that is what we use
        #SUB -subtract
        #QSUB -q day
        #bsub -q night ./run
        #bsub -J "a-$DAY" < run.sh
        //#
        //- job.sh
        #BUSB -q night
        //#
        //- job.sh
        #bsub -n 4
        bsub -q night ./run
    "#]];
}
