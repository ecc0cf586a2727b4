//! The structure of files: sections, lines, tables, directives, recovery, and the properties every tree has.

use expect_test::{Expect, expect};
use lsflint_spec::FileKind;
use lsflint_syntax::{Edit, Outline, SyntaxKind, TextRange, TextSize, parse, reparse};
use proptest::prelude::*;

#[track_caller]
fn check(kind: FileKind, text: &str, expect: Expect) {
    let parse = parse(text, kind);
    assert_eq!(parse.root().text(), text, "the tree has lost text");
    assert_eq!(Outline::read(text, kind, |_| false), Outline::of(&parse), "without a tree and from one");
    expect.assert_eq(&parse.dump());
}

/// Only the errors, for cases where the tree is not the point.
#[track_caller]
fn check_errors(kind: FileKind, text: &str, expect: Expect) {
    let parse = parse(text, kind);
    assert_eq!(parse.root().text(), text, "the tree has lost text");
    let mut lines = String::new();
    for error in parse.errors() {
        lines.push_str(&format!("{:?} at {:?}\n", error.kind, &text[error.range]));
    }
    expect.assert_eq(&lines);
}

/// The kinds of the values, of their grammars and of their tokens, when those without two spaces are not read.
#[test]
fn values_that_need_not_be_read_are_one_token() {
    let text =
        "Begin Queue\nPRIORITY = x 1\nHOSTS = a  b\nNICE = {{ n }}\nRES_REQ = a && \\\n b\nUSERS = u,\n\nEnd Queue\n";
    let outline = Outline::read(text, FileKind::LsbQueues, |it| !it.contains("  "));
    let section = outline.root().part(SyntaxKind::SECTION).expect("a section");
    let values = section.parts().filter_map(|it| it.part(SyntaxKind::VALUE));
    let values: Vec<String> = values
        .map(|it| {
            let tokens: Vec<String> = it.tokens().map(|(kind, range)| format!("{kind:?} {:?}", &text[range])).collect();
            format!("{:?}: {}\n", it.content(), tokens.join(", "))
        })
        .collect();
    expect![[r#"
        None: TEXT "x 1"
        Some(HOST_LIST): NAME "a", WHITESPACE "  ", NAME "b"
        None: TEXT "{{ n }}"
        Some(RES_REQ): NAME "a", WHITESPACE " ", AND_AND "&&", CONTINUATION " \\\n ", NAME "b"
        Some(USER_LIST): NAME "u", COMMA ","
    "#]]
    .assert_eq(&values.concat());
    let wrong: Vec<&str> = outline.errors().iter().map(|it| &text[it.range]).collect();
    assert_eq!(wrong, [","], "the priority is not read, the users next to an empty line are");
}

#[test]
fn keyed_section() {
    check(
        FileKind::LsbQueues,
        "# top\nBegin Queue\n  QUEUE_NAME = night # note\nPRIORITY=30\nEnd Queue\n",
        expect![[r##"
            FILE@0..68
              COMMENT@0..5 "# top"
              NEWLINE@5..6 "\n"
              SECTION@6..68
                SECTION_BEGIN@6..18
                  BEGIN_KW@6..11 "Begin"
                  WHITESPACE@11..12 " "
                  SECTION_NAME@12..17 "Queue"
                  NEWLINE@17..18 "\n"
                ENTRY@18..46
                  WHITESPACE@18..20 "  "
                  KEY@20..30 "QUEUE_NAME"
                  WHITESPACE@30..31 " "
                  EQUALS@31..32 "="
                  WHITESPACE@32..33 " "
                  VALUE@33..38
                    NAME@33..38 "night"
                  WHITESPACE@38..39 " "
                  COMMENT@39..45 "# note"
                  NEWLINE@45..46 "\n"
                ENTRY@46..58
                  KEY@46..54 "PRIORITY"
                  EQUALS@54..55 "="
                  VALUE@55..57
                    INTEGER@55..57 "30"
                  NEWLINE@57..58 "\n"
                SECTION_END@58..68
                  END_KW@58..61 "End"
                  WHITESPACE@61..62 " "
                  SECTION_NAME@62..67 "Queue"
                  NEWLINE@67..68 "\n"
        "##]],
    );
}

#[test]
fn table_section_splits_rows_as_lsf_does() {
    check(
        FileKind::LsbHosts,
        "Begin Host\nHOST_NAME MXJ r1m\nhosta (4) -\n(default) () 3.5/4.5\nEnd Host\n",
        expect![[r#"
            FILE@0..71
              SECTION@0..71
                SECTION_BEGIN@0..11
                  BEGIN_KW@0..5 "Begin"
                  WHITESPACE@5..6 " "
                  SECTION_NAME@6..10 "Host"
                  NEWLINE@10..11 "\n"
                TABLE_HEADER@11..29
                  COLUMN_NAME@11..20 "HOST_NAME"
                  WHITESPACE@20..21 " "
                  COLUMN_NAME@21..24 "MXJ"
                  WHITESPACE@24..25 " "
                  COLUMN_NAME@25..28 "r1m"
                  NEWLINE@28..29 "\n"
                TABLE_ROW@29..41
                  CELL@29..34
                    HOST_LIST@29..34
                      NAME@29..34 "hosta"
                  WHITESPACE@34..35 " "
                  CELL@35..38
                    L_PAREN@35..36 "("
                    INTEGER@36..37 "4"
                    R_PAREN@37..38 ")"
                  WHITESPACE@38..39 " "
                  CELL@39..40
                    UNSET@39..40 "-"
                  NEWLINE@40..41 "\n"
                TABLE_ROW@41..62
                  CELL@41..50
                    L_PAREN@41..42 "("
                    WORD@42..49 "default"
                    R_PAREN@49..50 ")"
                  WHITESPACE@50..51 " "
                  CELL@51..53
                    UNSET@51..53 "()"
                  WHITESPACE@53..54 " "
                  CELL@54..61
                    THRESHOLD@54..61
                      NUMBER@54..57 "3.5"
                      SLASH@57..58 "/"
                      NUMBER@58..61 "4.5"
                  NEWLINE@61..62 "\n"
                SECTION_END@62..71
                  END_KW@62..65 "End"
                  WHITESPACE@65..66 " "
                  SECTION_NAME@66..70 "Host"
                  NEWLINE@70..71 "\n"
        "#]],
    );
}

#[test]
fn flat_lines_of_lsf_conf() {
    check(
        FileKind::LsfConf,
        "LSF_CONFDIR=/opt/lsf/conf\nLSF_MASTER_LIST=\"h1 h2\" # two\nLSB_MAILTO=\n",
        expect![[r##"
            FILE@0..68
              ENTRY@0..26
                KEY@0..11 "LSF_CONFDIR"
                EQUALS@11..12 "="
                VALUE@12..25
                  PATH@12..25 "/opt/lsf/conf"
                NEWLINE@25..26 "\n"
              ENTRY@26..56
                KEY@26..41 "LSF_MASTER_LIST"
                EQUALS@41..42 "="
                VALUE@42..49
                  QUOTE@42..43 "\""
                  HOST_LIST@43..48
                    NAME@43..45 "h1"
                    WHITESPACE@45..46 " "
                    NAME@46..48 "h2"
                  QUOTE@48..49 "\""
                WHITESPACE@49..50 " "
                COMMENT@50..55 "# two"
                NEWLINE@55..56 "\n"
              ENTRY@56..68
                KEY@56..66 "LSB_MAILTO"
                EQUALS@66..67 "="
                NEWLINE@67..68 "\n"
        "##]],
    );
}

#[test]
fn conditionals_are_nodes() {
    check(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = q\n#if time(8:00-19:00)\nPRIORITY = 1\n#else\nPRIORITY = 2\n#endif\nEnd Queue\n",
        expect![[r##"
            FILE@0..97
              SECTION@0..97
                SECTION_BEGIN@0..12
                  BEGIN_KW@0..5 "Begin"
                  WHITESPACE@5..6 " "
                  SECTION_NAME@6..11 "Queue"
                  NEWLINE@11..12 "\n"
                ENTRY@12..27
                  KEY@12..22 "QUEUE_NAME"
                  WHITESPACE@22..23 " "
                  EQUALS@23..24 "="
                  WHITESPACE@24..25 " "
                  VALUE@25..26
                    NAME@25..26 "q"
                  NEWLINE@26..27 "\n"
                CONDITIONAL@27..87
                  BRANCH@27..61
                    DIRECTIVE@27..48
                      DIRECTIVE_KW@27..30 "#if"
                      WHITESPACE@30..31 " "
                      CONDITION_EXPRESSION@31..47
                        TIME_EXPRESSION@31..47
                          TIME_ITEM@31..47
                            KEYWORD@31..35 "time"
                            L_PAREN@35..36 "("
                            TIME_WINDOW@36..46
                              TIME_POINT@36..40
                                INTEGER@36..37 "8"
                                COLON@37..38 ":"
                                INTEGER@38..40 "00"
                              MINUS@40..41 "-"
                              TIME_POINT@41..46
                                INTEGER@41..43 "19"
                                COLON@43..44 ":"
                                INTEGER@44..46 "00"
                            R_PAREN@46..47 ")"
                      NEWLINE@47..48 "\n"
                    ENTRY@48..61
                      KEY@48..56 "PRIORITY"
                      WHITESPACE@56..57 " "
                      EQUALS@57..58 "="
                      WHITESPACE@58..59 " "
                      VALUE@59..60
                        INTEGER@59..60 "1"
                      NEWLINE@60..61 "\n"
                  BRANCH@61..80
                    DIRECTIVE@61..67
                      DIRECTIVE_KW@61..66 "#else"
                      NEWLINE@66..67 "\n"
                    ENTRY@67..80
                      KEY@67..75 "PRIORITY"
                      WHITESPACE@75..76 " "
                      EQUALS@76..77 "="
                      WHITESPACE@77..78 " "
                      VALUE@78..79
                        INTEGER@78..79 "2"
                      NEWLINE@79..80 "\n"
                  DIRECTIVE@80..87
                    DIRECTIVE_KW@80..86 "#endif"
                    NEWLINE@86..87 "\n"
                SECTION_END@87..97
                  END_KW@87..90 "End"
                  WHITESPACE@90..91 " "
                  SECTION_NAME@91..96 "Queue"
                  NEWLINE@96..97 "\n"
        "##]],
    );
}

#[test]
fn a_block_that_crosses_sections_stays_flat() {
    check_errors(
        FileKind::LsbQueues,
        "#if time(8:00-19:00)\nBegin Queue\nQUEUE_NAME = a\n#else\nBegin Queue\nQUEUE_NAME = b\n#endif\nPRIORITY = 1\nEnd Queue\n",
        expect![[""]],
    );
}

#[test]
fn continuation_joins_without_a_space_in_batch_files() {
    check(
        FileKind::LsbQueues,
        "Begin Queue\nDESCRIPTION = one \\\n  two\nQUEUE_NAME = ni\\\nght\nEnd Queue\n",
        expect![[r#"
            FILE@0..69
              SECTION@0..69
                SECTION_BEGIN@0..12
                  BEGIN_KW@0..5 "Begin"
                  WHITESPACE@5..6 " "
                  SECTION_NAME@6..11 "Queue"
                  NEWLINE@11..12 "\n"
                ENTRY@12..38
                  KEY@12..23 "DESCRIPTION"
                  WHITESPACE@23..24 " "
                  EQUALS@24..25 "="
                  WHITESPACE@25..26 " "
                  VALUE@26..37
                    TEXT@26..37 "one \\\n  two"
                  NEWLINE@37..38 "\n"
                ENTRY@38..59
                  KEY@38..48 "QUEUE_NAME"
                  WHITESPACE@48..49 " "
                  EQUALS@49..50 "="
                  WHITESPACE@50..51 " "
                  VALUE@51..58
                    NAME@51..58 "ni\\\nght"
                  NEWLINE@58..59 "\n"
                SECTION_END@59..69
                  END_KW@59..62 "End"
                  WHITESPACE@62..63 " "
                  SECTION_NAME@63..68 "Queue"
                  NEWLINE@68..69 "\n"
        "#]],
    );
}

#[test]
fn continuation_is_one_space_in_base_files() {
    check(
        FileKind::LsfShared,
        "Begin Cluster\nClusterName\\\nServers\ndemo (h1 \\\nh2)\nEnd Cluster\n",
        expect![[r#"
            FILE@0..62
              SECTION@0..62
                SECTION_BEGIN@0..14
                  BEGIN_KW@0..5 "Begin"
                  WHITESPACE@5..6 " "
                  SECTION_NAME@6..13 "Cluster"
                  NEWLINE@13..14 "\n"
                TABLE_HEADER@14..35
                  COLUMN_NAME@14..25 "ClusterName"
                  CONTINUATION@25..27 "\\\n"
                  COLUMN_NAME@27..34 "Servers"
                  NEWLINE@34..35 "\n"
                TABLE_ROW@35..50
                  CELL@35..39
                    NAME@35..39 "demo"
                  WHITESPACE@39..40 " "
                  CELL@40..49
                    L_PAREN@40..41 "("
                    HOST_LIST@41..48
                      NAME@41..43 "h1"
                      CONTINUATION@43..46 " \\\n"
                      NAME@46..48 "h2"
                    R_PAREN@48..49 ")"
                  NEWLINE@49..50 "\n"
                SECTION_END@50..62
                  END_KW@50..53 "End"
                  WHITESPACE@53..54 " "
                  SECTION_NAME@54..61 "Cluster"
                  NEWLINE@61..62 "\n"
        "#]],
    );
}

#[test]
fn space_after_the_backslash() {
    check_errors(
        FileKind::LsfShared,
        "Begin HostType\nTYPENAME\nLINUX \\ \nX\nEnd HostType\n",
        expect![[r#"
            Structure(BlankAfterContinuation) at "\\ "
        "#]],
    );
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a\nDESCRIPTION = one \\ \n two\nEnd Queue\n",
        expect![[r#"
            Structure(BlankAfterContinuation) at "\\ "
        "#]],
    );
}

#[test]
fn a_backslash_alone_joins_the_next_line() {
    check(
        FileKind::LsbQueues,
        "Begin Queue\n\\\n  NICE = 5\n\\\nEnd Queue\n",
        expect![[r#"
            FILE@0..37
              SECTION@0..37
                SECTION_BEGIN@0..12
                  BEGIN_KW@0..5 "Begin"
                  WHITESPACE@5..6 " "
                  SECTION_NAME@6..11 "Queue"
                  NEWLINE@11..12 "\n"
                ENTRY@12..25
                  WHITESPACE@12..16 "\\\n  "
                  KEY@16..20 "NICE"
                  WHITESPACE@20..21 " "
                  EQUALS@21..22 "="
                  WHITESPACE@22..23 " "
                  VALUE@23..24
                    INTEGER@23..24 "5"
                  NEWLINE@24..25 "\n"
                SECTION_END@25..37
                  WHITESPACE@25..27 "\\\n"
                  END_KW@27..30 "End"
                  WHITESPACE@30..31 " "
                  SECTION_NAME@31..36 "Queue"
                  NEWLINE@36..37 "\n"
        "#]],
    );
    // Also between two others.
    check(
        FileKind::LsbQueues,
        "Begin Queue\nDESCRIPTION = b \\\n\\\n  c\nEnd Queue\n",
        expect![[r#"
        FILE@0..46
          SECTION@0..46
            SECTION_BEGIN@0..12
              BEGIN_KW@0..5 "Begin"
              WHITESPACE@5..6 " "
              SECTION_NAME@6..11 "Queue"
              NEWLINE@11..12 "\n"
            ENTRY@12..36
              KEY@12..23 "DESCRIPTION"
              WHITESPACE@23..24 " "
              EQUALS@24..25 "="
              WHITESPACE@25..26 " "
              VALUE@26..35
                TEXT@26..35 "b \\\n\\\n  c"
              NEWLINE@35..36 "\n"
            SECTION_END@36..46
              END_KW@36..39 "End"
              WHITESPACE@39..40 " "
              SECTION_NAME@40..45 "Queue"
              NEWLINE@45..46 "\n"
    "#]],
    );
    // An empty line or a directive ends the line.
    let text = "Begin Queue\nNICE = 5 \\\n\\\n\n\\\n#if time(8-9)\nNICE = 6\n#endif\nEnd Queue\n";
    check_errors(
        FileKind::LsbQueues,
        text,
        expect![[r#"
        Structure(ContinuationIntoComment) at "\\"
        Structure(ContinuationIntoComment) at "\\"
        Structure(ContinuationIntoComment) at "\\"
    "#]],
    );
}

#[test]
fn a_misspelled_end_before_a_directive() {
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nNICE = 5\nEdn Queue\n#if time(8-9)\nBegin Queue\nNICE = 6\nEnd Queue\n#endif\n",
        expect![[r#"
            Structure(MisspelledEnd) at "Edn Queue"
        "#]],
    );
}

#[test]
fn continuation_that_ends_early() {
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a \\\n# note\nPRIORITY = 3\nEnd Queue\n",
        expect![[r#"
        Structure(ContinuationIntoComment) at "\\"
    "#]],
    );
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a\nEnd Queue \\",
        expect![[r#"
        Structure(ContinuationAtEnd) at "\\"
    "#]],
    );
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a \\\nPRIORITY = 3\nEnd Queue\n",
        expect![[r#"
            Structure(ContinuationSwallowsLine) at "PRIORITY"
            Value(TooMany) at "PRIORITY = 3"
        "#]],
    );
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a \\\nEnd Queue\n",
        expect![[r#"
            Structure(ContinuationSwallowsLine) at "End"
            Value(TooMany) at "End Queue"
        "#]],
    );
}

#[test]
fn lost_lines_cost_one_error() {
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a\nBegin Queue\nQUEUE_NAME = b\nEnd Queue\n",
        expect![[r#"
        Structure(NotClosedBeforeBegin) at "Begin Queue"
    "#]],
    );
    check_errors(
        FileKind::LsbQueues,
        "QUEUE_NAME = a\nPRIORITY = 3\nEnd Queue\n",
        expect![[r#"
        Structure(OutsideSection) at "QUEUE_NAME = a"
    "#]],
    );
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a\n",
        expect![[r#"
        Structure(NotClosedAtEnd) at "Begin Queue"
    "#]],
    );
    check_errors(
        FileKind::LsbQueues,
        "Begin\nQUEUE_NAME = a\nEnd\n",
        expect![[r#"
        Structure(BeginWithoutName) at "Begin"
        Structure(EndWithoutName) at "End"
    "#]],
    );
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nEnd Queue\n",
        expect![[r#"
        Structure(EmptySection) at "Begin Queue"
    "#]],
    );
}

#[test]
fn wrong_form() {
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME PRIORITY\nnight 3\nEnd Queue\n",
        expect![[r#"
        Structure(TableWhereKeyed) at "QUEUE_NAME PRIORITY"
    "#]],
    );
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME night\nPRIORITY = 3\nEnd Queue\n",
        expect![[r#"
        Structure(TableWhereKeyed) at "QUEUE_NAME night"
    "#]],
    );
    check_errors(
        FileKind::LsbHosts,
        "Begin Host\nHOST_NAME = a\nMXJ = 3\nEnd Host\n",
        expect![[r#"
        Structure(KeyedWhereTable) at "HOST_NAME = a"
    "#]],
    );
}

#[test]
fn rows() {
    check_errors(
        FileKind::LsbHosts,
        "Begin Host\nHOST_NAME MXJ r1m mxj\na 1\nb 1 2 3 4 5\n(c d\n(a)b 1 2 3\n{{ x }} 1\nEnd Host\n",
        expect![[r#"
            Structure(DuplicateColumn) at "mxj"
            Structure(RowTooShort { expected: 4, found: 2 }) at "a 1"
            Structure(RowTooLong { expected: 4, found: 6 }) at "4 5"
            Structure(RowUnclosedParenthesis) at "("
            Structure(TextAfterParenthesis) at "b"
        "#]],
    );
}

#[test]
fn conf_lines() {
    check_errors(
        FileKind::LsfConf,
        "A = 1\nB=x y\nC=\"open\nD=\"x\"y\nexport E=1\nF\nG=\nH=\"a # b\" # c\nI='a b'\n",
        expect![[r#"
            Structure(BlankAroundEquals) at " = "
            Structure(UnquotedSecondWord) at "y"
            Structure(UnbalancedQuote) at "\""
            Structure(TextAfterQuote) at "y"
            Structure(ShellSyntax) at "export E=1"
            Structure(MissingEquals) at "F"
            Structure(UnquotedSecondWord) at "b'"
        "#]],
    );
}

#[test]
fn equal_rows_have_equal_errors() {
    let rows = "n1 (a\n".repeat(2);
    check_errors(
        FileKind::LsbHosts,
        &format!("Begin HostGroup\nGROUP_NAME GROUP_MEMBER\n{rows}End HostGroup\n"),
        expect![[r#"
            Structure(RowUnclosedParenthesis) at "("
            Structure(RowUnclosedParenthesis) at "("
        "#]],
    );
}

#[test]
fn second_equals_signs() {
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nPRIORITY == 40\nHOSTS = = =\nDESCRIPTION = a == b\nEnd Queue\n",
        expect![[r#"
            Structure(DoubledEquals) at "="
            Structure(DoubledEquals) at "="
        "#]],
    );
    check_errors(
        FileKind::LsfConf,
        "A==/b\nB==\nC=\"=c\"\n",
        expect![[r#"
        Structure(DoubledEquals) at "="
        Structure(DoubledEquals) at "="
    "#]],
    );
}

#[test]
fn base_files_drop_a_backslash_before_whitespace() {
    check_errors(
        FileKind::LsfShared,
        "Begin HostType\nTYPENAME\na \\\t\nb \\ c\nc \\d\nEnd HostType\n",
        expect![[r#"
            Structure(BlankAfterContinuation) at "\\\t"
            Structure(RowTooLong { expected: 1, found: 2 }) at "c"
            Structure(RowTooLong { expected: 1, found: 2 }) at "\\d"
        "#]],
    );
    check_errors(
        FileKind::LsfConf,
        "A=1 \\ \nB=\"x \\ y\" \\ z\n",
        expect![[r#"
        Structure(BlankAfterContinuation) at "\\ "
        Structure(UnquotedSecondWord) at "z"
    "#]],
    );
}

#[test]
fn keyed_lines() {
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a\nNICE\n = 30\nNICE PRIORITY = 3\nPRIORITY =\nUSERS = (a b) c\nHOSTS = (a b\nEnd Queue\n",
        expect![[r#"
            Structure(MissingEquals) at "NICE"
            Structure(MissingName) at "= 30"
            Structure(TextBeforeEquals) at "PRIORITY"
            Structure(EmptyValue) at "PRIORITY ="
            Structure(TextAfterParenthesis) at "c"
            Structure(UnclosedParenthesis) at "("
        "#]],
    );
}

#[test]
fn odd_bytes() {
    check_errors(
        FileKind::LsbQueues,
        "\u{feff}Begin Queue\nQUEUE_NAME = a\0b\nEnd Queue\n",
        expect![[r#"
        Structure(ByteOrderMark) at "\u{feff}"
        Structure(NulByte) at "\0"
    "#]],
    );
    check_errors(FileKind::LsbQueues, "Begin Queue\r\nQUEUE_NAME = a\r\nEnd Queue\r\n", expect![[""]]);
}

#[test]
fn directives() {
    check_errors(
        FileKind::LsbQueues,
        "#if\n#endif\n#else\n#define X\n#INCLUDE path\n#INCLUDE \"p\" # ok\n#if time(1:00-2:00)\n#else\n#else\n#endif\n#if X\n",
        expect![[r##"
            Structure(DirectiveWithoutCondition) at "#if"
            Structure(DirectiveWithoutIf) at "#else"
            Structure(IncompleteDefine) at "#define"
            Structure(IncludeWithoutPath) at "#INCLUDE path"
            Structure(DirectiveAfterElse) at "#else"
            Structure(IfWithoutEndif) at "#if"
        "##]],
    );
}

#[test]
fn damaged_markers_cost_one_error() {
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a\nEdn Queue\n\nBegin Queue\nQUEUE_NAME = b\nEndQueue\n",
        expect![[r#"
            Structure(MisspelledEnd) at "Edn Queue"
            Structure(MisspelledEnd) at "EndQueue"
        "#]],
    );
    check_errors(
        FileKind::LsbHosts,
        "Begin Host\nHOST_NAME MXJ\nb 2\nEd Host\n",
        expect![[r#"
        Structure(MisspelledEnd) at "Ed Host"
    "#]],
    );
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nBegin Queue\nQUEUE_NAME = b\nEnd Queue\n",
        expect![[r#"
        Structure(NotClosedBeforeBegin) at "Begin Queue"
    "#]],
    );
}

#[test]
fn sections_that_lsf_skips_are_not_judged() {
    check_errors(
        FileKind::LsbQueues,
        "Begin Nothing\nA = 1\nB\nC =\nx D = 1\nEnd Nothing\nBegin Other\nA B\n1\n(2\nEnd Other\n",
        expect![[""]],
    );
}

#[test]
fn quotes_do_not_protect_a_comment_sign_in_batch_files() {
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a\nDESCRIPTION = \"tier #1\"\nNICE = 5 # \"quoted\"\nEnd Queue\n",
        expect![[r##"
            Structure(CommentInsideQuotes) at "#"
        "##]],
    );
}

#[test]
fn an_open_quote_hides_a_comment_in_base_files() {
    let header = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n";
    check_errors(
        FileKind::LsfShared,
        &format!("{header}tape Numeric () N (5\" tape) # note\ndisk Numeric () N (3\" disk)\nEnd Resource\n"),
        expect![[r##"
            Structure(QuoteHidesComment) at "\""
            Structure(RowTooLong { expected: 5, found: 7 }) at "# note"
        "##]],
    );
}

#[test]
fn prose_behind_an_if_that_nothing_closes_is_a_comment() {
    let text =
        "#if you change this\nBegin Queue\n#if time(8:00-9:00)\n#if so\nQUEUE_NAME = a\n#endif\n#endif\nEnd Queue\n";
    check_errors(
        FileKind::LsbQueues,
        text,
        expect![[r##"
        Structure(CommentLikeDirective) at "#if"
    "##]],
    );
    let closed = text.replace("#if you change this\n", "");
    check_errors(FileKind::LsbQueues, &closed, expect![[""]]);
}

#[test]
fn templates_may_bring_what_is_missing() {
    for text in [
        "{{ head }}\nBegin Queue\n{{ name }}\nPRIORITY = 3\n{{ more }} x\nEnd Queue\n",
        "Begin Queue\n{{ lines }}\nEnd Queue\n",
    ] {
        check_errors(FileKind::LsbQueues, text, expect![[""]]);
    }
    let table =
        "Begin Host\n{{ header }}\na 1\n{{ row }}\nb\nEnd Host\nBegin Host\nHOST_NAME {{ more }}\na 1\nEnd Host\n";
    check_errors(FileKind::LsbHosts, table, expect![[""]]);
    check_errors(FileKind::LsfConf, "{{ lines }}\nLSF_TOP={{ top }}\n", expect![[""]]);
}

#[test]
fn lookalikes() {
    check_errors(
        FileKind::LsbQueues,
        "Begin Queue\nQUEUE_NAME = a\nPRIORITY\u{a0}= 5\nRES_REQ = \u{201c}select[mem>5]\u{201d}\nDESCRIPTION = \u{201c}a\u{201d}\nEnd Queue\n",
        expect![[r#"
            Structure(Lookalike) at "\u{a0}"
            Structure(Lookalike) at "“"
        "#]],
    );
    check_errors(
        FileKind::LsbHosts,
        "Begin Host\nHOST_NAME MXJ\nb\u{a0} \u{2013}\nEnd Host\n",
        expect![[r#"
            Structure(Lookalike) at "\u{a0}"
            Value(Expected("an integer")) at "–"
        "#]],
    );
}

/// Pieces that meet every branch of the structure parser.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "Begin Queue\n",
            "End Queue\n",
            "Begin Host\n",
            "End Host\n",
            "QUEUE_NAME = a\n",
            "HOST_NAME MXJ\n",
            "hosta (1 2)\n",
            "RES_REQ = select[mem>10] \\\n",
            " rusage[mem=5]\n",
            "#if time(8:00-19:00)\n",
            "#else\n",
            "#elif time(1:00-2:00)\n",
            "#endif\n",
            "#if you change it\n",
            "# note\n",
            "\n",
            "  \\\n",
            "\\ \n",
            "A=\"b c\"\n",
            "A = (b c) d\n",
            "x",
            " ",
            "\\",
            "#",
            "=",
            "(",
            ")",
            "\"",
            "\r\n",
            "\0",
            "\u{feff}",
            "é",
            "{% if x %}\n",
            "{{ y }}",
            "#INCLUDE \"f\"\n",
            "#define A time(1:00-2:00)\n",
            "begin",
            "End",
            "Edn Queue\n",
            "\u{a0}",
            "DESCRIPTION = \"a # b\"\n",
        ])
        .prop_map(str::to_owned),
        "[ -~\n]{0,12}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..24).prop_map(|it| it.concat())
}

fn kind() -> impl Strategy<Value = FileKind> {
    prop::sample::select(FileKind::ALL.to_vec())
}

/// An offset on a character boundary.
fn boundary(text: &str, wish: usize) -> usize {
    (0..=wish.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Whether the children outside of the difference of two trees are equal, and inside of it are in the ranges.
fn check_difference(old: &lsflint_syntax::Parse, new: &lsflint_syntax::Parse) -> Result<(), TestCaseError> {
    let found = new.difference_from(old);
    let (old_text, new_text) = (old.root().text(), new.root().text());
    let children = |parse: &lsflint_syntax::Parse, text: &str| -> Vec<(SyntaxKind, String)> {
        parse.root().elements().map(|it| (it.kind(), text[it.range()].to_owned())).collect()
    };
    let (old, new) = (children(old, &old_text), children(new, &new_text));
    prop_assert_eq!(&old[..found.before.start], &new[..found.after.start]);
    prop_assert_eq!(&old[found.before.end..], &new[found.after.end..]);
    let text_of = |children: &[(SyntaxKind, String)]| children.iter().map(|it| &*it.1).collect::<String>();
    for (children, run, range, text) in
        [(&old, found.before, found.before_range, old_text), (&new, found.after, found.after_range, new_text)]
    {
        let start = text_of(&children[..run.start]).len();
        let length = text_of(&children[run]).len();
        prop_assert_eq!(std::ops::Range::<usize>::from(range), start..start + length, "{}", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_text_survives(text in text(), kind in kind()) {
        let parse = parse(&text, kind);
        prop_assert_eq!(parse.root().text(), text.clone());
        prop_assert_eq!(Outline::read(&text, kind, |_| false), Outline::of(&parse));
        for error in parse.errors() {
            prop_assert!(usize::from(error.range.end()) <= text.len());
            prop_assert!(text.is_char_boundary(error.range.start().into()) && text.is_char_boundary(error.range.end().into()));
        }
    }

    #[test]
    fn parsing_an_edit_equals_parsing_the_new_text(
        text in text(), insert in piece(), from in 0usize..400, length in 0usize..30, kind in kind(),
    ) {
        let start = boundary(&text, from % (text.len() + 1));
        let end = boundary(&text, start + length).max(start);
        let mut new_text = text.clone();
        new_text.replace_range(start..end, &insert);
        let range = TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32));
        let old = parse(&text, kind);
        let edited = reparse(&old, &Edit { range, insert }, &new_text, kind);
        prop_assert_eq!(edited.dump(), parse(&new_text, kind).dump());
    }
}

/// A section, or lines between two sections.
fn part() -> impl Strategy<Value = String> {
    let body = prop::collection::vec(
        prop::sample::select(vec![
            "PRIORITY = 1\n",
            "#if time(8:00-19:00)\n",
            "#else\n",
            "#endif\n",
            "#if you change it\n",
            "HOSTS = a \\\n b\n",
            "# note\n",
        ]),
        0..4,
    );
    let ends = prop::sample::select(vec!["End Queue\n", "End Queue\n\n", "End Queue\n# note \\\n", "\n", "x End\n"]);
    let between =
        prop::sample::select(vec!["", "", "#if time(1:00-2:00)\n", "#else\n", "#endif\n", "# x\n", "stray\n"]);
    (between, body, ends)
        .prop_map(|(between, body, end)| format!("{between}Begin Queue\nQUEUE_NAME = a\n{}{end}", body.concat()))
}

/// A text to insert, where, the length of the text that it replaces, and whether it starts at the start of a line.
type RandomEdit = (String, usize, usize, bool);

fn edits() -> impl Strategy<Value = Vec<RandomEdit>> {
    let length = prop_oneof![3 => Just(0usize), 3 => 0usize..30, 1 => 0usize..900];
    prop::collection::vec((piece(), 0usize..9000, length, any::<bool>()), 1..7)
}

fn check_edits(parts: &[String], edits: Vec<RandomEdit>) -> Result<(), TestCaseError> {
    let named = parts.iter().enumerate().map(|(number, it)| it.replace("= a\n", &format!("= a{number}\n")));
    let (kind, mut text) = (FileKind::LsbQueues, named.collect::<String>());
    let mut tree = parse(&text, kind);
    for (insert, from, length, whole_line) in edits {
        let mut start = boundary(&text, from % (text.len() + 1));
        if whole_line {
            start = text[..start].rfind('\n').map_or(0, |it| it + 1);
        }
        let end = boundary(&text, start + length).max(start);
        text.replace_range(start..end, &insert);
        let range = TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32));
        let edited = reparse(&tree, &Edit { range, insert }, &text, kind);
        let fresh = parse(&text, kind);
        check_difference(&tree, &edited)?;
        check_difference(&tree, &fresh)?;
        tree = edited;
        prop_assert_eq!(tree.dump(), fresh.dump());
        prop_assert!(tree.root().green() == fresh.root().green());
        prop_assert_eq!(tree.has_crossing_blocks(), fresh.has_crossing_blocks());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parsing_edits_one_after_another_equals_parsing_the_new_text(
        parts in prop::collection::vec(part(), 1..9), edits in edits(),
    ) {
        check_edits(&parts, edits)?;
    }
}

proptest! {
    // Large texts take their time.
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parsing_edits_of_many_sections_equals_parsing_the_new_text(
        // If blocks cross sections, the whole text is parsed.
        parts in prop::collection::vec(
            prop_oneof![60 => Just("Begin Queue\nQUEUE_NAME = a\nEnd Queue\n".to_owned()), 1 => part()], 30..160,
        ),
        edits in edits(),
    ) {
        check_edits(&parts, edits)?;
    }
}

/// Whether an edit at a mark in the third of ten sections leaves the others as they are in memory.
#[track_caller]
fn check_shared(section: &str, mark: &str, insert: &str) {
    let text = section.repeat(10);
    let start = text.match_indices(mark).nth(2).expect("each section has it").0;
    let edit = Edit { range: TextRange::empty(TextSize::new(start as u32)), insert: insert.to_owned() };
    let new_text = edit.apply(&text);
    let kind = FileKind::LsbQueues;
    let old = parse(&text, kind);
    let new = reparse(&old, &edit, &new_text, kind);
    assert_eq!(new.dump(), parse(&new_text, kind).dump());
    let shared = |new: usize, old: usize, trees: (&lsflint_syntax::Parse, &lsflint_syntax::Parse)| {
        let nodes = (trees.0.root().children().nth(new), trees.1.root().children().nth(old));
        matches!(nodes, (Some(a), Some(b)) if std::ptr::eq(a.green(), b.green()))
    };
    let (new_count, old_count) = (new.root().children().count(), old.root().children().count());
    assert!(shared(0, 0, (&new, &old)) && shared(new_count - 1, old_count - 1, (&new, &old)), "{insert:?}");
    // And back.
    let back = Edit { range: TextRange::at(edit.range.start(), TextSize::of(insert)), insert: String::new() };
    let again = reparse(&new, &back, &text, kind);
    assert_eq!(again.dump(), old.dump());
    assert!(shared(0, 0, (&again, &old)) && shared(old_count - 1, old_count - 1, (&again, &old)), "{insert:?}");
}

#[test]
fn an_edit_that_opens_or_closes_something_stays_local() {
    let section =
        "Begin Queue\nQUEUE_NAME = a\n#if time(1:00-2:00)\nPRIORITY = 1\n#else\nPRIORITY = 2\n#endif\nEnd Queue\n\n";
    for (mark, insert) in [
        ("End Queue", "x"),
        ("Begin Queue", "x"),
        ("#endif", "x"),
        ("#if", "x"),
        ("PRIORITY = 1", "#if time(3:00-4:00)\n"),
        ("QUEUE_NAME", "#endif\n"),
        ("Begin Queue", "#if time(3:00-4:00)\n"),
        ("PRIORITY = 2", "Begin Queue\n"),
        ("\n#endif", "\\"),
    ] {
        check_shared(section, mark, insert);
    }
}

proptest! {
    // Large texts take their time.
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parsing_an_edit_of_a_large_table_equals_parsing_the_new_text(
        (kind, begin, header) in table(),
        rows in prop::collection::vec(row(), 30..60),
        insert in prop_oneof![3 => piece(), 2 => row(), 2 => "[ ()#\\\\\"=\na-c]{0,4}"],
        from in 0usize..4000,
        length in prop_oneof![Just(0usize), 0usize..3, 0usize..120],
    ) {
        let text = format!("# x\n{begin}\n{header}\n{}End Host\nBegin Queue\nQUEUE_NAME = q\nEnd Queue\n", rows.concat());
        let start = boundary(&text, from % (text.len() + 1));
        let end = boundary(&text, start + length).max(start);
        let mut new_text = text.clone();
        new_text.replace_range(start..end, &insert);
        let range = TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32));
        let old = parse(&text, kind);
        let edited = reparse(&old, &Edit { range, insert }, &new_text, kind);
        prop_assert_eq!(edited.dump(), parse(&new_text, kind).dump());
        check_difference(&old, &edited)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_row_has_the_errors_that_it_has_alone(
        // Whether a section that need not be a table is one depends on all its lines.
        (kind, begin, header) in table().prop_filter("tables of hosts", |it| {
            matches!(it.0, FileKind::LsfCluster | FileKind::LsbHosts)
        }),
        rows in prop::collection::vec(row(), 1..12),
    ) {
        let before = format!("{begin}\n{header}\n");
        let errors = |rows: &str| {
            let parse = parse(&format!("{before}{rows}End Host\n"), kind);
            let errors = parse.errors().iter().map(|it| (format!("{:?}", it.kind), usize::from(it.range.start())));
            errors.filter(|it| (before.len()..before.len() + rows.len()).contains(&it.1)).collect::<Vec<_>>()
        };
        let mut expected = Vec::new();
        let mut moved = 0;
        for row in &rows {
            expected.extend(errors(row).into_iter().map(|(kind, start)| (kind, start + moved)));
            moved += row.len();
        }
        prop_assert_eq!(errors(&rows.concat()), expected);
    }
}

/// A table: the kind of its file, its first line and its header.
fn table() -> impl Strategy<Value = (FileKind, &'static str, &'static str)> {
    prop::sample::select(vec![
        (FileKind::LsfCluster, "Begin Host", "HOSTNAME model type server RESOURCES"),
        (FileKind::LsfCluster, "Begin Host", "HOSTNAME model \\\n type server RESOURCES # four"),
        (FileKind::LsbHosts, "Begin Host", "HOST_NAME MXJ JL/U DISPATCH_WINDOW"),
        (FileKind::LsbHosts, "Begin HostGroup", "GROUP_NAME GROUP_MEMBER CONDENSE"),
        (FileKind::LsbQueues, "Begin Queue", "QUEUE_NAME PRIORITY"),
        (FileKind::LsbUsers, "Begin Nothing", "A B C"),
        (FileKind::LsbUsers, "Begin UserGroup", "{{ header }}"),
    ])
}

fn row() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-c]{1,3} [!-] \\([a-d ]{0,5}\\) 1\n",
        3 => "[a-c]{1,3} ! X 1 \\(r s=1\\)\n",
        1 => prop::sample::select(vec!["# a remark\n", "\n", "a b \\\n c d\n", "a (b\n", "a \\\n# x\n", "a = b\n", "{{ x }}\n"])
            .prop_map(str::to_owned),
    ]
}
