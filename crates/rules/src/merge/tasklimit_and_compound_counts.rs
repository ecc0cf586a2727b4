use lsflint_lint::{FileContext, Findings, rule};
use lsflint_model::requirement::merge::Refused;

use crate::merge::levels::{has_braces, report_conflicts};
use crate::merge::pairs::{Wanted, Why};

rule! {
    /// Finds a profile with a compound requirement whose counts do not fit TASKLIMIT of a queue.
    ///
    /// # Effect
    /// The counts of the terms add up to the tasks of the job. When TASKLIMIT of the queue does not allow so many, or
    /// so few, LSF refuses the jobs of the profile there.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = 2*{select[bigmem]} + 6*{select[linux]}
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 4
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = 2*{select[bigmem]} + 6*{select[linux]}
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 8 8
    /// End Queue
    /// ```
    ///
    /// Counts and TASKLIMIT of one and the same queue or profile are the business of `count-sum-mismatch`. Every
    /// profile may meet every queue, so this is a warning only when no queue is left, or when the queue is
    /// DEFAULT_QUEUE or the profile DEFAULT_APPLICATION; else it is an information.
    pub M006 "tasklimit-and-compound-counts" {
        family: Merge, scope: Cluster, severity: Warning,
        sources: [ibm("topic=lsbqueues-tasklimit", "TASKLIMIT"), manual("lsbatch.h", "error 387 and 388")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    report_conflicts(context, &WANTED, "bring the counts into the range, or widen TASKLIMIT of the queue", findings);
}

static WANTED: Wanted = Wanted {
    why: |it| matches!(it, Why::Refused(Refused::Slots, _)),
    profile: has_braces,
    queue: |it| it.tasks.is_some(),
    with_some: true,
    decided_by: "TASKLIMIT",
};

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    #[track_caller]
    fn check(profile: &str, queue: &str, expect: Expect) {
        let profile = format!("Begin Application\nNAME = p\n{profile}\nEnd Application\n");
        let queue = format!("Begin Queue\nQUEUE_NAME = q\n{queue}\nEnd Queue\n");
        check_cluster("M006", &[("lsb.applications", &profile), ("lsb.queues", &queue)], expect);
    }

    // covers RM813
    #[test]
    fn counts_against_a_queue() {
        check(
            "RES_REQ = 2*{a} + 6*{b}",
            "TASKLIMIT = 4",
            expect![[r#"
                3:11-3:24 warning no queue takes jobs of this profile: in `q`, the terms ask for 8 slots, and TASKLIMIT of the queue allows at most 4
                  effect: LSF rejects jobs of the application profile in every queue at submission
                  help: bring the counts into the range, or widen TASKLIMIT of the queue
                  lsb.queues:3:13-3:14 the queue `q`
            "#]],
        );
        check(
            "RES_REQ = 2*{a} + 6*{b}",
            "TASKLIMIT = 10 20",
            expect![[r#"
                3:11-3:24 warning no queue takes jobs of this profile: in `q`, the terms ask for 8 slots, and TASKLIMIT of the queue allows at least 10
                  effect: LSF rejects jobs of the application profile in every queue at submission
                  help: bring the counts into the range, or widen TASKLIMIT of the queue
                  lsb.queues:3:13-3:18 the queue `q`
            "#]],
        );
        check(
            "RES_REQ = {a} || {2*{a} + 6*{b}}",
            "PROCLIMIT = 4",
            expect![[r#"
                3:11-3:33 warning no queue takes jobs of this profile: in `q`, the terms ask for 8 slots, and TASKLIMIT of the queue allows at most 4
                  effect: LSF rejects jobs of the application profile in every queue at submission
                  help: bring the counts into the range, or widen TASKLIMIT of the queue
                  lsb.queues:2:14-2:15 the queue `q`
            "#]],
        );
    }

    #[test]
    fn counts_that_fit() {
        check("RES_REQ = 2*{a} + 6*{b}", "TASKLIMIT = 8 8", expect![[""]]);
        check("RES_REQ = 2*{a} + {b}", "TASKLIMIT = 4", expect![[""]]);
        check("RES_REQ = 2*{a} + 6*{b}", "TASKLIMIT = {{ tasks }}", expect![[""]]);
        check("RES_REQ = 2*{a} + 6*{b}", "JOB_SIZE_LIST = 8\nTASKLIMIT = 4", expect![[""]]);
    }

    #[test]
    fn the_limit_of_the_profile_is_not_this_rule() {
        check("RES_REQ = 2*{a} + 6*{b}\nTASKLIMIT = 4", "TASKLIMIT = 4", expect![[""]]);
    }
}
