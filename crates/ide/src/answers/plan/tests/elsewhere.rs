//! Values that change through another parameter.

use expect_test::{Expect, expect};
use lsflint_model::job::JobScript;

use super::{BASE, between};
use crate::answers::plan::{GivenJob, entries, orders, values_of_script};
use crate::testing::Fixture;

/// The changes and what they change elsewhere, for replacing texts of a cluster.
#[track_caller]
fn check(base: &str, replaced: &[(&str, &str)], expected: Expect) {
    let plan = between(base, &with(base, replaced));
    let found = entries::changes(&plan, entries::NAMED).into_iter().map(|it| {
        let details = it.details.iter().map(|it| format!("  {it}\n")).collect::<String>();
        format!("{}\n{details}", it.headline)
    });
    expected.assert_eq(&found.collect::<String>());
}

#[track_caller]
fn with(base: &str, replaced: &[(&str, &str)]) -> String {
    let mut text = base.to_owned();
    for (from, to) in replaced {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text
}

#[test]
fn the_unit_of_scratch_space() {
    let base = with(
        BASE,
        &[("select[bigmem]", "rusage[tmp=4]"), ("/var/log/lsf\n", "/var/log/lsf\nLSF_UNIT_FOR_LIMITS = GB\n")],
    );
    check(
        &base,
        &[("LSF_UNIT_FOR_LIMITS = GB\n", "LSF_UNIT_FOR_LIMITS = GB\nLSF_ENABLE_TMP_UNIT = Y\n")],
        expect![[r#"
            lsf.conf: LSF_ENABLE_TMP_UNIT N (default) to Y
            queue chem: RES_REQ rusage[tmp=4MB] to rusage[tmp=4096MB]
        "#]],
    );
}

#[test]
fn the_default_order_of_hosts() {
    check(
        BASE,
        &[("MAX_JOB_NUM = 1000", "MAX_JOB_NUM = 1000\nDEFAULT_RESREQ_ORDER = mem")],
        expect![[r#"
            lsb.params: DEFAULT_RESREQ_ORDER not set to mem; changes 2 other values
              also queues chem normal: RES_REQ order[r15s:pg] to order[mem]
        "#]],
    );
}

#[test]
fn the_cpu_factor_of_a_model() {
    let models =
        "Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nfast 10 ()\nslow 2 ()\nEnd HostModel\nBegin Resource";
    let base = with(
        BASE,
        &[
            ("Begin Resource", models),
            ("h1       !   ", "h1       fast"),
            ("h2       !   ", "h2       slow"),
            ("RUNLIMIT = 6:00", "RUNLIMIT = 6:00/h1"),
            ("MEMLIMIT = 4000", "MEMLIMIT = 4000\nCPULIMIT = 2:00"),
            ("MAX_JOB_NUM = 1000", "MAX_JOB_NUM = 1000\nDEFAULT_HOST_SPEC = fast"),
        ],
    );
    check(
        &base,
        &[("fast 10", "fast 20")],
        expect![[r#"
        host model fast: CPUFACTOR 10 to 20; changes 3 other values
          also host h1: CPUFACTOR 10 to 20
          also queue chem: CPULIMIT 2 hours at CPU factor 10 to 2 hours at CPU factor 20
          also queue normal: RUNLIMIT 6 hours on h1 at CPU factor 10 to 6 hours on h1 at CPU factor 20
    "#]],
    );
    // No limit is given for the speed of this model.
    check(
        &base,
        &[("slow 2", "slow 3")],
        expect![[r#"
        host model slow: CPUFACTOR 2 to 3
          also host h2: CPUFACTOR 2 to 3
    "#]],
    );
    // Run limits are not scaled.
    let absolute = with(&base, &[("MAX_JOB_NUM = 1000", "MAX_JOB_NUM = 1000\nABS_RUNLIMIT = Y")]);
    check(
        &absolute,
        &[("fast 10", "fast 20")],
        expect![[r#"
        host model fast: CPUFACTOR 10 to 20; changes 2 other values
          also host h1: CPUFACTOR 10 to 20
          also queue chem: CPULIMIT 2 hours at CPU factor 10 to 2 hours at CPU factor 20
    "#]],
    );
}

#[test]
fn groups_in_groups_and_limits() {
    let more = "outer      (big m1)\nEnd HostGroup";
    let limits = "\n//- lsb.resources\nBegin Limit\nNAME = cap\nHOSTS = outer\nSLOTS = 10\nEnd Limit\n\
                  Begin Limit\nNAME = other\nHOSTS = m1\nSLOTS = 10\nEnd Limit\n\
                  Begin Limit\nNAME = people\nPER_USER = chem\nSLOTS = 10\nEnd Limit\n//- lsb.users";
    let base = with(BASE, &[("End HostGroup", more), ("\n//- lsb.users", limits)]);
    check(
        &base,
        &[("(h1 h2)", "(h2)")],
        expect![[r#"
        host group big: GROUP_MEMBER h1 h2 to h2; changes 2 other values
          also host group outer: GROUP_MEMBER 3 hosts to 2 (loses h1)
          also limit cap: HOSTS 3 hosts to 2 (loses h1)
    "#]],
    );
    check(
        &base,
        &[("(ann bob)", "(ann carl)")],
        expect![[r#"
        user group chem: GROUP_MEMBER ann bob to ann carl
          also limit people: PER_USER 2 users to 2 (loses bob; gains carl)
    "#]],
    );
}

#[test]
fn shares_of_groups() {
    let users = "Begin UserGroup\nGROUP_NAME GROUP_MEMBER USER_SHARES\n";
    let partition = "Begin HostPartition\nHPART_NAME = part\nHOSTS = m1\nUSER_SHARES = [chem, 4]\nEnd HostPartition\nBegin HostGroup";
    let base = with(
        BASE,
        &[
            ("Begin UserGroup\nGROUP_NAME GROUP_MEMBER\n", users),
            ("(ann bob)", "(ann bob) ([ann, 3] [default, 1])"),
            ("End UserGroup", "bio (carl) ()\nall_labs (chem bio) ([chem, 2] [bio, 1])\nEnd UserGroup"),
            ("RUNLIMIT = 6:00", "RUNLIMIT = 6:00\nFAIRSHARE = USER_SHARES[[all_labs@, 10] [bio, 2] [default, 1]]"),
            ("Begin HostGroup", partition),
        ],
    );
    check(
        &base,
        &[("(ann bob)", "(ann bob dora)"), ("bio (carl)", "bio (carl bob)")],
        expect![[r#"
            user group bio: GROUP_MEMBER carl to carl bob; changes 3 other values
              also queue normal: FAIRSHARE [all_labs@, 10] for 3 users to 4 (gains dora)
              also queue normal: FAIRSHARE [bio, 2] for 1 user to 2 (gains bob)
              also user group all_labs: USER_SHARES [bio, 1] for 1 user to 2 (gains bob)
            user group chem: GROUP_MEMBER ann bob to ann bob dora; changes 3 other values
              also host partition part: USER_SHARES [chem, 4] for 2 users to 3 (gains dora)
              also user group all_labs: GROUP_MEMBER 3 users to 4 (gains dora)
              also user group all_labs: USER_SHARES [chem, 2] for 2 users to 3 (gains dora)
        "#]],
    );
    // The queue names users and groups that stay the same.
    check(
        &with(&base, &[("all_labs@", "ann")]),
        &[("(ann bob)", "(ann bob dora)")],
        expect![[r#"
        user group chem: GROUP_MEMBER ann bob to ann bob dora; changes 3 other values
          also host partition part: USER_SHARES [chem, 4] for 2 users to 3 (gains dora)
          also user group all_labs: GROUP_MEMBER 3 users to 4 (gains dora)
          also user group all_labs: USER_SHARES [chem, 2] for 2 users to 3 (gains dora)
    "#]],
    );
}

#[test]
fn hosts_with_the_default_row() {
    let rows = "Begin Host\nHOST_NAME MXJ\ndefault 8\nh2 4\nEnd Host\nBegin HostGroup";
    let base = with(BASE, &[("Begin HostGroup", rows)]);
    check(
        &base,
        &[("default 8", "default 16")],
        expect![[r#"
        host default: MXJ 8 to 16; changes 2 other values
          also hosts h1 m1: MXJ 8 to 16
    "#]],
    );
}

#[test]
fn what_enforces_limits() {
    check(
        BASE,
        &[("/var/log/lsf\n", "/var/log/lsf\nLSB_JOB_MEMLIMIT = Y\n")],
        expect![[r#"
        lsf.conf: LSB_JOB_MEMLIMIT not set to Y
          also queue chem: MEMLIMIT "not enforced by LSF: it is passed to the operating system as a limit of each process, which some systems do not enforce at all" to "LSF kills the job if all its processes together exceed the limit; no process has a limit of its own"
    "#]],
    );
}

#[test]
fn values_of_scripts() {
    let script = "#!/bin/sh\n#BSUB -M 4000\n#BSUB -R rusage[mem=100]\n#BSUB -W 60\nsim\n";
    let check = |replaced: &[(&str, &str)], expected: Expect| {
        let (old, new) = (Fixture::new(BASE), Fixture::new(&with(BASE, replaced)));
        let script = JobScript::new("job.sh", script);
        let found = values_of_script(old.snapshot.as_read(), new.snapshot.as_read(), &script);
        let line = |it: &crate::answers::plan::JobValue| {
            format!("{}: {} {} to {} because of {}\n", it.line, it.what, it.old_words, it.new_words, it.because)
        };
        expected.assert_eq(&found.iter().map(line).collect::<String>());
    };
    check(
        &[("/var/log/lsf\n", "/var/log/lsf\nLSF_UNIT_FOR_LIMITS = GB\n")],
        expect![[r#"
            2: -M 3.91 MB to 3.91 TB because of LSF_UNIT_FOR_LIMITS
            2: -R rusage[mem=100MB] to rusage[mem=102400MB] because of LSF_UNIT_FOR_LIMITS
        "#]],
    );
    check(
        &[("DEFAULT_QUEUE = normal", "DEFAULT_QUEUE = chem")],
        expect![[r#"
        2: queue normal to chem because of DEFAULT_QUEUE
    "#]],
    );
    check(&[("RUNLIMIT = 6:00", "RUNLIMIT = 8:00")], expect![[""]]);
}

#[test]
fn the_order_of_jobs() {
    let queues = "QUEUE_NAME = chem\nAPS_PRIORITY = WEIGHT[[JPRIORITY, 1] [MEM, 0.01]]";
    let base = with(BASE, &[("QUEUE_NAME = chem", queues), ("MAX_JOB_NUM = 1000", "MAX_USER_PRIORITY = 100")]);
    let factor = |name| lsflint_spec::aps_factor(name).expect("a factor");
    let job = |name: &str, queue: &str, facts: &[(&'static str, f64)]| GivenJob {
        name: name.to_owned(),
        queue: queue.to_owned(),
        facts: facts.iter().map(|it| (factor(it.0), it.1)).collect(),
        ..GivenJob::default()
    };
    let jobs = [
        job("small", "chem", &[("JPRIORITY", 50.0), ("MEM", 100.0)]),
        job("large", "chem", &[("JPRIORITY", 40.0), ("MEM", 8000.0)]),
        job("bare", "chem", &[("JPRIORITY", 40.0)]),
        job("other", "normal", &[]),
    ];
    let check = |replaced: &[(&str, &str)], expected: Expect| {
        let (old, new) = (Fixture::new(&base), Fixture::new(&with(&base, replaced)));
        let found = orders(old.snapshot.as_read(), new.snapshot.as_read(), &jobs);
        let found = found.iter().map(|it| {
            let sign = if it.changes() { "!" } else { "=" };
            format!("{sign} {} {}: {}; {}\n", it.first, it.second, it.words(&it.old), it.words(&it.new))
        });
        expected.assert_eq(&found.collect::<String>());
    };
    check(
        &[("[MEM, 0.01]", "[MEM, -0.01]")],
        expect![[r#"
        ! small large: large before small (120 and 51); small before large (49 and -40)
        = small bare: unknown: MEM of job bare not given; unknown: MEM of job bare not given
        = small other: small before other (40 and 30); small before other (40 and 30)
        = large bare: unknown: MEM of job bare not given; unknown: MEM of job bare not given
        = large other: large before other (40 and 30); large before other (40 and 30)
        = bare other: bare before other (40 and 30); bare before other (40 and 30)
    "#]],
    );
    check(
        &[("PRIORITY = 40", "PRIORITY = 20")],
        expect![[r#"
        = small large: large before small (120 and 51); large before small (120 and 51)
        = small bare: unknown: MEM of job bare not given; unknown: MEM of job bare not given
        ! small other: small before other (40 and 30); other before small (30 and 20)
        = large bare: unknown: MEM of job bare not given; unknown: MEM of job bare not given
        ! large other: large before other (40 and 30); other before large (30 and 20)
        ! bare other: bare before other (40 and 30); other before bare (30 and 20)
    "#]],
    );
}
