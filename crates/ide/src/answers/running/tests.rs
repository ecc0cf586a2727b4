//! Saved output and a small cluster, and what the comparison says.

mod corpus;
mod forms;
mod hostile;

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use lsflint_model::AsRead;

use super::{Comparison, Verdict, compare};
use crate::testing::Fixture;

const CLUSTER: &str = "\
//- lsf.conf
LSB_MAILTO = !U
//- lsf.cluster.c1
Begin Host
HOSTNAME model type server RESOURCES
h1       !     X86  1      ()
End Host
//- lsb.params
Begin Parameters
DEFAULT_QUEUE = normal
MBD_SLEEP_TIME = 20
End Parameters
//- lsb.queues
Begin Queue
QUEUE_NAME = normal
PRIORITY = 30
NICE = 20
QJOB_LIMIT = 100
CPULIMIT = 0:20/h1
RUNLIMIT = 6:00 24:00
MEMLIMIT = 5000
TASKLIMIT = 3
MIG = 30
r1m = 0.7/1.5
ut = 0.2
mem = 2000/500
FAIRSHARE = USER_SHARES[[chem, 70] [default, 1]]
EXCLUSIVE = Y
PREEMPTION = PREEMPTIVE[low] PREEMPTABLE
INTERACTIVE = NO
RUN_WINDOW = 2:40-23:00 23:30-1:30
USERS = chem ann
HOSTS = h1 big+2
JOB_ACCEPT_INTERVAL = 3
RES_REQ = select[type==any]   order[ut]
RERUNNABLE = yes
DESCRIPTION = Work
End Queue
";

const OUTPUT: &str = "\
QUEUE: normal
  -- Work  This is the default queue.

PARAMETERS/STATISTICS
PRIO NICE STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP  RSV PJOBS
 30   20  Open:Active     100    -    -    -     0     0     0     0     0    0     0
Migration threshold is 30 minutes
Interval for a host to accept two jobs is 60 seconds

DEFAULT LIMITS:
 RUNLIMIT
 360.0 min

MAXIMUM LIMITS:
 CPULIMIT             RUNLIMIT
 20.0 min of h1       1440.0 min
 TASKLIMIT
 3

 MEMLIMIT
   4.9 M

SCHEDULING PARAMETERS
           r15s   r1m  r15m   ut      pg    io   ls    it    tmp    swp    mem
 loadSched   -    0.7     -   0.2     -     -    -     -     -      -    2.0G
 loadStop    -    1.5     -     -     -     -    -     -     -      -    500M

SCHEDULING POLICIES:  FAIRSHARE EXCLUSIVE  PREEMPTABLE PREEMPTIVE NO_INTERACTIVE
USER_SHARES:  [chem, 70] [default, 1]

RUN_WINDOWS:  23:30-1:30 2:40-23:00

USERS: ann chem/
HOSTS:  h1 big+2/
RES_REQ:  select[type == any] order[ut]
RERUNNABLE :  yes
";

fn cluster(text: &str) -> AsRead {
    AsRead::as_written(Fixture::new(text).snapshot.cluster)
}

/// All values but those that are the same, the values that are not compared, and the lines that are not understood.
fn shown(comparison: &Comparison) -> String {
    let mut text = String::new();
    for it in comparison.values.iter().filter(|it| it.verdict != Verdict::Same) {
        let or = |it: &Option<String>| it.clone().unwrap_or("-".to_owned());
        let (object, parameter) = (it.object.words(), it.parameter.as_deref().unwrap_or("*"));
        writeln!(
            text,
            "{object} {parameter} {}: {} | {}; {}",
            it.verdict.name(),
            or(&it.running),
            or(&it.file),
            it.because
        )
        .expect("a string");
    }
    for it in &comparison.not_compared {
        writeln!(text, "not compared: {} {} {}; {}", it.object.words(), it.parameter, it.running, it.because)
            .expect("a string");
    }
    for it in &comparison.not_understood {
        writeln!(text, "not understood: {}: {}", it.line, it.text).expect("a string");
    }
    writeln!(text, "{} same", comparison.count(Verdict::Same)).expect("a string");
    text
}

#[track_caller]
fn check(files: &str, output: &str, expected: Expect) {
    expected.assert_eq(&shown(&compare(&cluster(files), std::iter::once(output), false)));
}

#[test]
fn a_queue_that_is_the_same() {
    check(
        CLUSTER,
        OUTPUT,
        expect![[r#"
        33 same
    "#]],
    );
}

#[test]
fn a_queue_that_differs() {
    let output = OUTPUT
        .replace(" 30   20 ", " 31   20 ")
        .replace(" 1440.0 min", " 1500.0 min")
        .replace("0.7", "0.8")
        .replace("order[ut]", "order[mem]")
        .replace("RERUNNABLE :  yes\n", "CHUNK_JOB_SIZE:  4\nSOMETHING: new\n");
    check(
        CLUSTER,
        &output,
        expect![[r#"
            queue normal PRIORITY differs: 31 | 30; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            queue normal RUNLIMIT differs: 360.0 min, 1500.0 min | 6:00 24:00; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            queue normal r1m differs: 0.8/1.5 | 0.7/1.5; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            queue normal RES_REQ differs: select[type == any] order[mem] | select[type==any] order[ut]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            queue normal CHUNK_JOB_SIZE only-running: 4 | -; no file sets it; `badmin reconfig` would remove it, unless `bconf` added it
            queue normal RERUNNABLE only-files: - | yes; `bqueues -l` would display it; `badmin reconfig` would add it, unless `bconf` removed it
            not understood: 37: SOMETHING: new
            28 same
        "#]],
    );
}

#[test]
fn a_cut_off_block_misses_nothing() {
    let end = OUTPUT.find("RES_REQ").expect("a label");
    check(
        CLUSTER,
        &OUTPUT[..end + 12],
        expect![[r#"
            not compared: queue normal RES_REQ se; the output may be cut off in this line
            31 same
        "#]],
    );
}

#[test]
fn a_transcript_with_prompts() {
    let output = format!(
        "[ann@m1 ~]$ bparams -a\r\n    MBD_SLEEP_TIME = 10 (seconds)\r\n[ann@m1 ~]$ bqueues -l\r\n{}\r\n\
         batch system daemon not responding\r\n[ann@m1 ~]$ uptime\r\n",
        OUTPUT.replace('\n', "\r\n").replace("60 seconds", "30 seconds")
    );
    check(
        CLUSTER,
        &output,
        expect![[r#"
            lsb.params MBD_SLEEP_TIME differs: 10 | 20; the running cluster does not use the value of the file; `badmin reconfig` would apply it
            not understood: 42: [ann@m1 ~]$ uptime
            33 same
        "#]],
    );
}

#[test]
fn objects_of_one_side() {
    let files = format!("{CLUSTER}Begin Queue\nQUEUE_NAME = new\nEnd Queue\n");
    let table = "\
QUEUE_NAME      PRIO STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN  SUSP  RSV PJOBS
normal           30  Open:Active     100    -    -    -     2     0     2     0    0     0
old               5  Open:Active       -    -    -    -     2     0     2     0    0     0
lost_and_found    1  Closed:Active     -    -    -    -     2     0     2     0    0     0
";
    check(
        &files,
        table,
        expect![[r#"
            queue old * only-running: old | -; lsb.queues does not define it; `badmin reconfig` would remove it, unless `bconf` added it
            queue new * only-files: - | new; `bqueues` would display it; `badmin reconfig` would add it, unless `bconf` removed it
            5 same
        "#]],
    );
}

#[test]
fn parameters_of_bparams() {
    let output = "\
System default queues for automatic queue selection:
    DEFAULT_QUEUE = normal idle

The interval for dispatching jobs by master batch daemon:
    MBD_SLEEP_TIME = 20 (seconds)

The interval for checking jobs by slave batch daemon:
    SBD_SLEEP_TIME = 15 (seconds)

The default project assigned to jobs.
    DEFAULT_PROJECT = default

A sentence without a parameter:
";
    check(
        CLUSTER,
        output,
        expect![[r#"
            lsb.params DEFAULT_QUEUE differs: normal idle | normal; the running cluster does not use the value of the file; `badmin reconfig` would apply it
            lsb.params SBD_SLEEP_TIME only-running: 15 | -; no file sets it; `badmin reconfig` would apply the default 30
            not understood: 13: A sentence without a parameter:
            2 same
        "#]],
    );
}

#[test]
fn documents_of_json() {
    let output = r#"{
  "COMMAND":"bqueues",
  "QUEUES":1,
  "RECORDS":[
    {
      "QUEUE_NAME":"normal",
      "STATUS":"Open:Active",
      "PRIO":"30",
      "MAX":"90",
      "MAX_RUNLIMIT":"1440.0 min",
      "DEFAULT_RUNLIMIT":"360.0 min",
      "FUTURE":"x"
    }
  ]
}
"#;
    check(
        CLUSTER,
        output,
        expect![[r#"
            queue normal QJOB_LIMIT differs: 90 | 100; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            not understood: 12: FUTURE: x
            2 same
        "#]],
    );
}

const HOSTS: &str = "\
//- lsf.conf
LSB_MAILTO = !U
//- lsf.cluster.c1
Begin Host
HOSTNAME model type server RESOURCES
h1       !     X86  1      ()
h2       !     X86  1      ()
h3       !     X86  1      ()
End Host
//- lsb.hosts
Begin Host
HOST_NAME MXJ JL/U  r1m     mem       DISPATCH_WINDOW MIG
h1        8   2     0.7/1.5 2000/500  (2:00-20:30)    40
default   !   ()    ()      ()        ()              ()
End Host
Begin HostGroup
GROUP_NAME GROUP_MEMBER
big        (h1 h2)
all3       (big h3)
End HostGroup
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER  USER_SHARES             GROUP_ADMIN
chem       (ann bob)     ([ann, 5] [default, 1]) (ann)
phys       (chem eve)    ()                      ()
End UserGroup
Begin User
USER_NAME MAX_JOBS JL/P
ann       10       1
default   5        -
End User
//- lsb.applications
Begin Application
NAME = fluent
DESCRIPTION = Flow
RUNLIMIT = 8:00
MEMLIMIT = 5000
RES_REQ = select[mem>100]
RERUNNABLE = yes
End Application
";

#[test]
fn hosts() {
    let output = "\
HOST  h1
STATUS           CPUF  JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV DISPATCH_WINDOW
ok              15.00     2      8      2      2      0      0      0 2:00-20:30

 CURRENT LOAD USED FOR SCHEDULING:
                r15s   r1m  r15m    ut    pg    io   ls    it   tmp   swp   mem  slots
 Total           0.0   0.0   0.0    2%   0.0     8    0 14324 1667G 127.2G  683G     46
 Reserved        0.0   0.0   0.0    0%   0.0     0    0     0    0M    0M  178G      -

 LOAD THRESHOLD USED FOR SCHEDULING:
           r15s   r1m  r15m   ut      pg    io   ls    it    tmp    swp    mem
 loadSched   -    0.7     -     -     -     -    -     -     -      -    2.0G
 loadStop    -    1.5     -     -     -     -    -     -     -      -    400M

 CONFIGURED AFFINITY CPU LIST: all
 Migration threshold is 40 min.
 Files are copied at checkpoint.

HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV
h2                 ok              -      4      0      0      0      0      0
h1                 ok              -      8      0      0      0      0      0
h9                 ok              -      8      0      0      0      0      0
";
    check(
        HOSTS,
        output,
        expect![[r#"
            host h1 mem differs: 2.0G/400M | 2000/500; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            host h1 JL/U only-files: - | 2; the running cluster does not have it; `badmin reconfig` would add it, unless `bconf` removed it
            host h9 * only-running: h9 | -; lsb.hosts does not define it; `badmin reconfig` would remove it, unless `bconf` added it
            not compared: host h2 MXJ 4; MXJ is the number of processors, which LSF detects
            16 same
        "#]],
    );
}

#[test]
fn groups() {
    let output = "\
GROUP_NAME    USERS                     GROUP_ADMIN
chem         ann bob  ( ann )
phys         ann bob eve  ( - )

GROUP_NAME    HOSTS                     GROUP_ADMIN
big          h2 h1  ( - )
all3         h1 h2 ( - )

GROUP_NAME: chem
USERS:  ann bob
GROUP_ADMIN:  ann
SHARES: [ann, 6] [default, 1]

USER/GROUP          JL/P    MAX  NJOBS   PEND    RUN  SSUSP  USUSP    RSV
ann                    1     10      0      0      0      0      0      0
tim                    -      6      0      0      0      0      0      0
";
    check(
        HOSTS,
        output,
        expect![[r#"
            host group all3 GROUP_MEMBER differs: h1 h2 | big h3; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            user group chem USER_SHARES differs: [ann, 6] [default, 1] | [ann, 5] [default, 1]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            user tim MAX_JOBS differs: 6 | 5; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            12 same
        "#]],
    );
}

#[test]
fn application_profiles() {
    let output = "\
APPLICATION NAME: fluent
 -- Flow

STATISTICS:
   NJOBS     PEND      RUN    SSUSP    USUSP      RSV
       0        0        0        0        0        0

PARAMETERS:

 RUNLIMIT
 480.0 min

 MEMLIMIT
  4.9 M

RES_REQ:  select[mem>100]
";
    check(
        HOSTS,
        output,
        expect![[r#"
        4 same
    "#]],
    );
}

const BASE: &str = "\
//- lsf.conf
LSF_MASTER_LIST=\"m1 m2\"
LSB_MAILTO=!U
LSF_LIM_PORT=7869
//- lsf.shared
Begin Cluster
ClusterName
c1
End Cluster
Begin HostType
TYPENAME
X86_64
End HostType
Begin HostModel
MODELNAME CPUFACTOR ARCHITECTURE
PC6000    116.1     (x6_6000)
End HostModel
Begin Resource
RESOURCENAME TYPE    INTERVAL INCREASING RELEASE DESCRIPTION
bigmem       Boolean ()       ()         ()      (much memory)
lic          Numeric 60       N          Y       (licenses)
End Resource
//- lsf.cluster.c1
Begin Host
HOSTNAME model  type   server r1m RESOURCES RUNWINDOW
m1       !      X86_64 1      3.5 (mg)      ()
m2       PC6000 X86_64 0      ()  (bigmem)  (20:00-8:00)
End Host
//- lsb.hosts
Begin Host
HOST_NAME MXJ
m1        !
m2        4
End Host
";

#[test]
fn resources_and_hosts() {
    let output = "\
RESOURCE_NAME:  swp
DESCRIPTION: Available swap space (Mbytes) (alias: swap)
TYPE    ORDER   INTERVAL  BUILTIN  DYNAMIC
Numeric   Dec        60      Yes      Yes

RESOURCE_NAME:  bigmem
DESCRIPTION: much memory
TYPE    ORDER   INTERVAL  BUILTIN  DYNAMIC  RELEASE CONSUMABLE
Boolean   N/A        0       No       No    No   No

RESOURCE_NAME:  lic
DESCRIPTION: licenses
TYPE    ORDER   INTERVAL  BUILTIN  DYNAMIC  RELEASE CONSUMABLE
Numeric   Inc        30       No       Yes    Yes   Yes

TYPE_NAME
X86_64
LINUX

MODEL_NAME             CPU_FACTOR ARCHITECTURE
PC6000                  116.10    x6_6000

HOST_NAME      type    model  cpuf ncpus maxmem maxswp server RESOURCES
m1           X86_64   PC6000 116.1     2   1.4G   1.4G    Yes (mg)
m2           X86_64   PC6000 116.1     2   1.4G   1.4G    Yes (bigmem)
d1           X86_64   PC6000 116.1     2   1.4G   1.4G    Dyn ()

HOST_NAME: m1
type         model  cpuf ncpus ndisks maxmem maxswp maxtmp rexpri server
X86_64     PC6000   14    16     4    1024M  1896M   120M     0    Yes

RESOURCES: mg
RUN_WINDOWS:  (always open)
LOAD_THRESHOLDS:
  r15s   r1m  r15m   ut    pg    io   ls   it   tmp   swp   mem
   -     3.6   -     -     -     -    -    -    -     974M  -

HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV
m1                 ok              -      2      0      0      0      0      0
m2                 ok              -      8      0      0      0      0      0
";
    check(
        BASE,
        output,
        expect![[r#"
            resource lic INCREASING differs: Inc | N; the running cluster does not use the value of the file; `lsadmin reconfig` and `badmin mbdrestart` would apply it
            resource lic INTERVAL differs: 30 | 60; the running cluster does not use the value of the file; `lsadmin reconfig` and `badmin mbdrestart` would apply it
            host type LINUX * only-running: LINUX | -; lsf.shared does not define it; `lsadmin reconfig` and `badmin mbdrestart` would remove it
            host m2 server differs: Yes | 0; the running cluster does not use the value of the file; `lsadmin reconfig` and `badmin mbdrestart` would apply it
            host m1 r1m differs: 3.6 | 3.5; the running cluster does not use the value of the file; `lsadmin reconfig` and `badmin mbdrestart` would apply it
            host m2 MXJ differs: 8 | 4; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            not compared: resource lic CONSUMABLE Yes; the files do not set it, and its default is not certain
            not compared: host m1 model PC6000; LSF detects the value
            not compared: host m1 model PC6000; LSF detects the value
            not compared: host m1 swp 974M; the files do not set it, and its default is not certain
            33 same
        "#]],
    );
}

#[test]
fn the_cluster_and_lsf_conf() {
    let output = "\
IBM Spectrum LSF Standard 9.1.3.0, Oct 10 2019
Copyright International Business Machines Corp. 1992, 2016.
US Government Users Restricted Rights - Use, duplication or disclosure restricted by GSA ADP Schedule Contract with IBM Corp.

My cluster name is c1
My master name is m3.example.com

MBD configuration at Fri Jan  8 10:32:31 CST 2026
\tLSF_LIM_PORT=7870
\tLSB_MAILTO = !U
\tLSB_SHAREDIR=/lsf/work
\tNO_SUCH_NAME=1
LIM configuration at Fri Jan  8 10:32:31 CST 2026
\tLSF_MASTER_LIST=m1 m2
";
    check(
        BASE,
        output,
        expect![[r#"
            lsf.conf version differs: Standard 9.1.3.0, Oct 10 2019 | 10.1.0.16; the files are read for another version; use `--target` with this one
            lsf.conf LSF_MASTER_LIST differs: m3.example.com | m1 m2; the management host is not one of the candidates in lsf.conf
            lsf.conf LSF_LIM_PORT differs: 7870 | 7869; the running cluster does not use the value of the file; `lsfshutdown` and `lsfstartup` would apply it
            lsf.conf LSB_SHAREDIR only-running: /lsf/work | -; no file sets it; `lsfshutdown` and `lsfstartup` would remove it
            not understood: 12: NO_SUCH_NAME=1
            3 same
        "#]],
    );
}

#[test]
fn limits() {
    let files = "\
//- lsb.resources
Begin Limit
NAME = one
USERS = ann bob
SLOTS = 10
HOSTS = h1 h2
End Limit
Begin Limit
NAME = two
PER_USER = all
SLOTS = 10%
End Limit
Begin Limit
NAME = three
USERS = ann
SLOTS = 4
End Limit
";
    let output = "\
Begin Limit
NAME = one
USERS = bob ann
SLOTS = 12
HOSTS = h2 h1
End Limit

Begin Limit
NAME = two
PER_USER = all
SLOTS = 10%
OTHER = 1
End Limit
";
    check(
        files,
        output,
        expect![[r#"
            limit one SLOTS differs: 12 | 10; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            limit three * only-files: - | three; `blimits -c` would display it; `badmin reconfig` would add it, unless `bconf` removed it
            not understood: 12: OTHER = 1
            4 same
        "#]],
    );
}

#[test]
fn an_object_without_a_readable_name() {
    let output = format!("{OUTPUT}\nQUEUE: two words\nRERUNNABLE :  no\n");
    check(
        CLUSTER,
        &output,
        expect![[r#"
        not understood: 38: QUEUE: two words
        not understood: 39: RERUNNABLE : no
        33 same
    "#]],
    );
}
