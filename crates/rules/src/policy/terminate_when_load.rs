use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_syntax::Token;

use crate::parameter::related;

rule! {
    /// Finds TERMINATE_WHEN=LOAD in queues without a suspending threshold.
    ///
    /// # Effect
    /// `LOAD` applies when a loadStop threshold is exceeded. The queue sets neither such a threshold nor STOP_COND, so
    /// only the thresholds of hosts in lsb.hosts can apply.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME     = idle
    /// TERMINATE_WHEN = LOAD
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME     = idle
    /// r1m            = 0.8/2.5
    /// TERMINATE_WHEN = LOAD
    /// End Queue
    /// ```
    pub Q309 "terminate-when-load" {
        family: Policy, scope: Cluster, severity: Hint,
        sources: [ibm("lsb.queues", "TERMINATE_WHEN")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let load = |it: &Token<'_>| it.text() == "LOAD";
    let Some(words) = context.entry("TERMINATE_WHEN").and_then(|it| it.known_value()) else { return };
    let Some(word) = words.words().find(load) else { return };
    let stops = |it: &Setting<'_>| it.is_named("STOP_COND") && related::is_on(it) || may_stop(context, it);
    if context.entries.iter().any(stops) || related::includes_more(context) || context.file.file.template {
        return;
    }
    findings
        .report(word.range(), "`TERMINATE_WHEN = LOAD` requires a suspending threshold in the queue")
        .consequence(
            Item::Value
                .no_effect()
                .called("`LOAD`")
                .possible()
                .because("only the thresholds of hosts in `lsb.hosts` can end a job"),
        )
        .help("add a second number to a load index (`r1m = 0.8/2.5`), set `STOP_COND`, or remove the word");
}

/// Whether a line may be a threshold with a second number.
fn may_stop(context: &SectionContext<'_>, setting: &Setting<'_>) -> bool {
    let is_index = setting.spec.is_none_or(|it| it.grammar == lsflint_spec::Grammar::Threshold);
    is_index && setting.value.is_some_and(|it| it.is_templated() || context.file.text(it.range()).contains('/'))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants something that stops
        //- each Queue
        TERMINATE_WHEN = PREEMPT LOAD
                                 ^^^^ Q309 hint `TERMINATE_WHEN = LOAD` requires a suspending threshold in the queue
        r1m = 0.8
          TERMINATE_WHEN = LOAD
                           ^^^^ Q309 hint `TERMINATE_WHEN = LOAD` requires a suspending threshold in the queue

        //# accepts thresholds and conditions
        //- each Queue
        r1m = 0.8/2.5
          TERMINATE_WHEN = LOAD
        scratch = 50/5
          TERMINATE_WHEN = LOAD
        STOP_COND = select[ut > 0.9]
          TERMINATE_WHEN = LOAD
        TERMINATE_WHEN = PREEMPT
    "#]];
}
