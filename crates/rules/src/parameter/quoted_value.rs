use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};

use crate::parameter::owner::{Owner, owned};

rule! {
    /// Finds quotes around a value that LSF reads without them.
    ///
    /// # Effect
    /// In the lsb.* files and in lsf.shared and lsf.cluster quotes are characters like any other: `"5"` is no number and `"hostA"` is no
    /// host. LSF ignores the value, or the first and the last word of it.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = "60"
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
    /// lsf.conf is another matter: there LSF takes double quotes off.
    ///
    /// # Fix safety
    /// Unsafe: a value that LSF ignores today becomes active.
    ///
    /// # Notes
    /// What two open-source readers of the files do with quotes. Parameters whose page shows quotes are left out.
    pub P116 "quoted-value" {
        family: Parameter, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Quoted) else { return };
    let name = broken.setting.display_name();
    let bare = context.text().trim_matches(['"', '\'']);
    findings
        .report(context.error.range, format!("quotes around the value of `{name}`"))
        .capped(broken.spec.confidence)
        .consequence(Item::Value.ignored().possible().because("it takes the quotes for a part of the value"))
        .help(format!("write `{bare}`"))
        .fix(Fix::replace(Applicability::Unsafe, "remove the quotes", context.error.range, bare));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    #[test]
    fn reports_quoted_numbers_and_lists() {
        check(
            "P116",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nNICE = \"5\"\nHOSTS = \"hostA hostB\"\nEnd Queue\n",
            expect![[r#"
                3:8-3:11 warning quotes around the value of `NICE`
                  effect: LSF may ignore the value because it takes the quotes for a part of the value
                  help: write `5`
                4:9-4:22 warning quotes around the value of `HOSTS`
                  effect: LSF may ignore the value because it takes the quotes for a part of the value
                  help: write `hostA hostB`
            "#]],
        );
    }

    #[test]
    fn is_silent_about_lsf_conf_and_documented_quotes() {
        check("P116", "lsf.conf", "LSF_LIM_PORT=\"7869\"\nLSF_MASTER_LIST=\"m1 m2\"\n", expect![[""]]);
        check(
            "P116",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nGPU_REQ = \"num=1\"\nRES_REQ = \"mem>5\"\nDESCRIPTION = \"quoted\"\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn removes_the_quotes() {
        check_fix(
            "P116",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nNICE = '5'\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nNICE = 5\nEnd Queue\n",
        );
    }
}
