use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::week::Week;
use lsflint_syntax::ast::HostList;

use crate::parameter::related;
use crate::time::common::open_times;

rule! {
    /// Finds queues that are closed whenever their hosts take jobs.
    ///
    /// # Effect
    /// A host takes a job only while the windows of the queue and of the host are open. They never are, for any host of the queue: no job of
    /// it ever starts.
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
    /// Said only when every host of the queue is known, with its row of lsb.hosts.
    ///
    /// # Notes
    /// The documentation of the conditions for a host to take a job.
    pub T210 "host-windows-disjoint" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [ibm("topic=configuration-time-windows", "")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let window = context.entry("DISPATCH_WINDOW").or_else(|| context.entry("RUN_WINDOW"));
    let (Some(window), Some(hosts)) = (window, context.entry("HOSTS")) else { return };
    let Some(list) = hosts.typed::<HostList<'_>>() else { return };
    if hosts.branch != 0 || context.entries_named("HOSTS").count() > 1 || related::includes_more(context) {
        return;
    }
    let times = |name| open_times(context, name).map(|it| it.map_or_else(Week::always, |it| it.week));
    let (Some(run), Some(dispatch)) = (times("RUN_WINDOW"), times("DISPATCH_WINDOW")) else { return };
    let queue = run.intersection(&dispatch);
    // A queue that is never open has a finding of its own.
    if queue.is_never() {
        return;
    }
    let view = context.file.cluster;
    let Some(open) = view.host_windows().of_hosts(&view.hosts_of(list)).filter(|it| !it.meets(&queue)) else { return };
    findings
        .report(window.value_range(), "the hosts of this queue take jobs only while it is closed")
        .consequence(
            Item::Job
                .pending()
                .called("jobs of this queue")
                .because(format!("the queue is open {queue}, and its hosts {open}")),
        )
        .help("let the windows of the queue and of its hosts in lsb.hosts overlap")
        .related(hosts.value_range(), "the hosts of the queue");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    const CLUSTER: &str = "Begin Parameters\nEnd Parameters\nBegin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nh2 ! ! 1 ()\nEnd Host\n";

    #[track_caller]
    fn check_queue(lines: &str, rows: &str, expect: Expect) {
        let files = [
            ("lsb.queues", &*format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n")),
            ("lsb.hosts", &*format!("Begin Host\nHOST_NAME MXJ DISPATCH_WINDOW\n{rows}\nEnd Host\n")),
            ("lsf.cluster.c", CLUSTER),
            ("lsf.conf", "LSF_LOGDIR=/var/log\n"),
        ];
        check_cluster("T210", &files, expect);
    }

    // covers R-TW10, BC-050
    #[test]
    fn compares_the_queue_with_all_its_hosts() {
        check_queue(
            "RUN_WINDOW = 8:00-12:00\nHOSTS = h1 h2",
            "h1 ! (13:00-18:00)\ndefault ! (20-22)",
            expect![[r#"
                3:14-3:24 warning the hosts of this queue take jobs only while it is closed
                  effect: LSF never dispatches jobs of this queue because the queue is open every day 08:00-12:00, and its hosts every day 13:00-18:00 and 20:00-22:00
                  help: let the windows of the queue and of its hosts in lsb.hosts overlap
                  4:9-4:14 the hosts of the queue
            "#]],
        );
        check_queue(
            "RUN_WINDOW = 8:00-18:00\nDISPATCH_WINDOW = 8:00-12:00\nHOSTS = h1",
            "h1 ! (13:00-18:00)",
            expect![[r#"
                4:19-4:29 warning the hosts of this queue take jobs only while it is closed
                  effect: LSF never dispatches jobs of this queue because the queue is open every day 08:00-12:00, and its hosts every day 13:00-18:00
                  help: let the windows of the queue and of its hosts in lsb.hosts overlap
                  5:9-5:11 the hosts of the queue
            "#]],
        );
    }

    #[test]
    fn one_host_that_is_open_is_enough() {
        check_queue("RUN_WINDOW = 8:00-12:00\nHOSTS = h1 h2", "h1 ! (13:00-18:00)\nh2 ! (11-22)", expect![[""]]);
        check_queue("RUN_WINDOW = 8:00-12:00\nHOSTS = h1 h2", "h1 ! (13:00-18:00)\nh2 ! ()", expect![[""]]);
    }

    #[test]
    fn is_silent_where_hosts_or_times_are_not_known() {
        check_queue("RUN_WINDOW = 8:00-12:00\nHOSTS = h1 allremote", "h1 ! (13:00-18:00)", expect![[""]]);
        check_queue("RUN_WINDOW = 8:00-12:00\nHOSTS = h1 h2", "h1 ! (13:00-18:00)", expect![[""]]);
        check_queue("RUN_WINDOW = 8:00-12:00", "h1 ! (13:00-18:00)\nh2 ! (13:00-18:00)", expect![[""]]);
        check_queue("#if time(1-2)\nRUN_WINDOW = 8:00-12:00\n#endif\nHOSTS = h1", "h1 ! (13:00-18:00)", expect![[""]]);
        check_queue("RUN_WINDOW = 8:00-12:00\nHOSTS = h1", "h1 ! (13:00-18:00 EST)", expect![[""]]);
    }
}
