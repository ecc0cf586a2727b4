use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::Entity;
use lsflint_syntax::ast::{ListItem, Preemption};

use crate::policy::cluster::{Priority, priority, relate};

rule! {
    /// Finds queues that preempt queues of a higher priority, or themselves.
    ///
    /// # Effect
    /// Preemption goes from a queue of higher PRIORITY to one of lower PRIORITY. A queue that is listed the other way round is never
    /// preempted, or never preempts.
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
    /// A queue without PRIORITY has the lowest one, 1. Queues whose PRIORITY stands in an `#if` are not compared.
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
    // Of several queues of one name LSF keeps the first one, which is said.
    let Some(queue) = view.queue(&name) else { return };
    let own = priority(view, &queue);
    for part in value.parts() {
        for item in part.queues().filter(|it| it.at().is_none()) {
            let other_name = item.text();
            if other_name == name {
                findings
                    .report(item.range(), format!("`{name}` is in its own list"))
                    .consequence(Item::Value.no_effect().called("the name").because("a queue does not preempt itself"))
                    .help("remove the name");
                continue;
            }
            let Some(other) = view.queue(&other_name).filter(|it| it.is_read_with(&queue)) else { continue };
            // The queue that preempts speaks for both.
            if !part.is_preemptive() && preempts(&other, &name) {
                continue;
            }
            if let (Some(own), Some(other)) = (&own, priority(view, &other)) {
                compare(context, part.is_preemptive(), item, (&name, own), other, findings);
            }
        }
    }
}

/// Whether a queue lists another one as one that it preempts.
fn preempts(queue: &Entity<'_>, name: &str) -> bool {
    let Some(parse) = queue.parse("PREEMPTION") else { return false };
    let value = parse.typed::<Preemption<'_>>();
    let mut parts = value.into_iter().flat_map(Preemption::parts).filter(|it| it.is_preemptive());
    parts.any(|it| it.queues().any(|it| it.text() == name))
}

/// Says that one queue cannot preempt another one, if that is so.
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
        true => (
            other.value < own.value,
            format!("`{other_name}` has no lower priority than `{name}`, which is to preempt it"),
        ),
        false => (
            other.value > own.value,
            format!("`{other_name}` has no higher priority than `{name}`, which it is to preempt"),
        ),
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
                .because("LSF preempts only jobs of queues with a lower PRIORITY"),
        )
        .help("change one of the two priorities, or remove the name");
    for (place, name) in [(other.place, &*other_name), (own.place.clone(), name)] {
        if let Some(place) = place {
            relate(found, &context.file, place, format!("the priority of `{name}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    fn queue(name: &str, priority: u32, preemption: &str) -> String {
        format!("Begin Queue\nQUEUE_NAME = {name}\nPRIORITY = {priority}\nPREEMPTION = {preemption}\nEnd Queue\n")
    }

    // covers preemption-low-not-lower, preemption-self, R-PR1, R-PR3
    #[test]
    fn goes_from_high_to_low() {
        let text =
            [queue("a", 30, "PREEMPTIVE[b c+2 a]"), queue("b", 40, "PREEMPTABLE[a]"), queue("c", 30, "PREEMPTABLE")];
        check(
            "Q101",
            "lsb.queues",
            &text.concat(),
            expect![[r#"
                4:25-4:26 warning `b` has no lower priority than `a`, which is to preempt it
                  effect: the name has no effect because LSF preempts only jobs of queues with a lower PRIORITY
                  help: change one of the two priorities, or remove the name
                  8:12-8:14 the priority of `b`
                  3:12-3:14 the priority of `a`
                4:27-4:30 warning `c` has no lower priority than `a`, which is to preempt it
                  effect: the name has no effect because LSF preempts only jobs of queues with a lower PRIORITY
                  help: change one of the two priorities, or remove the name
                  13:12-13:14 the priority of `c`
                  3:12-3:14 the priority of `a`
                4:31-4:32 warning `a` is in its own list
                  effect: the name has no effect because a queue does not preempt itself
                  help: remove the name
            "#]],
        );
    }

    #[test]
    fn is_silent_about_the_right_order_and_unknown_queues() {
        let text = [queue("a", 50, "PREEMPTIVE[b x]"), queue("b", 40, "PREEMPTABLE[a]"), queue("c", 60, "PREEMPTIVE")];
        check("Q101", "lsb.queues", &text.concat(), expect![[""]]);
        check(
            "Q101",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = a\n#if time(8:00-9:00)\nPRIORITY = 9\n#else\nPRIORITY = 99\n#endif\nPREEMPTION = PREEMPTIVE[b]\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nPRIORITY = 90\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn without_priority_a_queue_has_the_lowest_one() {
        let queues = "Begin Queue\nQUEUE_NAME = a\nPREEMPTION = PREEMPTIVE[b]\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nPRIORITY = 1\nEnd Queue\n";
        check(
            "Q101",
            "lsb.queues",
            queues,
            expect![[r#"
                3:25-3:26 warning `b` has no lower priority than `a`, which is to preempt it
                  effect: the name has no effect because LSF preempts only jobs of queues with a lower PRIORITY
                  help: change one of the two priorities, or remove the name
                  7:12-7:13 the priority of `b`
            "#]],
        );
    }

    // covers preemption-high-not-higher
    #[test]
    fn who_may_preempt_is_higher() {
        let text = [queue("a", 50, "PREEMPTABLE[b c]"), queue("b", 20, "PREEMPTABLE"), queue("c", 60, "PREEMPTIVE")];
        check(
            "Q101",
            "lsb.queues",
            &text.concat(),
            expect![[r#"
                4:26-4:27 warning `b` has no higher priority than `a`, which it is to preempt
                  effect: the name has no effect because LSF preempts only jobs of queues with a lower PRIORITY
                  help: change one of the two priorities, or remove the name
                  8:12-8:14 the priority of `b`
                  3:12-3:14 the priority of `a`
            "#]],
        );
    }

    #[test]
    fn two_queues_that_preempt_each_other_are_wrong_once() {
        let text = [queue("a", 30, "PREEMPTIVE[b]"), queue("b", 40, "PREEMPTIVE[a]")];
        check(
            "Q101",
            "lsb.queues",
            &text.concat(),
            expect![[r#"
                4:25-4:26 warning `b` has no lower priority than `a`, which is to preempt it
                  effect: the name has no effect because LSF preempts only jobs of queues with a lower PRIORITY
                  help: change one of the two priorities, or remove the name
                  8:12-8:14 the priority of `b`
                  3:12-3:14 the priority of `a`
            "#]],
        );
    }
}
