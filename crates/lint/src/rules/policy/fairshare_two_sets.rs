//! Finds queues that are in two sets of cross-queue fairshare, or in their own.
//!
//! # Effect
//! A queue belongs to one set, as the queue that has FAIRSHARE_QUEUES or as one that is listed there. LSF reports the second set and
//! takes no notice of it.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME       = normal
//! FAIRSHARE        = USER_SHARES[[default, 1]]
//! FAIRSHARE_QUEUES = short
//! End Queue
//! Begin Queue
//! QUEUE_NAME       = night
//! FAIRSHARE        = USER_SHARES[[default, 1]]
//! FAIRSHARE_QUEUES = short idle
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME       = normal
//! FAIRSHARE        = USER_SHARES[[default, 1]]
//! FAIRSHARE_QUEUES = short
//! End Queue
//! Begin Queue
//! QUEUE_NAME       = night
//! FAIRSHARE        = USER_SHARES[[default, 1]]
//! FAIRSHARE_QUEUES = idle
//! End Queue
//! ```
//!
//! # Sources
//! [Cross-queue fairshare](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/fairshare_cross_queue_config.html).

use lsflint_syntax::ast::ListItem;
use rustc_hash::FxHashMap;

use super::fairshare_child_policy::children;
use super::queues::Queue;
use crate::context::FileContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("Q006", "fairshare-two-sets", Severity::Error), checks: &[Check::File(check)] };

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if !context.mentions("FAIRSHARE_QUEUES") {
        return;
    }
    let queues = Queue::all_in(context);
    let has_set = |it: &&Queue<'_>| children(it).next().is_some();
    let parents: FxHashMap<String, &Queue<'_>> =
        queues.iter().filter(has_set).map(|it| (it.name.text().into_owned(), it)).collect();
    let mut seen: FxHashMap<String, (&Queue<'_>, ListItem<'_>)> = FxHashMap::default();
    for parent in queues.iter().filter(has_set) {
        for child in children(parent) {
            let name = child.text();
            let (message, place) = if name == parent.name.text() {
                (format!("`{name}` lists itself"), parent.name.range())
            } else if let Some(own) = parents.get(&*name).filter(|it| it.is_read_with(parent)) {
                (format!("`{name}` has a fairshare set of its own"), own.name.range())
            } else {
                match seen.get(&*name) {
                    // Twice in one list is another finding.
                    Some((other, first)) if !std::ptr::eq(*other, parent) && other.is_read_with(parent) => {
                        let message = format!("`{name}` is in the fairshare set of `{}` already", other.name.text());
                        (message, first.range())
                    }
                    Some(_) => continue,
                    None => {
                        seen.insert(name.into_owned(), (parent, child));
                        continue;
                    }
                }
            };
            findings
                .report(&RULE.meta, child.range(), message)
                .effect("a queue belongs to one set: LSF reports the second one and leaves the queue out of it")
                .help("remove the name from one of the lists")
                .related(place, "here");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    fn queue(name: &str, set: &str) -> String {
        format!(
            "Begin Queue\nQUEUE_NAME = {name}\nFAIRSHARE = USER_SHARES[[default, 1]]\nFAIRSHARE_QUEUES = {set}\nEnd Queue\n"
        )
    }

    // covers fairshare-queues-two-sets
    #[test]
    fn one_set_for_each() {
        let text = [queue("a", "c d a"), queue("b", "d e f"), queue("f", "g")].concat();
        check(
            "Q006",
            "lsb.queues",
            &text,
            expect![[r#"
            4:24-4:25 error `a` lists itself
              effect: a queue belongs to one set: LSF reports the second one and leaves the queue out of it
              help: remove the name from one of the lists
              2:14-2:15 here
            9:20-9:21 error `d` is in the fairshare set of `a` already
              effect: a queue belongs to one set: LSF reports the second one and leaves the queue out of it
              help: remove the name from one of the lists
              4:22-4:23 here
            9:24-9:25 error `f` has a fairshare set of its own
              effect: a queue belongs to one set: LSF reports the second one and leaves the queue out of it
              help: remove the name from one of the lists
              12:14-12:15 here
        "#]],
        );
    }

    #[test]
    fn is_silent_about_separate_sets() {
        check("Q006", "lsb.queues", &[queue("a", "b c"), queue("d", "e")].concat(), expect![[""]]);
    }
}
