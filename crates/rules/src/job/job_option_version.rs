use lsflint_lint::{CommandsContext, Findings, Item, rule};
use lsflint_model::job::Given;
use lsflint_spec::{Dialect, Target, option_reader};

rule! {
    /// Finds options of `bsub` that the target version of LSF, or the program of the target, does not have.
    ///
    /// # Effect
    /// `bsub` rejects the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night -plan
    /// ./simulate
    /// //- lsf.conf
    /// LSF_VERSION=9.1.3
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q night
    /// ./simulate
    /// //- lsf.conf
    /// LSF_VERSION=9.1.3
    /// ```
    ///
    /// With the target `volclava`, a second `-R` is reported as well; other programs join them.
    pub J009 "job-option-version" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [
            facts("options of bsub and of its relatives"),
            volclava("lsbatch/lib/lsb.sub.c", "setOption_", "a second -R is an error"),
        ],
        checks: [Commands(check)],
    }
}

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    let target = context.cluster.switches().target;
    for command in context.commands.iter().filter(|it| it.program.submits()) {
        for (number, given) in command.given.iter().enumerate() {
            let name = given.option.name;
            let message = match lacks(&target, given) {
                Some(program) => format!("{program} does not have option `-{name}`"),
                None if is_second(&target, command.given.get(..number).unwrap_or_default(), given) => {
                    format!("several options `-{name}`")
                }
                None => continue,
            };
            findings
                .report(given.name, message)
                .consequence(Item::Job.refused().possible())
                .help("remove the option, or specify another target with `--target`");
        }
    }
}

/// What does not have an option.
fn lacks(target: &Target, given: &Given) -> Option<String> {
    if target.dialect == Dialect::Lsf {
        return given.option.since.filter(|it| target.to < *it).map(|_| format!("LSF {}", target.to));
    }
    let reader = option_reader(target.dialect)?;
    (!reader.options.contains(&given.option.name)).then(|| "the program of the target".to_owned())
}

/// Whether an option is given again that may be given only once.
fn is_second(target: &Target, before: &[Given], given: &Given) -> bool {
    let is_same = |it: &Given| it.option.name == given.option.name && it.in_directive == given.in_directive;
    target.dialect != Dialect::Lsf
        && option_reader(target.dialect).is_some_and(|it| it.once.contains(&given.option.name))
        && before.iter().any(is_same)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# options that came later
        //- lsf.conf: LSF_VERSION=9.1.3
        //- job.sh
        #BSUB -plan -n 4
              ^^^^^ J009 warning LSF 9.1.3 does not have option `-plan`
        #BSUB -R "span[hosts=1]" -R "rusage[mem=5]"

        //# options that Volclava does not have, or takes once
        //- lsf.conf: LSF_VERSION=volclava-2
        //- job.sh
        #BSUB -app sim -n 4
              ^^^^ J009 warning the program of the target does not have option `-app`
        bsub -R "span[hosts=1]" -R "rusage[mem=5]" -pack job
                                ^^ J009 warning several options `-R`
        #BSUB -W 1:00

        //# the same options of a newer version
        //- job.sh
        #BSUB -plan -n 4 -gpu -
    "#]];
}
