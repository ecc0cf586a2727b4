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

            - static: a host has it or does not
            - on: 1 host: `h1`
        "#]],
    );
    check(
        &queue("RES_REQ = rusage[li$0c=1]"),
        expect![[r#"
            [lic]
            **lic** · numeric resource of lsf.shared

            Free tokens

            - reported by an elim every 30 seconds
            - larger values mean less load: `order` prefers large values
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

            - reported by an elim every 60 seconds
            - larger values mean less load: `order` prefers large values
            - can be reserved in `rusage`
            - 2 values, each shared by the hosts in one pair of brackets
            - shared by `h1`, `h2`
            - shared by `m1`
            - reported by: `h1`, then `h2`; `m1`
        "#]],
    );
    check(
        &queue("RES_REQ = order[sw$0ap]"),
        expect![[r#"
            [swap]
            **swp** · built-in numeric resource

            Free swap space.

            - unit MB, measured every 15 seconds
            - larger values mean less load: `order` prefers large values
            - allowed in: `select`, `rusage`, `order`, `load thresholds`
            - accepts values with a unit: `4GB`
            - alias: `swap`
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
            - not in lsf.cluster: 1 of its 3 names
        "#]],
    );
    check(
        &queue("HOSTS = al$0l"),
        expect![[r#"
            [all]
            **all** · word of `HOSTS`

            All hosts of the cluster.

            - 4 hosts: `m1`, `m2`, `h1`, `h2`
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
            - including subgroups: 3 users
            - shares: `[rtl, 3] [verif, 1]`
            - while all of them have pending jobs: `rtl` 75 %, `verif` 25 %
        "#]],
    );
    check(
        &queue("USERS = ann$0a"),
        expect![[r#"
            [anna]
            **anna** · user or operating system group

            - in the groups: `all_design`, `rtl`
            - lsflint does not check whether this user exists in the operating system
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
            - `mem=4GB` from the default application profile `tool`
            - 1 of 2 hosts of the queue can match (depending on load, reservations, or facts not in the files)
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

            - CPU factor `100`: its speed relative to other models
            - 5 hosts: `m1`, `m2`, `h1`, `h2`, `login`
        "#]],
    );
}
