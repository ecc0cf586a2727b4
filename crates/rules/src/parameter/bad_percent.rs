use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values that must be an integer or a percentage but are neither.
    ///
    /// # Effect
    /// LSF logs an error and ignores the value.
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
    /// Unsafe: enables a value that LSF currently ignores.
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
        ValueError::BlankAround(_) => format!("whitespace before `%` in `{name}`"),
        _ => format!("`{name}` must be an integer or a percentage, not `{word}`"),
    };
    let found = findings
        .report(context.error.range, message)
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("write a whole number, with or without `%` directly after it");
    if let Some(fix) = wording::repair(broken.error, context.error.range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports words and spaces
        //- each Parameters
        NO_PREEMPT_RUN_TIME = half
                              ^^^^ P110 warning `NO_PREEMPT_RUN_TIME` must be an integer or a percentage, not `half`
          NO_PREEMPT_FINISH_TIME = 10 %
                                     ^^ P110 warning whitespace before `%` in `NO_PREEMPT_FINISH_TIME`
            = fixed: NO_PREEMPT_FINISH_TIME = 10%

        //# is silent about minutes and percentages
        //- each Parameters
        NO_PREEMPT_RUN_TIME = 60
          NO_PREEMPT_FINISH_TIME = 10%
    "#]];
}
