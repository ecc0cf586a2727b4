use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::Token;

use crate::parameter::related;

rule! {
    /// Finds queues that terminate jobs when the run window closes, but have no run window.
    ///
    /// # Effect
    /// The word `WINDOW` has no effect: a queue without a run window is always open.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TERMINATE_WHEN = WINDOW
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-8:00
    /// TERMINATE_WHEN = WINDOW
    /// End Queue
    /// ```
    pub T209 "terminate-when-window" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [ibm("lsb.queues", "TERMINATE_WHEN")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let window = |it: &Token<'_>| it.text() == "WINDOW";
    for setting in context.entries_named("TERMINATE_WHEN") {
        let Some(word) = setting.known_value().and_then(|it| it.words().find(window)) else { continue };
        if context.entries.iter().any(|it| it.is_named("RUN_WINDOW") && related::is_on(it)) {
            continue;
        }
        if related::includes_more(context) || context.file.file.template {
            continue;
        }
        findings
            .report(word.range(), "`TERMINATE_WHEN = WINDOW` in a queue without `RUN_WINDOW`")
            .consequence(Item::Value.no_effect().called("`WINDOW`").because("the queue is always open"))
            .help("set `RUN_WINDOW`, or remove the word");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants a window that closes
        //- each Queue
        TERMINATE_WHEN = WINDOW
                         ^^^^^^ T209 warning `TERMINATE_WHEN = WINDOW` in a queue without `RUN_WINDOW`
        TERMINATE_WHEN = LOAD PREEMPT WINDOW
                                      ^^^^^^ T209 warning `TERMINATE_WHEN = WINDOW` in a queue without `RUN_WINDOW`

        //# accepts a queue with a window and other words
        //- each Queue
        RUN_WINDOW = 20:00-8:00
          TERMINATE_WHEN = WINDOW
        TERMINATE_WHEN = WINDOW
          #if time(8-9)
          RUN_WINDOW = 20:00-8:00
          #endif
        #INCLUDE "windows"
          TERMINATE_WHEN = WINDOW
        TERMINATE_WHEN = LOAD PREEMPT
    "#]];
}
