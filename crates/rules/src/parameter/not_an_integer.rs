use lsflint_lint::{ErrorContext, Findings, rule, suggest};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values that must be integers but are not.
    ///
    /// # Effect
    /// LSF logs an error and ignores the value, so the default applies. If the value of a limit is not an integer, no
    /// limit applies.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = high
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 60
    /// End Queue
    /// ```
    ///
    /// The parameter determines the unit, so the value must not have one: `NEW_JOB_SCHED_DELAY = 10s` is not an
    /// integer.
    pub P101 "not-an-integer" {
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
    let Some(broken) = owned(context, Owner::Integer) else { return };
    let name = broken.setting.display_name();
    let word = wording::word_around(&context.file.file.text, context.error.range);
    let message = match broken.error {
        ValueError::Unit => format!("`{name}` must be an integer without a unit, not `{word}`"),
        _ => format!("`{name}` must be an integer, not `{word}`"),
    };
    let near = suggest::near(word, broken.spec.literals.iter().copied());
    let help = match near {
        Some(near) => suggest::did_you_mean(near.name),
        None => wording::number_help("a whole number", broken.spec),
    };
    findings
        .report(context.error.range, message)
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help(help);
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports words and fractions
        //- each Queue
        PRIORITY = high
                   ^^^^ P101 error `PRIORITY` must be an integer, not `high`
          UJOB_LIMIT = 3.5
                       ^^^ P101 error `UJOB_LIMIT` must be an integer, not `3.5`
          NEW_JOB_SCHED_DELAY = 10s
                                  ^ P101 warning `NEW_JOB_SCHED_DELAY` must be an integer without a unit, not `10s`
                                  = effect: LSF may ignore the line
                                  = help: write a whole number of seconds

        //# the default follows where it is known
        //- each Parameters
        MBD_SLEEP_TIME = ten
                         ^^^ P101 error `MBD_SLEEP_TIME` must be an integer, not `ten`
                         = effect: LSF ignores the line
                         = help: write a whole number of seconds, at least 1

        //# a row of resources is lost
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lic Numeric 1.5 N (x)
                    ^^^ P101 error `INTERVAL` must be an integer, not `1.5`
                    = effect: LSF drops the row

        //# suggests the word that is allowed
        //- each Queue
        MAX_RSCHED_TIME = infinite
                          ^^^^^^^^ P101 error `MAX_RSCHED_TIME` must be an integer, not `infinite`
                          = help: did you mean `infinit`?

        //# is silent about numbers unset values templates and words the parameter takes
        //- Host of lsb.hosts
        HOST_NAME MXJ JL/U MIG
        h1 ! - ()
        h2 4 2 0
        //#
        //- each Queue
        PRIORITY = {{ priority }}
          MAX_RSCHED_TIME = INFINIT
    "#]];
}
