//! Rows of the rule catalogues that a rule shows beside its main business.
//!
//! A rule such as "a value too many in a row" speaks about many parameters of many files. Its own tests show what it says; here each
//! catalogue row has its wrong and its right example: the rule speaks on one line of the first and not in the second, where nothing
//! else may be an error.

use expect_test::expect;
use lsflint_lint::{Diagnostic, Registry, Settings, Severity};

use crate::testing::{check_files, everything, render};

/// The files of an example: the first is the one that is checked.
pub(crate) type Files<'a> = &'a [(&'a str, &'a str)];

pub(crate) fn found(files: Files<'_>, settings: &Settings) -> Vec<Diagnostic> {
    check_files(files, settings, &Registry::new(crate::all(), settings))
}

/// The rule speaks about the wrong example, on this line, and not about the right one.
#[track_caller]
pub(crate) fn row_with(code: &str, line: usize, wrong: Files<'_>, right: Files<'_>) {
    let all = everything();
    let (name, text) = wrong[0];
    let said: Vec<Diagnostic> = found(wrong, &all).into_iter().filter(|it| it.rule.code == code).collect();
    let line_of = |it: &Diagnostic| text[..usize::from(it.range.start())].matches('\n').count() + 1;
    let lines: Vec<usize> = said.iter().map(line_of).collect();
    assert_eq!(lines, [line], "{code} about the wrong {name}:\n{}", render(text, &said));
    let errors = found(right, &Settings::default()).into_iter().filter(|it| it.severity == Severity::Error);
    let rule = found(right, &all).into_iter().filter(|it| it.rule.code == code);
    let said: Vec<Diagnostic> = errors.chain(rule).collect();
    assert!(said.is_empty(), "about the right {name}:\n{}", render(right[0].1, &said));
}

#[track_caller]
pub(crate) fn row(code: &str, name: &str, line: usize, wrong: &str, right: &str) {
    row_with(code, line, &[(name, wrong)], &[(name, right)]);
}

/// A row about lines of a section; `line` counts from the first of them.
#[track_caller]
pub(crate) fn lines(code: &str, name: &str, line: usize, wrong: &str, right: &str) {
    let (head, end) = match name {
        "lsb.queues" => ("Begin Queue\nQUEUE_NAME = a\n", "End Queue\n"),
        "lsb.applications" => ("Begin Application\nNAME = a\n", "End Application\n"),
        "lsb.params" => ("Begin Parameters\n", "End Parameters\n"),
        other => panic!("no section is known for {other}"),
    };
    let text = |lines: &str| format!("{head}{lines}\n{end}");
    row(code, name, head.matches('\n').count() + line, &text(wrong), &text(right));
}

/// A row about a table: its header, and a wrong and a right row below it.
#[track_caller]
pub(crate) fn table(code: &str, name: &str, section: &str, header: &str, wrong: &str, right: &str) {
    let text = |row: &str| format!("Begin {section}\n{header}\n{row}\nEnd {section}\n");
    let line = 2 + wrong.matches('\n').count() + 1;
    row(code, name, line, &text(wrong), &text(right));
}

/// A row about the header of a table.
#[track_caller]
pub(crate) fn header(code: &str, name: &str, section: &str, wrong: (&str, &str), right: (&str, &str)) {
    let text = |(header, row): (&str, &str)| format!("Begin {section}\n{header}\n{row}\nEnd {section}\n");
    row(code, name, 2, &text(wrong), &text(right));
}

pub(crate) const SHARED: &str = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n\
    tok Numeric 30 N (tokens)\nlanes Numeric () N (lanes)\nssd Boolean () () (disk)\nfreegb Numeric 60 N (free)\n\
    osv String () () (os)\nEnd Resource\n\
    Begin HostType\nTYPENAME\nX86_64\nEnd HostType\nBegin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nEpycA 12 ()\nEnd HostModel\n\
    Begin Cluster\nClusterName\norion\nEnd Cluster\n";

pub(crate) const CLUSTER: &str = "Begin Host\nHOSTNAME model type server RESOURCES\nm1 EpycA X86_64 1 (lanes=4 ssd)\nh1 EpycA X86_64 1 ()\nEnd Host\n\
    Begin ResourceMap\nRESOURCENAME LOCATION\ntok [all]\nfreegb [default]\nosv (4@[m1])\nEnd ResourceMap\n";

/// A row about a requirement string in a queue of a cluster with resources.
#[track_caller]
pub(crate) fn requirement(code: &str, wrong: &str, right: &str) {
    requirement_with(code, "", wrong, "", right);
}

/// The same with a line of lsf.conf for each.
#[track_caller]
pub(crate) fn requirement_with(code: &str, wrong_switch: &str, wrong: &str, right_switch: &str, right: &str) {
    let queue = |value: &str| format!("Begin Queue\nQUEUE_NAME = a\nRES_REQ = {value}\nEnd Queue\n");
    let (wrong, right) = (queue(wrong), queue(right));
    let (wrong_conf, right_conf) =
        (format!("LSF_STRICT_RESREQ=Y\n{wrong_switch}"), format!("LSF_STRICT_RESREQ=Y\n{right_switch}"));
    let files =
        |text, conf| [("lsb.queues", text), ("lsf.conf", conf), ("lsf.shared", SHARED), ("lsf.cluster.orion", CLUSTER)];
    row_with(code, 3, &files(&wrong, &wrong_conf), &files(&right, &right_conf));
}

#[test]
fn sections() {
    // covers section-end-mismatch
    row(
        "F104",
        "lsb.queues",
        3,
        "Begin Queue\nQUEUE_NAME = a\nEnd Queues\n",
        "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n",
    );
    // covers SHR004
    let host_type =
        |end: &str| format!("{SHARED}Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nB 2 ()\nEnd {end}\n");
    let line = host_type("").matches('\n').count();
    row("F104", "lsf.shared", line, &host_type("HostType"), &host_type("HostModel"));
    // covers LSB-P052
    row(
        "F109",
        "lsb.params",
        2,
        "Begin Parameters\nDEFAULT_QUEUE MBD_SLEEP_TIME\nnormal 10\nEnd Parameters\n",
        "Begin Parameters\nDEFAULT_QUEUE = normal\nMBD_SLEEP_TIME = 10\nEnd Parameters\n",
    );
}

#[test]
fn headers() {
    // covers LSB-U012
    header(
        "F202",
        "lsb.users",
        "UserGroup",
        ("GROUP_NAME PRIORITY", "g 10"),
        ("GROUP_NAME GROUP_MEMBER PRIORITY", "g (user1) 10"),
    );
    // covers LSB-U031
    header(
        "F202",
        "lsb.users",
        "UserMap",
        ("LOCAL REMOTE", "user1 user2@c2"),
        ("LOCAL REMOTE DIRECTION", "user1 user2@c2 export"),
    );
    // covers LSB-H004
    header("F202", "lsb.hosts", "Host", ("MXJ JL/U", "4 2"), ("HOST_NAME MXJ JL/U", "hostA 4 2"));
    // covers LSB-H037
    header("F202", "lsb.hosts", "ComputeUnit", ("NAME MEMBER", "e1 (hostA)"), ("NAME MEMBER TYPE", "e1 (hostA) encl"));
}

#[test]
fn cells() {
    // covers LSB-U007
    table("F204", "lsb.users", "UserGroup", "GROUP_NAME GROUP_MEMBER", "g user1 user2", "g (user1 user2)");
    // covers LSB-U011
    table("F204", "lsb.users", "UserGroup", "GROUP_NAME GROUP_MEMBER GROUP_ADMIN", "g (user1)", "g (user1) ()");
    // covers LSB-H018
    table("F204", "lsb.hosts", "HostGroup", "GROUP_NAME GROUP_MEMBER", "g (hostA) (hostB)", "g (hostA hostB)");
    // covers SHR023
    let shared =
        |servers: &str| SHARED.replace("ClusterName\norion\n", &format!("ClusterName Servers\norion {servers}\n"));
    let line = SHARED.matches('\n').count() - 1;
    row("F204", "lsf.shared", line, &shared("m1 m2"), &shared("(m1 m2)"));
    // covers MAP003
    let map = |location: &str| CLUSTER.replace("tok [all]", &format!("tok {location}"));
    let line = map("\n").lines().position(|it| it == "tok ").expect("the row is there") + 1;
    row_with(
        "F204",
        line,
        &[("lsf.cluster.orion", &map("[m1] [h1]")), ("lsf.shared", SHARED)],
        &[("lsf.cluster.orion", &map("([m1] [h1])")), ("lsf.shared", SHARED)],
    );
    // covers LSB-H011
    table("T004", "lsb.hosts", "Host", "HOST_NAME DISPATCH_WINDOW", "hostA (5:19-1:8:30)", "hostA (5:19:00-1:8:30)");
    // covers CLU011
    table(
        "T004",
        "lsf.cluster.orion",
        "Host",
        "HOSTNAME model type server RESOURCES RUNWINDOW",
        "m1 ! ! 1 () (5:18:30-8:30)",
        "m1 ! ! 1 () (5:18:30-1:8:30)",
    );
}

#[test]
fn duplicates() {
    // covers SHR007
    let again = "Begin HostType\nTYPENAME\nARM64\nEnd HostType\n";
    row("F106", "lsf.shared", SHARED.matches('\n').count() + 1, &format!("{SHARED}{again}"), SHARED);
    // covers LSB-T005
    let reason =
        |id: &str| format!("Begin CustomPendingReason\nREASON_ID = {id}\nMESSAGE = wait\nEnd CustomPendingReason\n");
    row(
        "X302",
        "lsb.reasons",
        6,
        &[reason("1603"), reason("1603")].concat(),
        &[reason("1603"), reason("1604")].concat(),
    );
    let shared = |from: &str, to: &str| SHARED.replace(from, to);
    let line = |text: &str, row: &str| text.lines().position(|it| it == row).expect("the row is there") + 2;
    // covers SHR021
    let wrong = shared("orion\n", "orion\norion\n");
    row("X302", "lsf.shared", line(&wrong, "orion"), &wrong, SHARED);
    // covers SHR030
    let wrong = shared("X86_64\n", "X86_64\nX86_64\n");
    row("X302", "lsf.shared", line(&wrong, "X86_64"), &wrong, SHARED);
    // covers SHR055
    let wrong = shared("tok Numeric 30 N (tokens)\n", "tok Numeric () N (a)\ntok Numeric 30 N (tokens)\n");
    row("X302", "lsf.shared", line(&wrong, "tok Numeric () N (a)"), &wrong, SHARED);
    // covers CLU006
    let wrong = CLUSTER.replace("h1 EpycA X86_64 1 ()\n", "h1 EpycA X86_64 1 ()\nh1 EpycA X86_64 0 ()\n");
    row("X302", "lsf.cluster.orion", line(&wrong, "h1 EpycA X86_64 1 ()"), &wrong, CLUSTER);
    // covers CLU022
    let admins = |names: &str| format!("{CLUSTER}Begin ClusterAdmins\nADMINISTRATORS = {names}\nEnd ClusterAdmins\n");
    let right = admins("lsfadmin ops");
    let wrong = admins("lsfadmin ops lsfadmin");
    row("X304", "lsf.cluster.orion", wrong.matches('\n').count() - 1, &wrong, &right);
    // covers CNF005
    row(
        "P003",
        "lsf.conf",
        2,
        "LSF_LOCAL_RESOURCES=\"[resource a]\"\nLSF_LOCAL_RESOURCES=\"[resource b]\"\n",
        "LSF_LOCAL_RESOURCES=\"[resource a] [resource b]\"\n",
    );
    // covers timeconf-branch-aware
    lines(
        "P003",
        "lsb.queues",
        5,
        "PRIORITY = 30\n#if time(20:00-8:00)\nPRIORITY = 50\n#endif\nPRIORITY = 40",
        "#if time(20:00-8:00)\nPRIORITY = 50\n#else\nPRIORITY = 30\n#endif",
    );
}

#[test]
fn names_of_parameters() {
    // covers LSB-P050
    lines("P001", "lsb.params", 1, "DEFALT_QUEUE = normal", "DEFAULT_QUEUE = normal");
    // covers CLU030
    row(
        "P001",
        "lsf.cluster.orion",
        2,
        &format!("Begin Parameters\nELIM_ARGS = -v\nEnd Parameters\n{CLUSTER}"),
        &format!("Begin Parameters\nELIMARGS = -v\nEnd Parameters\n{CLUSTER}"),
    );
    // covers CNF004
    row("P001", "lsf.conf", 1, "LSF_STRICT_RESEREQ=Y\n", "LSF_STRICT_RESREQ=Y\n");
    // covers RR-036
    row("P001", "lsf.conf", 1, "LSF_UNIT_FOR_LIMIT=GB\n", "LSF_UNIT_FOR_LIMITS=GB\n");
    // covers LSB-P051
    lines("P004", "lsb.params", 2, "SBD_SLEEP_TIME = 7\nMBD_SLEEP_TIME", "SBD_SLEEP_TIME = 7\nMBD_SLEEP_TIME = 10");
    // covers LSB-P051
    lines("P005", "lsb.params", 1, "SBD_SLEEP_TIME =", "SBD_SLEEP_TIME = 7");
    // covers LSB-G007
    row(
        "P002",
        "lsb.globalpolicies",
        4,
        "Begin Limit\nNAME = l1\nSLOTS = 5\nHOSTS = all\nEnd Limit\n",
        "Begin Limit\nNAME = l1\nSLOTS = 5\nPER_USER = all\nEnd Limit\n",
    );
}

#[test]
fn spelling_of_lsf_conf() {
    // covers CNF001
    row("P010", "lsf.conf", 1, "LSF_STRICT_RESREQ = Y\n", "LSF_STRICT_RESREQ=Y\n");
    // covers CNF002
    row("P011", "lsf.conf", 1, "LSF_MASTER_LIST=m1 m2\n", "LSF_MASTER_LIST=\"m1 m2\"\n");
    // covers CNF003
    row("P013", "lsf.conf", 1, "export LSF_STRICT_RESREQ=Y\n", "LSF_STRICT_RESREQ=Y\n");
}

#[test]
fn parameters_that_belong_together() {
    // covers dispatch-order-not-parent
    lines(
        "P302",
        "lsb.queues",
        1,
        "DISPATCH_ORDER = QUEUE",
        "FAIRSHARE = USER_SHARES[[default,1]]\nFAIRSHARE_QUEUES = b\nDISPATCH_ORDER = QUEUE\nEnd Queue\nBegin Queue\nQUEUE_NAME = b",
    );
    // covers LSB-P035
    lines(
        "P302",
        "lsb.params",
        1,
        "MAX_ACCT_ARCHIVE_FILE = 10",
        "ACCT_ARCHIVE_SIZE = 100000\nMAX_ACCT_ARCHIVE_FILE = 10",
    );
    // covers LSB-S010
    row(
        "P302",
        "lsb.serviceclasses",
        4,
        "Begin ServiceClass\nNAME = s\nGOALS = [GUARANTEE]\nAUTO_ATTACH = Y\nEnd ServiceClass\n",
        "Begin ServiceClass\nNAME = s\nGOALS = [GUARANTEE]\nACCESS_CONTROL = QUEUES[normal]\nAUTO_ATTACH = Y\nEnd ServiceClass\n",
    );
    // covers CNF008
    row("P302", "lsf.conf", 1, "LSF_ENABLE_EGO=Y\n", "LSF_ENABLE_EGO=Y\nLSF_EGO_ENVDIR=/lsf/conf/ego/orion/kernel\n");
    // covers CNF013
    row(
        "P303",
        "lsf.conf",
        1,
        "LSF_INTELLIGENT_CPU_BIND=Y\nLSF_DAEMONS_CPUS=\"0:1\"\n",
        "LSF_INTELLIGENT_CPU_BIND=Y\n",
    );
}

#[test]
fn values() {
    // covers app-resizable-value
    lines("P104", "lsb.applications", 1, "RESIZABLE_JOBS = manual", "RESIZABLE_JOBS = auto");
    // covers LSB-H041
    table("P201", "lsb.hosts", "Host", "HOST_NAME MIG", "hostA -5", "hostA 10");
    // covers LSB-T001
    row(
        "P201",
        "lsb.threshold",
        2,
        "Begin Min_Energy\nTHRESHOLD_RUNTIME_VAR = -5\nEnd Min_Energy\n",
        "Begin Min_Energy\nTHRESHOLD_RUNTIME_VAR = 10\nEnd Min_Energy\n",
    );
    // covers LSB-T002
    table("P201", "lsb.threshold", "Min_Time", "CPU_FREQ RUNTIME_VAR", "2100000KHz 2", "2100000KHz -2");
    // covers factor-range
    lines("P201", "lsb.queues", 1, "CPU_TIME_FACTOR = -1", "CPU_TIME_FACTOR = 0.7");
    // covers LSB-P008
    lines("P201", "lsb.params", 1, "MAX_USER_PRIORITY = -5", "MAX_USER_PRIORITY = 100");
    // covers LSB-S004
    let class = |goal: &str| {
        format!("Begin ServiceClass\nNAME = s\nPRIORITY = 1\nGOALS = [{goal} timeWindow ()]\nEnd ServiceClass\n")
    };
    row("P113", "lsb.serviceclasses", 4, &class("VELOCITY"), &class("VELOCITY 5"));
    row("P113", "lsb.serviceclasses", 4, &class("DEADLINE 5"), &class("DEADLINE"));
    // covers LSB-U017
    let shares = |shares: &str| format!("g (user1) ({shares})");
    let group = "GROUP_NAME GROUP_MEMBER USER_SHARES";
    table("Q002", "lsb.users", "UserGroup", group, &shares("[user1, 0]"), &shares("[user1, 1]"));
    // covers LSB-U018
    table("Q002", "lsb.users", "UserGroup", group, &shares("[user1, 3] [user1, 5]"), &shares("[user1, 8]"));
    // covers threshold-ut-percent, XF048
    lines("R104", "lsb.queues", 1, "STOP_COND = select[ut>50]", "STOP_COND = select[ut>0.5]");
}

#[test]
fn requirements_of_queues() {
    // covers res-req-parse
    requirement("R002", "select[mem>100 rusage[mem=100]", "select[mem>100] rusage[mem=100]");
    // covers resrsv-ignores-res-req
    lines(
        "M003",
        "lsb.queues",
        2,
        "RESRSV_LIMIT = [mem=100,500]\nRES_REQ = rusage[mem=900]",
        "RESRSV_LIMIT = [mem=100,500]\nRES_REQ = rusage[mem=300]",
    );
    // covers cond-section-ignored
    lines("R013", "lsb.queues", 1, "STOP_COND = select[it<5] rusage[mem=10]", "STOP_COND = select[it<5]");
    // covers XF025
    requirement("X001", "select[ghost>1]", "select[tok>1]");
    // covers XF026
    requirement("R302", "rusage[ssd=1]", "select[ssd] rusage[tok=1]");
    // covers XF027
    requirement("R403", "order[ssd]", "order[freegb]");
    // covers XF028
    requirement("R108", "select[defined(freegb)]", "select[defined(lanes)]");
    requirement("R108", "select[defined(mem)]", "select[defined(lanes)]");
    // covers XF029
    requirement("R103", "select[osv + 1 > 4]", "select[osv=='4']");
    // covers XF030
    requirement("R112", "select[osv==4.2]", "select[osv=='4.2']");
    // covers XF032
    requirement("X002", "select[type==LINUX9]", "select[type==X86_64]");
    // covers XF044
    requirement_with(
        "R601",
        "LSF_UNIT_FOR_LIMITS=GB\n",
        "rusage[mem=16000]",
        "LSF_UNIT_FOR_LIMITS=GB\n",
        "rusage[mem=16]",
    );
    // covers XF045
    requirement_with(
        "R603",
        "LSF_UNIT_FOR_LIMITS=GB\n",
        "select[tmp>100]",
        "LSF_UNIT_FOR_LIMITS=GB\nLSF_ENABLE_TMP_UNIT=Y\n",
        "select[tmp>100]",
    );
    // covers XF048
    requirement("R104", "select[ut<50]", "select[ut<0.5]");
    // covers XF037
    let queue = |line: &str| format!("Begin Queue\nQUEUE_NAME = a\n{line}\nEnd Queue\n");
    let (wrong, right) = (queue("tok = 5/2"), queue("RES_REQ = select[tok>5]"));
    let files = |text| [("lsb.queues", text), ("lsf.shared", SHARED), ("lsf.cluster.orion", CLUSTER)];
    row_with("L202", 3, &files(&wrong), &files(&right));
}

/// What strict mode rejects is a warning where LSF_STRICT_RESREQ=N, in the words of the same finding.
// covers RR906
#[test]
fn strict_findings_where_the_mode_is_n() {
    let text = "Begin Queue\nQUEUE_NAME = a\nRES_REQ = linux rusage[mem=1] x\nEnd Queue\n";
    let said = |conf: &str| {
        let mut found = found(&[("lsb.queues", text), ("lsf.conf", conf)], &Settings::default());
        found.retain(|it| it.rule.code == "R005");
        render(text, &found)
    };
    expect![[r#"
        3:31-3:32 error unexpected `x` outside the sections
          effect: LSF rejects the requirement string, so the queue has no resource requirement
          help: remove it, or add it to the selection if it is a condition: `... && x`
    "#]]
    .assert_eq(&said("LSF_STRICT_RESREQ=Y\n"));
    expect![[r#"
        3:31-3:32 warning unexpected `x` outside the sections
          effect: LSF may ignore `x`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
          help: remove it, or add it to the selection if it is a condition: `... && x`
    "#]]
    .assert_eq(&said("LSF_STRICT_RESREQ=N\n"));
}
