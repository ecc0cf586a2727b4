use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::FieldRef;
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::{List, UserList};
use rustc_hash::FxHashMap;

use crate::limit::pools::plain;

rule! {
    /// Finds user groups with more than one parent group in a cluster with ENFORCE_UG_TREE=Y.
    ///
    /// # Effect
    /// With ENFORCE_UG_TREE=Y, a group has at most one parent. LSF reports the second one when it reads the file, and
    /// keeps the previous groups.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (ann bob)
    /// design     (chips)
    /// tests      (chips cid)
    /// End UserGroup
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// ENFORCE_UG_TREE = Y
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (ann bob)
    /// design     (chips)
    /// tests      (ann bob cid)
    /// End UserGroup
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// ENFORCE_UG_TREE = Y
    /// End Parameters
    /// ```
    pub X261 "group-in-two-groups" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.params", "ENFORCE_UG_TREE")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbUsers || view.parameter("ENFORCE_UG_TREE").yes(false) != Some(true) {
        return;
    }
    let mut parents: FxHashMap<String, (String, FieldRef<'_>)> = FxHashMap::default();
    for group in context.all("UserGroup").filter(|it| !it.is_broken() && !it.name().is_empty()) {
        let Some(field) = plain(&group, "GROUP_MEMBER") else { continue };
        let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { continue };
        let Some(list) = parse.typed::<UserList<'_>>() else { continue };
        for item in list.items().filter(|it| !it.is_excluded()) {
            let member = item.text();
            if view.find(FileKind::LsbUsers, "UserGroup", &member).is_none() {
                continue;
            }
            let parent = parents.entry(member.clone().into_owned()).or_insert((group.name().into_owned(), field));
            if parent.0 == *group.name() {
                continue;
            }
            let (other, place) = (parent.0.clone(), parent.1.place());
            findings
                .report(field.place(), format!("group `{member}` is already a member of group `{other}`"))
                .capped(Confidence::Medium)
                .consequence(
                    Item::Section
                        .rejected()
                        .called("the new groups")
                        .logged()
                        .possible()
                        .because("ENFORCE_UG_TREE=Y allows only one parent per group"),
                )
                .help("remove it from one of the groups, or list its members there instead")
                .related_at(place, format!("the members of `{other}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one parent each
        //- Parameters: ENFORCE_UG_TREE = Y
        //- each UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
          c (u1)
          a (c)
          b (c)
             ^ X261 warning group `c` is already a member of group `a`
        GROUP_NAME GROUP_MEMBER
          c (u1)
          a (c)
          b (u1 u2)
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        c (u1)
        a (c)
        b (c)
        //- Parameters: ENFORCE_UG_TREE = N
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        c (u1)
        a (c)
        b (c)
        //- Parameters
    "#]];
}
