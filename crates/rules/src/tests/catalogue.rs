//! Rows of the rule catalogues that a rule shows beside its main business.
//!
//! A rule such as "a value too many in a row" speaks about many parameters of many files. Its own tests show what it
//! says; here each catalogue row has its wrong and its right example: the rule speaks on one line of the first and not
//! in the second, where nothing else may be an error.

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
    Begin HostType\nTYPENAME\nX86_64\nEnd HostType\n\
    Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nEpycA 12 ()\nEnd HostModel\n\
    Begin Cluster\nClusterName\norion\nEnd Cluster\n";

pub(crate) const CLUSTER: &str = "Begin Host\nHOSTNAME model type server RESOURCES\n\
    m1 EpycA X86_64 1 (lanes=4 ssd)\nh1 EpycA X86_64 1 ()\nEnd Host\n\
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
    row(
        "F104",
        "lsb.queues",
        3,
        "Begin Queue\nQUEUE_NAME = a\nEnd Queues\n",
        "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n",
    );
    let host_type =
        |end: &str| format!("{SHARED}Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nB 2 ()\nEnd {end}\n");
    let line = host_type("").matches('\n').count();
    row("F104", "lsf.shared", line, &host_type("HostType"), &host_type("HostModel"));
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
    header(
        "F202",
        "lsb.users",
        "UserGroup",
        ("GROUP_NAME PRIORITY", "g 10"),
        ("GROUP_NAME GROUP_MEMBER PRIORITY", "g (user1) 10"),
    );
    header(
        "F202",
        "lsb.users",
        "UserMap",
        ("LOCAL REMOTE", "user1 user2@c2"),
        ("LOCAL REMOTE DIRECTION", "user1 user2@c2 export"),
    );
    header("F202", "lsb.hosts", "Host", ("MXJ JL/U", "4 2"), ("HOST_NAME MXJ JL/U", "hostA 4 2"));
    header("F202", "lsb.hosts", "ComputeUnit", ("NAME MEMBER", "e1 (hostA)"), ("NAME MEMBER TYPE", "e1 (hostA) encl"));
}

#[test]
fn cells() {
    table("F204", "lsb.users", "UserGroup", "GROUP_NAME GROUP_MEMBER", "g user1 user2", "g (user1 user2)");
    table("F204", "lsb.users", "UserGroup", "GROUP_NAME GROUP_MEMBER GROUP_ADMIN", "g (user1)", "g (user1) ()");
    table("F204", "lsb.hosts", "HostGroup", "GROUP_NAME GROUP_MEMBER", "g (hostA) (hostB)", "g (hostA hostB)");
    let shared =
        |servers: &str| SHARED.replace("ClusterName\norion\n", &format!("ClusterName Servers\norion {servers}\n"));
    let line = SHARED.matches('\n').count() - 1;
    row("F204", "lsf.shared", line, &shared("m1 m2"), &shared("(m1 m2)"));
    let map = |location: &str| CLUSTER.replace("tok [all]", &format!("tok {location}"));
    let line = map("\n").lines().position(|it| it == "tok ").expect("the row is there") + 1;
    row_with(
        "F204",
        line,
        &[("lsf.cluster.orion", &map("[m1] [h1]")), ("lsf.shared", SHARED)],
        &[("lsf.cluster.orion", &map("([m1] [h1])")), ("lsf.shared", SHARED)],
    );
    table("T004", "lsb.hosts", "Host", "HOST_NAME DISPATCH_WINDOW", "hostA (5:19-1:8:30)", "hostA (5:19:00-1:8:30)");
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
    let again = "Begin HostType\nTYPENAME\nARM64\nEnd HostType\n";
    row("F106", "lsf.shared", SHARED.matches('\n').count() + 1, &format!("{SHARED}{again}"), SHARED);
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
    let wrong = shared("orion\n", "orion\norion\n");
    row("X302", "lsf.shared", line(&wrong, "orion"), &wrong, SHARED);
    let wrong = shared("X86_64\n", "X86_64\nX86_64\n");
    row("X302", "lsf.shared", line(&wrong, "X86_64"), &wrong, SHARED);
    let wrong = shared("tok Numeric 30 N (tokens)\n", "tok Numeric () N (a)\ntok Numeric 30 N (tokens)\n");
    row("X302", "lsf.shared", line(&wrong, "tok Numeric () N (a)"), &wrong, SHARED);
    let wrong = CLUSTER.replace("h1 EpycA X86_64 1 ()\n", "h1 EpycA X86_64 1 ()\nh1 EpycA X86_64 0 ()\n");
    row("X302", "lsf.cluster.orion", line(&wrong, "h1 EpycA X86_64 1 ()"), &wrong, CLUSTER);
    let admins = |names: &str| format!("{CLUSTER}Begin ClusterAdmins\nADMINISTRATORS = {names}\nEnd ClusterAdmins\n");
    let right = admins("lsfadmin ops");
    let wrong = admins("lsfadmin ops lsfadmin");
    row("X304", "lsf.cluster.orion", wrong.matches('\n').count() - 1, &wrong, &right);
    row(
        "P003",
        "lsf.conf",
        2,
        "LSF_LOCAL_RESOURCES=\"[resource a]\"\nLSF_LOCAL_RESOURCES=\"[resource b]\"\n",
        "LSF_LOCAL_RESOURCES=\"[resource a] [resource b]\"\n",
    );
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
    lines("P001", "lsb.params", 1, "DEFALT_QUEUE = normal", "DEFAULT_QUEUE = normal");
    row(
        "P001",
        "lsf.cluster.orion",
        2,
        &format!("Begin Parameters\nELIM_ARGS = -v\nEnd Parameters\n{CLUSTER}"),
        &format!("Begin Parameters\nELIMARGS = -v\nEnd Parameters\n{CLUSTER}"),
    );
    row("P001", "lsf.conf", 1, "LSF_STRICT_RESEREQ=Y\n", "LSF_STRICT_RESREQ=Y\n");
    row("P001", "lsf.conf", 1, "LSF_UNIT_FOR_LIMIT=GB\n", "LSF_UNIT_FOR_LIMITS=GB\n");
    lines("P004", "lsb.params", 2, "SBD_SLEEP_TIME = 7\nMBD_SLEEP_TIME", "SBD_SLEEP_TIME = 7\nMBD_SLEEP_TIME = 10");
    lines("P005", "lsb.params", 1, "SBD_SLEEP_TIME =", "SBD_SLEEP_TIME = 7");
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
    row("P010", "lsf.conf", 1, "LSF_STRICT_RESREQ = Y\n", "LSF_STRICT_RESREQ=Y\n");
    row("P011", "lsf.conf", 1, "LSF_MASTER_LIST=m1 m2\n", "LSF_MASTER_LIST=\"m1 m2\"\n");
    row("P013", "lsf.conf", 1, "export LSF_STRICT_RESREQ=Y\n", "LSF_STRICT_RESREQ=Y\n");
}

#[test]
fn parameters_that_belong_together() {
    lines(
        "P302",
        "lsb.queues",
        1,
        "DISPATCH_ORDER = QUEUE",
        "FAIRSHARE = USER_SHARES[[default,1]]\nFAIRSHARE_QUEUES = b\nDISPATCH_ORDER = QUEUE\nEnd Queue\n\
         Begin Queue\nQUEUE_NAME = b",
    );
    lines(
        "P302",
        "lsb.params",
        1,
        "JOB_PRIORITY_OVER_TIME = 3/20",
        "MAX_USER_PRIORITY = 100\nJOB_PRIORITY_OVER_TIME = 3/20",
    );
    row("P302", "lsf.conf", 1, "LSF_PROXYD_PORT=1234\n", "LSF_PROXYD_PORT=1234\nLSF_PROXYD_HOSTS=m1\n");
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
    lines("P104", "lsb.applications", 1, "RESIZABLE_JOBS = manual", "RESIZABLE_JOBS = auto");
    table("P201", "lsb.hosts", "Host", "HOST_NAME MIG", "hostA -5", "hostA 10");
    row(
        "P201",
        "lsb.threshold",
        2,
        "Begin Min_Energy\nTHRESHOLD_RUNTIME_VAR = -5\nEnd Min_Energy\n",
        "Begin Min_Energy\nTHRESHOLD_RUNTIME_VAR = 10\nEnd Min_Energy\n",
    );
    table("P201", "lsb.threshold", "Min_Time", "CPU_FREQ RUNTIME_VAR", "2100000KHz 2", "2100000KHz -2");
    lines("P201", "lsb.queues", 1, "CPU_TIME_FACTOR = -1", "CPU_TIME_FACTOR = 0.7");
    lines("P201", "lsb.params", 1, "MAX_USER_PRIORITY = -5", "MAX_USER_PRIORITY = 100");
    let class = |goal: &str| {
        format!("Begin ServiceClass\nNAME = s\nPRIORITY = 1\nGOALS = [{goal} timeWindow ()]\nEnd ServiceClass\n")
    };
    row("P113", "lsb.serviceclasses", 4, &class("VELOCITY"), &class("VELOCITY 5"));
    row("P113", "lsb.serviceclasses", 4, &class("DEADLINE 5"), &class("DEADLINE"));
    let shares = |shares: &str| format!("g (user1) ({shares})");
    let group = "GROUP_NAME GROUP_MEMBER USER_SHARES";
    table("Q002", "lsb.users", "UserGroup", group, &shares("[user1, 0]"), &shares("[user1, 1]"));
    table("Q002", "lsb.users", "UserGroup", group, &shares("[user1, 3] [user1, 5]"), &shares("[user1, 8]"));
    lines("R104", "lsb.queues", 1, "STOP_COND = select[ut>50]", "STOP_COND = select[ut>0.5]");
}

#[test]
fn requirements_of_queues() {
    requirement("R002", "select[mem>100 rusage[mem=100]", "select[mem>100] rusage[mem=100]");
    lines(
        "M003",
        "lsb.queues",
        2,
        "RESRSV_LIMIT = [mem=100,500]\nRES_REQ = rusage[mem=900]",
        "RESRSV_LIMIT = [mem=100,500]\nRES_REQ = rusage[mem=300]",
    );
    lines("R013", "lsb.queues", 1, "STOP_COND = select[it<5] rusage[mem=10]", "STOP_COND = select[it<5]");
    requirement("X001", "select[ghost>1]", "select[tok>1]");
    requirement("R302", "rusage[ssd=1]", "select[ssd] rusage[tok=1]");
    requirement("R403", "order[ssd]", "order[freegb]");
    requirement("R108", "select[defined(freegb)]", "select[defined(lanes)]");
    requirement("R108", "select[defined(mem)]", "select[defined(lanes)]");
    requirement("R103", "select[osv + 1 > 4]", "select[osv=='4']");
    requirement("R112", "select[osv==4.2]", "select[osv=='4.2']");
    requirement("X002", "select[type==LINUX9]", "select[type==X86_64]");
    requirement_with(
        "R601",
        "LSF_UNIT_FOR_LIMITS=GB\n",
        "rusage[mem=16000]",
        "LSF_UNIT_FOR_LIMITS=GB\n",
        "rusage[mem=16]",
    );
    requirement_with(
        "R603",
        "LSF_UNIT_FOR_LIMITS=GB\n",
        "select[tmp>100]",
        "LSF_UNIT_FOR_LIMITS=GB\nLSF_ENABLE_TMP_UNIT=Y\n",
        "select[tmp>100]",
    );
    requirement("R104", "select[ut<50]", "select[ut<0.5]");
    let queue = |line: &str| format!("Begin Queue\nQUEUE_NAME = a\n{line}\nEnd Queue\n");
    let (wrong, right) = (queue("tok = 5/2"), queue("RES_REQ = select[tok>5]"));
    let files = |text| [("lsb.queues", text), ("lsf.shared", SHARED), ("lsf.cluster.orion", CLUSTER)];
    row_with("L202", 3, &files(&wrong), &files(&right));
}

/// What strict mode rejects is a warning where LSF_STRICT_RESREQ=N, in the words of the same finding.
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
