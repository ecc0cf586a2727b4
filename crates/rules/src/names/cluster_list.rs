use lsflint_lint::{Findings, Item, SettingContext, rule};

use crate::names::list::items;

rule! {
    /// Finds RCVJOBS_FROM lists that take clusters out of nothing.
    ///
    /// # Effect
    /// `~cluster` takes a cluster out of `allclusters`. Without that word the list names no cluster, and the queue receives no job.
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
        sources: [ibm("lsb.queues", "RCVJOBS_FROM")],
        checks: [SettingNamed(&["RCVJOBS_FROM"], check)],
    }
}

/// The word for all of them.
const ALL: &str = "allclusters";

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let excluded = items(&context.setting).find(|it| it.is_excluded()).filter(|_| !context.broken);
    let Some(excluded) = excluded.filter(|_| !items(&context.setting).any(|it| it.is(ALL) && !it.is_excluded())) else {
        return;
    };
    findings
        .report(excluded.range(), format!("`~` without `{ALL}`"))
        .consequence(Item::Value.ignored().called("the word").because("there is nothing to take the cluster out of"))
        .help(format!("write `{ALL} ~{}`", excluded.text()));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# excludes from something
        //- each Queue
        RCVJOBS_FROM = ~c3
                       ^^^ X411 error `~` without `allclusters`
        RCVJOBS_FROM = c2 ~c3
                          ^^^ X411 error `~` without `allclusters`
        RCVJOBS_FROM = allclusters ~c3
        RCVJOBS_FROM = c2 c3
    "#]];
}
