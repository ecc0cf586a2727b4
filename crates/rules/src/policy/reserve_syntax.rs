use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, SettingContext, Severity, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ValueError;
use lsflint_syntax::ast::{SlotReserve, integer};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds SLOT_RESERVE and RESOURCE_RESERVE values other than `MAX_RESERVE_TIME[n]`.
    ///
    /// # Effect
    /// LSF ignores the line and reserves nothing. Jobs that need many slots may pend forever.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = parallel
    /// RESOURCE_RESERVE = 20
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = parallel
    /// RESOURCE_RESERVE = MAX_RESERVE_TIME[20]
    /// End Queue
    /// ```
    ///
    /// The number is a number of scheduling cycles of MBD_SLEEP_TIME seconds each.
    ///
    /// # Fix safety
    /// Unsafe: enables a reservation that LSF currently ignores.
    pub Q203 "reserve-syntax" {
        family: Policy, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "getReserve",
                "a SLOT_RESERVE without `MAX_RESERVE_TIME[n]` or with a period below 1 is ignored",
            ),
            manual("Platform LSF Configuration Reference 7.3, page 314", "RESOURCE_RESERVE=MAX_RESERVE_TIME[integer]"),
        ],
        checks: [SyntaxError(syntax), SettingWith(|it| *it == Grammar::SlotReserve, meaning)],
    }
}

const HELP: &str = "write `MAX_RESERVE_TIME[n]` with at least 1 scheduling cycle";

fn syntax(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Reservation) else { return };
    let setting = &broken.setting;
    let range = wording::place(context.error.range, setting);
    let problem = wording::problem(broken.error, context.text());
    let found = findings
        .report(range, format!("{problem} in `{}`", setting.display_name()))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(setting))
        .help(HELP);
    let bare = setting.value_range() == range && context.text().parse::<u32>().is_ok_and(|it| it > 0);
    if bare && matches!(broken.error, ValueError::Expected(_)) {
        let full = format!("MAX_RESERVE_TIME[{}]", context.text());
        found.fix(Fix::replace(Applicability::Unsafe, format!("write `{full}`"), range, full));
    } else if let Some(fix) = wording::repair(broken.error, range, setting, &context.file.file.text) {
        found.fix(fix);
    }
}

fn meaning(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.typed::<SlotReserve<'_>>().filter(|_| !context.broken) else { return };
    let name = context.setting.display_name();
    if let Some(time) = value.time().filter(|it| integer(*it).is_some_and(|it| it < 1)) {
        findings
            .report(time.range(), format!("`{name}` reserves for {} scheduling cycles", time.text()))
            .consequence(wording::lost(&context.setting))
            .help(HELP);
    }
    if let Some(word) = value.backfill() {
        findings
            .report(word.range(), format!("`BACKFILL` in `{name}` is obsolete"))
            .severity(Severity::Warning)
            .consequence(
                Item::Value.ignored().called("`BACKFILL`").possible().because("only very old versions read it"),
            )
            .help("set the parameter `BACKFILL = Y` instead");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads the form
        //- each Queue
        SLOT_RESERVE = 5
                       ^ Q203 error expected `MAX_RESERVE_TIME[n]`, found `5` in `SLOT_RESERVE`
            = fixed: SLOT_RESERVE = MAX_RESERVE_TIME[5]
        SLOT_RESERVE = MAX_RESERVE_TIME
                       ^^^^^^^^^^^^^^^^ Q203 error expected `[` in `SLOT_RESERVE`
        SLOT_RESERVE = MAX_RESERVE_TIME(5)
                                       ^^^ Q203 error expected `[`, found `(5)` in `SLOT_RESERVE`
        SLOT_RESERVE = MAX_RESERVE_TIME[5
                                       ^ Q203 error unclosed `[` in `SLOT_RESERVE`
        SLOT_RESERVE = MAX_RESERVE_TIME[]
                                       ^^ Q203 error empty brackets in `SLOT_RESERVE`
        SLOT_RESERVE = MAX_RESERVE_TIME[0]
                                        ^ Q203 error `SLOT_RESERVE` reserves for 0 scheduling cycles
        SLOT_RESERVE = MAX_RESERVE_TIME[5] BACKFILL
                                           ^^^^^^^^ Q203 warning `BACKFILL` in `SLOT_RESERVE` is obsolete
                                        = effect: LSF may ignore `BACKFILL` because only very old versions read it
                                        = help: set the parameter `BACKFILL = Y` instead
        SLOT_RESERVE = MAX_RESERVE_TIME[5]
        RESOURCE_RESERVE = 20
                           ^^ Q203 error expected `MAX_RESERVE_TIME[n]`, found `20` in `RESOURCE_RESERVE`
            = fixed: RESOURCE_RESERVE = MAX_RESERVE_TIME[20]
    "#]];
}
