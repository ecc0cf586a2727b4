use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_syntax::Token;
use lsflint_syntax::ast::{AstNode, RunLimit, RunTime};

use crate::parameter::related;

rule! {
    /// Finds queues whose CPULIMIT and RUNLIMIT are normalised to different hosts.
    ///
    /// # Effect
    /// A queue has one host or model for both. LSF takes the first one it reads and drops the other, so one of the limits is longer or
    /// shorter than it looks.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// CPULIMIT   = 10/hostA
    /// RUNLIMIT   = 20/hostB
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// CPULIMIT   = 10/hostA
    /// RUNLIMIT   = 20/hostA
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// What two open-source readers of the files do with such limits.
    pub L104 "host-spec-differs" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", "CPULIMIT")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let (Some(cpu), Some(run)) = (context.entry("CPULIMIT"), context.entry("RUNLIMIT")) else { return };
    let mut found = hosts(&cpu).into_iter().chain(hosts(&run));
    let Some(first) = found.next() else { return };
    let Some(other) = found.find(|it| it.text() != first.text()) else { return };
    if !related::are_read_together(&cpu, &run) {
        return;
    }
    let (a, b) = (first.text(), other.text());
    findings
        .report(other.range(), format!("the limits of this queue are normalised to `{a}` and to `{b}`"))
        .consequence(
            Item::Value
                .ignored()
                .called("one of the two hosts")
                .possible()
                .because("a queue has only one host or model for its limits"),
        )
        .help("name the same host or model at every limit, or at one of them only")
        .related(first.range(), format!("`{a}`"));
}

/// The hosts after the slashes.
fn hosts<'a>(setting: &Setting<'a>) -> Vec<Token<'a>> {
    let Some(content) = setting.known_value().and_then(|it| it.content()) else { return Vec::new() };
    match RunLimit::cast(content) {
        Some(limit) => limit.items().filter_map(RunTime::host).collect(),
        None => RunTime::cast(content).and_then(RunTime::host).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names both hosts
        //- each Queue
        CPULIMIT = 10/hostA
          RUNLIMIT = 20 30/hostB
                           ^^^^^ L104 warning the limits of this queue are normalised to `hostA` and to `hostB`

        //# is silent about one host
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q1
        CPULIMIT = 10/hostA
        RUNLIMIT = 20 30/hostA
        End Queue
        Begin Queue
        QUEUE_NAME = q2
        CPULIMIT = 10
        RUNLIMIT = 20/hostA
        End Queue
    "#]];
}
