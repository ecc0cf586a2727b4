use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::TimeWindows;

rule! {
    /// Finds time windows that together cover the whole week.
    ///
    /// # Effect
    /// The setting has no effect: without it, the time is unrestricted as well.
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
        sources: [
            ibm("topic=configuration-time-windows", "run windows, dispatch windows and the windows of hosts"),
        ],
        checks: [SettingWith(|it| matches!(it, Grammar::TimeWindows), check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = context.setting;
    // In a branch, it may replace a narrower one.
    let Some(list) = setting.typed::<TimeWindows<'_>>().filter(|_| setting.branch == 0) else { return };
    // A single window always closes.
    if list.windows().nth(1).is_none() {
        return;
    }
    let times = context.file.weeks().windows(list);
    if times.is_some_and(|it| it.week.is_always()) {
        let name = setting.display_name();
        findings
            .report(setting.value_range(), "time windows cover the whole week")
            .consequence(
                Item::Value
                    .no_effect()
                    .called(format!("`{name}`"))
                    .because("the time is unrestricted without it as well"),
            )
            .help(format!("remove `{name}`, or narrow its windows"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the whole week
        //- each Queue
        RUN_WINDOW = 8:00-20:00 20:00-8:00
                     ^^^^^^^^^^^^^^^^^^^^^ T202 info time windows cover the whole week
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ DISPATCH_WINDOW
        h1 ! (0:0:00-3:0:00 3:0:00-7:0:00)
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^ T202 info time windows cover the whole week

        //# accepts a missing minute and other branches
        //- each Queue
        RUN_WINDOW = 0:00-23:59
        RUN_WINDOW = 8:00-20:00
          #if time(6:0:00-1:0:00)
          RUN_WINDOW = 8:00-20:00 20:00-8:00
          #endif
    "#]];
}
