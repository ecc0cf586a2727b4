//! Finds queues that preempt queues of a higher priority, or themselves.
//!
//! # Effect
//! Preemption goes from a queue of higher PRIORITY to one of lower PRIORITY. A queue that is listed the other way round is never
//! preempted, or never preempts.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = urgent
//! PRIORITY   = 40
//! PREEMPTION = PREEMPTIVE[normal]
//! End Queue
//! Begin Queue
//! QUEUE_NAME = normal
//! PRIORITY   = 50
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = urgent
//! PRIORITY   = 70
//! PREEMPTION = PREEMPTIVE[normal]
//! End Queue
//! Begin Queue
//! QUEUE_NAME = normal
//! PRIORITY   = 50
//! End Queue
//! ```
//!
//! Queues without PRIORITY, and those whose PRIORITY stands in an `#if`, are not compared.
//!
//! # Sources
//! The reference page of PREEMPTION in lsb.queues.

use lsflint_syntax::Token;
use lsflint_syntax::ast::{Preemption, integer};
use rustc_hash::FxHashMap;

use super::queues::Queue;
use crate::context::FileContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("Q101", "preemption-priority", Severity::Warning), checks: &[Check::File(check)] };

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if !context.mentions("PREEMPTION") {
        return;
    }
    let queues = Queue::all_in(context);
    let mut priorities: FxHashMap<String, (&Queue<'_>, i64, Token<'_>)> = FxHashMap::default();
    for queue in &queues {
        if let Some((priority, token)) = priority(queue) {
            priorities.entry(queue.name.text().into_owned()).or_insert((queue, priority, token));
        }
    }
    for queue in &queues {
        let Some(value) = queue.value("PREEMPTION").and_then(|it| it.typed::<Preemption<'_>>()) else { continue };
        let own = priority(queue);
        let name = queue.name.text();
        for part in value.parts() {
            for item in part.queues().filter(|it| it.at().is_none()) {
                let text = item.text();
                if text == name {
                    findings
                        .report(&RULE.meta, item.range(), format!("`{text}` is in its own list"))
                        .effect("a queue does not preempt itself")
                        .help("remove the name");
                    continue;
                }
                let Some((other, priority, place)) = priorities.get(&*text) else { continue };
                let Some((own, _)) = own.filter(|_| other.is_read_with(queue)) else { continue };
                let (wrong, message) = match part.is_preemptive() {
                    true => (
                        *priority >= own,
                        format!("`{text}` has no lower priority than `{name}`, which is to preempt it"),
                    ),
                    false => (
                        *priority <= own,
                        format!("`{text}` has no higher priority than `{name}`, which it is to preempt"),
                    ),
                };
                if wrong {
                    findings
                        .report(&RULE.meta, item.range(), message)
                        .effect("only jobs of a queue of lower PRIORITY are preempted: the name has no effect")
                        .help("change one of the two priorities, or remove the name")
                        .related(place.range(), format!("the priority of `{text}`"));
                }
            }
        }
    }
}

fn priority<'a>(queue: &Queue<'a>) -> Option<(i64, Token<'a>)> {
    let token = queue.value("PRIORITY")?.single_word()?;
    Some((integer(token)?, token))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    fn queue(name: &str, priority: u32, preemption: &str) -> String {
        format!("Begin Queue\nQUEUE_NAME = {name}\nPRIORITY = {priority}\nPREEMPTION = {preemption}\nEnd Queue\n")
    }

    // covers preemption-low-not-lower, preemption-high-not-higher, preemption-self
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
              effect: only jobs of a queue of lower PRIORITY are preempted: the name has no effect
              help: change one of the two priorities, or remove the name
              8:12-8:14 the priority of `b`
            4:27-4:30 warning `c` has no lower priority than `a`, which is to preempt it
              effect: only jobs of a queue of lower PRIORITY are preempted: the name has no effect
              help: change one of the two priorities, or remove the name
              13:12-13:14 the priority of `c`
            4:31-4:32 warning `a` is in its own list
              effect: a queue does not preempt itself
              help: remove the name
            9:26-9:27 warning `a` has no higher priority than `b`, which it is to preempt
              effect: only jobs of a queue of lower PRIORITY are preempted: the name has no effect
              help: change one of the two priorities, or remove the name
              3:12-3:14 the priority of `a`
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
            "Begin Queue\nQUEUE_NAME = a\nPREEMPTION = PREEMPTIVE[b]\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nPRIORITY = 90\nEnd Queue\n",
            expect![[""]],
        );
    }
}
