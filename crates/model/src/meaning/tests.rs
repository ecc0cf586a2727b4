//! What means the same, and what does not.

use lsflint_spec::FileKind;

use crate::{Cluster, Meaning, SourceFile};

fn statements(name: &str, text: &str) -> Vec<String> {
    let kind = FileKind::from_name(name).expect("a file of LSF");
    let file = SourceFile::new(name, kind, text);
    let params = SourceFile::new("lsb.params", FileKind::LsbParams, "Begin Parameters\nEnd Parameters\n");
    let conf = SourceFile::new("lsf.conf", FileKind::LsfConf, "LSF_LIM_PORT=7869\n");
    Meaning::statements(&Cluster::of(&[file.clone(), params, conf], None), &file)
}

#[track_caller]
fn same(name: &str, one: &str, other: &str) {
    assert_eq!(statements(name, one), statements(name, other));
}

#[track_caller]
fn differs(name: &str, one: &str, other: &str) {
    assert_ne!(statements(name, one), statements(name, other));
}

fn queue(lines: &str) -> String {
    format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n")
}

#[test]
fn layout_and_spelling_do_not_count() {
    same(
        "lsb.queues",
        "  begin QUEUE\nqueue_name=q # c\n\n\nHOSTS = a \\\n  b\nEnd Queues\n",
        &queue("# other\nHOSTS  =  a   b"),
    );
    same("lsb.queues", &queue("PROCLIMIT = 8"), &queue("TASKLIMIT = 8"));
    same(
        "lsb.queues",
        &queue("FAIRSHARE = USER_SHARES[[a,1] [b,2]]"),
        &queue("FAIRSHARE = USER_SHARES[[a, 1] [b, 2]]"),
    );
}

#[test]
fn words_and_their_order_count() {
    differs("lsb.queues", &queue("NICE = 1\nNICE = 2"), &queue("NICE = 2\nNICE = 1"));
    differs("lsb.queues", &queue("HOSTS = a b"), &queue("HOSTS = ab"));
    differs("lsb.queues", &queue("HOSTS = a b"), &queue("HOSTS = a\\\nb"));
    differs("lsb.queues", &queue("USERS = a,b"), &queue("USERS = a, b"));
    differs("lsb.queues", &queue("HOSTS = all"), &queue("#HOSTS = all"));
    differs("lsb.queues", &queue("#if time(1-2)\nNICE = 1\n#endif"), &queue("NICE = 1"));
    differs("lsb.queues", &queue("DESCRIPTION = a  b"), &queue("DESCRIPTION = a b c"));
    differs("lsb.queues", &queue(""), "Begin Queue\nQUEUE_NAME = q\n");
}

#[test]
fn requirements_by_their_normal_form() {
    same(
        "lsb.queues",
        &queue("RES_REQ = select[mem>5]rusage[mem=1]"),
        &queue("RES_REQ = select[mem > 5] rusage[mem=1]"),
    );
    same("lsb.queues", &queue("RES_REQ = select[!!mg && !swp]"), &queue("RES_REQ = select[mg&&(swp == 0)]"));
    same("lsb.queues", &queue("RES_REQ = order[r15s:pg] select[ut<1]"), &queue("RES_REQ = select[ut<1]"));
    differs("lsb.queues", &queue("RES_REQ = order[ut] select[ut<1]"), &queue("RES_REQ = select[ut<1]"));
    differs("lsb.queues", &queue("RES_REQ = select[mem>5]"), &queue("RES_REQ = select[mem>=5]"));
    differs("lsb.queues", &queue("RES_REQ = select[!!mem + 1]"), &queue("RES_REQ = select[mem + 1]"));
}

#[test]
fn thresholds_as_lsf_takes_them() {
    same("lsb.queues", &queue("mem = 10/100"), &queue("mem = 100/10"));
    same("lsb.queues", &queue("r1m = 3/1"), &queue("r1m = 1/3"));
    same("lsb.queues", &queue("ut = 50/90"), &queue("ut = 0.5/0.9"));
    same("lsb.queues", &queue("ut = 70%"), &queue("ut = 0.7"));
    differs("lsb.queues", &queue("mem = 10/100"), &queue("mem = 10/101"));
    differs("lsb.queues", &queue("mem = 10"), &queue("mem = /10"));
}

#[test]
fn windows_and_formulas_by_what_they_say() {
    same("lsb.queues", &queue("RUN_WINDOW = 8-17:30"), &queue("RUN_WINDOW = 8:00-17:30"));
    differs("lsb.queues", &queue("RUN_WINDOW = 8-17:30"), &queue("RUN_WINDOW = 8-17"));
    same("lsb.queues", &queue("#if time(8-17:30)\nNICE = 1\n#endif"), &queue("#if time(8:00-17:30)\nNICE = 1\n#endif"));
    let formula = |grace: &str| queue(&format!("APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, {grace}]]"));
    same("lsb.queues", &formula("2"), &formula("2h"));
    differs("lsb.queues", &formula("2"), &formula("2s"));
}

#[test]
fn cells_that_are_not_read() {
    let table =
        |row: &str| format!("Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n{row}\nEnd Resource\n");
    same("lsf.shared", &table("ssd Boolean () Y (x)"), &table("ssd Boolean () () (x)"));
    differs("lsf.shared", &table("ssd Numeric () Y (x)"), &table("ssd Numeric () () (x)"));
    differs("lsf.shared", &table("ssd Numeric () Y"), &table("ssd Numeric () Y (x)"));
}
