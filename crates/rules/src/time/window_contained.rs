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
    crate::testing::fixture![[r#"
        //# reports what another window covers
        //- each Queue
        RUN_WINDOW = 9:00-12:00 8:00-18:00
                     ^^^^^^^^^^ T203 info the other windows of the list cover this one
        RUN_WINDOW = 8:00-18:00 8-18
                                ^^^^ T203 info the other windows of the list cover this one
        RUN_WINDOW = 8:00-18:00 3:9:00-3:10:00
                                ^^^^^^^^^^^^^^ T203 info the other windows of the list cover this one
                                = effect: the window has no effect because the other windows of the list are already
                                =   open Wed 09:00-10:00

        //# reports what others cover together
        //- each Queue
        RUN_WINDOW = 8:00-12:00 12:00-18:00 11:00-13:00
                                            ^^^^^^^^^^^ T203 info the other windows of the list cover this one

        //# reports windows of conditions
        //- lsb.queues
        #if time(8:00-18:00 9:00-12:00) && time(10:00-11:00)
                            ^^^^^^^^^^ T203 info the other windows of the list cover this one
        #endif

        //# accepts the usual weekend and what always is open
        //- each Queue
        RUN_WINDOW = 5:19:00-1:8:30 20:00-8:30
        RUN_WINDOW = 8:00-20:00 20:00-8:00 9:00-10:00
        RUN_WINDOW = 8:00-18:00 9:00-9:00
    "#]];
}
