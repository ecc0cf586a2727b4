//! Files, and the outline one sees.

use expect_test::{Expect, expect};

use super::*;
use crate::testing::Fixture;

#[track_caller]
fn check(text: &str, expect: Expect) {
    let fixture = Fixture::new(text);
    let mut out = String::new();
    render(&document_symbols(&fixture.snapshot, &fixture.path), &fixture.file().text, 0, &mut out);
    expect.assert_eq(&out);
}

fn render(items: &[OutlineItem], text: &str, depth: usize, out: &mut String) {
    for item in items {
        let selected = &text[item.selection.start as usize..item.selection.end as usize];
        let lines = text[item.range.start as usize..item.range.end as usize].lines().count();
        let note = if item.deprecated { " deprecated" } else { "" };
        out.extend(std::iter::repeat_n("  ", depth));
        out.push_str(&format!(
            "{:?} `{}` ({}) at `{selected}`, {lines} lines{note}\n",
            item.kind, item.name, item.detail
        ));
        render(&item.children, text, depth + 1, out);
    }
}

#[test]
fn sections_are_named_after_what_they_define() {
    check(
        "//- lsb.queues\n# all\nBegin Queue\nQUEUE_NAME = night\nPRIORITY = 40\nDESCRIPTION = long jobs\nHOSTS = a \\\n  b\nEnd Queue\n\nBegin Queue\nEnd Queue\n",
        expect![[r#"
            Definition `Queue night` (priority 40, long jobs) at `night`, 7 lines
              Setting `QUEUE_NAME` (night) at `QUEUE_NAME`, 1 lines
              Setting `PRIORITY` (40) at `PRIORITY`, 1 lines
              Setting `DESCRIPTION` (long jobs) at `DESCRIPTION`, 1 lines
              Setting `HOSTS` (a b) at `HOSTS`, 2 lines
            Section `Queue` () at `Queue`, 2 lines
        "#]],
    );
}

#[test]
fn rows_are_named_by_their_key() {
    check(
        "//- lsb.hosts\nBegin HostGroup\nGROUP_MEMBER GROUP_NAME\n(a b) big # x\n() none\nEnd HostGroup\n",
        expect![[r#"
            Section `HostGroup` (2 rows) at `HostGroup`, 5 lines
              Row `big` (a b) at `big`, 1 lines
              Row `none` () at `none`, 1 lines
        "#]],
    );
}

#[test]
fn branches_contain_what_they_switch() {
    check(
        "//- lsb.queues\nBegin Queue\nQUEUE_NAME = n\n#if time(8:00-18:00)\nPRIORITY = 1\n#else\nPRIORITY = 2\n#endif\nEnd Queue\n#if time(1:00-2:00)\nBegin Queue\nQUEUE_NAME = m\nEnd Queue\n#endif\n",
        expect![[r#"
            Definition `Queue n` () at `n`, 8 lines
              Setting `QUEUE_NAME` (n) at `QUEUE_NAME`, 1 lines
              Branch `#if time(8:00-18:00)` () at `#if`, 2 lines
                Setting `PRIORITY` (1) at `PRIORITY`, 1 lines
              Branch `#else` () at `#else`, 2 lines
                Setting `PRIORITY` (2) at `PRIORITY`, 1 lines
            Branch `#if time(1:00-2:00)` () at `#if`, 4 lines
              Definition `Queue m` () at `m`, 3 lines
                Setting `QUEUE_NAME` (m) at `QUEUE_NAME`, 1 lines
        "#]],
    );
}

#[test]
fn flat_files_have_their_parameters() {
    check(
        "//- lsf.conf\nLSF_LIM_PORT=7869\nLSF_X=\"a b\"\n",
        expect![[r#"
        Setting `LSF_LIM_PORT` (7869) at `LSF_LIM_PORT`, 1 lines
        Setting `LSF_X` (a b) at `LSF_X`, 1 lines
    "#]],
    );
    check(
        "//- hosts\n10.0.0.1 a b\n",
        expect![[r#"
        Row `10.0.0.1` (a b) at `10.0.0.1`, 1 lines
    "#]],
    );
}

#[test]
fn half_written_text_has_an_outline() {
    check(
        "//- lsb.queues\nBegin Queue\nQUEUE_NAME\nBegin\nBegin Queue\nQUEUE_NAME = x",
        expect![[r#"
            Section `Queue` () at `Queue`, 2 lines
            Section `?` () at ``, 1 lines
            Definition `Queue x` () at `x`, 2 lines
              Setting `QUEUE_NAME` (x) at `QUEUE_NAME`, 1 lines
        "#]],
    );
    check(
        "//- lsb.hosts\nBegin Host\nHOST_NAME MXJ\na",
        expect![[r#"
            Section `Host` (1 row) at `Host`, 3 lines
              Row `a` () at `a`, 1 lines
        "#]],
    );
}

#[test]
fn directives_that_name_something() {
    check(
        "//- lsb.users\n#INCLUDE \"/x/users\"\n#define night time(20:00-6:00)\n",
        expect![[r#"
        Include `#INCLUDE "/x/users"` () at `#INCLUDE`, 1 lines
        Define `#define night time(20:00-6:00)` () at `#define`, 1 lines
    "#]],
    );
}

#[test]
fn large_files_show_no_lines() {
    let sections = "Begin Queue\nQUEUE_NAME = q\nPRIORITY = 4\nEnd Queue\n".repeat(4000);
    let fixture = Fixture::new(&format!("//- lsb.queues\n{sections}"));
    let items = document_symbols(&fixture.snapshot, &fixture.path);
    assert_eq!(items.len(), 4000);
    assert!(items.iter().all(|it| it.children.is_empty() && it.name == "Queue q"));
}
