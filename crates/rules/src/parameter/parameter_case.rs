use lsflint_lint::{Applicability, Findings, Fix, Origin, SettingContext, rule};

rule! {
    /// Finds parameters that are not written in the documented letter case.
    ///
    /// # Effect
    /// None: in sections, LSF accepts parameter names in any letter case. This is a matter of style, so the rule is off
    /// unless selected.
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
    /// Safe: LSF reads the line in the same way.
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
        .report(setting.name.range(), format!("`{text}` is not in the documented letter case"))
        .help(format!("write `{spelled}`"))
        .fix(Fix::replace(Applicability::Safe, format!("write `{spelled}`"), setting.name.range(), spelled));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# letter case
        //- Queue of lsb.queues
        Queue_Name = q
        ^^^^^^^^^^ P006 info `Queue_Name` is not in the documented letter case
        r1m = 1
        //- fixed lsb.queues
        -Queue_Name = q
        +QUEUE_NAME = q
        //#
        //- Queue of lsb.queues
        queue_name = q
        ^^^^^^^^^^ P006 info `queue_name` is not in the documented letter case
        //- fixed lsb.queues
        -queue_name = q
        +QUEUE_NAME = q
    "#]];
}
