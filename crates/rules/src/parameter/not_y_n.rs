use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values that must be `Y` or `N` but are neither.
    ///
    /// # Effect
    /// LSF accepts `y`, `yes`, `n` and `no` in any letter case. LSF logs any other word and ignores the line, so
    /// `BACKFILL = true` does not enable backfill scheduling.
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
    /// Unsafe: enables a line that LSF currently ignores.
    pub P103 "not-y-n" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
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
    let Some(broken) = owned(context, Owner::YesNo) else { return };
    let name = broken.setting.display_name();
    let range = context.error.range;
    let word = context.text();
    let found = findings
        .report(range, format!("invalid value `{word}` for `{name}`"))
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

/// The answer in the notation of other programs, or with one typo.
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
                   ^^^^ P103 error invalid value `true` for `BACKFILL`
          RERUNNABLE = maybe
                       ^^^^^ P103 error invalid value `maybe` for `RERUNNABLE`
                       = help: write `Y` or `N`
            = fixed: BACKFILL = Y
        BACKFILL = True
                   ^^^^ P103 error invalid value `True` for `BACKFILL`
          RERUNNABLE = off
                       ^^^ P103 error invalid value `off` for `RERUNNABLE`
            = fixed: BACKFILL = Y
            = fixed: RERUNNABLE = N
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME CONDENSE GROUP_MEMBER
        g true (h1)
          ^^^^ P103 error invalid value `true` for `CONDENSE`
        //- fixed lsb.hosts
        -g true (h1)
        +g Y (h1)

        //# switches of lsf.conf
        //- each lsf.conf
        LSF_HOST_CACHE_DISABLE=disable
                               ^^^^^^^ P103 error invalid value `disable` for `LSF_HOST_CACHE_DISABLE`
            = fixed: LSF_HOST_CACHE_DISABLE=N
        LSF_UGROUP_TRANSFER=yess
                            ^^^^ P103 error invalid value `yess` for `LSF_UGROUP_TRANSFER`
            = fixed: LSF_UGROUP_TRANSFER=Y
        LSB_MC_DISABLE_HOST_LOOKUP=Yes please
        LSF_HOST_CACHE_DISABLE=y
        LSF_UGROUP_TRANSFER=Y

        //# is silent about every accepted spelling
        //- each Queue
        BACKFILL = yes
          RERUNNABLE = No
          DATA_TRANSFER = y
          IGNORE_DEADLINE = -
    "#]];
}
