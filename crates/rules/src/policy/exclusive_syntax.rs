use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds EXCLUSIVE values other than `Y`, `N` and `CU[type]`.
    ///
    /// # Effect
    /// LSF ignores the line: jobs of the queue cannot have hosts for themselves.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// EXCLUSIVE  = true
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// EXCLUSIVE  = Y
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: hosts become exclusive that are shared today.
    ///
    /// # Notes
    /// What two open-source readers of the file do with other words.
    pub Q401 "exclusive-syntax" {
        family: Policy, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "EXCLUSIVE")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Exclusive) else { return };
    let range = wording::place(context.error.range, &broken.setting);
    let found = findings
        .report(range, format!("{} in `EXCLUSIVE`", wording::problem(broken.error, context.text())))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("write `Y`, `N`, `CU` or `CU[type]`");
    let meant = match context.text().to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => "Y",
        "false" | "off" | "0" => "N",
        _ => {
            if let Some(fix) = wording::repair(broken.error, range, &broken.setting, &context.file.file.text) {
                found.fix(fix);
            }
            return;
        }
    };
    if range == broken.setting.value_range() {
        let title = format!("write `{meant}`");
        found.help(title.clone()).fix(Fix::replace(Applicability::Unsafe, title, range, meant));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::{check, check_fix};

    fn queue(value: &str, expected: Expect) {
        check(
            "Q401",
            "lsb.queues",
            &format!("Begin Queue\nQUEUE_NAME = q1\nEXCLUSIVE = {value}\nEnd Queue\n"),
            expected,
        );
    }

    #[test]
    fn reads_words_and_brackets() {
        queue(
            "maybe",
            expect![[r#"
                3:13-3:18 error `Y`, `N` or `CU[type]` is expected instead of `maybe` in `EXCLUSIVE`
                  effect: LSF uses the default `N` instead of the value
                  help: write `Y`, `N`, `CU` or `CU[type]`
            "#]],
        );
        queue(
            "true",
            expect![[r#"
                3:13-3:17 error `Y`, `N` or `CU[type]` is expected instead of `true` in `EXCLUSIVE`
                  effect: LSF uses the default `N` instead of the value
                  help: write `Y`
            "#]],
        );
        queue(
            "CU [rack]",
            expect![[r#"
                3:15-3:17 error blanks around `[` in `EXCLUSIVE`
                  effect: LSF uses the default `N` instead of the value
                  help: write `Y`, `N`, `CU` or `CU[type]`
            "#]],
        );
        queue(
            "CU[rack",
            expect![[r#"
                3:15-3:16 error `[` is never closed in `EXCLUSIVE`
                  effect: LSF uses the default `N` instead of the value
                  help: write `Y`, `N`, `CU` or `CU[type]`
            "#]],
        );
        queue(
            "Y N",
            expect![[r#"
                3:15-3:16 error `N` is one value too many in `EXCLUSIVE`
                  effect: LSF uses the default `N` instead of the value
                  help: write `Y`, `N`, `CU` or `CU[type]`
            "#]],
        );
    }

    #[test]
    fn is_silent_about_documented_forms() {
        for value in ["Y", "n", "Yes", "CU", "CU[]", "CU[enclosure]"] {
            queue(value, expect![[""]]);
        }
    }

    #[test]
    fn writes_the_word() {
        check_fix(
            "Q401",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nEXCLUSIVE = true\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nEXCLUSIVE = Y\nEnd Queue\n",
        );
    }
}
