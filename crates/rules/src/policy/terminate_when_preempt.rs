use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, FieldRef, Knowledge};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::Preemption;
use rustc_hash::FxHashSet;

rule! {
    /// Finds TERMINATE_WHEN=PREEMPT in queues that no queue preempts.
    ///
    /// # Effect
    /// With `TERMINATE_WHEN = PREEMPT`, LSF terminates a preempted job instead of suspending it. If no queue preempts
    /// this queue, this never happens.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME     = idle
    /// PRIORITY       = 10
    /// TERMINATE_WHEN = PREEMPT
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME     = normal
    /// PRIORITY       = 30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME     = idle
    /// PRIORITY       = 10
    /// TERMINATE_WHEN = PREEMPT
    /// PREEMPTION     = PREEMPTABLE
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME     = normal
    /// PRIORITY       = 30
    /// End Queue
    /// ```
    pub Q133 "terminate-when-preempt" {
        family: Policy, scope: Cluster, severity: Hint,
        sources: [ibm("lsb.queues", "TERMINATE_WHEN"), ibm("lsb.queues", "PREEMPTION")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    let ends: Vec<FieldRef<'_>> =
        view.queues_with(&["TERMINATE_WHEN"]).filter_map(|it| it.field("TERMINATE_WHEN")).collect();
    if ends.is_empty() {
        return;
    }
    let Some(preempted) = preempted(view.queues()) else { return };
    for field in ends {
        let queue = field.entity().name();
        if preempted.contains(&*queue) {
            continue;
        }
        let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { continue };
        let Some(word) = parse.value().and_then(|it| it.words().find(|it| it.text() == "PREEMPT")) else { continue };
        let place = field.place_of(word.range());
        findings
            .report(place, format!("`TERMINATE_WHEN = PREEMPT` is set, but no queue preempts `{queue}`"))
            .consequence(Item::Value.no_effect().called("`PREEMPT`"))
            .help("set `PREEMPTION = PREEMPTABLE`, or remove the word");
    }
}

/// The queues that are preemptable or preempted by others; `None` if a queue preempts all lower queues or is unknown.
fn preempted<'a>(queues: impl Iterator<Item = Entity<'a>>) -> Option<FxHashSet<String>> {
    let mut names = FxHashSet::default();
    for queue in queues {
        for field in queue.fields("PREEMPTION") {
            let parse = field.parse().filter(|it| it.errors().is_empty())?;
            for part in parse.typed::<Preemption<'_>>()?.parts() {
                if part.is_preemptable() {
                    names.insert(queue.name().into_owned());
                } else if !part.has_list() {
                    return None;
                } else {
                    names.extend(part.queues().map(|it| it.text().into_owned()));
                }
            }
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue b: PRIORITY = 9
        //- Queue a: TERMINATE_WHEN = LOAD PREEMPT

        //# somebody has to preempt
        //- Queue a
        TERMINATE_WHEN = LOAD PREEMPT
                              ^^^^^^^ Q133 hint `TERMINATE_WHEN = PREEMPT` is set, but no queue preempts `a`
        //#
        //- Queue a
        TERMINATE_WHEN = LOAD PREEMPT
                              ^^^^^^^ Q133 hint `TERMINATE_WHEN = PREEMPT` is set, but no queue preempts `a`
        //- Queue b
        PRIORITY = 9
        PREEMPTION = PREEMPTIVE[c]
        //#
        //- Queue b
        PRIORITY = 9
        PREEMPTION = PREEMPTIVE[c a+1]
        //#
        //- Queue b
        PRIORITY = 9
        PREEMPTION = PREEMPTIVE
        //#
        //- Queue a
        TERMINATE_WHEN = LOAD PREEMPT
        PREEMPTION = PREEMPTABLE
        //#
        //- Queue b
        PRIORITY = 9
        PREEMPTION = {{ p }}
        //#
        //- Queue b
        PRIORITY = 9
        #if time(8-9)
        PREEMPTION = PREEMPTIVE[a]
        #endif
    "#]];
}
