//! Requirements read, print and compare.

pub(crate) mod generate;
mod properties;

use super::*;

/// Reads the string, prints it, and reads it again.
#[track_caller]
fn check(text: &str, printed: &str) -> Requirement {
    let requirement = Requirement::parse(text).unwrap_or_else(|| panic!("`{text}` is a requirement"));
    assert_eq!(requirement.to_string(), printed);
    let again = Requirement::parse(printed).unwrap_or_else(|| panic!("`{printed}` is a requirement"));
    assert_eq!(again.to_string(), printed, "printing is stable");
    assert_eq!(again.normal(&Units::MB), requirement.normal(&Units::MB));
    let normal = requirement.normal(&Units::MB);
    let text = normal.to_string();
    let read = Requirement::parse(&text).unwrap_or_else(|| panic!("`{text}` is a requirement"));
    assert_eq!(read.normal(&Units::MB), normal, "`{text}` says what it was printed from");
    requirement
}

/// A string that prints as it is written.
#[track_caller]
fn check_same(text: &str) {
    check(text, text);
}

/// Two strings with one meaning.
#[track_caller]
fn check_equal(one: &str, other: &str) {
    let normal = |it| Requirement::parse(it).map(|it| it.normal(&Units::MB).to_string());
    assert!(normal(one).is_some(), "`{one}` is a requirement");
    assert_eq!(normal(one), normal(other));
}

#[track_caller]
fn check_unknown(text: &str) {
    assert_eq!(Requirement::parse(text), None, "`{text}`");
}

#[test]
fn sections_print_in_the_order_of_the_contract() {
    check(
        "affinity[core(2)] cu[maxcus=2:type=rack] same[type] span[ptile=2] rusage[mem=1] order[ut] select[linux]",
        "select[linux] order[ut] rusage[mem=1] span[ptile=2] same[type] cu[type=rack:maxcus=2] affinity[core(2)]",
    );
    check("linux", "select[linux]");
    check("swp>15 rusage[mem=1]", "select[swp>15] rusage[mem=1]");
    check("", "");
    check("\"swp>100\"", "select[swp>100]");
}

#[test]
fn shapes() {
    assert_eq!(check("", "").shape(), Shape::None);
    assert_eq!(check("linux", "select[linux]").shape(), Shape::Simple);
    check("2 * { linux } + { fs }", "2*{select[linux]} + {select[fs]}");
    check("{linux}||{2*{fs}+1*{}}@5", "{select[linux]} || {2*{select[fs]} + 1*{}}@5");
    assert_eq!(check("4*{linux}", "4*{select[linux]}").shape(), Shape::Compound);
    let branches = check("{linux} || {fs}@10", "{select[linux]} || {select[fs]}@10");
    assert_eq!(branches.shape(), Shape::Alternative);
    assert_eq!(branches.simples().len(), 2);
}

#[test]
fn selections_print_with_the_parentheses_they_need() {
    check_same("select[type==X86_64 && tmp>10000]");
    check("r15s < 1.0 || model ==local && swp <= 10", "select[r15s<1.0 || (model==local && swp<=10)]");
    check_same("select[(r15s<1.0 || model==local) && swp<=10]");
    check(
        "((2*r15s + 3*r1m + r15m) / 6 < 1.0) && !fs && (cpuf > 4.0)",
        "select[(2*r15s + 3*r1m + r15m)/6<1.0 && !fs && cpuf>4.0]",
    );
    check("select[a - (b - c) > -d && !(a && b)]", "select[a - (b - c)>(-d) && !(a && b)]");
    check("select[(a<b)==(c<d) && hname != host-1]", "select[(a<b)==(c<d) && hname!='host-1']");
    check("select[defined( scr ) && mem>4gb]", "select[defined(scr) && mem>4GB]");
    check_same("select[1<mem<5]");
}

#[test]
fn selections_compare_by_what_they_ask() {
    check_equal("a && (b && c)", "(c && a) && b && a");
    check_equal("a || (b || c)", "c || b || a");
    check_equal("mem > 4GB && swap>1", "swp>1 && 4096 < mem");
    check_equal("maxmem > 1024", "maxmem > 1GB");
    check_equal("r1m < 1.50", "cpu < 1.5");
    check_equal("type = LINUX", "type == LINUX");
    let bare = |text| Requirement::parse(text).map(|it| it.normal(&Units::UNKNOWN).to_string());
    assert_eq!(bare("mem>4096").as_deref(), Some("select[mem>4096]"));
    assert_eq!(bare("mem>4GB").as_deref(), Some("select[mem>4096MB]"));
}

#[test]
fn reservations_keep_what_is_written() {
    check_same("rusage[mem=100:duration=1800s]");
    check_same("rusage[w1=1:mem=300 || w2=1:mem=300]");
    check_same("rusage[mem=0.5:swp=4GB:duration=2h:decay=1, lic=1/job:threshold=2]");
    check_same("rusage[mem=(400 350):duration=(10 15):decay=(0 1)]");
    check("rusage[mem=(400 350):duration=(10)]", "rusage[mem=(400 350):duration=(10)]");
    check("rusage[ mem = 1 , lic=1 ]", "rusage[mem=1:lic=1]");
    check_same("rusage[ngpus_physical=2/host:gmodel=K80#12G:gmem=4G]");
    check("rusage[lic@site=2]", "rusage[lic@site=2]");
}

#[test]
fn reservations_compare_by_what_they_reserve() {
    check_equal("rusage[mem=1GB:lic=1]", "rusage[lic=1, mem=1024]");
    check_equal("rusage[swap=10:duration=2]", "rusage[swp=10.0:duration=120s:decay=0]");
    check_equal("rusage[mem=(9 5):duration=(2 3):decay=(1 0)]", "rusage[mem=(9 5):duration=(2m 3):decay=(1)]");
    check_equal("rusage[ngpus_physical=1:nvlink=yes:gmem=1G]", "rusage[ngpus_physical=1:gmem=1G:glink=yes]");
}

#[test]
fn other_sections() {
    check_same("order[!-slots:ut]");
    check_same("order[mem/ncpus]");
    check_same("span[hosts=-1]");
    check("span[ptile='!',LINUX:4] same[type]", "span[ptile='!',LINUX:4] same[type]");
    check_same("span[stripe=4]");
    check_same("span[stripe]");
    check_same("cu[type=rack:pref=maxavail:maxcus=2:usablecuslots=4:balance]");
    check("affinity[core(1)]", "affinity[core]");
    check(
        "affinity[cpu(2,same=socket,exclusive=(core,injob|alljobs))*4:cpubind=core:membind=localonly:distribute=pack(socket=1)]",
        "affinity[thread(2,same=socket,exclusive=(core,injob|alljobs))*4:cpubind=core:membind=localonly:distribute=pack(socket=1)]",
    );
    check_equal("same[type:model]", "same[model:type:model]");
}

#[test]
fn unreadable_strings_are_not_requirements() {
    for text in [
        "select[mem>1",
        "select[a] select[b]",
        "rusage[mem=1] rusage[mem=2]",
        "rusage[mem=1:swap=2, swp=3]",
        "rusage[duration=5]",
        "rusage[mem=1:gmodel=K80]",
        "rusage[mem=x]",
        "rusage[mem=1/node]",
        "select[a:b]",
        "select[a & b]",
        "select[ut<50%]",
        "select[mem>4GiB]",
        "rusage[mem={{ memory }}]",
        "rusage[mem=$MEM]",
        "rusge[mem=1]",
        "2*{a} + {b} + 1*{c}",
        "n*{a}",
        "select[hname=='a\\'b']",
    ] {
        check_unknown(text);
    }
}
