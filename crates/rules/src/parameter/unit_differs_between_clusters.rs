use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::{FileKind, lists};

rule! {
    /// Finds clusters that exchange jobs and use different units for limits and reservations.
    ///
    /// # Effect
    /// Limits and reservations of jobs that one cluster sends to the other may be read in another unit there: 4 GB
    /// become 4 MB.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_UNIT_FOR_LIMITS=GB
    /// //- lsf.shared
    /// Begin Cluster
    /// ClusterName Servers
    /// orion       (o1)
    /// vega        (v1)
    /// End Cluster
    /// //- lsf.cluster.orion
    /// //- vega/lsf.conf
    /// LSF_UNIT_FOR_LIMITS=MB
    /// //- vega/lsf.shared
    /// Begin Cluster
    /// ClusterName Servers
    /// orion       (o1)
    /// vega        (v1)
    /// End Cluster
    /// //- vega/lsf.cluster.vega
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_UNIT_FOR_LIMITS=GB
    /// //- lsf.shared
    /// Begin Cluster
    /// ClusterName Servers
    /// orion       (o1)
    /// vega        (v1)
    /// End Cluster
    /// //- lsf.cluster.orion
    /// //- vega/lsf.conf
    /// LSF_UNIT_FOR_LIMITS=GB
    /// //- vega/lsf.shared
    /// Begin Cluster
    /// ClusterName Servers
    /// orion       (o1)
    /// vega        (v1)
    /// End Cluster
    /// //- vega/lsf.cluster.vega
    /// ```
    ///
    /// Reported only while both clusters are checked together, and if the lsf.shared of each lists the other one: LSF
    /// communicates with no other clusters.
    pub P407 "unit-differs-between-clusters" {
        family: Parameter, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf.conf.lsf_unit_for_limits", "all clusters of a multicluster environment must use the same unit"),
            ibm("lsf.conf.lsf_enable_tmp_unit", "all clusters of a multicluster environment must use the same unit"),
            ibm("lsf_multicluster/system_requirements_mc_lsf", "a cluster communicates with those in lsf.shared only"),
        ],
        checks: [SettingNamed(lists::SAME_IN_JOINED_CLUSTERS, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let (Some(spec), Some(value)) = (context.setting.spec, context.setting.known_value()) else { return };
    if context.file.kind() != FileKind::LsfConf || context.broken {
        return;
    }
    let text = context.file.text(value.range()).trim();
    for peer in context.file.cluster.peers().iter().filter(|it| it.differs(spec, text)) {
        findings
            .report(value.range(), format!("cluster `{}` has another `{}`", peer.name, spec.name))
            .effect(format!("`{}` may read the limits and reservations of forwarded jobs in another unit", peer.name))
            .help(format!("set the same value in `{}`", peer.conf));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.shared
        Begin Cluster
        ClusterName
        orion
        vega
        End Cluster
        //- lsf.cluster.orion
        //- vega/lsf.shared
        Begin Cluster
        ClusterName
        orion
        vega
        End Cluster
        //- vega/lsf.cluster.vega

        //# one unit in each
        //- vega/lsf.conf
        LSF_UNIT_FOR_LIMITS=GB
                            ^^ P407 warning cluster `orion` has another `LSF_UNIT_FOR_LIMITS`
        LSF_ENABLE_TMP_UNIT=Y
                            ^ P407 warning cluster `orion` has another `LSF_ENABLE_TMP_UNIT`
        //- lsf.conf
        LSF_UNIT_FOR_LIMITS=MB
                            ^^ P407 warning cluster `vega` has another `LSF_UNIT_FOR_LIMITS`
        LSF_ENABLE_TMP_UNIT=N
                            ^ P407 warning cluster `vega` has another `LSF_ENABLE_TMP_UNIT`

        //# the other one has the default
        //- vega/lsf.conf
        LSF_STRICT_RESREQ=Y
        //- lsf.conf
        LSF_UNIT_FOR_LIMITS=MB
                            ^^ P407 warning cluster `vega` has another `LSF_UNIT_FOR_LIMITS`
        LSF_ENABLE_TMP_UNIT=N

        //# the same unit
        //- vega/lsf.conf
        LSF_UNIT_FOR_LIMITS=GB
        //- lsf.conf
        LSF_UNIT_FOR_LIMITS=g

        //# the other cluster does not know this one
        //- vega/lsf.shared
        Begin Cluster
        ClusterName
        vega
        End Cluster
        //- vega/lsf.conf
        LSF_UNIT_FOR_LIMITS=GB
        //- lsf.conf
        LSF_UNIT_FOR_LIMITS=MB
    "#]];
}
