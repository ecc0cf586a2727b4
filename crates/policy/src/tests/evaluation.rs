//! What conditions say about the objects of a cluster.

use lsflint_model::AsRead;

use crate::{Condition, Judge, Kind, Message, Outcome};

const QUEUES: &str = "\
Begin Queue
QUEUE_NAME = short
PRIORITY = 40
RUNLIMIT = 0:10 1:00
MEMLIMIT = 4000
HOSTS = fast
USERS = ann bob
End Queue
Begin Queue
QUEUE_NAME = long
RUNLIMIT = 48:00
End Queue
Begin Queue
QUEUE_NAME = open
PRIORITY = 20
TASKLIMIT = 2 8 16
RERUNNABLE = yes
End Queue
#if time(8:00-18:00)
Begin Queue
QUEUE_NAME = day
End Queue
#endif
Begin Queue
QUEUE_NAME = mixed
#if time(8:00-18:00)
RUNLIMIT = 10
#endif
End Queue
";

const HOSTS: &str = "\
Begin Host
HOST_NAME MXJ r1m
default   !   ()
a1        8   ()
a2        16  0.5/2
b1        4   ()
End Host
Begin HostGroup
GROUP_NAME GROUP_MEMBER
fast       (a1 a2)
rack1      (a1 b1)
End HostGroup
";

const CLUSTER: &str = "\
Begin Host
HOSTNAME model type server RESOURCES
a1       !     !    1      (gpu)
a2       !     !    1      (gpu nvme)
b1       !     !    1      ()
m1       !     !    0      ()
End Host
";

fn cluster() -> AsRead {
    crate::testing::cluster(&[
        ("lsb.queues", QUEUES),
        ("lsb.hosts", HOSTS),
        ("lsf.cluster.x", CLUSTER),
        (
            "lsf.shared",
            "Begin Cluster\nClusterName\nx\nEnd Cluster\nBegin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\ngpu Boolean () () (g)\nnvme Boolean () () (n)\nEnd Resource\n",
        ),
        ("lsb.users", "Begin User\nUSER_NAME MAX_JOBS\nann 5\nbob 5\nEnd User\n"),
        ("lsb.params", "Begin Parameters\nJOB_ACCEPT_INTERVAL = 2\nEnd Parameters\n"),
        ("lsf.conf", "LSF_UNIT_FOR_LIMITS = MB\nLSB_MEMLIMIT_ENFORCE = y\n"),
    ])
}

/// The outcomes of a condition for all objects of its kind.
fn outcomes(judge: &Judge<'_>, condition: &Condition) -> Vec<Outcome> {
    let count = judge.names(condition.subject()).len() as u32;
    judge.outcomes(condition, &(0..count).collect::<Vec<u32>>())
}

/// The names of the objects for which a condition is met, not met, and not known.
fn judged(kind: Kind, text: &str) -> [String; 3] {
    let condition = Condition::new(text, kind).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let cluster = cluster();
    let judge = Judge::new(cluster.view());
    let names = judge.names(kind);
    let mut found: [Vec<String>; 3] = Default::default();
    for (name, outcome) in names.into_iter().zip(outcomes(&judge, &condition)) {
        let at = match outcome {
            Outcome::Met => 0,
            Outcome::NotMet => 1,
            Outcome::Unknown => 2,
            Outcome::Failed(why) => panic!("{text}: {why}"),
        };
        found[at].push(name);
    }
    found.map(|it| it.join(" "))
}

#[test]
fn conditions_about_queues() {
    for (text, met, not_met, unknown) in [
        ("has(queue.RUNLIMIT)", "short long", "open", "mixed"),
        ("has(queue.RUNLIMIT.default)", "short", "long open", "mixed"),
        ("!has(queue.RUNLIMIT.default)", "long open", "short", "mixed"),
        // No limit is the highest one.
        ("queue.RUNLIMIT.max <= duration('24h')", "short", "long open", "mixed"),
        ("queue.RUNLIMIT.max > duration('1d12h')", "long open", "short", "mixed"),
        ("queue.RUNLIMIT.max / duration('1h') == 48", "long", "short open", "mixed"),
        ("queue.MEMLIMIT.max < memory('4GB')", "short", "long open mixed", ""),
        // What is not set has its documented value, if there is one.
        ("queue.PRIORITY == 1", "long mixed", "short open", ""),
        ("queue.RERUNNABLE", "open", "short long mixed", ""),
        ("queue.TASKLIMIT.min == 2 && queue.TASKLIMIT.default == 8", "open", "short long mixed", ""),
        ("queue.open_to_all", "long open mixed", "short", ""),
        ("'ann' in queue.users", "short", "long open mixed", ""),
        ("queue.hosts.all(h, 'gpu' in h.resources)", "short", "long open mixed", ""),
        ("size(queue.hosts) == 3", "long open mixed", "short", ""),
        ("queue.hosts.size() + 1 == 3", "short", "long open mixed", ""),
        ("queue.slots == 24", "short", "long open mixed", ""),
        ("sum(queue.hosts.map(h, h.slots)) == 24", "short", "long open mixed", ""),
        ("queue.hosts.exists_one(h, h.name == 'b1')", "long open mixed", "short", ""),
        ("queue.name.matches('^s.*t$')", "short", "long open mixed", ""),
        ("queue.JOB_ACCEPT_INTERVAL == 2", "short long open mixed", "", ""),
        ("cluster.queues.filter(q, q.PRIORITY == queue.PRIORITY).size() == 1", "short open", "long mixed", ""),
        // What decides does not depend on the unknown value.
        ("queue.name == 'mixed' || queue.RUNLIMIT.max > duration('1h')", "long open mixed", "short", ""),
        ("conf.LSB_MEMLIMIT_ENFORCE && has(params.JOB_ACCEPT_INTERVAL)", "short long open mixed", "", ""),
        ("queue.HOSTS[0] == 'fast'", "short", "long open mixed", ""),
        ("queue.PRIORITY > 30 ? queue.MEMLIMIT.max > 1 * memory('1GB') : true", "short long open mixed", "", ""),
    ] {
        assert_eq!(judged(Kind::Queue, text), [met, not_met, unknown].map(str::to_owned), "{text}");
    }
}

#[test]
fn conditions_about_hosts_and_groups() {
    for (kind, text, met, not_met, unknown) in [
        (Kind::Host, "host.is_server", "a1 a2 b1", "m1", ""),
        (Kind::Host, "host.groups.filter(g, g.startsWith('rack')).size() == 1", "a1 b1", "a2 m1", ""),
        (Kind::Host, "host.slots >= 8", "a1 a2", "b1", "m1"),
        (Kind::Host, "!host.is_server || host.slots == host.MXJ", "a1 a2 b1 m1", "", ""),
        (Kind::Host, "has(host.r1m)", "a2", "a1 b1 m1", ""),
        (Kind::Host, "'short' in host.queues", "a1 a2", "m1", "b1"),
        (Kind::Host, "host.name.startsWith('a') && host.name != 'a1'", "a2", "a1 b1 m1", ""),
        (Kind::HostGroup, "host_group.hosts.exists(h, h.name == 'a2')", "fast", "rack1", ""),
        (Kind::Cluster, "cluster.hosts.size() == 4 && cluster.name == 'x'", "x", "", ""),
        (Kind::Conf, "has(conf.LSF_AUTH)", "", "lsf.conf", ""),
        (Kind::Params, "params.JOB_ACCEPT_INTERVAL <= 2", "lsb.params", "", ""),
    ] {
        assert_eq!(judged(kind, text), [met, not_met, unknown].map(str::to_owned), "{text}");
    }
}

/// The parameter HOSTS and the hosts that LSF makes of it are different columns of one cluster.
#[test]
fn names_differ_by_case() {
    let cluster = cluster();
    let judge = Judge::new(cluster.view());
    for text in [
        "size(queue.HOSTS) == 1",
        "size(queue.hosts) == 2",
        "queue.HOSTS == ['fast']",
        "queue.hosts.all(h, h.MXJ == h.mxj)",
        "queue.USERS == ['ann', 'bob'] && 'ann' in queue.users",
    ] {
        let condition = Condition::new(text, Kind::Queue).expect("a condition");
        assert_eq!(judge.outcomes(&condition, &[0]), [Outcome::Met], "{text}");
    }
}

/// An index answers what a loop over all objects would, also where values are missing.
#[test]
fn indices_answer_like_loops() {
    for (indexed, looped) in [
        ("cluster.queues.exists(q, q.name == queue.name)", "cluster.queues.exists(q, q.name == queue.name || false)"),
        (
            "cluster.queues.exists(q, queue.name == q.DESCRIPTION)",
            "cluster.queues.exists(q, queue.name == q.DESCRIPTION || false)",
        ),
        (
            "cluster.hosts.exists(h, h.MXJ == queue.PRIORITY / 5)",
            "cluster.hosts.exists(h, h.MXJ == queue.PRIORITY / 5 || false)",
        ),
        ("cluster.hosts.exists(h, h.slots == 0)", "cluster.hosts.exists(h, h.slots == 0 || false)"),
        (
            "cluster.queues.filter(q, q.PRIORITY == queue.PRIORITY).size() == 1",
            "cluster.queues.filter(q, q.PRIORITY == queue.PRIORITY || false).size() == 1",
        ),
        (
            "size(cluster.queues.filter(q, q.RERUNNABLE == queue.RERUNNABLE)) > 1",
            "size(cluster.queues.filter(q, q.RERUNNABLE == queue.RERUNNABLE || false)) > 1",
        ),
        (
            "queue.HOSTS.all(n, cluster.host_groups.exists(g, n == g.name))",
            "queue.HOSTS.all(n, cluster.host_groups.exists(g, n == g.name || false))",
        ),
    ] {
        assert_eq!(judged(Kind::Queue, indexed), judged(Kind::Queue, looped), "{indexed}");
    }
    // With a limit that no loop could keep.
    let cluster = cluster();
    let judge = Judge::with_steps(cluster.view(), 0);
    let condition = Condition::new("cluster.hosts.exists(h, h.name == 'b1')", Kind::Cluster).expect("a condition");
    assert_eq!(judge.outcomes(&condition, &[0]), [Outcome::Met]);
}

/// A queue without USERS has the same users as one with `all`.
#[test]
fn users_of_queues() {
    let queue = |name: &str, users: &str| format!("Begin Queue\nQUEUE_NAME = {name}\n{users}\nEnd Queue\n");
    let queues = [
        queue("unset", ""),
        queue("all", "USERS = all"),
        queue("but", "USERS = all ~bob"),
        queue("named", "USERS = ann ops"),
        queue("branch", "#if time(8:00-9:00)\nUSERS = ann\n#endif"),
    ];
    let users = "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\nops (cid)\nEnd UserGroup\n";
    let cluster = crate::testing::cluster(&[("lsb.queues", &queues.concat()), ("lsb.users", users)]);
    let judge = Judge::new(cluster.view());
    use Outcome::{Met, NotMet, Unknown};
    for (text, expected) in [
        ("queue.open_to_all", [Met, Met, Met, NotMet, Unknown]),
        ("'ann' in queue.users", [NotMet, NotMet, Unknown, Met, Unknown]),
        ("'cid' in queue.users", [NotMet, NotMet, Unknown, Met, Unknown]),
        ("'dan' in queue.users", [NotMet, NotMet, Unknown, Unknown, Unknown]),
    ] {
        let condition = Condition::new(text, Kind::Queue).expect("a condition");
        assert_eq!(outcomes(&judge, &condition), expected, "{text}");
    }
}

/// The time of a condition is bounded for each object.
#[test]
fn a_condition_that_looks_at_too_much_fails() {
    let names: String = (0..20).map(|it| format!("h{it} ! ! 1 ()\n")).collect();
    let text = format!("Begin Host\nHOSTNAME model type server RESOURCES\n{names}End Host\n");
    let cluster = crate::testing::cluster(&[("lsf.cluster.x", &text)]);
    let judge = Judge::with_steps(cluster.view(), 1_000);
    for text in [
        "cluster.hosts.all(a, cluster.hosts.all(b, cluster.hosts.all(c, cluster.hosts.all(d, true))))",
        // Lists that conditions make.
        "cluster.hosts.map(a, 1).all(a, cluster.hosts.map(b, 1).all(b, cluster.hosts.map(c, 1).all(c, c > 0)))",
    ] {
        let condition = Condition::new(text, Kind::Cluster).expect("a condition");
        assert_eq!(
            outcomes(&judge, &condition),
            [Outcome::Failed("it looks at more than 1000 elements of lists".to_owned())],
            "{text}"
        );
    }
}

/// Hosts with equal values are evaluated once, so that the cost of a policy grows with the number of different values.
#[test]
fn objects_with_equal_values_share_an_outcome() {
    let names: Vec<String> = (0..2_000).map(|it| format!("h{it}")).collect();
    let rows: String = names.iter().map(|it| format!("{it} ! ! 1 ()\n")).collect();
    let limits: String = names.iter().enumerate().map(|(number, it)| format!("{it} {}\n", 8 << (number % 3))).collect();
    let cluster = crate::testing::cluster(&[
        ("lsf.cluster.x", &format!("Begin Host\nHOSTNAME model type server RESOURCES\n{rows}End Host\n")),
        (
            "lsb.hosts",
            &format!(
                "Begin Host\nHOST_NAME MXJ\n{limits}End Host\nBegin HostGroup\nGROUP_NAME GROUP_MEMBER\nall_hosts ({})\nEnd \
                 HostGroup\n",
                names.join(" ")
            ),
        ),
    ]);
    // Three values of MXJ, and two outcomes of each test of the name.
    let judge = Judge::with_steps(cluster.view(), 50);
    for (text, met) in [
        ("host.groups.all(g, g != 'x') && host.MXJ <= 16", 1_334),
        ("host.groups.all(g, g != 'x') && host.name.startsWith('h1')", 1_111),
        ("host.groups.all(g, g != 'x') && (host.name == 'h7' || host.name.matches('^h[12]$')) && host.MXJ <= 32", 3),
    ] {
        let condition = Condition::new(text, Kind::Host).expect("a condition");
        let outcomes = outcomes(&judge, &condition);
        assert_eq!(outcomes.iter().filter(|it| **it == Outcome::Met).count(), met, "{text}: {:?}", outcomes[0]);
    }
}

#[test]
fn messages() {
    let cluster = cluster();
    let judge = Judge::new(cluster.view());
    for (text, of_short, of_mixed) in [
        ("queue {queue.name}", "queue short", "queue mixed"),
        ("{queue.RUNLIMIT.max} at most", "1 hour at most", "unknown at most"),
        ("{queue.RUNLIMIT.default}, {{{queue.PRIORITY}}}", "10 minutes, {40}", "unknown, {1}"),
        ("{queue.MEMLIMIT.max}", "3.91 GB", "unlimited"),
        ("{queue.hosts.map(h, h.name)}", "a1, a2", "a1, a2, b1"),
        ("{queue.hosts.filter(h, h.slots > 100).map(h, h.name)}", "none", "none"),
        ("{queue.DESCRIPTION} {queue.open_to_all} {size(queue.hosts)}", "not set false 2", "not set true 3"),
        ("{queue.slots / 2}", "12", "14"),
    ] {
        let message = Message::new(text, Kind::Queue).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        assert_eq!(judge.texts(&message, &[0, 3]), [of_short, of_mixed], "{text}");
    }
    for (text, at, message) in [
        ("queue {queue.nam}", "nam", "unknown attribute `nam` of queues"),
        ("queue {queue", "{", "this brace is not closed"),
        ("queue }", "}", "this brace closes nothing"),
        ("{queue.hosts}", "queue.hosts", "a message cannot show a list of hosts"),
        ("{queue}", "queue", "a message cannot show a queue"),
        ("{queue.RUNLIMIT}", "queue.RUNLIMIT", "a message shows one number, and a limit may have several"),
    ] {
        let fault = Message::new(text, Kind::Queue).expect_err(text);
        assert_eq!((&text[fault.range], fault.message.as_str()), (at, message));
    }
}
