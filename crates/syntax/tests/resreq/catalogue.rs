//! The rows of the rule catalogue that are about form: the bad example gives exactly the error, the good one none. Rows
//! that need names, types, ranges or other strings give none here in either case.

use super::{clean, one};

#[test]
fn structure() {
    one("rusage[mem=10", "UnclosedBracket", "["); // RR101
    one("rusgae[mem=10]", "UnknownSection", "rusgae"); // RR102
    one("selct[mem>1]", "UnknownSection", "selct"); // ST16
    one("span(hosts=1)", "WrongBracket", "("); // RR103
    one("rusage{mem=1}", "WrongBracket", "{"); // RR103
    one("rusage mem=1", "MissingBracket", "rusage"); // RR103
    one("rusage=[mem=10]", "EqualsBeforeBracket", "=");
    one("select[linux]order[ut]", "MissingSpaceBetweenSections", "order"); // RR104, ST06
    one("type==anyrusage[mem=8]", "MissingSpaceBetweenSections", "rusage"); // ST06
    one("select[a] rusage[mem=1] select[b]", "DuplicateSelect", "select"); // RR105, ST07
    one("mem>0 select[maxmem>0]", "DuplicateSelect", "select"); // ST07
    one("order[ut] linux", "ImplicitSelectNotFirst", "linux"); // RR106, ST13
    one("linux span[hosts=1] fast", "LooseText", "fast"); // RR107, ST12
    one("mem>1 && select[linux]", "NestedSection", "select"); // RR108, ST14
    one("rusage[]", "EmptySection", "rusage[]"); // RR110
    one("select[\"swp>10\"]", "QuotesInsideBrackets", "\"swp>10\""); // RR112, ST10
    one("\"mem>10'", "MismatchedOuterQuotes", "'"); // RR113
    one("Select[linux]", "KeywordCase", "Select"); // RR115, ST01
    clean("span[ptile=2] span[hosts=1]"); // RR109
    clean("rusage[mem=1] select[linux]"); // RR114, ST15
    clean("\"select[swp>10]\"");
    clean("");
}

#[test]
fn compound_and_alternative() {
    one("1.5*{a} + 2*{b}", "BadCount", "1.5"); // RR116
    clean("0*{select[a]} + 2*{select[b]}"); // RR116: a range
    one("{select[a]} + 2*{select[b]}", "MissingCount", "{"); // RR117
    one("1*{select[a]} , 2*{select[b]}", "WrongTermSeparator", ","); // RR118
    one("2*{1*{select[a]} + 1*{select[b]}}", "NestedCompound", "1*{select[a]} + 1*{select[b]}"); // RR119
    one("2*{{select[a]} || {select[b]}}", "NestedAlternative", "{select[a]} || {select[b]}"); // RR119
    one("2*{select[a]} + 2*{select[b]} order[ut]", "TextOutsideBraces", "order[ut]"); // RR120
    one("1*{rusage[l1=1 || l2=1]} + 3*{select[a]}", "UsageAlternativesInCompound", "||"); // RR121
    one("2*{cu[excl]} + 2*{select[a]}", "ExclusiveCuInBraces", "excl"); // RR122
    one("{cu[balance]} || {a}", "ExclusiveCuInBraces", "balance"); // RR122
    clean("2*{cu[maxcus=1]} + 2*{select[a]}"); // RR123
    one("{select[a]} || select[b]", "MissingBraces", "select[b]"); // RR127
    one("{{select[a]} || {select[b]}} || {select[c]}", "NestedAlternative", "{select[a]} || {select[b]}"); // RR128
    one("{select[a]}@5 || {select[b]}", "DelayOnFirstBranch", "@5"); // RR129
    one("{select[a]} || {select[b]}@5m", "BadDelay", "5m"); // RR130
    clean("{a} || {b}@9 || {c}@3"); // RR131
    clean("2*{select[a]} + {select[b]}");
    clean("{rusage[a=1 || b=2]} || {c}");
}

#[test]
fn select() {
    one("select[mem > ]", "MissingOperand", ">"); // RR201, ST22
    one("select[linux bigmem]", "MissingOperator", "bigmem"); // RR202, ST21
    one("select[linux:bigmem]", "ColonInSelect", ":"); // RR203, ST09
    one("select[!!linux]", "DoubledNot", "!!"); // RR204, ST05
    one("select[defined( scr )]", "BlankInCall", "( scr )"); // RR205, ST04
    one("select[defined()]", "MissingArgument", "()"); // RR206
    one("select[hname != node-07]", "BareStringNeedsQuotes", "node-07"); // RR218
    one("select[rel == 'a\\tb']", "EscapeInString", "\\t"); // RR219, ST08
    one("select[a & b]", "SingleAmp", "&"); // RR225
    one("select[a | b]", "SinglePipe", "|"); // RR225
    one("select[mem > 4XB]", "UnknownSizeUnit", "XB"); // RR228
    one("linux:swp=20", "RestrictedSyntax", ":"); // RR232, ST17
    one("select[mem=>100]", "ReversedOperator", "=>");
    one("select[mem<>100]", "NotAnOperator", "<>");
    for input in [
        "select[os_rel == 8.6]",                                               // RR217
        "select[1 < mem < 9]",                                                 // RR223
        "select[a || b && c]",                                                 // RR224
        "select[ncpus = 4]",                                                   // RR226
        "select[ncpus > 4GB]",                                                 // RR227
        "select[type + 1 > 0]",                                                // RR213, ST03
        "select[type && mem>1]",                                               // RR214
        "select[linux == 1]",                                                  // RR212, ST02
        "select[!type]",                                                       // ST03
        "select[nano_lic > 1]",                                                // RR233, ST19
        "select[!(!linux)]",                                                   // the legal way to negate twice
        "select[(swp > 50 && type == x86_64) || (swp > 35 && type == LINUX)]", // ST18
    ] {
        clean(input);
    }
}

#[test]
fn other_sections() {
    one("order[ut, mem]", "CommaInOrder", ","); // RR302
    one("order[ut:!mem]", "BangNotFirst", "!"); // RR303
    one("order[mem/ncpus]", "ExpressionInOrder", "mem/ncpus"); // RR308
    one("order[-]", "MissingOrderKey", "-"); // RR309
    one("rusage[mem]", "ItemWithoutValue", "mem"); // RR401
    one("rusage[mem>=100]", "WrongAssignment", ">="); // RR402
    one("rusage[mem=lots]", "ExpectedNumber", "lots"); // RR407
    one("rusage[mem=5:duration=1d]", "BadDuration", "1d"); // RR408
    one("rusage[mem=10/slot]", "UnknownMethod", "/slot"); // RR421
    one("rusage[ngpus_physical=2:gtile=1]", "GtileInRusage", "gtile"); // RR428
    one("rusage[mem=1,,swp=2]", "EmptyItem", ","); // RR433
    one("span[block=x]", "ExpectedNumber", "x"); // RR511
    one("span[host=1]", "UnknownSpanKeyword", "host"); // RR514
    one("same[type,model]", "CommaInSame", ","); // RR603
    one("cu[prefer=config]", "UnknownCuKeyword", "prefer"); // RR651
    one("cu[type=rack,maxcus=2]", "CommaInCu", ","); // RR664
    one("cu[balance=y]", "FlagWithValue", "=y"); // RR665
    one("affinity[cores(2)]", "UnknownProcessorUnit", "cores"); // RR701
    one("affinity[core(2),cpubind=core]", "CommaInAffinity", ","); // RR710
    for input in [
        "rusage[mem=-5]",                            // RR407: a range
        "rusage[mem=5:duration=9:decay=2]",          // RR409: a range
        "rusage[duration=10]",                       // RR412
        "rusage[mem=(9 5 1):duration=(3)]",          // RR418
        "rusage[lic=2GB]",                           // RR423
        "span[hosts=2]",                             // RR501
        "span[ptile=!]",                             // RR504
        "span[hosts=1:ptile=4]",                     // RR515
        "cu[pref=random]",                           // RR655
        "cu[usablecuslots=-1]",                      // RR660
        "affinity[core(2,exclusive=(host,job))]",    // RR704, RR705
        "affinity[core:cpubind=host:membind=local]", // RR707, RR708
        "affinity[core:distribute=spread]",          // RR709
        "affinity[core(2)*0]",                       // RR714
        "affinity[thread(1,exclusive=(core,intask))*18]",
    ] {
        clean(input);
    }
}
