//! Patterns of the data.

use expect_test::expect;
use lsflint_spec::{Grammar, Shape, Terminal};

use crate::{accepts, check, check_errors};

const LIST: Shape = Shape::Sequence(&[
    Shape::Terminal(Terminal::Name(None)),
    Shape::Repeat(&Shape::Sequence(&[Shape::Blank, Shape::Terminal(Terminal::Name(None))])),
]);

/// `BASE[5] INCREMENT[x y]`
static KEYED: Shape = Shape::Sequence(&[
    Shape::Choice(&[Shape::Literal("BASE["), Shape::Literal("INCREMENT[")]),
    Shape::MaybeBlank,
    Shape::Choice(&[Shape::Terminal(Terminal::Unsigned), LIST]),
    Shape::MaybeBlank,
    Shape::Literal("]"),
]);

static QUOTED: Shape = Shape::Sequence(&[
    Shape::Optional(&Shape::Literal("\"")),
    Shape::Literal("num="),
    Shape::Terminal(Terminal::Unsigned),
    Shape::Optional(&Shape::Sequence(&[
        Shape::Literal(":mode="),
        Shape::Choice(&[Shape::Literal("shared"), Shape::Literal("exclusive")]),
    ])),
    Shape::Optional(&Shape::Literal("\"")),
]);

static RATIO: Shape =
    Shape::Sequence(&[Shape::Terminal(Terminal::Unsigned), Shape::Literal("/"), Shape::Terminal(Terminal::Unsigned)]);

static GOALS: Shape = Shape::Sequence(&[
    Shape::Literal("[VELOCITY "),
    Shape::Terminal(Terminal::Number),
    Shape::Literal(" timeWindow("),
    Shape::Optional(&Shape::Terminal(Terminal::Window)),
    Shape::Literal(")]"),
]);

static INNER: Shape = Shape::Sequence(&[
    Shape::Literal("docker["),
    Shape::Terminal(Terminal::Inner),
    Shape::Literal("]"),
    Shape::Optional(&Shape::Sequence(&[Shape::Blank, Shape::Terminal(Terminal::Rest)])),
]);

static ADDRESSES: Shape = Shape::Sequence(&[
    Shape::Terminal(Terminal::Address),
    Shape::Repeat(&Shape::Sequence(&[Shape::Blank, Shape::Terminal(Terminal::Address)])),
]);

static MISC: Shape = Shape::Choice(&[
    Shape::Terminal(Terminal::Path),
    Shape::Terminal(Terminal::CpuList),
    Shape::Sequence(&[Shape::Terminal(Terminal::Integer), Shape::Literal("m")]),
    Shape::Sequence(&[Shape::Literal("="), Shape::Terminal(Terminal::Word)]),
]);

#[test]
fn ratio() {
    accepts(Grammar::Shape(&RATIO), &["1/20"]);
    check(
        Grammar::Shape(&RATIO),
        "1/20",
        expect![[r#"
        VALUE@0..4
          SHAPE@0..4
            INTEGER@0..1 "1"
            SLASH@1..2 "/"
            INTEGER@2..4 "20"
    "#]],
    );
    check_errors(
        Grammar::Shape(&RATIO),
        &["1 /20", "1/", "/20", "1/20 x", "infinit", "1/x y", "1 / 20", "1/ 20"],
        expect![[r#"
            1 /20
                Value(BlankAround('/')) at ` /`
            1/
                Value(Expected("an integer")) at the end, 2
            /20
                Value(Expected("an integer")) at `/20`
            1/20 x
                Value(Unexpected) at ` x`
            infinit
                Value(Expected("an integer")) at `infinit`
            1/x y
                Value(Expected("an integer")) at `x`
            1 / 20
                Value(BlankAround('/')) at ` /`
            1/ 20
                Value(BlankAround('/')) at `/ `
        "#]],
    );
    check(
        Grammar::Shape(&RATIO),
        "1/x",
        expect![[r#"
            VALUE@0..3
              SHAPE@0..3
                INTEGER@0..1 "1"
                SLASH@1..2 "/"
                ERROR_TEXT@2..3 "x"
            error 2..3: Value(Expected("an integer"))
        "#]],
    );
    check(
        Grammar::Shape(&RATIO),
        "infinit",
        expect![[r#"
            VALUE@0..7
              SHAPE@0..7
                WORD@0..7 "infinit"
            error 0..7: Value(Expected("an integer"))
        "#]],
    );
}

#[test]
fn keywords_brackets_and_lists() {
    accepts(Grammar::Shape(&KEYED), &["BASE[5]", "increment[ a b ]", "BASE[a b c]"]);
    check(
        Grammar::Shape(&KEYED),
        "Base[a b]",
        expect![[r#"
        VALUE@0..9
          SHAPE@0..9
            KEYWORD@0..4 "Base"
            L_BRACKET@4..5 "["
            NAME@5..6 "a"
            WHITESPACE@6..7 " "
            NAME@7..8 "b"
            R_BRACKET@8..9 "]"
    "#]],
    );
    check_errors(
        Grammar::Shape(&KEYED),
        &["BASE[5", "BASES[5]", "BASE[]", "BASE[5]]", "BASE[a;b]", "BASE 5"],
        expect![[r#"
        BASE[5
            Value(ExpectedText("]")) at the end, 6
        BASES[5]
            Value(Form) at `BASES[5]`
        BASE[]
            Value(Form) at `]`
        BASE[5]]
            Value(Unexpected) at `]`
        BASE[a;b]
            Value(ExpectedText("]")) at `;b]`
        BASE 5
            Value(Form) at `BASE`
    "#]],
    );
}

#[test]
fn optional_quotes() {
    accepts(Grammar::Shape(&QUOTED), &["num=2", "\"num=2:mode=shared\""]);
    check(
        Grammar::Shape(&QUOTED),
        "\"num=2:mode=shared\"",
        expect![[r#"
        VALUE@0..19
          SHAPE@0..19
            QUOTE@0..1 "\""
            KEYWORD@1..4 "num"
            EQ@4..5 "="
            INTEGER@5..6 "2"
            COLON@6..7 ":"
            KEYWORD@7..11 "mode"
            EQ@11..12 "="
            KEYWORD@12..18 "shared"
            QUOTE@18..19 "\""
    "#]],
    );
    check_errors(
        Grammar::Shape(&QUOTED),
        &["nm=2", "num=2:mode=x", "num=two", "num=2;mode=shared", "\"num=2"],
        expect![[r#"
            nm=2
                Value(ExpectedText("num=")) at `nm=2`
            num=2:mode=x
                Value(Form) at `x`
            num=two
                Value(Expected("an integer")) at `two`
            num=2;mode=shared
                Value(Form) at `;mode=shared`
            "num=2
                Value(Unclosed('"')) at `"`
        "#]],
    );
}

#[test]
fn windows_inside() {
    accepts(Grammar::Shape(&GOALS), &["[VELOCITY 10 timeWindow(9:00-17:30)]", "[VELOCITY 10 timeWindow()]"]);
    check(
        Grammar::Shape(&GOALS),
        "[VELOCITY 10 timeWindow(9:00-17)]",
        expect![[r#"
        VALUE@0..33
          SHAPE@0..33
            L_BRACKET@0..1 "["
            KEYWORD@1..9 "VELOCITY"
            WHITESPACE@9..10 " "
            INTEGER@10..12 "10"
            WHITESPACE@12..13 " "
            KEYWORD@13..23 "timeWindow"
            L_PAREN@23..24 "("
            TIME_WINDOW@24..31
              TIME_POINT@24..28
                INTEGER@24..25 "9"
                COLON@25..26 ":"
                INTEGER@26..28 "00"
              MINUS@28..29 "-"
              TIME_POINT@29..31
                INTEGER@29..31 "17"
            R_PAREN@31..32 ")"
            R_BRACKET@32..33 "]"
    "#]],
    );
    check_errors(
        Grammar::Shape(&GOALS),
        &["[VELOCITY 10 timeWindow(9:00)]", "[VELOCITY 10 timeWindow(1:9:00-17:30)]"],
        expect![[r#"
        [VELOCITY 10 timeWindow(9:00)]
            Value(Form) at `9:00)]`
        [VELOCITY 10 timeWindow(1:9:00-17:30)]
            Time(DayOnOneSide) at `17:30`
    "#]],
    );
}

#[test]
fn text_inside_brackets() {
    accepts(
        Grammar::Shape(&INNER),
        &["docker[image(x) options(-v [a] \"]\")]", "docker[] more [ text", "docker[$X %Y%]"],
    );
    check(
        Grammar::Shape(&INNER),
        "docker[a [b]] rest of it",
        expect![[r#"
        VALUE@0..24
          SHAPE@0..24
            KEYWORD@0..6 "docker"
            L_BRACKET@6..7 "["
            TEXT@7..12 "a [b]"
            R_BRACKET@12..13 "]"
            WHITESPACE@13..14 " "
            TEXT@14..24 "rest of it"
    "#]],
    );
    check_errors(
        Grammar::Shape(&INNER),
        &["docker[a [b]", "podman[x]", "docker"],
        expect![[r#"
        docker[a [b]
            Value(ExpectedText("]")) at the end, 12
        podman[x]
            Value(ExpectedText("docker[")) at `podman[x]`
        docker
            Value(ExpectedText("docker[")) at `docker`
    "#]],
    );
}

#[test]
fn other_terminals() {
    accepts(Grammar::Shape(&ADDRESSES), &["10.1.*.3-9 2001:db8::1"]);
    accepts(Grammar::Shape(&MISC), &["/opt/x", "C:\\x", "$HOME/x", "0-3,8", "=a;b"]);
    check_errors(
        Grammar::Shape(&MISC),
        &["abc", "/a b", "="],
        expect![[r#"
        abc
            Value(Form) at `abc`
        /a b
            Value(Unexpected) at ` b`
        =
            Value(Expected("a word")) at the end, 1
    "#]],
    );
}

#[test]
fn nested_choices_stay_linear() {
    static A: Shape = Shape::Sequence(&[Shape::Repeat(&Shape::Literal("a")), Shape::Literal("x")]);
    static B: Shape = Shape::Choice(&[A, A, A, A, Shape::Repeat(&Shape::Literal("a"))]);
    static C: Shape = Shape::Repeat(&Shape::Sequence(&[Shape::Literal("a"), Shape::Choice(&[B, A])]));
    let text = "a".repeat(50_000) + "y";
    let parse = lsflint_syntax::parse_value(&text, Grammar::Shape(&C));
    assert_eq!(parse.root().text(), text);
}
