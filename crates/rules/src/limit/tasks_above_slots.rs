use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_spec::FileKind;

use crate::limit::levels::tasks;
use crate::limit::slots::Slots;

rule! {
    /// Finds queues whose smallest job has more tasks than its hosts have slots.
    ///
    /// # Effect
    /// No job of the queue ever starts: all hosts together cannot hold one.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// TASKLIMIT  = 64 256
    /// End Queue
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME  MXJ
    /// hostA      16
    /// hostB      32
    /// End Host
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME  model  type  server  RESOURCES
    /// hostA     !      !     1       ()
    /// hostB     !      !     1       ()
    /// End Host
    /// //- lsf.conf
    /// LSB_CONFDIR=/usr/share/lsf/conf/lsbatch
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// TASKLIMIT  = 8 256
    /// End Queue
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME  MXJ
    /// hostA      16
    /// hostB      32
    /// End Host
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME  model  type  server  RESOURCES
    /// hostA     !      !     1       ()
    /// hostB     !      !     1       ()
    /// End Host
    /// //- lsf.conf
    /// LSB_CONFDIR=/usr/share/lsf/conf/lsbatch
    /// ```
    ///
    /// Nothing is said where a host has no MXJ, or takes it from its CPUs.
    pub L033 "tasks-above-slots" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", "TASKLIMIT: and MXJ in lsb.hosts")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || !view.queues().any(|it| tasks(&it).is_some_and(|it| it.0 > 1)) {
        return;
    }
    let Some(mut slots) = Slots::of(view) else { return };
    for queue in view.queues().filter(|it| !it.is_broken()) {
        let Some((least, _, field)) = tasks(&queue) else { continue };
        let Some(room) = slots.of_queue(&queue) else { continue };
        let place = field.place();
        // Hosts without slots are closed on purpose.
        if least <= room.together || room.together == 0 || *place.file != *context.file.path {
            continue;
        }
        let slots = room.together;
        findings
            .report(
                place.range,
                format!("a job has at least {least} tasks, and the hosts of the queue have {slots} slots together"),
            )
            .consequence(Item::Job.pending().called("jobs of the queue").because("its hosts have too few slots"))
            .help("lower the minimum, or give the queue more hosts or slots");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    const CLUSTER: &str =
        "Begin Host\nHOSTNAME model type server RESOURCES\nhostA ! ! 1 ()\nhostB ! ! 1 ()\nEnd Host\n";

    #[track_caller]
    fn check_queue(lines: &str, rows: &str, expect: Expect) {
        let queue = format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n");
        let hosts = format!("Begin Host\nHOST_NAME MXJ\n{rows}End Host\n");
        check_cluster(
            "L033",
            &[("lsb.queues", &queue), ("lsb.hosts", &hosts), ("lsf.cluster.c1", CLUSTER), ("lsf.conf", "")],
            expect,
        );
    }

    #[test]
    fn a_job_has_to_fit() {
        check_queue(
            "TASKLIMIT = 64 256",
            "hostA 16\nhostB 32\n",
            expect![[r#"
                3:13-3:19 warning a job has at least 64 tasks, and the hosts of the queue have 48 slots together
                  effect: LSF never dispatches jobs of the queue because its hosts have too few slots
                  help: lower the minimum, or give the queue more hosts or slots
            "#]],
        );
        check_queue(
            "TASKLIMIT = 20 256\nHOSTS = hostA",
            "hostA 16\nhostB 32\n",
            expect![[r#"
                3:13-3:19 warning a job has at least 20 tasks, and the hosts of the queue have 16 slots together
                  effect: LSF never dispatches jobs of the queue because its hosts have too few slots
                  help: lower the minimum, or give the queue more hosts or slots
            "#]],
        );
    }

    #[test]
    fn is_silent_when_it_does_or_may() {
        check_queue("TASKLIMIT = 256", "hostA 16\nhostB 32\n", expect![[""]]);
        check_queue("TASKLIMIT = 48 256", "hostA 16\nhostB 32\n", expect![[""]]);
        check_queue("TASKLIMIT = 64 256", "hostA !\nhostB 32\n", expect![[""]]);
        check_queue("TASKLIMIT = 64 256", "hostA 16\n", expect![[""]]);
    }
}
