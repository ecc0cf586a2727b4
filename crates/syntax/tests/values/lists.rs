//! Lists of names.

use expect_test::expect;
use lsflint_spec::Grammar;

use crate::{accepts, check, check_errors};

#[test]
fn plain_names_are_tokens_of_the_list() {
    check(
        Grammar::HostList,
        "all hostA  hostB",
        expect![[r#"
        VALUE@0..16
          HOST_LIST@0..16
            NAME@0..3 "all"
            WHITESPACE@3..4 " "
            NAME@4..9 "hostA"
            WHITESPACE@9..11 "  "
            NAME@11..16 "hostB"
    "#]],
    );
}

#[test]
fn operators_make_items() {
    check(
        Grammar::HostList,
        "all@east+1 ~bad hostA! hostB+2 others+3",
        expect![[r#"
        VALUE@0..39
          HOST_LIST@0..39
            HOST_ITEM@0..10
              NAME@0..3 "all"
              AT@3..4 "@"
              NAME@4..8 "east"
              PLUS@8..9 "+"
              INTEGER@9..10 "1"
            WHITESPACE@10..11 " "
            HOST_ITEM@11..15
              TILDE@11..12 "~"
              NAME@12..15 "bad"
            WHITESPACE@15..16 " "
            HOST_ITEM@16..22
              NAME@16..21 "hostA"
              BANG@21..22 "!"
            WHITESPACE@22..23 " "
            HOST_ITEM@23..30
              NAME@23..28 "hostB"
              PLUS@28..29 "+"
              INTEGER@29..30 "2"
            WHITESPACE@30..31 " "
            HOST_ITEM@31..39
              NAME@31..37 "others"
              PLUS@37..38 "+"
              INTEGER@38..39 "3"
    "#]],
    );
}

#[test]
fn condensed_hosts() {
    check(
        Grammar::HostList,
        "r[1-2]n[01:08,15] n*",
        expect![[r#"
        VALUE@0..20
          HOST_LIST@0..20
            HOST_ITEM@0..17
              NAME@0..1 "r"
              HOST_RANGE@1..6
                L_BRACKET@1..2 "["
                INTEGER@2..3 "1"
                MINUS@3..4 "-"
                INTEGER@4..5 "2"
                R_BRACKET@5..6 "]"
              NAME@6..7 "n"
              HOST_RANGE@7..17
                L_BRACKET@7..8 "["
                INTEGER@8..10 "01"
                COLON@10..11 ":"
                INTEGER@11..13 "08"
                COMMA@13..14 ","
                INTEGER@14..16 "15"
                R_BRACKET@16..17 "]"
            WHITESPACE@17..18 " "
            NAME@18..20 "n*"
    "#]],
    );
}

#[test]
fn host_lists() {
    accepts(
        Grammar::HostList,
        &[
            "all",
            "all ~hostA ~groupB",
            "hostA hostB groupC",
            "hostA+1 groupB+2 others",
            "hostA! hostB!",
            "hostA@east+1 allremote all@east",
            "allremote+2",
            "none",
            "!",
            "node[1-10] node[1-10,15,20-30]",
            "node[001-100]",
            "node[1:10]",
            "rack[1-4]n[1-16]-ib",
            "host*.example.com",
            "host-1.example.com",
            "hosta!+2",
        ],
    );
}

#[test]
fn host_list_errors() {
    check_errors(
        Grammar::HostList,
        &[
            "a ~ b",
            "a ~",
            "all~b",
            "a+x b",
            "a++2",
            "a+",
            "a+ b",
            "a + 2 b",
            "a +2",
            "+2 a",
            "a+2+3",
            "a!! b",
            "@east",
            "a@ b",
            "a, b, c",
            "a,b,c",
            "n[1-3",
            "n[1-3 m",
            "n[] m",
            "n[ ]",
            "n[a-c] m",
            "n[1-]",
            "n[1-2-3]",
            "n[,1]",
            "n[1-3]]",
            "n]",
            "(a b) c",
            "a (b c)",
            "\"a b",
            "~~a",
            "~",
            "!a",
            "a (b c) d",
            "a) b",
            "\"m1 m2\"",
            "'m1 m2'",
        ],
        expect![[r#"
            a ~ b
                Value(BlankAround('~')) at `~ `
            a ~
                Value(Expected("a name after `~`")) at `~`
            all~b
                Value(BlankMissing('~')) at `~`
            a+x b
                Value(Expected("an integer after `+`")) at `x`
            a++2
                Value(Expected("an integer after `+`")) at `+2`
            a+
                Value(Expected("an integer after `+`")) at `+`
            a+ b
                Value(Expected("an integer after `+`")) at `+`
            a + 2 b
                Value(BlankAround('+')) at ` + `
            a +2
                Value(BlankAround('+')) at ` +`
            +2 a
                Value(Expected("a name")) at `+2`
            a+2+3
                Value(Expected("an integer after `+`")) at `2+3`
            a!! b
                Value(Unexpected) at `!`
            @east
                Value(Expected("a name")) at `@east`
            a@ b
                Value(Expected("a cluster name after `@`")) at `@`
            a, b, c
                Value(CommaSeparator) at `,`
            a,b,c
                Value(CommaSeparator) at `,`
            n[1-3
                Value(Unclosed('[')) at `[`
            n[1-3 m
                Value(Unclosed('[')) at `[`
            n[] m
                Value(Empty) at `[]`
            n[ ]
                Value(Empty) at `[ ]`
            n[a-c] m
                Value(Expected("a number")) at `a-c`
            n[1-]
                Value(Expected("a number")) at `]`
            n[1-2-3]
                Value(Expected("a number")) at `-3`
            n[,1]
                Value(Expected("a number")) at `,1`
            n[1-3]]
                Value(Unopened(']')) at `]`
            n]
                Value(Unopened(']')) at `]`
            (a b) c
                Value(Unexpected) at `(`
            a (b c)
                Value(Unexpected) at `(`
            "a b
                Value(Unclosed('"')) at `"`
            ~~a
                Value(Unexpected) at `~a`
            ~
                Value(Expected("a name after `~`")) at `~`
            !a
                Value(Expected("a name")) at `!a`
            a (b c) d
                Value(Unexpected) at `(`
            a) b
                Value(Unopened(')')) at `)`
            "m1 m2"
                Value(Quoted) at `"m1 m2"`
            'm1 m2'
                Value(Quoted) at `'m1 m2'`
        "#]],
    );
}

#[test]
fn user_lists() {
    accepts(
        Grammar::UserList,
        &[
            "all",
            "all ~user1 ~group2",
            "group1 ~user3",
            "DOMAIN\\user user-2 user.name",
            "ugroup/ other",
            "user@cluster2 group@cluster3",
            "group@",
            "user1[full] group2[usershares]",
            "!",
            "a+b",
        ],
    );
    check(
        Grammar::UserList,
        "~g1/ u[full] g@ d\\u",
        expect![[r#"
        VALUE@0..19
          USER_LIST@0..19
            USER_ITEM@0..4
              TILDE@0..1 "~"
              NAME@1..3 "g1"
              SLASH@3..4 "/"
            WHITESPACE@4..5 " "
            USER_ITEM@5..12
              NAME@5..6 "u"
              L_BRACKET@6..7 "["
              KEYWORD@7..11 "full"
              R_BRACKET@11..12 "]"
            WHITESPACE@12..13 " "
            USER_ITEM@13..15
              NAME@13..14 "g"
              AT@14..15 "@"
            WHITESPACE@15..16 " "
            NAME@16..19 "d\\u"
    "#]],
    );
}

#[test]
fn user_list_errors() {
    check_errors(
        Grammar::UserList,
        &["a, b", "u[full", "u[]", "u[full] x[", "[full]", "a]", "@x", "all ~ user", "u1~u2"],
        expect![[r#"
            a, b
                Value(CommaSeparator) at `,`
            u[full
                Value(Unclosed('[')) at `[`
            u[]
                Value(Empty) at `[]`
            u[full] x[
                Value(Unclosed('[')) at `[`
            [full]
                Value(Unexpected) at `[full]`
            a]
                Value(Unopened(']')) at `]`
            @x
                Value(Expected("a name")) at `@x`
            all ~ user
                Value(BlankAround('~')) at `~ `
            u1~u2
                Value(BlankMissing('~')) at `~`
        "#]],
    );
}

#[test]
fn queue_lists() {
    accepts(
        Grammar::QueueList,
        &["normal night", "all ~normal", "q1, q2", "q1,q2 q3", "rq@east rq@east+2", "allclusters"],
    );
    check(
        Grammar::QueueList,
        "rq@east+2, ~q2",
        expect![[r#"
        VALUE@0..14
          QUEUE_LIST@0..14
            QUEUE_ITEM@0..9
              NAME@0..2 "rq"
              AT@2..3 "@"
              NAME@3..7 "east"
              PLUS@7..8 "+"
              INTEGER@8..9 "2"
            COMMA@9..10 ","
            WHITESPACE@10..11 " "
            QUEUE_ITEM@11..14
              TILDE@11..12 "~"
              NAME@12..14 "q2"
    "#]],
    );
    check_errors(
        Grammar::QueueList,
        &["q[1]", "q@", "q1 ~", "q1+a"],
        expect![[r#"
            q[1]
                Value(Unexpected) at `[1]`
            q@
                Value(Expected("a cluster name after `@`")) at the end, 2
            q1 ~
                Value(Expected("a name after `~`")) at `~`
            q1+a
                Value(Expected("an integer after `+`")) at `a`
        "#]],
    );
}

#[test]
fn application_and_name_lists() {
    accepts(Grammar::ApplicationList, &["app1 app2", "all ~app1"]);
    accepts(Grammar::Names(None), &["p1 p2", "all ~p1", "enclosure! rack cabinet", "1! 2 4", "q@c1 q@c2+3", "\"a b\""]);
    check(
        Grammar::Names(None),
        "rack! encl ~x",
        expect![[r#"
        VALUE@0..13
          NAME_LIST@0..13
            NAME_ITEM@0..5
              NAME@0..4 "rack"
              BANG@4..5 "!"
            WHITESPACE@5..6 " "
            NAME@6..10 "encl"
            WHITESPACE@10..11 " "
            NAME_ITEM@11..13
              TILDE@11..12 "~"
              NAME@12..13 "x"
    "#]],
    );
    check_errors(
        Grammar::Names(None),
        &["p1, p2", "p1 ~", "a=b)"],
        expect![[r#"
        p1, p2
            Value(CommaSeparator) at `,`
        p1 ~
            Value(Expected("a name after `~`")) at `~`
        a=b)
            Value(Unopened(')')) at `)`
    "#]],
    );
}

#[test]
fn templates_are_left_alone() {
    check(
        Grammar::HostList,
        "h1 {{ hosts }}",
        expect![[r#"
        VALUE@0..14
          TEMPLATE@0..14 "h1 {{ hosts }}"
    "#]],
    );
}
