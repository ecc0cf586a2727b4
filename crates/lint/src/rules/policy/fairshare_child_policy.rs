//! Finds FAIRSHARE in a queue that another queue takes into its cross-queue fairshare.
//!
//! # Effect
//! Only the shares of the queue that has FAIRSHARE_QUEUES count, for all queues of the set. LSF ignores FAIRSHARE of the others.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME       = normal
//! FAIRSHARE        = USER_SHARES[[default, 1]]
//! FAIRSHARE_QUEUES = short
//! End Queue
//! Begin Queue
//! QUEUE_NAME       = short
//! FAIRSHARE        = USER_SHARES[[physics, 10] [others, 1]]
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME       = normal
//! FAIRSHARE        = USER_SHARES[[physics, 10] [others, 1]]
//! FAIRSHARE_QUEUES = short
//! End Queue
//! Begin Queue
//! QUEUE_NAME       = short
//! End Queue
//! ```
//!
//! # Sources
//! [Cross-queue fairshare](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/fairshare_cross_queue_config.html).

use lsflint_syntax::ast::{List, ListItem, QueueList};
use rustc_hash::FxHashMap;

use super::queues::Queue;
use crate::context::FileContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("Q005", "fairshare-child-policy", Severity::Warning), checks: &[Check::File(check)] };

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if !context.mentions("FAIRSHARE_QUEUES") {
        return;
    }
    let queues = Queue::all_in(context);
    let mut parents: FxHashMap<String, (&Queue<'_>, ListItem<'_>)> = FxHashMap::default();
    for parent in &queues {
        for child in children(parent).filter(|it| it.text() != parent.name.text()) {
            parents.entry(child.text().into_owned()).or_insert((parent, child));
        }
    }
    for queue in &queues {
        let Some((parent, child)) = parents.get(&*queue.name.text()) else { continue };
        let Some(fairshare) = queue.key("FAIRSHARE").filter(|_| queue.is_read_with(parent)) else { continue };
        // With a set of its own the queue is in two sets, which is another finding.
        if queue.key("FAIRSHARE_QUEUES").is_some() {
            continue;
        }
        let name = parent.name.text();
        findings
            .report(&RULE.meta, fairshare.range(), format!("`FAIRSHARE` in a queue whose shares come from `{name}`"))
            .effect(format!("LSF ignores it: the shares of `{name}` count for the whole set"))
            .help("remove the line, or take the queue out of `FAIRSHARE_QUEUES`")
            .related(child.range(), format!("`{name}` takes it in"));
    }
}

/// The queues that a queue takes into its set. Beside APS_PRIORITY there is no set.
pub(super) fn children<'a>(queue: &Queue<'a>) -> impl Iterator<Item = ListItem<'a>> + use<'a> {
    let list = queue.value("FAIRSHARE_QUEUES").filter(|_| queue.value("APS_PRIORITY").is_none());
    list.and_then(|it| it.typed::<QueueList<'_>>()).into_iter().flat_map(QueueList::items)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers fairshare-child-policy, users-pain 82
    #[test]
    fn the_parent_decides() {
        check(
            "Q005",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = c\nFAIRSHARE = USER_SHARES[[default, 1]]\nEnd Queue\nBegin Queue\nQUEUE_NAME = p\nFAIRSHARE = USER_SHARES[[default, 1]]\nFAIRSHARE_QUEUES = b c\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nEnd Queue\n",
            expect![[r#"
                3:1-3:10 warning `FAIRSHARE` in a queue whose shares come from `p`
                  effect: LSF ignores it: the shares of `p` count for the whole set
                  help: remove the line, or take the queue out of `FAIRSHARE_QUEUES`
                  8:22-8:23 `p` takes it in
            "#]],
        );
    }

    #[test]
    fn other_queues_have_their_own() {
        check(
            "Q005",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = p\nFAIRSHARE = USER_SHARES[[default, 1]]\nFAIRSHARE_QUEUES = b\nEnd Queue\nBegin Queue\nQUEUE_NAME = d\nFAIRSHARE = USER_SHARES[[default, 1]]\nEnd Queue\n",
            expect![[""]],
        );
    }
}
