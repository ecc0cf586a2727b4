use lsflint_lint::{FileContext, FileSection, Findings, Item, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{ListItem, TableRow, Value};
use lsflint_syntax::{TextRange, Token};
use rustc_hash::FxHashMap;

use crate::parameter::related;

rule! {
    /// Finds limits for each member (`group@`) of a user group that includes all users.
    ///
    /// # Effect
    /// If the group contains `all`, LSF ignores the `@`: the limits in the row apply to the whole group together.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// everybody  (all)
    /// End UserGroup
    /// Begin User
    /// USER_NAME  MAX_JOBS
    /// everybody@ 5
    /// End User
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// everybody  (all)
    /// End UserGroup
    /// Begin User
    /// USER_NAME  MAX_JOBS
    /// default    5
    /// End User
    /// ```
    pub X221 "each-member-of-all" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.users", "`group@` sets a limit for each member of a group"),
        ],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbUsers {
        return;
    }
    let sections = context.sections();
    let named = |name: &'static str| sections.iter().filter(move |it| it.spec.is_some_and(|it| it.name == name));
    let mut everybody: FxHashMap<String, TextRange> = FxHashMap::default();
    for row in named("UserGroup").flat_map(|it| cells(it, "GROUP_NAME", "GROUP_MEMBER")) {
        let (Some(group), Some(all)) = (row.0.single_word(), row.1.and_then(all_of)) else { continue };
        everybody.insert(group.text().into_owned(), all);
    }
    for (cell, _) in named("User").flat_map(|it| cells(it, "USER_NAME", "USER_NAME")) {
        let Some(item) = cell.content().into_iter().flat_map(ListItem::all_in).next() else { continue };
        let Some(all) = everybody.get(&*item.text()).filter(|_| item.at().is_some() && item.cluster().is_none()) else {
            continue;
        };
        let group = context.cluster.find(FileKind::LsbUsers, "UserGroup", &item.text());
        let together = Item::Value.read_as(item.text()).so("the limits apply to all users together");
        let together = if group.is_some_and(|it| !it.is_conditional()) { together } else { together.possible() };
        findings
            .report(item.range(), format!("`@` is used with group `{}`, which includes all users", item.text()))
            .consequence(together)
            .help("write `default` for the limits of each user")
            .related(*all, "all users");
    }
}

/// The cells of two columns, for each row that LSF reads.
fn cells<'a>(section: &FileSection<'a>, first: &str, second: &str) -> Vec<(Value<'a>, Option<Value<'a>>)> {
    let Some(header) = section.section.header() else { return Vec::new() };
    let column = |name: &str| header.columns().position(|it: Token<'a>| related::says(it, name));
    let (Some(first), second) = (column(first), column(second)) else { return Vec::new() };
    let width = header.columns().count();
    let rows = section.section.rows().filter(|it| it.cells().count() == width);
    let pair = |row: TableRow<'a>| Some((row.cells().nth(first)?, second.and_then(|it| row.cells().nth(it))));
    rows.filter_map(pair).filter(|it| !it.0.is_templated()).collect()
}

/// The word `all` of a member list without exclusions.
fn all_of(members: Value<'_>) -> Option<TextRange> {
    let items: Vec<ListItem<'_>> = members.content().into_iter().flat_map(ListItem::all_in).collect();
    let all = items.iter().find(|it| it.is("all") && !it.is_excluded())?;
    items.iter().all(|it| !it.is_excluded()).then(|| all.range())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        every (all)
        some (all ~u1)
        few (u1 u2)

        //# `everybody` has no `each`
        //- User of lsb.users
        USER_NAME MAX_JOBS
        every@ 5
        ^^^^^^ X221 warning `@` is used with group `every`, which includes all users
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS
        every 5
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS
        some@ 5
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS
        few@ 5
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS
        other@ 5
    "#]];
}
