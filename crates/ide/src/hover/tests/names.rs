//! Names of every kind.

use expect_test::expect;

use super::{check, queue};

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
