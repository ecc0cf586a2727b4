use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_spec::FileKind;

use crate::limit::levels::{queues_with_tasks, tasks};
use crate::limit::slots::Slots;

rule! {
    /// Finds queues whose smallest job needs more tasks than their hosts have slots.
    ///
    /// # Effect
    /// No job of the queue ever starts, because all hosts together do not have enough slots for one.
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
    /// Nothing is reported if a host has no MXJ, or if MXJ depends on its CPUs.
    pub L033 "tasks-above-slots" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", "TASKLIMIT; also MXJ in lsb.hosts")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbQueues || !Slots::are_known(view) {
        return;
    }
    if !queues_with_tasks(view).any(|it| tasks(&it).is_some_and(|it| it.0 > 1)) {
        return;
    }
    let Some(mut slots) = Slots::of(view) else { return };
    for queue in queues_with_tasks(view).filter(|it| !it.is_broken()) {
        let Some((least, _, field)) = tasks(&queue) else { continue };
        let Some(capacity) = slots.of_queue(Some(&queue)) else { continue };
        let place = field.place();
        // Hosts without slots are closed intentionally.
        if least <= capacity.together || capacity.together == 0 {
            continue;
        }
        let slots = capacity.together;
        findings
            .report(place, format!("jobs need at least {least} tasks, but the hosts of the queue have {slots} slots"))
            .consequence(Item::Job.pending().called("jobs of the queue").because("its hosts have too few slots"))
            .help("lower the minimum, or add hosts or slots to the queue");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA 16
        hostB 32
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        hostB ! ! 1 ()
        //- lsf.conf

        //# a job has to fit
        //- each Queue
        TASKLIMIT = 64 256
                    ^^^^^^ L033 warning jobs need at least 64 tasks, but the hosts of the queue have 48 slots
        TASKLIMIT = 20 256
                    ^^^^^^ L033 warning jobs need at least 20 tasks, but the hosts of the queue have 16 slots
          HOSTS = hostA

        //# is silent when it does or may
        //- each Queue
        TASKLIMIT = 256
        TASKLIMIT = 48 256
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA !
        hostB 32
        //- each Queue: TASKLIMIT = 64 256

        //# hosts without a row run no jobs
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA 16
        //- each Queue: TASKLIMIT = 64 256
                                    ^^^^^^ L033 warning
                                    = jobs need at least 64 tasks, but the hosts of the queue have 16 slots
    "#]];
}
