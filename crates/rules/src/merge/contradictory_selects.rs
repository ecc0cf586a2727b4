use lsflint_lint::{FileContext, Findings, rule};

use crate::merge::levels::{any, report_conflicts};
use crate::merge::pairs::{Wanted, Why};

rule! {
    /// Finds an application profile whose selection can never hold together with that of a queue.
    ///
    /// # Effect
    /// LSF joins what queue, profile and job select with `&&`. When that never holds, the jobs of the profile pend
    /// forever in the queue.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = select[type == AIX]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[type == LINUX]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = select[type == AIX]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[type == LINUX]
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = aix
    /// RES_REQ    = select[type == AIX]
    /// End Queue
    /// ```
    ///
    /// Profiles need not suit every queue. It is reported when no queue is left, and when the queue is DEFAULT_QUEUE or
    /// the profile DEFAULT_APPLICATION, because then jobs meet both without naming either.
    pub M005 "contradictory-selects" {
        family: Merge, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/select_string", "selections of several levels must all hold")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    report_conflicts(context, &WANTED, "correct one of the two, or give the profile a queue of its own", findings);
}

static WANTED: Wanted = Wanted {
    why: |it| matches!(it, Why::Never(_)),
    profile: |it| any(it, |it| !it.select.is_empty()),
    queue: |it| it.required.known().is_some_and(|it| any(it, |it| !it.select.is_empty())),
    with_some: false,
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
        let files = [("lsb.applications", &*profile), ("lsb.queues", &*queues), ("lsb.params", &*params)];
        check_cluster("M005", &files, expect);
    }

    // covers RM810
    #[test]
    fn no_queue_is_left() {
        check(
            "type==AIX && mem>5",
            &[("q", "type==LINUX")],
            "",
            expect![[r#"
                3:11-3:29 warning jobs of this profile can start in no queue: in `q`, `type==LINUX` of the queue and `type==AIX` of the profile never hold together
                  effect: LSF never dispatches jobs of the application profile in any queue
                  help: correct one of the two, or give the profile a queue of its own
                  lsb.queues:3:11-3:22 the queue `q`
            "#]],
        );
        check(
            "select[mem<5]",
            &[("q", "mem>10 && swp>1"), ("r", "mem>6")],
            "",
            expect![[r#"
                3:18-3:23 warning jobs of this profile can start in no queue: in `q`, `mem>10` of the queue and `mem<5` of the profile never hold together
                  effect: LSF never dispatches jobs of the application profile in any queue
                  help: correct one of the two, or give the profile a queue of its own
                  lsb.queues:3:11-3:26 the queue `q`
            "#]],
        );
        check(
            "1*{type==any} + 2*{select[type==AIX]}",
            &[("q", "type==LINUX")],
            "",
            expect![[r#"
                3:14-3:23 warning jobs of this profile can start in no queue: in `q`, `type==LINUX` of the queue and `type==AIX` of the profile never hold together
                  effect: LSF never dispatches jobs of the application profile in any queue
                  help: correct one of the two, or give the profile a queue of its own
                  lsb.queues:3:11-3:22 the queue `q`
            "#]],
        );
        check(
            "{type==AIX} || {type==HPPA}",
            &[("q", "type==LINUX")],
            "",
            expect![[r#"
                3:12-3:21 warning jobs of this profile can start in no queue: in `q`, `type==LINUX` of the queue and `type==AIX` of the profile never hold together
                  effect: LSF never dispatches jobs of the application profile in any queue
                  help: correct one of the two, or give the profile a queue of its own
                  lsb.queues:3:11-3:22 the queue `q`
            "#]],
        );
        check(
            "(mem<5 || swp<5) && linux",
            &[("q", "mem>6 && swp>6")],
            "",
            expect![[r#"
                3:11-3:36 warning jobs of this profile can start in no queue: in `q`, what the queue and the profile select never holds together
                  effect: LSF never dispatches jobs of the application profile in any queue
                  help: correct one of the two, or give the profile a queue of its own
                  lsb.queues:3:11-3:25 the queue `q`
            "#]],
        );
    }

    #[test]
    fn defaults_meet_without_being_named() {
        let queues = [("q", "type==LINUX"), ("r", "type==AIX")];
        check(
            "type==AIX",
            &queues,
            "DEFAULT_QUEUE = q",
            expect![[r#"
                3:11-3:20 warning jobs of this profile can never start in the queue `q`: `type==LINUX` of the queue and `type==AIX` of the profile never hold together
                  effect: LSF never dispatches jobs of the application profile that do not specify a queue because DEFAULT_QUEUE sends them to this queue
                  help: correct one of the two, or give the profile a queue of its own
                  lsb.queues:3:11-3:22 the queue `q`
            "#]],
        );
        check(
            "type==AIX",
            &queues,
            "DEFAULT_APPLICATION = p",
            expect![[r#"
                3:11-3:20 warning jobs of this profile can never start in the queue `q`: `type==LINUX` of the queue and `type==AIX` of the profile never hold together
                  effect: LSF never dispatches jobs of the queue that do not specify an application profile because DEFAULT_APPLICATION gives them this one
                  help: correct one of the two, or give the profile a queue of its own
                  lsb.queues:3:11-3:22 the queue `q`
            "#]],
        );
        check("type==AIX", &queues, "DEFAULT_QUEUE = q r\nDEFAULT_APPLICATION = q", expect![[""]]);
    }

    #[test]
    fn what_may_hold() {
        check("type==AIX", &[("q", "type==LINUX"), ("r", "type==AIX")], "", expect![[""]]);
        check("type==AIX", &[("q", "type==LINUX"), ("r", "{{ x }}")], "", expect![[""]]);
        check("type==AIX", &[("q", "type==any")], "", expect![[""]]);
        check("{type==AIX} || {type==LINUX}", &[("q", "type==LINUX")], "", expect![[""]]);
        check("type==AIX", &[("q", "{type==LINUX} || {type==HPPA}")], "", expect![[""]]);
    }

    #[test]
    fn one_level_alone_is_not_this_rule() {
        check("mem>5 && mem<3", &[("q", "type==LINUX")], "", expect![[""]]);
        check("type==LINUX", &[("q", "mem>5 && mem<3")], "", expect![[""]]);
    }
}
