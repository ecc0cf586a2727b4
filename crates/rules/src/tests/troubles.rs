//! What goes wrong most often on sites, and what reports it: each is a small configuration with the rules that speak
//! about its first file.

use expect_test::{Expect, expect};

use super::catalogue::{CLUSTER, SHARED, found};
use crate::testing::everything;

/// The codes of all findings about the first file, in the order of the text.
fn codes(files: &[(&str, &str)]) -> String {
    let mut found: Vec<_> = found(files, &everything()).iter().map(|it| (it.range.start(), it.rule.code)).collect();
    found.sort_unstable();
    found.iter().map(|it| it.1).collect::<Vec<_>>().join(" ")
}

#[expect(clippy::needless_pass_by_value, reason = "expect![[]] is a temporary")]
fn check(files: &[(&str, &str)], expected: Expect) {
    expected.assert_eq(&codes(files));
}

/// A queue with a requirement, in a cluster with resources.
fn requirement(string: &str, expected: Expect) {
    let queue = format!("Begin Queue\nQUEUE_NAME = a\nPRIORITY = 30\nDESCRIPTION = a\nRES_REQ = {string}\nEnd Queue\n");
    let files = [
        ("lsb.queues", &*queue),
        ("lsf.conf", "LSF_STRICT_RESREQ=Y\n"),
        ("lsf.shared", SHARED),
        ("lsf.cluster.orion", CLUSTER),
    ];
    check(&files, expected);
}

/// The files beside lsb.queues, so that nothing is unknown.
const OTHERS: [(&str, &str); 5] = [
    ("lsb.applications", "Begin Application\nNAME = p\nEnd Application\n"),
    ("lsb.params", "Begin Parameters\nMBD_SLEEP_TIME = 10\nEnd Parameters\n"),
    ("lsb.users", "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\nug (u1 u2)\nEnd UserGroup\n"),
    ("lsf.shared", SHARED),
    ("lsf.cluster.orion", CLUSTER),
];

/// The first file, and the others of a cluster.
fn in_cluster(files: &[(&str, &str)], expected: Expect) {
    let others = OTHERS.iter().filter(|(name, _)| files.iter().all(|it| it.0 != *name)).copied();
    check(&files.iter().copied().chain(others).collect::<Vec<_>>(), expected);
}

fn queue(lines: &str, expected: Expect) {
    in_cluster(&[("lsb.queues", &format!("Begin Queue\nQUEUE_NAME = a\n{lines}\nEnd Queue\n"))], expected);
}

#[test]
fn one_error_does_not_hide_the_others() {
    requirement("rusage[type=1:osv=1:hname=1]", expect!["R302 R302 R302"]);
    requirement("order[-osv:!mem:foo]", expect!["R403 R402 X001"]);
}

#[test]
fn generated_strings_have_empty_words() {
    requirement("select[null]", expect!["X001"]);
    requirement("select[mem>None]", expect!["X001"]);
    requirement("select[null && mem>10]", expect!["X001"]);
}

#[test]
fn groups_are_expanded() {
    let cluster = "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nh2 ! ! 1 ()\nEnd Host\n";
    let hosts = "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\nall_of (h1 h2)\nnone_of (all_of ~h1 ~h2)\nEnd HostGroup\n";
    let in_queue = "Begin Queue\nQUEUE_NAME = a\nHOSTS = none_of\nEnd Queue\n";
    check(&[("lsb.queues", in_queue), ("lsb.hosts", hosts), ("lsf.cluster.c1", cluster)], expect!["X104"]);
    let users = |shares: &str| {
        format!(
            "Begin UserGroup\nGROUP_NAME GROUP_MEMBER USER_SHARES\ninner (u1 u2) ()\nouter (inner) ({shares})\nEnd UserGroup\n"
        )
    };
    check(&[("lsb.users", &users("[u1,1] [u3,1]"))], expect!["X203"]);
    check(&[("lsb.users", &users("[u1,1] [u2,1]"))], expect![""]);
}

#[test]
fn rows_that_are_correct_are_silent() {
    let models = "Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nEpyc 12 (x1)\nEpyc 12 (x2)\nEnd HostModel\n";
    check(&[("lsf.shared", models)], expect![""]);
    let features = "Begin Feature\nNAME = f1\nDISTRIBUTION = LanServer(Lp1 1)\nFLEX_NAME = \"AppZ one\"\nEnd Feature\n";
    check(&[("lsf.licensescheduler", features)], expect![""]);
    let users = "Begin User\nUSER_NAME MAX_JOBS JL/P\nu1 10 1.5\nEnd User\n";
    check(&[("lsb.users", users)], expect![""]);
}

#[test]
fn types_of_hosts() {
    let shared = SHARED.replace("X86_64\nEnd HostType", "X86_64\nARM\nEnd HostType");
    let cluster = "Begin Host\nHOSTNAME model type server RESOURCES\nm1 EpycA X86_64 1 (lanes=4 ssd)\nh1 EpycA ARM 1 ()\nEnd Host\n";
    let wide = "Begin Queue\nQUEUE_NAME = a\nRES_REQ = mem>100\nEnd Queue\n";
    in_cluster(&[("lsb.queues", wide), ("lsf.shared", &shared), ("lsf.cluster.orion", cluster)], expect!["W107"]);
}

#[test]
fn a_compute_unit_type_is_missed_only_by_those_who_name_it() {
    let params = "Begin Parameters\nCOMPUTE_UNIT_TYPES = enclosure rack\nEnd Parameters\n";
    in_cluster(&[("lsb.params", params)], expect![""]);
}

#[test]
fn memory() {
    queue("MEMLIMIT = 4000000", expect!["W108"]);
    let queue_of_mb = "Begin Queue\nQUEUE_NAME = a\nMEMLIMIT = 16000 128000\nRES_REQ = rusage[mem=8000]\nEnd Queue\n";
    in_cluster(&[("lsb.queues", queue_of_mb), ("lsf.conf", "LSF_LOGDIR=/var/log\n")], expect!["L101 L105"]);
    queue("RES_REQ = select[mem>4000] rusage[mem=1000]", expect!["W109"]);
}

#[test]
fn parameters() {
    queue("RUNLIMT = 10", expect!["P001"]);
    queue("LSF_JOB_STARTER = /opt/start", expect!["P001"]);
    queue("JOB_CONTROLS = TERMINATE[bkill $LSB_JOBID]", expect!["Q301"]);
}

#[test]
fn users_and_queues() {
    queue("USERS = u1 u2\nFAIRSHARE = USER_SHARES[[u1, 1]]", expect!["Q003"]);
    let queues = "Begin Queue\nQUEUE_NAME = p\nTASKLIMIT = 8 64\nEnd Queue\nBegin Queue\nQUEUE_NAME = s\nTASKLIMIT = 1\nEnd Queue\n";
    check(&[("lsb.queues", queues)], expect!["W114"]);
}

#[test]
fn limits() {
    let limit = "Begin Limit\nNAME = l\nQUEUES = a b\nMEM = 100\nEnd Limit\n";
    let queues =
        "Begin Queue\nQUEUE_NAME = a\nRES_REQ = rusage[mem=10]\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nEnd Queue\n";
    in_cluster(&[("lsb.resources", limit), ("lsb.queues", queues)], expect!["L321"]);
}

#[test]
fn windows_of_conditions() {
    queue("#if time(8:00-8:05)\nUJOB_LIMIT = 5\n#endif", expect!["T102"]);
    queue("#if time(8:00-9:00 CTS)\nUJOB_LIMIT = 5\n#endif", expect!["T001"]);
}

#[test]
fn a_host_has_the_name_of_a_queue_or_of_the_cluster() {
    let queues = "Begin Queue\nQUEUE_NAME = night\nEnd Queue\n";
    let host = |name: &str| format!("Begin Host\nHOSTNAME model type server RESOURCES\n{name} ! ! 1 ()\nEnd Host\n");
    check(&[("lsf.cluster.orion", &host("night")), ("lsb.queues", queues)], expect!["X308"]);
    check(&[("lsf.cluster.orion", &host("orion")), ("lsb.queues", queues)], expect!["X308"]);
}

#[test]
fn a_static_shared_resource_of_all_hosts_is_correct() {
    let map = "Begin ResourceMap\nRESOURCENAME LOCATION\nlanes (5@[all])\nEnd ResourceMap\n";
    check(&[("lsf.cluster.orion", map), ("lsf.shared", SHARED)], expect![""]);
}

#[test]
fn a_default_row_that_no_host_uses_is_correct() {
    let cluster = "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nEnd Host\n";
    let rows = "Begin Host\nHOST_NAME MXJ\ndefault 4\nh1 2\nEnd Host\n";
    check(&[("lsb.hosts", rows), ("lsf.cluster.c1", cluster)], expect![""]);
}
