use lsflint_lint::{Applicability, ErrorWords, Findings, Fix, SettingContext, rule};
use lsflint_spec::{ApsValue, TIME_UNITS};
use lsflint_syntax::ast::{ApsPair, ApsPart};
use lsflint_syntax::{ApsError, ErrorKind, Token};

use crate::aps::common::{ignores_line, is_priority, line_ignored, meaning, priority};

rule! {
    /// Finds invalid values in APS_PRIORITY: zero, a negative limit or grace period, an unknown time unit, a word in
    /// place of a number.
    ///
    /// # Effect
    /// LSF may ignore the line; then the queue does not use absolute priority scheduling.
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
    /// A weight can be negative, which lowers the priority. To ignore a factor, leave it out.
    ///
    /// # Fix safety
    /// Unsafe: enables a line that LSF currently ignores.
    pub A101 "aps-value" {
        family: Aps, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/job_priority_aps", "limits must be positive"),
            ibm("lsb.queues", "APS_PRIORITY: weights and limits are numbers; grace periods have the units s, m and h"),
            manual(
                "Platform LSF Configuration Reference 7.3, page 282",
                "APS_PRIORITY: weights, limits and grace periods may not be 0",
            ),
        ],
        checks: [Errors(NOT_A_NUMBER), SettingOf(is_priority, check)],
    }
}

const NOT_A_NUMBER: &[ErrorWords] = &[ErrorWords {
    error: ErrorKind::Aps(ApsError::NotANumber),
    message: "`{text}` is not a number",
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
        ApsValue::Weight if number == 0.0 => (format!("zero in `{word}`"), "remove the pair to ignore the factor"),
        _ if number == 0.0 => (format!("zero in `{word}`"), "remove the pair"),
        ApsValue::Limit if number < 0.0 => (
            format!("negative value in `{word}`"),
            "write a positive number; it limits the factor above and below zero",
        ),
        ApsValue::GracePeriod if number < 0.0 => {
            (format!("negative value in `{word}`"), "write the time that a job must pend before LSF uses the factor")
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
            .report(unit.range(), format!("unit `{text}` is not allowed in `{word}`"))
            .consequence(line_ignored())
            .help("remove the unit; only `GRACE_PERIOD` takes a time");
        return;
    }
    if TIME_UNITS.contains(&&*text) {
        return;
    }
    let found = findings.report(unit.range(), format!("invalid unit `{text}` in `{word}`")).consequence(line_ignored());
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
            found.help("write `s`, `m` or `h`; the default is hours");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# zero is not a value
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 0]] LIMIT[[FS, 0.0]] GRACE_PERIOD[[FS, 0h]]
                                   ^ A101 error zero in `WEIGHT`
                                                  ^^^ A101 error zero in `LIMIT`
                                        = help: remove the pair
                                                                          ^ A101 error zero in `GRACE_PERIOD`

        //# limits are positive
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1]] LIMIT[[FS, -5]] GRACE_PERIOD[[FS, -1h]]
                                                  ^^ A101 error negative value in `LIMIT`
                                                                         ^^ A101 error negative value in `GRACE_PERIOD`
                                        = help: write the time that a job must pend before LSF uses the factor

        //# times are seconds minutes hours
        //- each Queue
        APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 2d]]
                                                            ^ A101 error invalid unit `d` in `GRACE_PERIOD`
            = fixed: APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 48h]]
        APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 2x]]
                                                            ^ A101 error invalid unit `x` in `GRACE_PERIOD`
                                        = help: write `s`, `m` or `h`; the default is hours

        //# values are numbers
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, high]]
                                   ^^^^ A101 error `high` is not a number
                                   = help: write a number

        //# weights have no unit
        //- each Queue
        APS_PRIORITY = WEIGHT[[MEM, 2h]]
                                     ^ A101 error unit `h` is not allowed in `WEIGHT`
                                     = help: remove the unit; only `GRACE_PERIOD` takes a time

        //# sound values
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, -0.5] [MEM, +2]] LIMIT[[FS, 0.1]] GRACE_PERIOD[[FS, 600s] [MEM, 0.5]]
        APS_PRIORITY = WEIGHT[[FS, 1e1]] LIMIT[[FS, 1e3]]

        //# converts days
        //- each Queue
        APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 10min]]
                                                             ^^^ A101 error invalid unit `min` in `GRACE_PERIOD`
            = fixed: APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 10m]]
    "#]];
}
