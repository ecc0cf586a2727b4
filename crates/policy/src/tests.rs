//! Conditions that sites want, and mistakes in conditions.

mod evaluation;

use std::fmt::Write as _;

use crate::{Condition, Kind};

/// The fault of a condition below its text, or nothing.
fn judged(subject: &str, text: &str) -> String {
    let kind = Kind::of(subject).unwrap_or_else(|| panic!("no kind `{subject}`"));
    let Err(fault) = Condition::new(text, kind) else { return String::new() };
    let marks = "^".repeat(fault.range.len().max(1));
    let mut shown = format!("{text}\n{:start$}{marks} {}\n", "", fault.message, start = fault.range.start);
    if let Some(help) = fault.help {
        writeln!(shown, "{:start$}= {help}", "", start = fault.range.start).expect("a string");
    }
    shown
}

/// The rules that sites want, in the order of their list.
const WANTED: [(&str, &str); 34] = [
    ("queue", "has(queue.DESCRIPTION) && queue.DESCRIPTION.contains('@')"),
    ("queue", "queue.name.matches('^[a-z][a-z0-9_.]*$') && !(queue.name in ['all', 'default', 'none'])"),
    ("host_group", "!cluster.hosts.exists(h, h.name == host_group.name)"),
    ("queue", "has(queue.RUNLIMIT.max) && has(queue.RUNLIMIT.default)"),
    ("queue", "queue.RUNLIMIT.max <= duration('24h') || queue.name.endsWith('.long')"),
    ("queue", "!queue.name.endsWith('.24h') || queue.RUNLIMIT.max == duration('24h')"),
    ("queue", "has(queue.MEMLIMIT) || queue.requirement.contains('mem=')"),
    ("queue", "!queue.open_to_all || queue.PRIORITY <= 50"),
    ("queue", "cluster.queues.filter(q, q.PRIORITY == queue.PRIORITY).size() == 1"),
    ("queue", "queue.PRIORITY in [10, 20, 30]"),
    ("queue", "queue.INTERACTIVE != 'ONLY' || (queue.RUNLIMIT.max <= duration('12h') && has(queue.UJOB_LIMIT))"),
    ("queue", "queue.name.startsWith('gpu') == queue.hosts.exists(h, 'gpu' in h.resources)"),
    ("host", "!host.is_server || host.groups.filter(g, g.startsWith('rack')).size() == 1"),
    ("host", "!host.is_server || cluster.queues.exists(q, q.hosts.exists(h, h.name == host.name))"),
    ("host", "has(host.MXJ)"),
    ("host", "host.model != 'EPYC7763' || host.slots == 128"),
    ("queue", "queue.HOSTS.all(h, !cluster.hosts.exists(x, x.name == h))"),
    ("host_group", "size(host_group.hosts) >= 2 && size(host_group.hosts) <= 64"),
    ("cluster", "sum(cluster.queues.map(q, q.QJOB_LIMIT)) <= 2 * sum(cluster.hosts.map(h, h.slots))"),
    ("queue", "!has(queue.FAIRSHARE) || queue.FAIRSHARE.contains('default')"),
    ("user_group", "has(user_group.GROUP_ADMIN)"),
    ("user", "has(user.MAX_JOBS) || user.name in ['root', 'admin']"),
    ("user_group", "!('root' in user_group.users)"),
    ("queue", "queue.PRE_EXEC.startsWith('/opt/lsf/scripts/')"),
    ("queue", "!queue.POST_EXEC.startsWith('/tmp/') && !queue.POST_EXEC.startsWith('/var/tmp/')"),
    ("conf", "!(conf.LSF_AUTH in ['none'])"),
    ("conf", "conf.LSB_MEMLIMIT_ENFORCE && conf.LSF_STRICT_RESREQ"),
    ("conf", "size(conf.LSF_MASTER_LIST) >= 2"),
    ("queue", "queue.ADMINISTRATORS.all(a, a in ['lsfadmins', 'queue_admins'])"),
    ("resource", "has(resource.RELEASE)"),
    ("queue", "!queue.requirement.contains('hname')"),
    ("queue", "!queue.name.startsWith('maint') || queue.RUN_WINDOW == 'Sat:02:00-Sat:06:00'"),
    ("queue", "!queue.PREEMPTION.contains('PREEMPTABLE') || queue.RERUNNABLE"),
    ("user", "user['JL/P'] <= 2 && memory('4GB') > memory('1GB') * 2"),
];

#[test]
fn conditions_that_sites_want() {
    let wrong: String = WANTED.iter().map(|(subject, text)| judged(subject, text)).collect();
    assert_eq!(wrong, "");
}

#[test]
fn a_typo_in_a_name_is_found_at_its_place() {
    // Of each name of a parameter or attribute, the third letter is doubled.
    let mut missed = Vec::new();
    for (subject, text) in WANTED {
        for (at, _) in text.match_indices('.') {
            let name: String =
                text[at + 1..].chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '_').collect();
            // Not in a text.
            if text[..at].matches('\'').count() % 2 == 1 || name.len() < 4 {
                continue;
            }
            let wrong = format!("{}{}{}", &text[..at + 4], &text[at + 3..at + 4], &text[at + 4..]);
            match Condition::new(&wrong, Kind::of(subject).expect("a kind")) {
                Err(fault) if fault.range == (at + 1..at + 2 + name.len()) => {}
                found => missed.push(format!("{wrong}: {:?}", found.map(|_| ()))),
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn mistakes() {
    let found: String = [
        ("queue", "queue.RUNLIMT.max > 5"),
        ("queue", "queue.RUNLIMIT.max <= 24"),
        ("queue", "queue.RUNLIMIT <= duration('24h')"),
        ("queue", "queue.RUNLIMIT.min > duration('1h')"),
        ("queue", "queue.RUNLIMIT.max <= duration('24')"),
        ("queue", "queue.PRIORITY == null"),
        ("queue", "queue.hosts == 'a'"),
        ("queue", "queue.hosts.name == 'a'"),
        ("queue", "'a' in queue.hosts"),
        ("queue", "q.PRIORITY > 5"),
        ("queue", "queue.name.startWith('a')"),
        ("queue", "queue.name.matches('[')"),
        ("queue", "queue.PRIORITY + 'a' == 'b'"),
        ("queue", "queue.PRIORITY"),
        ("queue", "queue.RERUNNABLE && queue.PRIORITY"),
        ("queue", "queue.hosts.all(queue, true)"),
        ("queue", "{'a': 1}.a == 1"),
        ("queue", "queue.hosts.all(h, h.resources.exists(r, r == 5))"),
        ("host", "host.MEMLIMIT.max > memory('1GB')"),
        ("cluster", "cluster.queue.exists(q, true)"),
    ]
    .iter()
    .map(|(subject, text)| judged(subject, text))
    .collect();
    expect_test::expect![[r#"
        queue.RUNLIMT.max > 5
              ^^^^^^^ unknown parameter `RUNLIMT` of queues
              = write `RUNLIMIT`
        queue.RUNLIMIT.max <= 24
                           ^^ `<=` compares a duration with a whole number
                           = write a duration with its unit: `duration('24h')`
        queue.RUNLIMIT <= duration('24h')
              ^^^^^^^^ `<=` compares one number, and a limit may have several
              = append `.max` or `.default`
        queue.RUNLIMIT.min > duration('1h')
                       ^^^ a limit has `default` and `max`, and no `min`
        queue.RUNLIMIT.max <= duration('24')
                                       ^^^^ this is not a duration
                                       = write `'24h'`
        queue.PRIORITY == null
                          ^^^^ there is no `null`: a condition that needs a value that is not set is not met
                          = write `has(queue.RUNLIMIT)` to ask whether a value is set
        queue.hosts == 'a'
                    ^^ `==` compares a list of hosts with a text
                    = write `'name' in list`
        queue.hosts.name == 'a'
                    ^^^^ a list of hosts has no `name`
                    = ask about its elements with `all`, `exists`, `filter` or `map`
        'a' in queue.hosts
            ^^ `in` compares a text with objects
            = write `queue.hosts.exists(h, h.name == 'a')`
        q.PRIORITY > 5
        ^ unknown variable `q`
        = the variables are queue, cluster, params, conf
        queue.name.startWith('a')
                   ^^^^^^^^^ unknown function or operator `startWith`
                   = write `startsWith`
        queue.name.matches('[')
                           ^^^ this is not a regular expression: unclosed character class
        queue.PRIORITY + 'a' == 'b'
                       ^ `+` cannot be used with a whole number and a text
        queue.PRIORITY
        ^^^^^^^^^^^^^^ a condition is true or false, and this is a whole number
        queue.RERUNNABLE && queue.PRIORITY
                                  ^^^^^^^^ `&&` needs true or false, and this is a whole number
        queue.hosts.all(queue, true)
                    ^^^ `queue` is not a name for elements of a list here
                    = take a short name, such as `h` for a host
        {'a': 1}.a == 1
        ^ maps and messages of CEL are not supported
        queue.hosts.all(h, h.resources.exists(r, r == 5))
                                                   ^^ `==` compares a text with a whole number
        host.MEMLIMIT.max > memory('1GB')
             ^^^^^^^^ unknown parameter `MEMLIMIT` of hosts
        cluster.queue.exists(q, true)
                ^^^^^ unknown attribute `queue` of the cluster
                = write `queues`
    "#]]
    .assert_eq(&found);
}

/// The guide names all kinds, and what they have in addition to their parameters.
#[test]
fn the_guide_names_all_attributes() {
    let guide = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guides/policy.md");
    let guide = std::fs::read_to_string(guide).expect("the guide");
    let names = Kind::ALL.into_iter().flat_map(|it| it.resolved().into_iter().map(|it| it.0).chain([it.name()]));
    let missing: Vec<&str> = names.filter(|it| !guide.contains(&format!("`{it}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
