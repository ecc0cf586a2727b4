//! Time windows, and the conditions of `#if`.

use expect_test::{Expect, expect};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::{SyntaxKind, parse};

use crate::{accepts, check, check_errors};

#[test]
fn windows() {
    accepts(
        Grammar::TimeWindows,
        &[
            "8:30-18:30",
            "18:30-8:30",
            "5:18:30-1:8:30",
            "5:19:00-1:8:30 20:00-8:30",
            "19-8",
            "8-17:30",
            "08:05-09:00",
            "8:00-24:00",
            "8:8:00-1:8:00",
            "18:30-19:30 EDT",
            "5:16:30-1:8:30 EDT 20:00-8:30 EST5EDT",
            "8-9 Europe/Berlin",
        ],
    );
    check(
        Grammar::TimeWindows,
        "5:18:30-1:8:30 19-8 EDT",
        expect![[r#"
        VALUE@0..23
          TIME_WINDOWS@0..23
            TIME_WINDOW@0..14
              TIME_POINT@0..7
                INTEGER@0..1 "5"
                COLON@1..2 ":"
                INTEGER@2..4 "18"
                COLON@4..5 ":"
                INTEGER@5..7 "30"
              MINUS@7..8 "-"
              TIME_POINT@8..14
                INTEGER@8..9 "1"
                COLON@9..10 ":"
                INTEGER@10..11 "8"
                COLON@11..12 ":"
                INTEGER@12..14 "30"
            WHITESPACE@14..15 " "
            TIME_WINDOW@15..23
              TIME_POINT@15..17
                INTEGER@15..17 "19"
              MINUS@17..18 "-"
              TIME_POINT@18..19
                INTEGER@18..19 "8"
              WHITESPACE@19..20 " "
              NAME@20..23 "EDT"
    "#]],
    );
}

#[test]
fn window_errors() {
    check_errors(
        Grammar::TimeWindows,
        &[
            "8:00",
            "8:00 - 18:00",
            "8:00 -18:00",
            "8:00- 18:00 19-20",
            "8:00-9:00-10:00",
            "8:00 9:00",
            "8:00-",
            "-9:00",
            "-",
            "5:19:00-8:30",
            "8:30-5:19:00",
            "mon:8:00-fri:18:00",
            "mon-fri",
            "8am-5pm",
            "8::00-9:00",
            "8:-9:00",
            ":30-9:00",
            "1:8:00:00-9:00",
            "8:00-12:00,13:00-17:00,18-19",
            "8:00-12:00, 13:00-17:00",
            "always",
            "8.30-9.30",
            "+8-9",
            "8:00--9:00",
            "8:00-9:00 am",
            "8:00-18:00 CTS",
            "20:00-8:00 daily",
            "8:00-18:00 and 20:00-22:00",
            "8:00-18:00 mon",
        ],
        expect![[r#"
            8:00
                Time(MissingHyphen) at `8:00`
            8:00 - 18:00
                Time(BlankAroundHyphen) at ` - `
            8:00 -18:00
                Time(BlankAroundHyphen) at ` -`
            8:00- 18:00 19-20
                Time(BlankAroundHyphen) at `- `
            8:00-9:00-10:00
                Time(ExtraHyphen) at `-10:00`
            8:00 9:00
                Time(MissingHyphen) at `8:00`
                Time(MissingHyphen) at `9:00`
            8:00-
                Time(MissingTime) at `-`
            -9:00
                Time(MissingTime) at `-`
            -
                Time(MissingTime) at `-`
            5:19:00-8:30
                Time(DayOnOneSide) at `8:30`
            8:30-5:19:00
                Time(DayOnOneSide) at `8:30`
            mon:8:00-fri:18:00
                Time(DayName) at `mon`
            mon-fri
                Time(DayName) at `mon`
            8am-5pm
                Time(NotANumber) at `8am`
            8::00-9:00
                Time(EmptyField) at `8::00`
            8:-9:00
                Time(EmptyField) at `8:`
            :30-9:00
                Time(EmptyField) at `:30`
            1:8:00:00-9:00
                Time(TooManyFields) at `1:8:00:00`
            8:00-12:00,13:00-17:00,18-19
                Time(CommaBetween) at `,`
            8:00-12:00, 13:00-17:00
                Time(CommaBetween) at `,`
            always
                Time(NotANumber) at `always`
            8.30-9.30
                Time(NotANumber) at `8.30`
            +8-9
                Time(NotANumber) at `+8`
            8:00--9:00
                Time(MissingTime) at `-`
            8:00-9:00 am
                Time(NotANumber) at `am`
            8:00-18:00 CTS
                Time(UnknownZone) at `CTS`
            20:00-8:00 daily
                Time(UnknownZone) at `daily`
            8:00-18:00 and 20:00-22:00
                Time(UnknownZone) at `and`
            8:00-18:00 mon
                Time(UnknownZone) at `mon`
        "#]],
    );
}

/// The condition of an `#if` directive, as a tree or as errors.
fn check_condition(condition: &str, expected: Expect) {
    let text = format!("#if {condition}\n#endif\n");
    let parse = parse(&text, FileKind::LsbQueues);
    assert_eq!(parse.root().text(), text);
    let mut found = String::new();
    let condition = parse.root().descendants().find(|it| it.kind() == SyntaxKind::TIME_EXPRESSION);
    for node in condition.into_iter().flat_map(|it| it.descendants()) {
        found.push_str(&format!("{:?} `{}`\n", node.kind(), node.text()));
    }
    for error in parse.errors() {
        found.push_str(&format!("    {:?} at `{}`\n", error.kind, &text[error.range]));
    }
    expected.assert_eq(&found);
}

fn check_condition_errors(conditions: &[&str], expected: Expect) {
    let mut found = String::new();
    for condition in conditions {
        let text = format!("#if {condition}\n#endif\n");
        let parse = parse(&text, FileKind::LsbQueues);
        assert_eq!(parse.root().text(), text);
        found.push_str(&format!("{condition}\n"));
        for error in parse.errors() {
            found.push_str(&format!("    {:?} at `{}`\n", error.kind, &text[error.range]));
        }
    }
    expected.assert_eq(&found);
}

#[test]
fn conditions() {
    check_condition(
        "time(8:00-18:00)",
        expect![[r#"
        TIME_EXPRESSION `time(8:00-18:00)`
        TIME_ITEM `time(8:00-18:00)`
        TIME_WINDOW `8:00-18:00`
        TIME_POINT `8:00`
        TIME_POINT `18:00`
    "#]],
    );
    check_condition(
        "time(8-9 EDT 10-11) && !time(1:0:00-2:0:00) || NIGHT",
        expect![[r#"
        TIME_EXPRESSION `time(8-9 EDT 10-11) && !time(1:0:00-2:0:00) || NIGHT`
        BINARY_EXPR `time(8-9 EDT 10-11) && !time(1:0:00-2:0:00) || NIGHT`
        BINARY_EXPR `time(8-9 EDT 10-11) && !time(1:0:00-2:0:00)`
        TIME_ITEM `time(8-9 EDT 10-11)`
        TIME_WINDOW `8-9 EDT`
        TIME_POINT `8`
        TIME_POINT `9`
        TIME_WINDOW `10-11`
        TIME_POINT `10`
        TIME_POINT `11`
        UNARY_EXPR `!time(1:0:00-2:0:00)`
        TIME_ITEM `time(1:0:00-2:0:00)`
        TIME_WINDOW `1:0:00-2:0:00`
        TIME_POINT `1:0:00`
        TIME_POINT `2:0:00`
        NAME_EXPR `NIGHT`
    "#]],
    );
    check_condition(
        "(A || B) && !!C",
        expect![[r#"
        TIME_EXPRESSION `(A || B) && !!C`
        BINARY_EXPR `(A || B) && !!C`
        PAREN_EXPR `(A || B)`
        BINARY_EXPR `A || B`
        NAME_EXPR `A`
        NAME_EXPR `B`
        UNARY_EXPR `!!C`
        NAME_EXPR `C`
    "#]],
    );
}

#[test]
fn readable_conditions() {
    check_condition_errors(
        &[
            "time(5:18:30-1:8:30 20:00-8:30)",
            "time (12-13)",
            "time( 12-13 )",
            "time(5:16:30-1:8:30 EDT 20:00-8:30 EDT)",
            "!time(8-9)&&time(10-11)||(NIGHT)",
            "WEEKEND",
        ],
        expect![[r#"
            time(5:18:30-1:8:30 20:00-8:30)
            time (12-13)
            time( 12-13 )
            time(5:16:30-1:8:30 EDT 20:00-8:30 EDT)
            !time(8-9)&&time(10-11)||(NIGHT)
            WEEKEND
        "#]],
    );
}

#[test]
fn condition_errors() {
    check_condition_errors(
        &[
            "(8:00-18:00)",
            "8:00-18:00",
            "8:00-18:00 && A",
            "time 8:00-18:00",
            "time",
            "time()",
            "time(8:00-18:00",
            "time(8:00-18:00 && time(1-2)",
            "time(8:00-18:00))",
            "time(8:00 - 18:00)",
            "time(25)",
            "time(8-9) & time(10-11)",
            "A | B",
            "A &&",
            "&& A",
            "A && || B",
            "!",
            "(A",
            "(A B",
            "()",
            "needed raise the limit",
            "A and B",
            "time(8-9) time(10-11)",
            ")",
            "@",
            "hour(8-9)",
        ],
        expect![[r#"
            (8:00-18:00)
                Time(MissingTimeCall) at `(8:00-18:00)`
            8:00-18:00
                Time(MissingTimeCall) at `8:00-18:00`
            8:00-18:00 && A
                Time(MissingTimeCall) at `8:00-18:00`
            time 8:00-18:00
                Time(MissingParenthesis) at `8:00-18:00`
            time
                Time(MissingParenthesis) at `time`
            time()
                Time(EmptyTime) at `()`
            time(8:00-18:00
                Time(UnclosedParenthesis) at `(`
            time(8:00-18:00 && time(1-2)
                Time(UnclosedParenthesis) at `(`
            time(8:00-18:00))
                Time(UnopenedParenthesis) at `)`
            time(8:00 - 18:00)
                Time(BlankAroundHyphen) at ` - `
            time(25)
                Time(MissingHyphen) at `25`
            time(8-9) & time(10-11)
                Time(SingleOperator) at `&`
            A | B
                Time(SingleOperator) at `|`
            A &&
                Time(MissingOperand) at `&&`
            && A
                Time(MissingOperand) at `&&`
            A && || B
                Time(MissingOperand) at `&&`
            !
                Time(MissingOperand) at `!`
            (A
                Time(UnclosedParenthesis) at `(`
            (A B
                Time(UnexpectedText) at `B`
            ()
                Time(MissingOperand) at `()`
            needed raise the limit
                Time(UnexpectedText) at `raise the limit`
            A and B
                Time(UnexpectedText) at `and B`
            time(8-9) time(10-11)
                Time(UnexpectedText) at `time(10-11)`
            )
                Time(UnopenedParenthesis) at `)`
            @
                Time(UnexpectedText) at `@`
            hour(8-9)
                Time(UnexpectedText) at `(8-9)`
        "#]],
    );
}

#[test]
fn deep_and_long_conditions() {
    let deep = format!("#if {}A{}\n#endif\n", "(".repeat(100_000), ")".repeat(100_000));
    let parse_deep = parse(&deep, FileKind::LsbQueues);
    assert_eq!(parse_deep.root().text(), deep);
    assert_eq!(parse_deep.errors().len(), 1, "only that it is too deep");
    let long = format!("#if A{}\n#endif\n", " && !A".repeat(50_000));
    let parse_long = parse(&long, FileKind::LsbQueues);
    assert_eq!(parse_long.root().text(), long);
    assert!(parse_long.errors().is_empty());
    let bangs = format!("#if {}A\n#endif\n", "!".repeat(100_000));
    assert!(parse(&bangs, FileKind::LsbQueues).errors().is_empty());
}
