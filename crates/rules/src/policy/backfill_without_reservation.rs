use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Knowledge, View};
use lsflint_spec::{Confidence, FileKind, find_param};

use crate::parameter::elsewhere::Elsewhere;

rule! {
    /// Finds queues with BACKFILL in a cluster without slot reservation.
    ///
    /// # Effect
    /// Backfill scheduling runs short jobs on slots that are reserved for a larger job until it can start. If no queue
    /// reserves slots, there are no slots to backfill.
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
    /// With ALLOCATION_PLANNER, the planner reserves the slots. The rule reports only the first queue with BACKFILL.
    pub Q231 "backfill-without-reservation" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/backfill", "backfill scheduling uses slots that are reserved for other jobs")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    let mut fields = view.queues_with(&["BACKFILL"]).filter_map(|it| it.field("BACKFILL"));
    let Some(backfill) = fields.find(|it| it.known().is_some() && it.is_on()) else { return };
    let place = backfill.place();
    if reserves(view) {
        return;
    }
    findings
        .report(place, "`BACKFILL` without slot reservation")
        .capped(Confidence::Medium)
        .consequence(
            Item::Line
                .no_effect()
                .called("`BACKFILL`")
                .possible()
                .because("LSF backfills only reserved slots, and no queue reserves slots"),
        )
        .help("set `SLOT_RESERVE` or `RESOURCE_RESERVE` in the queues of large jobs, or remove `BACKFILL`");
}

/// Whether slots are, or may be, reserved.
fn reserves(view: View<'_>) -> bool {
    let needed = find_param(FileKind::LsbQueues, "Queue", "BACKFILL").map_or(&[][..], |it| it.requires_any);
    needed.iter().filter_map(|it| Elsewhere::of(it)).any(|it| match it.is_single() {
        true => !it.power(view).is_off(),
        false => view.all_with(it.kind, it.section.name, &[it.param.name]).any(|record| record.has(it.param.name)),
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters

        //# somebody has to reserve
        //- Queue a: BACKFILL = n
        //- Queue b
        BACKFILL = Y
                   ^ Q231 warning `BACKFILL` without slot reservation
        RUNLIMIT = 30
        //#
        //- Queue a
        BACKFILL = Y
                   ^ Q231 warning `BACKFILL` without slot reservation
        //- Queue b
        BACKFILL = Y
        RUNLIMIT = 30
        //- Parameters: ALLOCATION_PLANNER = N

        //# is silent when somebody does or may
        //- Queue a: SLOT_RESERVE = MAX_RESERVE_TIME[5]
        //- Queue b
        BACKFILL = Y
        RUNLIMIT = 30
        //#
        //- Queue a: RESOURCE_RESERVE = {{ reserve }}
        //- Queue b
        BACKFILL = Y
        RUNLIMIT = 30
        //#
        //- Queue a: PRIORITY = 5
        //- Queue b
        BACKFILL = Y
        RUNLIMIT = 30
        //- Parameters: ALLOCATION_PLANNER = Y
        //#
        //- Queue a: PRIORITY = 5
        //- Queue b
        BACKFILL = Y
        RUNLIMIT = 30
        //- Parameters: {{ more }}
    "#]];
}
