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
    use expect_test::{Expect, expect};

    use crate::testing::check;

    fn receive(value: &str, expected: Expect) {
        check(
            "X411",
            "lsb.queues",
            &format!("Begin Queue\nQUEUE_NAME = q\nRCVJOBS_FROM = {value}\nEnd Queue\n"),
            expected,
        );
    }

    // covers rcvjobs-cluster
    #[test]
    fn takes_out_of_something() {
        receive(
            "~c3",
            expect![[r#"
                3:16-3:19 error `~` without `allclusters`
                  effect: LSF ignores the word because there is nothing to take the cluster out of
                  help: write `allclusters ~c3`
            "#]],
        );
        receive(
            "c2 ~c3",
            expect![[r#"
                3:19-3:22 error `~` without `allclusters`
                  effect: LSF ignores the word because there is nothing to take the cluster out of
                  help: write `allclusters ~c3`
            "#]],
        );
        receive("allclusters ~c3", expect![[""]]);
        receive("c2 c3", expect![[""]]);
    }
}
