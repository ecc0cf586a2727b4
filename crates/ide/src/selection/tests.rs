//! A cursor, and what is selected step by step.

use expect_test::{Expect, expect};

use super::*;
use crate::testing::Fixture;

#[track_caller]
fn check(text: &str, expect: Expect) {
    let fixture = Fixture::new(text);
    let steps = selection_ranges(&fixture.snapshot, &fixture.path, &[fixture.offset().into()]);
    let text = &*fixture.file().text;
    let shown = |it: &Range| format!("{:?}\n", &text[it.start as usize..it.end as usize]);
    expect.assert_eq(&steps[0].iter().map(shown).collect::<String>());
}

#[test]
fn requirements_grow_part_by_part() {
    check(
        "//- lsb.queues\nBegin Queue\nQUEUE_NAME = q\nRES_REQ = select[type==any && (mem > 5$00)] order[ut] # c\nEnd Queue\n",
        expect![[r#"
            "50"
            "mem > 50"
            "(mem > 50)"
            "type==any && (mem > 50)"
            "select[type==any && (mem > 50)]"
            "select[type==any && (mem > 50)] order[ut]"
            "RES_REQ = select[type==any && (mem > 50)] order[ut]"
            "RES_REQ = select[type==any && (mem > 50)] order[ut] # c"
            "RES_REQ = select[type==any && (mem > 50)] order[ut] # c\n"
            "QUEUE_NAME = q\nRES_REQ = select[type==any && (mem > 50)] order[ut] # c\n"
            "Begin Queue\nQUEUE_NAME = q\nRES_REQ = select[type==any && (mem > 50)] order[ut] # c\nEnd Queue"
            "Begin Queue\nQUEUE_NAME = q\nRES_REQ = select[type==any && (mem > 50)] order[ut] # c\nEnd Queue\n"
        "#]],
    );
}

#[test]
fn words_of_texts_and_comments() {
    check(
        "//- lsb.queues\nBegin Queue\nDESCRIPTION = jobs at n\u{e4}c$0ht, long\nEnd Queue\n",
        expect![[r#"
        "nächt"
        "jobs at nächt, long"
        "DESCRIPTION = jobs at nächt, long"
        "DESCRIPTION = jobs at nächt, long\n"
        "Begin Queue\nDESCRIPTION = jobs at nächt, long\nEnd Queue"
        "Begin Queue\nDESCRIPTION = jobs at nächt, long\nEnd Queue\n"
    "#]],
    );
    check(
        "//- lsb.queues\n# one tw$0o\n",
        expect![[r##"
        "two"
        "# one two"
        "# one two\n"
    "##]],
    );
}

#[test]
fn quoted_texts() {
    check(
        "//- lsf.conf\nLSF_X=\"a b$0\"\n",
        expect![[r#"
        "b"
        "a b"
        "\"a b\""
        "LSF_X=\"a b\""
        "LSF_X=\"a b\"\n"
    "#]],
    );
    check(
        "//- lsb.queues\nBegin Queue\nRES_REQ = select[type=='a$0b']\nEnd Queue\n",
        expect![[r#"
        "ab"
        "'ab'"
        "type=='ab'"
        "select[type=='ab']"
        "RES_REQ = select[type=='ab']"
        "RES_REQ = select[type=='ab']\n"
        "Begin Queue\nRES_REQ = select[type=='ab']\nEnd Queue"
        "Begin Queue\nRES_REQ = select[type=='ab']\nEnd Queue\n"
    "#]],
    );
}

#[test]
fn cells() {
    check(
        "//- lsb.hosts\nBegin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (a b$01)\nEnd HostGroup\n",
        expect![[r#"
            "b1"
            "a b1"
            "(a b1)"
            "g (a b1)"
            "g (a b1)\n"
            "GROUP_NAME GROUP_MEMBER\ng (a b1)\n"
            "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (a b1)\nEnd HostGroup"
            "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (a b1)\nEnd HostGroup\n"
        "#]],
    );
}

#[test]
fn only_whitespace() {
    check(
        "//- lsb.queues\nBegin Queue\n  $0\nQUEUE_NAME = q\nEnd Queue\n",
        expect![[r#"
            "  \nQUEUE_NAME = q\n"
            "Begin Queue\n  \nQUEUE_NAME = q\nEnd Queue"
            "Begin Queue\n  \nQUEUE_NAME = q\nEnd Queue\n"
        "#]],
    );
    check(
        "//- lsb.queues\n$0",
        expect![[r#"
        "\n"
    "#]],
    );
}
