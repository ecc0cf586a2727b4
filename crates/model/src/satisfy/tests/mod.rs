//! Selections against files, and against each other.

mod dispatch;

use lsflint_spec::FileKind;

use super::*;
use crate::requirement::Requirement;
use crate::{Cluster, SourceFile};

const SHARED: &str = "Begin HostType
TYPENAME
X86
ARM
End HostType
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
big Boolean () () (x)
gpuhost Boolean () () (x)
os String () () (x)
lic Numeric () N (x)
scratch Numeric 60 N (x)
End Resource
";
const CLUSTER: &str = "Begin Host
HOSTNAME model type server RESOURCES
a1 ! X86 1 (big os=el8)
a2 ! X86 1 (big os=el8)
b1 ! ARM 1 (os=el9 lic=4)
g1 ! X86 1 (!gpuhost)
c1 ! X86 0 ()
d1 ! ! 1 ()
End Host
";

fn cluster() -> Cluster {
    let file = |(name, text): (&str, &str)| SourceFile::new(name, FileKind::from_name(name).expect("a file"), text);
    Cluster::of(
        &[("lsf.shared", SHARED), ("lsf.cluster.c", CLUSTER), ("lsf.conf", "LSF_STRICT_RESREQ=Y\n")].map(file),
        None,
    )
}

fn select(text: &str) -> Vec<Expr> {
    match Requirement::parse(&format!("select[{text}]")) {
        Some(Requirement::Simple(it)) => it.select,
        other => panic!("{text}: {other:?}"),
    }
}

/// The conditions that contradict each other.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let cluster = cluster();
    let conditions = select(text);
    let selection = Selection::new(cluster.view(), conditions.iter().map(|it| (it, None)));
    let found = selection.contradiction().unwrap_or_default();
    let found: Vec<String> = found.iter().map(|it| selection.parts()[*it].written.to_string()).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn contradictions() {
    check("mem>100 && mem<50", &["mem>100", "mem<50"]);
    check("mem>4GB && swp>10 && mem<4000", &["mem>4GB", "mem<4000"]);
    check("type==X86 && type==ARM", &["type==X86", "type==ARM"]);
    check("big && (lic>1 || os=='el8') && !big", &["big", "!big"]);
    check("(mem>100 || swp>100) && mem<50 && swp<50", &["mem>100 || swp>100", "mem<50", "swp<50"]);
    check("ut>2", &["ut>2"]);
    check("!(mem>10 || mem<=10)", &["!(mem>10 || mem<=10)"]);
    check("os=='el8' && os!='el8'", &["os=='el8'", "os!='el8'"]);
    check("mem==5 && mem!=5.0", &["mem==5", "mem!=5.0"]);
    check("1>2", &["1>2"]);
    check("!defined(lic) && defined(lic)", &["!defined(lic)", "defined(lic)"]);
}

#[test]
fn possible_conditions_do_not_conflict() {
    for text in [
        "mem>50 && mem<100",
        "mem>=50 && mem<=50",
        "type==any && type==X86",
        "type!=local",
        "type==local && type==X86",
        "hname==a1 && hname==a1.example.com",
        "big || !big",
        "(mem>100 || swp>100) && mem<50",
        "nosuch > 5 && nosuch < 3",
        "mem*2 > 100 && mem*2 < 50",
        "os=='el8' || os=='el9'",
        "type==X86 && type==x86",
        "ut<0.5 && ut>0.4",
    ] {
        check(text, &[]);
    }
}

/// The hosts: `-` never, `?` depends, `+` always; in the order of lsf.cluster.
#[track_caller]
fn hosts(text: &str, expected: &str) {
    let cluster = cluster();
    let view = cluster.view();
    let conditions = select(text);
    let selection = Selection::new(view, conditions.iter().map(|it| (it, None)));
    let sign = |verdict: &Verdict| match verdict {
        Verdict::Never(_) => '-',
        Verdict::Depends(_) => '?',
        Verdict::Always => '+',
    };
    let judged = selection.on(view.hosts().iter().map(|it| it.0));
    assert_eq!(judged.iter().map(|it| sign(&it.1)).collect::<String>(), expected, "{text}");
}

#[test]
fn hosts_that_can_match() {
    //                                  a1 a2 b1 g1 c1 d1
    hosts("type==X86", "++---?");
    hosts("big", "++----");
    hosts("!big", "--+--+");
    hosts("gpuhost", "---+--");
    hosts("mem>100", "???--?");
    hosts("os=='el9'", "--+--?");
    hosts("lic>=4", "??+--?");
    hosts("lic>4", "??---?");
    hosts("defined(lic)", "--+---");
    hosts("hname==a1", "+-----");
    hosts("hname!=a1", "-++--+");
    hosts("hname==nosuch", "------");
    hosts("scratch>5 && type==ARM", "--?--?");
    hosts("type==any", "+++--+");
    hosts("type==local", "???--?");
}

#[test]
fn selections_are_logical_expressions_per_host() {
    //                                            a1 a2 b1 g1 c1 d1
    hosts("big && os=='el8'", "++----");
    hosts("big && os=='el9'", "------");
    hosts("os=='el9' || type==X86", "+++--?");
    hosts("(big || type==ARM) && !(os=='el9')", "++---?");
}

#[test]
fn texts_of_hosts_are_compared() {
    let shared = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nos_version String () () (x)\n\
                  cpu_type String () () (x)\nEnd Resource\n";
    let rows = "Begin Host\nHOSTNAME model type server RESOURCES\npc36 ! ! 1 (os_version=4.2 cpu_type=ia)\n\
                lp01 ! ! 1 (os_version=4.0 cpu_type=ia)\ndevlinux4 ! ! 1 (os_version=4.1 cpu_type=unknown)\nEnd Host\n";
    let file = |(name, text): (&str, &str)| SourceFile::new(name, FileKind::from_name(name).expect("a file"), text);
    let cluster = Cluster::of(
        &[("lsf.shared", shared), ("lsf.cluster.c", rows), ("lsf.conf", "LSF_STRICT_RESREQ=Y\n")].map(file),
        None,
    );
    let view = cluster.view();
    let conditions = select("os_version=='4.2' || cpu_type=='unknown'");
    let judged = Selection::new(view, conditions.iter().map(|it| (it, None))).on(view.hosts().iter().map(|it| it.0));
    let selected: Vec<&str> =
        judged.iter().filter(|it| it.1 == Verdict::Always).map(|it| &*view.hosts().get(it.0).name).collect();
    assert_eq!(selected, ["pc36", "devlinux4"]);
}

// Jobs may ask for the exclusive resource of a host themselves.
#[test]
fn exclusive_hosts_may_be_asked_for_later() {
    let cluster = cluster();
    let view = cluster.view();
    let conditions = select("type==X86");
    let selection = Selection::new(view, conditions.iter().map(|it| (it, None))).with_more_to_come();
    let verdict = selection.on(view.hosts().find("g1")).pop().map(|it| it.1);
    assert_eq!(verdict, Some(Verdict::Always));
}

#[test]
fn reasons_name_the_condition_and_the_fact() {
    let cluster = cluster();
    let view = cluster.view();
    let conditions = select("type==ARM && big");
    let selection = Selection::new(view, conditions.iter().map(|it| (it, None)));
    let reasons = selection.impossible_on(view.hosts().iter().map(|it| it.0)).expect("no host matches");
    let reasons: Vec<String> = reasons.iter().map(|(reason, count)| format!("{count}: {reason}")).collect();
    assert_eq!(
        reasons,
        [
            "2: `big` is false: the host does not have the resource `big`",
            "2: `type==ARM` is false: `type` is `X86`",
            "1: it accepts only jobs that request `gpuhost`",
            "1: it does not run jobs (`server` is 0)",
        ]
    );
}

#[test]
fn equal_hosts_are_judged_together() {
    let rows: String = (0..1000).map(|it| format!("n{it} ! X86 {} (os=el9)\n", it % 2)).collect();
    let hosts = CLUSTER.replace("End Host", &format!("{rows}End Host"));
    let files = [("lsf.shared", SHARED), ("lsf.cluster.c", &*hosts), ("lsf.conf", "LSF_STRICT_RESREQ=Y\n")];
    let file = |(name, text): (&str, &str)| SourceFile::new(name, FileKind::from_name(name).expect("a file"), text);
    let cluster = Cluster::of(&files.map(file), None);
    let view = cluster.view();
    // The rows of a1, b1, g1, d1 and n1.
    let alike = view.hosts().servers_alike();
    assert_eq!(alike.iter().map(|it| it.1).collect::<Vec<_>>(), [2, 1, 1, 1, 500]);
    for (text, expected) in
        [("type==ARM && big", Some(505)), ("hname==c1", Some(505)), ("type==ARM", None), ("os==el7", None)]
    {
        let conditions = select(text);
        let selection = Selection::new(view, conditions.iter().map(|it| (it, None)));
        let found = selection.impossible_on_servers();
        let one_by_one = selection.impossible_on(view.hosts().servers().iter().map(|it| HostId(it as u32)));
        assert_eq!(found, one_by_one, "{text}");
        assert_eq!(found.map(|it| it.iter().map(|it| it.1).sum()), expected, "{text}");
    }
}

#[test]
fn long_conditions_take_bounded_time() {
    let many: Vec<String> = (0..50_000).map(|it| format!("(mem>{it} || swp>{it})")).collect();
    let conditions: Vec<Expr> = select(&many.join(" && "));
    let cluster = cluster();
    let selection = Selection::new(cluster.view(), conditions.iter().map(|it| (it, None)));
    assert_eq!(selection.contradiction(), None);
}
