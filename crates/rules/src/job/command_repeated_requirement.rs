use lsflint_lint::{CommandsContext, Findings, Item, rule};

rule! {
    /// Finds several `-R` options of a command that takes one, such as `lsrun` and `lsload`.
    ///
    /// # Effect
    /// The command may use one of the strings only.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// lsrun -R "select[mem>4000]" -R "order[ut]" ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// lsrun -R "select[mem>4000] order[ut]" ./simulate
    /// ```
    ///
    /// `bsub` and `bmod` take several `-R` options and combine them.
    pub J011 "command-repeated-requirement" {
        family: Job, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf_admin/res_req_strings_about", "only bsub and bmod take several -R options"),
            volclava("lsf/lstools/lsrun.c", "main", "the last -R replaces those before it"),
        ],
        checks: [Commands(check)],
    }
}

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    for command in context.commands.iter().filter(|it| !it.program.takes_job_options) {
        let Some((last, before)) = command.requirements.split_last() else { continue };
        for word in before {
            let message = format!("several options `-{}` for {}", command.program.requirement, command.program.name);
            findings
                .report(word.range(), message)
                .consequence(Item::String.ignored().possible().because("the last one replaces it"))
                .help("write all sections in one string")
                .related(last.range(), "the last one");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# commands that take one requirement
        //- job.sh
        lsrun -v -R "select[mem>4000]" -R "order[ut]" ./simulate
                    ^^^^^^^^^^^^^^^^^^ J011 warning several options `-R` for lsrun
        lsgrun -R "mem>1" -p -R "swp>1" -R "$MORE" date
                  ^^^^^^^ J011 warning several options `-R` for lsgrun
                                ^^^^^^^ J011 warning several options `-R` for lsgrun
        lsload -w -R 'mem>1' -R 'swp>1'
                     ^^^^^^^ J011 warning several options `-R` for lsload
        lsplace -R "mem>1" \
                   ^^^^^^^ J011 warning several options `-R` for lsplace
          -R "order[ut]"

        //# one requirement, commands that take several, and options of what is run
        //- job.sh
        lsrun -R "select[mem>4000] order[ut]" ./simulate
        lsrun -R "mem>1" sort -R list
        lsload -R "mem>1"; lsload -R "swp>1"
        bsub -R "select[mem>1]" -R "order[ut]" ./simulate
        bmod -R "select[mem>1]" -R "order[ut]" 12
    "#]];
}
