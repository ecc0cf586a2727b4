use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_syntax::ast::{List, UserList};

rule! {
    /// Finds administrators of user groups that contain `all` in a cluster without STRICT_UG_CONTROL.
    ///
    /// # Effect
    /// Administrators of such a group would control the jobs of all users. LSF rejects them unless STRICT_UG_CONTROL=Y
    /// in lsb.params restricts them to jobs that were submitted for the group.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER GROUP_ADMIN
    /// everybody  (all)        (ann)
    /// End UserGroup
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER GROUP_ADMIN
    /// everybody  (all)        (ann)
    /// End UserGroup
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE     = normal
    /// STRICT_UG_CONTROL = Y
    /// End Parameters
    /// ```
    pub X260 "group-admin-of-all" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsb.users", "GROUP_ADMIN"), ibm("lsb.params", "STRICT_UG_CONTROL")],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    if context.broken || context.table.section.spec.is_none_or(|it| it.name != "UserGroup") {
        return;
    }
    let Some(admins) = context.cell("GROUP_ADMIN").filter(|it| it.has_value()) else { return };
    let Some(members) = context.cell("GROUP_MEMBER").and_then(|it| it.typed::<UserList<'_>>()) else { return };
    let Some(all) = members.items().find(|it| it.is("all") && !it.is_excluded()) else { return };
    let strict = context.table.section.file.cluster.parameter("STRICT_UG_CONTROL");
    if strict.yes(false) != Some(false) {
        return;
    }
    let found = findings
        .report(admins.value_range(), "administrators are set for a group that includes all users")
        .consequence(
            Item::Value.rejected().called("the administrators").because("STRICT_UG_CONTROL=Y is not set in lsb.params"),
        )
        .help("set `STRICT_UG_CONTROL=Y` in lsb.params, or list the members of the group")
        .related(all.range(), "all users");
    if let Some(field) = strict.field() {
        found.related_at(field.place(), "disabled here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# all needs strict control
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
        eng (all) (boss)
                   ^^^^ X260 error administrators are set for a group that includes all users
                   = related Parameters:1:21 disabled here
        //- Parameters: STRICT_UG_CONTROL = N
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
        eng (all) (boss)
        //- Parameters: STRICT_UG_CONTROL = Y
        //#
        //- Parameters
        //- each UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
          eng (all) ()
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
          eng (u1 u2) (boss)
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER GROUP_ADMIN
        g (all) (b)
    "#]];
}
