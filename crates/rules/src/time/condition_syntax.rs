use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ErrorKind;
use lsflint_syntax::TimeError::{self, *};

rule! {
    /// Finds conditions of `#if` and `#elif` that LSF cannot read.
    ///
    /// # Effect
    /// LSF takes the condition as false: the lines of the branch are never read.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time 8:00-18:00
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(8:00-18:00)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    ///
    /// A condition is `time(window ...)`, combined with `&&`, `||` and `!`. A line of prose that begins with `#if` is a directive too: write
    /// a blank after the `#`.
    ///
    /// # Notes
    /// The effect was seen in the code of two open-source readers.
    pub T101 "time-expression-syntax" {
        family: Time,
        scope: OwnFile,
        severity: Error,
        sources: [ibm("topic=configuration-automatic-time-based", "")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let ErrorKind::Time(error) = context.error.kind else { return };
    // In `#if needed raise the limit` the first word gives the prose away; rule F302 speaks for it.
    let Some((message, help)) = wording(error, context.text()) else { return };
    findings
        .report(context.error.range, message)
        .effect("LSF takes the condition as false: the lines of this branch are never read")
        .help(help);
}

/// Message and help; `None` for errors inside a window, which have rules of their own.
fn wording(error: TimeError, text: &str) -> Option<(String, String)> {
    let form = "write the condition as `time(8:00-18:00)`, combined with `&&`, `||` and `!`";
    Some(match error {
        MissingTimeCall => {
            (format!("`{text}` stands outside `time( )`"), format!("write `time({})`", text.trim_matches(['(', ')'])))
        }
        MissingParenthesis => ("`time` is not followed by windows in parentheses".to_owned(), form.to_owned()),
        EmptyTime => ("`time()` holds no window".to_owned(), form.to_owned()),
        UnclosedParenthesis => ("this parenthesis is never closed".to_owned(), "write the closing `)`".to_owned()),
        UnopenedParenthesis => ("this parenthesis was never opened".to_owned(), "remove it".to_owned()),
        SingleOperator => (format!("`{text}` is no operator of a condition"), format!("write `{text}{text}`")),
        MissingOperand => (format!("`{text}` has nothing to combine"), form.to_owned()),
        UnexpectedText => (
            format!("`{text}` has no place in a condition"),
            "write `time(...)`; a comment needs a blank after its `#`, or it is read as a directive".to_owned(),
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_condition(condition: &str, expect: Expect) {
        let text = format!("Begin Queue\nQUEUE_NAME = q\n#if {condition}\nUJOB_LIMIT = 1\n#endif\nEnd Queue\n");
        check("T101", "lsb.queues", &text, expect);
    }

    // covers timeconf-expression
    #[test]
    fn says_what_is_wrong() {
        check_condition(
            "time 8:00-18:00",
            expect![[r#"
            3:10-3:20 error `time` is not followed by windows in parentheses
              effect: LSF takes the condition as false: the lines of this branch are never read
              help: write the condition as `time(8:00-18:00)`, combined with `&&`, `||` and `!`
        "#]],
        );
        check_condition(
            "(8:00-18:00)",
            expect![[r#"
            3:5-3:17 error `(8:00-18:00)` stands outside `time( )`
              effect: LSF takes the condition as false: the lines of this branch are never read
              help: write `time(8:00-18:00)`
        "#]],
        );
        check_condition(
            "time()",
            expect![[r#"
            3:9-3:11 error `time()` holds no window
              effect: LSF takes the condition as false: the lines of this branch are never read
              help: write the condition as `time(8:00-18:00)`, combined with `&&`, `||` and `!`
        "#]],
        );
        check_condition(
            "time(8:00-18:00",
            expect![[r#"
            3:9-3:10 error this parenthesis is never closed
              effect: LSF takes the condition as false: the lines of this branch are never read
              help: write the closing `)`
        "#]],
        );
        check_condition(
            "time(8:00-18:00) & time(9:00-10:00)",
            expect![[r#"
            3:22-3:23 error `&` is no operator of a condition
              effect: LSF takes the condition as false: the lines of this branch are never read
              help: write `&&`
        "#]],
        );
        check_condition(
            "time(8:00-18:00) &&",
            expect![[r#"
            3:22-3:24 error `&&` has nothing to combine
              effect: LSF takes the condition as false: the lines of this branch are never read
              help: write the condition as `time(8:00-18:00)`, combined with `&&`, `||` and `!`
        "#]],
        );
    }

    #[test]
    fn accepts_every_documented_form() {
        check_condition("time(8:00-18:00)", expect![[""]]);
        check_condition("time (12-13)", expect![[""]]);
        check_condition("time(5:16:30-1:8:30 EDT 20:00-8:30 EDT)", expect![[""]]);
        check_condition("time(8:00-18:00) && !time(6:0:00-0:23:59) || time(1-2)", expect![[""]]);
    }
}
