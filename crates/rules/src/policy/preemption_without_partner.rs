use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, Knowledge};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::Preemption;

use crate::policy::cluster::priority;

rule! {
    /// Finds preemption that never happens: PREEMPTIVE in the queue with the lowest priority, PREEMPTABLE in the queue
    /// with the highest.
    ///
    /// # Effect
    /// Without a list, PREEMPTIVE applies to all queues with a lower PRIORITY, and PREEMPTABLE to all queues with a
    /// higher PRIORITY. If there are none, the keyword has no effect.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = urgent
    /// PRIORITY   = 40
    /// PREEMPTION = PREEMPTIVE
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = urgent
    /// PRIORITY   = 70
    /// PREEMPTION = PREEMPTIVE
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// The rule reports nothing if a part of lsb.queues is not available, or if the PRIORITY of a queue is in an `#if`.
    pub Q104 "preemption-without-partner" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", "PREEMPTION")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    let preempting = |it: &Entity<'_>| it.has("PREEMPTION");
    if !view.queues_with(&["PREEMPTION"]).any(|it| preempting(&it)) {
        return;
    }
    let values = view.queues().filter(|it| !it.is_broken()).map(|it| Some(priority(view, &it)?.value));
    let Some(values) = values.collect::<Option<Vec<i64>>>() else { return };
    let (Some(&lowest), Some(&highest)) = (values.iter().min(), values.iter().max()) else { return };
    for queue in view.queues_with(&["PREEMPTION"]).filter(preempting) {
        let (Some(own), Some(field)) = (priority(view, &queue), queue.field("PREEMPTION")) else { continue };
        let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { continue };
        let value = parse.typed::<Preemption<'_>>();
        for part in value.into_iter().flat_map(Preemption::parts).filter(|it| !it.has_list()) {
            let (alone, way) = match part.is_preemptive() {
                true => (own.value <= lowest, "lower"),
                false => (part.is_preemptable() && own.value >= highest, "higher"),
            };
            let Some(keyword) = part.keyword().filter(|_| alone) else { continue };
            let place = field.place_of(keyword.range());
            let (keyword, result) = match part.is_preemptive() {
                true => ("`PREEMPTIVE`", "jobs in this queue never preempt other jobs"),
                false => ("`PREEMPTABLE`", "jobs in this queue are never preempted"),
            };
            findings
                .report(place, format!("no queue has a {way} priority than `{}` ({})", queue.name(), own.value))
                .consequence(Item::Value.no_effect().called(keyword).so(result))
                .help(format!("change `PRIORITY` so that another queue has a {way} priority, or remove the keyword"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# somebody has to be lower or higher
        //- Queue a
        PRIORITY = 30
        PREEMPTION = PREEMPTIVE
                     ^^^^^^^^^^ Q104 warning no queue has a lower priority than `a` (30)
        //- Queue b: PRIORITY = 40
        //#
        //- Queue a: PRIORITY = 30
        //- Queue b
        PRIORITY = 40
        PREEMPTION = PREEMPTABLE
                     ^^^^^^^^^^^ Q104 warning no queue has a higher priority than `b` (40)
                     = effect: `PREEMPTABLE` has no effect, so jobs in this queue are never preempted
                     = help: change `PRIORITY` so that another queue has a higher priority, or remove the keyword
        //#
        //- Queue a
        PREEMPTION = PREEMPTIVE[b] PREEMPTABLE
                                   ^^^^^^^^^^^ Q104 warning no queue has a higher priority than `a` (1)
        //- Queue b

        //# is silent when there is one or may be
        //- Queue a
        PRIORITY = 30
        PREEMPTION = PREEMPTABLE
        //- Queue b
        PRIORITY = 40
        PREEMPTION = PREEMPTIVE
        //#
        //- Queue a
        //- Queue b
        PRIORITY = 40
        PREEMPTION = PREEMPTIVE
        //#
        //- Queue a: PRIORITY = {{ p }}
        //- Queue b
        PRIORITY = 1
        PREEMPTION = PREEMPTIVE
        //#
        //- Queue a
        #if time(8:00-9:00)
        PRIORITY = 1
        #endif
        //- Queue b
        PRIORITY = 20
        PREEMPTION = PREEMPTIVE
    "#]];
}
