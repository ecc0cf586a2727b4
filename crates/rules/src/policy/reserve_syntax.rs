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
    /// LSF ignores the line: nothing is reserved, and jobs that need many slots may wait forever.
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
    /// The number counts scheduling cycles, of MBD_SLEEP_TIME seconds each.
    ///
    /// # Fix safety
    /// Unsafe: a reservation comes alive that LSF ignores today.
    ///
    /// # Notes
    /// What two open-source readers of the file do with such values.
    pub Q203 "reserve-syntax" {
        family: Policy, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "")],
        checks: [SyntaxError(syntax), SettingWith(|it| *it == Grammar::SlotReserve, meaning)],
    }
}

const HELP: &str = "write `MAX_RESERVE_TIME[n]`: n scheduling cycles, at least 1";

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
            .report(time.range(), format!("`{name}` reserves for {} cycles", time.text()))
            .consequence(wording::lost(&context.setting))
            .help(HELP);
    }
    if let Some(word) = value.backfill() {
        findings
            .report(word.range(), format!("`BACKFILL` in the value of `{name}` is long obsolete"))
            .severity(Severity::Warning)
            .consequence(
                Item::Value.ignored().called("`BACKFILL`").possible().because("only very old versions read it"),
            )
            .help("set the parameter `BACKFILL = Y` instead");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::{check, check_fix};

    fn queue(value: &str, expected: Expect) {
        check(
            "Q203",
            "lsb.queues",
            &format!("Begin Queue\nQUEUE_NAME = q1\nSLOT_RESERVE = {value}\nEnd Queue\n"),
            expected,
        );
    }

    // covers reserve-syntax
    #[test]
    fn reads_the_form() {
        queue(
            "5",
            expect![[r#"
                3:16-3:17 error `MAX_RESERVE_TIME[n]` is expected instead of `5` in `SLOT_RESERVE`
                  effect: LSF ignores the line
                  help: write `MAX_RESERVE_TIME[n]`: n scheduling cycles, at least 1
            "#]],
        );
        queue(
            "MAX_RESERVE_TIME",
            expect![[r#"
                3:16-3:32 error `[` is missing in `SLOT_RESERVE`
                  effect: LSF ignores the line
                  help: write `MAX_RESERVE_TIME[n]`: n scheduling cycles, at least 1
            "#]],
        );
        queue(
            "MAX_RESERVE_TIME(5)",
            expect![[r#"
                3:32-3:35 error `[` is expected instead of `(5)` in `SLOT_RESERVE`
                  effect: LSF ignores the line
                  help: write `MAX_RESERVE_TIME[n]`: n scheduling cycles, at least 1
            "#]],
        );
        queue(
            "MAX_RESERVE_TIME[5",
            expect![[r#"
                3:32-3:33 error `[` is never closed in `SLOT_RESERVE`
                  effect: LSF ignores the line
                  help: write `MAX_RESERVE_TIME[n]`: n scheduling cycles, at least 1
            "#]],
        );
        queue(
            "MAX_RESERVE_TIME[]",
            expect![[r#"
                3:32-3:34 error nothing stands between the brackets in `SLOT_RESERVE`
                  effect: LSF ignores the line
                  help: write `MAX_RESERVE_TIME[n]`: n scheduling cycles, at least 1
            "#]],
        );
        queue(
            "MAX_RESERVE_TIME[0]",
            expect![[r#"
                3:33-3:34 error `SLOT_RESERVE` reserves for 0 cycles
                  effect: LSF ignores the line
                  help: write `MAX_RESERVE_TIME[n]`: n scheduling cycles, at least 1
            "#]],
        );
        queue(
            "MAX_RESERVE_TIME[5] BACKFILL",
            expect![[r#"
                3:36-3:44 warning `BACKFILL` in the value of `SLOT_RESERVE` is long obsolete
                  effect: LSF may ignore `BACKFILL` because only very old versions read it
                  help: set the parameter `BACKFILL = Y` instead
            "#]],
        );
        queue("MAX_RESERVE_TIME[5]", expect![[""]]);
    }

    #[test]
    fn adds_the_word() {
        check_fix(
            "Q203",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nRESOURCE_RESERVE = 20\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nRESOURCE_RESERVE = MAX_RESERVE_TIME[20]\nEnd Queue\n",
        );
    }
}
