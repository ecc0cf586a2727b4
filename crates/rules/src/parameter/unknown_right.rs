use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, Grammar, ParamSpec};
use lsflint_syntax::ast::ListItem;

use crate::parameter::{related, wording};

rule! {
    /// Finds unknown rights of user group administrators.
    ///
    /// # Effect
    /// LSF does not know the right, so the administrator has fewer rights than intended, or none.
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
        sources: [
            ibm("lsb.users", "GROUP_ADMIN: the rights in parentheses are `full` and `usershares`"),
        ],
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
            .report(right.range(), format!("unknown right `{}`", right.text()))
            .capped(spec.confidence)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the right")
                    .possible_unless(wording::is_sure(spec))
                    .so(format!("`{}` does not have the intended rights", item.text())),
            )
            .help(format!(
                "write {}, or remove the brackets to allow only job control",
                wording::one_of(spec.values.iter().copied())
            ));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# knows the rights
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
        g (u1) (boss[admin])
                     ^^^^^ P119 warning unknown right `admin`
        h (u1) (boss[full] deputy[usershares] helper)
    "#]];
}
