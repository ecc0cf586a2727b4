use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Knowledge, View};
use lsflint_spec::FileKind;

use crate::policy::interruptible_backfill_needs_backfill::PARAMETER;

rule! {
    /// Finds queues with BACKFILL but without a run limit.
    ///
    /// # Effect
    /// LSF backfills a job only if it has a run limit, because it must know when the job ends. Without RUNLIMIT in the
    /// queue, only jobs with a run limit from their application profile or from `bsub -W` are backfilled.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// BACKFILL   = Y
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// BACKFILL   = Y
    /// RUNLIMIT   = 30 240
    /// End Queue
    /// ```
    ///
    /// The rule reports nothing if the application profile in DEFAULT_APPLICATION has a run limit, or if all
    /// application profiles have one.
    ///
    /// # Notes
    /// The manual shows such queues where all jobs are submitted with `bsub -W`.
    pub Q201 "backfill-without-runlimit" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/backfill", "Backfill")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    let mut elsewhere = None;
    for queue in view.queues_with(&["BACKFILL"]) {
        let Some(backfill) = queue.field("BACKFILL").filter(|it| it.known().is_some() && it.is_on()) else { continue };
        let place = backfill.place();
        let is_set = |name: &str| queue.fields(name).iter().any(|it| it.is_on());
        // Interruptible backfill without a run limit is reported by another rule.
        if is_set("RUNLIMIT") || is_set(PARAMETER) || *elsewhere.get_or_insert_with(|| profiles_have_one(view)) {
            continue;
        }
        findings
            .report(place, "`BACKFILL` is set, but `RUNLIMIT` is not")
            .consequence(
                Item::Line.no_effect().called("`BACKFILL`").possible().because(
                    "LSF backfills only jobs that get a run limit from their application profile or `bsub -W`",
                ),
            )
            .help("set `RUNLIMIT` with a default and a maximum: `RUNLIMIT = 30 240`");
    }
}

/// Whether jobs get a run limit from the default application profile, or from every application profile.
fn profiles_have_one(view: View<'_>) -> bool {
    let default = view.parameter("DEFAULT_APPLICATION").value();
    let default = default.and_then(|it| view.application(it.trim()));
    let mut profiles = view.applications().peekable();
    default.is_some_and(|it| it.has("RUNLIMIT")) || profiles.peek().is_some() && profiles.all(|it| it.has("RUNLIMIT"))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Application a: RUNLIMIT = 60
        //- Application b: DESCRIPTION = b

        //# wants a run limit
        //- each Queue
        BACKFILL = yes
                   ^^^ Q201 info `BACKFILL` is set, but `RUNLIMIT` is not

        //# is silent with one or without backfill
        //- without lsb.applications
        //- each Queue
        BACKFILL = Y
          RUNLIMIT = 60
        BACKFILL = Y
          #if time(8-9)
          RUNLIMIT = 60
          #endif
        BACKFILL = N
        BACKFILL = {{ backfill }}
        BACKFILL = Y
          INTERRUPTIBLE_BACKFILL = 60

        //# the profile of a job may have one
        //- Application b: RUNLIMIT = 30
        //- Parameters: DEFAULT_APPLICATION = x
        //- each Queue: BACKFILL = Y
        //#
        //- Parameters: DEFAULT_APPLICATION = a
        //- each Queue: BACKFILL = Y
        //#
        //- Parameters: DEFAULT_APPLICATION = b
        //- each Queue
        BACKFILL = Y
                   ^ Q201 info `BACKFILL` is set, but `RUNLIMIT` is not
    "#]];
}
