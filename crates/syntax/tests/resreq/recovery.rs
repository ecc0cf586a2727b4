//! Broken strings: one cause, one error, and the rest of the string still has its tree.

use expect_test::expect;
use lsflint_spec::Grammar;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::ResReq;

use super::{check, clean, errors, one, parse, requirement};
use crate::render::render;

/// Expects one error, and a typed tree that says what is left.
#[track_caller]
fn leaves(input: &str, kind: &str, text: &str, expected: &str) {
    one(input, kind, text);
    let parse = parse(input);
    assert_eq!(requirement(&parse).map(render).as_deref(), Some(expected), "{input}");
}

#[test]
fn brackets_without_partner() {
    leaves(
        "select[mem>100 order[mem] rusage[mem=1]",
        "UnclosedBracket",
        "[",
        "select[(mem>100)] order[mem] rusage[mem=1]",
    );
    leaves("rusage[mem=10", "UnclosedBracket", "[", "rusage[mem=10]");
    leaves("rusage[mem=10 ", "UnclosedBracket", "[", "rusage[mem=10]");
    leaves("select[(mem>1] order[ut]", "UnclosedParenthesis", "(", "select[(mem>1)] order[ut]");
    leaves("(mem>100 rusage[mem=1]", "UnclosedParenthesis", "(", "(mem>100) rusage[mem=1]");
    one("mem>100) && cs", "StrayParenthesis", ")");
    leaves("rusage[mem=1]] order[ut]", "StrayBracket", "]", "rusage[mem=1] order[ut]");
    leaves("{select[a} || {b}", "UnclosedBracket", "[", "{select[a]} || {b}");
    leaves("2*{select[a]} + 2*{select[b]}}", "StrayBrace", "}", "2*{select[a]} + 2*{select[b]}");
    leaves("2*{a} + 3*{b", "UnclosedBrace", "{", "2*{a} + 3*{b}");
    leaves("rusage[mem=(9 5:duration=(3)]", "UnclosedParenthesis", "(", "rusage[mem=(9 5):duration=(3)]");
    leaves("affinity[core(2:cpubind=core]", "UnclosedParenthesis", "(", "affinity[core(2):cpubind=core]");
    one("rusage[mem=1) order[ut]", "UnclosedBracket", "[");
    one("rusage(mem=1] order[ut]", "UnclosedParenthesis", "(");
    one("select[a && (b || c] d e", "UnclosedParenthesis", "(");
    one("select[type == 'any && mem>1] rusage[a b c]", "UnclosedQuote", "'");
}

#[test]
fn errors_before_the_bracket_stay() {
    assert_eq!(errors("order[a,b] rusage[mem=1 x y"), "CommaInOrder `,`\nUnclosedBracket `[`\n");
}

#[test]
fn quotes_protect_brackets() {
    clean("select[os == 'a]b'] order[ut]");
    clean("select[os == 'a[b' || os == '{(']");
}

#[test]
fn nested_sections_keep_their_tree() {
    check(
        "mem>1 && rusage[mem=1]",
        expect![[r#"
        VALUE@0..22
          RES_REQ@0..22
            SIMPLE@0..22
              IMPLICIT_SELECT@0..22
                AND_EXPR@0..22
                  COMPARISON@0..5
                    NAME@0..3 "mem"
                    GT@3..4 ">"
                    INTEGER@4..5 "1"
                  WHITESPACE@5..6 " "
                  AND_AND@6..8 "&&"
                  WHITESPACE@8..9 " "
                  RUSAGE_SECTION@9..22
                    KEYWORD@9..15 "rusage"
                    L_BRACKET@15..16 "["
                    USAGE_ITEM@16..21
                      NAME@16..19 "mem"
                      EQ@19..20 "="
                      INTEGER@20..21 "1"
                    R_BRACKET@21..22 "]"
        error 9..15: ResReq(NestedSection)
    "#]],
    );
    one("select[a rusage[mem=1] && b]", "NestedSection", "rusage");
    one("select[a && Order[ut]]", "NestedSection", "Order");
    one("select[cs[1]]", "UnknownSection", "cs");
}

#[test]
fn words_that_are_not_sections() {
    check(
        "linux rusgae[mem=1] [x]",
        expect![[r#"
        VALUE@0..23
          RES_REQ@0..23
            SIMPLE@0..23
              IMPLICIT_SELECT@0..5
                NAME@0..5 "linux"
              WHITESPACE@5..6 " "
              UNKNOWN_REQ_SECTION@6..19
                NAME@6..12 "rusgae"
                L_BRACKET@12..13 "["
                TEXT@13..18 "mem=1"
                R_BRACKET@18..19 "]"
              WHITESPACE@19..20 " "
              UNKNOWN_REQ_SECTION@20..23
                L_BRACKET@20..21 "["
                TEXT@21..22 "x"
                R_BRACKET@22..23 "]"
        error 6..12: ResReq(UnknownSection)
        error 20..21: ResReq(SectionWithoutKeyword)
    "#]],
    );
    one("myorder[ut]", "UnknownSection", "myorder");
    one("[mem>100]", "SectionWithoutKeyword", "[");
    one("hname == host[1-3]", "UnknownSection", "host");
    clean("order && x");
    clean("selectmem>100");
}

#[test]
fn sections_without_brackets() {
    leaves("rusage mem=10 select[a]", "MissingBracket", "rusage", "rusage[mem=10] select[a]");
    leaves("linux span hosts=1", "MissingBracket", "span", "linux span[hosts=1]");
    leaves("select mem>1", "MissingBracket", "select", "select[(mem>1)]");
    leaves("order rusage[mem=1]", "MissingBracket", "order", "order[] rusage[mem=1]");
}

#[test]
fn text_between_sections() {
    leaves("select[a],rusage[mem=1]", "SeparatorBetweenSections", ",", "select[a] rusage[mem=1]");
    leaves("select[a] && rusage[mem=1]", "SeparatorBetweenSections", "&&", "select[a] rusage[mem=1]");
    leaves("select[a] && b rusage[mem=1]", "LooseText", "&& b", "select[a] rusage[mem=1]");
    leaves("rusage[mem=1], swp>5", "LooseText", ", swp>5", "rusage[mem=1]");
    leaves("order[ut] linux 'a[b' rusage[mem=1]", "ImplicitSelectNotFirst", "linux 'a[b'", "order[ut] rusage[mem=1]");
    leaves("mem>10rusage[mem=8]", "MissingSpaceBetweenSections", "rusage", "(mem>10) rusage[mem=8]");
    assert_eq!(
        errors("rusage[mem=50]select[cs]order[mem]"),
        "MissingSpaceBetweenSections `select`\nMissingSpaceBetweenSections `order`\n"
    );
}

#[test]
fn quotes_around_the_value() {
    leaves("\"mem>10", "UnclosedQuote", "\"", "(mem>10)");
    leaves("mem>10\"", "StrayQuote", "\"", "(mem>10)");
    leaves("'mem>10\"", "MismatchedOuterQuotes", "\"", "(mem>10)");
    leaves("\"'mem>10'\"", "DoubledOuterQuotes", "'mem>10'", "(mem>10)");
    leaves("-R \"select[a]\"", "CommandLineOption", "-R", "select[a]");
    leaves("rusage[\"mem=1\"]", "QuotesInsideBrackets", "\"mem=1\"", "rusage[mem=1]");
    one("\"\"", "EmptyQuotes", "\"\"");
    one("' '", "EmptyQuotes", "' '");
    one("'", "UnclosedQuote", "'");
    clean("\"select[type=='any']\"");
}

#[test]
fn operands_and_operators() {
    one("cs && && linux", "MissingOperand", "&&");
    one("&& cs", "MissingOperand", "&&");
    one("mem > && cs", "MissingOperand", ">");
    one("()", "MissingOperand", "()");
    one("a && ()", "MissingOperand", "()");
    one("mem>5 && !", "MissingOperand", "!");
    one("a b c d", "MissingOperator", "b");
    one("(a b) && c", "MissingOperator", "b");
    one("defined scr", "MissingOperator", "scr");
    one("!-x", "DoubledSign", "!-");
    one("mem > --5", "DoubledSign", "--");
    one("a and b", "WordOperator", "and");
    one("a OR (b)", "WordOperator", "OR");
    one("a && not b", "WordOperator", "not");
    one("not (b)", "WordOperator", "not");
    one("a ** b", "NotAnOperator", "**");
    one("a ||| b", "NotAnOperator", "|||");
    one("a === b", "NotAnOperator", "===");
    one("a !== b", "NotAnOperator", "!==");
    one("a =~ b", "NotAnOperator", "=~");
    one("mem%2>0", "NotAnOperator", "%");
    one("mem>5;swp>5", "NotAnOperator", ";");
    one("mem =< 5", "ReversedOperator", "=<");
    one("ut<50%", "PercentSign", "%");
    one("ut<50% && x", "PercentSign", "%");
    one("mem>4 GB && x", "BlankBeforeUnit", "GB");
    one("mem>100 # a note rusage", "UnexpectedCharacter", "#");
    one("x.y > 3", "InvalidName", "x.y");
    one("1.2.3 > x", "InvalidNumber", "1.2.3");
    one("foo(x)", "UnknownFunction", "foo");
    one("def(osname)", "UnknownFunction", "def");
    one("defined(a, b)", "ExtraArgument", ", b");
    one("defined(a && b)", "ExtraArgument", "&& b");
    one("defined(5)", "ExtraArgument", "5");
    one("type == \"any\"", "DoubleQuotedString", "\"any\"");
    clean("defined (osname)");
}

#[test]
fn old_dialects() {
    check(
        "linux:swp=20:-cs:-",
        expect![[r#"
        VALUE@0..18
          RES_REQ@0..18
            SIMPLE@0..18
              IMPLICIT_SELECT@0..18
                COLON_LIST@0..18
                  NAME@0..5 "linux"
                  COLON@5..6 ":"
                  COMPARISON@6..12
                    NAME@6..9 "swp"
                    EQ@9..10 "="
                    INTEGER@10..12 "20"
                  COLON@12..13 ":"
                  UNARY_EXPR@13..16
                    MINUS@13..14 "-"
                    NAME@14..16 "cs"
                  COLON@16..17 ":"
                  UNARY_EXPR@17..18
                    MINUS@17..18 "-"
        error 5..6: ResReq(RestrictedSyntax)
    "#]],
    );
    one("mem>100,swp>50", "CommaInSelect", ",");
    one("(cs),(linux)", "CommaInSelect", ",");
    one("-:x", "RestrictedSyntax", ":");
    one("cs:!linux", "ColonInSelect", ":");
    one("mem:swp:tmp", "ColonInSelect", ":");
    one("-", "RestrictedSyntax", "-");
    clean("-cs");
}

#[test]
fn texts_without_quotes() {
    for (input, text) in [
        ("hname==host-a", "host-a"),
        ("hname == a.b.c && x", "a.b.c"),
        ("type==x86-64", "x86-64"),
        ("model != Intel/X", "Intel/X"),
        ("hname==host*", "host*"),
        ("status==-ok", "-ok"),
        ("rel==rhel7.4", "rhel7.4"),
        ("rel == 8.6.1", "8.6.1"),
        ("(rack == node-1.site)", "node-1.site"),
    ] {
        one(input, "BareStringNeedsQuotes", text);
    }
    for arithmetic in
        ["rack==x-y", "mem == swp-1.5", "mem>swp-a", "mem == 1.5", "swp == 4.5GB-mem", "type==64BIT", "model==5000"]
    {
        clean(arithmetic);
    }
}

#[test]
fn lists() {
    one("order[ut::mem]", "EmptyItem", ":");
    one("order[:ut]", "EmptyItem", ":");
    one("order[ut:]", "EmptyItem", ":");
    one("order[ut mem]", "MissingSeparator", "mem");
    one("order[!]", "MissingOrderKey", "!");
    one("order[--mem]", "MissingOrderKey", "-");
    one("order[!!ut]", "BangNotFirst", "!");
    one("order[mem-swp:ut]", "ExpressionInOrder", "mem-swp");
    one("order[2*mem]", "ExpressionInOrder", "2*mem");
    one("same[type model]", "MissingSeparator", "model");
    one("same[type==x]", "UnexpectedText", "==x");
    one("same[a.b]", "InvalidName", "a.b");
    one("cu[type=]", "MissingValue", "=");
    one("cu[pref]", "ItemWithoutValue", "pref");
    one("cu[maxcus=x]", "ExpectedNumber", "x");
    one("span[hosts]", "ItemWithoutValue", "hosts");
    one("span[hosts=]", "MissingValue", "=");
    one("span[hosts:1]", "WrongAssignment", ":");
    one("span[hosts=1,4]", "UnexpectedText", ",4");
    one("span[hosts=1,ptile=2]", "CommaInSpan", ",");
    one("span[hosts=1 ptile=2]", "MissingSeparator", "ptile");
    one("span[ptile='!',LINUX]", "TileWithoutCount", "LINUX");
    one("span[ptile=4,8]", "TileWithoutName", "8");
    one("span[ptile=4,]", "EmptyItem", ",");
    one("affinity[core(x)]", "ExpectedNumber", "x");
    one("affinity[core()]", "MissingValue", "(");
    one("affinity[core(same=socket)]", "ExpectedNumber", "(");
    one("affinity[core(1) thread(2)]", "MissingSeparator", "thread");
    one("affinity[core(1,exclusive=())]", "MissingValue", "()");
    one("affinity[core:foo=bar]", "UnknownAffinityOption", "foo");
    one("affinity[thread*]", "MissingValue", "*");
}

#[test]
fn usages() {
    one("rusage[mem=]", "MissingValue", "=");
    one("rusage[mem==1]", "WrongAssignment", "==");
    one("rusage[mem:5]", "WrongAssignment", ":");
    one("rusage[mem 100]", "MissingEquals", "100");
    one("rusage[100]", "MissingName", "100");
    one("rusage[a.b=1]", "InvalidName", "a.b");
    one("rusage[mem=10*2]", "ExpectedNumber", "10*2");
    one("rusage[mem=5 GB]", "BlankBeforeUnit", "GB");
    one("rusage[mem=50 swp=20]", "MissingSeparator", "swp");
    one("rusage[mem=5;swp=6]", "NotAnOperator", ";");
    one("rusage[mem=5 && swp=6]", "NotAnOperator", "&&");
    one("rusage[mem=5|swp=6]", "SinglePipe", "|");
    one("rusage[||mem=5]", "EmptyItem", "||");
    one("rusage[mem=5/]", "UnknownMethod", "/");
    one("rusage[mem=5/task/host]", "UnexpectedText", "/host");
    one("rusage[(mem=50)]", "UnexpectedText", "(mem=50)");
    one("rusage[mem=()]", "EmptyPhases", "()");
    one("rusage[mem=(9,5,1)]", "PhaseSeparator", ",");
    one("rusage[mem=5:duration=1h30m]", "BadDuration", "1h30m");
    one("rusage[mem=5:duration=1:30]", "BadDuration", "1:30");
    one("rusage[mem=5:duration=1.5]", "BadDuration", "1.5");
    one("rusage[mem=5:decay=x]", "ExpectedNumber", "x");
}

#[test]
fn braces() {
    leaves("1.5*{a}+2*{b}", "BadCount", "1.5", "{a} + 2*{b}");
    leaves("-1*{a}+2*{b}", "BadCount", "-1", "{a} + 2*{b}");
    leaves("n*{a}+2*{b}", "BadCount", "n", "{a} + 2*{b}");
    leaves("2{a}+3*{b}", "BadCount", "2", "2*{a} + 3*{b}");
    leaves("2*{a} 3*{b}", "MissingTermSeparator", "3", "2*{a} + 3*{b}");
    leaves("2*{a} and 3*{b}", "WrongTermSeparator", "and", "2*{a} + 3*{b}");
    leaves("2*{a} foo bar + 3*{b}", "TextOutsideBraces", "foo bar", "2*{a} + 3*{b}");
    leaves("order[ut] 2*{a} + 3*{b}", "TextOutsideBraces", "order[ut]", "2*{a} + 3*{b}");
    leaves("{a} | {b}", "SinglePipe", "|", "{a} || {b}");
    leaves("{a} ||", "EmptyItem", "||", "{a}");
    leaves("2*{a} +", "EmptyItem", "+", "2*{a}");
    leaves("2*{a} + 3*select[b]", "MissingBraces", "3*select[b]", "2*{a} + 3*{select[b]}");
    leaves("2*select[a]", "MissingBraces", "2*select[a]", "2*{select[a]}");
    leaves("{a} || 2*{b} + 3*{c}", "MissingBraces", "2*{b} + 3*{c}", "{a} || {2*{b} + 3*{c}}");
    one("{a} || some text #", "MissingBraces", "some text #");
    leaves("2*{a}@5 + 3*{b}", "DelayOnTerm", "@5", "2*{a} + 3*{b}");
    leaves("{a} || {b}@", "BadDelay", "@", "{a} || {b}@");
    one("2*{}", "EmptyBraces", "{}");
    one("{}", "EmptyBraces", "{}");
    clean("2*r15s < 3");
}

#[test]
fn foreign_characters_cost_one_error() {
    assert_eq!(errors("\u{201c}select[mem>5]\u{201d}"), "Structure(Lookalike) `\u{201c}`\n");
    assert_eq!(errors("select[mem\u{a0}>\u{a0}5]"), "Structure(Lookalike) `\u{a0}`\n");
    clean("select[type == 'Z\u{fc}rich']");
}

#[test]
fn templates_are_not_looked_into() {
    for input in ["{{ requirement }}", "select[mem>$MEM]", "rusage[mem=@MEM@]", "select[{% if x %}a{% endif %}]"] {
        clean(input);
        assert!(requirement(&parse(input)).is_none(), "{input}");
    }
}

#[test]
fn hostile_depth_is_cut() {
    let deep = |open: &str, close: &str| format!("{}a{}", open.repeat(500), close.repeat(500));
    for input in [deep("(", ")"), deep("!(", ")"), deep("2*{", "}"), format!("select[{}]", deep("(", ")"))] {
        let found = errors(&input);
        assert!(found.starts_with("Value(TooDeep)") && found.lines().count() == 1, "{found:.60}");
    }
}

/// A cheap stand-in for a clock: the size of the tree stays in proportion to the text.
#[test]
fn hostile_length_makes_flat_trees() {
    for piece in ["a && ", "!", "select[", "{a}||", "a:", "rusage a ", "(", "a ) ", "defined(", "# ", "x{"] {
        let input = piece.repeat(3000) + "a";
        let parse = parse(&input);
        assert!(parse.root().descendants().count() <= input.len() + 8, "{piece}");
        assert!(parse.errors().len() <= input.len(), "{piece}");
    }
}

#[test]
fn continuations_inside_words() {
    let text =
        "Begin Queue\nQUEUE_NAME = a\nRES_REQ = sel\\\nect[mem>\\\n  100] rus\\\nage[mem=1/ta\\\nsk]\nEnd Queue\n";
    let parse = lsflint_syntax::parse(text, lsflint_spec::FileKind::LsbQueues);
    assert_eq!(parse.root().text(), text);
    assert_eq!(parse.errors(), &[]);
    let requirement = parse.root().descendants().find_map(ResReq::cast).expect("a requirement");
    assert_eq!(render(requirement), "select[(mem>100)] rusage[mem=1/task]");
    let method =
        requirement.simples().next().and_then(|it| it.section::<lsflint_syntax::ast::resreq::RusageSection<'_>>());
    assert!(method.and_then(|it| it.items().next()).and_then(|it| it.method()).is_some());
    assert_eq!(lsflint_syntax::parse_value("a", Grammar::ResReq).errors(), &[]);
}
