use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::Entity;
use lsflint_syntax::ast::{ListItem, Preemption};

use crate::policy::cluster::{Priority, priority, relate};

rule! {
    /// Finds queues in PREEMPTION whose priority does not allow preemption, and queues that list themselves.
    ///
    /// # Effect
    /// A queue with a higher PRIORITY preempts a queue with a lower PRIORITY. A queue that is listed in the other
    /// direction is never preempted, or never preempts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = urgent
    /// PRIORITY   = 40
    /// PREEMPTION = PREEMPTIVE[normal]
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// PRIORITY   = 50
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = urgent
    /// PRIORITY   = 70
    /// PREEMPTION = PREEMPTIVE[normal]
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// PRIORITY   = 50
    /// End Queue
    /// ```
    ///
    /// A queue without PRIORITY has the lowest priority, 1. The rule does not compare queues whose PRIORITY is in an
    /// `#if`.
    pub Q101 "preemption-priority" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", "PREEMPTION")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let Some(value) = context.entry("PREEMPTION").and_then(|it| it.typed::<Preemption<'_>>()) else { return };
    let Some(name) = context.entry("QUEUE_NAME").and_then(|it| it.single_word()) else { return };
    let name = name.text();
    // Of several queues with one name, LSF uses the first; another rule reports the rest.
    let Some(queue) = view.queue(&name) else { return };
    let own = priority(view, &queue);
    for part in value.parts() {
        for item in part.queues().filter(|it| it.at().is_none()) {
            let other_name = item.text();
            if other_name == name {
                findings
                    .report(item.range(), format!("`{name}` lists itself in `PREEMPTION`"))
                    .consequence(Item::Value.no_effect().called("the name").because("a queue does not preempt itself"))
                    .help("remove the name");
                continue;
            }
            let Some(other) = view.queue(&other_name).filter(|it| it.is_read_with(&queue)) else { continue };
            // Reported at the preempting queue.
            if !part.is_preemptive() && preempts(&other, &name) {
                continue;
            }
            if let (Some(own), Some(other)) = (&own, priority(view, &other)) {
                compare(context, part.is_preemptive(), item, (&name, own), other, findings);
            }
        }
    }
}

/// Whether a queue lists another queue in PREEMPTIVE.
fn preempts(queue: &Entity<'_>, name: &str) -> bool {
    let Some(parse) = queue.parse("PREEMPTION") else { return false };
    let value = parse.typed::<Preemption<'_>>();
    let mut parts = value.into_iter().flat_map(Preemption::parts).filter(|it| it.is_preemptive());
    parts.any(|it| it.queues().any(|it| it.text() == name))
}

/// Reports a queue whose priority does not allow it to preempt the other queue.
fn compare(
    context: &SectionContext<'_>,
    preempts: bool,
    item: ListItem<'_>,
    (name, own): (&str, &Priority),
    other: Priority,
    findings: &mut Findings,
) {
    let other_name = item.text();
    let (is_right, message) = match preempts {
        true => (other.value < own.value, format!("priority of `{other_name}` is not lower than that of `{name}`")),
        false => (other.value > own.value, format!("priority of `{other_name}` is not higher than that of `{name}`")),
    };
    if is_right {
        return;
    }
    let found = findings
        .report(item.range(), message)
        .consequence(
            Item::Value
                .no_effect()
                .called("the name")
                .because("LSF preempts only jobs in queues with a lower `PRIORITY`"),
        )
        .help("change one of the two priorities, or remove the name");
    for (place, name) in [(other.place, &*other_name), (own.place.clone(), name)] {
        if let Some(place) = place {
            relate(found, &context.file, place, format!("priority of `{name}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# goes from high to low
        //- Queue a
        PRIORITY = 30
        PREEMPTION = PREEMPTIVE[b c+2 a]
                                ^ Q101 warning priority of `b` is not lower than that of `a`
                                  ^^^ Q101 warning priority of `c` is not lower than that of `a`
                                      ^ Q101 warning `a` lists itself in `PREEMPTION`
                                      = effect: the name has no effect because a queue does not preempt itself
                                      = help: remove the name
        //- Queue b
        PRIORITY = 40
        PREEMPTION = PREEMPTABLE[a]
        //- Queue c
        PRIORITY = 30
        PREEMPTION = PREEMPTABLE

        //# is silent about the right order and unknown queues
        //- Queue a
        PRIORITY = 50
        PREEMPTION = PREEMPTIVE[b x]
        //- Queue b
        PRIORITY = 40
        PREEMPTION = PREEMPTABLE[a]
        //- Queue c
        PRIORITY = 60
        PREEMPTION = PREEMPTIVE
        //#
        //- Queue a
        #if time(8:00-9:00)
        PRIORITY = 9
        #else
        PRIORITY = 99
        #endif
        PREEMPTION = PREEMPTIVE[b]
        //- Queue b: PRIORITY = 90

        //# without priority a queue has the lowest one
        //- Queue a
        PREEMPTION = PREEMPTIVE[b]
                                ^ Q101 warning priority of `b` is not lower than that of `a`
        //- Queue b: PRIORITY = 1

        //# who may preempt is higher
        //- Queue a
        PRIORITY = 50
        PREEMPTION = PREEMPTABLE[b c]
                                 ^ Q101 warning priority of `b` is not higher than that of `a`
        //- Queue b
        PRIORITY = 20
        PREEMPTION = PREEMPTABLE
        //- Queue c
        PRIORITY = 60
        PREEMPTION = PREEMPTIVE

        //# two queues that preempt each other are wrong once
        //- Queue a
        PRIORITY = 30
        PREEMPTION = PREEMPTIVE[b]
                                ^ Q101 warning priority of `b` is not lower than that of `a`
        //- Queue b
        PRIORITY = 40
        PREEMPTION = PREEMPTIVE[a]
    "#]];
}
