//! APS_PRIORITY.

use expect_test::expect;
use lsflint_spec::Grammar;

use crate::{accepts, check, check_errors};

#[test]
fn formulas() {
    accepts(
        Grammar::ApsPriority,
        &[
            "WEIGHT[[JPRIORITY, 1]]",
            "WEIGHT [[JPRIORITY, 2] [QPRIORITY, 5]]",
            "WEIGHT[[WORK,3][JPRIORITY,2]] LIMIT[[JPRIORITY, 80] [WORK, 600]]",
            "WEIGHT[[MEM, -0.01] [PROC, +4]] GRACE_PERIOD[[PROC, 30m]]",
            "LIMIT[[FS,1]] WEIGHT[[FS,1]]GRACE_PERIOD[[FS,200s] [MEM, 10m] [USER, 2h]]",
            "WEIGHT[ [ FS , 1 ] ]",
            "weight[[fs, 1]]",
        ],
    );
    check(
        Grammar::ApsPriority,
        "WEIGHT [[FS, 1] [MEM, -0.5]] GRACE_PERIOD[[MEM,10m]]",
        expect![[r#"
        VALUE@0..52
          APS_PRIORITY@0..52
            APS_PART@0..28
              KEYWORD@0..6 "WEIGHT"
              WHITESPACE@6..7 " "
              L_BRACKET@7..8 "["
              APS_PAIR@8..15
                L_BRACKET@8..9 "["
                NAME@9..11 "FS"
                COMMA@11..12 ","
                WHITESPACE@12..13 " "
                INTEGER@13..14 "1"
                R_BRACKET@14..15 "]"
              WHITESPACE@15..16 " "
              APS_PAIR@16..27
                L_BRACKET@16..17 "["
                NAME@17..20 "MEM"
                COMMA@20..21 ","
                WHITESPACE@21..22 " "
                NUMBER@22..26 "-0.5"
                R_BRACKET@26..27 "]"
              R_BRACKET@27..28 "]"
            WHITESPACE@28..29 " "
            APS_PART@29..52
              KEYWORD@29..41 "GRACE_PERIOD"
              L_BRACKET@41..42 "["
              APS_PAIR@42..51
                L_BRACKET@42..43 "["
                NAME@43..46 "MEM"
                COMMA@46..47 ","
                INTEGER@47..49 "10"
                UNIT@49..50 "m"
                R_BRACKET@50..51 "]"
              R_BRACKET@51..52 "]"
    "#]],
    );
}

#[test]
fn errors() {
    check_errors(
        Grammar::ApsPriority,
        &[
            "WEIGHT(JPRIORITY,1)",
            "WEIGHT(FS,1) LIMIT[[FS, 2]]",
            "WEIGHT[JPRIORITY, 1]",
            "WEIGHT[[JPRIORITY 1]]",
            "WEIGHTS[[FS, 1]]",
            "[[FS, 1]]",
            "FS 1",
            "WEIGHT",
            "WEIGHT LIMIT[[FS, 1]]",
            "WEIGHT = [[FS, 1]]",
            "WEIGHT[]",
            "WEIGHT[[]]",
            "WEIGHT[[, 1]]",
            "WEIGHT[[FS, ]]",
            "WEIGHT[[FS]]",
            "WEIGHT[[FS, high]]",
            "WEIGHT[[FS, 5%]]",
            "WEIGHT[[FS, 1, 2]]",
            "WEIGHT[[FS, 1] , [MEM, 2], [APP, 3]]",
            "WEIGHT[[FS, 1]], LIMIT[[FS, 2]]",
            "WEIGHT[[FS, 1]",
            "WEIGHT[[FS, 1] [MEM, 2",
            "WEIGHT[[FS, 1 [MEM, 2]]",
            "WEIGHT[[FS, 1] LIMIT[[FS, 2]]",
            "WEIGHT[[FS, 1]]]",
            "WEIGHT[FS, 1] LIMIT[[FS, 2]]",
            "WEIGHT[[FS, 1] MEM, 2]",
            "y",
        ],
        expect![[r#"
            WEIGHT(JPRIORITY,1)
                Aps(WrongBracket) at `(`
            WEIGHT(FS,1) LIMIT[[FS, 2]]
                Aps(WrongBracket) at `(`
            WEIGHT[JPRIORITY, 1]
                Aps(PairWithoutBrackets) at `JPRIORITY, 1`
            WEIGHT[[JPRIORITY 1]]
                Aps(MissingComma) at `1`
            WEIGHTS[[FS, 1]]
                Aps(UnknownPart) at `WEIGHTS`
            [[FS, 1]]
                Aps(UnknownPart) at `[`
            FS 1
                Aps(UnknownPart) at `FS 1`
            WEIGHT
                Aps(MissingList) at `WEIGHT`
            WEIGHT LIMIT[[FS, 1]]
                Aps(MissingList) at `WEIGHT`
            WEIGHT = [[FS, 1]]
                Aps(MissingList) at `= [[FS, 1]]`
            WEIGHT[]
                Aps(EmptyList) at `[]`
            WEIGHT[[]]
                Aps(EmptyPair) at `[]`
            WEIGHT[[, 1]]
                Aps(MissingFactor) at `,`
            WEIGHT[[FS, ]]
                Aps(MissingValue) at `]`
            WEIGHT[[FS]]
                Aps(MissingValue) at `]`
            WEIGHT[[FS, high]]
                Aps(NotANumber) at `high`
            WEIGHT[[FS, 5%]]
                Aps(NotANumber) at `5%`
            WEIGHT[[FS, 1, 2]]
                Aps(SurplusInPair) at `, 2`
            WEIGHT[[FS, 1] , [MEM, 2], [APP, 3]]
                Aps(CommaBetween) at `,`
            WEIGHT[[FS, 1]], LIMIT[[FS, 2]]
                Aps(CommaBetween) at `,`
            WEIGHT[[FS, 1]
                Aps(Unclosed) at `[`
            WEIGHT[[FS, 1] [MEM, 2
                Aps(Unclosed) at `[`
            WEIGHT[[FS, 1 [MEM, 2]]
                Aps(Unclosed) at `[`
            WEIGHT[[FS, 1] LIMIT[[FS, 2]]
                Aps(Unclosed) at `[`
            WEIGHT[[FS, 1]]]
                Aps(Unopened) at `]`
            WEIGHT[FS, 1] LIMIT[[FS, 2]]
                Aps(PairWithoutBrackets) at `FS, 1`
            WEIGHT[[FS, 1] MEM, 2]
                Aps(PairWithoutBrackets) at `MEM, 2`
            y
                Aps(UnknownPart) at `y`
        "#]],
    );
}
