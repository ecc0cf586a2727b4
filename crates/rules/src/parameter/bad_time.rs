use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, SettingContext, rule};
use lsflint_syntax::ValueError;
use lsflint_syntax::ast::RunTime;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds run times that are not in the form `[hour:]minute`.
    ///
    /// # Effect
    /// LSF ignores the line, so the limit does not apply.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUNLIMIT   = 10h
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUNLIMIT   = 10:00
    /// End Queue
    /// ```
    ///
    /// Minutes can exceed 59: `3:30` and `210` are the same. Seconds and units are not allowed. A time of day, such as
    /// ACCT_ARCHIVE_TIME, requires both parts and ranges from 0:00 to 23:59.
    ///
    /// # Fix safety
    /// Unsafe: enables a limit that LSF currently ignores.
    pub P107 "bad-time" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsb.queues", "RUNLIMIT"),
            ibm("lsb.queues", "CPULIMIT"),
            ibm("lsb.params", "ACCT_ARCHIVE_TIME"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseLimitAndSpec",
                "a time that is not `minutes` or `hours:minutes` is ignored",
            ),
        ],
        checks: [SyntaxError(duration), SettingNamed(&["ACCT_ARCHIVE_TIME"], time_of_day)],
    }
}

fn duration(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Time) else { return };
    let name = broken.setting.display_name();
    let range = context.error.range;
    let word = wording::word_around(&context.file.file.text, range);
    let message = match broken.error {
        ValueError::BlankAround(_) => format!("whitespace around `:` in `{name}`"),
        _ => format!("`{name}` must be `[hour:]minute`, not `{word}`"),
    };
    let found =
        findings.report(range, message).capped(broken.spec.confidence).consequence(wording::lost(&broken.setting));
    if let Some(fix) = wording::repair(broken.error, range, &broken.setting, &context.file.file.text) {
        found.help("remove the whitespace").fix(fix);
        return;
    }
    match in_minutes(word) {
        Some(time) => {
            let start = u32::try_from(word.len()).unwrap_or(0);
            let whole =
                lsflint_syntax::TextRange::new(range.end() - lsflint_syntax::TextSize::from(start), range.end());
            let title = format!("write `{time}`");
            found.help(title.clone()).fix(Fix::replace(Applicability::Unsafe, title, whole, time))
        }
        None => found.help("write hours and minutes, such as `8:00`, or only minutes, such as `480`"),
    };
}

/// Converts `10h`, `90min` or `2d` to `[hour:]minute`.
fn in_minutes(word: &str) -> Option<String> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let number: u32 = word[..digits].parse().ok()?;
    match word[digits..].to_ascii_lowercase().as_str() {
        "h" | "hr" | "hrs" | "hour" | "hours" => Some(format!("{number}:00")),
        "m" | "min" | "mins" | "minute" | "minutes" => Some(number.to_string()),
        "d" | "day" | "days" => Some(format!("{}:00", number.checked_mul(24)?)),
        _ => None,
    }
}

/// Checks that a time of day has hours and minutes, both within the 24-hour clock.
fn time_of_day(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(time)) = (setting.spec, setting.typed::<RunTime<'_>>()) else { return };
    let hour = time.hour().and_then(|it| it.integer());
    let minute = time.minute().and_then(|it| it.integer());
    let good = hour.is_some_and(|it| (0..=23).contains(&it)) && minute.is_some_and(|it| (0..=59).contains(&it));
    if context.broken || good {
        return;
    }
    let name = setting.display_name();
    let text = context.file.text(setting.value_range());
    findings
        .report(setting.value_range(), format!("`{name}` must be a time of day, not `{text}`"))
        .capped(spec.confidence)
        .consequence(wording::lost(setting))
        .help("write hours and minutes in 24-hour format, such as `03:30`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports units words and signs
        //- each Queue
        RUNLIMIT = 10h 1h30
                     ^ P107 error `RUNLIMIT` must be `[hour:]minute`, not `10h`
                       ^^^^ P107 error `RUNLIMIT` must be `[hour:]minute`, not `1h30`
                       = help: write hours and minutes, such as `8:00`, or only minutes, such as `480`
          CPULIMIT = x
                     ^ P107 error `CPULIMIT` must be `[hour:]minute`, not `x`
          PEND_TIME_LIMIT = 8 : 00
                             ^^^ P107 error whitespace around `:` in `PEND_TIME_LIMIT`
                             = effect: LSF ignores the line
                             = help: remove the whitespace
                             = fix (unsafe): remove the whitespace
            = fixed: RUNLIMIT = 10:00 1h30
            = fixed: PEND_TIME_LIMIT = 8:00
        RUNLIMIT = 10h
                     ^ P107 error `RUNLIMIT` must be `[hour:]minute`, not `10h`
          CPULIMIT = 90min/hostA
                       ^^^ P107 error `CPULIMIT` must be `[hour:]minute`, not `90min`
          PEND_TIME_LIMIT = 8 :00
                             ^^ P107 error whitespace around `:` in `PEND_TIME_LIMIT`
            = fixed: RUNLIMIT = 10:00
            = fixed: CPULIMIT = 90/hostA
            = fixed: PEND_TIME_LIMIT = 8:00

        //# a time of day is on the clock
        //- each Parameters
        ACCT_ARCHIVE_TIME = 24:30
                            ^^^^^ P107 warning `ACCT_ARCHIVE_TIME` must be a time of day, not `24:30`
                            = effect: LSF may ignore the line
                            = help: write hours and minutes in 24-hour format, such as `03:30`
        ACCT_ARCHIVE_TIME = 03:30

        //# is silent about times with hosts
        //- each Queue
        RUNLIMIT = 60/hostA 3:30/hostA
          CPULIMIT = 90
    "#]];
}
