//! Locations, resources of hosts, reservation limits.

use expect_test::expect;
use lsflint_spec::Grammar;

use crate::{accepts, check, check_errors};

#[test]
fn locations() {
    accepts(
        Grammar::Location,
        &[
            "[all]",
            "5@[all]",
            "10@[h1] 5@[h2 h3]",
            "[h1 h2] [others]",
            "[all ~h1 ~h2]",
            "[default]",
            "4.2@[pc36] zen@[c1 c2]",
            "1@[ h1 h2 ]",
            "[node[1-4] node7]",
            "2@[h1 h2] 1@[others]",
        ],
    );
    check(
        Grammar::Location,
        "5@[h1 ~h2] zen@[others]",
        expect![[r#"
        VALUE@0..23
          LOCATION@0..23
            LOCATION_INSTANCE@0..10
              INTEGER@0..1 "5"
              AT@1..2 "@"
              LOCATION_HOSTS@2..10
                L_BRACKET@2..3 "["
                NAME@3..5 "h1"
                WHITESPACE@5..6 " "
                HOST_ITEM@6..9
                  TILDE@6..7 "~"
                  NAME@7..9 "h2"
                R_BRACKET@9..10 "]"
            WHITESPACE@10..11 " "
            LOCATION_INSTANCE@11..23
              WORD@11..14 "zen"
              AT@14..15 "@"
              LOCATION_HOSTS@15..23
                L_BRACKET@15..16 "["
                NAME@16..22 "others"
                R_BRACKET@22..23 "]"
    "#]],
    );
}

#[test]
fn location_errors() {
    check_errors(
        Grammar::Location,
        &[
            "default",
            "10@a1",
            "10@",
            "10[a1]",
            "10 @[a1]",
            "10@ [a1]",
            "10@[]",
            "10@[a1",
            "10@[a1 5@[a2]",
            "[h1 h2 [h3]",
            "[[h1]",
            "[h1]] [h2]",
            "[5@all]",
            "@[h1]",
            "(5@[all])",
            "5@[all], 3@[h]",
            "5@[h1, h2]",
            "[h1[1-3 h2]",
            "[h1 ~]",
            "5@[all] junk",
            "5@[all])",
            "x y@[a]",
        ],
        expect![[r#"
            default
                Value(Expected("`[` and a list of hosts")) at `default`
            10@a1
                Value(Expected("`[` and a list of hosts")) at `a1`
            10@
                Value(Expected("`[` and a list of hosts")) at the end, 3
            10[a1]
                Value(Expected("`@` between the value and the hosts")) at `[`
            10 @[a1]
                Value(BlankAround('@')) at ` @`
            10@ [a1]
                Value(BlankAround('@')) at `@ `
            10@[]
                Value(Empty) at `[]`
            10@[a1
                Value(Unclosed('[')) at `[`
            10@[a1 5@[a2]
                Value(Unclosed('[')) at `[`
            [h1 h2 [h3]
                Value(Unclosed('[')) at `[`
            [[h1]
                Value(Unclosed('[')) at `[`
            [h1]] [h2]
                Value(Unopened(']')) at `]`
            [5@all]
                Value(AmountInBrackets) at `5@`
            @[h1]
                Value(Expected("a value before `@`")) at `@`
            (5@[all])
                Value(Unexpected) at `(`
            5@[all], 3@[h]
                Value(CommaSeparator) at `,`
            5@[h1, h2]
                Value(CommaSeparator) at `,`
            [h1[1-3 h2]
                Value(Unclosed('[')) at `[`
            [h1 ~]
                Value(Expected("a name after `~`")) at `~`
            5@[all] junk
                Value(Expected("`[` and a list of hosts")) at `junk`
            5@[all])
                Value(Unopened(')')) at `)`
            x y@[a]
                Value(Expected("`[` and a list of hosts")) at `x`
        "#]],
    );
}

#[test]
fn host_resources() {
    accepts(Grammar::HostResources, &["bigmem", "bigmem !special verilog=4 os=rhel_9", "x=1.5"]);
    check(
        Grammar::HostResources,
        "bigmem !special verilog=4",
        expect![[r#"
        VALUE@0..25
          HOST_RESOURCES@0..25
            NAME@0..6 "bigmem"
            WHITESPACE@6..7 " "
            HOST_RESOURCE@7..15
              BANG@7..8 "!"
              NAME@8..15 "special"
            WHITESPACE@15..16 " "
            HOST_RESOURCE@16..25
              NAME@16..23 "verilog"
              EQ@23..24 "="
              INTEGER@24..25 "4"
    "#]],
    );
    check_errors(
        Grammar::HostResources,
        &["a = 4", "a =4", "a= 4 b", "a=", "=4 b", "!", "! b", "a, b, c", "a=1=2", "a) b", "!=3", "a!b", "(a"],
        expect![[r#"
            a = 4
                Value(BlankAround('=')) at ` = `
            a =4
                Value(BlankAround('=')) at ` =`
            a= 4 b
                Value(BlankAround('=')) at `= `
            a=
                Value(Expected("a value after `=`")) at the end, 2
            =4 b
                Value(Expected("a resource name before `=`")) at `=4`
            !
                Value(Expected("a resource name after `!`")) at the end, 1
            ! b
                Value(Expected("a resource name after `!`")) at `!`
            a, b, c
                Value(CommaSeparator) at `,`
            a=1=2
                Value(Unexpected) at `=2`
            a) b
                Value(Unopened(')')) at `)`
            !=3
                Value(Expected("a resource name before `=`")) at `=3`
            a!b
                Value(Unexpected) at `!b`
            (a
                Value(Unexpected) at `(a`
        "#]],
    );
}

#[test]
fn local_resources() {
    accepts(
        Grammar::LocalResources,
        &[
            "[resource linux] [resourcemap 4*verilog] [type LINUX64] [model Intel_EM64T]",
            "[resource linux] [!bigmem]",
            "[resource !bigmem]",
            "[ resource x ]",
            "[resourcemap rhel9*os]",
        ],
    );
    check(
        Grammar::LocalResources,
        "[resourcemap 4*verilog] [!big]",
        expect![[r#"
        VALUE@0..30
          LOCAL_RESOURCES@0..30
            LOCAL_RESOURCE@0..23
              L_BRACKET@0..1 "["
              KEYWORD@1..12 "resourcemap"
              WHITESPACE@12..13 " "
              INTEGER@13..14 "4"
              STAR@14..15 "*"
              NAME@15..22 "verilog"
              R_BRACKET@22..23 "]"
            WHITESPACE@23..24 " "
            LOCAL_RESOURCE@24..30
              L_BRACKET@24..25 "["
              BANG@25..26 "!"
              NAME@26..29 "big"
              R_BRACKET@29..30 "]"
    "#]],
    );
    check_errors(
        Grammar::LocalResources,
        &[
            "resource linux",
            "[resource]",
            "[resource linux",
            "[resource linux [type X]",
            "[resourcemap verilog*]",
            "[resourcemap *verilog]",
            "[resourcemap verilog]",
            "[resourcemap 4 * verilog]",
            "[foo bar]",
            "[resource a b]",
            "[]",
            "[type X]]",
            "[type X], [model Y]",
            "[]  [type Y]",
        ],
        expect![[r#"
            resource linux
                Value(Expected("`[`")) at `resource linux`
            [resource]
                Value(Expected("a name")) at `]`
            [resource linux
                Value(Unclosed('[')) at `[`
            [resource linux [type X]
                Value(Unclosed('[')) at `[`
            [resourcemap verilog*]
                Value(Expected("a name")) at `]`
            [resourcemap *verilog]
                Value(Expected("a value before `*`")) at `*verilog`
            [resourcemap verilog]
                Value(Expected("`*` between the value and the resource name")) at `]`
            [resourcemap 4 * verilog]
                Value(BlankAround('*')) at ` * `
            [foo bar]
                Value(Expected("`resource`, `resourcemap`, `type` or `model`")) at `foo`
            [resource a b]
                Value(Expected("`]`")) at `b`
            []
                Value(Empty) at `[]`
            [type X]]
                Value(Unopened(']')) at `]`
            [type X], [model Y]
                Value(CommaSeparator) at `,`
            []  [type Y]
                Value(Empty) at `[]`
        "#]],
    );
}

#[test]
fn reservation_limits() {
    accepts(Grammar::ReservationLimits, &["[mem=10,100]", "[mem=100] [swp=5, 50]", "[ tmp = 5 ]", "[mem=10G,20G]"]);
    check(
        Grammar::ReservationLimits,
        "[mem=10,100] [swp=5]",
        expect![[r#"
        VALUE@0..20
          RESERVATION_LIMITS@0..20
            RESERVATION_LIMIT@0..12
              L_BRACKET@0..1 "["
              NAME@1..4 "mem"
              EQ@4..5 "="
              INTEGER@5..7 "10"
              COMMA@7..8 ","
              INTEGER@8..11 "100"
              R_BRACKET@11..12 "]"
            WHITESPACE@12..13 " "
            RESERVATION_LIMIT@13..20
              L_BRACKET@13..14 "["
              NAME@14..17 "swp"
              EQ@17..18 "="
              INTEGER@18..19 "5"
              R_BRACKET@19..20 "]"
    "#]],
    );
    check_errors(
        Grammar::ReservationLimits,
        &[
            "mem=10",
            "[mem,10]",
            "[mem=]",
            "[mem=1,2,3]",
            "[mem=10,]",
            "[mem=a,b]",
            "[mem=10",
            "[mem=10 [swp=5]",
            "[]",
            "[=5]",
            "[mem=1]]",
            "[mem=1],[swp=2]",
            "[mem]",
            "[mem 10]",
        ],
        expect![[r#"
            mem=10
                Value(Expected("`[`")) at `mem=10`
            [mem,10]
                Value(Expected("`=` after the resource name")) at `,10`
            [mem=]
                Value(Expected("a number")) at `]`
            [mem=1,2,3]
                Value(TooMany) at `,3`
            [mem=10,]
                Value(Expected("a number")) at `]`
            [mem=a,b]
                Value(Expected("a number")) at `a`
            [mem=10
                Value(Unclosed('[')) at `[`
            [mem=10 [swp=5]
                Value(Unclosed('[')) at `[`
            []
                Value(Empty) at `[]`
            [=5]
                Value(Expected("a resource name")) at `=5`
            [mem=1]]
                Value(Unopened(']')) at `]`
            [mem=1],[swp=2]
                Value(CommaSeparator) at `,`
            [mem]
                Value(Expected("`=` after the resource name")) at `]`
            [mem 10]
                Value(Expected("`=` after the resource name")) at `10`
        "#]],
    );
}
