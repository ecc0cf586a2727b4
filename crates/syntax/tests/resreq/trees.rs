//! One tree for every construct of the language.

use expect_test::expect;

use super::{check, clean, parse, requirement};
use crate::render::{expression, render};

/// Expects an expression to be read as written with full parentheses.
#[track_caller]
fn reads_as(input: &str, expected: &str) {
    clean(input);
    let parse = parse(input);
    let found = requirement(&parse).and_then(|it| it.simples().next()).and_then(|it| it.selection()).map(expression);
    assert_eq!(found.as_deref(), Some(expected), "{input}");
}

#[test]
fn precedence() {
    reads_as("a || b && c", "(a||(b&&c))");
    reads_as("a && b || c && d", "((a&&b)||(c&&d))");
    reads_as("a == b > c", "(a==(b>c))");
    reads_as("a + b > c * d", "((a+b)>(c*d))");
    reads_as("-a * b", "(-a*b)");
    reads_as("!a > 5", "(!a>5)");
    reads_as("!(a > 5)", "!(a>5)");
    reads_as("(a + b) * c - d / e", "(((a+b)*c)-(d/e))");
    reads_as("a == b && c != d", "((a==b)&&(c!=d))");
    reads_as("maxmem > ncpus*100", "(maxmem>(ncpus*100))");
    reads_as("mem > -5", "(mem>-5)");
}

#[test]
fn operators_of_equal_weight_bind_to_the_left() {
    reads_as("a - b - c + d", "(((a-b)-c)+d)");
    reads_as("a / b * c", "((a/b)*c)");
    reads_as("1 < a < 9", "((1<a)<9)");
    reads_as("a || b || c", "((a||b)||c)");
    reads_as("a = b == c", "((a=b)==c)");
}

#[test]
fn names_and_numbers() {
    for name in
        ["info", "nan1", "inf", "nano", "_x", "a_b9", "~cs", "sel", "selects", "andy", "orders", "note", "notes"]
    {
        clean(&format!("select[{name} > 1 && {name}]"));
    }
    for number in ["5", "0.5", ".5", "5.", "00", "4K", "4KB", "4GB", "0.5TB", "4zb", "1M", "1.5G"] {
        clean(&format!("select[mem > {number}]"));
        clean(&format!("rusage[mem={number}]"));
    }
}

#[test]
fn select() {
    check(
        "select[!defined(scr) && (mem > 4GB || type == 'a b') && hname != hosta]",
        expect![[r#"
            VALUE@0..71
              RES_REQ@0..71
                SIMPLE@0..71
                  SELECT_SECTION@0..71
                    KEYWORD@0..6 "select"
                    L_BRACKET@6..7 "["
                    AND_EXPR@7..70
                      UNARY_EXPR@7..20
                        BANG@7..8 "!"
                        CALL_EXPR@8..20
                          KEYWORD@8..15 "defined"
                          L_PAREN@15..16 "("
                          NAME@16..19 "scr"
                          R_PAREN@19..20 ")"
                      WHITESPACE@20..21 " "
                      AND_AND@21..23 "&&"
                      WHITESPACE@23..24 " "
                      PAREN_EXPR@24..52
                        L_PAREN@24..25 "("
                        OR_EXPR@25..51
                          COMPARISON@25..34
                            NAME@25..28 "mem"
                            WHITESPACE@28..29 " "
                            GT@29..30 ">"
                            WHITESPACE@30..31 " "
                            LITERAL_EXPR@31..34
                              INTEGER@31..32 "4"
                              UNIT@32..34 "GB"
                          WHITESPACE@34..35 " "
                          OR_OR@35..37 "||"
                          WHITESPACE@37..38 " "
                          COMPARISON@38..51
                            NAME@38..42 "type"
                            WHITESPACE@42..43 " "
                            EQ_EQ@43..45 "=="
                            WHITESPACE@45..46 " "
                            STRING@46..51 "'a b'"
                        R_PAREN@51..52 ")"
                      WHITESPACE@52..53 " "
                      AND_AND@53..55 "&&"
                      WHITESPACE@55..56 " "
                      COMPARISON@56..70
                        NAME@56..61 "hname"
                        WHITESPACE@61..62 " "
                        BANG_EQ@62..64 "!="
                        WHITESPACE@64..65 " "
                        WORD@65..70 "hosta"
                    R_BRACKET@70..71 "]"
        "#]],
    );
}

#[test]
fn implicit_select() {
    check(
        "swp > 15 rusage[mem = 100]",
        expect![[r#"
        VALUE@0..26
          RES_REQ@0..26
            SIMPLE@0..26
              IMPLICIT_SELECT@0..8
                COMPARISON@0..8
                  NAME@0..3 "swp"
                  WHITESPACE@3..4 " "
                  GT@4..5 ">"
                  WHITESPACE@5..6 " "
                  INTEGER@6..8 "15"
              WHITESPACE@8..9 " "
              RUSAGE_SECTION@9..26
                KEYWORD@9..15 "rusage"
                L_BRACKET@15..16 "["
                USAGE_ITEM@16..25
                  NAME@16..19 "mem"
                  WHITESPACE@19..20 " "
                  EQ@20..21 "="
                  WHITESPACE@21..22 " "
                  INTEGER@22..25 "100"
                R_BRACKET@25..26 "]"
    "#]],
    );
}

#[test]
fn a_minus_is_an_operator_or_part_of_a_text() {
    check(
        "mem-swp>0 && rack==r-12",
        expect![[r#"
        VALUE@0..23
          RES_REQ@0..23
            SIMPLE@0..23
              IMPLICIT_SELECT@0..23
                AND_EXPR@0..23
                  COMPARISON@0..9
                    ARITHMETIC@0..7
                      NAME@0..3 "mem"
                      MINUS@3..4 "-"
                      NAME@4..7 "swp"
                    GT@7..8 ">"
                    INTEGER@8..9 "0"
                  WHITESPACE@9..10 " "
                  AND_AND@10..12 "&&"
                  WHITESPACE@12..13 " "
                  COMPARISON@13..23
                    NAME@13..17 "rack"
                    EQ_EQ@17..19 "=="
                    ARITHMETIC@19..23
                      NAME@19..20 "r"
                      MINUS@20..21 "-"
                      INTEGER@21..23 "12"
    "#]],
    );
    check(
        "hname=='host-a' || hname==hosta",
        expect![[r#"
        VALUE@0..31
          RES_REQ@0..31
            SIMPLE@0..31
              IMPLICIT_SELECT@0..31
                OR_EXPR@0..31
                  COMPARISON@0..15
                    NAME@0..5 "hname"
                    EQ_EQ@5..7 "=="
                    STRING@7..15 "'host-a'"
                  WHITESPACE@15..16 " "
                  OR_OR@16..18 "||"
                  WHITESPACE@18..19 " "
                  COMPARISON@19..31
                    NAME@19..24 "hname"
                    EQ_EQ@24..26 "=="
                    WORD@26..31 "hosta"
    "#]],
    );
}

#[test]
fn order() {
    check(
        "order[!-slots:maxslots:ut]",
        expect![[r#"
        VALUE@0..26
          RES_REQ@0..26
            SIMPLE@0..26
              ORDER_SECTION@0..26
                KEYWORD@0..5 "order"
                L_BRACKET@5..6 "["
                BANG@6..7 "!"
                ORDER_KEY@7..13
                  MINUS@7..8 "-"
                  NAME@8..13 "slots"
                COLON@13..14 ":"
                NAME@14..22 "maxslots"
                COLON@22..23 ":"
                NAME@23..25 "ut"
                R_BRACKET@25..26 "]"
    "#]],
    );
}

#[test]
fn rusage() {
    check(
        "rusage[mem=100]",
        expect![[r#"
        VALUE@0..15
          RES_REQ@0..15
            SIMPLE@0..15
              RUSAGE_SECTION@0..15
                KEYWORD@0..6 "rusage"
                L_BRACKET@6..7 "["
                USAGE_ITEM@7..14
                  NAME@7..10 "mem"
                  EQ@10..11 "="
                  INTEGER@11..14 "100"
                R_BRACKET@14..15 "]"
    "#]],
    );
    check(
        "rusage[mem=20:duration=30:decay=1, lic@site=1/job]",
        expect![[r#"
        VALUE@0..50
          RES_REQ@0..50
            SIMPLE@0..50
              RUSAGE_SECTION@0..50
                KEYWORD@0..6 "rusage"
                L_BRACKET@6..7 "["
                USAGE_GROUP@7..33
                  USAGE_ITEM@7..13
                    NAME@7..10 "mem"
                    EQ@10..11 "="
                    INTEGER@11..13 "20"
                  COLON@13..14 ":"
                  USAGE_ITEM@14..25
                    KEYWORD@14..22 "duration"
                    EQ@22..23 "="
                    INTEGER@23..25 "30"
                  COLON@25..26 ":"
                  USAGE_ITEM@26..33
                    KEYWORD@26..31 "decay"
                    EQ@31..32 "="
                    INTEGER@32..33 "1"
                COMMA@33..34 ","
                WHITESPACE@34..35 " "
                USAGE_GROUP@35..49
                  USAGE_ITEM@35..49
                    NAME@35..38 "lic"
                    AT@38..39 "@"
                    NAME@39..43 "site"
                    EQ@43..44 "="
                    INTEGER@44..45 "1"
                    SLASH@45..46 "/"
                    KEYWORD@46..49 "job"
                R_BRACKET@49..50 "]"
    "#]],
    );
    check(
        "rusage[a=1, b=2 || c=0.5]",
        expect![[r#"
            VALUE@0..25
              RES_REQ@0..25
                SIMPLE@0..25
                  RUSAGE_SECTION@0..25
                    KEYWORD@0..6 "rusage"
                    L_BRACKET@6..7 "["
                    USAGE_ALTERNATIVE@7..15
                      USAGE_GROUP@7..10
                        USAGE_ITEM@7..10
                          NAME@7..8 "a"
                          EQ@8..9 "="
                          INTEGER@9..10 "1"
                      COMMA@10..11 ","
                      WHITESPACE@11..12 " "
                      USAGE_GROUP@12..15
                        USAGE_ITEM@12..15
                          NAME@12..13 "b"
                          EQ@13..14 "="
                          INTEGER@14..15 "2"
                    WHITESPACE@15..16 " "
                    OR_OR@16..18 "||"
                    WHITESPACE@18..19 " "
                    USAGE_ALTERNATIVE@19..24
                      USAGE_ITEM@19..24
                        NAME@19..20 "c"
                        EQ@20..21 "="
                        NUMBER@21..24 "0.5"
                    R_BRACKET@24..25 "]"
        "#]],
    );
    check(
        "rusage[mem=(400MB 350MB):duration=(10 15m):decay=(0 1)]",
        expect![[r#"
        VALUE@0..55
          RES_REQ@0..55
            SIMPLE@0..55
              RUSAGE_SECTION@0..55
                KEYWORD@0..6 "rusage"
                L_BRACKET@6..7 "["
                USAGE_ITEM@7..24
                  NAME@7..10 "mem"
                  EQ@10..11 "="
                  L_PAREN@11..12 "("
                  INTEGER@12..15 "400"
                  UNIT@15..17 "MB"
                  WHITESPACE@17..18 " "
                  INTEGER@18..21 "350"
                  UNIT@21..23 "MB"
                  R_PAREN@23..24 ")"
                COLON@24..25 ":"
                USAGE_ITEM@25..42
                  KEYWORD@25..33 "duration"
                  EQ@33..34 "="
                  L_PAREN@34..35 "("
                  INTEGER@35..37 "10"
                  WHITESPACE@37..38 " "
                  INTEGER@38..40 "15"
                  UNIT@40..41 "m"
                  R_PAREN@41..42 ")"
                COLON@42..43 ":"
                USAGE_ITEM@43..54
                  KEYWORD@43..48 "decay"
                  EQ@48..49 "="
                  L_PAREN@49..50 "("
                  INTEGER@50..51 "0"
                  WHITESPACE@51..52 " "
                  INTEGER@52..53 "1"
                  R_PAREN@53..54 ")"
                R_BRACKET@54..55 "]"
    "#]],
    );
    check(
        "rusage[ngpus_physical=2:gmodel=K80#12G:gmem=8G:glink=yes:mig=2/1]",
        expect![[r#"
        VALUE@0..65
          RES_REQ@0..65
            SIMPLE@0..65
              RUSAGE_SECTION@0..65
                KEYWORD@0..6 "rusage"
                L_BRACKET@6..7 "["
                USAGE_ITEM@7..23
                  NAME@7..21 "ngpus_physical"
                  EQ@21..22 "="
                  INTEGER@22..23 "2"
                COLON@23..24 ":"
                USAGE_ITEM@24..38
                  KEYWORD@24..30 "gmodel"
                  EQ@30..31 "="
                  WORD@31..38 "K80#12G"
                COLON@38..39 ":"
                USAGE_ITEM@39..46
                  KEYWORD@39..43 "gmem"
                  EQ@43..44 "="
                  INTEGER@44..45 "8"
                  UNIT@45..46 "G"
                COLON@46..47 ":"
                USAGE_ITEM@47..56
                  KEYWORD@47..52 "glink"
                  EQ@52..53 "="
                  WORD@53..56 "yes"
                COLON@56..57 ":"
                USAGE_ITEM@57..64
                  KEYWORD@57..60 "mig"
                  EQ@60..61 "="
                  WORD@61..64 "2/1"
                R_BRACKET@64..65 "]"
    "#]],
    );
}

#[test]
fn span() {
    check(
        "span[hosts=-1]",
        expect![[r#"
        VALUE@0..14
          RES_REQ@0..14
            SIMPLE@0..14
              SPAN_SECTION@0..14
                KEYWORD@0..4 "span"
                L_BRACKET@4..5 "["
                SPAN_ITEM@5..13
                  KEYWORD@5..10 "hosts"
                  EQ@10..11 "="
                  MINUS@11..12 "-"
                  INTEGER@12..13 "1"
                R_BRACKET@13..14 "]"
    "#]],
    );
    check(
        "span[ptile='!',LINUX:2,Model-A:4]",
        expect![[r#"
        VALUE@0..33
          RES_REQ@0..33
            SIMPLE@0..33
              SPAN_SECTION@0..33
                KEYWORD@0..4 "span"
                L_BRACKET@4..5 "["
                SPAN_ITEM@5..32
                  KEYWORD@5..10 "ptile"
                  EQ@10..11 "="
                  BANG@11..14 "'!'"
                  COMMA@14..15 ","
                  SPAN_TILE@15..22
                    NAME@15..20 "LINUX"
                    COLON@20..21 ":"
                    INTEGER@21..22 "2"
                  COMMA@22..23 ","
                  SPAN_TILE@23..32
                    NAME@23..30 "Model-A"
                    COLON@30..31 ":"
                    INTEGER@31..32 "4"
                R_BRACKET@32..33 "]"
    "#]],
    );
    check(
        "span[stripe]",
        expect![[r#"
        VALUE@0..12
          RES_REQ@0..12
            SIMPLE@0..12
              SPAN_SECTION@0..12
                KEYWORD@0..4 "span"
                L_BRACKET@4..5 "["
                SPAN_ITEM@5..11
                  KEYWORD@5..11 "stripe"
                R_BRACKET@11..12 "]"
    "#]],
    );
    check(
        "span[block=4:gtile=!]",
        expect![[r#"
        VALUE@0..21
          RES_REQ@0..21
            SIMPLE@0..21
              SPAN_SECTION@0..21
                KEYWORD@0..4 "span"
                L_BRACKET@4..5 "["
                SPAN_ITEM@5..12
                  KEYWORD@5..10 "block"
                  EQ@10..11 "="
                  INTEGER@11..12 "4"
                COLON@12..13 ":"
                SPAN_ITEM@13..20
                  KEYWORD@13..18 "gtile"
                  EQ@18..19 "="
                  BANG@19..20 "!"
                R_BRACKET@20..21 "]"
    "#]],
    );
}

#[test]
fn same_and_compute_units() {
    check(
        "same[type:model] cu[type=rack:pref=maxavail:maxcus=2:excl]",
        expect![[r#"
        VALUE@0..58
          RES_REQ@0..58
            SIMPLE@0..58
              SAME_SECTION@0..16
                KEYWORD@0..4 "same"
                L_BRACKET@4..5 "["
                NAME@5..9 "type"
                COLON@9..10 ":"
                NAME@10..15 "model"
                R_BRACKET@15..16 "]"
              WHITESPACE@16..17 " "
              CU_SECTION@17..58
                KEYWORD@17..19 "cu"
                L_BRACKET@19..20 "["
                CU_ITEM@20..29
                  KEYWORD@20..24 "type"
                  EQ@24..25 "="
                  WORD@25..29 "rack"
                COLON@29..30 ":"
                CU_ITEM@30..43
                  KEYWORD@30..34 "pref"
                  EQ@34..35 "="
                  WORD@35..43 "maxavail"
                COLON@43..44 ":"
                CU_ITEM@44..52
                  KEYWORD@44..50 "maxcus"
                  EQ@50..51 "="
                  INTEGER@51..52 "2"
                COLON@52..53 ":"
                CU_ITEM@53..57
                  KEYWORD@53..57 "excl"
                R_BRACKET@57..58 "]"
    "#]],
    );
}

#[test]
fn affinity() {
    check(
        "affinity[core(2,same=socket,exclusive=(core,injob|alljobs))*4:cpubind=core:membind=localonly:distribute=pack(socket=1)]",
        expect![[r#"
            VALUE@0..119
              RES_REQ@0..119
                SIMPLE@0..119
                  AFFINITY_SECTION@0..119
                    KEYWORD@0..8 "affinity"
                    L_BRACKET@8..9 "["
                    AFFINITY_UNIT@9..61
                      KEYWORD@9..13 "core"
                      L_PAREN@13..14 "("
                      INTEGER@14..15 "2"
                      COMMA@15..16 ","
                      AFFINITY_OPTION@16..27
                        KEYWORD@16..20 "same"
                        EQ@20..21 "="
                        WORD@21..27 "socket"
                      COMMA@27..28 ","
                      AFFINITY_OPTION@28..58
                        KEYWORD@28..37 "exclusive"
                        EQ@37..38 "="
                        L_PAREN@38..39 "("
                        WORD@39..43 "core"
                        COMMA@43..44 ","
                        WORD@44..49 "injob"
                        PIPE@49..50 "|"
                        WORD@50..57 "alljobs"
                        R_PAREN@57..58 ")"
                      R_PAREN@58..59 ")"
                      STAR@59..60 "*"
                      INTEGER@60..61 "4"
                    COLON@61..62 ":"
                    AFFINITY_OPTION@62..74
                      KEYWORD@62..69 "cpubind"
                      EQ@69..70 "="
                      WORD@70..74 "core"
                    COLON@74..75 ":"
                    AFFINITY_OPTION@75..92
                      KEYWORD@75..82 "membind"
                      EQ@82..83 "="
                      WORD@83..92 "localonly"
                    COLON@92..93 ":"
                    AFFINITY_OPTION@93..118
                      KEYWORD@93..103 "distribute"
                      EQ@103..104 "="
                      WORD@104..108 "pack"
                      L_PAREN@108..109 "("
                      WORD@109..115 "socket"
                      EQ@115..116 "="
                      INTEGER@116..117 "1"
                      R_PAREN@117..118 ")"
                    R_BRACKET@118..119 "]"
        "#]],
    );
}

#[test]
fn compound() {
    check(
        "2*{select[a] span[ptile=1]} + {order[ut]}",
        expect![[r#"
        VALUE@0..41
          RES_REQ@0..41
            COMPOUND@0..41
              COMPOUND_TERM@0..27
                INTEGER@0..1 "2"
                STAR@1..2 "*"
                L_BRACE@2..3 "{"
                SIMPLE@3..26
                  SELECT_SECTION@3..12
                    KEYWORD@3..9 "select"
                    L_BRACKET@9..10 "["
                    NAME@10..11 "a"
                    R_BRACKET@11..12 "]"
                  WHITESPACE@12..13 " "
                  SPAN_SECTION@13..26
                    KEYWORD@13..17 "span"
                    L_BRACKET@17..18 "["
                    SPAN_ITEM@18..25
                      KEYWORD@18..23 "ptile"
                      EQ@23..24 "="
                      INTEGER@24..25 "1"
                    R_BRACKET@25..26 "]"
                R_BRACE@26..27 "}"
              WHITESPACE@27..28 " "
              PLUS@28..29 "+"
              WHITESPACE@29..30 " "
              COMPOUND_TERM@30..41
                L_BRACE@30..31 "{"
                SIMPLE@31..40
                  ORDER_SECTION@31..40
                    KEYWORD@31..36 "order"
                    L_BRACKET@36..37 "["
                    NAME@37..39 "ut"
                    R_BRACKET@39..40 "]"
                R_BRACE@40..41 "}"
    "#]],
    );
}

#[test]
fn alternative() {
    check(
        "{1*{a} + 2*{b}} || {c}@5",
        expect![[r#"
        VALUE@0..24
          RES_REQ@0..24
            ALTERNATIVE@0..24
              ALTERNATIVE_BRANCH@0..15
                L_BRACE@0..1 "{"
                COMPOUND@1..14
                  COMPOUND_TERM@1..6
                    INTEGER@1..2 "1"
                    STAR@2..3 "*"
                    L_BRACE@3..4 "{"
                    SIMPLE@4..5
                      IMPLICIT_SELECT@4..5
                        NAME@4..5 "a"
                    R_BRACE@5..6 "}"
                  WHITESPACE@6..7 " "
                  PLUS@7..8 "+"
                  WHITESPACE@8..9 " "
                  COMPOUND_TERM@9..14
                    INTEGER@9..10 "2"
                    STAR@10..11 "*"
                    L_BRACE@11..12 "{"
                    SIMPLE@12..13
                      IMPLICIT_SELECT@12..13
                        NAME@12..13 "b"
                    R_BRACE@13..14 "}"
                R_BRACE@14..15 "}"
              WHITESPACE@15..16 " "
              OR_OR@16..18 "||"
              WHITESPACE@18..19 " "
              ALTERNATIVE_BRANCH@19..24
                L_BRACE@19..20 "{"
                SIMPLE@20..21
                  IMPLICIT_SELECT@20..21
                    NAME@20..21 "c"
                R_BRACE@21..22 "}"
                ALTERNATIVE_DELAY@22..24
                  AT@22..23 "@"
                  INTEGER@23..24 "5"
    "#]],
    );
}

#[test]
fn one_pair_of_braces_is_an_alternative_with_one_branch() {
    check(
        "{rusage[a=1 || b=2]}",
        expect![[r#"
            VALUE@0..20
              RES_REQ@0..20
                ALTERNATIVE@0..20
                  ALTERNATIVE_BRANCH@0..20
                    L_BRACE@0..1 "{"
                    SIMPLE@1..19
                      RUSAGE_SECTION@1..19
                        KEYWORD@1..7 "rusage"
                        L_BRACKET@7..8 "["
                        USAGE_ALTERNATIVE@8..11
                          USAGE_ITEM@8..11
                            NAME@8..9 "a"
                            EQ@9..10 "="
                            INTEGER@10..11 "1"
                        WHITESPACE@11..12 " "
                        OR_OR@12..14 "||"
                        WHITESPACE@14..15 " "
                        USAGE_ALTERNATIVE@15..18
                          USAGE_ITEM@15..18
                            NAME@15..16 "b"
                            EQ@16..17 "="
                            INTEGER@17..18 "2"
                        R_BRACKET@18..19 "]"
                    R_BRACE@19..20 "}"
        "#]],
    );
}

#[test]
fn quotes_around_everything() {
    check(
        "\"'a b' == x\"",
        expect![[r#"
        VALUE@0..12
          RES_REQ@0..12
            QUOTE@0..1 "\""
            SIMPLE@1..11
              IMPLICIT_SELECT@1..11
                COMPARISON@1..11
                  STRING@1..6 "'a b'"
                  WHITESPACE@6..7 " "
                  EQ_EQ@7..9 "=="
                  WHITESPACE@9..10 " "
                  NAME@10..11 "x"
            QUOTE@11..12 "\""
    "#]],
    );
    check(
        "'select[type=='any']'",
        expect![[r#"
        VALUE@0..21
          RES_REQ@0..21
            QUOTE@0..1 "'"
            SIMPLE@1..20
              SELECT_SECTION@1..20
                KEYWORD@1..7 "select"
                L_BRACKET@7..8 "["
                COMPARISON@8..19
                  NAME@8..12 "type"
                  EQ_EQ@12..14 "=="
                  STRING@14..19 "'any'"
                R_BRACKET@19..20 "]"
            QUOTE@20..21 "'"
    "#]],
    );
}

#[test]
fn whitespace_is_optional_between_tokens() {
    let input = "  select  [ mem >100&& ! cs ]  rusage [ mem = 5GB / task : duration = 5 , swp=1 ] \
                 span [ ptile = '!' , A : 2 ] order[ - ut : mem ] same[ type : model ] cu[ type = rack : excl ] \
                 affinity[ core ( 2 , same = socket ) * 2 : cpubind = core ] ";
    clean(input);
    let parse = parse(input);
    assert_eq!(
        requirement(&parse).map(render).as_deref(),
        Some(
            "select[((mem>100)&&!cs)] rusage[mem=5GB/task:duration=5,swp=1] span[ptile='!',A:2] order[-ut:mem] \
             same[type:model] cu[type=rack:excl] affinity[core(2,same=socket)*2:cpubind=core]"
        )
    );
    clean("2 * { select[a] }+{ b } ");
    clean(" { a } || { b } @ 5");
}

#[test]
fn conditions_are_requirements() {
    let condition = |input: &str| {
        let parse = lsflint_syntax::parse_value(input, lsflint_spec::Grammar::Condition);
        assert_eq!((parse.root().text().as_str(), parse.errors().len()), (input, 0), "{input}");
        let requirement = requirement(&parse).expect("a condition is a requirement");
        assert!(requirement.is_condition());
        render(requirement)
    };
    assert_eq!(condition("select[((!cs && it < 5) || (cs && mem < 15))]"), "select[((!cs&&(it<5))||(cs&&(mem<15)))]");
    assert_eq!(condition("ut > 0.7"), "(ut>0.7)");
    assert_eq!(condition("'it<5'"), "(it<5)");
    assert_eq!(condition("select[it<5] rusage[mem=10]"), "select[(it<5)] rusage[mem=10]");
}
