//! Strings that the documentation itself gives, by the number of the statement.

use super::{clean, one};

#[test]
fn valid_strings() {
    for (claim, input) in [
        ("RR-023", "rusage[mem=1]"),
        ("RR-024", "rusage[mem=100] select[swp>15]"),
        ("RR-025", "swp>15 rusage[mem=1]"),
        ("RR-035", "rusage[mem=512MB:swp=1GB:tmp=1TB]"),
        ("RR-035", "rusage[mem=0.5:swp=1:tmp=1024]"),
        ("RR-037", "2*{select[mem>1]} + 8*{rusage[mem=2]}"),
        ("RR-044", "2*{select[a]} + {select[b]}"),
        ("RR-072", "{2*{a}+1*{b}}||{c}"),
        ("RR-090", "2*{select[type==X86_64] rusage[licA=1] span[hosts=1]} + 8*{select[type==any]}"),
        (
            "RR-090",
            "2*{select[type==X86_64] rusage[licA=1:perslot=1] span[hosts=1]} + 8*{select[type==any] rusage[perslot=1]}",
        ),
        ("RR-092", "2*{select[type==X86_64]} + 2*{select[mem>1000]}"),
        ("RR-093", "rusage[mem=(400 350):duration=(10 15):decay=(0 1)]"),
        ("SE-005", "select[server]"),
        ("SE-016", "select[slots>4 && maxslots < 10 || mem > 10] order[-slots:maxslots:maxmem:ut]"),
        ("SE-024", "select [swp > 15 &&  maxmem > 100]  rusage[mem = 100] "),
        ("SE-043", "defined(avail_scratch) && avail_scratch > 100 && swap > 100"),
        ("SE-049", "bigmem"),
        ("SE-062", "select[type=any]"),
        ("SE-065", "select[!(!mg)]"),
        ("SE-067", "type==any rusage[mem=1024]"),
        ("SE-068", "select[type==any] rusage[mem=1024]"),
        ("SE-073", "select[info && nan1]"),
        ("SE-074", "'swp>100'"),
        ("SE-074", "\"swp>100\""),
        ("SE-094", "rusage[mem=100] select[swp >15]"),
        ("SE-095", "(r15s * 2 + r15m) < 3.0 && !(type == IBMAIX4) || fs"),
        ("SE-096", "!swp"),
        ("SE-097", "type == local"),
        ("SE-098", "type != local"),
        ("SE-099", "r15s < 1.0 || model ==local && swp <= 10"),
        ("SE-100", "(r15s < 1.0 || model == local) && swp <= 10"),
        ("SE-107", ""),
        ("SE-110", "select[type==X86_64] rusage[swp=100,license=1]"),
    ] {
        assert!(claim.contains('-'));
        clean(input);
    }
}

#[test]
fn invalid_strings() {
    one("selct[mem>1]", "UnknownSection", "selct"); // RR-003
    one("select(mem>1)", "WrongBracket", "("); // RR-021
    one("rusage mem=1", "MissingBracket", "rusage"); // RR-021
    one("select[mem>1]rusage[mem=1]", "MissingSpaceBetweenSections", "rusage"); // RR-022
    one("rusage[mem=1GiB]", "UnknownSizeUnit", "GiB"); // RR-029
    one("order[mem=1GB]", "UnexpectedText", "=1GB"); // RR-033
    one("2*{cu[balance]}", "ExclusiveCuInBraces", "balance"); // RR-050
    one("2*{rusage[mem=1||swp=2]} + 1*{a}", "UsageAlternativesInCompound", "||"); // RR-049
    one("select[a] select[b]", "DuplicateSelect", "select"); // SE-022
    one("Select[mem>1]", "KeywordCase", "Select"); // SE-059
    one("defined(   mg   )", "BlankInCall", "(   mg   )"); // SE-063
    one("!!mg", "DoubledNot", "!!"); // SE-064
    one("type==anyrusage[mem=1024]", "MissingSpaceBetweenSections", "rusage"); // SE-069
    one("select[mem>0] select[maxmem>0]", "DuplicateSelect", "select"); // SE-070
    one("rel=='a\\n'", "EscapeInString", "\\n"); // SE-071
    one("select[mg:bigmem]", "ColonInSelect", ":"); // SE-072
    one("select['swp>100']", "QuotesInsideBrackets", "'swp>100'"); // SE-075
    one("select[\"swp>100\"]", "QuotesInsideBrackets", "\"swp>100\""); // SE-075
    one("linux rusage[mem=16000] microcs73", "LooseText", "microcs73"); // SE-080
    one("mem < 16384 && select[AMD64]", "NestedSection", "select"); // SE-081
    one("rusage[mem=2000] linux", "ImplicitSelectNotFirst", "linux"); // SE-082
    one("linux:qscw", "ColonInSelect", ":"); // SE-083
    one("swp=20:hpux", "RestrictedSyntax", ":"); // SE-084
    one("rusage[mem=1] swp>15", "ImplicitSelectNotFirst", "swp>15"); // SE-088
    one("swp>1 select[mem>1]", "DuplicateSelect", "select"); // SE-090
    one("rusge[mem=1]", "UnknownSection", "rusge"); // SE-091
    one("select[type==local] select[hname=abc]", "DuplicateSelect", "select"); // SE-104
}
