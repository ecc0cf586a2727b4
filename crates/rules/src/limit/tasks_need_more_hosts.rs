use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_spec::FileKind;

use crate::limit::levels::tasks;
use crate::limit::pools::plain;

rule! {
    /// Finds queues whose jobs need more hosts than HOSTLIMIT_PER_JOB allows: `span[ptile=...]` with a minimum number
    /// of tasks.
    ///
    /// # Effect
    /// The number of tasks divided by `ptile` is the number of hosts. LSF rejects jobs that need more than the limit.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME        = night
    /// RES_REQ           = span[ptile=1]
    /// TASKLIMIT         = 4 8
    /// HOSTLIMIT_PER_JOB = 2
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME        = night
    /// RES_REQ           = span[ptile=2]
    /// TASKLIMIT         = 4 8
    /// HOSTLIMIT_PER_JOB = 4
    /// End Queue
    /// ```
    pub L332 "tasks-need-more-hosts" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/parallel_jobs_host_limits",
                "with ptile, the number of hosts is known; a job that requests more than HOSTLIMIT_PER_JOB is rejected",
            ),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    for queue in context.cluster.queues_with(&["HOSTLIMIT_PER_JOB"]).filter(|it| !it.is_broken()) {
        let Some(limit) = plain(&queue, "HOSTLIMIT_PER_JOB") else { continue };
        let Some(most) = limit.known().and_then(|it| it.trim().parse::<i64>().ok()).filter(|it| *it > 0) else {
            continue;
        };
        let Some(requirement) = plain(&queue, "RES_REQ") else { continue };
        let Some(tile) = requirement.known().and_then(|it| tile(&it)) else { continue };
        let Some((least, _, field)) = tasks(&queue) else { continue };
        let hosts = least.saturating_add(tile - 1) / tile;
        if hosts > most {
            findings
                .report(limit.place(), format!("{least} tasks with `ptile={tile}` need {hosts} hosts"))
                .consequence(
                    Item::Job
                        .refused()
                        .called("jobs without a span of their own")
                        .possible()
                        .because(format!("they need more than {most} hosts")),
                )
                .help(format!("raise `HOSTLIMIT_PER_JOB` to {hosts}, or raise `ptile`"))
                .related_at(requirement.place(), "the tasks of a host")
                .related_at(field.place(), "the smallest number of tasks");
        }
    }
}

/// The number in `span[ptile=N]` of a requirement with a single span.
fn tile(requirement: &str) -> Option<i64> {
    let text: String = requirement.split_whitespace().collect();
    let (_, rest) = text.split_once("span[ptile=")?;
    let (number, after) = rest.split_once(']')?;
    let single = !text.contains(['{', '}']) && !after.contains("ptile");
    number.parse().ok().filter(|it| single && *it > 0)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# all jobs need more hosts
        //- each Queue
        HOSTLIMIT_PER_JOB = 1
                            ^ L332 warning 3 tasks with `ptile=2` need 2 hosts
          RES_REQ = select[mem>1] span[ptile = 2]
          TASKLIMIT = 3 8
        HOSTLIMIT_PER_JOB = 2
          RES_REQ = span[ptile=2]
          TASKLIMIT = 3 8
        HOSTLIMIT_PER_JOB = 1
          RES_REQ = span[ptile=2]
          TASKLIMIT = 8
        HOSTLIMIT_PER_JOB = 1
          RES_REQ = span[ptile='!',X86_64:2]
          TASKLIMIT = 3 8
    "#]];
}
