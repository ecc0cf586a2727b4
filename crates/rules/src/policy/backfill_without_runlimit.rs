use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::{Knowledge, View};
use lsflint_spec::FileKind;

use crate::policy::cluster::in_file;
use crate::policy::interruptible_backfill_needs_backfill::PARAMETER;

rule! {
    /// Finds queues that backfill without a run limit.
    ///
    /// # Effect
    /// A job is taken for backfill only if LSF knows when it will end, that is, if it has a run limit. Jobs of this queue have one only where
    /// an application profile or the job itself brings it; all others wait as if there were no backfill.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// BACKFILL   = Y
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = short
    /// BACKFILL   = Y
    /// RUNLIMIT   = 30 240
    /// End Queue
    /// ```
    ///
    /// Nothing is said where the profile of DEFAULT_APPLICATION has a run limit, or all profiles have one.
    pub Q201 "backfill-without-runlimit" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/backfill", "Backfill")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    let mut elsewhere = None;
    for queue in view.queues() {
        let Some(backfill) = queue.field("BACKFILL").filter(|it| it.known().is_some() && it.is_on()) else { continue };
        let Some(range) = in_file(context, &backfill.place()) else { continue };
        let is_set = |name: &str| queue.fields(name).iter().any(|it| it.is_on());
        // A queue with interruptible backfill lacks more than that; it has a finding of its own.
        if is_set("RUNLIMIT") || is_set(PARAMETER) || *elsewhere.get_or_insert_with(|| profiles_have_one(view)) {
            continue;
        }
        findings
            .report(range, "`BACKFILL` in a queue without `RUNLIMIT`")
            .consequence(Item::Line.no_effect().called("`BACKFILL`").possible().because(
                "LSF backfills only jobs that get a run limit from their application profile or from `bsub -W`",
            ))
            .help("set `RUNLIMIT` with a default and a maximum: `RUNLIMIT = 30 240`");
    }
}

/// Whether jobs get a run limit from their profile: from the one that they have without asking, or from any.
fn profiles_have_one(view: View<'_>) -> bool {
    let default = view.parameter("DEFAULT_APPLICATION").value();
    let default = default.and_then(|it| view.application(it.trim()));
    let mut profiles = view.applications().peekable();
    default.is_some_and(|it| it.has("RUNLIMIT")) || profiles.peek().is_some() && profiles.all(|it| it.has("RUNLIMIT"))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::{check, check_cluster};

    fn queue(lines: &str, expected: Expect) {
        check("Q201", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = q1\n{lines}\nEnd Queue\n"), expected);
    }

    // covers backfill-no-runlimit, users-pain 47
    #[test]
    fn wants_a_run_limit() {
        queue(
            "BACKFILL = yes",
            expect![[r#"
                3:12-3:15 warning `BACKFILL` in a queue without `RUNLIMIT`
                  effect: `BACKFILL` may have no effect because LSF backfills only jobs that get a run limit from their application profile or from `bsub -W`
                  help: set `RUNLIMIT` with a default and a maximum: `RUNLIMIT = 30 240`
            "#]],
        );
    }

    #[test]
    fn is_silent_with_one_or_without_backfill() {
        queue("BACKFILL = Y\nRUNLIMIT = 60", expect![[""]]);
        queue("BACKFILL = Y\n#if time(8-9)\nRUNLIMIT = 60\n#endif", expect![[""]]);
        queue("BACKFILL = N", expect![[""]]);
        queue("BACKFILL = {{ backfill }}", expect![[""]]);
        queue("BACKFILL = Y\nINTERRUPTIBLE_BACKFILL = 60", expect![[""]]);
    }

    // covers BC-087, R-BF1
    #[test]
    fn the_profile_of_a_job_may_have_one() {
        let queue = "Begin Queue\nQUEUE_NAME = q1\nBACKFILL = Y\nEnd Queue\n";
        let profiles = |other: &str| {
            format!(
                "Begin Application\nNAME = a\nRUNLIMIT = 60\nEnd Application\nBegin Application\nNAME = b\n{other}\nEnd Application\n"
            )
        };
        let params = |name: &str| format!("Begin Parameters\nDEFAULT_APPLICATION = {name}\nEnd Parameters\n");
        let with = |other: &str, name: &str, expected| {
            let files = [("lsb.queues", queue), ("lsb.applications", &profiles(other)), ("lsb.params", &params(name))];
            check_cluster("Q201", &files, expected);
        };
        with("RUNLIMIT = 30", "x", expect![[""]]);
        with("DESCRIPTION = b", "a", expect![[""]]);
        with(
            "DESCRIPTION = b",
            "b",
            expect![[r#"
                3:12-3:13 warning `BACKFILL` in a queue without `RUNLIMIT`
                  effect: `BACKFILL` may have no effect because LSF backfills only jobs that get a run limit from their application profile or from `bsub -W`
                  help: set `RUNLIMIT` with a default and a maximum: `RUNLIMIT = 30 240`
            "#]],
        );
    }
}
