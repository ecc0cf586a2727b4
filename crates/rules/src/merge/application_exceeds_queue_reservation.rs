use lsflint_lint::{FileContext, Findings, rule};
use lsflint_model::requirement::merge::Refused;

use crate::merge::levels::{any, report_conflicts};
use crate::merge::pairs::{Wanted, Why};

rule! {
    /// Finds an application profile that reserves more than a queue does: more of a load index such as `mem`, or
    /// anything for longer.
    ///
    /// # Effect
    /// What a queue reserves is also the most its jobs may reserve. LSF refuses the jobs of the profile in such a queue
    /// when they are submitted.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = rusage[mem=900]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=500]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = rusage[mem=400]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=500]
    /// End Queue
    /// ```
    ///
    /// Or give the queue a range with RESRSV_LIMIT, which then counts instead of the amount. Resources that the site
    /// defines may exceed the queue; their durations may not. Every profile may meet every queue, so this is a warning
    /// only when no queue is left, or when the queue is DEFAULT_QUEUE or the profile DEFAULT_APPLICATION; else it is an
    /// information.
    pub M002 "application-exceeds-queue-reservation" {
        family: Merge, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/usage_string", "requirements of several levels"),
            manual("lsbatch.h", "error 338, 339 and 570"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    report_conflicts(context, &WANTED, "reserve no more than the queue, or set RESRSV_LIMIT in the queue", findings);
}

static WANTED: Wanted = Wanted {
    why: |it| matches!(it, Why::Refused(Refused::Ceiling(_), _)),
    profile: |it| any(it, |it| it.rusage.is_some()),
    queue: |it| it.required.known().is_some_and(|it| any(it, |it| it.rusage.is_some())),
    with_some: true,
    decided_by: "RES_REQ",
};

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    fn queue(name: &str, requirement: &str) -> String {
        format!("Begin Queue\nQUEUE_NAME = {name}\nRES_REQ = {requirement}\nEnd Queue\n")
    }

    #[track_caller]
    fn check(requirement: &str, queues: &[(&str, &str)], params: &str, expect: Expect) {
        let profile = format!("Begin Application\nNAME = p\nRES_REQ = {requirement}\nEnd Application\n");
        let queues: String = queues.iter().map(|it| queue(it.0, it.1)).collect();
        let params = format!("Begin Parameters\n{params}\nEnd Parameters\n");
        let files = [
            ("lsb.applications", &*profile),
            ("lsb.queues", &*queues),
            ("lsb.params", &*params),
            ("lsf.conf", "LSF_LIM_PORT=7869\n"),
        ];
        check_cluster("M002", &files, expect);
    }

    // covers RM803, RM804
    #[test]
    fn more_than_the_queue_or_for_longer() {
        check(
            "select[linux] rusage[mem=900]",
            &[("q", "rusage[mem=500]")],
            "",
            expect![[r#"
                3:32-3:39 warning no queue takes jobs of this profile: in `q`, `mem=900` of the application exceeds `mem=500` of the queue
                  effect: LSF rejects jobs of the application profile in every queue at submission
                  help: reserve no more than the queue, or set RESRSV_LIMIT in the queue
                  lsb.queues:3:11-3:26 the queue `q`
            "#]],
        );
        check(
            "rusage[lic=1:duration=2h]",
            &[("q", "rusage[lic=2:duration=60]")],
            "",
            expect![[r#"
                3:18-3:23 warning no queue takes jobs of this profile: in `q`, `duration=2h` of the application for `lic` exceeds `duration=60` of the queue for `lic`
                  effect: LSF rejects jobs of the application profile in every queue at submission
                  help: reserve no more than the queue, or set RESRSV_LIMIT in the queue
                  lsb.queues:3:11-3:36 the queue `q`
            "#]],
        );
        check(
            "1*{linux} + 2*{rusage[mem=1GB]}",
            &[("q", "rusage[mem=500]")],
            "",
            expect![[r#"
                3:33-3:40 warning no queue takes jobs of this profile: in `q`, `mem=1GB` of the application exceeds `mem=500` of the queue
                  effect: LSF rejects jobs of the application profile in every queue at submission
                  help: reserve no more than the queue, or set RESRSV_LIMIT in the queue
                  lsb.queues:3:11-3:26 the queue `q`
            "#]],
        );
    }

    #[test]
    fn some_queues_are_worth_an_information() {
        let queues = [("q", "rusage[mem=500]"), ("r", "rusage[mem=2000]"), ("s", "rusage[mem=500]")];
        check(
            "rusage[mem=900]",
            &queues,
            "",
            expect![[r#"
                3:18-3:25 info the queue `q` refuses jobs of this profile: `mem=900` of the application exceeds `mem=500` of the queue
                  effect: LSF rejects jobs of the application profile in 2 of 3 queues at submission
                  help: reserve no more than the queue, or set RESRSV_LIMIT in the queue
                  lsb.queues:3:11-3:26 the queue `q`
            "#]],
        );
        check(
            "rusage[mem=900]",
            &queues,
            "DEFAULT_QUEUE = s r",
            expect![[r#"
                3:18-3:25 info the queue `q` refuses jobs of this profile: `mem=900` of the application exceeds `mem=500` of the queue
                  effect: LSF rejects jobs of the application profile in 2 of 3 queues at submission
                  help: reserve no more than the queue, or set RESRSV_LIMIT in the queue
                  lsb.queues:3:11-3:26 the queue `q`
            "#]],
        );
        check(
            "rusage[mem=900]",
            &queues,
            "DEFAULT_QUEUE = s q",
            expect![[r#"
                3:18-3:25 warning the queue `q` refuses jobs of this profile: `mem=900` of the application exceeds `mem=500` of the queue
                  effect: LSF rejects jobs of the application profile that do not specify a queue at submission because DEFAULT_QUEUE sends them to this queue
                  help: reserve no more than the queue, or set RESRSV_LIMIT in the queue
                  lsb.queues:3:11-3:26 the queue `q`
            "#]],
        );
        check(
            "rusage[mem=900]",
            &queues,
            "DEFAULT_APPLICATION = p",
            expect![[r#"
                3:18-3:25 warning the queue `q` refuses jobs of this profile: `mem=900` of the application exceeds `mem=500` of the queue
                  effect: LSF rejects jobs of the queue that do not specify an application profile at submission because DEFAULT_APPLICATION gives them this one
                  help: reserve no more than the queue, or set RESRSV_LIMIT in the queue
                  lsb.queues:3:11-3:26 the queue `q`
            "#]],
        );
    }

    // covers RM805
    #[test]
    fn what_queues_allow() {
        check("rusage[mem=500]", &[("q", "rusage[mem=500]")], "", expect![[""]]);
        check("rusage[lic=3]", &[("q", "rusage[lic=1]")], "", expect![[""]]);
        check("rusage[mem=900]", &[("q", "rusage[mem=500]\nRESRSV_LIMIT = [mem=1000]")], "", expect![[""]]);
        check("rusage[mem=900]", &[("q", "{{ requirement }}")], "", expect![[""]]);
        check("rusage[mem=900]", &[("q", "2*{rusage[mem=500]} + 2*{linux}")], "", expect![[""]]);
    }

    #[test]
    fn nothing_is_said_without_queues() {
        let profile = "Begin Application\nNAME = p\nRES_REQ = rusage[mem=900]\nEnd Application\n";
        check_cluster("M002", &[("lsb.applications", profile)], expect![[""]]);
    }
}
