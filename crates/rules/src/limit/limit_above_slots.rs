use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::State;
use lsflint_spec::{FileKind, SlotScope};

use crate::limit::slots::Slots;

rule! {
    /// Finds slot limits of a queue that exceed the number of slots on its hosts.
    ///
    /// # Effect
    /// The slots of the hosts run out first, so the limit is never reached.
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
    /// The limit may be intended for future hosts, so the severity is info. Nothing is reported if a host has no MXJ,
    /// or if MXJ depends on its CPUs.
    pub L032 "limit-above-slots" {
        family: Limit, scope: Cluster, severity: Info,
        sources: [
            ibm("lsb.queues", "slot limits of queues and hosts"),
            ibm("lsb.hosts", "MXJ: the slots of a host"),
        ],
        checks: [Facts(check)],
    }
}

/// The limits of a queue, and whether each applies per host.
fn limits() -> impl Iterator<Item = (&'static str, bool)> {
    let queue = lsflint_spec::section(FileKind::LsbQueues, "Queue");
    queue.into_iter().flat_map(|it| it.params).filter_map(|it| match it.slots_of? {
        SlotScope::Queue => Some((it.name, false)),
        SlotScope::Host => Some((it.name, true)),
        SlotScope::User | SlotScope::Processor => None,
    })
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || !Slots::are_known(view) {
        return;
    }
    let names: Vec<&str> = limits().map(|it| it.0).collect();
    if !view.queues_with(&names).any(|it| names.iter().any(|name| it.has(name))) {
        return;
    }
    let Some(mut slots) = Slots::of(view) else { return };
    for queue in view.queues_with(&names).filter(|it| !it.is_broken()) {
        for (name, on_one_host) in limits() {
            let Some(field) = queue.field(name).filter(|it| it.state() == State::Known) else { continue };
            let Some(limit) = queue.integer(name) else { continue };
            let Some(capacity) = slots.of_queue(Some(&queue)) else { break };
            let place = field.place();
            let most = if on_one_host { capacity.largest } else { capacity.together };
            // Hosts without slots are closed intentionally.
            if limit <= most || most == 0 {
                continue;
            }
            let what = match (on_one_host, capacity.hosts) {
                (true, _) => format!("no host of the queue has more than {most} slots"),
                (false, 1) => format!("the host of the queue has {most} slots"),
                (false, hosts) => format!("the {hosts} hosts of the queue have {most} slots in total"),
            };
            findings
                .report(place, format!("`{name}` is {limit}, but {what}"))
                .consequence(
                    Item::Line.no_effect().called("the limit").because("the hosts are full before it is reached"),
                )
                .help("lower the limit, or remove it");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA 16
        hostB 32
        default 0
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        hostB ! ! 1 ()
        master ! ! 1 ()
        client ! ! 0 ()
        //- lsf.conf

        //# slots run out first
        //- each Queue
        QJOB_LIMIT = 500
                     ^^^ L032 info `QJOB_LIMIT` is 500, but the 2 hosts of the queue have 48 slots in total
          HJOB_LIMIT = 64
                       ^^ L032 info `HJOB_LIMIT` is 64, but no host of the queue has more than 32 slots
        QJOB_LIMIT = 20
                     ^^ L032 info `QJOB_LIMIT` is 20, but the host of the queue has 16 slots
          HOSTS = hostA

        //# is silent about limits that count and open ends
        //- each Queue
        QJOB_LIMIT = 40
          HJOB_LIMIT = 24
        QJOB_LIMIT = 5
          HOSTS = master
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA !
        hostB 32
        default 0
        //- each Queue: QJOB_LIMIT = 500
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA ()
        hostB 32
        default 0
        //- each Queue: QJOB_LIMIT = 500

        //# hosts without a row run no jobs
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA 16
        //- each Queue: QJOB_LIMIT = 500
                                     ^^^ L032 info `QJOB_LIMIT` is 500, but the host of the queue has 16 slots
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        X86 16
        default 3
        //- each Queue: QJOB_LIMIT = 500
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        #if time(8-9)
        hostA 16
        #endif
        default 4
        //- each Queue: QJOB_LIMIT = 500
    "#]];
}
