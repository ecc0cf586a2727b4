use lsflint_lint::{Findings, Item, SettingContext, rule};

use crate::names::list::items;

rule! {
    /// Finds `~cluster` in RCVJOBS_FROM without `allclusters`.
    ///
    /// # Effect
    /// `~cluster` excludes a cluster from `allclusters`. Without `allclusters` the list selects no cluster, and the
    /// queue receives no jobs.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = receive
    /// RCVJOBS_FROM = ~cluster3
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = receive
    /// RCVJOBS_FROM = allclusters ~cluster3
    /// End Queue
    /// ```
    pub X411 "cluster-list" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            ibm("lsb.queues", "RCVJOBS_FROM: clusters of lsf.shared, or `allclusters`"),
        ],
        checks: [SettingNamed(&["RCVJOBS_FROM"], check)],
    }
}

/// Selects every cluster.
const ALL: &str = "allclusters";

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let excluded = items(&context.setting).find(|it| it.is_excluded()).filter(|_| !context.broken);
    let Some(excluded) = excluded.filter(|_| !items(&context.setting).any(|it| it.is(ALL) && !it.is_excluded())) else {
        return;
    };
    findings
        .report(excluded.range(), format!("exclusion without `{ALL}`"))
        .consequence(
            Item::Value.ignored().called("the exclusion").because("there is no list to exclude the cluster from"),
        )
        .help(format!("write `{ALL} ~{}`", excluded.text()));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# excludes from something
        //- each Queue
        RCVJOBS_FROM = ~c3
                       ^^^ X411 error exclusion without `allclusters`
        RCVJOBS_FROM = c2 ~c3
                          ^^^ X411 error exclusion without `allclusters`
        RCVJOBS_FROM = allclusters ~c3
        RCVJOBS_FROM = c2 c3
    "#]];
}
