use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::ParamSpec;
use lsflint_syntax::ast::ListItem;

use crate::names::list::items;

rule! {
    /// Finds user groups whose member list contains `all` together with other names.
    ///
    /// # Effect
    /// None: `all` already includes every user, so the other names are redundant.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// everybody  (all user1)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// everybody  (all)
    /// End UserGroup
    /// ```
    pub X220 "all-with-names" {
        family: Names, scope: Cluster, severity: Info,
        sources: [
            ibm("lsb.users", "GROUP_MEMBER: `all` means all users"),
        ],
        checks: [SettingOf(members, check)],
    }
}

fn members(spec: &ParamSpec) -> bool {
    spec.section == "UserGroup" && spec.name == "GROUP_MEMBER"
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let named = |it: &ListItem<'_>| !it.is_excluded();
    let Some(all) = items(&context.setting).find(|it| named(it) && it.is("all")).filter(|_| !context.broken) else {
        return;
    };
    let Some(other) = items(&context.setting).find(|it| named(it) && !it.is("all")) else { return };
    findings
        .report(other.range(), format!("`{}` is redundant with `all`", other.text()))
        .consequence(Item::Value.no_effect().called("the name").because("`all` includes every user"))
        .help("use `all` alone, or list the members without it")
        .related(all.range(), "all users");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the other names add nothing
        //- each UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
          g (user1 all user2)
             ^^^^^ X220 info `user1` is redundant with `all`
        GROUP_NAME GROUP_MEMBER
          g (all)
        GROUP_NAME GROUP_MEMBER
          g (all ~user1)
        GROUP_NAME GROUP_MEMBER
          g (user1 user2)
    "#]];
}
