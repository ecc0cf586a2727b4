//! Finds a second queue that is marked as the transfer queue of LSF Data Manager.
//!
//! # Effect
//! A cluster has one transfer queue. Which of two LSF takes is not documented; the transfer jobs of the other one do not run.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME    = transfer
//! DATA_TRANSFER = Y
//! End Queue
//! Begin Queue
//! QUEUE_NAME    = staging
//! DATA_TRANSFER = Y
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME    = transfer
//! DATA_TRANSFER = Y
//! End Queue
//! Begin Queue
//! QUEUE_NAME    = staging
//! End Queue
//! ```
//!
//! # Sources
//! The reference page of DATA_TRANSFER in lsb.queues.

use super::queues::Queue;
use crate::context::FileContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};
use crate::rules::parameter::related;

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("Q413", "data-transfer-queues", Severity::Error), checks: &[Check::File(check)] };

const SWITCH: &str = "DATA_TRANSFER";

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if !context.mentions(SWITCH) {
        return;
    }
    let queues = Queue::all_in(context);
    let is_on = |it: &&Queue<'_>| {
        let word = it.value(SWITCH).and_then(|it| it.single_word());
        word.is_some_and(|it| related::says(it, "Y") || related::says(it, "yes"))
    };
    let mut marked = queues.iter().filter(is_on);
    let Some(first) = marked.next() else { return };
    for queue in marked.filter(|it| it.is_read_with(first)) {
        let (Some(key), Some(other)) = (queue.key(SWITCH), first.key(SWITCH)) else { continue };
        findings
            .report(&RULE.meta, key.range(), format!("`{}` is a second transfer queue", queue.name.text()))
            .effect("LSF Data Manager uses one queue for its transfer jobs")
            .help(format!("keep the line in one queue of the cluster; `{}` has it already", first.name.text()))
            .related(other.range(), "the first one");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers data-transfer-twice
    #[test]
    fn one_queue_is_enough() {
        let queue =
            |name: &str, word: &str| format!("Begin Queue\nQUEUE_NAME = {name}\nDATA_TRANSFER = {word}\nEnd Queue\n");
        let text = [queue("a", "N"), queue("b", "Y"), queue("c", "yes")].concat();
        check(
            "Q413",
            "lsb.queues",
            &text,
            expect![[r#"
            11:1-11:14 error `c` is a second transfer queue
              effect: LSF Data Manager uses one queue for its transfer jobs
              help: keep the line in one queue of the cluster; `b` has it already
              7:1-7:14 the first one
        "#]],
        );
        check("Q413", "lsb.queues", &[queue("a", "N"), queue("b", "Y")].concat(), expect![[""]]);
        let branches = format!("#if time(8:00-9:00)\n{}#else\n{}#endif\n", queue("a", "Y"), queue("b", "Y"));
        check("Q413", "lsb.queues", &branches, expect![[""]]);
    }
}
