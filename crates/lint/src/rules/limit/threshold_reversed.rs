//! Finds load thresholds in the wrong order: jobs would be suspended before they may start.
//!
//! # Effect
//! LSF swaps the two numbers and writes a message. For `r15s`, `r1m`, `r15m`, `ut`, `pg`, `io` and `ls` more means more load, so the
//! second number is the larger one; for `it`, `tmp`, `swp` and `mem` it is the smaller one.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! mem        = 10/100
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! mem        = 100/10
//! End Queue
//! ```
//!
//! # Fix safety
//! Safe: the fix writes what LSF makes of it.
//!
//! # Sources
//! The reference page of lsb.queues; what two open-source readers of the files do with such a pair.

use lsflint_spec::{Direction, Grammar, builtin_resource};
use lsflint_syntax::ast::Threshold;

use crate::context::SettingContext;
use crate::diagnostic::{Applicability, Findings, Fix, TextEdit};
use crate::rule::{Check, FixSafety, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("L201", "threshold-reversed", Severity::Warning).fix(FixSafety::Safe),
    checks: &[Check::SettingWith(|it| *it == Grammar::Threshold, check)],
};

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(value) = setting.value.filter(|_| !context.broken) else { return };
    // This is asked for every cell of large tables: the text says cheaply that all is well.
    let text = context.file.text(value.range());
    let Some(slash) = text.bytes().position(|it| it == b'/') else { return };
    let Some(direction) = setting.spec.and_then(|it| builtin_resource(it.name)?.direction) else { return };
    if is_in_order(&text[..slash], &text[slash + 1..], direction) {
        return;
    }
    let Some(threshold) = setting.typed::<Threshold<'_>>() else { return };
    let (Some(schedule), Some(stop)) = (threshold.schedule(), threshold.stop()) else { return };
    let (Some(a), Some(b)) = (schedule.value(), stop.value()) else { return };
    let (reversed, load) = match direction {
        Direction::Increasing => (a > b, "more is more load, so the second number is the larger one"),
        Direction::Decreasing => (a < b, "less is more load, so the second number is the smaller one"),
    };
    // A negative number is a finding of its own.
    if !reversed || a < 0.0 || b < 0.0 {
        return;
    }
    let name = setting.display_name();
    let (first, second) = (schedule.number().text(), stop.number().text());
    let fix = Fix {
        applicability: Applicability::Safe,
        title: format!("write `{second}/{first}`"),
        edits: vec![
            TextEdit { range: schedule.range(), text: second.clone().into_owned() },
            TextEdit { range: stop.range(), text: first.clone().into_owned() },
        ],
    };
    findings
        .report(
            &RULE.meta,
            setting.value_range(),
            format!("`{name}` would suspend jobs at {second} before they may start at {first}"),
        )
        .effect("LSF swaps the two numbers and writes a message")
        .help(format!("write `{second}/{first}`: {load}"))
        .fix(fix);
}

/// Whether two plain numbers are in the right order.
fn is_in_order(schedule: &str, stop: &str, direction: Direction) -> bool {
    match (schedule.parse::<f64>(), stop.parse::<f64>(), direction) {
        (Ok(schedule), Ok(stop), Direction::Increasing) => schedule <= stop,
        (Ok(schedule), Ok(stop), Direction::Decreasing) => schedule >= stop,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers threshold-order-increasing, threshold-order-decreasing, LSB-H008, R-TH1
    #[test]
    fn knows_the_direction_of_each_index() {
        check(
            "L201",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nr1m = 2.5/0.8\nMEM = 10/100\nSWAP = 30/200\nEnd Queue\n",
            expect![[r#"
                3:7-3:14 warning `r1m` would suspend jobs at 0.8 before they may start at 2.5
                  effect: LSF swaps the two numbers and writes a message
                  help: write `0.8/2.5`: more is more load, so the second number is the larger one
                4:7-4:13 warning `mem` would suspend jobs at 100 before they may start at 10
                  effect: LSF swaps the two numbers and writes a message
                  help: write `100/10`: less is more load, so the second number is the smaller one
                5:8-5:14 warning `swp` would suspend jobs at 200 before they may start at 30
                  effect: LSF swaps the two numbers and writes a message
                  help: write `200/30`: less is more load, so the second number is the smaller one
            "#]],
        );
        check(
            "L201",
            "lsb.hosts",
            "Begin Host\nHOST_NAME r1m mem\nh1 2.0/0.7 100/400\nEnd Host\n",
            expect![[r#"
            3:4-3:11 warning `r1m` would suspend jobs at 0.7 before they may start at 2.0
              effect: LSF swaps the two numbers and writes a message
              help: write `0.7/2.0`: more is more load, so the second number is the larger one
            3:12-3:19 warning `mem` would suspend jobs at 400 before they may start at 100
              effect: LSF swaps the two numbers and writes a message
              help: write `400/100`: less is more load, so the second number is the smaller one
        "#]],
        );
    }

    #[test]
    fn is_silent_about_the_right_order_and_single_numbers() {
        check(
            "L201",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nr1m = 0.8/2.5\nmem = 100/10\nio = /50\nut = 0.5\nit = 5/-\nscratch = 10/5\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn swaps_the_numbers() {
        check_fix(
            "L201",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nr1m = 2.5/0.8\nmem = 10/100\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nr1m = 0.8/2.5\nmem = 100/10\nEnd Queue\n",
        );
    }
}
