//! Finds names in lists of queues that lsb.queues does not define.
//!
//! # Effect
//! LSF reports the name and goes on without it: the queue that was meant is not in the group, in the limit or among the default queues.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
//! QUEUE_GROUP  = shrot
//! End Queue
//!
//! Begin Queue
//! QUEUE_NAME = short
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
//! QUEUE_GROUP  = short
//! End Queue
//!
//! Begin Queue
//! QUEUE_NAME = short
//! End Queue
//! ```
//!
//! Nothing is said while a part of lsb.queues is not in view, and about queues of other clusters.
//!
//! # Fix safety
//! Unsafe: LSF leaves the wrong name out today; the right one changes what happens to its jobs.
//!
//! # Sources
//! [lsb.queues](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html): the lists name queues of this file.

use lsflint_model::Knowledge;
use lsflint_spec::{FileKind, Grammar};

use super::list;
use crate::context::SettingContext;
use crate::diagnostic::{Applicability, Findings, Fix};
use crate::rule::{Check, FixSafety, Rule, RuleMeta, Severity};
use crate::suggest::{did_you_mean, near};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("X301", "unknown-queue", Severity::Error).fix(FixSafety::Unsafe),
    checks: &[Check::SettingWith(is_queue_list, check)],
};

/// Words that stand for queues and name none.
const WORDS: [&str; 4] = ["all", "none", "others", "default"];

fn is_queue_list(grammar: &Grammar) -> bool {
    *grammar == Grammar::QueueList
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    if context.broken || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    for item in list::items(&context.setting) {
        let Some(name) = item.name().filter(|_| item.at().is_none() && !item.is_pattern()) else { continue };
        let text = item.text();
        if WORDS.iter().any(|it| item.is(it)) || view.queue(&text).is_some() {
            continue;
        }
        let found = findings
            .report(&RULE.meta, name.range(), format!("no queue is named `{text}`"))
            .effect("LSF reports the name and goes on without it");
        match near(&text, view.names(FileKind::LsbQueues, "Queue")) {
            Some(near) => {
                found.help(did_you_mean(near.name));
                if near.unique {
                    let title = format!("write `{}`", near.name);
                    found.fix(Fix::replace(Applicability::Unsafe, title, name.range(), near.name));
                }
            }
            None => {
                found.help("define the queue in lsb.queues, or remove the name");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::{check, check_cluster, check_fix};

    fn queues(list: &str) -> String {
        format!(
            "Begin Queue\nQUEUE_NAME = night\nAPS_PRIORITY = WEIGHT[[PROC, 1]]\nQUEUE_GROUP = {list}\nEnd Queue\n\n\
             Begin Queue\nQUEUE_NAME = short\nEnd Queue\n"
        )
    }

    #[track_caller]
    fn check_beside(file: &str, text: &str, expect: Expect) {
        check_cluster("X301", &[(file, text), ("lsb.queues", &queues("short"))], expect);
    }

    // covers AP126, AP-005, queue-group-unknown
    #[test]
    fn groups_name_queues() {
        check(
            "X301",
            "lsb.queues",
            &queues("shrot, nosuchqueue"),
            expect![[r#"
            4:15-4:20 error no queue is named `shrot`
              effect: LSF reports the name and goes on without it
              help: did you mean `short`?
            4:22-4:33 error no queue is named `nosuchqueue`
              effect: LSF reports the name and goes on without it
              help: define the queue in lsb.queues, or remove the name
        "#]],
        );
        check("X301", "lsb.queues", &queues("short"), expect![[""]]);
    }

    #[test]
    fn lists_of_other_files() {
        let params = |list: &str| format!("Begin Parameters\nDEFAULT_QUEUE = {list}\nEnd Parameters\n");
        check_beside(
            "lsb.params",
            &params("short nigth"),
            expect![[r#"
            2:23-2:28 error no queue is named `nigth`
              effect: LSF reports the name and goes on without it
              help: did you mean `night`?
        "#]],
        );
        check_beside("lsb.params", &params("short night"), expect![[""]]);
        let limit = "Begin Limit\nNAME = l\nPER_QUEUE = all ~shorts\nSLOTS = 5\nEnd Limit\n";
        check_beside(
            "lsb.resources",
            limit,
            expect![[r#"
            3:18-3:24 error no queue is named `shorts`
              effect: LSF reports the name and goes on without it
              help: did you mean `short`?
        "#]],
        );
    }

    #[test]
    fn what_is_not_in_view_is_not_judged() {
        check("X301", "lsb.params", "Begin Parameters\nDEFAULT_QUEUE = nosuch\nEnd Parameters\n", expect![[""]]);
        check("X301", "lsb.queues", &queues("q@other {{ more }}"), expect![[""]]);
        let templated = queues("shrot").replace("= short", "= {{ name }}");
        check("X301", "lsb.queues", &templated, expect![[""]]);
    }

    #[test]
    fn writes_the_near_name() {
        check_fix("X301", "lsb.queues", &queues("shrot"), &queues("short"));
    }
}
