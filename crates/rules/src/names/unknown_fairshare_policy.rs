use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Referent;
use lsflint_spec::ParamSpec;

use crate::names::undefined::{may_hold, undefined};

rule! {
    /// Finds names in FS_POLICY that are not defined in a GlobalFairshare section of lsb.globalpolicies.
    ///
    /// # Effect
    /// The shares of the group are not part of global fairshare.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER FS_POLICY
    /// physics    (alice bob)  (gfs9)
    /// End UserGroup
    /// //- lsb.globalpolicies
    /// Begin GlobalFairshare
    /// NAME         = gfs1
    /// PARTICIPANTS = night@north night@south
    /// SYNC_MODE    = partial
    /// End GlobalFairshare
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER FS_POLICY
    /// physics    (alice bob)  (gfs1)
    /// End UserGroup
    /// //- lsb.globalpolicies
    /// Begin GlobalFairshare
    /// NAME         = gfs1
    /// PARTICIPANTS = night@north night@south
    /// SYNC_MODE    = partial
    /// End GlobalFairshare
    /// ```
    pub X307 "unknown-fairshare-policy" {
        family: Names, scope: Names, severity: Error,
        sources: [ibm("lsf_admin/fairshare_syncmode_global_policy", "Synchronization mode of global fairshare")],
        checks: [SettingOf(has_policies, check)],
    }
}

fn has_policies(spec: &ParamSpec) -> bool {
    may_hold(spec, &[Referent::SharePolicy])
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    for name in undefined(context, &[Referent::SharePolicy]) {
        let ignored = Item::Value.ignored().called("the name");
        name.report(ignored.so("the shares of the group are not part of global fairshare"), findings);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# policies of a group
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER FS_POLICY
        g (user1) (gfs9)
                   ^^^^ X307 error unknown fairshare policy `gfs9`
        h (user1) ()
        i (user1) (gfs1)
        //- GlobalFairshare of lsb.globalpolicies
        NAME = gfs1
        PARTICIPANTS = q@a
        SYNC_MODE = partial
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER FS_POLICY
        g (user1) (gfs9)
        h (user1) ()
        i (user1) (gfs1)
    "#]];
}
