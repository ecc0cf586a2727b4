use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values that must be `Y` or `N` and are not.
    ///
    /// # Effect
    /// LSF reads `y`, `yes`, `n` and `no` in any case. Any other word is reported in the log and treated as if the line were not there, so
    /// `BACKFILL = true` leaves backfilling off.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RERUNNABLE = true
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RERUNNABLE = Y
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a line that LSF ignores today becomes active.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such a value.
    pub P103 "not-y-n" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [facts("parameters")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::YesNo) else { return };
    let name = broken.setting.display_name();
    let range = context.error.range;
    let word = context.text();
    let found = findings
        .report(range, format!("`{name}` is `{word}`, which is neither `Y` nor `N`"))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting));
    match meant(word) {
        Some(meant) => found.help(format!("write `{meant}`")).fix(Fix::replace(
            Applicability::Unsafe,
            format!("write `{meant}`"),
            range,
            meant,
        )),
        None => found.help("write `Y` or `N`"),
    };
}

/// The answer in the words of other programs, or with one slip.
fn meant(word: &str) -> Option<&'static str> {
    let word = word.trim_matches(['"', '\'']).to_ascii_lowercase();
    match word.as_str() {
        "true" | "on" | "1" | "enable" | "enabled" | "t" | "y" | "yes" | "ye" | "yse" | "yess" => Some("Y"),
        "false" | "off" | "0" | "disable" | "disabled" | "f" | "n" | "no" | "non" | "noo" => Some("N"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# knows what is meant by words of other programs
        //- each Queue
        BACKFILL = true
                   ^^^^ P103 error `BACKFILL` is `true`, which is neither `Y` nor `N`
          RERUNNABLE = maybe
                       ^^^^^ P103 error `RERUNNABLE` is `maybe`, which is neither `Y` nor `N`
                       = help: write `Y` or `N`
            = fixed: BACKFILL = Y
        //#
        //- lsb.hosts
        Begin HostGroup
        GROUP_NAME CONDENSE GROUP_MEMBER
        g true (h1)
          ^^^^ P103 error `CONDENSE` is `true`, which is neither `Y` nor `N`
        End HostGroup
        //- fixed lsb.hosts
        -g true (h1)
        +g Y (h1)

        //# is silent about every accepted spelling
        //- each Queue
        BACKFILL = yes
          RERUNNABLE = No
          DATA_TRANSFER = y
          IGNORE_DEADLINE = -

        //# writes the letter
        //- each Queue
        BACKFILL = True
                   ^^^^ P103 error `BACKFILL` is `True`, which is neither `Y` nor `N`
          RERUNNABLE = off
                       ^^^ P103 error `RERUNNABLE` is `off`, which is neither `Y` nor `N`
            = fixed: BACKFILL = Y
            = fixed: RERUNNABLE = N
    "#]];
}
