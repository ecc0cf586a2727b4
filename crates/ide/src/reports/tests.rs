//! The pages for commands, as people read them.

use expect_test::{Expect, expect};

use super::*;
use crate::testing::Fixture;

const CLUSTER: &str = "\
//- lsf.conf
LSF_UNIT_FOR_LIMITS=MB
LSF_MASTER_LIST=\"m1 m2\"
//- lsf.shared
Begin HostType
TYPENAME
X86_64
End HostType
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
big Boolean () () (Lots of memory)
lic Numeric 30 N (Free tokens)
disk Numeric 60 N (Free space)
lost Numeric 60 N (Mapped nowhere)
End Resource
//- lsf.cluster.c
Begin Host
HOSTNAME model type server RESOURCES
m1 ! X86_64 1 ()
m2 ! X86_64 1 ()
h1 ! X86_64 1 (big)
h2 ! X86_64 1 ()
login ! X86_64 0 ()
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
End Application
Begin Application
NAME = wide
RES_REQ = 1*{select[big]} + 4*{rusage[mem=1]}
End Application
//- lsb.queues
Begin Queue
QUEUE_NAME = night
RES_REQ = select[big && mem>100]
HOSTS = h1 h2 login
End Queue
Begin Queue
QUEUE_NAME = open
RES_REQ = {{ requirement }}
End Queue
";

fn snapshot() -> Snapshot {
    Fixture::new(CLUSTER).snapshot
}

#[track_caller]
fn check_merged(queue: Option<&str>, application: Option<&str>, expected: Expect) {
    expected.assert_eq(&merged_requirement(&snapshot(), queue, application).unwrap_or_default());
}

#[track_caller]
fn check_hosts(queue: Option<&str>, application: Option<&str>, expected: Expect) {
    expected.assert_eq(&matching_hosts(&snapshot(), queue, application).unwrap_or_default());
}

#[test]
fn merged_requirements() {
    check_merged(
        Some("night"),
        None,
        expect![[r#"
            # Merged requirement

            For queue `night` and the default application profile `tool`, without the requirement of the job.

            ```
            select[big && mem>100] rusage[mem=4GB]
            ```

            | part | from |
            |---|---|
            | `big && mem>100` | queue |
            | `mem=4GB` | application profile |

            ## How LSF merges them

            - the requirement of the application profile is used because the job has none
            - both are simple: the queue is merged by section; the other levels take precedence
            - `select` comes from the queue

            ## Notes

            - without `order`, hosts are sorted as with `order[r15s:pg]`"#]],
    );
    check_merged(
        Some("night"),
        Some("wide"),
        expect![[r#"
            # Merged requirement

            For queue `night` and application profile `wide`, without the requirement of the job.

            ```
            1*{select[(big && mem>100) && (big)]} + 4*{select[big && mem>100] rusage[mem=1]}
            ```

            | part | from |
            |---|---|
            | `big && mem>100` | queue |
            | `big` | application profile |
            | `mem=1` | application profile |

            ## How LSF merges them

            - the requirement of the application profile is used because the job has none
            - the simple requirement of the queue is merged into the terms of the compound
            - `select` of the queue must be true in every term

            ## Notes

            - LSF places the terms in order, the first on the first host of the job; hosts that do not match one term are not tried for later ones
            - without `order`, hosts are sorted as with `order[r15s:pg]`"#]],
    );
    check_merged(
        Some("open"),
        None,
        expect![[r#"
            # Merged requirement

            For queue `open` and the default application profile `tool`, without the requirement of the job.

            The requirement is unknown: it depends on a template or an `#if`, or lsflint cannot parse a string."#]],
    );
    check_merged(Some("nowhere"), None, expect![[r#""#]]);
    check_merged(None, None, expect![[r#""#]]);
}

#[test]
fn hosts_that_match() {
    check_hosts(
        Some("night"),
        None,
        expect![[r#"
            # Matching hosts

            For queue `night` and the default application profile `tool`, for jobs without a requirement of their own.

            ## `select[big && mem>100] rusage[mem=4GB]`

            1 of 2 hosts can match (client hosts are not counted).

            - depends, 1 host: `mem>100` depends on load; reserves `mem=4GB`, which must be free; MXJ and thresholds of the host are unknown without lsb.hosts: `h1`
            - never, 1 host: `big` is false: the host does not have the resource `big`: `h2`"#]],
    );
    check_hosts(
        None,
        Some("wide"),
        expect![[r#"
            # Matching hosts

            For application profile `wide`, for jobs without a requirement of their own.

            ## `select[big]`

            1 of 4 hosts can match (client hosts are not counted).

            - depends, 1 host: MXJ and thresholds of the host are unknown without lsb.hosts: `h1`
            - never, 3 hosts: `big` is false: the host does not have the resource `big`: `m1`, `m2`, `h2`

            ## `rusage[mem=1]`

            4 of 4 hosts can match (client hosts are not counted).

            - depends, 4 hosts: reserves `mem=1`, which must be free; MXJ and thresholds of the host are unknown without lsb.hosts: `m1`, `m2`, `h1`, `h2`

            LSF adds `type==local` to the selection of term 2, which names no type, no string resource and no Boolean resource: only hosts of the same type as the submission host match; the hosts in the files have only one type."#]],
    );
}

#[test]
fn who_reports_what() {
    expect![[r#"
        # Reporting hosts

        While all hosts are up.

        Management host: `m1`, then `m2`.

        ## Hosts that start elims

        | hosts | `LSF_RESOURCES` |
        |---|---|
        | `m1` | `disk`, `lic`, `LSF_MASTER=Y` |
        | `h1` | `disk` |

        No elims start on `m2`, `h2`.

        ## Values

        | resource | hosts | reported by |
        |---|---|---|
        | `lic` | `m1`, `m2`, `h1`, `h2` | `m1`, then `m2` |
        | `disk` | `h1`, `h2` | `h1`, then `h2` |
        | `disk` | 1 host with its own value | itself |

        LSF starts no elim for `lost`: `ResourceMap` does not map it to hosts."#]]
    .assert_eq(&elim_plan(&snapshot()));
    let nothing = Fixture::new("//- lsb.queues\n").snapshot;
    expect![[r#"
        # Reporting hosts

        While all hosts are up.

        No host in lsf.cluster can be the management host."#]]
    .assert_eq(&elim_plan(&nothing));
}
