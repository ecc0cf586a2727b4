use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::FieldRef;
use lsflint_spec::{Confidence, FileKind};
use rustc_hash::FxHashMap;

use crate::limit::pools::plain;

rule! {
    /// Finds user rows in lsb.users that conflict with the rows of their groups: a limit above that of the group, or a
    /// row after it.
    ///
    /// # Effect
    /// Jobs of a member also count for the group, so the limit of the group is reached first. Older parsers of the file
    /// use the first matching row and expect users before their groups.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (ann bob)
    /// End UserGroup
    /// Begin User
    /// USER_NAME MAX_JOBS JL/P
    /// ann       50       -
    /// chips     20       -
    /// End User
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (ann bob)
    /// End UserGroup
    /// Begin User
    /// USER_NAME MAX_JOBS JL/P
    /// ann       10       -
    /// chips     20       -
    /// End User
    /// ```
    ///
    /// # Notes
    /// Based on how parsers of the file handle the order of its rows.
    pub L330 "user-row-against-group" {
        family: Limit, scope: Cluster, severity: Info,
        sources: [
            ibm("lsb.users", "User: the entry of a user must precede the entries of groups"),
        ],
        checks: [Facts(check)],
    }
}

/// The row of a group that applies to a member.
#[derive(Clone)]
struct Above<'a> {
    group: String,
    row: FieldRef<'a>,
    limit: Option<i64>,
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbUsers || !context.cluster.has_section(context.kind(), "User") {
        return;
    }
    let groups = context.cluster.user_groups();
    let rows = || context.all("User").filter(|it| !it.is_broken() && !it.is_conditional() && !it.name().is_empty());
    // By user number: the lowest limit of a group with the user, and the first such group row.
    let mut lowest: FxHashMap<usize, Above<'_>> = FxHashMap::default();
    let mut first: FxHashMap<usize, Above<'_>> = FxHashMap::default();
    for row in rows() {
        let name = row.name();
        let (Some(set), Some(field)) = (groups.get(&name), row.field("USER_NAME")) else { continue };
        let limit = plain(&row, "MAX_JOBS").and_then(|it| it.known()?.trim().parse::<i64>().ok());
        let above = Above { group: name.into_owned(), row: field, limit };
        for user in set.surely().iter() {
            first.entry(user).or_insert_with(|| above.clone());
            let known = lowest.entry(user).or_insert_with(|| above.clone());
            if limit.is_some_and(|it| known.limit.is_none_or(|known| it < known)) {
                *known = above.clone();
            }
        }
    }
    for row in rows().filter(|it| !groups.contains(&it.name())) {
        let name = row.name();
        let Some(user) = groups.number_of(&name) else { continue };
        let limit = plain(&row, "MAX_JOBS").and_then(|it| Some((it, it.known()?.trim().parse::<i64>().ok()?)));
        if let (Some((field, limit)), Some(above)) = (limit, lowest.get(&user))
            && above.limit.is_some_and(|most| most < limit)
        {
            let (group, most) = (&above.group, above.limit.unwrap_or_default());
            findings
                .report(field.place(), format!("limit of `{name}` is above the limit of group `{group}`"))
                .consequence(
                    Item::Value
                        .no_effect()
                        .called("the limit")
                        .because(format!("jobs of `{name}` also count for the group, whose limit is {most}")),
                )
                .help(format!("write at most {most}, or raise the limit of the group"))
                .related_at(above.row.place(), format!("group `{group}`"));
        } else if let Some(above) = first.get(&user).filter(|it| it.row.entity().number() < row.number()) {
            findings
                .report(row.place(), format!("row of `{name}` follows the row of group `{}`", above.group))
                .capped(Confidence::Low)
                .consequence(
                    Item::Row
                        .ignored()
                        .possible()
                        .because("older versions use the first matching row, that of the group"),
                )
                .help("move the rows of users before those of groups")
                .related_at(above.row.place(), format!("group `{}`", above.group));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        g (u1 u2)
        h (g u3)
        ext (!)

        //# members stay below their groups
        //- User of lsb.users
        USER_NAME MAX_JOBS JL/P
        u1 50 -
           ^^ L330 info limit of `u1` is above the limit of group `h`
        u3 10 -
        h 20 -
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS JL/P
        u1 5 -
        u4 50 -
        g - -
        h 20 -
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS JL/P
        u1 50 -
        g@ 20 -
        ext 5 -
        default 5 -

        //# members come before their groups
        //- User of lsb.users
        USER_NAME MAX_JOBS JL/P
        g 20 -
        u1 5 -
        ^^ L330 info row of `u1` follows the row of group `g`
            = effect: LSF may ignore the row because older versions use the first matching row, that of the group
            = help: move the rows of users before those of groups
        u4 5 -
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS JL/P
        u1 5 -
        g 20 -
    "#]];
}
