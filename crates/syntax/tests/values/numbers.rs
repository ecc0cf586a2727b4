//! Numbers, limits, thresholds, run times, words.

use expect_test::expect;
use lsflint_spec::Grammar;

use crate::{accepts, check, check_errors};

#[test]
fn whole_numbers() {
    accepts(Grammar::Integer, &["0", "12", "-3", "+4"]);
    check_errors(
        Grammar::Integer,
        &["abc", "1.5", "12 13", "10s", "infinit", "50%", "1e3", "--1", "10x5", "1 2 3", "\"5\"", "\"\"", "\"", "'x'"],
        expect![[r#"
            abc
                Value(Expected("an integer")) at `abc`
            1.5
                Value(Expected("an integer")) at `1.5`
            12 13
                Value(TooMany) at `13`
            10s
                Value(Unit) at `s`
            infinit
                Value(Expected("an integer")) at `infinit`
            50%
                Value(Unit) at `%`
            1e3
                Value(Expected("an integer")) at `1e3`
            --1
                Value(Expected("an integer")) at `--1`
            10x5
                Value(Expected("an integer")) at `10x5`
            1 2 3
                Value(TooMany) at `2 3`
            "5"
                Value(Quoted) at `"5"`
            ""
                Value(Empty) at `""`
            "
                Value(Unclosed('"')) at `"`
            'x'
                Value(Quoted) at `'x'`
                Value(Expected("an integer")) at `x`
        "#]],
    );
}

#[test]
fn decimal_numbers() {
    accepts(Grammar::Number, &["1", "0.5", ".5", "2.", "-0.25", "1e3", "1.5E-3"]);
    check_errors(
        Grammar::Number,
        &["abc", "1.2.3", "0,5", "1 2", "3h", "e"],
        expect![[r#"
        abc
            Value(Expected("a number")) at `abc`
        1.2.3
            Value(Expected("a number")) at `1.2.3`
        0,5
            Value(Expected("a number")) at `0,5`
        1 2
            Value(TooMany) at `2`
        3h
            Value(Unit) at `h`
        e
            Value(Expected("a number")) at `e`
    "#]],
    );
}

#[test]
fn percents() {
    accepts(Grammar::Percent, &["50", "50%"]);
    check_errors(
        Grammar::Percent,
        &["50 %", "50%%", "half", "5.5%", "%"],
        expect![[r#"
            50 %
                Value(BlankAround('%')) at ` %`
            50%%
                Value(Expected("an integer")) at `50%%`
            half
                Value(Expected("an integer")) at `half`
            5.5%
                Value(Expected("an integer")) at `5.5%`
            %
                Value(Expected("an integer")) at `%`
        "#]],
    );
}

#[test]
fn sizes() {
    accepts(Grammar::Size, &["0", "5000", "16G", "512MB", "2tb", "1.5G"]);
    check(
        Grammar::Size,
        "16GB",
        expect![[r#"
        VALUE@0..4
          SIZE@0..4
            INTEGER@0..2 "16"
            UNIT@2..4 "GB"
    "#]],
    );
    check_errors(
        Grammar::Size,
        &["16 G", "16X", "G", "16GBs", "1 2"],
        expect![[r#"
            16 G
                Value(TooMany) at `G`
            16X
                Value(Unit) at `X`
            G
                Value(Expected("an integer")) at `G`
            16GBs
                Value(Unit) at `GBs`
            1 2
                Value(TooMany) at `2`
        "#]],
    );
}

#[test]
fn limit_pairs() {
    accepts(Grammar::LimitPair, &["5000", "1000 5000", "5G", "1G 5G"]);
    check(
        Grammar::LimitPair,
        "10 20G",
        expect![[r#"
        VALUE@0..6
          LIMIT_PAIR@0..6
            INTEGER@0..2 "10"
            WHITESPACE@2..3 " "
            INTEGER@3..5 "20"
            UNIT@5..6 "G"
    "#]],
    );
    check_errors(
        Grammar::LimitPair,
        &["10 20 30", "ten 20", "10 20h", "10,20"],
        expect![[r#"
            10 20 30
                Value(TooMany) at `30`
            ten 20
                Value(Expected("an integer")) at `ten`
            10 20h
                Value(Unit) at `h`
            10,20
                Value(Expected("an integer")) at `10,20`
        "#]],
    );
}

#[test]
fn task_limits() {
    accepts(Grammar::TaskLimit, &["8", "1 8", "1 4 8"]);
    check_errors(
        Grammar::TaskLimit,
        &["1 2 3 4", "1 2 3 4 5", "1 max", "4K", "2.5"],
        expect![[r#"
            1 2 3 4
                Value(TooMany) at `4`
            1 2 3 4 5
                Value(TooMany) at `4 5`
            1 max
                Value(Expected("an integer")) at `max`
            4K
                Value(Unit) at `K`
            2.5
                Value(Expected("an integer")) at `2.5`
        "#]],
    );
}

#[test]
fn thresholds() {
    accepts(
        Grammar::Threshold,
        &["0.7", "0.7/2.0", "/2.0", "0.7/", "100/10", "-/5", "5/-", "-", "-1", ".5/.9", "-1/-2"],
    );
    check(
        Grammar::Threshold,
        "0.7/2.0",
        expect![[r#"
        VALUE@0..7
          THRESHOLD@0..7
            NUMBER@0..3 "0.7"
            SLASH@3..4 "/"
            NUMBER@4..7 "2.0"
    "#]],
    );
    check(
        Grammar::Threshold,
        "-/2",
        expect![[r#"
        VALUE@0..3
          THRESHOLD@0..3
            UNSET@0..1 "-"
            SLASH@1..2 "/"
            INTEGER@2..3 "2"
    "#]],
    );
    check_errors(
        Grammar::Threshold,
        &["30 / 50", "30 /50", "30/ 50", "low", "1/2/3", "1//2", "10G/5G", "50%/80%", "1 2", "/", "a/b", "1/b"],
        expect![[r#"
            30 / 50
                Value(BlankAround('/')) at ` / `
            30 /50
                Value(BlankAround('/')) at ` /`
            30/ 50
                Value(BlankAround('/')) at `/ `
            low
                Value(Expected("a number")) at `low`
            1/2/3
                Value(TooMany) at `/3`
            1//2
                Value(TooMany) at `/2`
            10G/5G
                Value(Unit) at `G`
                Value(Unit) at `G`
            50%/80%
                Value(Unit) at `%`
                Value(Unit) at `%`
            1 2
                Value(TooMany) at `2`
            /
                Value(Expected("a number")) at `/`
            a/b
                Value(Expected("a number")) at `a`
                Value(Expected("a number")) at `b`
            1/b
                Value(Expected("a number")) at `b`
        "#]],
    );
}

#[test]
fn hour_minute() {
    accepts(Grammar::HourMinute, &["30", "3:30", "210", "0:05", "23:59", "3:30/hostA", "90/PC-2000"]);
    check(
        Grammar::HourMinute,
        "3:30/hostA",
        expect![[r#"
        VALUE@0..10
          HOUR_MINUTE@0..10
            INTEGER@0..1 "3"
            COLON@1..2 ":"
            INTEGER@2..4 "30"
            SLASH@4..5 "/"
            NAME@5..10 "hostA"
    "#]],
    );
    check_errors(
        Grammar::HourMinute,
        &["1:30:00", "1h30", "10h", "1:", ":30", "1 : 30", "abc", "1.5", "30/", "30 / h", "1:30 2:00", "-5", "1:x"],
        expect![[r#"
            1:30:00
                Value(TooMany) at `:00`
            1h30
                Value(Expected("`[hour:]minute`")) at `1h30`
            10h
                Value(Unit) at `h`
            1:
                Value(Expected("minutes after the colon")) at the end, 2
            :30
                Value(Expected("`[hour:]minute`")) at `:30`
            1 : 30
                Value(BlankAround(':')) at ` : `
            abc
                Value(Expected("`[hour:]minute`")) at `abc`
            1.5
                Value(Expected("`[hour:]minute`")) at `1.5`
            30/
                Value(Expected("a host name or host model after the slash")) at the end, 3
            30 / h
                Value(BlankAround('/')) at ` / `
            1:30 2:00
                Value(TooMany) at `2:00`
            -5
            1:x
                Value(Expected("`[hour:]minute`")) at `x`
        "#]],
    );
}

#[test]
fn run_limits() {
    accepts(Grammar::RunLimit, &["10", "1:30", "10 60", "1:30 3:00", "10/PC", "1:30/hostA 3:00/hostA", "-5"]);
    check(
        Grammar::RunLimit,
        "1:30 200/hostA",
        expect![[r#"
        VALUE@0..14
          RUN_LIMIT@0..14
            RUN_LIMIT_ITEM@0..4
              INTEGER@0..1 "1"
              COLON@1..2 ":"
              INTEGER@2..4 "30"
            WHITESPACE@4..5 " "
            RUN_LIMIT_ITEM@5..14
              INTEGER@5..8 "200"
              SLASH@8..9 "/"
              NAME@9..14 "hostA"
    "#]],
    );
    check_errors(
        Grammar::RunLimit,
        &["10 20 30", "unlimited", "1:30:00", "1:30:00/hostA 5", "10h", "10 2x", "10/ 20", "10 / hostA", "10 20 30 40"],
        expect![[r#"
            10 20 30
                Value(TooMany) at `30`
            unlimited
                Value(Expected("`[hour:]minute`")) at `unlimited`
            1:30:00
                Value(TooMany) at `:00`
            1:30:00/hostA 5
                Value(TooMany) at `:00`
            10h
                Value(Unit) at `h`
            10 2x
                Value(Unit) at `x`
            10/ 20
                Value(BlankAround('/')) at `/ `
            10 / hostA
                Value(BlankAround('/')) at ` / `
            10 20 30 40
                Value(TooMany) at `30 40`
        "#]],
    );
}

#[test]
fn yes_and_no() {
    accepts(Grammar::YesNo, &["Y", "n", "yes", "NO"]);
    check_errors(
        Grammar::YesNo,
        &["maybe", "Y N", "true", "yes please"],
        expect![[r#"
        maybe
            Value(Expected("`Y` or `N`")) at `maybe`
        Y N
            Value(TooMany) at `N`
        true
            Value(Expected("`Y` or `N`")) at `true`
        yes please
            Value(TooMany) at `please`
    "#]],
    );
}

#[test]
fn words_and_names() {
    accepts(Grammar::Word, &["SUSPEND", "\"quoted\"", "a,b"]);
    accepts(Grammar::Name(None), &["normal", "!", "node[1-4]", "group@"]);
    accepts(Grammar::EnumList, &["JOB TASK", "JOB,TASK", "\"memory cpu\""]);
    check(
        Grammar::EnumList,
        "JOB, TASK",
        expect![[r#"
        VALUE@0..9
          WORD@0..3 "JOB"
          COMMA@3..4 ","
          WHITESPACE@4..5 " "
          WORD@5..9 "TASK"
    "#]],
    );
    check_errors(
        Grammar::Name(None),
        &["a b", "\"a", "\"a\""],
        expect![[r#"
            a b
                Value(TooMany) at `b`
            "a
                Value(Unclosed('"')) at `"`
            "a"
                Value(Quoted) at `"a"`
        "#]],
    );
}

#[test]
fn paths() {
    accepts(Grammar::Path, &["/opt/lsf", "C:\\lsf dir", "\"/a b\"", "$LSF_TOP/conf"]);
    accepts(Grammar::Paths, &["/a:/b /c", "C:\\x;D:\\y"]);
    check(
        Grammar::Paths,
        "/a:/b C:\\x;D:/y",
        expect![[r#"
        VALUE@0..15
          PATH@0..2 "/a"
          COLON@2..3 ":"
          PATH@3..5 "/b"
          WHITESPACE@5..6 " "
          PATH@6..10 "C:\\x"
          SEMICOLON@10..11 ";"
          PATH@11..15 "D:/y"
    "#]],
    );
}

#[test]
fn free_text_is_one_token() {
    check(
        Grammar::Text,
        "any \"text [ $X",
        expect![[r#"
        VALUE@0..14
          TEXT@0..14 "any \"text [ $X"
    "#]],
    );
    check(
        Grammar::Command,
        "/bin/sh -c 'x'",
        expect![[r#"
        VALUE@0..14
          TEXT@0..14 "/bin/sh -c 'x'"
    "#]],
    );
    check(
        Grammar::Any,
        "a 1 2.5 (b",
        expect![[r#"
        VALUE@0..10
          WORD@0..1 "a"
          WHITESPACE@1..2 " "
          INTEGER@2..3 "1"
          WHITESPACE@3..4 " "
          NUMBER@4..7 "2.5"
          WHITESPACE@7..8 " "
          WORD@8..10 "(b"
    "#]],
    );
}

#[test]
fn exponents() {
    for grammar in [Grammar::Number, Grammar::Threshold] {
        accepts(grammar, &["1e1", "2.5E-1", "1e+3"]);
    }
    accepts(Grammar::Threshold, &["1e1/2e1", "/1e1"]);
    check_errors(
        Grammar::Threshold,
        &["1e", "e1"],
        expect![[r#"
        1e
            Value(Unit) at `e`
        e1
            Value(Expected("a number")) at `e1`
    "#]],
    );
}
