//! Limits: what enforces them, and their values over the week.

use expect_test::{Expect, expect};

use super::{Fixture, at_cursor, check, queue};

/// The line on enforcement in the hover for a limit, with these lines in lsf.conf. Long lines are wrapped.
#[track_caller]
fn check_enforced(limit: &str, conf: &str, expected: Expect) {
    let text = queue(limit).replace("LSF_UNIT_FOR_LIMITS=MB", conf);
    let hover = at_cursor(&Fixture::new(&text)).expect("a hover");
    let line = hover.markdown.lines().find(|it| it.contains("in this cluster")).unwrap_or_default();
    let mut text = String::new();
    let mut width = 0;
    for word in line.split_whitespace() {
        let starts = width == 0 || width + word.len() > 90;
        text.push_str(match (starts, text.is_empty()) {
            (_, true) => "",
            (true, false) => "\n",
            (false, false) => " ",
        });
        width = if starts { word.len() } else { width + 1 + word.len() };
        text.push_str(word);
    }
    expected.assert_eq(&text);
}

#[test]
fn what_enforces_a_memory_limit() {
    check_enforced(
        "MEM$0LIMIT = 4000",
        "",
        expect![[r#"
        - in this cluster: **not enforced** by LSF: it is passed to the operating system as a limit
        of each process, which some systems do not enforce at all"#]],
    );
    check_enforced(
        "MEMLIMIT = 40$000",
        "LSB_JOB_MEMLIMIT=y",
        expect![[r#"
        - in this cluster: LSF kills the job if all its processes together exceed the limit; no
        process has a limit of its own (`LSB_JOB_MEMLIMIT=y`)"#]],
    );
    check_enforced(
        "MEM$0LIMIT = 4000",
        "LSB_MEMLIMIT_ENFORCE=Y",
        expect![[r#"
        - in this cluster: LSF kills the job if all its processes together exceed the limit; the
        operating system also limits each process (`LSB_MEMLIMIT_ENFORCE=y`)"#]],
    );
    check_enforced(
        "MEM$0LIMIT = 4000",
        "LSB_JOB_MEMLIMIT=y\nLSB_RESOURCE_ENFORCE=\"cpu memory\"",
        expect![[r#"
        - in this cluster: Linux cgroups limit the job on each host to the limit times the number
        of its tasks there, with `bsub -hl` to the limit (`LSB_RESOURCE_ENFORCE=memory`)"#]],
    );
    check_enforced(
        "MEM$0LIMIT = 4000\nMEMLIMIT_TYPE = JOB",
        "LSB_JOB_MEMLIMIT=y",
        expect![[r#"
        - in this cluster: MEMLIMIT_TYPE sets whether the limit is for the job, each task or each
        process (`MEMLIMIT_TYPE`)"#]],
    );
    check_enforced("MEM$0LIMIT = 4000", "LSB_JOB_MEMLIMIT={{ enforced }}", expect![[""]]);
}

#[test]
fn what_enforces_a_time_limit() {
    check_enforced(
        "CPU$0LIMIT = 10",
        "",
        expect![[r#"
        - in this cluster: the operating system limits each process, and LSF all processes of the
        job together"#]],
    );
    check_enforced(
        "CPU$0LIMIT = 10",
        "LSB_JOB_CPULIMIT=y",
        expect![[r#"
        - in this cluster: LSF kills the job if all its processes together use more; no process has
        a limit of its own (`LSB_JOB_CPULIMIT=y`)"#]],
    );
    check_enforced(
        "CPU$0LIMIT = 10",
        "LSB_JOB_CPULIMIT=n",
        expect![[r#"
        - in this cluster: the operating system limits each process; **not enforced** for all
        processes of the job together (`LSB_JOB_CPULIMIT=n`)"#]],
    );
    check_enforced("RUN$0LIMIT = 10", "", expect!["- in this cluster: LSF kills the job if it runs longer"]);
}

#[test]
fn a_queue_that_exists_at_times() {
    let text = "//- lsb.queues\n#if time(6:0:00-1:0:00)\nBegin Queue\nQUEUE_NAME = week$0end\nPRIORITY = 5\n\
                End Queue\n#endif\n";
    check(
        text,
        expect![[r#"
        [weekend]
        **weekend** · queue of lsb.queues

        - priority `5`; queues with a higher priority go first
        - defined only at times: all of Sat and Sun
    "#]],
    );
}

#[test]
fn limits_over_the_week() {
    let branches = "#if time(8:00-18:00)\nUJOB_LIMIT = 5\n#else\nUJOB_LIMIT = 50\n#endif\nNICE = 1\nRUNLIMIT = 60\nQUEUE_GROUP = night";
    check(
        &queue(&branches.replace("= night", "= ni$0ght")),
        expect![[r#"
            [night]
            **night** · queue of lsb.queues

            - runs on: 4 hosts: `m1`, `m2`, `h1`, `h2`
            - `RUNLIMIT` `60`; `UJOB_LIMIT` `5` every day 08:00-18:00, else `50`
            - requirement: `rusage[mem=4GB]`
            - `mem=4GB` from the default application profile `tool`
            - 4 of 4 hosts of the queue can match (depending on load, reservations, or facts not in the files)
        "#]],
    );
    check(
        &queue(&branches.replace("UJOB_LIMIT = 50", "UJOB$0_LIMIT = 50")),
        expect![[r#"
        [UJOB_LIMIT]
        **UJOB_LIMIT** · parameter of lsb.queues, section `Queue`

        Job slots each user may use in the queue.

        - here: `50`
        - otherwise: `5` (line 4, in an `#if` branch), then default unlimited
        - by time: `5` every day 08:00-18:00, else `50`
        - form: `integer`, from 0
        - after a change run: `badmin reconfig`
        - applies only while its `#if` branch is active
        - non-negative integer
        - counts per user, never per group

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    let hosts = "HOST_NAME MXJ\ndefault !\n#if time(5:18:00-1:8:00)\nh1 64\n#else\nh1 48\n#endif\n";
    let text = queue("HOSTS = h$01").replace("HOST_NAME MXJ\ndefault !\nh1 8\n", hosts);
    check(
        &text,
        expect![[r#"
        [h1]
        **h1** · host of lsf.cluster

        - type `X86_64`, model `Fast`
        - resources: `big`
        - job slots (`MXJ`): `64` Fri 18:00 to Mon 08:00, else `48`
        - in: `work`
    "#]],
    );
}

#[test]
fn settings_that_depend_on_the_time() {
    let limit = "//- lsb.resources\nBegin Limit\nNAME = ni$0ght\nUSERS = ann\n#if time(20:00-6:00)\nSLOTS = 40\n#else\n\
                 SLOTS = 4\n#endif\nEnd Limit\n";
    check(
        limit,
        expect![[r#"
        [night]
        **night** · limit of lsb.resources

        - `USERS` `ann`
        - `SLOTS` `40` every day 20:00-06:00, else `4`
    "#]],
    );
}
