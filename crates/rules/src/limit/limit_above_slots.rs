use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::State;
use lsflint_spec::{FileKind, SlotScope};

use crate::limit::slots::Slots;

rule! {
    /// Finds slot limits of a queue that are above the slots its hosts have.
    ///
    /// # Effect
    /// The slots of the hosts run out first: the limit never counts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// QJOB_LIMIT = 500
    /// HJOB_LIMIT = 64
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
    /// QUEUE_NAME = night
    /// QJOB_LIMIT = 40
    /// HJOB_LIMIT = 24
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
    /// A limit may wait for hosts to come, so this is only mentioned. Nothing is said where a host has no MXJ, or takes it from its CPUs.
    pub L032 "limit-above-slots" {
        family: Limit, scope: Cluster, severity: Info,
        sources: [ibm("lsb.queues", "slot limits of queues and hosts"), ibm("lsb.hosts", "")],
        checks: [Facts(check)],
    }
}

/// Limits of a queue, and whether each counts on one host.
fn limits() -> impl Iterator<Item = (&'static str, bool)> {
    let queue = lsflint_spec::section(FileKind::LsbQueues, "Queue");
    queue.into_iter().flat_map(|it| it.params).filter_map(|it| match it.slots_of? {
        SlotScope::Queue => Some((it.name, false)),
        SlotScope::Host => Some((it.name, true)),
        SlotScope::User | SlotScope::Processor => None,
    })
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    let limited = |name: &str| view.queues().any(|it| it.has(name));
    if context.kind() != FileKind::LsbQueues || !limits().any(|it| limited(it.0)) {
        return;
    }
    let Some(mut slots) = Slots::of(view) else { return };
    for queue in view.queues().filter(|it| !it.is_broken()) {
        for (name, on_one_host) in limits() {
            let Some(field) = queue.field(name).filter(|it| it.state() == State::Known) else { continue };
            let Some(limit) = queue.integer(name) else { continue };
            let Some(room) = slots.of_queue(&queue) else { break };
            let place = field.place();
            let most = if on_one_host { room.largest } else { room.together };
            // Hosts without slots are closed on purpose.
            if limit <= most || most == 0 || *place.file != *context.file.path {
                continue;
            }
            let what = match (on_one_host, room.hosts) {
                (true, _) => format!("no host of the queue has more than {most} slots"),
                (false, 1) => format!("the host of the queue has {most} slots"),
                (false, hosts) => format!("the {hosts} hosts of the queue have {most} slots together"),
            };
            findings
                .report(place.range, format!("`{name}` is {limit}, but {what}"))
                .consequence(
                    Item::Line.no_effect().called("the limit").because("the hosts are full before it is reached"),
                )
                .help("lower the limit, or remove it");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    const CLUSTER: &str = "Begin Host\nHOSTNAME model type server RESOURCES\nhostA ! ! 1 ()\nhostB ! ! 1 ()\nmaster ! ! 1 ()\nclient ! ! 0 ()\nEnd Host\n";

    #[track_caller]
    fn check_queue(lines: &str, rows: &str, expect: Expect) {
        let queue = format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n");
        let hosts = format!("Begin Host\nHOST_NAME MXJ\n{rows}End Host\n");
        check_cluster(
            "L032",
            &[("lsb.queues", &queue), ("lsb.hosts", &hosts), ("lsf.cluster.c1", CLUSTER), ("lsf.conf", "")],
            expect,
        );
    }

    #[test]
    fn slots_run_out_first() {
        let rows = "hostA 16\nhostB 32\ndefault 0\n";
        check_queue(
            "QJOB_LIMIT = 500\nHJOB_LIMIT = 64",
            rows,
            expect![[r#"
                3:14-3:17 info `QJOB_LIMIT` is 500, but the 2 hosts of the queue have 48 slots together
                  effect: the limit has no effect because the hosts are full before it is reached
                  help: lower the limit, or remove it
                4:14-4:16 info `HJOB_LIMIT` is 64, but no host of the queue has more than 32 slots
                  effect: the limit has no effect because the hosts are full before it is reached
                  help: lower the limit, or remove it
            "#]],
        );
        check_queue(
            "QJOB_LIMIT = 20\nHOSTS = hostA",
            rows,
            expect![[r#"
                3:14-3:16 info `QJOB_LIMIT` is 20, but the host of the queue has 16 slots
                  effect: the limit has no effect because the hosts are full before it is reached
                  help: lower the limit, or remove it
            "#]],
        );
    }

    #[test]
    fn is_silent_about_limits_that_count_and_open_ends() {
        let rows = "hostA 16\nhostB 32\ndefault 0\n";
        check_queue("QJOB_LIMIT = 40\nHJOB_LIMIT = 24", rows, expect![[""]]);
        check_queue("QJOB_LIMIT = 500", "hostA !\nhostB 32\ndefault 0\n", expect![[""]]);
        check_queue("QJOB_LIMIT = 500", "hostA ()\nhostB 32\ndefault 0\n", expect![[""]]);
        check_queue("QJOB_LIMIT = 500", "hostA 16\n", expect![[""]]);
        check_queue("QJOB_LIMIT = 500", "X86 16\ndefault 3\n", expect![[""]]);
        check_queue("QJOB_LIMIT = 5\nHOSTS = master", rows, expect![[""]]);
        check_queue("QJOB_LIMIT = 500", "#if time(8-9)\nhostA 16\n#endif\ndefault 4\n", expect![[""]]);
    }
}
