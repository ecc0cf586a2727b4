//! From one version to another: the tree of an old cluster, ranges of versions, and the relatives of LSF.

use lsflint_test_support::{Scratch, cluster};
use snapbox::str;

use crate::{lsflint, stdout};

fn legacy() -> Scratch {
    Scratch::copy_of(&cluster("legacy-7"))
}

fn concise(scratch: &Scratch, arguments: &[&str], code: i32) -> String {
    let fixed = ["check", "-q", "--no-config", "--output-format", "concise", "--select=V"];
    stdout(scratch, &[&fixed, arguments].concat(), code)
}

#[test]
fn an_old_cluster_is_right_for_its_version() {
    // LSF_VERSION says which one that is.
    snapbox::assert_data_eq!(
        concise(&legacy(), &[], 0),
        str![[r#"
conf/lsf.shared:18:1: V002 warning obsolete section `NewIndex`

"#]]
    );
}

#[test]
fn what_an_upgrade_has_to_change() {
    let scratch = legacy();
    let found = concise(&scratch, &["--profile", "migration", "--target", "10.1"], 0);
    snapbox::assert_data_eq!(
        found,
        str![[r#"
conf/lsbatch/legacy/configdir/lsb.applications:3:1: V001 warning `PROCLIMIT` is the old name of `TASKLIMIT`
conf/lsbatch/legacy/configdir/lsb.applications:4:1: V001 warning `RUNTIME` is the old name of `ESTIMATED_RUNTIME`
conf/lsbatch/legacy/configdir/lsb.params:1:1: V005 warning `MAX_SBD_CONNS` is not set, and its default changed in LSF 10.1.0.10
conf/lsbatch/legacy/configdir/lsb.params:1:1: V005 warning `NEWJOB_REFRESH` is not set, and its default changed in LSF 10.1
conf/lsbatch/legacy/configdir/lsb.params:3:1: V001 warning `LSB_MANAGER` is obsolete
conf/lsbatch/legacy/configdir/lsb.params:5:1: V001 warning `RESOURCE_RESERVE_PER_SLOT` is the old name of `RESOURCE_RESERVE_PER_TASK`
conf/lsbatch/legacy/configdir/lsb.params:6:1: V001 warning `MAX_PREEXEC_RETRY` is the old name of `REMOTE_MAX_PREEXEC_RETRY`
conf/lsbatch/legacy/configdir/lsb.params:7:1: V001 warning `NQS_QUEUES_FLAGS` is in no page of LSF 10.1 that lsflint knows
conf/lsbatch/legacy/configdir/lsb.params:8:1: V001 warning `SLA_TIMER` is in no page of LSF 10.1 that lsflint knows
conf/lsbatch/legacy/configdir/lsb.queues:4:1: V001 warning `PROCLIMIT` is the old name of `TASKLIMIT`
conf/lsbatch/legacy/configdir/lsb.queues:12:1: V001 warning `POLICIES` is in no page of LSF 10.1 that lsflint knows
conf/lsbatch/legacy/configdir/lsb.queues:15:1: V001 warning `MAX_PREEXEC_RETRY` is the old name of `REMOTE_MAX_PREEXEC_RETRY`
conf/lsbatch/legacy/configdir/lsb.queues:22:1: V001 warning `NQS_QUEUES` is in no page of LSF 10.1 that lsflint knows
conf/lsbatch/legacy/configdir/lsb.queues:23:1: V001 warning `SLOT_POOL` is deprecated
conf/lsbatch/legacy/configdir/lsb.queues:24:1: V001 warning `SLOT_SHARE` is deprecated
conf/lsbatch/legacy/configdir/lsb.resources:4:1: V001 warning `LICENSE` is the old name of `RESOURCE`
conf/lsf.cluster.legacy:2:1: V001 warning `PRODUCTS` is in no page of LSF 10.1 that lsflint knows
conf/lsf.cluster.legacy:10:28: V001 warning `R` is the old name of `server`
conf/lsf.conf:3:1: V005 warning `LSB_MAX_JOB_DISPATCH_PER_SESSION` is not set, and its default changed in LSF 10.1.0.10
conf/lsf.conf:16:1: V003 warning LSF no longer supports `LSF_LICENSE_FILE`
conf/lsf.conf:17:1: V001 warning `LSF_ROOT_REX` is deprecated
conf/lsf.conf:19:1: V001 warning `LSF_TOPD_PORT` is in no page of LSF 10.1 that lsflint knows
conf/lsf.conf:21:1: V001 warning `LSF_ENABLE_DUALCORE` is in no page of LSF 10.1 that lsflint knows
conf/lsf.shared:18:1: V002 warning obsolete section `NewIndex`

"#]]
    );
    // Old syntax of requirements that the strict parser of new installations refuses.
    let syntax = ["check", "-q", "--no-config", "--output-format", "concise", "--select=R", "--target=10.1"];
    snapbox::assert_data_eq!(
        stdout(&scratch, &syntax, 1),
        str![[r#"
conf/lsbatch/legacy/configdir/lsb.queues:5:36: R004 warning missing space before section `rusage`
conf/lsbatch/legacy/configdir/lsb.queues:14:55: R203 warning repeated negation
conf/lsbatch/legacy/configdir/lsb.queues:26:27: R204 error invalid operator `:` in `select`
conf/lsf.conf:3:1: R210 info `LSF_STRICT_RESREQ` is not set

"#]]
    );
}

#[test]
fn what_the_upgrade_fixes_by_itself() {
    let scratch = legacy();
    let arguments = ["check", "-q", "--no-config", "--select=V", "--profile=migration", "--target=10.1", "--fix"];
    lsflint(&scratch, &arguments).assert().success();
    let queues =
        std::fs::read_to_string(scratch.path().join("conf/lsbatch/legacy/configdir/lsb.queues")).expect("a file");
    assert!(queues.contains("TASKLIMIT         = 1 4 16"), "{queues}");
    assert!(!queues.contains("REMOTE_MAX_PREEXEC_RETRY"), "nobody knows since when that is read: {queues}");
    let left = concise(&scratch, &["--profile", "migration", "--target", "10.1"], 0);
    assert!(!left.contains("is the old name of `TASKLIMIT`"), "{left}");
}

#[test]
fn what_is_not_portable() {
    let scratch = legacy();
    scratch.write(
        "conf/lsbatch/legacy/configdir/lsb.queues",
        "Begin Queue\nQUEUE_NAME = a\nTASKLIMIT = 4\nPROCLIMIT = 4\nRES_REQ = {linux} || {bigmem}\nEnd Queue\n",
    );
    snapbox::assert_data_eq!(
        concise(&scratch, &["--profile", "portable", "--target", "7.0..10.1"], 1),
        str![[r#"
conf/lsbatch/legacy/configdir/lsb.params:1:1: V005 info `MAX_SBD_CONNS` is not set, and its default changed in LSF 10.1.0.10
conf/lsbatch/legacy/configdir/lsb.params:1:1: V005 info `NEWJOB_REFRESH` is not set, and its default changed in LSF 10.1
conf/lsbatch/legacy/configdir/lsb.params:3:1: V001 warning `LSB_MANAGER` is obsolete
conf/lsbatch/legacy/configdir/lsb.params:7:1: V001 info `NQS_QUEUES_FLAGS` is in no page of LSF 10.1 that lsflint knows
conf/lsbatch/legacy/configdir/lsb.params:8:1: V001 info `SLA_TIMER` is in no page of LSF 10.1 that lsflint knows
conf/lsbatch/legacy/configdir/lsb.queues:3:1: V101 error `TASKLIMIT` requires LSF 9.1.3, but the target is 7.0..10.1.0.16
conf/lsbatch/legacy/configdir/lsb.queues:5:11: V102 info alternative syntax requires LSF 9.1, but the target is 7.0..10.1.0.16
conf/lsf.cluster.legacy:2:1: V001 info `PRODUCTS` is in no page of LSF 10.1 that lsflint knows
conf/lsf.conf:3:1: V005 info `LSB_MAX_JOB_DISPATCH_PER_SESSION` is not set, and its default changed in LSF 10.1.0.10
conf/lsf.conf:16:1: V003 warning LSF 10.1.0.16 does not support `LSF_LICENSE_FILE`, and the target is 7.0..10.1.0.16
conf/lsf.conf:19:1: V001 info `LSF_TOPD_PORT` is in no page of LSF 10.1 that lsflint knows
conf/lsf.conf:21:1: V001 info `LSF_ENABLE_DUALCORE` is in no page of LSF 10.1 that lsflint knows
conf/lsf.shared:18:1: V002 warning obsolete section `NewIndex`

"#]]
    );
}

#[test]
fn what_the_relatives_do_not_read() {
    let scratch = Scratch::with(&[
        ("lsb.applications", "Begin Application\nNAME = a\nEnd Application\n"),
        (
            "lsb.queues",
            "#INCLUDE \"more\"\nBegin Queue\nQUEUE_NAME = a\nTASKLIMIT = 4\nCONTAINER = docker[image(u)]\n\
             RES_REQ = 2*{linux} + 1*{cs}\nEnd Queue\n",
        ),
    ]);
    snapbox::assert_data_eq!(
        concise(&scratch, &["--target", "volclava-2"], 1),
        str![[r#"
lsb.applications:1:1: V201 info volclava-2 does not support application profiles
lsb.queues:1:1: V103 warning volclava-2 does not support `#INCLUDE`
lsb.queues:4:1: V201 error volclava-2 does not support `TASKLIMIT`
lsb.queues:5:1: V201 error volclava-2 does not support `CONTAINER`
lsb.queues:6:11: V102 error volclava-2 does not support compound syntax

"#]]
    );
    snapbox::assert_data_eq!(concise(&scratch, &["--target", "10.1"], 0), str![[""]]);
}
