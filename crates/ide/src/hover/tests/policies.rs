//! Policies of queues, and codes in suppressions.

use expect_test::expect;

use super::{check, queue};

#[test]
fn policies() {
    check(
        &queue("RESRSV_LIMIT$0 = [mem=500,768000] [lic=4]"),
        expect![[r#"
            [RESRSV_LIMIT]
            **RESRSV_LIMIT** · parameter of lsb.queues, section `Queue`

            Allowed range of rusage amounts per resource.

            - here: `[mem=500,768000] [lic=4]`
            - jobs may reserve at least 500 MB, at most 768000 MB = 750 GB of `mem`
            - jobs may reserve at most 4 of `lic`
            - default: max is the queue rusage value, min is undefined (not verified)
            - form: `[res1={min1,} max1] [res2={min2,} max2] ...`, from 0 to 2147483647
            - unit MB (LSF_UNIT_FOR_LIMITS)
            - affected by: `LSF_UNIT_FOR_LIMITS` of lsf.conf, `LSF_ENABLE_TMP_UNIT` of lsf.conf
            - after a change run: `badmin reconfig`

            [Documentation](https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=requirements-queue-level-resource)
        "#]],
    );
    check(
        &queue("CHKPNT = /scratch 6$00"),
        expect![[r#"
        [60]
        **/scratch 60** · value of `CHKPNT`

        Checkpoint directory and optional period; makes all jobs checkpointable.

        - every 60 minutes = 1 hour

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    check(
        &queue("APS_PRIORITY$0 = WEIGHT[[FS, 10] [JPRIORITY, 2]] GRACE_PERIOD[[JPRIORITY, 30m]]"),
        expect![[r#"
            [APS_PRIORITY]
            **APS_PRIORITY** · parameter of lsb.queues, section `Queue`

            Absolute priority scheduling: weights, limits and grace periods of job priority factors.

            - here: `WEIGHT[[FS, 10] [JPRIORITY, 2]] GRACE_PERIOD[[JPRIORITY, 30m]]`
            - priority of a pending job = `10 * FS + 1 * (after(30m, 2 * JPRIORITY)) + ADMIN`
            - `after(t, x)`: x, once the job has pended for t
            - default: not set
            - form: `WEIGHT[[factor, value] [subfactor, value] ...] LIMIT[[factor, value] ...] GRACE_PERIOD[[factor, valu ...`
            - conflicts with: `FAIRSHARE_QUEUES`, `DISPATCH_ORDER`
            - after a change run: `badmin reconfig`
            - sorts pending jobs: the scheduler tries them in this order, but other policies still decide which of them start

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
        "#]],
    );
    check(
        &queue("APS_PRIORITY = WEIGHT[[JPRIO$0RITY, 2]] LIMIT[[JPRIORITY, 40]]"),
        expect![[r#"
            [JPRIORITY]
            **JPRIORITY** · subfactor of APS_PRIORITY

            Priority of the job.

            - value: `bsub -sp`, else half of MAX_USER_PRIORITY; grows by JOB_PRIORITY_OVER_TIME
            - here: `limit(2 * JPRIORITY, 40)`
            - adds or subtracts at most 40
            - part of `WORK` and also multiplied by its weight 1
            - needs: `MAX_USER_PRIORITY` of lsb.params
        "#]],
    );
    check(
        &queue("FAIRSHARE = USER_SHARES[[rtl, 3$0] [default, 1]]"),
        expect![[r#"
            [3]
            **3** · shares of `FAIRSHARE`

            3 for `rtl`: with competing jobs, more shares mean more slots.

            - 3 shares for `rtl`, 1 share for each other user
        "#]],
    );
    check(
        &queue("PREEMP$0TION = PREEMPTIVE[day+1 short+2] PREEMPTABLE"),
        expect![[r#"
            [PREEMPTION]
            **PREEMPTION** · parameter of lsb.queues, section `Queue`

            Which queues this one may preempt, and which may preempt it.

            - here: `PREEMPTIVE[day+1 short+2] PREEMPTABLE`
            - its jobs may suspend jobs of `short`, `day`, tried in this order
            - its jobs may be suspended by jobs of any preemptive queue with a higher priority
            - LSF reads `PREEMPTIVE[ ] PREEMPTABLE` (`X301`)
            - default: not set
            - form: `( PREEMPTIVE | PREEMPTIVE[low_queue[+pref] ...] ) and/or ( PREEMPTABLE | PREEMPTABLE[hi_queue ...] )`
            - after a change run: `badmin reconfig`
            - one or both of PREEMPTIVE and PREEMPTABLE, each at most once
        "#]],
    );
    check(
        &queue("r1m = 1.0/3$0.0"),
        expect![[r#"
            [3.0]
            **1.0/3.0** · value of `r1m`

            Scheduling and stopping threshold: 1-minute exponentially averaged run queue length.

            - LSF dispatches jobs only to hosts where `r1m` is at most 1.0 processes
            - LSF suspends running jobs on hosts where `r1m` is above 3.0 processes

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
        "#]],
    );
    check(
        &queue("mem = 1000/4000$0"),
        expect![[r#"
            [4000]
            **1000/4000** · value of `mem`

            Scheduling and stopping threshold: free memory.

            - LSF dispatches jobs only to hosts where `mem` is at least 4000 MB, about 3.9 GB
            - LSF suspends running jobs on hosts where `mem` is below 1000 MB
            - the two numbers are reversed: LSF swaps them

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
        "#]],
    );
    check(
        &queue("EXCLUSIVE = $0Y"),
        expect![[r#"
            [Y]
            **Y** · value of `EXCLUSIVE`

            Allows bsub -x jobs to own a host, or a whole compute unit.

            - jobs submitted with `bsub -x` use their hosts exclusively

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/exclusive_scheduling_lsf.html)
        "#]],
    );
    check(
        &queue("JOB_CONTROLS$0 = SUSPEND[SIGTSTP] TERMINATE[/opt/stop now]"),
        expect![[r#"
            [JOB_CONTROLS]
            **JOB_CONTROLS** · parameter of lsb.queues, section `Queue`

            Replaces the default suspend, resume and terminate actions.

            - here: `SUSPEND[SIGTSTP] TERMINATE[/opt/stop now]`
            - to suspend a job, LSF sends `SIGTSTP`
            - to terminate it, LSF runs `/opt/stop now`
            - default: SIGTSTP or SIGSTOP; SIGCONT; SIGINT, SIGTERM, SIGKILL
            - form: `SUSPEND[signal | command | CHKPNT] RESUME[signal | command] TERMINATE[signal | command | CHKPNT]`
            - an invalid value makes LSF drop the whole section
            - after a change run: `badmin reconfig`
            - keywords SUSPEND, RESUME, TERMINATE in uppercase, each at most once, each with one pair of square brackets
        "#]],
    );
    check(
        &queue("REQUEUE_EXIT_VALUES = 99 13$07 EXCLUDE(2)"),
        expect![[r#"
            [137]
            **137** · exit code of `REQUEUE_EXIT_VALUES`

            LSF requeues a job that exits with this code. Shells report 137 for signal 9.

            - after `2`, not on the same host again

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
        "#]],
    );
}

#[test]
fn suppressions() {
    check(
        &queue("# lsflint: ignore[P001, R30$01] as agreed"),
        expect![[r#"
            [R301]
            **R301** · `rusage-duplicate-resource`, error, no fix

            Finds resources that are reserved more than once in one `rusage`: `rusage[mem=10, mem=20]`.

            **Effect**: LSF reports an error in the rusage section and rejects the entire string; it does not add up the amounts. The
            two sides of `||` are separate alternatives, so a resource can be on both.
        "#]],
    );
    check(
        &queue("# lsflint: ignore[T$02] as agreed"),
        expect![[r#"
            [T2]
            **T2** · 12 rules with codes that start with this

            - `T201` window-disjoint
            - `T202` window-always-open
            - `T203` window-contained
            - `T204` window-overlap
            - `T205` dispatch-window-idle
            - `T206` condition-never-holds
            - `T207` condition-always-holds
            - `T208` branch-never-active
            - and 4 more
        "#]],
    );
    check(&queue("# lsflint: ign$0ore[T2] as agreed"), expect![[r#""#]]);
}
