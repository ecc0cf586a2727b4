use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_spec::FileKind;

use crate::parameter::related;

rule! {
    /// Finds chunk sizes that do nothing.
    ///
    /// # Effect
    /// Jobs are dispatched one by one: a chunk of 1 is no chunk, interactive jobs and jobs that grow by themselves are never chunked.
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
    /// In an application profile `CHUNK_JOB_SIZE = 1` has a meaning: it switches off what the queue says.
    pub Q402 "chunk-size-idle" {
        family: Policy, scope: Cluster, severity: Hint,
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
    let report = |why: &str, other: Option<&Setting<'_>>, findings: &mut Findings| {
        let found = findings
            .report(related::place(&size), format!("`CHUNK_JOB_SIZE` does nothing: {why}"))
            .consequence(Item::Line.no_effect().so("LSF dispatches the jobs one by one"))
            .help("take the line out");
        if let Some(other) = other {
            found.related(other.value_range(), "set here");
        }
    };
    if number <= 1.0 {
        if context.file.kind() == FileKind::LsbQueues {
            report("a chunk of one job is no chunk", None, findings);
        }
    } else if let Some(other) = of("INTERACTIVE", "ONLY") {
        report("interactive jobs are not chunked", Some(&other), findings);
    } else if let Some(other) = of("RESIZABLE_JOBS", "auto") {
        report("jobs that are resized by themselves are not chunked", Some(&other), findings);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers chunk-size-useless, app-resizable-chunk
    #[test]
    fn says_why() {
        check(
            "Q402",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nINTERACTIVE = ONLY\nCHUNK_JOB_SIZE = 4\nEnd Queue\nBegin Queue\nQUEUE_NAME = q2\nCHUNK_JOB_SIZE = 1\nEnd Queue\n",
            expect![[r#"
                4:1-4:15 hint `CHUNK_JOB_SIZE` does nothing: interactive jobs are not chunked
                  effect: the line has no effect, so LSF dispatches the jobs one by one
                  help: take the line out
                  3:15-3:19 set here
                8:1-8:15 hint `CHUNK_JOB_SIZE` does nothing: a chunk of one job is no chunk
                  effect: the line has no effect, so LSF dispatches the jobs one by one
                  help: take the line out
            "#]],
        );
        check(
            "Q402",
            "lsb.applications",
            "Begin Application\nNAME = a\nRESIZABLE_JOBS = auto\nCHUNK_JOB_SIZE = 4\nEnd Application\nBegin Application\nNAME = b\nCHUNK_JOB_SIZE = 1\nEnd Application\n",
            expect![[r#"
                4:1-4:15 hint `CHUNK_JOB_SIZE` does nothing: jobs that are resized by themselves are not chunked
                  effect: the line has no effect, so LSF dispatches the jobs one by one
                  help: take the line out
                  3:18-3:22 set here
            "#]],
        );
    }

    #[test]
    fn is_silent_about_queues_that_chunk() {
        check(
            "Q402",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nINTERACTIVE = NO\nCHUNK_JOB_SIZE = 4\nEnd Queue\n",
            expect![[""]],
        );
    }
}
