use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::ParamSpec;

use crate::parameter::{related, wording};

rule! {
    /// Finds keys that are shorter than the minimum length.
    ///
    /// # Effect
    /// LSF does not use the key.
    ///
    /// # Example
    /// ```lsf.sudoers
    /// LSF_EAUTH_KEY=abc
    /// ```
    ///
    /// # Use instead
    /// ```lsf.sudoers
    /// LSF_EAUTH_KEY=a_longer_key
    /// ```
    pub P117 "value-too-short" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsf.sudoers", "LSF_EAUTH_KEY must have at least six characters"),
        ],
        checks: [SettingOf(has_minimum, check)],
    }
}

fn has_minimum(spec: &ParamSpec) -> bool {
    spec.min_length.is_some()
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let (Some(spec), Some(value)) = (context.setting.spec, context.setting.known_value()) else { return };
    let Some(min) = spec.min_length.filter(|_| !context.broken) else { return };
    let length: usize = value.words().map(|it| it.text().chars().count()).sum();
    // A value of several words is longer, because of the spaces between them.
    if value.single_word().is_none() || length >= usize::try_from(min).unwrap_or(usize::MAX) {
        return;
    }
    let name = context.setting.display_name();
    findings
        .report(value.range(), format!("`{name}` has {length} characters, but the minimum is {min}"))
        .capped(spec.confidence)
        .consequence(
            related::item(&context.setting).ignored().called("the value").possible_unless(wording::is_sure(spec)),
        )
        .help("choose a longer key, and use the same key on every host");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# counts characters
        //- lsf.sudoers
        LSF_EAUTH_KEY=abc
                      ^^^ P117 error `LSF_EAUTH_KEY` has 3 characters, but the minimum is 6
        //#
        //- lsf.sudoers: LSF_EAUTH_KEY=abcdef
    "#]];
}
