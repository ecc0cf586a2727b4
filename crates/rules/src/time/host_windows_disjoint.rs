use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::Entity;
use lsflint_model::combined::servers_of_queue;
use lsflint_model::week::Week;
use lsflint_spec::FileKind;

use crate::parameter::related;
use crate::time::common::open_times;

rule! {
    /// Finds queues that are closed whenever their hosts accept jobs.
    ///
    /// # Effect
    /// A host accepts a job only while the windows of both the queue and the host are open. For all hosts of the queue,
    /// the windows never overlap, so no job of the queue ever starts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = morning
    /// RUN_WINDOW = 8:00-12:00
    /// HOSTS      = hostA
    /// End Queue
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME  MXJ  DISPATCH_WINDOW
    /// hostA      !    (13:00-18:00)
    /// End Host
    /// //- lsf.cluster.c
    /// Begin Host
    /// HOSTNAME  model  type  server  RESOURCES
    /// hostA     !      !     1       ()
    /// End Host
    /// //- lsf.conf
    /// LSF_LOGDIR=/var/log/lsf
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = morning
    /// RUN_WINDOW = 8:00-12:00
    /// HOSTS      = hostA
    /// End Queue
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME  MXJ  DISPATCH_WINDOW
    /// hostA      !    (7:00-18:00)
    /// End Host
    /// //- lsf.cluster.c
    /// Begin Host
    /// HOSTNAME  model  type  server  RESOURCES
    /// hostA     !      !     1       ()
    /// End Host
    /// //- lsf.conf
    /// LSF_LOGDIR=/var/log/lsf
    /// ```
    ///
    /// A queue without HOSTS uses all hosts. Reported only if every host of the queue is known, with its row in
    /// lsb.hosts.
    ///
    /// # Notes
    /// Based on the documented conditions under which a host accepts a job.
    pub T210 "host-windows-disjoint" {
        family: Time, scope: Cluster, severity: Warning,
        sources: [
            ibm("topic=configuration-time-windows", "run windows, dispatch windows and the windows of hosts"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let window = context.entry("DISPATCH_WINDOW").or_else(|| context.entry("RUN_WINDOW"));
    let Some(window) = window.filter(|_| !related::includes_more(context)) else { return };
    let view = context.file.cluster;
    if !view.host_windows().any_limited() {
        return;
    }
    let times = |name| open_times(context, name).map(|it| it.map_or_else(Week::always, |it| it.week));
    let (Some(run), Some(dispatch)) = (times("RUN_WINDOW"), times("DISPATCH_WINDOW")) else { return };
    let queue = run.intersection(&dispatch);
    // A queue that is never open is reported by another rule.
    if queue.is_never() {
        return;
    }
    let Some(record) = record(context) else { return };
    let open = view.host_windows().of_hosts(&servers_of_queue(view, Some(&record)));
    // Hosts that are never open run no jobs at all.
    let Some(open) = open.filter(|it| !it.meets(&queue) && !it.is_never()) else { return };
    let found = findings
        .report(window.value_range(), "hosts accept jobs only while the queue is closed")
        .consequence(
            Item::Job
                .pending()
                .called("jobs of this queue")
                .because(format!("the queue is open {queue}, but its hosts {open}")),
        )
        .help("make the windows of the queue overlap with those of its hosts in lsb.hosts");
    if let Some(hosts) = context.entry("HOSTS") {
        found.related(hosts.value_range(), "hosts of the queue");
    }
}

/// The only queue with the name of the section.
fn record<'a>(context: &SectionContext<'a>) -> Option<Entity<'a>> {
    let name = context.entry("QUEUE_NAME")?.single_word()?;
    context.file.cluster.only_named(FileKind::LsbQueues, "Queue", &name.text())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters of lsf.cluster.c
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 ()
        h2 ! ! 1 ()
        //- lsf.conf: LSF_LOGDIR=/var/log
        //- Host of lsb.hosts
        HOST_NAME MXJ DISPATCH_WINDOW
        h1 ! (13:00-18:00)

        //# compares the queue with all its hosts
        //- Host of lsb.hosts
        HOST_NAME MXJ DISPATCH_WINDOW
        h1 ! (13:00-18:00)
        default ! (20-22)
        //- each Queue
        RUN_WINDOW = 8:00-12:00
                     ^^^^^^^^^^ T210 warning hosts accept jobs only while the queue is closed
                     = effect: LSF never dispatches jobs of this queue because the queue is open every day 08:00-12:00,
                     =   but its hosts every day 13:00-18:00 and 20:00-22:00
          HOSTS = h1 h2
        //#
        //- each Queue
        RUN_WINDOW = 8:00-18:00
          DISPATCH_WINDOW = 8:00-12:00
                            ^^^^^^^^^^ T210 warning hosts accept jobs only while the queue is closed
          HOSTS = h1

        //# one host that is open is enough
        //- Host of lsb.hosts
        HOST_NAME MXJ DISPATCH_WINDOW
        h1 ! (13:00-18:00)
        h2 ! (11-22)
        //- each Queue
        RUN_WINDOW = 8:00-12:00
          HOSTS = h1 h2
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ DISPATCH_WINDOW
        h1 ! (13:00-18:00)
        h2 ! ()
        //- each Queue
        RUN_WINDOW = 8:00-12:00
          HOSTS = h1 h2

        //# is silent where hosts or times are not known
        //- each Queue
        RUN_WINDOW = 8:00-12:00
          HOSTS = h1 allremote
        RUN_WINDOW = 8:00-12:00
          HOSTS = h1
          SNDJOBS_TO = q@other
        #if time(1-2)
          RUN_WINDOW = 8:00-12:00
          #endif
          HOSTS = h1
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ DISPATCH_WINDOW
        h1 ! (13:00-18:00 EST)
        //- each Queue
        RUN_WINDOW = 8:00-12:00
          HOSTS = h1
        //# all hosts without HOSTS
        //- Host of lsb.hosts
        HOST_NAME MXJ DISPATCH_WINDOW
        h1 ! (13:00-18:00)
        h2 ! (13:00-18:00)
        //- each Queue: RUN_WINDOW = 8:00-12:00
                                     ^^^^^^^^^^ T210 warning hosts accept jobs only while the queue is closed
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ DISPATCH_WINDOW
        h1 ! (13:00-18:00)
        h2 ! (11:00-18:00)
        //- each Queue: RUN_WINDOW = 8:00-12:00
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ DISPATCH_WINDOW
        h1 ! (13:00-18:00)
        default ! ()
        //- each Queue: RUN_WINDOW = 8:00-12:00

        //# hosts without a row run no jobs
        //- each Queue
        RUN_WINDOW = 8:00-12:00
                     ^^^^^^^^^^ T210 warning hosts accept jobs only while the queue is closed
          HOSTS = h1 h2
        RUN_WINDOW = 8:00-12:00
          HOSTS = h2
    "#]];
}
