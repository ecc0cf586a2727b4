use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::Token;

use crate::parameter::related;

rule! {
    /// Finds queues that end jobs when the run window closes, but have no run window.
    ///
    /// # Effect
    /// The word `WINDOW` does nothing: a window that is always open never closes.
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
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_queue(lines: &str, expect: Expect) {
        check("T209", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n"), expect);
    }

    // covers terminate-when-window
    #[test]
    fn wants_a_window_that_closes() {
        check_queue(
            "TERMINATE_WHEN = WINDOW",
            expect![[r#"
                3:18-3:24 warning `TERMINATE_WHEN = WINDOW` in a queue without `RUN_WINDOW`
                  effect: `WINDOW` has no effect because the queue is always open
                  help: set `RUN_WINDOW`, or remove the word
            "#]],
        );
        check_queue(
            "TERMINATE_WHEN = LOAD PREEMPT WINDOW",
            expect![[r#"
                3:31-3:37 warning `TERMINATE_WHEN = WINDOW` in a queue without `RUN_WINDOW`
                  effect: `WINDOW` has no effect because the queue is always open
                  help: set `RUN_WINDOW`, or remove the word
            "#]],
        );
    }

    #[test]
    fn accepts_a_queue_with_a_window_and_other_words() {
        check_queue("RUN_WINDOW = 20:00-8:00\nTERMINATE_WHEN = WINDOW", expect![[""]]);
        check_queue("TERMINATE_WHEN = WINDOW\n#if time(8-9)\nRUN_WINDOW = 20:00-8:00\n#endif", expect![[""]]);
        check_queue("#INCLUDE \"windows\"\nTERMINATE_WHEN = WINDOW", expect![[""]]);
        check_queue("TERMINATE_WHEN = LOAD PREEMPT", expect![[""]]);
    }
}
