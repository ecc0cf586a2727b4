use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::integer;

rule! {
    /// Finds a MAX_USER_PRIORITY of 1, which leaves no range for user-assigned priorities.
    ///
    /// # Effect
    /// The default priority of a job without `-sp` is half of MAX_USER_PRIORITY, rounded down. With a maximum of 1, the
    /// default is 0: users cannot raise or lower a priority with any effect.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// MAX_USER_PRIORITY = 1
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// MAX_USER_PRIORITY = 100
    /// End Parameters
    /// ```
    pub P215 "priority-without-range" {
        family: Parameter, scope: OwnFile, severity: Info,
        sources: [ibm("lsb.params", "MAX_USER_PRIORITY")],
        checks: [SettingNamed(&["MAX_USER_PRIORITY"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsbParams || context.broken {
        return;
    }
    let word = context.setting.known_value().and_then(|it| it.single_word());
    let Some(word) = word.filter(|it| integer(*it).is_some_and(|it| it.to_string() == "1")) else { return };
    findings
        .report(word.range(), "a `MAX_USER_PRIORITY` of 1 leaves no range for user priorities")
        .capped(Confidence::Medium)
        .consequence(
            Item::Line
                .no_effect()
                .possible()
                .because("the default priority of a job is half of the maximum, rounded down to 0"),
        )
        .help("write a larger maximum, such as `100`, or remove the line");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one is too little
        //- each Parameters
        MAX_USER_PRIORITY = 1
                            ^ P215 info a `MAX_USER_PRIORITY` of 1 leaves no range for user priorities
        MAX_USER_PRIORITY = 2
        MAX_USER_PRIORITY = 100
        MAX_USER_PRIORITY = 0
    "#]];
}
