use lsflint_lint::{CommandsContext, Findings, Item, Severity, rule};
use lsflint_model::job::Given;
use lsflint_spec::{Dialect, option_reader};

rule! {
    /// Finds options of `bsub` that may not be used together, such as `-K` and `-I`.
    ///
    /// # Effect
    /// `bsub` rejects the job, or ignores one of the options.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// bsub -K -Is ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// bsub -Is ./simulate
    /// ```
    pub J005 "job-conflicting-options" {
        family: Job, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsf_command_ref/bsub.__k.1", "conflicting options of -K"),
            ibm("lsf_command_ref/bsub.hostfile.1", "conflicting options of -hostfile"),
            ibm("lsf_command_ref/bsub.r.1", "conflicting options of -r"),
            volclava("lsbatch/lib/lsb.sub.c", "setOption_", "-I with -K, and -i with -is, are errors"),
            volclava("lsbatch/daemons/mbd.job.c", "checkJobParams", "-I with -r is LSBE_INTERACTIVE_RERUN"),
        ],
        checks: [Commands(check)],
    }
}

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    for command in context.commands.iter().filter(|it| it.program.submits()) {
        // The first of each option: there are few, but a script may repeat one in each line.
        let mut before: Vec<&Given> = Vec::new();
        for given in &command.given {
            let same = |it: &&&Given| it.in_directive == given.in_directive;
            let conflicts = |it: &&&Given| same(it) && it.option.conflicts.contains(&given.option.name);
            let other = before.iter().find(conflicts).copied();
            if !before.iter().filter(same).any(|it| it.option.name == given.option.name) {
                before.push(given);
            }
            let Some(other) = other else { continue };
            let message = format!("`-{}` conflicts with `-{}`", given.option.name, other.option.name);
            let found = findings.report(given.name, message);
            let known = option_reader(Dialect::Volclava)
                .is_some_and(|reader| [given, other].iter().all(|it| reader.options.contains(&it.option.name)));
            let severity = if known { context.refused(command) } else { Severity::Warning };
            found.severity(severity).consequence(Item::Job.refused().possible_unless(severity == Severity::Error));
            found.related(other.name, "the other option").help("remove one of the options");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# pairs that a page excludes
        //- job.sh
        #BSUB -I
        #BSUB -n 4 -K
                   ^^ J005 error `-K` conflicts with `-I`
        bsub -hostfile hosts -n 4 job
                             ^^ J005 warning `-n` conflicts with `-hostfile`
                             = effect: LSF may reject the job at submission
        bsub -I -r job
                ^^ J005 error `-r` conflicts with `-I`
        bsub -r -q night -rn job
                         ^^^ J005 warning `-rn` conflicts with `-r`

        //# other pairs, other jobs
        //- job.sh
        bsub -K -N -o out job
        bsub -I job
        bsub -Is <<EOF
        #BSUB -K
        EOF
    "#]];
}
