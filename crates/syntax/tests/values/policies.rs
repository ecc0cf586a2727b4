//! Shares, preemption, job controls, exit values, reservation, exclusive use, checkpoints.

use expect_test::expect;
use lsflint_spec::Grammar;

use crate::{accepts, check, check_errors};

#[test]
fn fairshare() {
    accepts(
        Grammar::Fairshare,
        &[
            "USER_SHARES[[user1, 10] [group1@, 4] [default,1]]",
            "USER_SHARES[[others,1]]",
            "USER_SHARES[]",
            "USER_SHARES [ [ a , 1 ] ]",
            "USER_SHARES[[DOM\\u, 5][b,2]]",
        ],
    );
    check(
        Grammar::Fairshare,
        "USER_SHARES[[g@, 10] [default,1]]",
        expect![[r#"
        VALUE@0..33
          FAIRSHARE@0..33
            KEYWORD@0..11 "USER_SHARES"
            L_BRACKET@11..12 "["
            SHARE_PAIR@12..20
              L_BRACKET@12..13 "["
              NAME@13..14 "g"
              AT@14..15 "@"
              COMMA@15..16 ","
              WHITESPACE@16..17 " "
              INTEGER@17..19 "10"
              R_BRACKET@19..20 "]"
            WHITESPACE@20..21 " "
            SHARE_PAIR@21..32
              L_BRACKET@21..22 "["
              NAME@22..29 "default"
              COMMA@29..30 ","
              INTEGER@30..31 "1"
              R_BRACKET@31..32 "]"
            R_BRACKET@32..33 "]"
    "#]],
    );
}

#[test]
fn fairshare_errors() {
    check_errors(
        Grammar::Fairshare,
        &[
            "yes",
            "[[u, 1]]",
            "user_shares[[u, 1]]",
            "USER_SHARES",
            "USER_SHARES u",
            "USER_SHARES[u, 10]",
            "USER_SHARES[u 10 [v, 1]]",
            "USER_SHARES[[u 10]]",
            "USER_SHARES[[u, 10]",
            "USER_SHARES[[u, 10 [v, 1]]",
            "USER_SHARES[[u, 10",
            "USER_SHARES[[u, 1.5]]",
            "USER_SHARES[[u, many]]",
            "USER_SHARES[[u, ]]",
            "USER_SHARES[[u]]",
            "USER_SHARES[[, 3]]",
            "USER_SHARES[[]]",
            "USER_SHARES[[u, 1], [v, 2], [w, 3]]",
            "USER_SHARES[[u, 1 v, 2]]",
            "USER_SHARES[[u, 1]]]",
            "USER_SHARES[[u, 1]] tail",
            "USER_SHARES([u, 1])",
        ],
        expect![[r#"
            yes
                Value(Expected("`USER_SHARES`")) at `yes`
            [[u, 1]]
                Value(Expected("`USER_SHARES`")) at `[`
            user_shares[[u, 1]]
                Value(Expected("`USER_SHARES`")) at `user_shares`
            USER_SHARES
                Value(Expected("`[`")) at the end, 11
            USER_SHARES u
                Value(Expected("`[`")) at `u`
            USER_SHARES[u, 10]
                Value(PairWithoutBrackets) at `u, 10`
            USER_SHARES[u 10 [v, 1]]
                Value(PairWithoutBrackets) at `u 10`
            USER_SHARES[[u 10]]
                Value(Expected("`,` and the number of shares")) at `10`
            USER_SHARES[[u, 10]
                Value(Unclosed('[')) at `[`
            USER_SHARES[[u, 10 [v, 1]]
                Value(Unclosed('[')) at `[`
            USER_SHARES[[u, 10
                Value(Unclosed('[')) at `[`
            USER_SHARES[[u, 1.5]]
                Value(Expected("an integer number of shares")) at `1.5`
            USER_SHARES[[u, many]]
                Value(Expected("an integer number of shares")) at `many`
            USER_SHARES[[u, ]]
                Value(Expected("the number of shares")) at `]`
            USER_SHARES[[u]]
                Value(Expected("`,` and the number of shares")) at `]`
            USER_SHARES[[, 3]]
                Value(Expected("a user or user group")) at `,`
            USER_SHARES[[]]
                Value(Empty) at `[]`
            USER_SHARES[[u, 1], [v, 2], [w, 3]]
                Value(CommaSeparator) at `,`
            USER_SHARES[[u, 1 v, 2]]
                Value(Expected("`]`")) at `v,`
            USER_SHARES[[u, 1]]]
                Value(Unopened(']')) at `]`
            USER_SHARES[[u, 1]] tail
                Value(Unexpected) at `tail`
            USER_SHARES([u, 1])
                Value(Expected("`[`")) at `([u,`
        "#]],
    );
}

#[test]
fn user_shares() {
    accepts(Grammar::UserShares, &["[u, 10] [g@, 4]", "[u,1]", "[[u, 1] [v, 2]]", "!"]);
    check(
        Grammar::UserShares,
        "[u, 10] [v,1]",
        expect![[r#"
        VALUE@0..13
          USER_SHARES@0..13
            SHARE_PAIR@0..7
              L_BRACKET@0..1 "["
              NAME@1..2 "u"
              COMMA@2..3 ","
              WHITESPACE@3..4 " "
              INTEGER@4..6 "10"
              R_BRACKET@6..7 "]"
            WHITESPACE@7..8 " "
            SHARE_PAIR@8..13
              L_BRACKET@8..9 "["
              NAME@9..10 "v"
              COMMA@10..11 ","
              INTEGER@11..12 "1"
              R_BRACKET@12..13 "]"
    "#]],
    );
    check_errors(
        Grammar::UserShares,
        &["u, 10", "[u, 10] v, 2", "[u, 10", "[u, 10 [v, 2]", "[u, 10]]", "[u,1],[v,2]", "[[u, 1]"],
        expect![[r#"
            u, 10
                Value(PairWithoutBrackets) at `u, 10`
            [u, 10] v, 2
                Value(PairWithoutBrackets) at `v, 2`
            [u, 10
                Value(Unclosed('[')) at `[`
            [u, 10 [v, 2]
                Value(Unclosed('[')) at `[`
            [u, 10]]
                Value(Unopened(']')) at `]`
            [u,1],[v,2]
                Value(CommaSeparator) at `,`
            [[u, 1]
                Value(Unclosed('[')) at `[`
        "#]],
    );
}

#[test]
fn preemption() {
    accepts(
        Grammar::Preemption,
        &[
            "PREEMPTIVE",
            "PREEMPTABLE",
            "PREEMPTIVE[low]",
            "PREEMPTIVE[low+2 idle+1 other]",
            "PREEMPTIVE[low] PREEMPTABLE[high urgent]",
            "PREEMPTIVE PREEMPTABLE",
            "PREEMPTIVE[[low+1 idle]] PREEMPTABLE[[high]]",
            "PREEMPTABLE PREEMPTIVE[low]",
            "PREEMPTIVE [low]",
        ],
    );
    check(
        Grammar::Preemption,
        "PREEMPTIVE[low+2 idle] PREEMPTABLE",
        expect![[r#"
        VALUE@0..34
          PREEMPTION@0..34
            PREEMPTION_PART@0..22
              KEYWORD@0..10 "PREEMPTIVE"
              L_BRACKET@10..11 "["
              PREEMPTION_QUEUE@11..16
                NAME@11..14 "low"
                PLUS@14..15 "+"
                INTEGER@15..16 "2"
              WHITESPACE@16..17 " "
              NAME@17..21 "idle"
              R_BRACKET@21..22 "]"
            WHITESPACE@22..23 " "
            PREEMPTION_PART@23..34
              KEYWORD@23..34 "PREEMPTABLE"
    "#]],
    );
}

#[test]
fn preemption_errors() {
    check_errors(
        Grammar::Preemption,
        &[
            "PREEMPT[low]",
            "yes",
            "PREEMPTIVE low, idle",
            "PREEMPTIVE[low, idle, x]",
            "PREEMPTIVE[low",
            "PREEMPTIVE[low PREEMPTABLE[high]",
            "PREEMPTIVE[low]]",
            "PREEMPTIVE[]",
            "PREEMPTIVE[low+x]",
            "PREEMPTIVE[low +2]",
            "PREEMPTIVE[+2]",
            "PREEMPTIVE[low+]",
            "PREEMPTIVE[[low]",
            "PREEMPTIVE, PREEMPTABLE",
            "PREEMPTIVE(low)",
            "y PREEMPTIVE[low]",
        ],
        expect![[r#"
            PREEMPT[low]
                Value(Expected("`PREEMPTIVE` or `PREEMPTABLE`")) at `PREEMPT`
            yes
                Value(Expected("`PREEMPTIVE` or `PREEMPTABLE`")) at `yes`
            PREEMPTIVE low, idle
                Value(Expected("`[`")) at `low,`
            PREEMPTIVE[low, idle, x]
                Value(CommaSeparator) at `,`
            PREEMPTIVE[low
                Value(Unclosed('[')) at `[`
            PREEMPTIVE[low PREEMPTABLE[high]
                Value(Unclosed('[')) at `[`
            PREEMPTIVE[low]]
                Value(Unopened(']')) at `]`
            PREEMPTIVE[]
                Value(Empty) at `[]`
            PREEMPTIVE[low+x]
                Value(Expected("an integer")) at `x`
            PREEMPTIVE[low +2]
                Value(BlankAround('+')) at ` +`
            PREEMPTIVE[+2]
                Value(Expected("a queue name before `+`")) at `+`
            PREEMPTIVE[low+]
                Value(Expected("an integer after `+`")) at `]`
            PREEMPTIVE[[low]
                Value(Unclosed('[')) at `[`
            PREEMPTIVE, PREEMPTABLE
                Value(CommaSeparator) at `,`
            PREEMPTIVE(low)
                Value(Expected("`[`")) at `(low)`
            y PREEMPTIVE[low]
                Value(Expected("`PREEMPTIVE` or `PREEMPTABLE`")) at `y`
        "#]],
    );
}

#[test]
fn job_controls() {
    accepts(
        Grammar::JobControls,
        &[
            "SUSPEND[SIGTSTP] RESUME[SIGCONT] TERMINATE[SIGTERM]",
            "SUSPEND[CHKPNT]",
            "TERMINATE[/opt/clean; kill -9 $LSB_JOBPIDS]",
            "TERMINATE[\"/opt/clean -x\"]",
            "SUSPEND [ SIGSTOP ]",
            "SUSPEND[SIGSTOP]RESUME[SIGCONT]",
        ],
    );
    check(
        Grammar::JobControls,
        "SUSPEND[CHKPNT] RESUME[ /bin/x $A ]",
        expect![[r#"
        VALUE@0..35
          JOB_CONTROLS@0..35
            JOB_CONTROL@0..15
              KEYWORD@0..7 "SUSPEND"
              L_BRACKET@7..8 "["
              WORD@8..14 "CHKPNT"
              R_BRACKET@14..15 "]"
            WHITESPACE@15..16 " "
            JOB_CONTROL@16..35
              KEYWORD@16..22 "RESUME"
              L_BRACKET@22..23 "["
              WHITESPACE@23..24 " "
              TEXT@24..33 "/bin/x $A"
              WHITESPACE@33..34 " "
              R_BRACKET@34..35 "]"
    "#]],
    );
}

#[test]
fn job_control_errors() {
    check_errors(
        Grammar::JobControls,
        &[
            "SUSPEND",
            "SUSPEND SIGTSTP",
            "SUSPEND SIGTSTP RESUME[SIGCONT]",
            "PAUSE[x]",
            "suspend[SIGSTOP]",
            "SUSPEND[SIGSTOP",
            "SUSPEND[]",
            "SUSPEND[ [ -f /x ] && kill -STOP $P ]",
            "SUSPEND[ [ -f /x ] && kill -STOP $P ] RESUME[SIGCONT]",
            "SUSPEND[SIGSTOP]]",
            "SUSPEND[SIGSTOP], RESUME[SIGCONT]",
            "SIGTSTP",
            "/bin/kill $X",
            "SUSPEND(SIGSTOP)",
        ],
        expect![[r#"
            SUSPEND
                Value(Expected("`[` and an action")) at the end, 7
            SUSPEND SIGTSTP
                Value(Expected("`[` and an action")) at `SIGTSTP`
            SUSPEND SIGTSTP RESUME[SIGCONT]
                Value(Expected("`[` and an action")) at `SIGTSTP`
            PAUSE[x]
                Value(Expected("`SUSPEND`, `RESUME` or `TERMINATE`")) at `PAUSE`
            suspend[SIGSTOP]
                Value(Expected("`SUSPEND`, `RESUME` or `TERMINATE`")) at `suspend`
            SUSPEND[SIGSTOP
                Value(Unclosed('[')) at `[`
            SUSPEND[]
                Value(Empty) at `[]`
            SUSPEND[ [ -f /x ] && kill -STOP $P ]
                Value(Unexpected) at `&& kill -STOP $P ]`
            SUSPEND[ [ -f /x ] && kill -STOP $P ] RESUME[SIGCONT]
                Value(Unexpected) at `&& kill -STOP $P ]`
            SUSPEND[SIGSTOP]]
                Value(Unopened(']')) at `]`
            SUSPEND[SIGSTOP], RESUME[SIGCONT]
                Value(CommaSeparator) at `,`
            SIGTSTP
                Value(Expected("`SUSPEND`, `RESUME` or `TERMINATE`")) at `SIGTSTP`
            /bin/kill $X
                Value(Expected("`SUSPEND`, `RESUME` or `TERMINATE`")) at `/bin/kill $X`
            SUSPEND(SIGSTOP)
                Value(Expected("`[` and an action")) at `(SIGSTOP)`
        "#]],
    );
}

#[test]
fn exit_values() {
    accepts(
        Grammar::ExitValues,
        &["99", "99 100 125", "all ~1 ~2", "99 EXCLUDE(1 20)", "EXCLUDE(all ~5)", "all EXCLUDE(2)", "EXCLUDE( 1 )"],
    );
    check(
        Grammar::ExitValues,
        "30 all ~1 EXCLUDE(20 ~3)",
        expect![[r#"
        VALUE@0..24
          EXIT_VALUES@0..24
            INTEGER@0..2 "30"
            WHITESPACE@2..3 " "
            KEYWORD@3..6 "all"
            WHITESPACE@6..7 " "
            TILDE@7..8 "~"
            INTEGER@8..9 "1"
            WHITESPACE@9..10 " "
            EXIT_EXCLUDE@10..24
              KEYWORD@10..17 "EXCLUDE"
              L_PAREN@17..18 "("
              INTEGER@18..20 "20"
              WHITESPACE@20..21 " "
              TILDE@21..22 "~"
              INTEGER@22..23 "3"
              R_PAREN@23..24 ")"
    "#]],
    );
    check_errors(
        Grammar::ExitValues,
        &[
            "99,100",
            "30 EXCLUDE 20",
            "EXCLUDE (20)",
            "EXCLUDE()",
            "EXCLUDE(20",
            "EXCLUDE(20))",
            "EXCLUDE",
            "x",
            "1.5",
            "all ~",
            "all ~ 1",
            "all ~~1",
            "(1 2)",
            "1-5",
        ],
        expect![[r#"
            99,100
                Value(CommaSeparator) at `,`
            30 EXCLUDE 20
                Value(Expected("`(` after `EXCLUDE`")) at `20`
            EXCLUDE (20)
                Value(BlankAround('(')) at ` (`
            EXCLUDE()
                Value(Empty) at `()`
            EXCLUDE(20
                Value(Unclosed('(')) at `(`
            EXCLUDE(20))
                Value(Unopened(')')) at `)`
            EXCLUDE
                Value(Expected("`(` after `EXCLUDE`")) at the end, 7
            x
                Value(Expected("an exit code")) at `x`
            1.5
                Value(Expected("an exit code")) at `1.5`
            all ~
                Value(Expected("an exit code after `~`")) at `~`
            all ~ 1
                Value(BlankAround('~')) at `~ `
            all ~~1
                Value(Expected("an exit code after `~`")) at `~`
            (1 2)
                Value(Unexpected) at `(1 2)`
            1-5
                Value(Expected("an exit code")) at `1-5`
        "#]],
    );
}

#[test]
fn slot_reserve() {
    accepts(Grammar::SlotReserve, &["MAX_RESERVE_TIME[5]", "MAX_RESERVE_TIME[5] BACKFILL", "MAX_RESERVE_TIME [ 5 ]"]);
    check(
        Grammar::SlotReserve,
        "MAX_RESERVE_TIME[5] BACKFILL",
        expect![[r#"
        VALUE@0..28
          SLOT_RESERVE@0..28
            SLOT_RESERVE_ITEM@0..19
              KEYWORD@0..16 "MAX_RESERVE_TIME"
              L_BRACKET@16..17 "["
              INTEGER@17..18 "5"
              R_BRACKET@18..19 "]"
            WHITESPACE@19..20 " "
            KEYWORD@20..28 "BACKFILL"
    "#]],
    );
    check_errors(
        Grammar::SlotReserve,
        &[
            "5",
            "MAX_RESERVE_TIME",
            "MAX_RESERVE_TIME[5",
            "MAX_RESERVE_TIME(5)",
            "MAX_RESERVE_TIME[]",
            "MAX_RESERVE_TIME[x]",
            "MAX_RESERVE_TIME[5 6]",
            "max_reserve_time[5]",
            "MAX_RESERVE_TIME[5] yes",
            "MAX_RESERVE_TIME[5]]",
            "MAX_RESERVE_TIME 5",
        ],
        expect![[r#"
            5
                Value(Expected("`MAX_RESERVE_TIME[n]`")) at `5`
            MAX_RESERVE_TIME
                Value(Expected("`[`")) at the end, 16
            MAX_RESERVE_TIME[5
                Value(Unclosed('[')) at `[`
            MAX_RESERVE_TIME(5)
                Value(Expected("`[`")) at `(5)`
            MAX_RESERVE_TIME[]
                Value(Empty) at `[]`
            MAX_RESERVE_TIME[x]
                Value(Expected("an integer")) at `x`
            MAX_RESERVE_TIME[5 6]
                Value(Unexpected) at `6`
            max_reserve_time[5]
                Value(Expected("`MAX_RESERVE_TIME`")) at `max_reserve_time`
            MAX_RESERVE_TIME[5] yes
                Value(Unexpected) at `yes`
            MAX_RESERVE_TIME[5]]
                Value(Unopened(']')) at `]`
            MAX_RESERVE_TIME 5
                Value(Expected("`[`")) at `5`
        "#]],
    );
}

#[test]
fn exclusive() {
    accepts(Grammar::Exclusive, &["Y", "n", "yes", "CU", "CU[]", "CU[rack]", "cu[enclosure]"]);
    check(
        Grammar::Exclusive,
        "CU[rack]",
        expect![[r#"
        VALUE@0..8
          EXCLUSIVE@0..8
            KEYWORD@0..2 "CU"
            L_BRACKET@2..3 "["
            NAME@3..7 "rack"
            R_BRACKET@7..8 "]"
    "#]],
    );
    check_errors(
        Grammar::Exclusive,
        &["maybe", "CU[rack", "CU [rack]", "CU[a b]", "CU(rack)", "Y N", "[rack]", "CU[rack]]", "Y[rack]"],
        expect![[r#"
            maybe
                Value(Expected("`Y`, `N` or `CU[type]`")) at `maybe`
            CU[rack
                Value(Unclosed('[')) at `[`
            CU [rack]
                Value(BlankAround('[')) at ` [`
            CU[a b]
                Value(Unexpected) at `b`
            CU(rack)
                Value(Expected("`Y`, `N` or `CU[type]`")) at `CU(rack)`
            Y N
                Value(TooMany) at `N`
            [rack]
                Value(Expected("`Y`, `N` or `CU[type]`")) at `[rack]`
            CU[rack]]
                Value(Unopened(']')) at `]`
            Y[rack]
                Value(TooMany) at `[rack]`
        "#]],
    );
}

#[test]
fn checkpoint() {
    accepts(
        Grammar::Checkpoint,
        &["/scratch/ck", "/scratch/ck 30", "ck init=5 30 method=fluent", "$HOME/ck 30", "dir -5"],
    );
    check(
        Grammar::Checkpoint,
        "ck init=5 30",
        expect![[r#"
        VALUE@0..12
          CHECKPOINT@0..12
            PATH@0..2 "ck"
            WHITESPACE@2..3 " "
            KEYWORD@3..7 "init"
            EQ@7..8 "="
            WORD@8..9 "5"
            WHITESPACE@9..10 " "
            INTEGER@10..12 "30"
    "#]],
    );
    check_errors(
        Grammar::Checkpoint,
        &["dir x", "dir 30 40", "dir 30m", "dir 30 a b"],
        expect![[r#"
        dir x
            Value(Expected("a period in minutes")) at `x`
        dir 30 40
            Value(TooMany) at `40`
        dir 30m
            Value(Unit) at `m`
        dir 30 a b
            Value(TooMany) at `a b`
    "#]],
    );
}
