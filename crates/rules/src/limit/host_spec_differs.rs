use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_syntax::Token;
use lsflint_syntax::ast::{AstNode, RunLimit, RunTime};

use crate::parameter::related;

rule! {
    /// Finds queues whose CPULIMIT and RUNLIMIT are normalized to different hosts.
    ///
    /// # Effect
    /// A queue has one host or host model for both limits. LSF uses the first one that it reads and drops the other, so
    /// one of the limits is longer or shorter than it appears.
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
    pub L104 "host-spec-differs" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.queues", "CPULIMIT"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseLimitAndSpec",
                "`host_spec ... is multiply defined`: the first one is kept",
            ),
        ],
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
        .report(other.range(), format!("limits of the queue are normalized to both `{a}` and `{b}`"))
        .consequence(
            Item::Value
                .ignored()
                .called("one of the two hosts")
                .possible()
                .because("a queue has only one host or model for its limits"),
        )
        .help("use the same host or model in every limit, or in only one of them")
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
                           ^^^^^ L104 warning limits of the queue are normalized to both `hostA` and `hostB`

        //# is silent about one host
        //- Queue q1
        CPULIMIT = 10/hostA
        RUNLIMIT = 20 30/hostA
        //- Queue q2
        CPULIMIT = 10
        RUNLIMIT = 20/hostA
    "#]];
}
