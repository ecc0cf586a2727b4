use lsflint_lint::{Applicability, Consequence, Findings, Fix, Severity, WindowContext, rule};
use lsflint_spec::{MAX_DAY, MAX_HOUR, MAX_MINUTE, Switch, Target};
use lsflint_syntax::ast::{AstNode, TimePoint};
use lsflint_syntax::{TextRange, Token};

use crate::time::common::{condition_false, dropped};

rule! {
    /// Finds time windows with an invalid hour, minute or day.
    ///
    /// # Effect
    /// LSF ignores the window. The other windows of the list remain; if none is left, LSF ignores the parameter and
    /// jobs run at any time.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-24:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-0:00
    /// End Queue
    /// ```
    ///
    /// Hours are 0 to 23: midnight is `0:00`, also at the end of a window. Days are 0 to 7, where 0 and 7 are Sunday;
    /// before LSF 10.1, they are 0 to 6.
    ///
    /// # Fix safety
    /// Unsafe: enables a window that LSF currently ignores.
    pub T003 "window-out-of-range" {
        family: Time, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/time_windows_lsf", "hours 0-23, minutes 0-59, days 0-7"),
            volclava("lsf/lib/lib.conf.c", "parse_time", "numbers outside of these ranges are refused"),
            volclava(
                "lsf/lib/lib.conf.c",
                "parsewindow",
                "a window that cannot be read is ignored with the message `Bad time expression`; without any window, \
                 there is none",
            ),
        ],
        checks: [TimeWindow(check)],
    }
}

fn check(context: &WindowContext<'_>, findings: &mut Findings) {
    let target = context.file.cluster.switches().target;
    for point in context.window.opens().into_iter().chain(context.window.closes()) {
        check_point(point, context, target, findings);
    }
}

fn check_point(point: TimePoint<'_>, context: &WindowContext<'_>, target: Target, findings: &mut Findings) {
    let outcome = || if context.in_condition { condition_false() } else { dropped() };
    let [day, hour, minute] = point.day_hour_minute();
    let fields = [(day, "day", MAX_DAY), (hour, "hour", MAX_HOUR), (minute, "minute", MAX_MINUTE)];
    for (token, unit, max) in fields {
        let Some(token) = token else { continue };
        // A number that does not fit into the type is out of range as well.
        let number = token.text().parse().unwrap_or(u32::MAX);
        if number > max {
            let window = context.window.node().trimmed_range();
            report((point, window), token, (unit, max), outcome(), findings);
        } else if unit == "day" && number == MAX_DAY && !target.reads(Switch::DaySeven) {
            findings
                .report(token.range(), format!("day {number} is not supported by every target version"))
                .severity(Severity::Info)
                .consequence(outcome().possible())
                .help("write `0` for Sunday, which every version supports");
        }
    }
}

fn report(
    (point, window): (TimePoint<'_>, TextRange),
    token: Token<'_>,
    (unit, max): (&str, u32),
    outcome: Consequence,
    findings: &mut Findings,
) {
    let text = token.text();
    let found = findings.report(token.range(), format!("{unit} {text} is out of range"));
    found.consequence(outcome).about(window);
    let full_hour = point.minute().is_none_or(|it| it.text().bytes().all(|byte| byte == b'0'));
    if unit == "hour" && text.parse() == Ok(max + 1) && full_hour {
        found.help("write hour `0` for midnight, also at the end of a window").fix(Fix::replace(
            Applicability::Unsafe,
            "write hour `0`",
            token.range(),
            "0",
        ));
    } else {
        found.help(format!("write a number from 0 to {max}"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports every field that is too large
        //- each Queue
        RUN_WINDOW = 20:00-24:00 8:8:00-1:8:60
                           ^^ T003 error hour 24 is out of range
                                 ^ T003 error day 8 is out of range
                                 = help: write a number from 0 to 7
                                            ^^ T003 error minute 60 is out of range
          #if time(25-3)
                   ^^ T003 error hour 25 is out of range
                   = effect: LSF reads the condition as `false`, so it never reads the lines of this branch
          UJOB_LIMIT = 1
          #endif
            = fixed: RUN_WINDOW = 20:00-0:00 8:8:00-1:8:60

        //# accepts the bounds
        //- each Queue: RUN_WINDOW = 0:0:00-7:23:59

        //# midnight is hour zero
        //- each Queue
        RUN_WINDOW = 20:00-24:00
                           ^^ T003 error hour 24 is out of range
            = fixed: RUN_WINDOW = 20:00-0:00
    "#]];
}
