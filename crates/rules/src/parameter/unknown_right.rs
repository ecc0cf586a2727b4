use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, Grammar, ParamSpec};
use lsflint_syntax::ast::ListItem;

use crate::parameter::{related, wording};

rule! {
    /// Finds administrators of user groups with a right that does not exist.
    ///
    /// # Effect
    /// LSF does not know the right: the administrator has fewer rights than was meant, or none.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER  GROUP_ADMIN
    /// physics    (anna bernd)  (clara[admin])
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER  GROUP_ADMIN
    /// physics    (anna bernd)  (clara[full])
    /// End UserGroup
    /// ```
    pub P119 "unknown-right" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [ibm("lsb.users", "")],
        checks: [SettingOf(has_rights, check)],
    }
}

fn has_rights(spec: &ParamSpec) -> bool {
    spec.grammar == Grammar::UserList && !spec.values.is_empty() && spec.confidence != Confidence::Low
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let (Some(spec), Some(value)) = (context.setting.spec, context.setting.known_value()) else { return };
    let Some(list) = value.content().filter(|_| !context.broken) else { return };
    for item in ListItem::all_in(list) {
        let Some(right) = item.rights().filter(|it| !spec.values.iter().any(|known| related::says(*it, known))) else {
            continue;
        };
        findings
            .report(right.range(), format!("there is no right `{}`", right.text()))
            .capped(spec.confidence)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the right")
                    .possible_unless(wording::is_sure(spec))
                    .so(format!("`{}` does not get the rights that are meant", item.text())),
            )
            .help(format!(
                "write {}, or no brackets for control of jobs only",
                wording::one_of(spec.values.iter().copied())
            ));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# knows the rights
        //- lsb.users
        Begin UserGroup
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
        g (u1) (boss[admin])
                     ^^^^^ P119 warning there is no right `admin`
        h (u1) (boss[full] deputy[usershares] helper)
        End UserGroup
    "#]];
}
