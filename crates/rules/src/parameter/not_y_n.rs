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
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers bool-value, CLU035, LSB-H026
    #[test]
    fn knows_what_is_meant_by_words_of_other_programs() {
        check(
            "P103",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nBACKFILL = true\nRERUNNABLE = maybe\nEnd Queue\n",
            expect![[r#"
                3:12-3:16 error `BACKFILL` is `true`, which is neither `Y` nor `N`
                  effect: LSF uses the default `N` instead of the value
                  help: write `Y`
                4:14-4:19 error `RERUNNABLE` is `maybe`, which is neither `Y` nor `N`
                  effect: LSF uses the default `no` instead of the value
                  help: write `Y` or `N`
            "#]],
        );
        check(
            "P103",
            "lsb.hosts",
            "Begin HostGroup\nGROUP_NAME CONDENSE GROUP_MEMBER\ng true (h1)\nEnd HostGroup\n",
            expect![[r#"
                3:3-3:7 error `CONDENSE` is `true`, which is neither `Y` nor `N`
                  effect: LSF uses the default `N` instead of the value
                  help: write `Y`
            "#]],
        );
    }

    #[test]
    fn is_silent_about_every_accepted_spelling() {
        check(
            "P103",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nBACKFILL = yes\nRERUNNABLE = No\nDATA_TRANSFER = y\nIGNORE_DEADLINE = -\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn writes_the_letter() {
        check_fix(
            "P103",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nBACKFILL = True\nRERUNNABLE = off\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nBACKFILL = Y\nRERUNNABLE = N\nEnd Queue\n",
        );
    }
}
