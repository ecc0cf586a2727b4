//! Lines that elims write.

use expect_test::{Expect, expect};
use lsflint_syntax::parse_elim_line;

use crate::{assert_lossless, errors};

fn check(text: &str, expected: Expect) {
    let parse = parse_elim_line(text);
    assert_lossless(&parse, text);
    expected.assert_eq(&parse.dump());
}

fn check_errors(lines: &[&str], expected: Expect) {
    let mut found = String::new();
    for text in lines {
        let parse = parse_elim_line(text);
        assert_lossless(&parse, text);
        found.push_str(&format!("{text:?}\n{}", errors(&parse, text)));
    }
    expected.assert_eq(&found);
}

#[test]
fn pairs() {
    check(
        "2 lic 5 os rhel9\n",
        expect![[r#"
        ELIM_LINE@0..17
          INTEGER@0..1 "2"
          WHITESPACE@1..2 " "
          ELIM_PAIR@2..7
            NAME@2..5 "lic"
            WHITESPACE@5..6 " "
            INTEGER@6..7 "5"
          WHITESPACE@7..8 " "
          ELIM_PAIR@8..16
            NAME@8..10 "os"
            WHITESPACE@10..11 " "
            WORD@11..16 "rhel9"
          WHITESPACE@16..17 "\n"
    "#]],
    );
}

#[test]
fn readable_lines() {
    check_errors(
        &["0", "1 lic 5", "2 a 1\tb 2.5\n", "  1 a -1 \n"],
        expect![[r#"
        "0"
        "1 lic 5"
        "2 a 1\tb 2.5\n"
        "  1 a -1 \n"
    "#]],
    );
}

#[test]
fn broken_lines() {
    check_errors(
        &[
            "",
            "  \n",
            "lic 5",
            "two lic 5",
            "2 lic 5",
            "1 lic 5 scratch 3",
            "2 lic 5 scratch",
            "1 lic",
            "-1 a 2",
            "1.5 a 2",
            "99999999999999999999 a 1",
            "0 a 1",
            "3 a 1 b 2 c",
        ],
        expect![[r#"
            ""
                Value(Expected("the number of pairs")) at the end, 0
            "  \n"
                Value(Expected("the number of pairs")) at the end, 3
            "lic 5"
                Value(Expected("the number of pairs")) at `lic`
            "two lic 5"
                Value(Expected("the number of pairs")) at `two`
            "2 lic 5"
                Value(TooFew) at `2`
            "1 lic 5 scratch 3"
                Value(TooMany) at `scratch 3`
            "2 lic 5 scratch"
                Value(Expected("a value")) at the end, 15
            "1 lic"
                Value(Expected("a value")) at the end, 5
            "-1 a 2"
                Value(Expected("the number of pairs")) at `-1`
            "1.5 a 2"
                Value(Expected("the number of pairs")) at `1.5`
            "99999999999999999999 a 1"
                Value(Expected("the number of pairs")) at `99999999999999999999`
            "0 a 1"
                Value(TooMany) at `a 1`
            "3 a 1 b 2 c"
                Value(Expected("a value")) at the end, 11
        "#]],
    );
}
