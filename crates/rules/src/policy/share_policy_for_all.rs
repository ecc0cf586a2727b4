use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::FileKind;

use crate::limit::pools::plain;
use crate::names::list::items;

rule! {
    /// Finds user groups that list a global fairshare policy with SYNC_MODE=all in FS_POLICY.
    ///
    /// # Effect
    /// FS_POLICY selects the share accounts that a policy with SYNC_MODE=partial synchronizes. A policy with
    /// SYNC_MODE=all synchronizes all share accounts of its queues, whatever FS_POLICY says.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER FS_POLICY
    /// chips      (ann bob)    (all_sites)
    /// End UserGroup
    /// //- lsb.globalpolicies
    /// Begin GlobalFairshare
    /// NAME         = all_sites
    /// PARTICIPANTS = night@c1 night@c2
    /// SYNC_MODE    = all
    /// End GlobalFairshare
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER FS_POLICY
    /// chips      (ann bob)    (all_sites)
    /// End UserGroup
    /// //- lsb.globalpolicies
    /// Begin GlobalFairshare
    /// NAME         = all_sites
    /// PARTICIPANTS = night@c1 night@c2
    /// SYNC_MODE    = partial
    /// End GlobalFairshare
    /// ```
    pub Q561 "share-policy-for-all" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [
            ibm("lsf_admin/fairshare_syncmode_global_policy", "in all-mode, all share accounts of the queues are global; in partial mode, those whose FS_POLICY names the policy"),
        ],
        checks: [SettingNamed(&["FS_POLICY"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.broken || context.file.kind() != FileKind::LsbUsers {
        return;
    }
    let view = context.file.cluster;
    for item in items(&context.setting) {
        let name = item.text();
        let policy = view.only_named(FileKind::LsbGlobalPolicies, "GlobalFairshare", &name);
        let Some(policy) = policy else { continue };
        let Some(mode) = plain(&policy, "SYNC_MODE") else { continue };
        if !mode.known().is_some_and(|it| it.trim().eq_ignore_ascii_case("all")) {
            continue;
        }
        findings
            .report(item.range(), format!("policy `{name}` synchronizes all share accounts"))
            .consequence(Item::Value.no_effect().called("the entry"))
            .help("remove the name, or write `SYNC_MODE = partial` in the policy")
            .related_at(mode.place(), "`SYNC_MODE` is set here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# modes
        //- lsb.globalpolicies
        Begin GlobalFairshare
        NAME = every
        PARTICIPANTS = night@c1
        SYNC_MODE = all
        End GlobalFairshare
        Begin GlobalFairshare
        NAME = few
        PARTICIPANTS = day@c1
        SYNC_MODE = partial
        End GlobalFairshare
        Begin GlobalFairshare
        NAME = unset
        PARTICIPANTS = short@c1
        End GlobalFairshare
        //- lsb.users
        Begin UserGroup
        GROUP_NAME GROUP_MEMBER FS_POLICY
        g1 (ann) (every few)
                  ^^^^^ Q561 info policy `every` synchronizes all share accounts
        g2 (bob) (unset)
        End UserGroup
    "#]];
}
