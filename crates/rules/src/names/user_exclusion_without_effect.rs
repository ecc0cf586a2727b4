use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Membership, UserSet};
use lsflint_spec::{Confidence, Grammar};
use lsflint_syntax::ast::{List, UserList};

rule! {
    /// Finds `~name` exclusions of users that the list does not include.
    ///
    /// # Effect
    /// The exclusion has no effect. Either another name was intended, or the list has changed since.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = layout ~verif
    /// End Queue
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (anna bert carl)
    /// layout     (anna)
    /// verif      (bert)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = chips ~verif
    /// End Queue
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (anna bert carl)
    /// layout     (anna)
    /// verif      (bert)
    /// End UserGroup
    /// ```
    ///
    /// # Notes
    /// A name that no group of lsb.users defines may be a group of the operating system. Lists with such a name are not checked,
    /// and neither are groups whose members are.
    pub X470 "user-exclusion-without-effect" {
        family: Names, scope: Cluster, severity: Warning, tags: [Unnecessary],
        sources: [
            manual("Platform LSF 7.3", "Configuration Reference, page 341: `~` excludes users or groups from `all`"),
            manual("Platform LSF 7.3", "Configuration Reference, page 323: USERS, `~` after `all` or after a group"),
        ],
        checks: [SettingWith(is_user_list, check)],
    }
}

fn is_user_list(grammar: &Grammar) -> bool {
    *grammar == Grammar::UserList
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    if !context.file.text(value.range()).contains('~') {
        return;
    }
    let Some(list) = context.setting.typed::<UserList<'_>>() else { return };
    let groups = context.file.cluster.user_groups();
    // Without the exclusions, only groups whose members are known.
    let mut included: Vec<&UserSet> = Vec::new();
    for item in list.items().filter(|it| !it.is_excluded()) {
        match groups.get(&item.text()) {
            Some(group) if group.is_exact() => included.push(group),
            _ => return,
        }
    }
    // A list of exclusions only is another finding.
    if included.is_empty() {
        return;
    }
    for item in list.items().filter(|it| it.is_excluded() && it.cluster().is_none()) {
        let name = item.text();
        let is_outside = |set: &&UserSet| match groups.get(&name) {
            Some(group) => groups.is_disjoint(group, set),
            None => groups.is_in(&name, set) == Membership::No,
        };
        if !included.iter().all(is_outside) {
            continue;
        }
        findings
            .report(item.range(), format!("`{name}` is excluded, but not in the list"))
            .capped(Confidence::Medium)
            .consequence(Item::Value.no_effect().called("the exclusion"))
            .help(format!("remove `~{name}`, or exclude the intended name"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# groups whose members are known
        //- lsb.users
        Begin UserGroup
        GROUP_NAME GROUP_MEMBER
        chips      (anna bert carl)
        layout     (anna)
        verif      (bert)
        unix       (staff)
        some       (chips ~dora)
        rest       (all ~dora)
        End UserGroup
        //- each Queue
        USERS = layout ~verif
                       ^^^^^^ X470 warning `verif` is excluded, but not in the list
        USERS = layout ~bert
                       ^^^^^ X470 warning `bert` is excluded, but not in the list
        USERS = chips ~layout
        USERS = all ~dora
        USERS = layout staff ~dora
    "#]];
}
