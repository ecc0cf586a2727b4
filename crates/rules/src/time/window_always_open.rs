use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::TimeWindows;

rule! {
    /// Finds time windows that together cover the whole week.
    ///
    /// # Effect
    /// The setting does nothing: without it the time is not limited either.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 8:00-20:00 20:00-8:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    pub T202 "window-always-open" {
        family: Time, scope: OwnFile, severity: Info,
        sources: [ibm("topic=configuration-time-windows", "")],
        checks: [SettingWith(|it| matches!(it, Grammar::TimeWindows), check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = context.setting;
    // In a branch it may take back a narrower one.
    let Some(list) = setting.typed::<TimeWindows<'_>>().filter(|_| setting.branch == 0) else { return };
    // A single window always closes.
    if list.windows().nth(1).is_none() {
        return;
    }
    let times = context.file.weeks().windows(list);
    if times.is_some_and(|it| it.week.is_always()) {
        let name = setting.display_name();
        findings
            .report(setting.value_range(), "these windows cover the whole week")
            .consequence(
                Item::Value
                    .no_effect()
                    .called(format!("`{name}`"))
                    .because("the time is not limited without it either"),
            )
            .help(format!("leave `{name}` out, or close it at some time"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_queue(lines: &str, expect: Expect) {
        check("T202", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n"), expect);
    }

    // covers R-TW8
    #[test]
    fn reports_the_whole_week() {
        check_queue(
            "RUN_WINDOW = 8:00-20:00 20:00-8:00",
            expect![[r#"
                3:14-3:35 info these windows cover the whole week
                  effect: `RUN_WINDOW` has no effect because the time is not limited without it either
                  help: leave `RUN_WINDOW` out, or close it at some time
            "#]],
        );
        check(
            "T202",
            "lsb.hosts",
            "Begin Host\nHOST_NAME MXJ DISPATCH_WINDOW\nh1 ! (0:0:00-3:0:00 3:0:00-7:0:00)\nEnd Host\n",
            expect![[r#"
                3:7-3:34 info these windows cover the whole week
                  effect: `DISPATCH_WINDOW` has no effect because the time is not limited without it either
                  help: leave `DISPATCH_WINDOW` out, or close it at some time
            "#]],
        );
    }

    #[test]
    fn accepts_a_missing_minute_and_other_branches() {
        check_queue("RUN_WINDOW = 0:00-23:59", expect![[""]]);
        check_queue(
            "RUN_WINDOW = 8:00-20:00\n#if time(6:0:00-1:0:00)\nRUN_WINDOW = 8:00-20:00 20:00-8:00\n#endif",
            expect![[""]],
        );
    }
}
