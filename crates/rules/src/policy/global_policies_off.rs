use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::Lookup;
use lsflint_spec::{FileKind, lists};

rule! {
    /// Finds policies in lsb.globalpolicies that are not enabled in the cluster.
    ///
    /// # Effect
    /// The gpolicyd daemon applies these policies. Without LSB_GPD_PORT and LSB_GPD_CLUSTER in lsf.conf, the cluster
    /// does not use the daemon. Without GLOBAL_LIMITS=Y in lsb.params, LSF ignores the limits.
    ///
    /// # Example
    /// ```lsb.globalpolicies
    /// Begin GlobalFairshare
    /// NAME         = all_sites
    /// PARTICIPANTS = night@c1 night@c2
    /// End GlobalFairshare
    ///
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// # Use instead
    /// ```lsb.globalpolicies
    /// Begin GlobalFairshare
    /// NAME         = all_sites
    /// PARTICIPANTS = night@c1 night@c2
    /// End GlobalFairshare
    ///
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// LSB_GPD_PORT=8089
    /// LSB_GPD_CLUSTER=c1
    /// ```
    pub Q530 "global-policies-off" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "topic=scheduling-global-policy-daemon",
                "global policies use gpolicyd, which depends on LSB_GPD_PORT and LSB_GPD_CLUSTER",
            ),
            ibm("lsb.params", "GLOBAL_LIMITS"),
        ],
        checks: [Facts(check)],
    }
}

/// The parameter in lsb.params that enables the limits.
pub(crate) const PARAMETER: &str = "GLOBAL_LIMITS";

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbGlobalPolicies {
        return;
    }
    let view = context.cluster;
    let daemon = lists::GLOBAL_POLICY_DAEMON.iter().copied();
    let missing: Vec<&str> = daemon.filter(|it| view.conf(it).is_absent()).collect();
    let first = || {
        context
            .kind()
            .spec()
            .sections
            .iter()
            .flat_map(|it| context.all(it.name))
            .min_by_key(|it| it.place().range.start())
    };
    if let (false, Some(first)) = (missing.is_empty(), first()) {
        let words = missing.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(" and ");
        findings
            .report(first.place(), format!("global policies require {words} in `lsf.conf`"))
            .consequence(Item::File.no_effect().because("the cluster does not use gpolicyd"))
            .help(format!("set {words} in `lsf.conf`"));
        return;
    }
    let limits = view.parameter(PARAMETER);
    let Some(limit) = context.all("Limit").next().filter(|_| limits.yes(false) == Some(false)) else { return };
    let found = findings
        .report(limit.place(), "global limits require `GLOBAL_LIMITS=Y` in `lsb.params`")
        .consequence(Item::Section.ignored().called("the limits of this file"))
        .help("set `GLOBAL_LIMITS = Y` in `lsb.params`");
    if let Lookup::Set(field) = limits {
        found.related_at(field.place(), "disabled here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.conf
        LSB_GPD_PORT=8089
        LSB_GPD_CLUSTER=c1

        //# the daemon and the switch
        //- lsb.globalpolicies
        Begin Limit
        ^^^^^^^^^^^ Q530 warning global policies require `LSB_GPD_CLUSTER` in `lsf.conf`
            = help: set `LSB_GPD_CLUSTER` in `lsf.conf`
        NAME = a
        SLOTS = 5
        PER_USER = all
        End Limit
        Begin Limit
        NAME = b
        SLOTS = 5
        PER_USER = all
        End Limit
        //- lsf.conf: LSB_GPD_PORT=8089
        //- Parameters
        //#
        //- lsb.globalpolicies
        Begin Limit
        ^^^^^^^^^^^ Q530 warning global limits require `GLOBAL_LIMITS=Y` in `lsb.params`
            = effect: LSF ignores the limits of this file
            = related Parameters:1:17 disabled here
        NAME = a
        SLOTS = 5
        PER_USER = all
        End Limit
        Begin Limit
        NAME = b
        SLOTS = 5
        PER_USER = all
        End Limit
        //- Parameters: GLOBAL_LIMITS = N
        //#
        //- Limit of lsb.globalpolicies
        NAME = a
        SLOTS = 5
        PER_USER = all
        //- Limit of lsb.globalpolicies
        NAME = b
        SLOTS = 5
        PER_USER = all
        //- Parameters: GLOBAL_LIMITS = Y
        //#
        //- lsb.globalpolicies
        //- lsf.conf
        //#
        //- without lsf.conf
        //- Limit of lsb.globalpolicies: NAME = a
    "#]];
}
