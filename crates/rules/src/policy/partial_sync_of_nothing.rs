use lsflint_lint::suggest::KnownNames;
use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Knowledge, State, View};
use lsflint_spec::FileKind;
use rustc_hash::FxHashSet;

use crate::limit::pools::plain;

rule! {
    /// Finds global fairshare policies with SYNC_MODE=partial that no user group uses.
    ///
    /// # Effect
    /// With `partial`, LSF synchronizes only the share accounts of groups that list the policy in FS_POLICY in
    /// lsb.users. No group does.
    ///
    /// # Example
    /// ```lsb.globalpolicies
    /// Begin GlobalFairshare
    /// NAME         = all_sites
    /// PARTICIPANTS = night@c1 night@c2
    /// SYNC_MODE    = partial
    /// End GlobalFairshare
    ///
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// chips      (ann bob)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.globalpolicies
    /// Begin GlobalFairshare
    /// NAME         = all_sites
    /// PARTICIPANTS = night@c1 night@c2
    /// SYNC_MODE    = partial
    /// End GlobalFairshare
    ///
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER FS_POLICY
    /// chips      (ann bob)    (all_sites)
    /// End UserGroup
    /// ```
    pub Q532 "partial-sync-of-nothing" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/fairshare_syncmode_global_policy",
                "partial mode: only share accounts whose FS_POLICY in lsb.users names the policy",
            ),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbGlobalPolicies || view.knowledge(FileKind::LsbUsers) != Knowledge::Complete {
        return;
    }
    let partial =
        |it: &lsflint_model::FieldRef<'_>| it.known().is_some_and(|it| it.trim().eq_ignore_ascii_case("partial"));
    let policies: FxHashSet<String> =
        context.all("GlobalFairshare").filter_map(|it| Some(it.value("NAME")?.trim().to_owned())).collect();
    let Some(named) = words_of_groups(view) else { return };
    // A similar name may be a misspelling.
    let others: KnownNames = named.iter().filter(|it| !policies.contains(*it)).cloned().collect();
    for policy in context.all("GlobalFairshare") {
        let Some(mode) = plain(&policy, "SYNC_MODE").filter(partial) else { continue };
        let Some(name) = policy.value("NAME") else { continue };
        if named.contains(name.trim()) || others.near(&name).is_some() {
            continue;
        }
        findings
            .report(mode.place(), format!("no user group in `lsb.users` uses policy `{name}`"))
            .consequence(
                Item::Section
                    .no_effect()
                    .called("the policy")
                    .because("`partial` synchronizes only groups that list it in `FS_POLICY`"),
            )
            .help(format!("add the column `FS_POLICY` with `({name})` in `lsb.users`, or write `SYNC_MODE = all`"));
    }
}

/// The words in `FS_POLICY` of all user groups; `None` if a template fills in one of them.
fn words_of_groups(view: View<'_>) -> Option<FxHashSet<String>> {
    let mut found = FxHashSet::default();
    for field in view.all(FileKind::LsbUsers, "UserGroup").flat_map(|it| it.fields("FS_POLICY")) {
        match field.state() {
            State::Templated => return None,
            State::Unset => {}
            State::Known => {
                let known = field.known().unwrap_or_default();
                found.extend(known.split([' ', '\t', '(', ')']).filter(|it| !it.is_empty()).map(str::to_owned));
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# somebody takes part
        //- GlobalFairshare of lsb.globalpolicies
        NAME = g1
        PARTICIPANTS = q@c1 q@c2
        SYNC_MODE = partial
                    ^^^^^^^ Q532 warning no user group in `lsb.users` uses policy `g1`
        //- GlobalFairshare of lsb.globalpolicies
        NAME = g2
        PARTICIPANTS = q@c1 q@c2
        SYNC_MODE = all
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER␠
        g (u1)
        //#
        //- GlobalFairshare of lsb.globalpolicies
        NAME = g1
        PARTICIPANTS = q@c1 q@c2
        SYNC_MODE = partial
                    ^^^^^^^ Q532 warning no user group in `lsb.users` uses policy `g1`
        //- GlobalFairshare of lsb.globalpolicies
        NAME = g2
        PARTICIPANTS = q@c1 q@c2
        SYNC_MODE = all
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER FS_POLICY
        g (u1) (g2)
        //#
        //- GlobalFairshare of lsb.globalpolicies
        NAME = g1
        PARTICIPANTS = q@c1 q@c2
        SYNC_MODE = partial
        //- GlobalFairshare of lsb.globalpolicies
        NAME = g2
        PARTICIPANTS = q@c1 q@c2
        SYNC_MODE = all
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER FS_POLICY
        g (u1) (g2 g1)
        //#
        //- GlobalFairshare of lsb.globalpolicies
        NAME = g1
        PARTICIPANTS = q@c1 q@c2
        SYNC_MODE = partial
        //- GlobalFairshare of lsb.globalpolicies
        NAME = g2
        PARTICIPANTS = q@c1 q@c2
        SYNC_MODE = all
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER FS_POLICY
        g (u1) ({{ policy }})
    "#]];
}
