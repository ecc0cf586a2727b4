//! What people read, and what holds for every place of every file.

use expect_test::{Expect, expect};
use lsflint_syntax::{SyntaxKind, Token};

use super::{Hover, HoverOptions, hover};
use crate::properties::clusters;
use crate::testing::Fixture;

/// Tuesday, ten o'clock.
const NOW: HoverOptions = HoverOptions { now: Some(2 * 1440 + 600) };

fn at_cursor(fixture: &Fixture) -> Option<Hover> {
    hover(&fixture.snapshot, &fixture.path, fixture.offset().into(), &NOW)
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let shown = at_cursor(&fixture).map(|it| {
        let range = it.range.start as usize..it.range.end as usize;
        format!("[{}]\n{}\n", &fixture.file().text[range], it.markdown)
    });
    expected.assert_eq(&shown.unwrap_or_default());
}

/// A queue with these lines, in a small cluster.
fn queue(lines: &str) -> String {
    format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = night\n{lines}\nEnd Queue\n{CLUSTER}")
}

const CLUSTER: &str = "\
//- lsf.conf
LSF_UNIT_FOR_LIMITS=MB
LSF_MASTER_LIST=\"m1 m2\"
//- lsf.shared
Begin HostType
TYPENAME
X86_64
End HostType
Begin HostModel
MODELNAME CPUFACTOR
Fast 100
End HostModel
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
big Boolean () () (Lots of *memory*)
lic Numeric 30 N (Free tokens)
disk Numeric 60 N (Free space)
End Resource
//- lsf.cluster.c
Begin Host
HOSTNAME model type server RESOURCES
m1 Fast X86_64 1 ()
m2 Fast X86_64 1 ()
h1 Fast X86_64 1 (big)
h2 Fast X86_64 1 ()
login Fast X86_64 0 ()
End Host
Begin ResourceMap
RESOURCENAME LOCATION
lic [all]
disk ([h1 h2] [m1])
End ResourceMap
//- lsb.params
Begin Parameters
DEFAULT_APPLICATION = tool
End Parameters
//- lsb.applications
Begin Application
NAME = tool
RES_REQ = rusage[mem=4GB]
RUNLIMIT = 90
End Application
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER USER_SHARES
all_design (rtl verif) ([rtl, 3] [verif, 1])
rtl (anna ben) ()
verif (carl) ()
End UserGroup
//- lsb.hosts
Begin Host
HOST_NAME MXJ
default !
h1 8
End Host
Begin HostGroup
GROUP_NAME GROUP_MEMBER
work (h[1-2])
End HostGroup
";

#[test]
fn parameters() {
    check(
        &queue("PRIO$0RITY = 40"),
        expect![[r#"
        [PRIORITY]
        **PRIORITY** · parameter of lsb.queues, section `Queue`

        Dispatch rank of this queue against the other queues; larger runs first.

        - here: `40`
        - default: 1
        - form: `integer`, from 1
        - after a change run: `badmin reconfig`
        - integer of 1 or more; a value that does not parse is ignored and the default used
        - queues of equal priority are served together first-come first-served, except fairshare queues which follow file order
        - a queue outside a cross-queue fairshare set may not have a priority inside the range spanned by the set, unless the parent has DISPATCH_ORDER=QUEUE

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    check(
        &queue("RUNLIMIT = 8:00 2$04:00"),
        expect![[r#"
        [24]
        **8:00 24:00** · value of `RUNLIMIT`

        Wall-clock run limit of a job.

        - default 8:00 = 8 hours
        - maximum 24:00 = 1 day

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    check(
        &queue("MEM$0LIMIT = 16000"),
        expect![[r#"
        [MEMLIMIT]
        **MEMLIMIT** · parameter of lsb.queues, section `Queue`

        Memory limit; per process by default, see MEMLIMIT_TYPE.

        - here: `16000`, maximum 16000 MB, about 15.6 GB
        - default: unlimited
        - form: `[default_limit] maximum_limit`, from 1
        - unit MB (LSF_UNIT_FOR_LIMITS)
        - changed by: `LSF_UNIT_FOR_LIMITS` of lsf.conf
        - after a change run: `badmin reconfig`
        - one or two positive integers: optional default then maximum
        - the default may not exceed the maximum; if it does it is replaced by the maximum

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    check(
        &queue("NOPE$0 = 1"),
        expect![[r#"
        [NOPE]
        **NOPE** · no documented parameter of lsb.queues

        - LSF reports such a line and ignores it
    "#]],
    );
    check(
        &queue("PROCLIMIT$0 = 4"),
        expect![[r#"
        [PROCLIMIT]
        **PROCLIMIT** · parameter of lsb.queues, section `Queue`

        Old name of TASKLIMIT (slots or processors).

        **Obsolete**: newer versions may not read it, deprecated since 9.1.3, use `TASKLIMIT` instead.

        - here: `4`, at most 4 tasks
        - default: unlimited
        - form: `[minimum_limit [default_limit]] maximum_limit`, from 1
        - not together with: `TASKLIMIT`
        - after a change run: `badmin reconfig`
        - same ordering rules as TASKLIMIT
        - do not give PROCLIMIT and TASKLIMIT in one queue

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
}

#[test]
fn what_an_if_or_another_file_decides() {
    check(
        &queue("#if time(8:00-18:00)\nUJOB_LIMIT = 5$0\n#else\nUJOB_LIMIT = 50\n#endif"),
        expect![[r#"
        [5]
        **5** · value of `UJOB_LIMIT`

        Job slots each user may use in the queue.

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    check(
        &queue("#if time(8:00-18:00)\nUJOB$0_LIMIT = 5\n#else\nUJOB_LIMIT = 50\n#endif"),
        expect![[r#"
        [UJOB_LIMIT]
        **UJOB_LIMIT** · parameter of lsb.queues, section `Queue`

        Job slots each user may use in the queue.

        - here: `5`
        - otherwise: `50` (line 6, in a branch of `#if`), then default unlimited
        - form: `integer`, from 0
        - after a change run: `badmin reconfig`
        - counts only while its branch of `#if` does
        - non-negative integer
        - counts per user, never per group

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    check(
        &queue("HOSTS = -$0"),
        expect![[r#"
        [-]
        **-** · `HOSTS` is left open

        As if nothing were written: the default all counts.
    "#]],
    );
}

#[test]
fn sections_and_columns() {
    check(
        "//- lsb.users\nBegin User\nUSER_NAME MAX$0_JOBS\nEnd User\n",
        expect![[r#"
        [MAX_JOBS]
        **MAX_JOBS** · column of lsb.users, section `User`

        Largest number of job slots in use at one time.

        - form: `integer | -`, from 0
        - default unlimited
        - after a change run: `badmin reconfig`
        - non-negative integer; 0 keeps the user from running jobs
        - \- means unlimited

        [Documentation](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_config_ref/lsb.users.5.html)
    "#]],
    );
    check(
        "//- lsb.users\nBegin Us$0er\nUSER_NAME MAX_JOBS\nEnd User\n",
        expect![[r#"
        [User]
        **User** · section of lsb.users

        Job limits and priorities of users and user groups.

        - form: a line of column names, then one row for each entry
        - each row defines a user or group, named by `USER_NAME`
        - required: `USER_NAME`
        - may hold: `JL/P`, `MAX_JOBS`, `MAX_PEND_JOBS`, `MAX_PEND_SLOTS`, `PRIORITY`
        - after a change run: `badmin reconfig`

        [Documentation](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_config_ref/lsb.users.5.html)
    "#]],
    );
    check(
        "//- lsb.users\nBegin Uzer$0\nEnd Uzer\n",
        expect![[r#"
        [Uzer]
        **Uzer** · no section of lsb.users

        - sections of this file: `UserGroup`, `User`, `UserMap`
    "#]],
    );
}

#[test]
fn directives_and_windows() {
    check(
        &queue("#i$0f time(8:00-18:00)\nUJOB_LIMIT = 5\n#else\nUJOB_LIMIT = 50\n#endif"),
        expect![[r#"
        [#if]
        **#if** · directive: `#` begins no comment here

        Time-based configuration: the lines up to the next branch are used while the condition holds.

        - holds: every day 08:00-18:00
        - holds now, until Tue 18:00
        - form: `#if time(window [zone] ...) ...`
        - every #if needs its #endif; #elif and #else only in between
        - time() holds one or more windows; conditions combine with &&, || and !

        [Documentation](https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=configuration-automatic-time-based)
    "#]],
    );
    check(
        &queue("#if time(8:00-18:00)\nUJOB_LIMIT = 5\n#els$0e\nUJOB_LIMIT = 50\n#endif"),
        expect![[r#"
        [#else]
        **#else** · directive: `#` begins no comment here

        The lines up to #endif are used while no condition above holds.

        - holds: every day 18:00-08:00
        - not now; holds next Tue 18:00
        - form: `#else`
        - at most once for each #if, after every #elif

        [Documentation](https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=configuration-automatic-time-based)
    "#]],
    );
    check(
        &queue("#if time(8:00-18:00) && !time(1$02:00-13:00)\nUJOB_LIMIT = 5\n#endif"),
        expect![[r#"
        [12:00-13:00]
        **12:00-13:00** · time window

        - open: every day 12:00-13:00
        - not now; opens next Tue 12:00
        - `[day:]hour[:minute]`, day 0 or 7 is Sunday; the last minute is not part of it
    "#]],
    );
    check(
        &queue("#if time(8:00-18:00) &$0& !time(12:00-13:00)\nUJOB_LIMIT = 5\n#endif"),
        expect![[r#"
        [time(8:00-18:00) && !time(12:00-13:00)]
        **condition** · `time(8:00-18:00) && !time(12:00-13:00)`

        - holds: every day 08:00-12:00 and 13:00-18:00
        - holds now, until Tue 12:00
    "#]],
    );
    check(
        &queue("RUN_WINDOW = 5:19:00-1:8:30 2$00:00-8:30"),
        expect![[r#"
        [20:00-8:30]
        **20:00-8:30** · time window

        - open: every day 20:00-08:30
        - not now; opens next Tue 20:00
        - all windows together: Mon-Thu 20:00-08:30, Fri 19:00 to Mon 08:30
        - `[day:]hour[:minute]`, day 0 or 7 is Sunday; the last minute is not part of it
    "#]],
    );
    check(
        &format!("//- lsb.users\n#INCLUDE \"gro$0ups\"\n{}", CLUSTER.replace("lsb.users", "lsb.resources")),
        expect![[r#"
        [groups]
        **groups** · included file

        - LSF reads the lines of `groups` here
    "#]],
    );
}

#[test]
fn requirement_strings() {
    check(
        &queue("RES_REQ = sel$0ect[big]"),
        expect![[r#"
        [select]
        **select** · section of a requirement string

        Which hosts may run the job: an expression that must hold.

        - form: `select[expression]`
        - without it only hosts of the type of the submission host match: `select[type==local]`

        [Documentation](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/select_string.html)
    "#]],
    );
    check(
        &queue("RES_REQ = select[big]$0 span[hosts=1]"),
        expect![[r#"
        [select[big] span[hosts=1]]
        **RES_REQ** · requirement string

        - 1 of 4 hosts of the queue can match (whatever the load)
        - with the default profile `tool`: `select[big] rusage[mem=4GB] span[hosts=1]`
    "#]],
    );
    check(
        &queue("RES_REQ = select[mem>4000$0]"),
        expect![[r#"
        [4000]
        **4000** · compared with `mem`

        4000 MB, about 3.9 GB.

        - bare numbers count MB (LSF_UNIT_FOR_LIMITS)
    "#]],
    );
    check(
        &queue("RES_REQ = rusage[mem=16384$0]"),
        expect![[r#"
        [16384]
        **mem=16384** · reservation

        16384 MB = 16 GB.

        - bare numbers count MB (LSF_UNIT_FOR_LIMITS)
    "#]],
    );
    check(
        &queue("RES_REQ = rusage[lic=1:dur$0ation=2h]"),
        expect![[r#"
        [duration=2h]
        **duration** · keyword of `rusage`

        How long the amount stays reserved, minutes without a letter.

        - form: `duration=time[s|m|h]`

        [Documentation](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/usage_string.html)
    "#]],
    );
    check(
        &queue("RES_REQ = rusage[lic=1:duration=3$00]"),
        expect![[r#"
        [duration=30]
        **duration=30** · of a reservation

        The amount stays reserved for 30 minutes, then LSF counts on the real load.

        - a number without a letter counts minutes; `s`, `m` and `h` may follow it
    "#]],
    );
    check(
        &queue("RES_REQ = rusage[lic=1/j$0ob]"),
        expect![[r#"
        [job]
        **/job** · how the amount is counted

        The amount is reserved once for the whole job, however many tasks and hosts it has.
    "#]],
    );
    check(
        &queue("RES_REQ = span[ptile=$08]"),
        expect![[r#"
        [8]
        **ptile=8** · keyword of `span`

        8 tasks on each host.
    "#]],
    );
    check(
        &queue("RES_REQ = select[def$0ined(lic) && big]"),
        expect![[r#"
        [defined]
        **defined()** · function of `select`

        Holds on hosts that have the resource, whatever its value is.

        - for resources of the site: built-in ones are there on every host
    "#]],
    );
    check(
        &queue("RES_REQ = select[defined(lic) &$0& big]"),
        expect![[r#"
        [&&]
        **&&** · and

        Holds where both sides do.
    "#]],
    );
    check(
        &queue("RES_REQ = affinity[core(2,same=soc$0ket)]"),
        expect![[r#"
        [same=socket]
        **same** · keyword of `affinity`

        All units of a task come from one unit of this higher level.

        - form: `same=level`
        - allowed: `numa`, `socket`, `core`, `thread`

        [Documentation](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/affinity_res_req_string.html)
    "#]],
    );
    check(
        &queue("RES_REQ = 1*{$0select[big]} + 4*{rusage[mem=1]}"),
        expect![[r#"
        [select]
        **select** · section of a requirement string

        Which hosts may run the job: an expression that must hold.

        - form: `select[expression]`
        - without it only hosts of the type of the submission host match: `select[type==local]`

        [Documentation](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/select_string.html)
    "#]],
    );
    check(
        &queue("RES_REQ = select[big$0"),
        expect![[r#"
        [big]
        **big** · Boolean resource of lsf.shared

        Lots of \*memory\*

        - static: a host has it or not
        - on: 1 host: `h1`
    "#]],
    );
}

#[test]
fn queues_with_windows() {
    check(
        &queue("RUN_WINDOW = 20:00-8:00\nDISPATCH_WINDOW = 9:00-11:00\nHOSTS = h1\nQUEUE_GROUP = nig$0ht"),
        expect![[r#"
            [night]
            **night** · queue of lsb.queues

            - runs on: 1 host: `h1`
            - dispatches jobs: every day 09:00-11:00 (open now, until Tue 11:00)
            - runs jobs: every day 20:00-08:00 (not now; opens next Tue 20:00)
            - requirement: `rusage[mem=4GB]`
            - `mem=4GB` from the default profile `tool`
            - 1 of 1 host of the queue can match (where what they reserve is free)
        "#]],
    );
    check(
        &queue("RUN_WINDOW = {{ nights }}\nHOSTS = h1\nQUEUE_GROUP = nig$0ht"),
        expect![[r#"
            [night]
            **night** · queue of lsb.queues

            - runs on: 1 host: `h1`
            - requirement: `rusage[mem=4GB]`
            - `mem=4GB` from the default profile `tool`
            - 1 of 1 host of the queue can match (where what they reserve is free)
        "#]],
    );
}

#[test]
fn words_of_selections() {
    check(
        &queue("RES_REQ = select[type==an$0y]"),
        expect![[r#"
        [any]
        **any** · compared with `type`

        Every host matches, whatever its type is.
    "#]],
    );
    check(
        &queue("RES_REQ = select[model==lo$0cal]"),
        expect![[r#"
        [local]
        **local** · compared with `model`

        Hosts of the same model as the host that submits the job match.
    "#]],
    );
    check(
        &queue("RES_REQ = select[status=='o$0k']"),
        expect![[r#"
        ['ok']
        **ok** · status of a host

        Takes jobs.
    "#]],
    );
}

#[test]
fn names() {
    check(
        &queue("RES_REQ = select[bi$0g]"),
        expect![[r#"
        [big]
        **big** · Boolean resource of lsf.shared

        Lots of \*memory\*

        - static: a host has it or not
        - on: 1 host: `h1`
    "#]],
    );
    check(
        &queue("RES_REQ = rusage[li$0c=1]"),
        expect![[r#"
            [lic]
            **lic** · numeric resource of lsf.shared

            Free tokens

            - an elim reports it, every 30 seconds
            - larger means less load: `order` puts large values first
            - can be reserved in `rusage`
            - all server hosts share one value
            - reported by: `m1`, then `m2`
        "#]],
    );
    check(
        &queue("RES_REQ = rusage[dis$0k=1]"),
        expect![[r#"
            [disk]
            **disk** · numeric resource of lsf.shared

            Free space

            - an elim reports it, every 60 seconds
            - larger means less load: `order` puts large values first
            - can be reserved in `rusage`
            - 2 values, each shared by the hosts of one pair of brackets
            - shared by `h1`, `h2`
            - shared by `m1`
            - reported by: `h1`, then `h2`; `m1`
        "#]],
    );
    check(
        &queue("RES_REQ = order[sw$0ap]"),
        expect![[r#"
        [swap]
        **swp** · numeric resource that LSF brings

        Free swap space.

        - unit MB, measured every 15 seconds
        - larger means less load: `order` puts large values first
        - may stand in: `select`, `rusage`, `order`, `load thresholds`
        - takes sizes with a unit: `4GB`
        - also written: `swap`
        - written `swap` here
    "#]],
    );
    check(
        &queue("HOSTS = wor$0k"),
        expect![[r#"
        [work]
        **work** · host group of lsb.hosts

        - members: `h[1-2]`
        - 2 hosts: `h1`, `h2`
    "#]],
    );
    check(
        &queue("HOSTS = h$01"),
        expect![[r#"
        [h1]
        **h1** · host of lsf.cluster

        - type `X86_64`, model `Fast`
        - resources: `big`
        - job slots (`MXJ`): 8
        - in: `work`
    "#]],
    );
    check(
        &queue("HOSTS = h[1-$03]"),
        expect![[r#"
        [h[1-3]]
        **h\[1-3]** · hosts

        - 2 hosts: `h1`, `h2`
        - lsf.cluster does not have 1 of its 3 names
    "#]],
    );
    check(
        &queue("HOSTS = al$0l"),
        expect![[r#"
        [all]
        **all** · word of `HOSTS`

        Every host of the cluster.

        - 5 hosts: `m1`, `m2`, `h1`, `h2`, `login`
        - 4 of them run jobs, the others only submit (`server` is 0 in lsf.cluster)
    "#]],
    );
    check(
        &queue("HOSTS = nowhere$0"),
        expect![[r#"
        [nowhere]
        **nowhere** · host

        - not defined in lsf.cluster
    "#]],
    );
    check(
        &queue("USERS = all_$0design"),
        expect![[r#"
        [all_design]
        **all_design** · user group of lsb.users

        - members: `rtl`, `verif`
        - with all subgroups 3 users
        - shares: `[rtl, 3] [verif, 1]`
        - while all of them have jobs waiting: `rtl` 75 %, `verif` 25 %
    "#]],
    );
    check(
        &queue("USERS = ann$0a"),
        expect![[r#"
        [anna]
        **anna** · user, or a group of the operating system

        - in the groups: `all_design`, `rtl`
        - login names belong to the operating system: whether it exists is not known here
    "#]],
    );
    check(
        &queue("HOSTS = work\nRES_REQ = big\nDESCRIPTION = Nights\nQUEUE_GROUP = nig$0ht"),
        expect![[r#"
            [night]
            **night** · queue of lsb.queues

            Nights

            - runs on: 2 hosts: `h1`, `h2`
            - requirement: `select[big] rusage[mem=4GB]`
            - `mem=4GB` from the default profile `tool`
            - 1 of 2 hosts of the queue can match (where what they reserve is free)
        "#]],
    );
    check(
        &queue("RES_REQ = select[type==X86$0_64]"),
        expect![[r#"
        [X86_64]
        **X86_64** · host type of lsf.shared

        - 5 hosts: `m1`, `m2`, `h1`, `h2`, `login`
    "#]],
    );
    check(
        &queue("RUNLIMIT = 60/Fas$0t"),
        expect![[r#"
        [Fast]
        **Fast** · host model of lsf.shared

        - CPU factor `100`: how fast it is beside other models
        - 5 hosts: `m1`, `m2`, `h1`, `h2`, `login`
    "#]],
    );
}

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
        - after a change run: `badmin reconfig`
        - each entry is [resource=min,max] or [resource=max]
        - min and max are numbers from 0 to 2147483647 with min not above max

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
        - not together with: `FAIRSHARE_QUEUES`, `DISPATCH_ORDER`
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
        - adds or takes at most 40
        - a part of `WORK`, whose weight 1 multiplies it as well
        - needs: `MAX_USER_PRIORITY` of lsb.params
    "#]],
    );
    check(
        &queue("FAIRSHARE = USER_SHARES[[rtl, 3$0] [default, 1]]"),
        expect![[r#"
        [3]
        **3** · shares of `FAIRSHARE`

        3 for `rtl`: who has more shares gets more slots while others wait too.

        - 3 shares for `rtl`, 1 share for each of the others
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
        - its jobs may be suspended by jobs of every preemptive queue of higher priority
        - default: not set
        - form: `( PREEMPTIVE | PREEMPTIVE[low_queue[+pref] ...] ) and/or ( PREEMPTABLE | PREEMPTABLE[hi_queue ...] )`
        - after a change run: `badmin reconfig`
        - one or both of PREEMPTIVE and PREEMPTABLE, each at most once
        - the optional queue list is one bracketed, space-separated list
    "#]],
    );
    check(
        &queue("r1m = 1.0/3$0.0"),
        expect![[r#"
        [3.0]
        **1.0/3.0** · value of `r1m`

        Scheduling and stopping threshold: 1-minute exponentially averaged run queue length.

        - jobs start only where `r1m` is at most 1.0 processes
        - running jobs are suspended where `r1m` goes above 3.0 processes

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    check(
        &queue("mem = 1000/4000$0"),
        expect![[r#"
        [4000]
        **1000/4000** · value of `mem`

        Scheduling and stopping threshold: free memory.

        - jobs start only where `mem` is at least 4000 MB, about 3.9 GB
        - running jobs are suspended where `mem` goes below 1000 MB
        - the two numbers stand the wrong way round: LSF swaps them

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    check(
        &queue("EXCLUSIVE = $0Y"),
        expect![[r#"
        [Y]
        **Y** · value of `EXCLUSIVE`

        Allows bsub -x jobs to own a host, or a whole compute unit.

        - jobs submitted with `bsub -x` have their hosts to themselves

        [Documentation](https://ibm.com/support/knowledgecenter/en/SSWRJV_10.1.0/lsf_admin/exclusive_scheduling_lsf.html)
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
        - to end it, LSF runs `/opt/stop now`
        - default: SIGTSTP or SIGSTOP; SIGCONT; SIGINT, SIGTERM, SIGKILL
        - form: `SUSPEND[signal | command | CHKPNT] RESUME[signal | command] TERMINATE[signal | command | CHKPNT]`
        - a wrong value makes LSF drop the whole section
        - after a change run: `badmin reconfig`
        - keywords SUSPEND, RESUME, TERMINATE in capitals, each at most once, each with one pair of square brackets
    "#]],
    );
    check(
        &queue("REQUEUE_EXIT_VALUES = 99 13$07 EXCLUDE(2)"),
        expect![[r#"
        [137]
        **137** · exit code of `REQUEUE_EXIT_VALUES`

        A job that ends with this code is put back into its queue. 137 is what shells report for signal 9.

        - after `2` not on the same host again

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

        Finds a resource that is reserved twice in one `rusage`: `rusage[mem=10, mem=20]`.

        **Effect**: LSF answers with an error in the rusage section and takes nothing of the string: the amounts are not added up. The two sides of `||`
        are different requests, so a resource may stand on both.
    "#]],
    );
    check(
        &queue("# lsflint: ignore[T$02] as agreed"),
        expect![[r#"
        [T2]
        **T2** · the 12 rules whose code begins so

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

#[test]
fn every_place_can_be_asked() {
    for text in clusters() {
        for cut in [text.len(), text.len() * 2 / 3] {
            let cut = (0..=cut).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
            let fixture = Fixture::new(&text[..cut]);
            for file in fixture.snapshot.files.iter() {
                let end = file.source.text.len() as u32 + 2;
                for offset in (0..=end).step_by(5) {
                    if let Some(found) = hover(&fixture.snapshot, &file.source.path, offset, &NOW) {
                        let range = found.range.start as usize..found.range.end as usize;
                        assert!(file.source.text.get(range).is_some_and(|it| !it.is_empty()), "{offset}: {found:?}");
                        let lines = found.markdown.lines().filter(|it| !it.is_empty()).count();
                        assert!(lines <= 16, "{lines} lines:\n{}", found.markdown);
                    }
                }
            }
        }
    }
}

#[test]
fn every_key_and_name_of_a_sound_cluster_is_explained() {
    use SyntaxKind::{COLUMN_NAME, DIRECTIVE_KW, INTEGER, KEY, KEYWORD, NAME, SECTION_NAME, UNSET};
    let fixture = Fixture::new(&clusters()[0]);
    for file in fixture.snapshot.files.iter() {
        let wanted = |it: &Token<'_>| {
            matches!(it.kind(), KEY | COLUMN_NAME | SECTION_NAME | DIRECTIVE_KW | NAME | INTEGER | KEYWORD | UNSET)
        };
        for token in file.source.parse.root().all_tokens().filter(wanted) {
            let offset = u32::from(token.range().start()) + token.raw().len() as u32 / 2;
            let found = hover(&fixture.snapshot, &file.source.path, offset, &NOW);
            assert!(found.is_some(), "{} {token:?}", file.source.path);
        }
    }
}
