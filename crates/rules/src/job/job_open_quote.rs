use lsflint_lint::{CommandsContext, Findings, Item, rule};

rule! {
    /// Finds quotes in job scripts that are not closed: in a `#BSUB` line, or up to the end of the script.
    ///
    /// # Effect
    /// `bsub` may ignore the argument of the option, and take the next option for it. A shell rejects the script.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -R "span[hosts=1]
    /// #BSUB -n 4
    /// ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -R "span[hosts=1]"
    /// #BSUB -n 4
    /// ./simulate
    /// ```
    pub J006 "job-open-quote" {
        family: Job, scope: OwnFile, severity: Error,
        sources: [
            volclava("lsbatch/cmd/cmd.sub.c", "parseLine", "the rest of a line with an open quote is ignored"),
        ],
        checks: [Commands(check)],
    }
}

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    if context.commands.is_empty() {
        return;
    }
    for range in &context.script.script.open_quotes {
        let quote = context.script.text[*range].chars().next().unwrap_or('"');
        let found = findings.report(*range, format!("unclosed `{quote}`"));
        match context.script.text[*range].len() {
            1 => found.effect("the shell rejects the script"),
            _ => found.consequence(
                Item::Value.ignored().called("rest of the line").possible().so("the next option becomes the argument"),
            ),
        };
        found.help(format!("write `{quote}` behind the argument"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# in a directive and in a command
        //- job.sh
        #BSUB -R "span[hosts=1]
                 ^^^^^^^^^^^^^^ J006 error unclosed `"`
        #BSUB -J 'a b' -P "c d"
        bsub -J 'x job
                ^ J006 error unclosed `'`
                = effect: the shell rejects the script

        //# closed ones, and comments
        //- job.sh
        #BSUB -R "span[hosts=1]" # don't
        #BSUB -J it's
        bsub -J 'x
        y' job # it's
        cat <<E
        don't
        E
        //#
        //- job.sh
        echo 'x
    "#]];
}
