use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{RunLimit, Shape, integer};

use crate::parameter::related;

rule! {
    /// Finds extendable run limits that begin above the hard limit of the queue.
    ///
    /// # Effect
    /// BASE of EXTENDABLE_RUNLIMIT is the time after which the planner may end a job or let it run on. RUNLIMIT ends the job before, so it
    /// is never extended.
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
        .report(base.range(), format!("BASE of {} minutes is above RUNLIMIT", base.text()))
        .consequence(Item::Line.no_effect().called("`EXTENDABLE_RUNLIMIT`").because("RUNLIMIT ends the job first"))
        .help("raise RUNLIMIT, or lower BASE")
        .related(limit.value_range(), "the hard limit");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_queue(limit: &str, extendable: &str, expect: Expect) {
        let text =
            format!("Begin Queue\nQUEUE_NAME = q\nRUNLIMIT = {limit}\nEXTENDABLE_RUNLIMIT = {extendable}\nEnd Queue\n");
        check("Q232", "lsb.queues", &text, expect);
    }

    #[test]
    fn the_hard_limit_is_the_later_one() {
        check_queue(
            "10 30",
            "BASE[60] INCREMENT[30]",
            expect![[r#"
                4:28-4:30 warning BASE of 60 minutes is above RUNLIMIT
                  effect: `EXTENDABLE_RUNLIMIT` has no effect because RUNLIMIT ends the job first
                  help: raise RUNLIMIT, or lower BASE
                  3:12-3:17 the hard limit
            "#]],
        );
        check_queue(
            "0:45",
            "\"INCREMENT[5] BASE[60]\"",
            expect![[r#"
                4:42-4:44 warning BASE of 60 minutes is above RUNLIMIT
                  effect: `EXTENDABLE_RUNLIMIT` has no effect because RUNLIMIT ends the job first
                  help: raise RUNLIMIT, or lower BASE
                  3:12-3:16 the hard limit
            "#]],
        );
        check_queue("1:00", "BASE[60] INCREMENT[30]", expect![[""]]);
        check_queue("30", "INCREMENT[60]", expect![[""]]);
        check_queue("30/hostA", "BASE[60]", expect![[""]]);
    }
}
