//! Statements of the documents about batch concepts and external load indices that a rule carries, or that must not be
//! reported.
//!
//! Each is shown by a line that is reported and the line it should be, or by text about which nothing may be said.

use lsflint_lint::{Settings, Severity};
use lsflint_spec::FileKind;

use super::catalogue::{CLUSTER, Files, SHARED, found, header, lines, requirement, row, row_with, table};
use crate::testing::render;

/// Nothing above an information is said about the first file.
#[track_caller]
fn fine_with(files: Files<'_>) {
    let mut said = found(files, &Settings::default());
    said.retain(|it| it.severity >= Severity::Warning);
    assert!(said.is_empty(), "about {}:\n{}", files[0].0, render(files[0].1, &said));
}

#[track_caller]
fn fine(name: &str, text: &str) {
    fine_with(&[(name, text)]);
}

#[track_caller]
fn fine_queue(lines: &str) {
    fine("lsb.queues", &format!("Begin Queue\nQUEUE_NAME = a\n{lines}\nEnd Queue\n"));
}

#[test]
fn resources_of_the_site() {
    let head = "RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION";
    let resource = |code: &str, wrong: &str, right: &str| table(code, "lsf.shared", "Resource", head, wrong, right);
    resource("P120", "3dcard Boolean () () (x)", "card3d Boolean () () (x)");
    resource("P120", "scratch-gb Numeric () N (x)", "scratch_gb Numeric () N (x)");
    resource("P114", "this_resource_name_is_longer_than_39_chars Boolean () () (x)", "short_name Boolean () () (x)");
    let all = "RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE RELEASE DESCRIPTION";
    table("F204", "lsf.shared", "Resource", all, "lic Numeric 30 N Y (x)", "lic Numeric 30 N Y Y (x)");
    resource("E004", "flag Boolean 60 () (x)", "flag Boolean () () (x)");
    resource("E004", "flag Boolean 60 () (x)", "osver String 60 () (x)");
    resource("P201", "tok Numeric 0 N (x)", "tok Numeric 30 N (x)");
    resource("P101", "tok Numeric often N (x)", "tok Numeric 30 N (x)");
    resource("P104", "tok Numeric 30 more (x)", "tok Numeric 30 Y (x)");
    resource("E004", "tok Numeric 30 () (x)", "tok Numeric 30 N (x)");
    resource("E005", "flag Boolean () Y (x)", "flag Boolean () () (x)");
    resource("F204", "flag Boolean () () free text", "flag Boolean () () (free text)");
    resource("E007", "tok Numeric 5 N (x)", "tok Numeric 30 N (x)");
    resource("E003", "tmp Numeric 60 N (x)", "mytmp Numeric 60 N (x)");
    table(
        "E004",
        "lsf.shared",
        "Resource",
        "RESOURCENAME TYPE INTERVAL INCREASING RELEASE DESCRIPTION",
        "flag Boolean () () Y (x)",
        "lic Numeric 30 N Y (x)",
    );
}

#[test]
fn resources_of_hosts() {
    let map = |location: &str| CLUSTER.replace("tok [all]", &format!("tok {location}"));
    let line = CLUSTER.lines().position(|it| it == "tok [all]").expect("the row is there") + 1;
    let both = |code: &str, wrong: &str, right: &str| {
        let files = |text| [("lsf.cluster.orion", text), ("lsf.shared", SHARED)];
        row_with(code, line, &files(&map(wrong)), &files(&map(right)));
    };
    both("E101", "([m1 h1] [h1])", "([m1] [h1])");
    both("E101", "3@[m1]", "[m1]");
    let lanes = |location: &str| CLUSTER.replace("osv (4@[m1])", &format!("osv {location}"));
    let line = CLUSTER.lines().position(|it| it == "osv (4@[m1])").expect("the row is there") + 1;
    let files = |text| [("lsf.cluster.orion", text), ("lsf.shared", SHARED)];
    let (wrong, right) = (lanes("([m1])"), lanes("(4@[m1])"));
    row_with("E101", line, &files(&wrong), &files(&right));
    let host = |resources: &str| CLUSTER.replace("(lanes=4 ssd)", resources);
    let text = host("(lanes=4 !ssd)");
    fine_with(&files(&text));
    let (wrong, right) = (host("(!lanes=4)"), host("(lanes=4 !ssd)"));
    row_with("E014", 3, &files(&wrong), &files(&right));
    let (wrong, right) = (host("(!freegb)"), host("(!ssd)"));
    row_with("E116", 3, &files(&wrong), &files(&right));
    fine("lsf.conf", "LSF_LOCAL_RESOURCES=\"[resource linux] [!bigmem]\"\n");
}

#[test]
fn parameters_of_elims() {
    let parameters = |lines: &str| format!("Begin Parameters\n{lines}\nEnd Parameters\n{CLUSTER}");
    let both = |code: &str, wrong: &str, right: &str| {
        let files = |text| [("lsf.cluster.orion", text), ("lsf.shared", SHARED)];
        row_with(code, 2, &files(&parameters(wrong)), &files(&parameters(right)));
    };
    both("P001", "ELIM_ARGS = -v", "ELIMARGS = -v");
    both("P201", "ELIM_POLL_INTERVAL = 30", "ELIM_POLL_INTERVAL = 0.5");
    both("P201", "LSF_ELIM_BLOCKTIME = -1", "LSF_ELIM_BLOCKTIME = 2");
    both("P103", "LSF_ELIM_DEBUG = 1", "LSF_ELIM_DEBUG = y");
    both("P302", "LSF_ELIM_RESTARTS = 5", "LSF_ELIM_RESTARTS = 5\nLSF_ELIM_BLOCKTIME = 2");
    both("P302", "LSF_ELIM_RESTARTS = 5", "LSF_ELIM_RESTARTS = 5\nLSF_ELIM_DEBUG = y");
}

#[test]
fn load_indices() {
    let all = ["r15s", "r1m", "r15m", "ut", "pg", "io", "ls", "it", "swp", "mem", "tmp"];
    let thresholds: Vec<String> = all.iter().map(|it| format!("{it} = 0.5")).collect();
    fine_queue(&thresholds.join("\n"));
    let queue = "Begin Queue\nQUEUE_NAME = a\nr1m = 0.7/2.0\nfreegb = 50/5\nEnd Queue\n";
    fine_with(&[("lsb.queues", queue), ("lsf.shared", SHARED), ("lsf.cluster.orion", CLUSTER)]);
    let hosts = "Begin Host\nHOST_NAME r1m freegb\ndefault 0.7/2.0 50/5\nEnd Host\n";
    fine_with(&[("lsb.hosts", hosts), ("lsf.shared", SHARED), ("lsf.cluster.orion", CLUSTER)]);
    let threshold = "Begin Queue\nQUEUE_NAME = a\nDESCRIPTION = x\nfreegb = 5/50\nEnd Queue\n";
    let grows = SHARED.replace("freegb Numeric 60 N", "freegb Numeric 60 Y");
    let with = |shared| [("lsb.queues", threshold), ("lsf.shared", shared), ("lsf.cluster.orion", CLUSTER)];
    row_with("L201", 4, &with(SHARED), &with(&grows));
    requirement("R108", "select[defined(freegb)]", "select[defined(lanes)]");
    let files = |text| [("lsb.queues", text), ("lsf.shared", SHARED), ("lsf.cluster.orion", CLUSTER)];
    let (wrong, right) = (
        "Begin Queue\nQUEUE_NAME = a\ntok = 5/2\nEnd Queue\n",
        "Begin Queue\nQUEUE_NAME = a\nRES_REQ = tok>5\nEnd Queue\n",
    );
    row_with("L202", 3, &files(wrong), &files(right));
    lines("L201", "lsb.queues", 1, "r1m = 2.0/0.7", "r1m = 0.7/2.0");
}

#[test]
fn limits_and_the_files_they_belong_to() {
    table("P102", "lsb.users", "User", "USER_NAME JL/P", "u1 many", "u1 0.5");
    table("P102", "lsb.users", "User", "USER_NAME JL/P", "u1 many", "u1 0");
    fine(
        "lsb.users",
        "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\ng1 (u2 u3)\nEnd UserGroup\nBegin User\nUSER_NAME MAX_JOBS JL/P\n\
         u1 10 1\ng1 20 -\ndefault 5 -\nEnd User\n",
    );
    table("P101", "lsb.hosts", "Host", "HOST_NAME MXJ", "h1 many", "h1 !");
    table("P101", "lsb.hosts", "Host", "HOST_NAME MXJ", "h1 4.5", "h1 4");
    table("P101", "lsb.hosts", "Host", "HOST_NAME JL/U", "h1 few", "h1 2");
    lines("P101", "lsb.queues", 1, "QJOB_LIMIT = many", "QJOB_LIMIT = 50");
    lines("L002", "lsb.queues", 2, "QJOB_LIMIT = 5\nUJOB_LIMIT = 10", "QJOB_LIMIT = 50\nUJOB_LIMIT = 10");
    lines("P102", "lsb.queues", 1, "PJOB_LIMIT = half", "PJOB_LIMIT = 0.5");
    lines("P101", "lsb.queues", 1, "HJOB_LIMIT = 1.5", "HJOB_LIMIT = 1");
    lines("L001", "lsb.queues", 1, "QJOB_LIMIT = 0", "QJOB_LIMIT = 1");
    fine_queue("PRIORITY = 80\nUJOB_LIMIT = 1");
    lines("P002", "lsb.queues", 1, "MAX_JOBS = 5", "UJOB_LIMIT = 5");
    lines("P002", "lsb.queues", 1, "MXJ = 5", "HJOB_LIMIT = 5");
    lines("P002", "lsb.params", 1, "QJOB_LIMIT = 5", "MBD_SLEEP_TIME = 10");
    header("F201", "lsb.hosts", "Host", ("HOST_NAME STOP_COND", "h1 (ut>0.9)"), ("HOST_NAME r1m", "h1 0.7/2.0"));
    fine("lsb.hosts", "Begin Host\nHOST_NAME MXJ JL/U\ndefault ! 4\nEnd Host\n");
    fine_queue("QJOB_LIMIT = 100\nUJOB_LIMIT = 20\nPJOB_LIMIT = 0.5\nHJOB_LIMIT = 8");
    lines("P002", "lsb.params", 1, "RESUME_COND = ut<0.5", "MBD_SLEEP_TIME = 10");
}

#[test]
fn switches_of_queues() {
    lines("P201", "lsb.params", 1, "JOB_ACCEPT_INTERVAL = -1", "JOB_ACCEPT_INTERVAL = 0");
    lines("P101", "lsb.params", 1, "PG_SUSP_IT = long", "PG_SUSP_IT = 180");
    fine_queue("EXCLUSIVE = Y");
    fine_queue("EXCLUSIVE = CU[rack]");
    lines("Q401", "lsb.queues", 1, "EXCLUSIVE = CU(rack)", "EXCLUSIVE = CU[rack]");
    lines("Q203", "lsb.queues", 1, "SLOT_RESERVE = 20", "SLOT_RESERVE = MAX_RESERVE_TIME[20]");
    lines("Q201", "lsb.queues", 1, "BACKFILL = Y", "BACKFILL = Y\nRUNLIMIT = 60");
    let queue = |name: &str, lines: &str| format!("Begin Queue\nQUEUE_NAME = {name}\n{lines}\nEnd Queue\n");
    let both = |priority: &str| {
        [queue("high", &format!("PRIORITY = {priority}\nPREEMPTION = PREEMPTIVE[low]")), queue("low", "PRIORITY = 10")]
            .concat()
    };
    row("Q101", "lsb.queues", 4, &both("5"), &both("40"));
    lines("P104", "lsb.queues", 1, "INTERACTIVE = NEVER", "INTERACTIVE = ONLY");
    fine(
        "lsb.applications",
        "Begin Application\nNAME = a\nPOST_EXEC = rm -rf /scratch/$LSB_JOBID && { cd /; } 2>/dev/null || true\n\
         End Application\n",
    );
    lines("P103", "lsb.queues", 1, "RERUNNABLE = maybe", "RERUNNABLE = yes");
    lines("R308", "lsb.queues", 1, "RES_REQ = rusage[swp=-100]", "RES_REQ = rusage[swp=100:duration=10]");
    lines("Q302", "lsb.queues", 1, "REQUEUE_EXIT_VALUES = 99 99 EXCLUDE(5)", "REQUEUE_EXIT_VALUES = 99 EXCLUDE(5)");
    fine_queue("JOB_STARTER = /bin/ksh -c");
    lines("R002", "lsb.applications", 1, "RES_REQ = select[mem>100", "RES_REQ = select[mem>100]");
    table("T002", "lsb.hosts", "Host", "HOST_NAME DISPATCH_WINDOW", "h1 (8:00-8:00)", "h1 (8:00-9:00)");
}

#[test]
fn users_and_authentication() {
    fine("lsb.users", "Begin UserMap\nLOCAL REMOTE DIRECTION\nu1 u2@c2 export\nEnd UserMap\n");
    fine("lsb.users", "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\ng1 (!)\ng2 !\nEnd UserGroup\n");
    fine("lsb.hosts", "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng1 (!)\ng2 !\nEnd HostGroup\n");
    fine("lsf.conf", "LSF_STRICT_RESREQ=Y\nLSF_AUTH=ident\n");
    fine("lsf.conf", "LSF_STRICT_RESREQ=Y\nLSF_AUTH=eauth\n");
    fine("lsf.conf", "LSF_STRICT_RESREQ=Y\n");
    fine("lsf.conf", "LSF_STRICT_RESREQ=Y\nLSB_SHAREDIR=\\\\server\\lsf\\work\n");
    assert_eq!(FileKind::from_name("lsf.sudoers"), Some(FileKind::LsfSudoers));
    row("Z002", "lsf.conf", 1, "LSB_SHAREDIR=/tmp/lsf/work\n", "LSB_SHAREDIR=/lsf/work\n");
}

#[test]
fn strings() {
    fine_with(&[
        (
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = a\n\
             RES_REQ = select[mem>1] order[ -ut : mem ] rusage[ mem = 1000 , swp = 500 ] span[ptile=2]\nEnd Queue\n",
        ),
        ("lsf.conf", "LSF_STRICT_RESREQ=Y\n"),
    ]);
    requirement("X001", "rusage[memm=1]", "rusage[mem=1]");
    requirement("X001", "order[memm]", "order[mem]");
}
