use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, FileKind, Grammar};
use lsflint_syntax::ast::Threshold;

rule! {
    /// Finds thresholds with two numbers in the Host section of lsf.cluster, which takes only one.
    ///
    /// # Effect
    /// LIM has one threshold per index: a host above it is busy. The effect of a second number is not documented.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server r1m   RESOURCES
    /// m1       !     !    1      3.5/5 ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server r1m RESOURCES
    /// m1       !     !    1      3.5 ()
    /// End Host
    /// ```
    ///
    /// The pair of loadSched and loadStop thresholds belongs in lsb.queues or lsb.hosts.
    pub L206 "threshold-pair-for-lim" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf.cluster", "Host: a column for a load index has one threshold"),
        ],
        checks: [SettingWith(|it| *it == Grammar::Threshold, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsfCluster || context.broken {
        return;
    }
    let Some(slash) = context.setting.typed::<Threshold<'_>>().and_then(Threshold::slash) else { return };
    let name = context.setting.display_name();
    findings
        .report(slash.range(), format!("threshold for `{name}` has two numbers"))
        .capped(Confidence::Medium)
        .consequence(
            Item::Value.ignored().called("the second number").possible().because("LIM has one threshold per index"),
        )
        .help("write one number here, and the pair in lsb.queues or lsb.hosts");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the slash
        //- Host of lsf.cluster.c1
        HOSTNAME model type server r1m RESOURCES
        m1 ! ! 1 3.5/5 ()
                    ^ L206 warning threshold for `r1m` has two numbers
        m2 ! ! 1 3.5 ()
        //#
        //- Host of lsb.hosts
        HOST_NAME r1m
        h1 3.5/5
    "#]];
}
