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
    crate::testing::fixture![[r#"
        //# reports words and units
        //- each Queue
        PJOB_LIMIT = half
                     ^^^^ P102 error `PJOB_LIMIT` is `half`, which is not a number
          CPU_TIME_FACTOR = 70%
                              ^ P102 warning `CPU_TIME_FACTOR` takes a number without a unit, not `70%`
                              = effect: LSF may ignore the line
                              = help: write a number

        //# a host model is lost
        //- lsf.shared
        Begin HostModel
        MODELNAME CPUFACTOR ARCHITECTURE
        PC fast (x15)
           ^^^^ P102 error `CPUFACTOR` is `fast`, which is not a number
            = effect: LSF drops the row
            = help: write a number above 0
        End HostModel

        //# is silent about numbers
        //- each Queue
        PJOB_LIMIT = 1.5
          CPU_TIME_FACTOR = .7
          HIST_HOURS = 5
    "#]];
}
