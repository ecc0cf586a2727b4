use lsflint_lint::{Findings, Item, SectionContext, Setting, Severity, rule};
use lsflint_model::Lookup;
use lsflint_spec::{FileKind, lists};

use crate::parameter::related;

rule! {
    /// Finds queues with CHUNK_JOB_SIZE whose jobs are never chunked because their limit is too long or missing.
    ///
    /// # Effect
    /// Job chunking is for short jobs. With a run limit or CPU limit above 30 minutes, or above CHUNK_JOB_DURATION in
    /// lsb.params if it is set, LSF dispatches the jobs one by one. With CHUNK_JOB_DURATION, jobs without a limit are
    /// not chunked either.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME     = short
    /// CHUNK_JOB_SIZE = 4
    /// RUNLIMIT       = 60
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// MBD_SLEEP_TIME = 10
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME     = short
    /// CHUNK_JOB_SIZE = 4
    /// RUNLIMIT       = 20
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// MBD_SLEEP_TIME = 10
    /// End Parameters
    /// ```
    pub Q443 "chunk-limit-too-long" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", "CHUNK_JOB_SIZE"), ibm("lsb.params", "CHUNK_JOB_DURATION")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsbQueues {
        return;
    }
    let Some(size) = context.entry("CHUNK_JOB_SIZE").filter(|it| related::amount(it).is_some_and(|it| it > 1.0)) else {
        return;
    };
    let (longest, is_set) = match context.file.cluster.parameter("CHUNK_JOB_DURATION") {
        Lookup::Unknown => return,
        Lookup::Absent => (f64::from(lists::USUAL_CHUNK_MINUTES), false),
        Lookup::Set(field) => match field.known().and_then(|it| it.trim().parse::<f64>().ok()) {
            Some(minutes) => (minutes, true),
            None => return,
        },
    };
    let limits: Vec<Setting<'_>> =
        lists::CHUNK_TIME_LIMITS.iter().filter_map(|it| context.entry(it)).filter(Setting::has_value).collect();
    let together = |it: &&Setting<'_>| related::are_read_together(&size, it);
    for limit in limits.iter().filter(together) {
        // Of two values, the smaller is the default, which applies to most jobs; the larger is the maximum that a job
        // can request.
        let Some(seconds) = smallest(limit) else { continue };
        if seconds > longest * 60.0 {
            let name = limit.display_name();
            findings
                .report(related::place(&size), format!("`{name}` exceeds the {longest} minutes allowed for chunk jobs"))
                .consequence(
                    Item::Line
                        .no_effect()
                        .called("`CHUNK_JOB_SIZE`")
                        .possible()
                        .because("LSF dispatches jobs with such a long limit one by one"),
                )
                .help(match is_set {
                    true => "lower the limit, or raise `CHUNK_JOB_DURATION` in `lsb.params`",
                    false => "lower the limit, or set `CHUNK_JOB_DURATION` in `lsb.params`",
                })
                .related(limit.value_range(), "the limit is set here");
            return;
        }
    }
    if is_set && limits.is_empty() && !related::includes_more(context) {
        findings
            .report(related::place(&size), "`CHUNK_JOB_SIZE` requires `RUNLIMIT` or `CPULIMIT` in the queue")
            .severity(Severity::Info)
            .consequence(
                Item::Line
                    .no_effect()
                    .called("`CHUNK_JOB_SIZE`")
                    .possible()
                    .because("with `CHUNK_JOB_DURATION` LSF chunks only jobs that have their own limit"),
            )
            .help("set `RUNLIMIT` in the queue");
    }
}

/// The smaller value of a limit in seconds, if it has one or two values.
fn smallest(limit: &Setting<'_>) -> Option<f64> {
    use lsflint_syntax::ast::{AstNode, RunLimit, RunTime};

    let content = limit.known_value()?.content()?;
    let time = match RunLimit::cast(content) {
        Some(it) => it.default().or_else(|| it.maximum()),
        None => RunTime::cast(content),
    };
    // The speed of another host is unknown, so a limit that names a host cannot be compared.
    let time = time.filter(|it| it.host().is_none())?;
    time.minutes()?.to_string().parse::<f64>().ok().map(|it| it * 60.0)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# chunks are for short jobs
        //- Parameters: MBD_SLEEP_TIME = 10
        //- each Queue
        CHUNK_JOB_SIZE = 4
        ^^^^^^^^^^^^^^ Q443 warning `RUNLIMIT` exceeds the 30 minutes allowed for chunk jobs
          RUNLIMIT = 60
        CHUNK_JOB_SIZE = 4
          RUNLIMIT = 20
        CHUNK_JOB_SIZE = 4
          RUNLIMIT = 20 120
        CHUNK_JOB_SIZE = 4
          PRIORITY = 5
        //#
        //- Parameters: CHUNK_JOB_DURATION = 60
        //- each Queue
        CHUNK_JOB_SIZE = 4
        ^^^^^^^^^^^^^^ Q443 warning `CPULIMIT` exceeds the 60 minutes allowed for chunk jobs
            = help: lower the limit, or raise `CHUNK_JOB_DURATION` in `lsb.params`
          CPULIMIT = 2:00
        CHUNK_JOB_SIZE = 4
        ^^^^^^^^^^^^^^ Q443 info `CHUNK_JOB_SIZE` requires `RUNLIMIT` or `CPULIMIT` in the queue
            = effect: `CHUNK_JOB_SIZE` may have no effect because with `CHUNK_JOB_DURATION` LSF chunks only jobs that
            =   have their own limit
            = help: set `RUNLIMIT` in the queue
          PRIORITY = 5
        //#
        //- Parameters: CHUNK_JOB_DURATION = 90
        //- each Queue
        CHUNK_JOB_SIZE = 4
          RUNLIMIT = 60

        //# without lsb.params nobody knows
        //- each Queue
        CHUNK_JOB_SIZE = 4
          RUNLIMIT = 60
    "#]];
}
