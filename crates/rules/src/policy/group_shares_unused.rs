use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Knowledge, State, View};
use lsflint_spec::{FileKind, lists};
use lsflint_syntax::ast::{SharePair, Value};
use rustc_hash::FxHashSet;

use crate::limit::pools::{Slips, plain};
use crate::parameter::elsewhere::Elsewhere;

rule! {
    /// Finds USER_SHARES of user groups that no fairshare policy uses.
    ///
    /// # Effect
    /// USER_SHARES of a group divides the shares that a queue, a host partition or a parent group assigns to the group.
    /// Without such an assignment, it has no effect.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER USER_SHARES
    /// chips      (ann bob)    ([ann, 3] [bob, 1])
    /// End UserGroup
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// FAIRSHARE  = USER_SHARES[[default, 1]]
    /// End Queue
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   !
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER USER_SHARES
    /// chips      (ann bob)    ([ann, 3] [bob, 1])
    /// End UserGroup
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// FAIRSHARE  = USER_SHARES[[chips, 10] [default, 1]]
    /// End Queue
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   !
    /// End Host
    /// ```
    pub Q521 "group-shares-unused" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [ibm("lsb.users", "USER_SHARES")],
        checks: [Facts(check)],
    }
}

/// The parameters that assign shares to groups.
fn givers() -> impl Iterator<Item = Elsewhere> {
    lists::SHARE_GIVERS.iter().filter_map(|it| Elsewhere::of(it))
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    let complete = |it: Elsewhere| view.knowledge(it.kind) == Knowledge::Complete;
    if context.kind() != FileKind::LsbUsers || !givers().all(complete) {
        return;
    }
    let mut given = None;
    for group in context.all("UserGroup").filter(|it| !it.is_broken() && !it.name().is_empty()) {
        let Some(shares) = plain(&group, "USER_SHARES") else { continue };
        let found = given.get_or_insert_with(|| {
            let names = names(view)?;
            let slips = Slips::of(&names, |it| view.find(FileKind::LsbUsers, "UserGroup", it).is_some());
            Some((names, slips))
        });
        let Some((given, slips)) = found else { return };
        let name = group.name();
        if !given.contains(&*name) && !slips.may_mean(&name) {
            findings
                .report(shares.place(), format!("no fairshare policy assigns shares to group `{name}`"))
                .consequence(
                    Item::Value.no_effect().called("`USER_SHARES`").because("the group has no shares to divide"),
                )
                .help(format!("add `[{name}, ...]` to a policy, or remove the shares"));
        }
    }
}

/// The groups with assigned shares; `None` if one of the policies is invalid.
fn names(view: View<'_>) -> Option<FxHashSet<String>> {
    let mut names = FxHashSet::default();
    for giver in givers() {
        let fields = view.all(giver.kind, giver.section.name).flat_map(|it| it.fields(giver.param.name));
        for field in fields.filter(|it| it.state() != State::Unset) {
            let parse = field.parse().filter(|it| it.errors().is_empty())?;
            let pairs = parse.value().and_then(Value::content).into_iter().flat_map(SharePair::all_in);
            names.extend(pairs.filter_map(|it| Some(it.name()?.text().into_owned())));
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.hosts

        //# somebody gives shares to the group
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER USER_SHARES
        g (u1 u2) ([u1, 3] [default, 1])
        h (g u3) ([g, 3] [u3, 1])
                  ^^^^^^^^^^^^^^ Q521 info no fairshare policy assigns shares to group `h`
        //- Queue q: PRIORITY = 30
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER USER_SHARES
        g (u1 u2) ([u1, 3] [default, 1])
        h (g u3) ([g, 3] [u3, 1])
        //- Queue q: FAIRSHARE = USER_SHARES[[h, 10]]
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER USER_SHARES
        g (u1 u2) ([u1, 3] [default, 1])
        h (g u3) ([g, 3] [u3, 1])
        //- Queue q: FAIRSHARE = {{ shares }}
    "#]];
}
