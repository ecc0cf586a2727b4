use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values that must be numbers but are not.
    ///
    /// # Effect
    /// LSF logs an error and ignores the value, so the default applies. LSF drops the whole row of a host model whose
    /// CPU factor is not a number.
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
    pub P102 "not-a-number" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            facts("parameters"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Queues",
                "values of another type or outside of the range are ignored with a message",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Number) else { return };
    let name = broken.setting.display_name();
    let word = wording::word_around(&context.file.file.text, context.error.range);
    let message = match broken.error {
        ValueError::Unit => format!("`{name}` must be a number without a unit, not `{word}`"),
        _ => format!("`{name}` must be a number, not `{word}`"),
    };
    findings
        .report(context.error.range, message)
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help(wording::number_help("a number", broken.spec));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports words and units
        //- each Queue
        PJOB_LIMIT = half
                     ^^^^ P102 error `PJOB_LIMIT` must be a number, not `half`
          CPU_TIME_FACTOR = 70%
                              ^ P102 warning `CPU_TIME_FACTOR` must be a number without a unit, not `70%`
                              = effect: LSF may ignore the line
                              = help: write a number

        //# a host model is lost
        //- HostModel of lsf.shared
        MODELNAME CPUFACTOR ARCHITECTURE
        PC fast (x15)
           ^^^^ P102 error `CPUFACTOR` must be a number, not `fast`
            = effect: LSF drops the row
            = help: write a number above 0

        //# is silent about numbers
        //- each Queue
        PJOB_LIMIT = 1.5
          CPU_TIME_FACTOR = .7
          HIST_HOURS = 5
    "#]];
}
