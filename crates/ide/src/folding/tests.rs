//! Files, and the lines that fold.

use expect_test::{Expect, expect};

use super::*;
use crate::testing::Fixture;

#[track_caller]
fn check(text: &str, expect: Expect) {
    let fixture = Fixture::new(text);
    let text = &*fixture.file().text;
    let line = |offset: u32| text[..offset as usize].matches('\n').count() + 1;
    let mut out = String::new();
    for fold in folding_ranges(&fixture.snapshot, &fixture.path) {
        let (first, last) = (line(fold.range.start), line(fold.range.end));
        out.push_str(&format!("{first}-{last} {:?}\n", fold.kind));
    }
    expect.assert_eq(&out);
}

#[test]
fn sections_branches_comments_and_continued_lines() {
    check(
        "//- lsb.queues\n# one\n# two\n\n# alone\nBegin Queue\nQUEUE_NAME = n\nHOSTS = a \\\n b \\\n c # d\n#if time(8:00-18:00)\nPRIORITY = 1\n#else\n# a\n  # b\nPRIORITY = 2\n#endif\nEnd Queue\n# last\n# words",
        expect![[r#"
            1-2 Comment
            6-17 Section
            7-9 Continuation
            10-11 Branch
            12-15 Branch
            13-14 Comment
            18-19 Comment
        "#]],
    );
}

#[test]
fn tables() {
    check(
        "//- lsb.hosts\nBegin Host\nHOST_NAME MXJ\na 1\nb \\\n2\nEnd Host\n",
        expect![[r#"
        1-6 Section
        4-5 Continuation
    "#]],
    );
}

#[test]
fn what_is_not_closed_folds_as_far_as_it_goes() {
    check("//- lsb.queues\nBegin Queue\nQUEUE_NAME = n\n\nBegin Queue\nQUEUE_NAME = m\n\n", expect![""]);
    check(
        "//- lsb.queues\nBegin Queue\n#if time(8:00-18:00)\nEnd Queue\n",
        expect![[r#"
        1-3 Section
    "#]],
    );
}

#[test]
fn lines_that_end_as_on_windows() {
    check(
        "//- lsb.queues\nBegin Queue\r\nQUEUE_NAME = n\r\nEnd Queue\r\n",
        expect![[r#"
            2-3 Section
        "#]],
    );
}
