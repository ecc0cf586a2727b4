use lsflint_lint::{Applicability, ErrorWords, Findings, Fix, SettingContext, rule};
use lsflint_spec::{ApsValue, TIME_UNITS};
use lsflint_syntax::ast::{ApsPair, ApsPart};
use lsflint_syntax::{ApsError, ErrorKind, Token};

use crate::aps::common::{ignores_line, is_priority, line_ignored, meaning, priority};

rule! {
    /// Finds values in APS_PRIORITY that their part does not take: zero, a negative limit, an unknown time unit, a word.
    ///
    /// # Effect
    /// LSF ignores the line: the queue works without absolute priority.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 0]] LIMIT[[JPRIORITY, -5]] GRACE_PERIOD[[JPRIORITY, 2d]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, -1]] LIMIT[[JPRIORITY, 5]] GRACE_PERIOD[[JPRIORITY, 48h]]
    /// End Queue
    /// ```
    ///
    /// A weight may be negative: it lowers the priority. A factor that should not count is left out.
    ///
    /// # Fix safety
    /// Unsafe: a formula that LSF ignores today becomes active.
    pub A101 "aps-value" {
        family: Aps, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "APS_PRIORITY")],
        checks: [Errors(NOT_A_NUMBER), SettingOf(is_priority, check)],
    }
}

const NOT_A_NUMBER: &[ErrorWords] = &[ErrorWords {
    error: ErrorKind::Aps(ApsError::NotANumber),
    message: "`{text}` is no number",
    complete: ignores_line,
    help: "write a number",
    fix: None,
}];

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    for part in priority.parts() {
        let Some(meaning) = meaning(part) else { continue };
        for pair in part.pairs() {
            number(part, pair, meaning, findings);
            if let Some(unit) = pair.unit() {
                self::unit(part, pair, unit, meaning, findings);
            }
        }
    }
}

fn number(part: ApsPart<'_>, pair: ApsPair<'_>, meaning: ApsValue, findings: &mut Findings) {
    let (Some(number), Some(value), Some(word)) = (pair.number(), pair.value(), part.keyword()) else { return };
    let word = word.text();
    let (message, help) = match meaning {
        ApsValue::Weight if number == 0.0 => (format!("zero in {word}"), "leave the factor out if it should not count"),
        _ if number == 0.0 => (format!("zero in {word}"), "leave the pair out"),
        ApsValue::Limit if number < 0.0 => {
            (format!("a negative value in {word}"), "write a positive number: it cuts off on both sides of zero")
        }
        ApsValue::GracePeriod if number < 0.0 => {
            (format!("a negative value in {word}"), "write the time a job must pend before the factor counts")
        }
        _ => return,
    };
    findings.report(value.range(), message).consequence(line_ignored()).help(help);
}

fn unit(part: ApsPart<'_>, pair: ApsPair<'_>, unit: Token<'_>, meaning: ApsValue, findings: &mut Findings) {
    let (Some(value), Some(word)) = (pair.value(), part.keyword()) else { return };
    let (text, word) = (unit.text(), word.text());
    let range = value.range().cover(unit.range());
    if meaning != ApsValue::GracePeriod {
        findings
            .report(unit.range(), format!("a unit in {word}: `{text}`"))
            .consequence(line_ignored())
            .help("remove the unit; only GRACE_PERIOD has times");
        return;
    }
    if TIME_UNITS.contains(&&*text) {
        return;
    }
    let found = findings.report(unit.range(), format!("`{text}` is no unit of {word}")).consequence(line_ignored());
    let right = pair.number().and_then(|number| match &*text.to_ascii_lowercase() {
        "d" | "day" | "days" => Some(format!("{}h", number * 24.0)),
        "sec" | "secs" => Some(format!("{number}s")),
        "min" | "mins" => Some(format!("{number}m")),
        "hr" | "hrs" => Some(format!("{number}h")),
        other => TIME_UNITS.contains(&other).then(|| format!("{number}{other}")),
    });
    match right {
        Some(right) => {
            let title = format!("write `{right}`");
            found.help(title.clone()).fix(Fix::replace(Applicability::Unsafe, title, range, right));
        }
        None => {
            found.help("write `s`, `m` or `h`; without a letter the number is in hours");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::aps::common::queue;
    use crate::testing::{check, check_fix};

    #[track_caller]
    fn check_value(value: &str, expect: expect_test::Expect) {
        check("A101", "lsb.queues", &queue(&format!("APS_PRIORITY = {value}")), expect);
    }

    // covers AP109, AP110, AP111, AP-049, users-pain 81, aps-zero
    #[test]
    fn zero_is_no_value() {
        check_value(
            "WEIGHT[[FS, 0]] LIMIT[[FS, 0.0]] GRACE_PERIOD[[FS, 0h]]",
            expect![[r#"
                3:28-3:29 error zero in WEIGHT
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: leave the factor out if it should not count
                3:43-3:46 error zero in LIMIT
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: leave the pair out
                3:67-3:68 error zero in GRACE_PERIOD
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: leave the pair out
            "#]],
        );
    }

    // covers AP112, AP-010, aps-limit-positive
    #[test]
    fn limits_are_positive() {
        check_value(
            "WEIGHT[[FS, 1]] LIMIT[[FS, -5]] GRACE_PERIOD[[FS, -1h]]",
            expect![[r#"
                3:43-3:45 error a negative value in LIMIT
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write a positive number: it cuts off on both sides of zero
                3:66-3:68 error a negative value in GRACE_PERIOD
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write the time a job must pend before the factor counts
            "#]],
        );
    }

    // covers AP113, aps-grace-unit
    #[test]
    fn times_are_seconds_minutes_hours() {
        check_value(
            "WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 2d]]",
            expect![[r#"
                3:53-3:54 error `d` is no unit of GRACE_PERIOD
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write `48h`
            "#]],
        );
        check_value(
            "WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 2x]]",
            expect![[r#"
                3:53-3:54 error `x` is no unit of GRACE_PERIOD
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write `s`, `m` or `h`; without a letter the number is in hours
            "#]],
        );
    }

    // covers AP115
    #[test]
    fn values_are_numbers() {
        check_value(
            "WEIGHT[[FS, high]]",
            expect![[r#"
                3:28-3:32 error `high` is no number
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write a number
            "#]],
        );
    }

    // covers AP132
    #[test]
    fn weights_have_no_unit() {
        check_value(
            "WEIGHT[[MEM, 2h]]",
            expect![[r#"
                3:30-3:31 error a unit in WEIGHT: `h`
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: remove the unit; only GRACE_PERIOD has times
            "#]],
        );
    }

    #[test]
    fn sound_values() {
        check_value("WEIGHT[[FS, -0.5] [MEM, +2]] LIMIT[[FS, 0.1]] GRACE_PERIOD[[FS, 600s] [MEM, 0.5]]", expect![[""]]);
    }

    #[test]
    fn converts_days() {
        let line = |value: &str| queue(&format!("APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, {value}]]"));
        check_fix("A101", "lsb.queues", &line("2d"), &line("48h"));
        check_fix("A101", "lsb.queues", &line("10min"), &line("10m"));
    }
}
