use lsflint_lint::{ErrorContext, Findings, rule, suggest};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values that must be whole numbers and are not.
    ///
    /// # Effect
    /// LSF reports the value in the log of the daemon and goes on without it: the default applies. A limit that cannot be read is no limit.
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
    /// A unit is part of the parameter, not of the value: `NEW_JOB_SCHED_DELAY = 10s` is no number either.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such a value.
    pub P101 "not-an-integer" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [facts("parameters")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Integer) else { return };
    let name = broken.setting.display_name();
    let word = wording::word_around(&context.file.file.text, context.error.range);
    let message = match broken.error {
        ValueError::Unit => format!("`{name}` takes a whole number without a unit, not `{word}`"),
        _ => format!("`{name}` is `{word}`, which is not a whole number"),
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
                   ^^^^ P101 error `PRIORITY` is `high`, which is not a whole number
          UJOB_LIMIT = 3.5
                       ^^^ P101 error `UJOB_LIMIT` is `3.5`, which is not a whole number
          NEW_JOB_SCHED_DELAY = 10s
                                  ^ P101 warning `NEW_JOB_SCHED_DELAY` takes a whole number without a unit, not `10s`
                                  = effect: LSF may ignore the line
                                  = help: write a whole number of seconds

        //# the default follows where it is known
        //- each Parameters
        MBD_SLEEP_TIME = ten
                         ^^^ P101 error `MBD_SLEEP_TIME` is `ten`, which is not a whole number
                         = effect: LSF ignores the line
                         = help: write a whole number of seconds, at least 1

        //# a row of resources is lost
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lic Numeric 1.5 N (x)
                    ^^^ P101 error `INTERVAL` is `1.5`, which is not a whole number
                    = effect: LSF drops the row
        End Resource

        //# suggests the word that is allowed
        //- each Queue
        MAX_RSCHED_TIME = infinite
                          ^^^^^^^^ P101 error `MAX_RSCHED_TIME` is `infinite`, which is not a whole number
                          = help: did you mean `infinit`?

        //# is silent about numbers unset values templates and words the parameter takes
        //- lsb.hosts
        Begin Host
        HOST_NAME MXJ JL/U MIG
        h1 ! - ()
        h2 4 2 0
        End Host
        //#
        //- each Queue
        PRIORITY = {{ priority }}
          MAX_RSCHED_TIME = INFINIT
    "#]];
}
