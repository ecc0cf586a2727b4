use lsflint_lint::{DirectiveContext, Findings, Item, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::AstNode;

use crate::time::common::{WindowList, lists_of_condition, lists_of_setting};

rule! {
    /// Finds time windows that are open only while other windows of the list are open.
    ///
    /// # Effect
    /// The window has no effect: a list is open while any of its windows is open.
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
        sources: [
            ibm("topic=configuration-time-windows", "run windows, dispatch windows and the windows of hosts"),
        ],
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
    let redundant = list.redundant();
    for ((window, week), _) in list.windows.iter().zip(redundant).filter(|it| it.1) {
        findings
            .report(window.node().trimmed_range(), "time window is covered by the other windows of the list")
            .consequence(
                Item::Value.no_effect().called("the window").because(format!("the others are already open {week}")),
            )
            .help("remove the window");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports what another window covers
        //- each Queue
        RUN_WINDOW = 9:00-12:00 8:00-18:00
                     ^^^^^^^^^^ T203 info time window is covered by the other windows of the list
        RUN_WINDOW = 8:00-18:00 8-18
                                ^^^^ T203 info time window is covered by the other windows of the list
        RUN_WINDOW = 8:00-18:00 3:9:00-3:10:00
                                ^^^^^^^^^^^^^^ T203 info time window is covered by the other windows of the list
                                = effect: the window has no effect because the others are already open Wed 09:00-10:00

        //# reports what others cover together
        //- each Queue
        RUN_WINDOW = 8:00-12:00 12:00-18:00 11:00-13:00
                                            ^^^^^^^^^^^ T203 info
                                        = time window is covered by the other windows of the list

        //# reports windows of conditions
        //- lsb.queues
        #if time(8:00-18:00 9:00-12:00) && time(10:00-11:00)
                            ^^^^^^^^^^ T203 info time window is covered by the other windows of the list
        #endif

        //# accepts the usual weekend and what always is open
        //- each Queue
        RUN_WINDOW = 5:19:00-1:8:30 20:00-8:30
        RUN_WINDOW = 8:00-20:00 20:00-8:00 9:00-10:00
        RUN_WINDOW = 8:00-18:00 9:00-9:00
    "#]];
}
