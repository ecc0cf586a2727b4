//! What each assist changes, and that none adds a finding.

use expect_test::{Expect, expect};
use lsflint_lint::{Registry, Settings, check_file};
use lsflint_model::{Cluster, SourceFile};

use super::*;
use crate::testing::Fixture;

/// Each assist at the cursor with the changed lines of its result.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let fixture = Fixture::new(text);
    let offset = fixture.offset().into();
    let mut shown = String::new();
    for assist in assists(&fixture.snapshot, &fixture.path, offset) {
        shown.push_str(&format!("{}\n", assist.title));
        for file in assist_edits(&fixture.snapshot, &fixture.path, offset, &assist.id) {
            let old = &fixture.snapshot.file(&file.path).expect("a file").source.text;
            let new = applied(old, &file);
            let changed = new.lines().filter(|line| !old.lines().any(|it| it == *line));
            changed.for_each(|line| shown.push_str(&format!("  {}: {line}\n", file.path)));
        }
    }
    expect.assert_eq(&shown);
}

fn applied(text: &str, file: &FileEdit) -> String {
    let edit = |it: &Replacement| TextEdit { range: it.range.into(), text: it.text.clone() };
    apply_edits(text, &file.edits.iter().map(edit).collect::<Vec<_>>())
}

#[test]
fn columns_that_most_tables_have() {
    let hosts =
        "//- lsb.hosts\nBegin Host\nHOST_NAME  $0r1m  # load\na          1\nlonger_name          ()  # b\nEnd Host\n";
    check(
        hosts,
        expect![[r#"
        Add the column `MXJ`
          lsb.hosts: HOST_NAME    r1m  MXJ  # load
          lsb.hosts: a            1    ()
          lsb.hosts: longer_name  ()   ()   # b
    "#]],
    );
    // It has the column; a row lacks a cell; there is no table.
    check("//- lsb.hosts\nBegin Host\nHOST_NAME MXJ\na $01\nEnd Host\n", expect![[""]]);
    check("//- lsb.hosts\nBegin Host\nHOST_NAME r1m\na $01\nb\nEnd Host\n", expect![[""]]);
    check("//- lsb.queues\nBegin Queue\nQUEUE_NAME = $0a\nEnd Queue\n", expect![[""]]);
}

#[test]
fn lists_of_hosts_are_sorted() {
    let queue = |line: &str| format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\n{line}\nEnd Queue\n");
    check(
        &queue("HOSTS = h10 $0h2 h1"),
        expect![[r#"
        Sort the hosts
          lsb.queues: HOSTS      = h1 h2 h10
    "#]],
    );
    check(&queue("HOSTS = h1 $0h2 h10"), expect![[""]]);
    // The order or the place of these means something.
    check(&queue("HOSTS = h10+2 $0h2+1 others"), expect![[""]]);
    check(&queue("USERS = b $0a"), expect![[""]]);
    check("//- lsf.conf\nLSF_MASTER_LIST=\"b $0a\"\n", expect![[""]]);
    check(
        "//- lsb.hosts\nBegin HostGroup\nGROUP_NAME  GROUP_MEMBER\ng           (b $0a)\nEnd HostGroup\n",
        expect![[r#"
            Sort the hosts
              lsb.hosts: g           (a b)
        "#]],
    );
}

#[test]
fn long_lists_continue_in_further_lines() {
    let names: Vec<String> = (1..25).map(|it| format!("host{it}")).collect();
    let group = format!(
        "//- lsb.hosts\nBegin HostGroup\nGROUP_NAME  GROUP_MEMBER\ng           ($0{})\nEnd HostGroup\n",
        names.join(" ")
    );
    check(
        &group,
        expect![[r#"
        Write the list on several lines
          lsb.hosts: g           (host1 host2 host3 host4 host5 host6 host7 host8 host9 host10 host11 \
          lsb.hosts:              host12 host13 host14 host15 host16 host17 host18 host19 host20 \
          lsb.hosts:              host21 host22 host23 host24)
    "#]],
    );
    let queue = format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nUSERS      = $0{}\nEnd Queue\n", names.join(" "));
    check(
        &queue,
        expect![[r#"
        Write the list on several lines
          lsb.queues: USERS      = host1 host2 host3 host4 host5 host6 host7 host8 host9 host10 host11 \
          lsb.queues:              host12 host13 host14 host15 host16 host17 host18 host19 host20 \
          lsb.queues:              host21 host22 host23 host24
    "#]],
    );
}

#[test]
fn old_names_are_written_anew_everywhere() {
    check(
        "//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nPROC$0LIMIT  = 1\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nPROCLIMIT  = 2\nEnd Queue\n\
         //- lsb.applications\nBegin Application\nNAME      = p\nPROCLIMIT = 3\nEnd Application\n",
        expect![[r#"
            Write `TASKLIMIT` instead of `PROCLIMIT` in all 3 places of the cluster
              lsb.queues: TASKLIMIT  = 1
              lsb.queues: TASKLIMIT  = 2
              lsb.applications: TASKLIMIT = 3
        "#]],
    );
    check("//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nPROC$0LIMIT  = 1\nEnd Queue\n", expect![[""]]);
}

#[test]
fn identifiers_lead_back() {
    for id in [AssistId::AddColumn("MXJ".into()), AssistId::SortHosts, AssistId::SplitList, AssistId::RenameEverywhere]
    {
        let (name, argument) = id.parts();
        assert_eq!(AssistId::of(name, argument), Some(id.clone()));
    }
}

/// The codes of the findings in a file of the cluster with some texts replaced.
fn codes(snapshot: &Snapshot, changed: &[(String, String)]) -> Vec<(String, &'static str)> {
    let text = |it: &File| {
        let new = changed.iter().find(|new| new.0 == *it.source.path).map(|it| it.1.clone());
        new.unwrap_or_else(|| it.source.text.to_string())
    };
    let files: Vec<SourceFile> =
        snapshot.files.iter().map(|it| SourceFile::new(&it.source.path, it.source.kind, text(it))).collect();
    let cluster = Cluster::of(&files, None);
    let settings = Settings::default();
    let registry = Registry::new(snapshot.rules, &settings);
    let mut found = Vec::new();
    for file in &files {
        let here = check_file(file, &cluster, &settings, &registry);
        found.extend(here.iter().map(|it| (file.path.to_string(), it.rule.code)));
    }
    found.sort_unstable();
    found
}

/// A cluster with unsorted lists and old names, which the others lack.
const UNTIDY: &str = "\
//- lsf.cluster.x
Begin Host
HOSTNAME  model  type  server  RESOURCES
h1        !      !     1       ()
h2        !      !     1       ()
End Host
//- lsb.hosts
Begin HostGroup
GROUP_NAME  GROUP_MEMBER
both        (h2 h1)
End HostGroup
//- lsb.queues
Begin Queue
QUEUE_NAME = a
HOSTS      = h2 h1
PROCLIMIT  = 8
End Queue
Begin Queue
QUEUE_NAME = b
PROCLIMIT  = 4
End Queue
";

#[test]
fn assists_add_no_findings() {
    let mut tried = std::collections::BTreeMap::new();
    let site = crate::properties::clusters();
    for cluster in site.iter().map(String::as_str).chain([UNTIDY]) {
        let fixture = Fixture::new(cluster);
        let snapshot = &fixture.snapshot;
        let before = codes(snapshot, &[]);
        for file in snapshot.files.iter() {
            let mut done: Vec<AssistId> = Vec::new();
            let text = &file.source.text;
            let words = text.char_indices().filter(|it| it.1.is_alphanumeric());
            let starts = words.filter(|it| !text[..it.0].ends_with(|it: char| it.is_alphanumeric()));
            for (offset, _) in starts {
                for assist in assists(snapshot, &file.source.path, offset as u32) {
                    // One of each kind for a file: a check of the cluster takes longer than all else.
                    if done.contains(&assist.id) {
                        continue;
                    }
                    let edits = assist_edits(snapshot, &file.source.path, offset as u32, &assist.id);
                    assert!(!edits.is_empty(), "{} at {offset} of {}", assist.title, file.source.path);
                    let changed: Vec<(String, String)> = edits
                        .iter()
                        .map(|it| {
                            let old = &snapshot.file(&it.path).expect("a file").source.text;
                            (it.path.to_string(), applied(old, it))
                        })
                        .collect();
                    let after = codes(snapshot, &changed);
                    let mut left = before.clone();
                    let more: Vec<_> = after
                        .into_iter()
                        .filter(|it| match left.iter().position(|other| other == it) {
                            Some(at) => {
                                left.swap_remove(at);
                                false
                            }
                            None => true,
                        })
                        .collect();
                    assert!(more.is_empty(), "{} at {offset} of {}: {more:?}", assist.title, file.source.path);
                    *tried.entry(assist.id.parts().0).or_insert(0) += 1;
                    done.push(assist.id);
                }
            }
        }
    }
    expect![[r#"{"add-column": 2, "rename-everywhere": 1, "sort-hosts": 2, "split-list": 2}"#]]
        .assert_eq(&format!("{tried:?}"));
}
