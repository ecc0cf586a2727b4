//! Finds queues in a QUEUE_GROUP that do not go by its formula alone: with an APS_PRIORITY of their own, in a second group, or the queue
//! that has the group itself.
//!
//! # Effect
//! The jobs of all queues of a group are ordered together by the formula of the queue that has the QUEUE_GROUP. A formula of a member does
//! nothing.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
//! QUEUE_GROUP  = short
//! End Queue
//!
//! Begin Queue
//! QUEUE_NAME   = short
//! APS_PRIORITY = WEIGHT[[JPRIORITY, 5]]
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
//! QUEUE_NAME   = short
//! End Queue
//! ```
//!
//! # Sources
//! [Absolute priority across queues](https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=scheduling-configuring-aps-across-multiple-queues).

use lsflint_spec::FileKind;
use lsflint_syntax::SyntaxKind::ENTRY;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{AstNode, Entry, List, QueueList};

use crate::context::FileContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("A203", "queue-group-child-conflict", Severity::Warning),
    checks: &[Check::File(check)],
};

/// What a queue says about absolute priority.
struct Queue {
    name: String,
    /// Its own formula.
    formula: Option<TextRange>,
    /// The queues of its group.
    members: Vec<(String, TextRange)>,
    branch: u32,
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbQueues || !context.mentions("QUEUE_GROUP") {
        return;
    }
    let sections = context.sections().into_iter().filter(|it| it.spec.is_some_and(|it| it.name == "Queue"));
    let queues: Vec<Queue> = sections.filter_map(|it| queue(it.section, it.branch)).collect();
    let mut seen: Vec<(&Queue, &str, TextRange)> = Vec::new();
    for parent in &queues {
        for (member, range) in &parent.members {
            if *member == parent.name {
                findings
                    .report(&RULE.meta, *range, format!("`{member}` in its own QUEUE_GROUP"))
                    .effect("the queue belongs to the group anyway")
                    .help("remove the name");
                continue;
            }
            let other = seen.iter().find(|it| it.1 == member && !std::ptr::eq(it.0, parent) && together(it.0, parent));
            if let Some((owner, _, first)) = other {
                findings
                    .report(&RULE.meta, *range, format!("`{member}` is in the QUEUE_GROUP of `{}`, too", owner.name))
                    .effect("its jobs can be ordered by one formula only")
                    .help("keep it in one group")
                    .related(*first, "the other group");
            }
            seen.push((parent, member, *range));
        }
    }
    for (parent, member, range) in seen {
        let child = queues.iter().find(|it| it.name == member && it.formula.is_some() && together(it, parent));
        if let Some(formula) = child.and_then(|it| it.formula) {
            findings
                .report(&RULE.meta, formula, format!("`{member}` has a formula of its own, but is in a QUEUE_GROUP"))
                .effect(format!("its jobs are ordered by the formula of `{}`", parent.name))
                .help("remove the APS_PRIORITY of this queue, or its name from the group")
                .related(range, "in the group here");
        }
    }
}

fn together(a: &Queue, b: &Queue) -> bool {
    a.branch == b.branch || a.branch == 0 || b.branch == 0
}

fn queue(section: lsflint_syntax::ast::Section<'_>, branch: u32) -> Option<Queue> {
    let mut found = Queue { name: String::new(), formula: None, members: Vec::new(), branch };
    for entry in section.node().descendants().filter(|it| it.kind() == ENTRY).filter_map(Entry::cast) {
        let (Some(key), Some(value)) = (entry.key(), entry.value()) else { continue };
        if value.is_unset() || value.is_templated() {
            continue;
        }
        match &*key.text().to_ascii_uppercase() {
            "QUEUE_NAME" => found.name = value.single_word()?.text().into_owned(),
            "APS_PRIORITY" => found.formula = Some(key.range()),
            "QUEUE_GROUP" => {
                let Some(list) = value.typed::<QueueList<'_>>() else { continue };
                found.members =
                    list.items().filter_map(|it| it.name()).map(|it| (it.text().into_owned(), it.range())).collect();
            }
            _ => {}
        }
    }
    (!found.name.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    fn queues(list: &[(&str, &str)]) -> String {
        list.iter().map(|(name, lines)| format!("Begin Queue\nQUEUE_NAME = {name}\n{lines}\nEnd Queue\n")).collect()
    }

    const PARENT: &str = "APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]\nQUEUE_GROUP = short, long";

    // covers AP127
    #[test]
    fn members_have_no_formula() {
        check(
            "A203",
            "lsb.queues",
            &queues(&[("night", PARENT), ("short", "APS_PRIORITY = WEIGHT[[MEM, 5]]"), ("long", "PRIORITY = 5")]),
            expect![[r#"
                8:1-8:13 warning `short` has a formula of its own, but is in a QUEUE_GROUP
                  effect: its jobs are ordered by the formula of `night`
                  help: remove the APS_PRIORITY of this queue, or its name from the group
                  4:15-4:20 in the group here
            "#]],
        );
    }

    #[test]
    fn a_queue_is_in_one_group_of_others() {
        check(
            "A203",
            "lsb.queues",
            &queues(&[
                ("night", PARENT),
                ("day", "APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]\nQUEUE_GROUP = day long"),
                ("short", "PRIORITY = 5"),
            ]),
            expect![[r#"
                9:15-9:18 warning `day` in its own QUEUE_GROUP
                  effect: the queue belongs to the group anyway
                  help: remove the name
                9:19-9:23 warning `long` is in the QUEUE_GROUP of `night`, too
                  effect: its jobs can be ordered by one formula only
                  help: keep it in one group
                  4:22-4:26 the other group
            "#]],
        );
    }

    #[test]
    fn a_group_and_a_queue_beside_it() {
        check(
            "A203",
            "lsb.queues",
            &queues(&[("night", PARENT), ("short", "PRIORITY = 5"), ("other", "APS_PRIORITY = WEIGHT[[MEM, 5]]")]),
            expect![[""]],
        );
    }
}
