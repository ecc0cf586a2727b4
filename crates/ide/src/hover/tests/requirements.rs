//! Requirement strings, whole and word by word.

use expect_test::expect;

use super::{check, queue};

#[test]
fn requirement_strings() {
    check(
        &queue("RES_REQ = sel$0ect[big]"),
        expect![[r#"
            [select]
            **select** · section of a requirement string

            Which hosts may run the job: an expression that must hold.

            - form: `select[expression]`
            - without it, only hosts of the same type as the submission host match: `select[type==local]`

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/select_string.html)
        "#]],
    );
    check(
        &queue("RES_REQ = select[big]$0 span[hosts=1]"),
        expect![[r#"
            [select[big] span[hosts=1]]
            **RES_REQ** · requirement string

            - 1 of 4 hosts of the queue can match (regardless of load)
            - with the default application profile `tool`: `select[big] rusage[mem=4GB] span[hosts=1]`
        "#]],
    );
    check(
        &queue("RES_REQ = select[mem>4000$0]"),
        expect![[r#"
            [4000]
            **4000** · compared with `mem`

            4000 MB, about 3.9 GB.

            - numbers without a unit are in MB (LSF_UNIT_FOR_LIMITS)
        "#]],
    );
    check(
        &queue("RES_REQ = rusage[mem=16384$0]"),
        expect![[r#"
            [16384]
            **mem=16384** · reservation

            16384 MB = 16 GB.

            - reserved on each host of the job (RESOURCE_RESERVE_PER_TASK=N)
            - numbers without a unit are in MB (LSF_UNIT_FOR_LIMITS)
        "#]],
    );
    check(
        &queue("RES_REQ = rusage[lic=1:dur$0ation=2h]"),
        expect![[r#"
            [duration=2h]
            **duration** · keyword of `rusage`

            How long the amount stays reserved, minutes without a letter.

            - applies to: `lic`
            - form: `duration=time[s|m|h]`

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/usage_string.html)
        "#]],
    );
    check(
        &queue("RES_REQ = rusage[lic=1:duration=3$00]"),
        expect![[r#"
            [duration=30]
            **duration=30** · duration of a reservation

            LSF reserves `lic` for 30 minutes, then relies on the measured load.

            - minutes by default; add `s`, `m` or `h` for another unit
        "#]],
    );
    check(
        &queue("RES_REQ = rusage[lic=1/j$0ob]"),
        expect![[r#"
            [job]
            **/job** · how the amount is reserved

            The amount is reserved once for the whole job, regardless of the number of tasks and hosts.
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

            True on hosts that have the resource, whatever its value.

            - for site-defined resources: every host has the built-in ones
        "#]],
    );
    check(
        &queue("RES_REQ = select[defined(lic) &$0& big]"),
        expect![[r#"
            [&&]
            **&&** · and

            True if both sides are true.
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

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/affinity_res_req_string.html)
        "#]],
    );
    check(
        &queue("RES_REQ = 1*{$0select[big]} + 4*{rusage[mem=1]}"),
        expect![[r#"
            [select]
            **select** · section of a requirement string

            Which hosts may run the job: an expression that must hold.

            - form: `select[expression]`
            - without it, only hosts of the same type as the submission host match: `select[type==local]`

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/select_string.html)
        "#]],
    );
    check(
        &queue("RES_REQ = select[big$0"),
        expect![[r#"
            [big]
            **big** · Boolean resource of lsf.shared

            Lots of \*memory\*

            - static: a host has it or does not
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
            - `mem=4GB` from the default application profile `tool`
            - 1 of 1 host of the queue can match (depending on load, reservations, or facts not in the files)
        "#]],
    );
    check(
        &queue("RUN_WINDOW = {{ nights }}\nHOSTS = h1\nQUEUE_GROUP = nig$0ht"),
        expect![[r#"
            [night]
            **night** · queue of lsb.queues

            - runs on: 1 host: `h1`
            - requirement: `rusage[mem=4GB]`
            - `mem=4GB` from the default application profile `tool`
            - 1 of 1 host of the queue can match (depending on load, reservations, or facts not in the files)
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

            Hosts of the same model as the submission host match.
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
fn sizes_in_the_unit_of_the_cluster() {
    let text =
        queue("RES_REQ = rusage[mem=512$0MB:tmp=1TB]").replace("LSF_UNIT_FOR_LIMITS=MB", "LSF_UNIT_FOR_LIMITS=GB");
    check(
        &text,
        expect![[r#"
        [512MB]
        **mem=512MB** · reservation

        512 MB.

        - reserved on each host of the job (RESOURCE_RESERVE_PER_TASK=N)
        - LSF reads it as 0.5, in GB
    "#]],
    );
}

#[test]
fn the_type_of_the_submission_host() {
    let text = queue("RES_REQ = select[mem>4000]").replace("QUEUE_NAME = night", "QUEUE_NAME = ni$0ght");
    check(
        &text.replace("h2 Fast X86_64", "h2 Fast ARM").replace("TYPENAME\nX86_64\n", "TYPENAME\nX86_64\nARM\n"),
        expect![[r#"
        [night]
        **night** · queue of lsb.queues

        - runs on: 4 hosts: `m1`, `m2`, `h1`, `h2`
        - requirement: `select[mem>4000] rusage[mem=4GB]`
        - `mem=4GB` from the default application profile `tool`
        - 4 of 4 hosts of the queue can match (depending on load, reservations, or facts not in the files); with the added `type==local`, 3 for jobs from hosts of type `X86_64`, 1 for jobs from hosts of type `ARM`
    "#]],
    );
}

#[test]
fn reversed_order() {
    check(
        &queue("RES_REQ = order[-slo$0ts:ut]"),
        expect![[r#"
        [slots]
        **slots** · built-in numeric resource

        Free job slots of the host.

        - unit slots, known to the batch scheduler only
        - larger values mean less load: `order` prefers large values
        - allowed in: `select`, `order`
        - since 9.1
        - `-slots` sorts from worst to best: hosts with small values come first
    "#]],
    );
    check(
        &queue("RES_REQ = order[-$0ut]"),
        expect![[r#"
        [ut]
        **ut** · built-in numeric resource

        CPU utilisation over the last minute, from 0 to 1.

        - unit fraction, measured every 15 seconds
        - larger values mean more load: `order` prefers small values
        - allowed in: `select`, `rusage`, `order`, `load thresholds`
        - `-ut` sorts from worst to best: hosts with large values come first
    "#]],
    );
    check(
        &queue("RES_REQ = order[ut$0]"),
        expect![[r#"
        [ut]
        **ut** · built-in numeric resource

        CPU utilisation over the last minute, from 0 to 1.

        - unit fraction, measured every 15 seconds
        - larger values mean more load: `order` prefers small values
        - allowed in: `select`, `rusage`, `order`, `load thresholds`
    "#]],
    );
}

#[test]
fn amounts_that_share_a_duration() {
    let text = "RES_REQ = rusage[mem=100:swp=50:duration=2h:decay=1,lic=1]";
    check(
        &queue(&text.replace("rusage", "rus$0age")),
        expect![[r#"
            [rusage]
            **rusage** · section of a requirement string

            What the job reserves on its hosts.

            - form: `rusage[resource=amount[/method][:duration=time][:decay=0|1][, ...]]`
            - `duration=time[s|m|h]`: how long the amount stays reserved, minutes without a letter
            - `decay=0|1`: 1: the reserved amount shrinks to nothing over the duration
            - `threshold=number`: the resource must have at least this value before the job starts
            - `gmodel=name[#memory]`: model of the GPUs reserved in the same group
            - `gmem=size`: memory on each GPU reserved in the same group
            - `glink=yes|no`: connection between the GPUs reserved in the same group
            - `gvendor=amd|nvidia`: maker of the GPUs; not documented in rusage
            - `mig=GI[/CI]`: GPU instance; not documented in rusage
            - here, `mem`, `swp` reserved for 2 hours, decreasing steadily
            - here, `lic` reserved until the job ends

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/usage_string.html)
        "#]],
    );
    check(
        &queue(&text.replace("mem=100", "mem=10$00")),
        expect![[r#"
        [100]
        **mem=100** · reservation

        100 MB.

        - reserved on each host of the job (RESOURCE_RESERVE_PER_TASK=N)
        - held for 2 hours, decreasing steadily, as `swp` in the same group
        - numbers without a unit are in MB (LSF_UNIT_FOR_LIMITS)
    "#]],
    );
    check(
        &queue(&text.replace("lic=1", "lic=$01")),
        expect![[r#"
        [1]
        **lic=1** · reservation

        - held until the job ends
    "#]],
    );
    check(
        &queue(&text.replace("2h", "$02h")),
        expect![[r#"
        [duration=2h]
        **duration=2h** · duration of a reservation

        LSF reserves `mem`, `swp` for 2 hours, then relies on the measured load.
    "#]],
    );
    check(
        &queue(&text.replace("duration", "dur$0ation")),
        expect![[r#"
            [duration=2h]
            **duration** · keyword of `rusage`

            How long the amount stays reserved, minutes without a letter.

            - applies to: `mem`, `swp`
            - form: `duration=time[s|m|h]`

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/usage_string.html)
        "#]],
    );
}
