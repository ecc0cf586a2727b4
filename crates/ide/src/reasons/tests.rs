//! Outputs of LSF with their explanation in a cluster.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::testing::Fixture;

const CLUSTER: &str = "\
//- lsf.shared
Begin HostType
TYPENAME
X86_64
End HostType
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
lic Numeric 30 N (Free tokens)
big Boolean () () (Large hosts)
End Resource
//- lsf.cluster.c
Begin Host
HOSTNAME model type server RESOURCES
hostA ! X86_64 1 (big)
hostB ! X86_64 1 ()
hostC ! X86_64 1 ()
End Host
Begin ResourceMap
RESOURCENAME LOCATION
lic [all]
End ResourceMap
//- lsb.hosts
Begin Host
HOST_NAME MXJ JL/U DISPATCH_WINDOW
hostA 8 2 ()
default 4 () (19:00-7:00)
End Host
//- lsb.params
Begin Parameters
MBD_SLEEP_TIME = 20
End Parameters
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER
chips (ann bob)
End UserGroup
Begin User
USER_NAME MAX_JOBS
ann 10
chips 30
default 5
End User
//- lsb.resources
Begin Limit
NAME = tokens
PER_USER = all
RESOURCE = [lic, 3]
End Limit
Begin Limit
NAME = night_slots
QUEUES = night
SLOTS = 40
End Limit
Begin Limit
NAME = total
MEM = 1000
End Limit
//- lsb.reasons
Begin CustomPendingReason
REASON_ID = 1305 1303
MESSAGE = All machines are full, please wait
End CustomPendingReason
//- lsb.queues
Begin Queue
QUEUE_NAME = night
HJOB_LIMIT = 2
RUN_WINDOW = 20:00-6:00
RES_REQ = select[big]
HOSTS = hostA hostB
End Queue
Begin Queue
QUEUE_NAME = short
HJOB_LIMIT = 6
End Queue
Begin Queue
QUEUE_NAME = plain
End Queue
";

fn rendered(text: &str, cluster: Option<&AsRead>) -> String {
    let view = cluster.map(AsRead::view);
    let explanation = explain_output(text, cluster);
    let mut out = String::new();
    for it in &explanation.answers {
        writeln!(out, "{}: {}\n  {}", it.line, it.reason, it.message.effect).expect("a string");
        for condition in &it.conditions {
            let place = condition
                .place
                .as_ref()
                .map(|place| format!("{}:{} ", place.file, view.and_then(|it| it.line_of(place)).unwrap_or_default()));
            let hosts = condition.hosts.join(" ");
            writeln!(out, "  - {}{} {hosts}", place.unwrap_or_default(), condition.text).expect("a string");
        }
        if !it.hosts.is_empty() || it.host_count.is_some() {
            writeln!(out, "  hosts {:?} {:?}", it.hosts, it.host_count).expect("a string");
        }
        if it.jobs.len() > 1 || it.custom.is_some() {
            writeln!(out, "  jobs {:?}, of the site: {}", it.jobs, it.custom.is_some()).expect("a string");
        }
    }
    for it in &explanation.unknown {
        writeln!(out, "{}: unknown: {}", it.line, it.text).expect("a string");
    }
    out.lines().map(|it| it.trim_end().to_owned() + "\n").collect()
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let fixture = Fixture::new(CLUSTER);
    expected.assert_eq(&rendered(text, Some(fixture.snapshot.as_read())));
}

#[test]
fn a_record_of_bjobs() {
    check(
        "
Job <12>, User <ann>, Project <default>, Status <PEND>, Queue <night>, Command
                      <sleep 10>
Sat May 23 18:18:44: Submitted from host <login>, Requested Resources <select[m
                     em>10]>;
 PENDING REASONS:
 Queue's per-host job slot limit reached: 3 hosts;
 Job slot limit reached: hostA, hostB;
 Job's resource requirements not satisfied: hostC;
 The run windows of the queue are closed;
 Something that no version prints;

 SCHEDULING PARAMETERS:
           r15s   r1m  r15m
 loadSched   -     -     -
",
        expect![[r#"
            7: Queue's per-host job slot limit reached: 3 hosts
              the jobs of the queue use all slots that it may use on each of the hosts
              - lsb.queues:3 HJOB_LIMIT = 2 (queue night)
              hosts [] Some(3)
            8: Job slot limit reached: hostA, hostB
              all job slots of the hosts are in use
              - lsb.hosts:3 MXJ = 8 (host hostA) hostA
              - lsb.hosts:4 MXJ = 4 (host default) hostB
              hosts ["hostA", "hostB"] None
            9: Job's resource requirements not satisfied: hostC
              `select` of the job, or of its application profile, is false on the hosts
              - merged requirement select[(big) && (mem>10)]: 2 of 2 hosts can match, depending on load, reservations, or facts not in the files; not counting hosts that are not loaded
              - queue night does not use the hosts hostC
              hosts ["hostC"] None
            10: The run windows of the queue are closed
              LSF suspends the job until the window opens
              - lsb.queues:4 RUN_WINDOW = 20:00-6:00 (queue night)
            11: unknown: Something that no version prints
        "#]],
    );
}

#[test]
fn limits_of_users_and_resources() {
    check(
        "\
JOBID USER STAT QUEUE FROM_HOST JOB_NAME SUBMIT_TIME
818 ann PEND night hostA sleep Jan 22 16:34
The user has reached his/her job slot limit;
819 ann PEND night hostA sleep Jan 22 16:34
The user has reached his/her job slot limit;
820 eve PEND night hostA sleep Jan 22 16:34
The user has reached his/her job slot limit;
821 ann PEND night hostA sleep Jan 22 16:34
One of the user's groups has reached its job slot limit;
822 ann PEND night hostA sleep Jan 22 16:34
Resource (lic) limit defined on user or user group has been reached;
823 ann PEND night hostA sleep Jan 22 16:34
Resource (slot) limit defined on queue has been reached;
824 ann PEND short hostA sleep Jan 22 16:34
Resource (slot) limit defined on queue has been reached;
825 ann PEND short hostA sleep Jan 22 16:34
Resource (mem) limit defined cluster-wide has been reached;
826 ann PEND short hostA sleep Jan 22 16:34
Job's requirements for reserving resource (lic) not satisfied;
",
        expect![[r#"
            3: The user has reached his/her job slot limit
              the user's jobs use all slots that the user may use in the whole cluster
              - lsb.users:7 MAX_JOBS = 10 (user ann)
              jobs ["818", "819"], of the site: false
            7: The user has reached his/her job slot limit
              the user's jobs use all slots that the user may use in the whole cluster
              - lsb.users:9 MAX_JOBS = 5 (user default)
            9: One of the user's groups has reached its job slot limit
              the jobs of a group of the user use all slots that the group may use
              - lsb.users:8 MAX_JOBS = 30 (user group chips)
              - lsb.users:3 ann is in user group chips
            11: Resource (lic) limit defined on user or user group has been reached
              the Limit section allows no more of the resource for the user or a group of the user
              - lsb.resources:2 RESOURCE = [lic, 3], PER_USER = all (limit tokens)
              - lsf.shared:7 resource lic (Numeric) is defined
              - lsf.cluster.c:9 LOCATION = [all] (resource lic)
            13: Resource (slot) limit defined on queue has been reached
              the Limit section allows no more of the resource for the queue
              - lsb.resources:7 SLOTS = 40, QUEUES = night (limit night_slots)
            15: Resource (slot) limit defined on queue has been reached
              the Limit section allows no more of the resource for the queue
              - no limit of lsb.resources is about the job
            17: Resource (mem) limit defined cluster-wide has been reached
              the Limit section allows no more of the resource in the whole cluster
              - lsb.resources:12 MEM = 1000 (limit total)
            19: Job's requirements for reserving resource (lic) not satisfied
              less of the resource is left than `rusage` of the job reserves
              - lsf.shared:7 resource lic (Numeric) is defined
              - lsf.cluster.c:9 LOCATION = [all] (resource lic)
        "#]],
    );
}

#[test]
fn single_lines() {
    check(
        "\
<< Queue's per-host job slot limit reached: 3 hosts; >>
RUNLIMIT: Cannot exceed queue's hard limit(s). Job not submitted.
night: Queue has been closed. Job not submitted.
day: User cannot use the queue. Job not submitted.
Dispatch windows closed: 2 hosts;
JOBS limit defined for the queue has been reached: Limit Name: gone, Limit Value: 0;
All machines are full, please wait
hostZ closed_Adm 23.10 - 55 2 2
Job's requirements for resource reservation not satisfied (Resource: mem): 4 hosts;
what is this
",
        expect![[r#"
            1: << Queue's per-host job slot limit reached: 3 hosts; >>
              the jobs of the queue use all slots that it may use on each of the hosts
              - lsb.queues:3 HJOB_LIMIT = 2 (queue night)
              - lsb.queues:10 HJOB_LIMIT = 6 (queue short)
              hosts [] Some(3)
            2: RUNLIMIT: Cannot exceed queue's hard limit(s). Job not submitted.
              LSF rejects the job: `-W` exceeds the limit of the queue
            3: night: Queue has been closed. Job not submitted.
              LSF rejects the job: an administrator ran `badmin qclose`
            4: day: User cannot use the queue. Job not submitted.
              LSF rejects the job
              - queue day is not defined in lsb.queues
            5: Dispatch windows closed: 2 hosts;
              now is outside the dispatch windows
              - lsb.hosts:4 DISPATCH_WINDOW = 19:00-7:00 (host default)
              hosts [] Some(2)
            6: JOBS limit defined for the queue has been reached: Limit Name: gone, Limit Value: 0;
              as many jobs run as the Limit section allows for the queue
              - limit gone is not defined in lsb.resources
            7: All machines are full, please wait
              all job slots of the hosts are in use
              - lsb.hosts:3 MXJ = 8 (host hostA)
              - lsb.hosts:4 MXJ = 4 (host default)
              jobs [], of the site: true
            8: hostZ closed_Adm 23.10 - 55 2 2
              an administrator closed the host with `badmin hclose`; running jobs go on
            9: Job's requirements for resource reservation not satisfied (Resource: mem): 4 hosts;
              the hosts have less left than `rusage` of the job reserves
              hosts [] Some(4)
            10: unknown: what is this
        "#]],
    );
}

#[test]
fn without_a_cluster() {
    let text = " Queue's per-host job slot limit reached: 3 hosts;\n\nnothing known\n";
    expect![[r#"
        1: Queue's per-host job slot limit reached: 3 hosts;
          the jobs of the queue use all slots that it may use on each of the hosts
          hosts [] Some(3)
        3: unknown: nothing known
    "#]]
    .assert_eq(&rendered(text, None));
}

const PARTS: &str = "
Job <14>, User <ann>, Project <default>, Status <PEND>, Queue <parts>, Command <x>
Sat May 23 18:18:44: Submitted from host <login>, 3 Task(s), Requested Resources <1*{select[big]} + 2*{select[nobig]}>;
 PENDING REASONS:
 Job's resource requirements not satisfied: HOSTS;

Job <15>, User <ann>, Project <default>, Status <PEND>, Queue <parts>, Command <x>
Sat May 23 18:18:44: Submitted from host <login>, Requested Resources <{select[big]} || {select[type==ARM]}>;
 PENDING REASONS:
 Job's resource requirements not satisfied: 3 hosts;
";

#[test]
fn parts_of_a_requirement() {
    let queue = "\
Begin Queue
QUEUE_NAME = parts
HOSTS = hostA hostB
End Queue
";
    let files = CLUSTER.replace("//- lsb.queues\n", &format!("//- lsb.queues\n{queue}"));
    let fixture = Fixture::new(&files);
    let text = PARTS.replace("nobig", "!big").replace("HOSTS", "hostA, hostC");
    expect![[r#"
        5: Job's resource requirements not satisfied: hostA, hostC
          `select` of the job, or of its application profile, is false on the hosts
          - merged requirement 1*{select[big]} + 2*{select[!big]}: 2 of 2 hosts can match, 1 of them regardless of load; not counting hosts that are not loaded
          - term 1: select[big]: 2 of 2 hosts can match, 1 of them regardless of load
          - term 1: matches by the files hostA
          - term 2: select[!big]: 1 of 2 hosts can match, depending on load, reservations, or facts not in the files
          - term 2: never matches: `!big` is false: `big` is there hostA
          - queue parts does not use the hosts hostC
          hosts ["hostA", "hostC"] None
        10: Job's resource requirements not satisfied: 3 hosts
          `select` of the job, or of its application profile, is false on the hosts
          - merged requirement {select[big]} || {select[type==ARM]}: 2 of 2 hosts can match, 1 of them regardless of load; not counting hosts that are not loaded
          - branch 1: select[big]: 2 of 2 hosts can match, 1 of them regardless of load
          - branch 2: select[type==ARM]: 0 of 2 hosts can match
          - branch 2: never matches: `type==ARM` is false: `type` is `X86_64` hostA hostB
          hosts [] Some(3)
    "#]].assert_eq(&rendered(&text, Some(fixture.snapshot.as_read())));
}
