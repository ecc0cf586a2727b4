use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_spec::FileKind;

use crate::parameter::related;

rule! {
    /// Finds CHUNK_JOB_SIZE values without effect.
    ///
    /// # Effect
    /// LSF dispatches the jobs one by one: a size of 1 disables chunking, and interactive jobs and autoresizable jobs
    /// are never chunked.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME     = shell
    /// INTERACTIVE    = ONLY
    /// CHUNK_JOB_SIZE = 4
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME     = shell
    /// INTERACTIVE    = ONLY
    /// End Queue
    /// ```
    ///
    /// In an application profile, `CHUNK_JOB_SIZE = 1` has a meaning: it disables the chunking of the queue.
    pub Q402 "chunk-size-idle" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [ibm("lsb.queues", "CHUNK_JOB_SIZE"), ibm("lsb.applications", "RESIZABLE_JOBS")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(size) = context.entry("CHUNK_JOB_SIZE") else { return };
    let Some(number) = related::amount(&size) else { return };
    let of = |name: &str, word: &str| {
        let setting = context.entry(name)?;
        let is_word = setting.single_word().is_some_and(|it| related::says(it, word));
        (is_word && related::are_read_together(&size, &setting)).then_some(setting)
    };
    let report = |message: &'static str, other: Option<&Setting<'_>>, findings: &mut Findings| {
        let found = findings
            .report(related::place(&size), message)
            .consequence(Item::Line.no_effect().so("LSF dispatches the jobs one by one"))
            .help("remove the line");
        if let Some(other) = other {
            found.related(other.value_range(), "set here");
        }
    };
    if number <= 1.0 {
        if context.file.kind() == FileKind::LsbQueues {
            report("`CHUNK_JOB_SIZE` of 1 does not chunk jobs", None, findings);
        }
    } else if let Some(other) = of("INTERACTIVE", "ONLY") {
        report("`CHUNK_JOB_SIZE` does not apply to interactive jobs", Some(&other), findings);
    } else if let Some(other) = of("RESIZABLE_JOBS", "auto") {
        report("`CHUNK_JOB_SIZE` does not apply to autoresizable jobs", Some(&other), findings);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# explains why
        //- Queue q1
        INTERACTIVE = ONLY
        CHUNK_JOB_SIZE = 4
        ^^^^^^^^^^^^^^ Q402 info `CHUNK_JOB_SIZE` does not apply to interactive jobs
        //- Queue q2
        CHUNK_JOB_SIZE = 1
        ^^^^^^^^^^^^^^ Q402 info `CHUNK_JOB_SIZE` of 1 does not chunk jobs
        //#
        //- Application a
        RESIZABLE_JOBS = auto
        CHUNK_JOB_SIZE = 4
        ^^^^^^^^^^^^^^ Q402 info `CHUNK_JOB_SIZE` does not apply to autoresizable jobs
        //- Application b: CHUNK_JOB_SIZE = 1

        //# is silent about queues that chunk
        //- each Queue
        INTERACTIVE = NO
          CHUNK_JOB_SIZE = 4
    "#]];
}
