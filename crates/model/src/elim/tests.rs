//! The cluster `orion` of the documentation, and what holds for every cluster.

use expect_test::{Expect, expect};

use super::*;

/// `m1 m2 c1 | login1`: the servers in order, and the clients.
fn hosts(names: &str) -> Vec<PlanHost> {
    let (servers, clients) = names.split_once('|').unwrap_or((names, ""));
    let host = |server: bool| move |name: &str| PlanHost { name: name.to_owned(), server, resources: Vec::new() };
    servers.split_whitespace().map(host(true)).chain(clients.split_whitespace().map(host(false))).collect()
}

/// `rackw: [c1 c2] [c3 c4]`, one resource per line; all of them are dynamic unless the name has a `=` before it.
fn input(management_hosts: &str, names: &str, map: &str, down: &str) -> PlanInput {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut input = PlanInput {
        management_hosts: words(management_hosts),
        hosts: hosts(names),
        down: words(down),
        ..PlanInput::default()
    };
    for line in map.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let (name, sets) = line.split_once(':').expect("NAME: SETS");
        let is_static = name.starts_with('=');
        let resource = name.trim_start_matches('=').to_owned();
        if !is_static {
            input.dynamic.push(resource.clone());
        }
        let sets: Vec<HostSet> = sets.split(']').map(str::trim).filter(|it| !it.is_empty()).map(set).collect();
        if !sets.is_empty() {
            input.mappings.push(Mapping { resource, instances: sets });
        }
    }
    input
}

fn set(text: &str) -> HostSet {
    let words: Vec<&str> = text.trim_start_matches('[').split_whitespace().collect();
    let owned = |it: &&str| it.trim_start_matches('~').to_owned();
    match words[0] {
        "default" => HostSet::Default,
        "all" => HostSet::All { except: words[1..].iter().map(owned).collect() },
        _ => HostSet::Listed {
            hosts: words.iter().filter(|it| **it != "others").map(owned).collect(),
            others: words.contains(&"others"),
        },
    }
}

fn render(plan: &Plan<'_>) -> String {
    let mut out = String::new();
    for it in &plan.hosts {
        let master = if it.management_host { " (master)" } else { "" };
        let starts = match it.state {
            HostState::Up if it.starts_elims() => "yes".to_owned(),
            HostState::Up => "no".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        };
        out.push_str(format!("{}{master}: {starts} {}", it.host, it.resources.join(" ")).trim_end());
        out.push('\n');
    }
    for it in plan.instances().filter(|it| it.hosts.len() != 1) {
        let by = it.reported_by.unwrap_or("nobody");
        let then = if it.successors.is_empty() { String::new() } else { format!(", then {}", it.successors.join(" ")) };
        out.push_str(&format!("{} [{}] by {by}{then}\n", it.resource, it.hosts.join(" ")));
    }
    if !plan.unmapped.is_empty() {
        out.push_str(&format!("unmapped: {}\n", plan.unmapped.join(" ")));
    }
    out
}

const SERVERS: &str = "m1 m2 c1 c2 c3 c4";
const A: &str = "simtok: [all]\nrackw: [c1 c2] [c3 c4]\n=arch: [c1 c2] [others]";

#[track_caller]
fn check(map: &str, down: &str, expected: Expect) {
    let input = input("m1 m2", &format!("{SERVERS} | login1"), map, down);
    expected.assert_eq(&render(&Plan::of(&input)));
}

#[track_caller]
fn check_reasons(map: &str, down: &str, expected: Expect) {
    let input = input("m1 m2", &format!("{SERVERS} | login1"), map, down);
    let plan = Plan::of(&input);
    let lines = plan.hosts.iter().flat_map(|it| it.because().map(|why| format!("{}: {why}\n", it.host)));
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn example_a_without_default() {
    check(
        A,
        "",
        expect![[r#"
        m1 (master): yes simtok
        m2: no
        c1: yes rackw
        c2: no
        c3: yes rackw
        c4: no
        login1: client
        simtok [m1 m2 c1 c2 c3 c4] by m1, then m2
        rackw [c1 c2] by c1, then c2
        rackw [c3 c4] by c3, then c4
    "#]],
    );
}

#[test]
fn example_a_the_first_of_a_set_fails_and_returns() {
    check(
        A,
        "c1",
        expect![[r#"
        m1 (master): yes simtok
        m2: no
        c1: down
        c2: yes rackw
        c3: yes rackw
        c4: no
        login1: client
        simtok [m1 m2 c1 c2 c3 c4] by m1, then m2
        rackw [c1 c2] by c2
        rackw [c3 c4] by c3, then c4
    "#]],
    );
    let (up, down) = (input("m1 m2", SERVERS, A, ""), input("m1 m2", SERVERS, A, "c1"));
    let (up, down) = (Plan::of(&up), Plan::of(&down));
    let words = |changes: Vec<Change<'_>>| changes.iter().map(|it| format!("{it}\n")).collect::<String>();
    expect![[r#"
        c1 is down; it reported `rackw`
        c2 starts elims for `rackw`
    "#]]
    .assert_eq(&words(down.changes_since(&up)));
    expect![[r#"
        c1 starts elims for `rackw`
        c2 stops its elims
    "#]]
    .assert_eq(&words(up.changes_since(&down)));
}

#[test]
fn example_a_the_management_host_fails() {
    check(
        A,
        "m1",
        expect![[r#"
        m1: down
        m2 (master): yes simtok
        c1: yes rackw
        c2: no
        c3: yes rackw
        c4: no
        login1: client
        simtok [m1 m2 c1 c2 c3 c4] by m2
        rackw [c1 c2] by c1, then c2
        rackw [c3 c4] by c3, then c4
    "#]],
    );
}

#[test]
fn example_a_a_whole_set_fails() {
    check(
        A,
        "c3 c4",
        expect![[r#"
        m1 (master): yes simtok
        m2: no
        c1: yes rackw
        c2: no
        c3: down
        c4: down
        login1: client
        simtok [m1 m2 c1 c2 c3 c4] by m1, then m2
        rackw [c1 c2] by c1, then c2
        rackw [c3 c4] by nobody
    "#]],
    );
    let (up, down) = (input("m1 m2", SERVERS, A, ""), input("m1 m2", SERVERS, A, "c3 c4"));
    let changes = Plan::of(&down).changes_since(&Plan::of(&up)).iter().map(|it| format!("{it}\n")).collect::<String>();
    expect![[r#"
        c3 is down; it reported `rackw`
        no host reports `rackw` for c3, c4: the value is unknown
    "#]]
    .assert_eq(&changes);
}

#[test]
fn example_b_one_default() {
    let map = format!("{A}\nfreegb: [default]");
    check(
        &map,
        "",
        expect![[r#"
        m1 (master): yes freegb simtok
        m2: yes freegb
        c1: yes freegb rackw
        c2: yes freegb
        c3: yes freegb rackw
        c4: yes freegb
        login1: client
        simtok [m1 m2 c1 c2 c3 c4] by m1, then m2
        rackw [c1 c2] by c1, then c2
        rackw [c3 c4] by c3, then c4
    "#]],
    );
    check(
        &map,
        "c1",
        expect![[r#"
        m1 (master): yes freegb simtok
        m2: yes freegb
        c1: down
        c2: yes freegb rackw
        c3: yes freegb rackw
        c4: yes freegb
        login1: client
        simtok [m1 m2 c1 c2 c3 c4] by m1, then m2
        rackw [c1 c2] by c2
        rackw [c3 c4] by c3, then c4
    "#]],
    );
    check(
        &map,
        "m1",
        expect![[r#"
        m1: down
        m2 (master): yes freegb simtok
        c1: yes freegb rackw
        c2: yes freegb
        c3: yes freegb rackw
        c4: yes freegb
        login1: client
        simtok [m1 m2 c1 c2 c3 c4] by m2
        rackw [c1 c2] by c1, then c2
        rackw [c3 c4] by c3, then c4
    "#]],
    );
}

#[test]
fn example_c_exclusion() {
    check(
        "scr: [all ~c4]",
        "",
        expect![[r#"
        m1 (master): yes scr
        m2: no
        c1: no
        c2: no
        c3: no
        c4: no
        login1: client
        scr [m1 m2 c1 c2 c3] by m1, then m2
    "#]],
    );
    check_reasons(
        "scr: [all ~m1]",
        "",
        expect![[r#"
            m1: it is the management host, which reports `scr` for [all ~m1] as documented; the set excludes it, so another host may report it
            m2: it is not expected to report any dynamic resource
            c1: it is not expected to report any dynamic resource
            c2: it is not expected to report any dynamic resource
            c3: it is not expected to report any dynamic resource
            c4: it is not expected to report any dynamic resource
            login1: it is a client host: it does not run a LIM, which starts elims
        "#]],
    );
    check(
        "scr: [all ~m1 ~m2 ~c1 ~c2 ~c3 ~c4]",
        "",
        expect![[r#"
        m1 (master): no
        m2: no
        c1: no
        c2: no
        c3: no
        c4: no
        login1: client
        scr [] by nobody
    "#]],
    );
}

#[test]
fn example_d_nothing_starts_without_a_row() {
    check(
        "bw:",
        "",
        expect![[r#"
        m1 (master): no
        m2: no
        c1: no
        c2: no
        c3: no
        c4: no
        login1: client
        unmapped: bw
    "#]],
    );
}

#[test]
fn a_host_has_the_first_instance_that_names_it() {
    check(
        "bw: [c1 c2] [c2 c3]",
        "c1",
        expect![[r#"
        m1 (master): no
        m2: no
        c1: down
        c2: yes bw
        c3: yes bw
        c4: no
        login1: client
        bw [c1 c2] by c2
    "#]],
    );
    check(
        "bw: [all] [c1]",
        "",
        expect![[r#"
        m1 (master): yes bw
        m2: no
        c1: no
        c2: no
        c3: no
        c4: no
        login1: client
        bw [m1 m2 c1 c2 c3 c4] by m1, then m2
        bw [] by nobody
    "#]],
    );
    check(
        "bw: [default] [c1]",
        "",
        expect![[r#"
        m1 (master): no
        m2: no
        c1: no
        c2: no
        c3: no
        c4: no
        login1: client
    "#]],
    );
    check(
        "bw: [c4 c1] [others]",
        "c4 m1",
        expect![[r#"
        m1: down
        m2 (master): yes bw
        c1: yes bw
        c2: no
        c3: no
        c4: down
        login1: client
        bw [c4 c1] by c1
        bw [m1 m2 c2 c3] by m2, then c2 c3
    "#]],
    );
}

#[test]
fn reasons_in_words() {
    check_reasons(
        &format!("{A}\nfreegb: [default]"),
        "c1 m1",
        expect![[r#"
            m1: it is down
            m1: it reports `simtok` again when it is back up
            m1: it reports `freegb` again when it is back up
            m2: `freegb` is mapped to [default]: every server host starts all elims and reports its own value; elims without a resource in LSF_RESOURCES should exit
            m2: it is the management host, which reports `simtok` for [all]
            c1: it is down
            c1: it reports `rackw` again when it is back up
            c1: it reports `freegb` again when it is back up
            c2: `freegb` is mapped to [default]: every server host starts all elims and reports its own value; elims without a resource in LSF_RESOURCES should exit
            c2: it is the first host that is up in [c1 c2], which share `rackw`; c1 is down
            c3: `freegb` is mapped to [default]: every server host starts all elims and reports its own value; elims without a resource in LSF_RESOURCES should exit
            c3: it is the first host of [c3 c4], which share `rackw`
            c4: `freegb` is mapped to [default]: every server host starts all elims and reports its own value; elims without a resource in LSF_RESOURCES should exit
            c4: c3 is up and precedes it in [c3 c4], which share `rackw`
            login1: it is a client host: it does not run a LIM, which starts elims
        "#]],
    );
}

#[test]
fn clients_and_strangers_play_no_part() {
    check(
        "bw: [login1 c9 c2]",
        "c9",
        expect![[r#"
        m1 (master): no
        m2: no
        c1: no
        c2: yes bw
        c3: no
        c4: no
        login1: client
    "#]],
    );
}

#[test]
fn a_resource_in_the_row_of_a_host_is_its_own() {
    let mut input = input("m1", "m1 c1 c2", "bw:\nnio: [all]", "");
    input.hosts[1].resources = vec!["bw".to_owned(), "nio".to_owned(), "linux".to_owned()];
    expect![[r#"
        m1 (master): yes nio
        c1: yes bw
        c2: no
        nio [m1 c1 c2] by m1
    "#]]
    .assert_eq(&render(&Plan::of(&input)));
}

#[test]
fn without_a_list_of_candidates_the_first_server_is_the_management_host() {
    let input = input("", "m1 m2 c1", "tok: [all]", "m1");
    expect![[r#"
        m1: down
        m2 (master): yes tok
        c1: no
        tok [m1 m2 c1] by m2, then c1
    "#]]
    .assert_eq(&render(&Plan::of(&input)));
}

#[test]
fn without_a_management_host_no_host_reports_for_all() {
    check(
        "tok: [all]\nbw: [c1 c2]",
        "m1 m2",
        expect![[r#"
        m1: down
        m2: down
        c1: yes bw
        c2: no
        c3: no
        c4: no
        login1: client
        tok [m1 m2 c1 c2 c3 c4] by nobody
        bw [c1 c2] by c1, then c2
    "#]],
    );
}

#[test]
fn two_rows_of_a_host_are_one_host() {
    let input = input("m1", "m1 c1 c1", "bw: [default]", "");
    expect![[r#"
        m1 (master): yes bw
        c1: yes bw
    "#]]
    .assert_eq(&render(&Plan::of(&input)));
}

/// Small clusters of every kind: each number is a choice of sets and of hosts that are down.
fn some_inputs() -> impl Iterator<Item = PlanInput> {
    let maps = [
        "a: [all]",
        "a: [all ~c4]",
        "a: [default]",
        "a: [c1 c2] [c3]",
        "a: [c4 c3] [others]",
        "a: [others]",
        "a: [c1]\nb: [all]",
        "a: [c1 c2 c3 c4]\nb: [c2 c1]\nc: [default]",
        "a: [m2 c1] [m1 others]\nb: [all ~m1]",
    ];
    let names: Vec<&str> = SERVERS.split(' ').collect();
    (0..maps.len() << names.len()).map(move |number| {
        let down = names.iter().enumerate().filter(|it| number >> it.0 & 1 == 1).map(|it| *it.1);
        input("m1 m2", SERVERS, maps[number >> names.len()], &down.collect::<Vec<_>>().join(" "))
    })
}

#[test]
fn every_instance_with_a_host_that_is_up_has_exactly_one_reporter() {
    for input in some_inputs() {
        let plan = Plan::of(&input);
        for it in plan.instances() {
            let somebody = it.hosts.iter().any(|it| !input.down.iter().any(|down| down == it));
            let by_master = !it.hosts.is_empty()
                && matches!(
                    input.mappings.iter().find(|map| map.resource == it.resource).map(|map| &map.instances[0]),
                    Some(HostSet::All { .. })
                );
            let expected = if by_master { !plan.management_hosts.is_empty() } else { somebody };
            assert_eq!(it.reported_by.is_some(), expected, "{it:?} of {input:?}");
            let Some(by) = it.reported_by else { continue };
            let host = plan.host(by).expect("a host of the cluster");
            assert_eq!(host.state, HostState::Up);
            assert!(host.resources.contains(&it.resource), "{it:?} of {input:?}");
        }
        // And nobody reports what is not his.
        for host in &plan.hosts {
            for resource in &*host.resources {
                let his = plan.instances().any(|it| it.resource == *resource && it.reported_by == Some(host.host));
                assert!(his, "{host:?} of {input:?}");
            }
        }
    }
}

#[test]
fn the_failure_of_a_host_that_reports_nothing_changes_nothing() {
    for input in some_inputs() {
        let plan = Plan::of(&input);
        for idle in
            plan.hosts.iter().filter(|it| !it.starts_elims() && it.state == HostState::Up && !it.management_host)
        {
            let mut without = input.clone();
            without.down.push(idle.host.to_owned());
            assert_eq!(Plan::of(&without).changes_since(&plan), [], "{} down in {input:?}", idle.host);
        }
    }
}

#[test]
fn the_successor_takes_over_and_hands_back() {
    for input in some_inputs() {
        let plan = Plan::of(&input);
        for (index, it) in plan.instances().enumerate() {
            let (Some(by), Some(next)) = (it.reported_by, it.successors.first()) else { continue };
            let mut without = input.clone();
            without.down.push(by.to_owned());
            let after = Plan::of(&without);
            assert_eq!(
                after.instances().nth(index).and_then(|it| it.reported_by),
                Some(*next),
                "{by} down in {input:?}"
            );
        }
    }
}

/// What is the same for every server is there once, whatever the number of hosts.
#[test]
fn many_hosts() {
    let names: Vec<String> = (0..1000).map(|it| format!("h{it}")).collect();
    let input = input("h0 h1", &names.join(" "), "a: [default]\nb: [default]\nc: [all]", "h7");
    let plan = Plan::of(&input);
    assert_eq!(plan.instances().count(), 2001);
    let lists: std::collections::BTreeSet<_> = plan.hosts.iter().map(|it| it.resources.as_ptr()).collect();
    assert_eq!(lists.len(), 3, "of the management host, of a host that is down, of the others");
    let reasons: usize = plan.hosts.iter().map(|it| it.because_here().len()).sum();
    assert_eq!(reasons, 4, "one of the management host, three of the host that is down");
    assert_eq!(plan.because_everywhere().len(), 2);
}
