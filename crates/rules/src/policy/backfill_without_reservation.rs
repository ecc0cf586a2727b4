use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::{Knowledge, View};
use lsflint_spec::{Confidence, FileKind, find_param};

use crate::parameter::elsewhere::Elsewhere;
use crate::policy::cluster::in_file;

rule! {
    /// Finds queues that backfill in a cluster where no slot is ever reserved.
    ///
    /// # Effect
    /// Backfill puts short jobs on slots that are reserved for a larger one until it can start. Where no queue reserves slots, there is
    /// nothing to fill.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// BACKFILL   = Y
    /// RUNLIMIT   = 30 240
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = short
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = large
    /// SLOT_RESERVE = MAX_RESERVE_TIME[20]
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME   = short
    /// BACKFILL     = Y
    /// RUNLIMIT     = 30 240
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = short
    /// End Parameters
    /// ```
    ///
    /// With ALLOCATION_PLANNER the planner reserves. The first queue with BACKFILL speaks for all of them.
    pub Q231 "backfill-without-reservation" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [manual("Reserving slots", ""), manual("Administering IBM Spectrum LSF", "backfill scheduling")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    let mut fields = view.queues().filter_map(|it| it.field("BACKFILL"));
    let Some(backfill) = fields.find(|it| it.known().is_some() && it.is_on()) else { return };
    let Some(range) = in_file(context, &backfill.place()) else { return };
    if reserves(view) {
        return;
    }
    findings
        .report(range, "backfill, but no queue reserves slots")
        .capped(Confidence::Medium)
        .consequence(
            Item::Line
                .no_effect()
                .called("`BACKFILL`")
                .possible()
                .because("LSF backfills only into reserved slots, and no queue reserves any"),
        )
        .help("set SLOT_RESERVE or RESOURCE_RESERVE in the queues of large jobs, or remove BACKFILL");
}

/// Whether slots are reserved, or may be.
fn reserves(view: View<'_>) -> bool {
    let needed = find_param(FileKind::LsbQueues, "Queue", "BACKFILL").map_or(&[][..], |it| it.requires_any);
    needed.iter().filter_map(|it| Elsewhere::of(it)).any(|it| match it.is_single() {
        true => !it.power(view).is_off(),
        false => view.all(it.kind, it.section.name).any(|record| record.has(it.param.name)),
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    #[track_caller]
    fn check_queues(lines: &str, params: &str, expect: Expect) {
        let queues = format!(
            "Begin Queue\nQUEUE_NAME = a\n{lines}\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nBACKFILL = Y\nRUNLIMIT = 30\nEnd Queue\n"
        );
        let params = format!("Begin Parameters\n{params}\nEnd Parameters\n");
        check_cluster("Q231", &[("lsb.queues", &queues), ("lsb.params", &params)], expect);
    }

    // covers users-pain 48
    #[test]
    fn somebody_has_to_reserve() {
        check_queues(
            "BACKFILL = n",
            "",
            expect![[r#"
                7:12-7:13 warning backfill, but no queue reserves slots
                  effect: `BACKFILL` may have no effect because LSF backfills only into reserved slots, and no queue reserves any
                  help: set SLOT_RESERVE or RESOURCE_RESERVE in the queues of large jobs, or remove BACKFILL
            "#]],
        );
        check_queues(
            "BACKFILL = Y",
            "ALLOCATION_PLANNER = N",
            expect![[r#"
                3:12-3:13 warning backfill, but no queue reserves slots
                  effect: `BACKFILL` may have no effect because LSF backfills only into reserved slots, and no queue reserves any
                  help: set SLOT_RESERVE or RESOURCE_RESERVE in the queues of large jobs, or remove BACKFILL
            "#]],
        );
    }

    #[test]
    fn is_silent_when_somebody_does_or_may() {
        check_queues("SLOT_RESERVE = MAX_RESERVE_TIME[5]", "", expect![[""]]);
        check_queues("RESOURCE_RESERVE = {{ reserve }}", "", expect![[""]]);
        check_queues("PRIORITY = 5", "ALLOCATION_PLANNER = Y", expect![[""]]);
        check_queues("PRIORITY = 5", "{{ more }}", expect![[""]]);
    }
}
