use lsflint_lint::{Applicability, Findings, Fix, Origin, SettingContext, rule};

rule! {
    /// Finds a parameter that is not written in the letter case of the documentation.
    ///
    /// # Effect
    /// None: LSF takes any letter case in sections. It is a matter of style, so the rule is off unless selected.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// priority   = 40
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Safe: LSF reads the line in the same way before and after.
    pub P006 "parameter-case" {
        family: Parameter, scope: OwnFile, severity: Info, fix: Safe, status: OptIn, presets: [Pedantic],
        sources: [facts("sections and columns")],
        checks: [Setting(check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(spec) = setting.spec.filter(|_| setting.origin == Origin::Keyed) else { return };
    let text = setting.name.text();
    let spelled =
        std::iter::once(spec.name).chain(spec.aliases.iter().copied()).find(|it| it.eq_ignore_ascii_case(&text));
    let Some(spelled) = spelled.filter(|it| **it != *text) else { return };
    findings
        .report(setting.name.range(), format!("`{text}` is documented as `{spelled}`"))
        .help(format!("write `{spelled}`"))
        .fix(Fix::replace(Applicability::Safe, format!("write `{spelled}`"), setting.name.range(), spelled));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers keyword-case
    #[test]
    fn letter_case() {
        check(
            "P006",
            "lsb.queues",
            "Begin Queue\nQueue_Name = q\nr1m = 1\nEnd Queue\n",
            expect![[r#"
            2:1-2:11 info `Queue_Name` is documented as `QUEUE_NAME`
              help: write `QUEUE_NAME`
        "#]],
        );
        check_fix(
            "P006",
            "lsb.queues",
            "Begin Queue\nqueue_name = q\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q\nEnd Queue\n",
        );
    }
}
