use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{RunLimit, Shape, integer};

use crate::parameter::related;

rule! {
    /// Finds an EXTENDABLE_RUNLIMIT whose base exceeds RUNLIMIT of the queue.
    ///
    /// # Effect
    /// BASE in EXTENDABLE_RUNLIMIT is the time after which the planner can end a job or extend its run limit. RUNLIMIT
    /// ends the job earlier, so the run limit is never extended.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME          = night
    /// RUNLIMIT            = 30
    /// EXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30] GRACE[10]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME          = night
    /// RUNLIMIT            = 240
    /// EXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30] GRACE[10]
    /// End Queue
    /// ```
    pub Q232 "extendable-base-above-runlimit" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("topic=prioritization-configuring-extendable-run-limits", "Extendable run limits")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let (Some(extendable), Some(limit)) = (context.entry("EXTENDABLE_RUNLIMIT"), context.entry("RUNLIMIT")) else {
        return;
    };
    if !related::are_read_together(&extendable, &limit) {
        return;
    }
    let maximum = limit.typed::<RunLimit<'_>>().and_then(|it| it.maximum()).filter(|it| it.host().is_none());
    let Some(minutes) = maximum.and_then(|it| it.minutes()) else { return };
    let Some(shape) = extendable.typed::<Shape<'_>>() else { return };
    let mut tokens = shape.tokens().skip_while(|it| !related::says(*it, "BASE"));
    let Some(base) = tokens.find(|it| it.kind() == SyntaxKind::INTEGER) else { return };
    if integer(base).is_none_or(|it| it <= minutes) {
        return;
    }
    findings
        .report(base.range(), format!("`BASE` of {} minutes exceeds `RUNLIMIT`", base.text()))
        .consequence(Item::Line.no_effect().called("`EXTENDABLE_RUNLIMIT`").because("`RUNLIMIT` ends the job earlier"))
        .help("raise `RUNLIMIT`, or lower `BASE`")
        .related(limit.value_range(), "the run limit is set here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the hard limit is the later one
        //- each Queue
        RUNLIMIT = 10 30
          EXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30]
                                     ^^ Q232 warning `BASE` of 60 minutes exceeds `RUNLIMIT`
        RUNLIMIT = 0:45
          EXTENDABLE_RUNLIMIT = "INCREMENT[5] BASE[60]"
                                                   ^^ Q232 warning `BASE` of 60 minutes exceeds `RUNLIMIT`
        RUNLIMIT = 1:00
          EXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30]
        RUNLIMIT = 30
          EXTENDABLE_RUNLIMIT = INCREMENT[60]
        RUNLIMIT = 30/hostA
          EXTENDABLE_RUNLIMIT = BASE[60]
    "#]];
}
