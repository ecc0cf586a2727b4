use lsflint_lint::{ErrorContext, Findings, Item, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds invalid entries in lists of exit codes.
    ///
    /// # Effect
    /// LSF reports the word and ignores it. If the list has no valid code, LSF ignores the whole list, and jobs finish
    /// instead of being requeued.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME           = night
    /// REQUEUE_EXIT_VALUES  = 30 EXCLUDE 20
    /// SUCCESS_EXIT_VALUES  = 230, 222
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME           = night
    /// REQUEUE_EXIT_VALUES  = 30 EXCLUDE(20)
    /// SUCCESS_EXIT_VALUES  = 230 222
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables codes that LSF currently ignores.
    pub P108 "bad-exit-codes" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsb.queues", "REQUEUE_EXIT_VALUES"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "checkRequeEValues",
                "a value that is not a number from 0 to 255 is ignored",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::ExitCodes) else { return };
    let name = broken.setting.display_name();
    let problem = wording::problem(broken.error, context.text());
    let found = findings
        .report(wording::place(context.error.range, &broken.setting), format!("{problem} in `{name}`"))
        .capped(broken.spec.confidence)
        .consequence(
            Item::Value
                .ignored()
                .called("this part of the list")
                .logged()
                .possible_unless(wording::is_sure(broken.spec)),
        )
        .help(
            "separate codes from 0 to 255 with spaces; write `all ~1` for all codes but 1, and no space before `(` in \
             `EXCLUDE(20)`",
        );
    if let Some(fix) = wording::repair(broken.error, context.error.range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports what is not a code
        //- each Queue
        REQUEUE_EXIT_VALUES = 99 x EXCLUDE 20
                                 ^ P108 error expected an exit code, found `x` in `REQUEUE_EXIT_VALUES`
                                           ^^ P108 error
                                        = expected `(` after `EXCLUDE`, found `20` in `REQUEUE_EXIT_VALUES`
          SUCCESS_EXIT_VALUES = 1-5
                                ^^^ P108 warning expected an exit code, found `1-5` in `SUCCESS_EXIT_VALUES`
        REQUEUE_EXIT_VALUES = 99, 100, EXCLUDE(1
                                ^ P108 error items separated by commas in `REQUEUE_EXIT_VALUES`
                                              ^ P108 error unclosed `(` in `REQUEUE_EXIT_VALUES`
            = fixed: REQUEUE_EXIT_VALUES = 99 100 EXCLUDE(1
        REQUEUE_EXIT_VALUES = 99, 100,101
                                ^ P108 error items separated by commas in `REQUEUE_EXIT_VALUES`
            = fixed: REQUEUE_EXIT_VALUES = 99 100 101

        //# is silent about the whole grammar
        //- each Queue
        REQUEUE_EXIT_VALUES = all ~1 ~2 EXCLUDE(20 30)
          SUCCESS_EXIT_VALUES = 230 222 12
    "#]];
}
