use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values that must be numbers and are not.
    ///
    /// # Effect
    /// LSF reports the value in the log of the daemon and goes on without it: the default applies. A host model whose CPU factor is no
    /// number loses its whole row.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PJOB_LIMIT = half
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PJOB_LIMIT = 0.5
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// What two open-source readers of the files do with such a value.
    pub P102 "not-a-number" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [facts("parameters")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Number) else { return };
    let name = broken.setting.display_name();
    let word = wording::word_around(&context.file.file.text, context.error.range);
    let message = match broken.error {
        ValueError::Unit => format!("`{name}` takes a number without a unit, not `{word}`"),
        _ => format!("`{name}` is `{word}`, which is not a number"),
    };
    findings
        .report(context.error.range, message)
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help(wording::number_help("a number", broken.spec));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers limit-negative (PJOB_LIMIT), factor-range, LSB-U024
    #[test]
    fn reports_words_and_units() {
        check(
            "P102",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nPJOB_LIMIT = half\nCPU_TIME_FACTOR = 70%\nEnd Queue\n",
            expect![[r#"
                3:14-3:18 error `PJOB_LIMIT` is `half`, which is not a number
                  effect: LSF uses the default `unlimited` instead of the value
                  help: write a number, at least 0
                4:21-4:22 warning `CPU_TIME_FACTOR` takes a number without a unit, not `70%`
                  effect: LSF may ignore the line
                  help: write a number
            "#]],
        );
    }

    // covers SHR032
    #[test]
    fn a_host_model_is_lost() {
        check(
            "P102",
            "lsf.shared",
            "Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nPC fast (x15)\nEnd HostModel\n",
            expect![[r#"
                3:4-3:8 error `CPUFACTOR` is `fast`, which is not a number
                  effect: LSF drops the row
                  help: write a number above 0
            "#]],
        );
    }

    #[test]
    fn is_silent_about_numbers() {
        check(
            "P102",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nPJOB_LIMIT = 1.5\nCPU_TIME_FACTOR = .7\nHIST_HOURS = 5\nEnd Queue\n",
            expect![[""]],
        );
    }
}
