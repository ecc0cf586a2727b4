//! From arguments to cluster sets: what is found, what is reported on, what is left out.

use std::fs;
use std::path::PathBuf;

use expect_test::{Expect, expect};
use lsflint_project::{Paths, Plan, Request};
use lsflint_test_support::{Scratch, cluster};

const CONF: &str = "LSF_LIM_PORT=7869\n";
const QUEUE: &str = "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n";

fn request(folder: PathBuf, arguments: &[&str]) -> Request {
    Request::new(Paths::new(folder), arguments.iter().map(PathBuf::from).collect())
}

/// Cluster sets and clusters, `~` before files that are only read, then what was left out and what went wrong.
fn render(request: Request) -> String {
    let plan = match Plan::new(request) {
        Ok(plan) => plan,
        Err(problem) => return format!("failed: {problem}\n"),
    };
    let mut text = String::new();
    for set in &plan.sets {
        for cluster in &set.clusters {
            let files = cluster.files.iter().map(|it| {
                let file = &set.members[*it];
                let mark = if file.reported && cluster.judged.contains(it) { "" } else { "~" };
                format!(" {mark}{}", file.shown)
            });
            text.push_str(&format!("{}:{}\n", cluster.name, files.collect::<String>()));
        }
    }
    for it in &plan.ignored {
        text.push_str(&format!("left out: {}: {}\n", it.path, it.because));
    }
    for it in &plan.notes {
        text.push_str(&format!("note: {it}\n"));
    }
    for it in &plan.problems {
        text.push_str(&format!("problem: {it}\n"));
    }
    text
}

#[track_caller]
fn check(files: &[(&str, &str)], arguments: &[&str], expect: Expect) {
    let scratch = Scratch::with(files);
    expect.assert_eq(&render(request(scratch.path(), arguments)));
}

#[track_caller]
fn check_in(scratch: &Scratch, arguments: &[&str], expect: Expect) {
    expect.assert_eq(&render(request(scratch.path(), arguments)));
}

#[test]
fn a_file_brings_its_cluster() {
    let files = [
        ("conf/lsf.conf", CONF),
        ("conf/lsf.cluster.a", ""),
        ("conf/lsbatch/a/configdir/lsb.queues", QUEUE),
        ("conf/lsbatch/a/configdir/lsb.hosts", ""),
    ];
    check(
        &files,
        &["conf/lsbatch/a/configdir/lsb.queues"],
        expect![[r#"
        a: ~conf/lsbatch/a/configdir/lsb.hosts conf/lsbatch/a/configdir/lsb.queues ~conf/lsf.cluster.a ~conf/lsf.conf
    "#]],
    );
    check(
        &files,
        &["conf/lsf.conf"],
        expect![[r#"
        a: ~conf/lsbatch/a/configdir/lsb.hosts ~conf/lsbatch/a/configdir/lsb.queues ~conf/lsf.cluster.a conf/lsf.conf
    "#]],
    );
    check(
        &files,
        &["conf/lsbatch/a/configdir"],
        expect![[r#"
        a: conf/lsbatch/a/configdir/lsb.hosts conf/lsbatch/a/configdir/lsb.queues ~conf/lsf.cluster.a ~conf/lsf.conf
    "#]],
    );
    check(
        &files,
        &["."],
        expect![[r#"
        a: conf/lsbatch/a/configdir/lsb.hosts conf/lsbatch/a/configdir/lsb.queues conf/lsf.cluster.a conf/lsf.conf
    "#]],
    );
}

#[test]
fn the_clusters_of_testdata() {
    expect![[r#"
        north: north/conf/lsbatch/north/configdir/lsb.hosts north/conf/lsbatch/north/configdir/lsb.params north/conf/lsbatch/north/configdir/lsb.queues north/conf/lsf.cluster.north north/conf/lsf.conf north/conf/lsf.shared
        south: south/conf/lsbatch/south/configdir/lsb.hosts south/conf/lsbatch/south/configdir/lsb.params south/conf/lsbatch/south/configdir/lsb.queues south/conf/lsf.cluster.south south/conf/lsf.conf south/conf/lsf.shared
    "#]].assert_eq(&render(request(cluster("two-in-one"), &["."])));
    expect![[r#"
        flat: ~lsb.hosts ~lsb.params ~lsb.queues lsb.users ~lsf.cluster.flat ~lsf.conf ~lsf.shared
    "#]]
    .assert_eq(&render(request(cluster("flat"), &["lsb.users"])));
}

#[test]
fn copies_and_look_alikes_are_left_out() {
    check(
        &[
            ("lsb.queues", QUEUE),
            ("lsb.queues.bak", QUEUE),
            ("lsb.queues~", QUEUE),
            ("old.lsb.queues", QUEUE),
            ("lsf.cluster.a.rpmsave", ""),
            ("lsb.queues.md", "# How to write lsb.queues\n"),
            ("notes.txt", "Begin Queue\n"),
            ("sub/site.lsb.queues", QUEUE),
            ("sub/odd.lsb.queues", "nothing\n"),
            (".hidden/lsb.queues", QUEUE),
        ],
        &["."],
        expect![[r#"
            site: lsb.queues
            sub: sub/site.lsb.queues
            left out: lsb.queues.bak: looks like a backup copy
            left out: lsb.queues.md: not recognised as an LSF file
            left out: lsb.queues~: looks like a backup copy
            left out: lsf.cluster.a.rpmsave: looks like a backup copy
            left out: old.lsb.queues: looks like a backup copy
            left out: sub/odd.lsb.queues: not recognised as an LSF file
        "#]],
    );
}

#[test]
fn workflow_systems_have_an_lsf_conf_of_their_own() {
    let files = [
        ("pipeline/conf/lsf.conf", "process {\n  executor = 'lsf'\n  queue = 'default'\n}\n"),
        ("openlava/man5/lsf.cluster.5", ".TH lsf.cluster 5\n.SH NAME\nBegin Host\n.br\n"),
        ("site/lsf.conf", CONF),
        ("site/lsf.cluster.5", ""),
    ];
    check(
        &files,
        &["."],
        expect![[r#"
            5: site/lsf.cluster.5 site/lsf.conf
            left out: openlava/man5/lsf.cluster.5: not a file of LSF, but has its name
            left out: pipeline/conf/lsf.conf: not a file of LSF, but has its name
        "#]],
    );
    // Who names it, gets it checked.
    check(
        &files,
        &["pipeline/conf/lsf.conf"],
        expect![[r#"
            conf: pipeline/conf/lsf.conf
        "#]],
    );
}

#[test]
fn hosts_is_a_word_of_everybody() {
    check(
        &[("ansible/hosts", "[web]\n"), ("lsf.conf", CONF), ("hosts", "")],
        &["."],
        expect![[r#"
        site: hosts lsf.conf
    "#]],
    );
    check(
        &[("ansible/hosts", "[web]\n")],
        &["ansible/hosts"],
        expect![[r#"
        ansible: ansible/hosts
    "#]],
    );
}

#[test]
fn git_has_no_say_inside_a_cluster() {
    let scratch = Scratch::with(&[
        (".gitignore", "lsf.conf\nbuild/\n"),
        ("site/conf/lsf.conf", CONF),
        ("site/conf/lsf.shared", ""),
        ("build/lsb.queues", QUEUE),
    ]);
    fs::create_dir(scratch.path().join(".git")).expect("a folder of our own");
    check_in(
        &scratch,
        &["."],
        expect![[r#"
        conf: site/conf/lsf.conf site/conf/lsf.shared
    "#]],
    );
    check_in(
        &scratch,
        &["build/lsb.queues"],
        expect![[r#"
        build: build/lsb.queues
    "#]],
    );
}

#[test]
fn names_of_explicit_files() {
    let files = [
        ("a.lsb.queues", QUEUE),
        ("queues", "# lsflint: file=lsb.queues\n"),
        ("typo", "# lsflint: file=lsb.queus\n"),
        ("readme", "nothing\n"),
        ("lsb.queues.bak", QUEUE),
    ];
    check(
        &files,
        &["a.lsb.queues", "queues", "typo", "readme", "lsb.queues.bak", "gone"],
        expect![[r#"
            site: a.lsb.queues
            site: lsb.queues.bak
            site: queues
            problem: typo:1: unknown LSF file `lsb.queus`; did you mean `lsb.queues`?
            problem: cannot determine which LSF file `readme` is; use the LSF file name (`lsb.queues`, `lsf.conf` ...) or add `# lsflint: file=lsb.queues` to its first lines
            problem: `gone` does not exist
        "#]],
    );
}

#[test]
fn excluded_files() {
    let files = [("lsflint.toml", "exclude = [\"old/\"]\n"), ("old/lsb.queues", QUEUE), ("new/lsb.queues", QUEUE)];
    check(
        &files,
        &["."],
        expect![[r#"
        new: new/lsb.queues
        left out: old/lsb.queues: excluded in lsflint.toml
    "#]],
    );
    check(
        &files,
        &["old/lsb.queues"],
        expect![[r#"
        old: old/lsb.queues
    "#]],
    );
}

#[test]
fn clusters_of_the_configuration() {
    let files = [
        ("lsflint.toml", "[[clusters]]\nname = \"n\"\nfiles = [\"n/**\", \"common/**\"]\n"),
        ("n/lsb.queues", QUEUE),
        ("common/lsf.shared", ""),
        ("other/lsb.queues", QUEUE),
    ];
    check(
        &files,
        &["."],
        expect![[r#"
        n: common/lsf.shared n/lsb.queues
        other: other/lsb.queues
    "#]],
    );
    check(
        &files,
        &["n/lsb.queues"],
        expect![[r#"
        n: ~common/lsf.shared n/lsb.queues
    "#]],
    );
}

#[test]
fn a_cluster_for_strangers() {
    let scratch = Scratch::with(&[("conf/lsf.conf", CONF), ("conf/lsb.queues", QUEUE), ("draft/lsb.queues", QUEUE)]);
    let mut asked = request(scratch.path(), &["draft/lsb.queues"]);
    asked.cluster = Some("conf".into());
    expect![[r#"
        conf: ~conf/lsb.queues ~conf/lsf.conf
        conf: ~conf/lsf.conf draft/lsb.queues
    "#]]
    .assert_eq(&render(asked));
    let mut asked = request(scratch.path(), &["draft/lsb.queues"]);
    asked.cluster = Some("nowhere".into());
    expect![[r#"
        failed: `nowhere` does not exist
    "#]]
    .assert_eq(&render(asked));
    let mut asked = request(scratch.path(), &["draft/lsb.queues"]);
    asked.cluster = Some(scratch.write("empty/x", "").with_file_name(""));
    assert!(render(asked).contains("contains no LSF configuration"));
    // The current folder is a cluster: files without one of their own are judged there.
    expect![[r#"
        conf: ~lsb.queues ~lsf.conf
        conf: ~lsf.conf ../draft/lsb.queues
    "#]]
    .assert_eq(&render(request(scratch.path().join("conf"), &["../draft/lsb.queues"])));
}

#[test]
fn text_from_stdin_takes_the_place_of_the_file() {
    let scratch = Scratch::with(&[("conf/lsf.conf", CONF), ("conf/lsb.queues", QUEUE)]);
    let mut asked = request(scratch.path(), &[]);
    asked.stdin = Some(("conf/lsb.queues".into(), b"Begin Queue\n".to_vec()));
    expect![[r#"
        conf: conf/lsb.queues ~conf/lsf.conf
    "#]]
    .assert_eq(&render(asked));
    let mut asked = request(scratch.path(), &[]);
    asked.stdin = Some(("conf/lsb.hosts".into(), b"a\0\xFF".to_vec()));
    expect![[r#"
        failed: `conf/lsb.hosts` is not a text file: byte 1 is zero
    "#]]
    .assert_eq(&render(asked));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn links_may_go_round() {
        let scratch = Scratch::with(&[("conf/lsf.conf", CONF), ("conf/lsbatch/a/configdir/lsb.queues", QUEUE)]);
        symlink("..", scratch.path().join("conf/lsbatch/up")).expect("a link of our own");
        symlink("nowhere", scratch.path().join("conf/lsf.shared")).expect("a link of our own");
        check_in(
            &scratch,
            &["conf"],
            expect![[r#"
                a: conf/lsbatch/a/configdir/lsb.queues conf/lsf.conf
                left out: conf/lsbatch/up: a symbolic link to a parent directory
                problem: cannot read `conf/lsf.shared`: the target of this symbolic link does not exist
            "#]],
        );
    }

    #[test]
    fn links_to_files_count() {
        let scratch = Scratch::with(&[("common/queues", QUEUE)]);
        fs::create_dir(scratch.path().join("a")).expect("a folder of our own");
        symlink("../common/queues", scratch.path().join("a/lsb.queues")).expect("a link of our own");
        check_in(
            &scratch,
            &["."],
            expect![[r#"
            a: a/lsb.queues
        "#]],
        );
    }

    #[test]
    fn special_files_are_problems() {
        let scratch = Scratch::with(&[("lsb.hosts/lsb.queues", QUEUE)]);
        let socket = UnixListener::bind(scratch.path().join("lsb.users")).expect("a socket of our own");
        check_in(
            &scratch,
            &["."],
            expect![[r#"
                lsb.hosts: lsb.hosts/lsb.queues
                problem: `lsb.users` is a socket, not a regular file
            "#]],
        );
        check_in(
            &scratch,
            &["lsb.users"],
            expect![[r#"
                problem: `lsb.users` is a socket, not a regular file
            "#]],
        );
        drop(socket);
    }
}

#[test]
fn an_excluded_folder_stays_excluded() {
    check(
        &[
            ("lsflint.toml", "exclude = [\"old\"]\n"),
            ("old/lsflint.toml", "exclude = []\n"),
            ("old/lsb.queues", QUEUE),
            ("new/lsflint.toml", "exclude = [\"lsb.hosts\"]\n"),
            ("new/lsb.queues", QUEUE),
            ("new/lsb.hosts", ""),
            ("new/old/lsb.queues", QUEUE),
        ],
        &["."],
        expect![[r#"
            new: ~new/lsb.hosts new/lsb.queues
            old: new/old/lsb.queues
            left out: new/lsb.hosts: excluded in lsflint.toml
            left out: old/lsb.queues: excluded in lsflint.toml
        "#]],
    );
}

#[test]
fn findings_of_a_cluster_are_reported_once() {
    let conf = ("conf/lsf.conf", CONF);
    let queues = ("conf/lsbatch/a/configdir/lsb.queues", QUEUE);
    let nested = "conf/lsbatch/a/configdir/lsflint.toml";
    check(
        &[conf, queues, (nested, "target = \"9.1\"\nknown-users = [\"ann\"]\n")],
        &["."],
        expect![[r#"
            a: conf/lsbatch/a/configdir/lsb.queues conf/lsf.conf
            note: `target`, `known-users` in conf/lsbatch/a/configdir/lsflint.toml has no effect: no lsflint.toml applies to its cluster
        "#]],
    );
    check(
        &[conf, queues, ("lsflint.toml", "target = \"10.1\"\n"), (nested, "target = \"9.1\"\n")],
        &["."],
        expect![[r#"
            a: conf/lsbatch/a/configdir/lsb.queues conf/lsf.conf
            note: `target` in conf/lsbatch/a/configdir/lsflint.toml has no effect: lsflint.toml applies to its cluster
        "#]],
    );
    // What it took over from above is no contradiction.
    check(
        &[conf, queues, ("lsflint.toml", "target = \"9.1\"\n"), (nested, "extend = \"../../../../lsflint.toml\"\n")],
        &["."],
        expect![[r#"
            a: conf/lsbatch/a/configdir/lsb.queues conf/lsf.conf
        "#]],
    );
}

#[test]
fn clusters_of_an_extended_file() {
    check(
        &[
            ("site.toml", "[[clusters]]\nname = \"n\"\nfiles = [\"n/**\", \"common/**\"]\n"),
            ("n/lsflint.toml", "extend = \"../site.toml\"\n"),
            ("n/lsb.queues", QUEUE),
            ("common/lsflint.toml", "extend = \"../site.toml\"\n"),
            ("common/lsf.conf", CONF),
        ],
        &["n"],
        expect![[r#"
            n: ~common/lsf.conf n/lsb.queues
        "#]],
    );
}
