use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values that must be a whole number, perhaps with `%`, and are not.
    ///
    /// # Effect
    /// LSF reports the value in the log of the daemon and goes on without it.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// NO_PREEMPT_RUN_TIME    = half
    /// NO_PREEMPT_FINISH_TIME = 10 %
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// NO_PREEMPT_RUN_TIME    = 50%
    /// NO_PREEMPT_FINISH_TIME = 10%
    /// End Parameters
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a value that LSF ignores today becomes active.
    pub P110 "bad-percent" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [facts("parameters")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Percent) else { return };
    let name = broken.setting.display_name();
    let word = wording::word_around(&context.file.file.text, context.error.range);
    let message = match broken.error {
        ValueError::BlankAround(_) => format!("a blank before `%` in `{name}`"),
        _ => format!("`{name}` is `{word}`, which is neither a whole number nor a percentage"),
    };
    let found = findings
        .report(context.error.range, message)
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("write a whole number, or one with `%` directly after it");
    if let Some(fix) = wording::repair(broken.error, context.error.range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    #[test]
    fn reports_words_and_blanks() {
        check(
            "P110",
            "lsb.params",
            "Begin Parameters\nNO_PREEMPT_RUN_TIME = half\nNO_PREEMPT_FINISH_TIME = 10 %\nEnd Parameters\n",
            expect![[r#"
                2:23-2:27 warning `NO_PREEMPT_RUN_TIME` is `half`, which is neither a whole number nor a percentage
                  effect: LSF may ignore the line
                  help: write a whole number, or one with `%` directly after it
                3:28-3:30 warning a blank before `%` in `NO_PREEMPT_FINISH_TIME`
                  effect: LSF may ignore the line
                  help: write a whole number, or one with `%` directly after it
            "#]],
        );
    }

    #[test]
    fn is_silent_about_minutes_and_percentages() {
        check(
            "P110",
            "lsb.params",
            "Begin Parameters\nNO_PREEMPT_RUN_TIME = 60\nNO_PREEMPT_FINISH_TIME = 10%\nEnd Parameters\n",
            expect![[""]],
        );
    }

    #[test]
    fn joins_number_and_sign() {
        check_fix(
            "P110",
            "lsb.params",
            "Begin Parameters\nNO_PREEMPT_FINISH_TIME = 10 %\nEnd Parameters\n",
            "Begin Parameters\nNO_PREEMPT_FINISH_TIME = 10%\nEnd Parameters\n",
        );
    }
}
