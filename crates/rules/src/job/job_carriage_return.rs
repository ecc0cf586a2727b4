use lsflint_lint::{Applicability, CommandsContext, Findings, Fix, rule};

rule! {
    /// Finds job scripts with the line ends of Windows whose commands of LSF are at the end of a line.
    ///
    /// # Effect
    /// The shell passes the carriage return to the command as a part of its last word, such as the name of a queue.
    ///
    /// # Example
    /// Each line of this script ends with a carriage return and a line feed, which cannot be shown here:
    /// ```job.sh crlf
    /// #!/bin/sh
    /// bsub -q night ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// bsub -q night ./simulate
    /// ```
    ///
    /// In `#BSUB` lines, a carriage return is whitespace.
    ///
    /// # Fix safety
    /// Safe.
    pub J007 "job-carriage-return" {
        family: Job, scope: OwnFile, severity: Warning, fix: Safe,
        sources: [
            manual("POSIX.1-2017, Shell Command Language", "2.3 Token Recognition: words end at spaces and tabs, not at a carriage return"),
            volclava("lsf/lib/lib.words.c", "getNextWord_", "splits `#BSUB` lines at whitespace"),
        ],
        checks: [Commands(check)],
    }
}

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    let Some(range) = context.script.script.carriage_return else { return };
    findings
        .report(range, "carriage return at the end of a command")
        .effect("the shell passes it to the command as a part of the last word")
        .help("convert the script with `dos2unix`")
        .fix(Fix::replace(Applicability::Safe, "remove the carriage return", range, ""));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# once for a script
        //- job.sh
        bsub -q night job␍
                         ^ J007 warning carriage return at the end of a command
        bsub -q day job␍
        //- fixed job.sh
        -bsub -q night job␍
        -bsub -q day job␍
        +bsub -q night job
        +bsub -q day job

        //# directives, and other commands
        //- job.sh
        #BSUB -q night␍
        ./job␍
    "#]];
}
