//! Requirement strings: trees, errors, and what the typed tree says about them.

mod corpus;

use expect_test::{Expect, expect};
use lsflint_spec::Grammar;
use lsflint_syntax::{Parse, parse_value};

/// Parses a requirement and makes sure that no byte is lost.
fn parse(input: &str) -> Parse {
    let parse = parse_value(input, Grammar::ResReq);
    assert_eq!(parse.root().text(), input);
    parse
}

/// The errors of a requirement, one line each: kind and text.
fn errors(input: &str) -> String {
    let parse = parse(input);
    parse
        .errors()
        .iter()
        .map(|it| {
            let kind = format!("{:?}", it.kind);
            let name = kind.strip_prefix("ResReq(").and_then(|it| it.strip_suffix(')')).unwrap_or(&kind);
            format!("{name} `{}`\n", &input[it.range])
        })
        .collect()
}

/// Compares the whole tree.
#[track_caller]
fn check(input: &str, expected: Expect) {
    expected.assert_eq(&parse(input).dump());
}

/// Expects a requirement without a form error.
#[track_caller]
fn clean(input: &str) {
    assert_eq!(errors(input), "", "{input}");
}

/// Expects exactly one error of a kind at a text.
#[track_caller]
fn one(input: &str, kind: &str, text: &str) {
    assert_eq!(errors(input), format!("{kind} `{text}`\n"), "{input}");
}

#[test]
fn a_string_with_most_sections() {
    check(
        "select[type==any && mem>1] rusage[mem=500]",
        expect![[r#"
        VALUE@0..42
          RES_REQ@0..42
            SIMPLE@0..42
              SELECT_SECTION@0..26
                KEYWORD@0..6 "select"
                L_BRACKET@6..7 "["
                AND_EXPR@7..25
                  COMPARISON@7..16
                    NAME@7..11 "type"
                    EQ_EQ@11..13 "=="
                    WORD@13..16 "any"
                  WHITESPACE@16..17 " "
                  AND_AND@17..19 "&&"
                  WHITESPACE@19..20 " "
                  COMPARISON@20..25
                    NAME@20..23 "mem"
                    GT@23..24 ">"
                    INTEGER@24..25 "1"
                R_BRACKET@25..26 "]"
              WHITESPACE@26..27 " "
              RUSAGE_SECTION@27..42
                KEYWORD@27..33 "rusage"
                L_BRACKET@33..34 "["
                USAGE_ITEM@34..41
                  NAME@34..37 "mem"
                  EQ@37..38 "="
                  INTEGER@38..41 "500"
                R_BRACKET@41..42 "]"
    "#]],
    );
}

#[test]
fn the_first_error_and_no_other() {
    clean("2*{select[a]} + {order[ut]}");
    one("select[mem>100 order[mem]", "UnclosedBracket", "[");
}
