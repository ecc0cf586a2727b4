//! Runs over whole plans: order, threads, files that belong to several clusters, includes.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use expect_test::{Expect, expect};
use lsflint_project::{ClusterFacts, Encoding, Overrides, Paths, Plan, Request};
use lsflint_test_support::Scratch;

/// One line per finding, then problems and skipped checks. Only rules about structure run, so that other rules do not
/// move the result.
fn run(folder: PathBuf, arguments: &[&str], jobs: usize) -> String {
    run_rules(&["P003", "F104"], folder, arguments, jobs)
}

fn run_rules(codes: &[&str], folder: PathBuf, arguments: &[&str], jobs: usize) -> String {
    let codes = codes.iter().map(|it| (*it).to_owned());
    let overrides = Overrides { select: lsflint_rules::all().selection(codes).ok(), ..Overrides::default() };
    let arguments = arguments.iter().map(PathBuf::from).collect();
    let jobs = NonZeroUsize::new(jobs);
    let request = Request { overrides, jobs, ..Request::new(Paths::new(folder), arguments) };
    let mut plan = match Plan::new(request) {
        Ok(plan) => plan,
        Err(problem) => return format!("failed: {problem}\n"),
    };
    let mut text = String::new();
    let outcome = plan.check(&|_| {}, &mut |checked| {
        let latin1 = if checked.encoding == Encoding::Latin1 { " (Latin-1)" } else { "" };
        text.push_str(&format!("{}{latin1}\n", checked.path));
        for it in checked.diagnostics {
            text.push_str(&format!("  {} {:?} {}\n", it.rule.code, it.range, it.severity));
        }
        ControlFlow::Continue(())
    });
    for problem in outcome.problems {
        text.push_str(&format!("problem: {problem}\n"));
    }
    for it in outcome.skipped {
        text.push_str(&format!("skipped: {}: {}\n", it.check, it.because));
    }
    text
}

#[track_caller]
fn check(files: &[(&str, &str)], arguments: &[&str], expect: Expect) {
    let scratch = Scratch::with(files);
    let one = run(scratch.path(), arguments, 1);
    expect.assert_eq(&one);
    assert_eq!(run(scratch.path(), arguments, 8), one, "threads must not change anything");
}

const TWICE: &str = "Begin Queue\nQUEUE_NAME = a\nPRIORITY = 1\nPRIORITY = 2\nEnd Queues\n";
const SHARED: &str = "Begin Cluster\nClusterName\na\nb\nEnd Clusters\n";

#[test]
fn by_path_whatever_the_clusters_are() {
    check(
        &[
            ("b/conf/lsf.shared", SHARED),
            ("b/conf/lsbatch/x/configdir/lsb.queues", TWICE),
            ("a/lsb.queues", TWICE),
            ("b/a.lsb.queues", TWICE),
            ("c/lsb.queues", TWICE),
            ("b/conf/k/k/k/k/k/lsb.queues", TWICE),
        ],
        &["c", "."],
        expect![[r#"
            a/lsb.queues
              P003 40..48 warning
              F104 57..63 error
            b/a.lsb.queues
              P003 40..48 warning
              F104 57..63 error
            b/conf/k/k/k/k/k/lsb.queues
              P003 40..48 warning
              F104 57..63 error
            b/conf/lsbatch/x/configdir/lsb.queues
              P003 40..48 warning
              F104 57..63 error
            b/conf/lsf.shared
              F104 34..42 error
            c/lsb.queues
              P003 40..48 warning
              F104 57..63 error
            skipped: effects of lsf.conf on other files: lsf.conf is not loaded (clusters `a`, `b`, `c`, `k`, `x`)
            skipped: names of application profiles: lsb.applications is not loaded (clusters `a`, `b`, `c`, `k`, `x`)
            skipped: names of host groups: lsb.hosts is not loaded (clusters `a`, `b`, `c`, `k`, `x`)
            skipped: names of hosts: lsf.cluster is not loaded (clusters `a`, `b`, `c`, `k`, `x`)
            skipped: names of resources: lsf.shared is not loaded (clusters `a`, `b`, `c`, `k`)
            skipped: names of user groups: lsb.users is not loaded (clusters `a`, `b`, `c`, `k`, `x`)
        "#]],
    );
}

#[test]
fn files_of_several_clusters_are_reported_once() {
    check(
        &[
            ("lsf.shared", SHARED),
            ("lsf.cluster.a", ""),
            ("lsf.cluster.b", ""),
            ("lsbatch/a/configdir/lsb.queues", ""),
            ("lsbatch/b/configdir/lsb.queues", ""),
        ],
        &["lsf.shared"],
        expect![[r#"
            lsf.shared
              F104 34..42 error
            skipped: effects of lsf.conf on other files: lsf.conf is not loaded (clusters `a`, `b`)
            skipped: names of application profiles: lsb.applications is not loaded (clusters `a`, `b`)
            skipped: names of host groups: lsb.hosts is not loaded (clusters `a`, `b`)
            skipped: names of hosts: it is unknown whether dynamic hosts may join (clusters `a`, `b`)
            skipped: names of user groups: lsb.users is not loaded (clusters `a`, `b`)
        "#]],
    );
}

#[test]
fn lsflint_toml_of_each_cluster() {
    check(
        &[
            ("a/lsflint.toml", "ignore = [\"P003\"]\n"),
            ("a/lsb.queues", TWICE),
            ("b/lsflint.toml", "[per-file-ignores]\n\"*.queues\" = [\"F1\"]\n[severity]\nP003 = \"info\"\n"),
            ("b/lsb.queues", TWICE),
        ],
        &["."],
        // `--select` of this test replaces `ignore`; the rest of the file counts.
        expect![[r#"
            a/lsb.queues
              P003 40..48 warning
              F104 57..63 error
            b/lsb.queues
              P003 40..48 info
            skipped: effects of lsf.conf on other files: lsf.conf is not loaded (clusters `a`, `b`)
            skipped: names of application profiles: lsb.applications is not loaded (clusters `a`, `b`)
            skipped: names of host groups: lsb.hosts is not loaded (clusters `a`, `b`)
            skipped: names of hosts: lsf.cluster is not loaded (clusters `a`, `b`)
            skipped: names of resources: lsf.shared is not loaded (clusters `a`, `b`)
            skipped: names of user groups: lsb.users is not loaded (clusters `a`, `b`)
        "#]],
    );
    check(
        &[("a/lsflint.toml", "ignroe = []\n"), ("a/lsb.queues", TWICE)],
        &["."],
        expect![[r#"
        failed: a/lsflint.toml:1:1: unknown key `ignroe`; did you mean `ignore`?
          |
        1 | ignroe = []
          | ^^^^^^
    "#]],
    );
}

#[test]
fn the_nearest_lsflint_toml_applies_to_each_file() {
    let files = [
        ("lsflint.toml", "[severity]\nP003 = \"info\"\n"),
        ("lsf.conf", "LSF_LIM_PORT=1\nLSF_LIM_PORT=2\n"),
        ("lsbatch/a/configdir/lsflint.toml", "[per-file-ignores]\n\"*.queues\" = [\"F1\"]\n"),
        ("lsbatch/a/configdir/lsb.queues", TWICE),
    ];
    let above = ("lsbatch/a/configdir/lsflint.toml", "extend = \"../../../lsflint.toml\"\n");
    check(
        &files,
        &["."],
        expect![[r#"
            lsbatch/a/configdir/lsb.queues
              P003 40..48 warning
            lsf.conf
              P003 15..27 info
            skipped: names of application profiles: lsb.applications is not loaded (cluster `a`)
            skipped: names of host groups: lsb.hosts is not loaded (cluster `a`)
            skipped: names of hosts: lsf.cluster is not loaded (cluster `a`)
            skipped: names of resources: lsf.shared is not loaded (cluster `a`)
            skipped: names of user groups: lsb.users is not loaded (cluster `a`)
        "#]],
    );
    check(
        &[files[0], files[1], above, files[3]],
        &["."],
        expect![[r#"
            lsbatch/a/configdir/lsb.queues
              P003 40..48 info
              F104 57..63 error
            lsf.conf
              P003 15..27 info
            skipped: names of application profiles: lsb.applications is not loaded (cluster `a`)
            skipped: names of host groups: lsb.hosts is not loaded (cluster `a`)
            skipped: names of hosts: lsf.cluster is not loaded (cluster `a`)
            skipped: names of resources: lsf.shared is not loaded (cluster `a`)
            skipped: names of user groups: lsb.users is not loaded (cluster `a`)
        "#]],
    );
}

#[test]
fn included_files_belong_to_the_cluster() {
    check(
        &[
            ("lsb.queues", "#INCLUDE \"more/night\"\n#INCLUDE \"more/gone\"\n#INCLUDE \"/opt/elsewhere/q\"\n"),
            (
                "more/night",
                "# queues of the night\nBegin Queue\nQUEUE_NAME = n\nQUEUE_NAME = m\nEnd Queue\n#include \"part\"\n",
            ),
            ("more/part", "PRIORITY = 1\nPRIORITY = 2\n#INCLUDE \"night\"\n"),
        ],
        &["."],
        expect![[r#"
            lsb.queues
            more/night
              P003 49..59 warning
            skipped: effects of lsf.conf on other files: lsf.conf is not loaded (cluster `site`)
            skipped: names of application profiles: lsb.applications is not loaded (cluster `site`)
            skipped: names of host groups: lsb.hosts is not loaded (cluster `site`)
            skipped: names of hosts: lsf.cluster is not loaded (cluster `site`)
            skipped: names of resources: lsf.shared is not loaded (cluster `site`)
            skipped: names of user groups: lsb.users is not loaded (cluster `site`)
            skipped: names that /opt/elsewhere/q may define: lsb.queues includes it, but it does not exist (cluster `site`)
            skipped: names that more/gone may define: lsb.queues includes it, but it does not exist (cluster `site`)
        "#]],
    );
}

#[test]
fn latin_1() {
    let scratch = Scratch::new();
    scratch.write("lsb.queues", b"Begin Queue\nDESCRIPTION = Gr\xF6\xDFe\nPRIORITY = 1\nPRIORITY = 2\nEnd Queue\n");
    expect![[r#"
        lsb.queues (Latin-1)
          P003 47..55 warning
        skipped: effects of lsf.conf on other files: lsf.conf is not loaded (cluster `site`)
        skipped: names of application profiles: lsb.applications is not loaded (cluster `site`)
        skipped: names of host groups: lsb.hosts is not loaded (cluster `site`)
        skipped: names of hosts: lsf.cluster is not loaded (cluster `site`)
        skipped: names of resources: lsf.shared is not loaded (cluster `site`)
        skipped: names of user groups: lsb.users is not loaded (cluster `site`)
    "#]]
    .assert_eq(&run(scratch.path(), &["."], 1));
}

#[test]
fn trouble_with_one_file_is_not_trouble_with_all() {
    let scratch = Scratch::with(&[("a/lsb.queues", TWICE)]);
    scratch.write("b/lsb.queues", b"Begin Queue\0\xFF\n");
    expect![[r#"
        a/lsb.queues
          P003 40..48 warning
          F104 57..63 error
        problem: `b/lsb.queues` is not a text file: byte 11 is zero
        problem: `gone` does not exist
        skipped: effects of lsf.conf on other files: lsf.conf is not loaded (clusters `a`, `b`)
        skipped: names of application profiles: lsb.applications is not loaded (clusters `a`, `b`)
        skipped: names of host groups: lsb.hosts is not loaded (clusters `a`, `b`)
        skipped: names of hosts: lsf.cluster is not loaded (clusters `a`, `b`)
        skipped: names of queues: lsb.queues is not loaded (cluster `b`)
        skipped: names of resources: lsf.shared is not loaded (clusters `a`, `b`)
        skipped: names of user groups: lsb.users is not loaded (clusters `a`, `b`)
    "#]]
    .assert_eq(&run(scratch.path(), &[".", "gone"], 1));
}

/// Three files of a cluster; the names in them are defined in no file.
const UNDEFINED: [(&str, &str); 4] = [
    ("lsf.conf", "LSF_TOP=/opt/lsf\n"),
    ("lsf.cluster.c", "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nEnd Host\n"),
    ("lsb.hosts", "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng1 (h1 h2)\nEnd HostGroup\n"),
    ("lsb.queues", "Begin Queue\nQUEUE_NAME = q\nHOSTS = g1 g2 H2.site.com\nEnd Queue\n"),
];

#[test]
fn names_that_the_site_declares() {
    let scratch = Scratch::with(&UNDEFINED);
    let found = |scratch: &Scratch| run_rules(&["X101"], scratch.path(), &["."], 1);
    assert_eq!(found(&scratch).matches("X101").count(), 3);
    scratch.write("lsflint.toml", "known-hosts = [\"h2\"]\nknown-groups = [\"g2\"]\n");
    assert_eq!(found(&scratch).matches("X101").count(), 0);
}

#[test]
fn what_could_not_be_judged() {
    let scratch = Scratch::with(&UNDEFINED);
    let skipped = |scratch: &Scratch| {
        let text = run(scratch.path(), &["."], 1);
        text.lines().filter(|it| it.starts_with("skipped")).map(|it| format!("{it}\n")).collect::<String>()
    };
    expect![[r#"
        skipped: names of application profiles: lsb.applications is not loaded (cluster `c`)
        skipped: names of resources: lsf.shared is not loaded (cluster `c`)
        skipped: names of user groups: lsb.users is not loaded (cluster `c`)
    "#]]
    .assert_eq(&skipped(&scratch));
    scratch.write("lsf.conf", "LSF_DYNAMIC_HOST_WAIT_TIME=60\n");
    scratch.write("lsf.shared", "");
    scratch.write("lsb.users", "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\n{{ group }} (ann)\nEnd UserGroup\n");
    scratch.write("lsb.applications", "");
    scratch.write("lsf.licensescheduler", "");
    expect![[r#"
        skipped: names of hosts: dynamic hosts may join: LSF_DYNAMIC_HOST_WAIT_TIME is set in lsf.conf (cluster `c`)
        skipped: names of resources: lsf.licensescheduler may define more resources (cluster `c`)
        skipped: names of user groups: parts of lsb.users come from templates or missing includes (cluster `c`)
    "#]]
    .assert_eq(&skipped(&scratch));
    scratch.write("lsf.conf", "LSF_TOP=/opt/lsf\n");
    scratch.write("lsb.queues", "Begin Queue\nQUEUE_NAME = q\nHOSTS = all@west\nEnd Queue\n#INCLUDE \"gone\"\n");
    expect![[r#"
        skipped: names of hosts: lists include hosts of other clusters, whose names are unknown (cluster `c`)
        skipped: names of resources: lsf.licensescheduler may define more resources (cluster `c`)
        skipped: names of user groups: parts of lsb.users come from templates or missing includes (cluster `c`)
        skipped: names that gone may define: lsb.queues includes it, but it does not exist (cluster `c`)
    "#]]
    .assert_eq(&skipped(&scratch));
}

#[test]
fn a_check_hands_out_what_it_knows_of_the_clusters() {
    let clusters = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters");
    let plan = |jobs: usize| {
        let jobs = NonZeroUsize::new(jobs);
        let request = Request { jobs, ..Request::new(Paths::new(&clusters), vec![PathBuf::from(".")]) };
        Plan::new(request).unwrap_or_else(|problem| panic!("{problem}"))
    };
    let facts = plan(1).clusters_as_read().unwrap_or_else(|problem| panic!("{problem}"));
    let expected: Vec<(String, usize)> =
        facts.iter().map(|it| (it.name.clone(), it.cluster.view().hosts().len())).collect();
    for jobs in [1, 8] {
        let mut found = Vec::new();
        let mut facts = |it: ClusterFacts| {
            found.push((it.name.clone(), it.cluster.view().hosts().len()));
        };
        let outcome = plan(jobs).check_with_facts(&|_| {}, &mut |_| ControlFlow::Continue(()), Some(&mut facts));
        assert!(outcome.files > found.len());
        assert_eq!(found, expected, "{jobs} threads");
    }
}

/// Two clusters with a configuration directory each. `clusters` are the rows of the lsf.shared of both.
fn two_clusters(units: [&'static str; 2], clusters: &str) -> Scratch {
    let shared = format!("Begin Cluster\nClusterName\n{clusters}End Cluster\n");
    let mut files = Vec::new();
    for (name, unit) in ["east", "west"].into_iter().zip(units) {
        files.push((format!("{name}/conf/lsf.conf"), format!("LSF_UNIT_FOR_LIMITS={unit}\n")));
        files.push((format!("{name}/conf/lsf.shared"), shared.clone()));
        files.push((format!("{name}/conf/lsf.cluster.{name}"), String::new()));
        files.push((format!("{name}/conf/lsbatch/{name}/configdir/lsb.queues"), TWICE.replace("Queues", "Queue")));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|it| (&*it.0, &*it.1)).collect();
    Scratch::with(&files)
}

#[test]
fn clusters_that_exchange_jobs_have_one_unit() {
    let found = |units, clusters, arguments: &[&str]| {
        run_rules(&["P407"], two_clusters(units, clusters).path(), arguments, 1).matches("P407").count()
    };
    assert_eq!(found(["GB", "MB"], "east\nwest\n", &["."]), 2);
    assert_eq!(found(["GB", "G"], "east\nwest\n", &["."]), 0, "the same unit");
    assert_eq!(found(["GB", "MB"], "east\n", &["."]), 0, "they do not know each other");
    assert_eq!(found(["GB", "MB"], "east\nwest\n", &["east"]), 0, "the other one is not checked");
}
