use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_syntax::Token;
use lsflint_syntax::ast::{ApsPair, ApsPart};

use crate::aps::common::{is_priority, line_ignored, priority};
use crate::repeated::repeated;

rule! {
    /// Finds duplicate parts in APS_PRIORITY, and duplicate factors in a part.
    ///
    /// # Effect
    /// LSF may ignore the line; then the queue does not use absolute priority scheduling.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [JPRIORITY, 2]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 2]]
    /// End Queue
    /// ```
    pub A004 "aps-duplicate" {
        family: Aps, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/job_priority_aps", "the syntax shows each keyword once"),
        ],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    report("part", priority.parts().filter_map(ApsPart::keyword), "merge the pairs into one part", findings);
    for part in priority.parts() {
        report("factor", part.pairs().filter_map(ApsPair::factor), "remove one of the pairs", findings);
    }
}

fn report<'t>(kind: &str, words: impl Iterator<Item = Token<'t>>, help: &'static str, findings: &mut Findings) {
    for (first, word) in repeated(words, |it| it.text().to_ascii_lowercase()) {
        findings
            .report(word.range(), format!("duplicate {kind} `{}`", word.text()))
            .consequence(line_ignored())
            .help(help)
            .related(first.range(), "first used here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a factor occurs once in a part
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1] [FS, 2]]
                                       ^^ A004 warning duplicate factor `FS`
        APS_PRIORITY = WEIGHT[[FS, 1] [fs, 2]]
                                       ^^ A004 warning duplicate factor `fs`
        APS_PRIORITY = WEIGHT[[FS, 1]] LIMIT[[FS, 2]]

        //# a part occurs once
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1]] WEIGHT[[MEM, 1]]
                                       ^^^^^^ A004 warning duplicate part `WEIGHT`
                                       = help: merge the pairs into one part
    "#]];
}
