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
    crate::testing::fixture![[r#"
        //# zero is not a value
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 0]] LIMIT[[FS, 0.0]] GRACE_PERIOD[[FS, 0h]]
                                   ^ A101 error zero in WEIGHT
                                                  ^^^ A101 error zero in LIMIT
                                        = help: leave the pair out
                                                                          ^ A101 error zero in GRACE_PERIOD

        //# limits are positive
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1]] LIMIT[[FS, -5]] GRACE_PERIOD[[FS, -1h]]
                                                  ^^ A101 error a negative value in LIMIT
                                                                         ^^ A101 error a negative value in GRACE_PERIOD
                                        = help: write the time a job must pend before the factor counts

        //# times are seconds minutes hours
        //- each Queue
        APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 2d]]
                                                            ^ A101 error `d` is no unit of GRACE_PERIOD
            = fixed: APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 48h]]
        APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 2x]]
                                                            ^ A101 error `x` is no unit of GRACE_PERIOD
                                        = help: write `s`, `m` or `h`; without a letter the number is in hours

        //# values are numbers
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, high]]
                                   ^^^^ A101 error `high` is no number
                                   = help: write a number

        //# weights have no unit
        //- each Queue
        APS_PRIORITY = WEIGHT[[MEM, 2h]]
                                     ^ A101 error a unit in WEIGHT: `h`
                                     = help: remove the unit; only GRACE_PERIOD has times

        //# sound values
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, -0.5] [MEM, +2]] LIMIT[[FS, 0.1]] GRACE_PERIOD[[FS, 600s] [MEM, 0.5]]

        //# converts days
        //- each Queue
        APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 10min]]
                                                             ^^^ A101 error `min` is no unit of GRACE_PERIOD
            = fixed: APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 10m]]
    "#]];
}
