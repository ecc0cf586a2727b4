use lsflint_lint::{DirectiveContext, Findings, Item, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::AstNode;

use crate::time::common::{WindowList, lists_of_condition, lists_of_setting};

rule! {
    /// Finds windows that are open only when the others of their list are.
    ///
    /// # Effect
    /// The window changes nothing: a list is open when any of its windows is.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = day
    /// RUN_WINDOW = 8:00-18:00 9:00-12:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = day
    /// RUN_WINDOW = 8:00-18:00
    /// End Queue
    /// ```
    pub T203 "window-contained" {
        family: Time, scope: OwnFile, severity: Info, tags: [Unnecessary],
        sources: [ibm("topic=configuration-time-windows", "")],
        checks: [SettingWith(|it| matches!(it, Grammar::TimeWindows), in_setting), Directive(in_condition)],
    }
}

fn in_setting(context: &SettingContext<'_>, findings: &mut Findings) {
    lists_of_setting(context).iter().for_each(|it| check(it, findings));
}

fn in_condition(context: &DirectiveContext<'_>, findings: &mut Findings) {
    lists_of_condition(context).iter().for_each(|it| check(it, findings));
}

fn check(list: &WindowList<'_>, findings: &mut Findings) {
    for redundant in list.redundant() {
        let window = list.windows[redundant].0;
        let week = &list.windows[redundant].1;
        findings
            .report(window.node().trimmed_range(), "the other windows of the list cover this one")
            .consequence(
                Item::Value
                    .no_effect()
                    .called("the window")
                    .because(format!("the other windows of the list are already open {week}")),
            )
            .help("leave it out");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_windows(windows: &str, expect: Expect) {
        check(
            "T203",
            "lsb.queues",
            &format!("Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = {windows}\nEnd Queue\n"),
            expect,
        );
    }

    // covers R-TW7, BC-021
    #[test]
    fn reports_what_another_window_covers() {
        check_windows(
            "9:00-12:00 8:00-18:00",
            expect![[r#"
                3:14-3:24 info the other windows of the list cover this one
                  effect: the window has no effect because the other windows of the list are already open every day 09:00-12:00
                  help: leave it out
            "#]],
        );
        check_windows(
            "8:00-18:00 8-18",
            expect![[r#"
                3:25-3:29 info the other windows of the list cover this one
                  effect: the window has no effect because the other windows of the list are already open every day 08:00-18:00
                  help: leave it out
            "#]],
        );
        check_windows(
            "8:00-18:00 3:9:00-3:10:00",
            expect![[r#"
                3:25-3:39 info the other windows of the list cover this one
                  effect: the window has no effect because the other windows of the list are already open Wed 09:00-10:00
                  help: leave it out
            "#]],
        );
    }

    #[test]
    fn reports_what_others_cover_together() {
        check_windows(
            "8:00-12:00 12:00-18:00 11:00-13:00",
            expect![[r#"
                3:37-3:48 info the other windows of the list cover this one
                  effect: the window has no effect because the other windows of the list are already open every day 11:00-13:00
                  help: leave it out
            "#]],
        );
    }

    #[test]
    fn reports_windows_of_conditions() {
        check(
            "T203",
            "lsb.queues",
            "#if time(8:00-18:00 9:00-12:00) && time(10:00-11:00)\n#endif\n",
            expect![[r#"
                1:21-1:31 info the other windows of the list cover this one
                  effect: the window has no effect because the other windows of the list are already open every day 09:00-12:00
                  help: leave it out
            "#]],
        );
    }

    #[test]
    fn accepts_the_usual_weekend_and_what_always_is_open() {
        check_windows("5:19:00-1:8:30 20:00-8:30", expect![[""]]);
        check_windows("8:00-20:00 20:00-8:00 9:00-10:00", expect![[""]]);
        check_windows("8:00-18:00 9:00-9:00", expect![[""]]);
    }
}
