use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::ParamSpec;
use lsflint_syntax::ast::ListItem;

use crate::names::list::items;

rule! {
    /// Finds user groups whose members are `all` and further names.
    ///
    /// # Effect
    /// None: `all` has everybody in it already. The names beside it look as if they meant something.
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
        sources: [ibm("lsb.users", "")],
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
        .report(other.range(), format!("`{}` beside `all`", other.text()))
        .consequence(Item::Value.no_effect().called("the name").because("`all` includes every user"))
        .help("keep `all` alone, or list the members without it")
        .related(all.range(), "everybody");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    fn group(members: &str, expected: Expect) {
        let text = format!("Begin UserGroup\nGROUP_NAME GROUP_MEMBER\ng {members}\nEnd UserGroup\n");
        check("X220", "lsb.users", &text, expected);
    }

    // covers LSB-U009
    #[test]
    fn the_other_names_add_nothing() {
        group(
            "(user1 all user2)",
            expect![[r#"
                3:4-3:9 info `user1` beside `all`
                  effect: the name has no effect because `all` includes every user
                  help: keep `all` alone, or list the members without it
                  3:10-3:13 everybody
            "#]],
        );
        group("(all)", expect![[""]]);
        group("(all ~user1)", expect![[""]]);
        group("(user1 user2)", expect![[""]]);
    }
}
