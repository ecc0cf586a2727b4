use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::ast::{List, UserList};

rule! {
    /// Finds `all`, `!` and patterns among the administrators of a group.
    ///
    /// # Effect
    /// GROUP_ADMIN lists users and user groups by name. LSF may ignore any other word.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER GROUP_ADMIN
    /// students   (ann bob)    (all)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER GROUP_ADMIN
    /// students   (ann bob)    (ann)
    /// End UserGroup
    /// ```
    pub X428 "group-admin-word" {
        family: Names, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsb.users", "GROUP_ADMIN: in the examples, names of users and groups, with a right in brackets"),
            facts("GROUP_ADMIN of lsb.users and lsb.hosts: neither `all` nor wildcards"),
        ],
        checks: [SettingNamed(&["GROUP_ADMIN"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(list) = context.setting.typed::<UserList<'_>>().filter(|_| !context.broken) else { return };
    for item in list.items().filter(|it| it.is("all") || it.is_lone_bang() || it.text().contains('*')) {
        let word = context.file.text(item.range());
        findings
            .report(item.range(), format!("`{word}` is not an administrator"))
            .consequence(Item::Value.ignored().called("the word").possible())
            .help("write the names of users and user groups");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# administrators have names
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
        a (u1 u2) (all[full])
                   ^^^^^^^^^ X428 warning `all[full]` is not an administrator
        b (u1 u2) (u* u2)
                   ^^ X428 warning `u*` is not an administrator
        c (u1 u2) (!)
                   ^ X428 warning `!` is not an administrator
        d (u1 u2) (u1[full] a)
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
        g (h1 h2) (all)
                   ^^^ X428 warning `all` is not an administrator
        h (h1 h2) (u1)
    "#]];
}
