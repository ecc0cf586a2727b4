//! `elim check-output` and `elim plan`.

use lsflint_test_support::Scratch;
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

const SHARED: &str = "\
Begin Cluster
ClusterName
orion
End Cluster
Begin HostType
TYPENAME
X86_64
End HostType
Begin HostModel
MODELNAME CPUFACTOR ARCHITECTURE
Epyc      90        ()
End HostModel
Begin Resource
RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
simtok       Numeric 30       N          (simulator tokens)
rackw        Numeric 60       Y          (power of the rack)
arch         String  ()       ()         (CPU family)
End Resource
";

#[test]
fn lines_are_judged_one_by_one() {
    let scratch = Scratch::new();
    lsflint(&scratch, &["elim", "check-output", "-", "--output-format=concise"])
        .stdin("1 lic 5\n\n2 lic 5\n1 swap 20\n")
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
<stdin>:3:1: E201 error line announces 2 pairs but has 1
<stdin>:4:3: E203 error `swap` is an alias of load index `swp`

"#]]);
    lsflint(&scratch, &["elim", "check-output", "-"]).stdin("1 lic 5\n0\n").assert().success().stderr_eq(str![[r#"
no findings in 2 lines

"#]]);
    scratch.write("values.txt", "1 scrach 5\n1 arch zen\n");
    scratch.write("conf/lsf.shared", SHARED);
    lsflint(&scratch, &["elim", "check-output", "values.txt"]).assert().success();
    lsflint(&scratch, &["elim", "check-output", "values.txt", "--cluster=conf"]).assert().code(1).stdout_eq(str![[
        r#"
error elim-unknown-resource [E202]: unknown resource `scrach`
  ┌─ values.txt:1:3
  │
1 │ 1 scrach 5
  │   ^^^^^^
  │
  = effect: LSF logs an error and ignores the value
  = help: define it in lsf.shared with an `INTERVAL` and map it in ResourceMap, or correct the name

warning elim-static-resource [E205]: static resource `arch` has no `INTERVAL`
  ┌─ values.txt:2:3
  │
2 │ 1 arch zen
  │   ^^^^
  │
  = effect: LSF ignores the value
  = help: set `INTERVAL` in lsf.shared and map it without a value, or remove it here


"#
    ]]);
    lsflint(&scratch, &["elim", "check-output", "nothing.txt"]).assert().code(2).stderr_eq(str![[r#"
error: `nothing.txt` does not exist

"#]]);
}

#[test]
fn json_has_one_result_per_line() {
    let scratch = Scratch::new();
    scratch.write("values.txt", "1 lic 5\r\n\n2 lic 5\n1 tmp 3 x\n");
    let text = stdout(&scratch, &["elim", "check-output", "values.txt", "--output-format=json"], 1);
    let document: Value = serde_json::from_str(&text).expect("one JSON document");
    assert_eq!(document["version"], 1);
    let results = document["results"].as_array().expect("a list");
    let facts: Vec<(&str, u64, bool, Option<u64>)> = results
        .iter()
        .map(|it| {
            let first = &it["diagnostics"][0]["range"]["start"]["line"];
            let input = it["input"].as_str().expect("a text");
            let valid = it["valid"].as_bool().expect("yes or no");
            (input, it["line"].as_u64().expect("a number"), valid, first.as_u64())
        })
        .collect();
    assert_eq!(facts, [("1 lic 5", 1, true, None), ("2 lic 5", 3, false, Some(3)), ("1 tmp 3 x", 4, false, Some(4))]);
    assert_eq!(results[1]["diagnostics"][0]["file"], "values.txt");
}

/// The cluster of the documentation's example.
const CLUSTER: &str = "\
Begin Host
HOSTNAME model type server RESOURCES
m1       !     !    1      (mg)
m2       !     !    1      (mg)
c1       !     !    1      ()
c2       !     !    1      ()
c3       !     !    1      ()
c4       !     !    1      ()
login1   !     !    0      ()
End Host

Begin ResourceMap
RESOURCENAME LOCATION
simtok       [all]
rackw        ([c1 c2] [c3 c4])
arch         (zen@[c1 c2] icx@[others])
End ResourceMap
";

fn orion() -> Scratch {
    Scratch::with(&[
        ("conf/lsf.shared", SHARED),
        ("conf/lsf.cluster.orion", CLUSTER),
        ("conf/lsf.conf", "LSF_MASTER_LIST=\"m1 m2\"\n"),
        ("etc/elim.simtok", ""),
        ("etc/elim.power", ""),
        ("etc/elim.power.bak", ""),
        ("etc/elim_old", ""),
        ("etc/lim", ""),
    ])
}

fn plan(arguments: &[&str]) -> Value {
    let mut all = vec!["elim", "plan", "--cluster=conf", "--output-format=json"];
    all.extend(arguments);
    serde_json::from_str(&stdout(&orion(), &all, 0)).expect("one JSON document")
}

/// `host: resources`, for the hosts that start elims.
fn started(document: &Value) -> Vec<String> {
    let hosts = document["hosts"].as_array().expect("a list").iter();
    let words = |it: &Value| {
        let names = it["resources"].as_array().expect("a list").iter().map(|it| it.as_str().expect("a name"));
        format!("{}: {}", it["host"].as_str().expect("a name"), names.collect::<Vec<_>>().join(" "))
    };
    hosts.filter(|it| it["starts_elims"] == true).map(words).collect()
}

#[test]
fn the_plan_of_the_documentation() {
    let document = plan(&[]);
    assert_eq!(document["version"], 1);
    assert_eq!(document["management_hosts"], serde_json::json!(["m1", "m2"]));
    assert_eq!(started(&document), ["m1: simtok", "c1: rackw", "c3: rackw"]);
    assert_eq!(started(&plan(&["--down=c1"])), ["m1: simtok", "c2: rackw", "c3: rackw"]);
    assert_eq!(started(&plan(&["--down=m1"])), ["m2: simtok", "c1: rackw", "c3: rackw"]);
    let document = plan(&["--down", "c3", "--down", "c4"]);
    assert_eq!(started(&document), ["m1: simtok", "c1: rackw"]);
    assert_eq!(
        document["instances"][2],
        serde_json::json!({"resource": "rackw", "hosts": ["c3", "c4"], "reported_by": null, "successors": []})
    );
    assert_eq!(
        document["hosts"][0],
        serde_json::json!({
            "host": "m1", "starts_elims": true, "resources": ["simtok"], "state": "up", "management_host": true,
            "because": ["it is the management host, which reports `simtok` for [all]"]
        })
    );
}

#[test]
fn the_plan_for_people() {
    let scratch = orion();
    lsflint(&scratch, &["elim", "plan", "--cluster=conf", "--down=c1", "--servers-dir=etc"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
management host: m1, then m2

m1 starts elims
  LSF_RESOURCES="simtok", LSF_MASTER=Y
  it is the management host, which reports `simtok` for [all]

c2 starts elims
  LSF_RESOURCES="rackw"
  it is the first host that is up in [c1 c2], which share `rackw`; c1 is down

c3 starts elims
  LSF_RESOURCES="rackw"
  it is the first host of [c3 c4], which share `rackw`

no elims: m2, c4

down: c1

client hosts, which never start elims: login1

values:
  simtok for m1, m2, c1, c2, c3, c4 by m1, then m2
  rackw for c1, c2 by c2
  rackw for c3, c4 by c3, then c4

changes because of the hosts that are down:
  c1 is down; it reported `rackw`
  c2 starts elims for `rackw`

files in etc, started on every host that starts elims:
  yes elim.power named like an elim, but not executable
  yes elim.power.bak named like an elim, but looks like a copy
  yes elim.simtok named like an elim, but not executable
  no  elim_old name does not start with `elim.`

warning elim-no-program [E253]: `elim.power` is not executable
  ┌─ etc:1:1
  │
1 │ elim.power
  │ ^^^^^^^^^^
  │
  = effect: the file has no effect because LSF cannot start it and keeps trying
  = help: make it executable, or move it to another directory

warning elim-copy [E251]: `elim.power.bak` looks like a copy, but LSF starts it as an elim
  ┌─ etc:2:1
  │
2 │ elim.power.bak
  │ ^^^^^^^^^^^^^^
  │
  = effect: LSF may ignore values of the original because the copy reports the same resources and the latest value wins
  = help: move it out of LSF_SERVERDIR, or rename it to `elim_power.bak`

warning elim-no-program [E253]: `elim.simtok` is not executable
  ┌─ etc:3:1
  │
3 │ elim.simtok
  │ ^^^^^^^^^^^
  │
  = effect: the file has no effect because LSF cannot start it and keeps trying
  = help: make it executable, or move it to another directory


"#]]);
    lsflint(&scratch, &["elim", "plan", "--cluster=conf", "--down=c9"]).assert().code(2).stderr_eq(str![[r#"
error: unknown host `c9`

"#]]);
    lsflint(&scratch, &["elim", "plan", "--cluster=etc"]).assert().code(2).stderr_eq(str![[r#"
error: `etc` contains no LSF configuration; `--cluster` requires the directory with lsf.conf, lsf.shared or lsb.* files

"#]]);
    lsflint(&scratch, &["elim", "plan", "--cluster=conf", "--servers-dir=none"]).assert().code(2).stderr_eq(str![[
        r#"
error: `none` does not exist

"#
    ]]);
    scratch.write("alone/lsf.shared", SHARED);
    lsflint(&scratch, &["elim", "plan", "--cluster=alone"]).assert().code(2).stderr_eq(str![[r#"
error: no hosts are known: no lsf.cluster file with a `Host` section is loaded

"#]]);
}

#[test]
fn what_a_host_may_report() {
    let scratch = orion();
    scratch.write("values.txt", "1 rackw 300\n2 rackw 300 tmp 5\n");
    let check = ["elim", "check-output", "values.txt", "--cluster=conf", "--output-format=concise", "--host"];
    let of = |host: &'static str| check.into_iter().chain([host]).collect::<Vec<_>>();
    lsflint(&scratch, &of("c1")).assert().success().stdout_eq(str![[""]]);
    lsflint(&scratch, &of("c2")).assert().success().stdout_eq(str![[r#"
values.txt:1:3: E207 warning `rackw` is not expected from host `c2`
values.txt:2:3: E207 warning `rackw` is not expected from host `c2`

"#]]);
    lsflint(&scratch, &of("c9")).assert().code(2).stderr_eq(str![[r#"
error: unknown host `c9`

"#]]);
}
