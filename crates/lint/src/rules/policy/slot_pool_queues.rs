//! Finds queues of one slot pool that do not go together: other hosts than the first queue, or settings of the pool in a later one.
//!
//! # Effect
//! The queues of a pool share the slots of the same hosts. A queue with other hosts is not part of the pool, and MAX_SLOTS_IN_POOL and
//! USE_PRIORITY_IN_POOL count in the first queue of the pool only.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = short
//! SLOT_POOL  = pool1
//! SLOT_SHARE = 50
//! HOSTS      = hostA hostB
//! End Queue
//! Begin Queue
//! QUEUE_NAME        = long
//! SLOT_POOL         = pool1
//! SLOT_SHARE        = 50
//! HOSTS             = hostC
//! MAX_SLOTS_IN_POOL = 64
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME        = short
//! SLOT_POOL         = pool1
//! SLOT_SHARE        = 50
//! HOSTS             = hostA hostB hostC
//! MAX_SLOTS_IN_POOL = 64
//! End Queue
//! Begin Queue
//! QUEUE_NAME = long
//! SLOT_POOL  = pool1
//! SLOT_SHARE = 50
//! HOSTS      = hostA hostB hostC
//! End Queue
//! ```
//!
//! # Sources
//! The reference pages of SLOT_POOL, MAX_SLOTS_IN_POOL and USE_PRIORITY_IN_POOL in lsb.queues.

use std::collections::BTreeSet;

use lsflint_spec::Confidence;
use lsflint_syntax::ast::{HostList, List};
use rustc_hash::FxHashMap;

use super::queues::Queue;
use crate::context::FileContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("Q014", "slot-pool-queues", Severity::Warning), checks: &[Check::File(check)] };

/// What counts in the first queue of a pool only.
const OF_THE_FIRST: [&str; 2] = ["MAX_SLOTS_IN_POOL", "USE_PRIORITY_IN_POOL"];

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if !context.mentions("SLOT_POOL") {
        return;
    }
    let queues = Queue::all_in(context);
    let mut firsts: FxHashMap<String, &Queue<'_>> = FxHashMap::default();
    for queue in &queues {
        let Some(pool) = queue.value("SLOT_POOL").and_then(|it| it.single_word()) else { continue };
        let first = *firsts.entry(pool.text().into_owned()).or_insert(queue);
        if !std::ptr::eq(first, queue) && first.branch == queue.branch {
            compare(&pool.text(), first, queue, findings);
        }
    }
}

/// Compares a queue with the first one of its pool.
fn compare(pool: &str, first: &Queue<'_>, queue: &Queue<'_>, findings: &mut Findings) {
    if let (Some(expected), Some(found)) = (hosts(first), hosts(queue))
        && expected != found
        && let (Some(key), Some(other)) = (queue.key("HOSTS"), first.key("HOSTS"))
    {
        findings
            .report(&RULE.meta, key.range(), format!("other hosts than the first queue of the pool `{pool}`"))
            .capped(Confidence::Medium)
            .effect("the queues of a pool share the slots of the same hosts: LSF leaves this queue out")
            .help("give all queues of the pool the same HOSTS")
            .related(other.range(), format!("the hosts of `{}`", first.name.text()));
    }
    for name in OF_THE_FIRST {
        if let Some(key) = queue.key(name) {
            findings
                .report(
                    &RULE.meta,
                    key.range(),
                    format!("`{name}` counts in the first queue of the pool `{pool}` only"),
                )
                .capped(Confidence::Medium)
                .effect("LSF takes no notice of the line")
                .help(format!("write it into the queue `{}`", first.name.text()))
                .related(first.name.range(), "the first queue of the pool");
        }
    }
}

/// The words of HOSTS, in whatever order.
fn hosts(queue: &Queue<'_>) -> Option<BTreeSet<String>> {
    let list = queue.value("HOSTS")?.typed::<HostList<'_>>()?;
    let word = |it: lsflint_syntax::ast::ListItem<'_>| {
        let sign = if it.is_excluded() { "~" } else { "" };
        format!("{sign}{}@{}", it.text(), it.cluster().map(|it| it.text()).unwrap_or_default())
    };
    Some(list.items().map(word).collect())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    fn queue(name: &str, lines: &str) -> String {
        format!("Begin Queue\nQUEUE_NAME = {name}\nSLOT_POOL = p\nSLOT_SHARE = 50\n{lines}\nEnd Queue\n")
    }

    // covers slot-pool-hosts-differ, slot-pool-first-queue
    #[test]
    fn compares_with_the_first_queue() {
        let text = [queue("a", "HOSTS = h1 h2"), queue("b", "HOSTS = h1 h3\nMAX_SLOTS_IN_POOL = 64")].concat();
        check(
            "Q014",
            "lsb.queues",
            &text,
            expect![[r#"
            11:1-11:6 warning other hosts than the first queue of the pool `p`
              effect: the queues of a pool share the slots of the same hosts: LSF leaves this queue out
              help: give all queues of the pool the same HOSTS
              5:1-5:6 the hosts of `a`
            12:1-12:18 warning `MAX_SLOTS_IN_POOL` counts in the first queue of the pool `p` only
              effect: LSF takes no notice of the line
              help: write it into the queue `a`
              2:14-2:15 the first queue of the pool
        "#]],
        );
    }

    #[test]
    fn is_silent_about_queues_that_go_together() {
        let text = [
            queue("a", "HOSTS = h1+1 h2\nMAX_SLOTS_IN_POOL = 64\nUSE_PRIORITY_IN_POOL = Y"),
            queue("b", "HOSTS = h2 h1"),
            queue("c", "HOSTS = {{ hosts }}"),
            "Begin Queue\nQUEUE_NAME = d\nSLOT_POOL = other\nSLOT_SHARE = 50\nHOSTS = h9\nEnd Queue\n".to_owned(),
        ];
        check("Q014", "lsb.queues", &text.concat(), expect![[""]]);
    }
}
