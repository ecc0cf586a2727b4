use lsflint_lint::{CommandsContext, Findings, Item, rule};

rule! {
    /// Finds lines of job scripts in which other schedulers look for options: `#SBATCH`, `#PBS`.
    ///
    /// # Effect
    /// LSF ignores the line.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night
    /// #SBATCH --ntasks=4
    /// ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night
    /// #BSUB -n 4
    /// ./simulate
    /// ```
    ///
    /// The first such line of a script with options for LSF is reported. A script may be meant for several schedulers.
    pub J008 "job-foreign-directive" {
        family: Job, scope: OwnFile, severity: Info,
        sources: [ibm("lsf_command_ref/bsub.zz1argument.command.1", "options are in lines that begin with #BSUB")],
        checks: [Commands(check)],
    }
}

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    let Some(range) = context.script.script.foreign_marks.first().filter(|_| !context.commands.is_empty()) else {
        return;
    };
    findings
        .report(*range, format!("`{}` line in a script for LSF", &context.script.text[*range]))
        .consequence(Item::Line.ignored())
        .help("write its options in `#BSUB` lines");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the first line
        //- job.sh
        #BSUB -q night
        #SBATCH --ntasks=4
        ^^^^^^^ J008 info `#SBATCH` line in a script for LSF
        #SBATCH --time=5

        //# comments, and scripts for other schedulers
        //- job.sh
        #BSUB -q night
        # SBATCH -n 4
        #PBSX
        //#
        //- job.sh
        #SBATCH --ntasks=4
    "#]];
}
