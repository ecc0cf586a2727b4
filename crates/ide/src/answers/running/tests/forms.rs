//! The forms of output beside tables with spaces: `-o` with a delimiter or a width, `-json`, long lines, further
//! commands.

use expect_test::expect;

use super::{CLUSTER, OUTPUT, check};

#[test]
fn a_delimiter() {
    let output = "\
QUEUE_NAME^STATUS^MAX_RUNLIMIT^HOSTS^USERS^RES_REQ
normal^Open:Active^1440.0 min^h1 big+2/^ann chem/^select[type == any] order[mem]
";
    check(
        CLUSTER,
        output,
        expect![[r#"
        queue normal RES_REQ differs: select[type == any] order[mem] | select[type==any] order[ut]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        3 same
    "#]],
    );
}

#[test]
fn a_delimiter_with_padding_and_the_name_in_the_end() {
    let output = "PRIORITY | QUEUE_NAME\n31       | normal\n";
    check(
        CLUSTER,
        output,
        expect![[r#"
            queue normal PRIORITY differs: 31 | 30; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            0 same
        "#]],
    );
}

#[test]
fn a_row_with_the_delimiter_in_a_value_is_not_understood() {
    let output = "QUEUE_NAME^DESCRIPTION\nnormal^Work^hard\n";
    check(
        CLUSTER,
        output,
        expect![[r#"
        not understood: 2: normal^Work^hard
        0 same
    "#]],
    );
}

#[test]
fn columns_of_a_width() {
    let output = "\
QUEUE_NAME   HOSTS           USERS           MAX_MEMLIMIT DEFAULT_RUNLIMIT MAX_TASKLIMIT MIN_TASKLIMIT
normal       h1 big+2/       chem/ ann       4.9 M        360.0 min        4             -
";
    check(
        CLUSTER,
        output,
        expect![[r#"
        queue normal TASKLIMIT differs: -, 4 | 3; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        4 same
    "#]],
    );
}

#[test]
fn a_column_that_is_not_known() {
    let output = "QUEUE_NAME PRIO NEW_COLUMN MAX\nnormal     31   something  100\nnormal     31   two words  100\n";
    check(
        CLUSTER,
        output,
        expect![[r#"
        queue normal PRIORITY differs: 31 | 30; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        not understood: 1: the column NEW_COLUMN
        not understood: 3: normal 31 two words 100
        1 same
    "#]],
    );
}

#[test]
fn only_one_of_two_limits() {
    let output = r#"{"COMMAND":"bqueues","QUEUES":1,"RECORDS":[
{"QUEUE_NAME":"normal","MAX_RUNLIMIT":"1500.0 min","MAX_TASKLIMIT":"3","DEFAULT_MEMLIMIT":"-"}]}"#;
    check(
        CLUSTER,
        output,
        expect![[r#"
        queue normal RUNLIMIT differs: 1500.0 min | 6:00 24:00; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        2 same
    "#]],
    );
}

#[test]
fn a_document_that_is_cut_off() {
    let output = r#"{
  "COMMAND":"bqueues",
  "QUEUES":2,
  "RECORDS":[
    {
      "QUEUE_NAME":"normal",
      "PRIO":"31"
    },
    {
      "QUEUE_NAME":"nor"#;
    check(
        CLUSTER,
        output,
        expect![[r#"
        queue normal PRIORITY differs: 31 | 30; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        not understood: 9: the end of a document of bqueues is missing
        0 same
    "#]],
    );
}

#[test]
fn a_label_of_two_lines() {
    let output = OUTPUT.replace("USERS: ann chem/", "USERS: ann\n                     chem/ bob").replace(
        "RES_REQ:  select[type == any] order[ut]",
        "RES_REQ:  select[type == any]\n    order[ut]\n  OTHER: text",
    );
    check(
        CLUSTER,
        &output,
        expect![[r#"
        queue normal USERS differs: ann chem/ bob | chem ann; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        not understood: 38: OTHER: text
        32 same
    "#]],
    );
}

#[test]
fn a_line_that_was_broken_inside_of_a_word() {
    let value = "select[type == any && mem > 100 && swp > 100 && tmp > 100 && ncpus > 2] order[ut]";
    let files = CLUSTER.replace("select[type==any]   order[ut]", value);
    let (first, second) = value.split_at(69);
    let output = format!("RES_REQ:  {first}\n{}{second}", " ".repeat(21));
    assert_eq!(output.lines().next().map(str::len), Some(79));
    check(
        &files,
        &OUTPUT.replace("RES_REQ:  select[type == any] order[ut]", &output),
        expect![[r#"
        33 same
    "#]],
    );
}

const CONTROLS: &str = "\
//- lsf.conf
LSB_MAILTO = !U
//- lsf.shared
Begin Resource
RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
nio          Numeric 30       Y          (network)
scratch      Numeric 30       N          (disk)
End Resource
//- lsb.queues
Begin Queue
QUEUE_NAME = one
JOB_CONTROLS = SUSPEND[kill -STOP $LSB_JOBPIDS] RESUME[SIGCONT] \\
               TERMINATE[CHKPNT]
CHKPNT = /share/chkpnt 240
nio = 0.5/2.5
scratch = 100/50
End Queue
Begin Queue
QUEUE_NAME = two
CHKPNT = /share/chkpnt
End Queue
//- lsb.applications
Begin Application
NAME = fluent
SUSPEND_CONTROL = kill -TSTP
RESUME_CONTROL = SIGCONT
End Application
";

#[test]
fn controls_checkpoints_and_indices_of_the_site() {
    let output = "\
QUEUE: one

PARAMETERS/STATISTICS
PRIO NICE STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP  RSV PJOBS
  1    0  Open:Active       -    -    -    -     0     0     0     0     0    0     0

SCHEDULING PARAMETERS
           r15s   r1m  r15m   ut      pg    io   ls    it    tmp    swp    mem
 loadSched   -     -     -     -       -     -    -     -     -      -      -
 loadStop    -     -     -     -       -     -    -     -     -      -      -

            nio  scratch  other
 loadSched  0.5    100.0      -
 loadStop   2.6     50.0    7.0

USERS: all
HOSTS:  all
CHKPNTDIR : /share/chkpnt
CHKPNTPERIOD : 14400
JOB_CONTROLS:
    SUSPEND:  [kill -STOP $LSB_JOBPIDS]
    RESUME:   [SIGCONT]
    TERMINATE: [SIGTERM]

QUEUE: two
USERS: all
HOSTS:  all
CHKPNTDIR : /share/other
CHKPNTPERIOD : 3600

APPLICATION NAME: fluent
PARAMETERS:
JOB_CONTROLS:
    SUSPEND:  [kill -TSTP]
    RESUME:   [SIGINT]
";
    check(
        CONTROLS,
        output,
        expect![[r#"
            queue one nio differs: 0.5/2.6 | 0.5/2.5; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            queue one other only-running: /7.0 | -; no file sets it; `badmin reconfig` would remove it, unless `bconf` added it
            queue one JOB_CONTROLS differs: SUSPEND[kill -STOP $LSB_JOBPIDS] RESUME[SIGCONT] TERMINATE[SIGTERM] | SUSPEND[kill -STOP $LSB_JOBPIDS] RESUME[SIGCONT] TERMINATE[CHKPNT]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            queue two CHKPNT differs: /share/other 3600 | /share/chkpnt; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            application fluent RESUME_CONTROL differs: [SIGINT] | SIGCONT; the running cluster does not use the value of the file; `badmin reconfig` would apply it
            24 same
        "#]],
    );
}

const LIMITS: &str = "\
//- lsb.resources
Begin Limit
NAME      = licenses
PER_USER  = all
RESOURCE  = [lic1,60] [lic2,20]
End Limit
Begin Limit
NAME       USERS   SLOTS JOBS MEM
one        (a b)   10    -    -
two        -       -     5    95%
End Limit
Begin Limit
PER_HOST = all
SLOTS = 4
End Limit
Begin GuaranteedResourcePool
NAME          = packages
TYPE          = package[slots=1:mem=1000]
DISTRIBUTION  = ([sc1, 15] [sc2, 10])
LOAN_POLICIES = QUEUES[all] DURATION[10]
DESCRIPTION   = Slots and memory together
End GuaranteedResourcePool
Begin ReservationUsage
RESOURCE  METHOD   RESERVE
lic1      PER_JOB  N
scratch   PER_HOST Y
End ReservationUsage
";

#[test]
fn controls_as_the_page_has_them() {
    let all = "JOB_CONTROLS:  [SUSPEND, kill -STOP $LSB_JOBPIDS] [RESUME, SIGCONT]\n    [TERMINATE, CHKPNT]";
    let output = format!("QUEUE: one\nUSERS: all\nHOSTS:  all\n{all}\nCHKPNTDIR : /share/chkpnt\nCHKPNTPERIOD : 240\n");
    check(
        CONTROLS,
        &output,
        expect![[r#"
        4 same
    "#]],
    );
}

#[test]
fn tables_of_limits() {
    let output = "\
INTERNAL RESOURCE LIMITS:
NAME        USERS     QUEUES   HOSTS    PROJECTS  SLOTS   MEM   TMP   SWP   JOBS
one          a          -        -         -      3/12     -     -     -     -
two          -          -        -         -       -    10/250   -     -    1/5
NONAME000    -          -       h1         -      4/4      -     -     -     -

EXTERNAL RESOURCE LIMITS:
NAME        USERS     QUEUES   HOSTS    PROJECTS  lic1  lic2
licenses     a          -        -         -      5/60  4/30
";
    check(
        LIMITS,
        output,
        expect![[r#"
            limit one SLOTS differs: 3/12 | 10; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            limit licenses RESOURCE differs: 4/30 | [lic1,60] [lic2,20]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            not compared: limit two MEM 10/250; a percentage is displayed as an amount
            not compared: limit NONAME000 SLOTS 4/4; it has no name in the files
            2 same
        "#]],
    );
}

#[test]
fn limits_as_configured_in_both_forms() {
    let output = "\
Begin Limit
NAME  = licenses
PER_USER = all
RESOURCE = [lic2,20] [lic1,61]
End Limit

Begin Limit
NAME  USERS  SLOTS  JOBS  MEM
one   (b a)  11     -     -
two   -      -      5     95%
End Limit

Begin Limit
NAME = NONAME001
PER_HOST = all
SLOTS = 4
End Limit
";
    check(
        LIMITS,
        output,
        expect![[r#"
            limit licenses RESOURCE differs: [lic2,20] [lic1,61] | [lic1,60] [lic2,20]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            limit one SLOTS differs: 11 | 10; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
            not compared: limit NONAME001 PER_HOST all; it has no name in the files
            not compared: limit NONAME001 SLOTS 4; it has no name in the files
            8 same
        "#]],
    );
}

#[test]
fn limits_with_a_delimiter() {
    check(
        LIMITS,
        "NAME,SLOTS,JOBS\none,1/10,-\ntwo,-,1/6\n",
        expect![[r#"
        limit two JOBS differs: 1/6 | 5; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        1 same
    "#]],
    );
}

#[test]
fn pools_and_reservations() {
    let output = "\
                                     GUAR    GUAR
POOL_NAME       TYPE     STATUS  TOTAL  FREE  CONFIG  UNUSED
packages        package  ok        130     7      25       7
unknown         slots    ok        130     7      25       7

GUARANTEED RESOURCE POOL: packages
Slots and memory together

TYPE: package[slots=1:mem=1000]
DISTRIBUTION: [sc1, 15] [sc2, 11]
LOAN_POLICIES: QUEUES[all] DURATION[10]
HOSTS: all
STATUS: ok

RESOURCE SUMMARY:
  TOTAL                         130
  FREE                            7

                                     GUAR       GUAR      TOTAL
CONSUMERS                          CONFIG       USED       USED
sc1                                    15          0          0

Begin ReservationUsage
RESOURCE             METHOD
lic1                 PER_JOB
scratch              PER_SLOT
End ReservationUsage
";
    check(
        LIMITS,
        output,
        expect![[r#"
        pool unknown * only-running: unknown | -; lsb.resources does not define it; `badmin reconfig` would remove it, unless `bconf` added it
        pool packages DISTRIBUTION differs: [sc1, 15] [sc2, 11] | [sc1, 15] [sc2, 10]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        reservation usage scratch METHOD differs: PER_SLOT | PER_HOST; the running cluster does not use the value of the file; `badmin reconfig` would apply it
        5 same
    "#]],
    );
}

const CLASSES: &str = "\
//- lsb.serviceclasses
Begin ServiceClass
NAME = sla1
GOALS = [GUARANTEE]
ACCESS_CONTROL = QUEUES[normal]
AUTO_ATTACH = Y
DESCRIPTION = SLA ONE
End ServiceClass
Begin ServiceClass
NAME = Tofino
PRIORITY = 20
GOALS = [VELOCITY 30 timeWindow (9:00-17:30)] \\
        [DEADLINE timeWindow (17:30-9:00)]
DESCRIPTION = day and night
End ServiceClass
Begin ServiceClass
NAME = steady
PRIORITY = 10
GOALS = [THROUGHPUT 6]
End ServiceClass
//- lsb.hosts
Begin HostPartition
HPART_NAME = SPARTION
HOSTS = h1 h2
USER_SHARES = [ann, 3] [chem, 2] [default, 1]
End HostPartition
";

#[test]
fn service_classes() {
    let output = "\
SERVICE CLASS NAME:  sla1
 -- SLA ONE
ACCESS CONTROL:      QUEUES[priority]
AUTO ATTACH:         Y
GOAL:                GUARANTEE
                                      GUARANTEE  GUARANTEE   TOTAL
POOL NAME                       TYPE     CONFIG       USED    USED
 mypack                      package         74          0       0

SERVICE CLASS NAME:  Tofino
 -- \"day and night\"

PRIORITY:  20
USER GROUP: all

GOAL:  VELOCITY 30
ACTIVE WINDOW: (9:00-17:30)
STATUS:  Inactive
SLA THROUGHPUT:  0.00 JOBS/CLEAN_PERIOD

GOAL:  DEADLINE
ACTIVE WINDOW: (17:30-9:00)
STATUS:  Active:On time
SLA THROUGHPUT:  10.00 JOBS/CLEAN_PERIOD
ESTIMATED FINISH TIME:  (Thu Jan  8 11:30)
OPTIMUM NUMBER OF RUNNING JOBS:  2

   NJOBS   PEND    RUN     SSUSP   USUSP   FINISH
     300    280     10        0       0       10

SERVICE CLASS NAME:  steady

PRIORITY:  10

GOAL:  THROUGHPUT 7
ACTIVE WINDOW: Always Open
STATUS:  Active:On time
";
    check(
        CLASSES,
        output,
        expect![[r#"
        service class sla1 ACCESS_CONTROL differs: QUEUES[priority] | QUEUES[normal]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        service class steady GOALS differs: THROUGHPUT 7 Always Open | [THROUGHPUT 6]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        8 same
    "#]],
    );
}

#[test]
fn host_partitions() {
    let output = "\
HOST_PARTITION_NAME: SPARTION
HOSTS: h2 h1

SHARE_INFO_FOR: SPARTION/
USER/GROUP   SHARES  PRIORITY  STARTED  RESERVED  CPU_TIME  RUN_TIME
ann             3       1.000      0        0          0.0         0
chem/           2       0.667      0        0          0.0         0
eve             1       0.333      0        0          0.0         0

SHARE_INFO_FOR: SPARTION/chem/
USER/GROUP   SHARES  PRIORITY  STARTED  RESERVED  CPU_TIME  RUN_TIME
bob             9       0.333      0        0          0.0         0
";
    check(
        CLASSES,
        output,
        expect![[r#"
        2 same
    "#]],
    );
    check(
        CLASSES,
        &output.replace("chem/           2", "chem/           5"),
        expect![[r#"
        host partition SPARTION USER_SHARES differs: [ann, 3] [chem, 5] [eve, 1] | [ann, 3] [chem, 2] [default, 1]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        1 same
    "#]],
    );
    check(
        CLASSES,
        &output.replace("eve             1", "eve             4"),
        expect![[r#"
        host partition SPARTION USER_SHARES differs: [ann, 3] [chem, 2] [eve, 4] | [ann, 3] [chem, 2] [default, 1]; the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
        1 same
    "#]],
    );
}

#[test]
fn names_of_ego_conf() {
    let files = "//- lsf.conf\nLSF_LIM_PORT=7869\n//- ego.conf\nEGO_LOG_MASK=LOG_INFO\nEGO_MASTER_LIST=\"m1 m2\"\n";
    let output = "\
LIM configuration at Fri Jan  8 10:32:31 CST 2026
\tEGO_LOG_MASK=LOG_DEBUG
\tLSF_LIM_PORT=7869
\tEGO_MASTER_LIST=m1 m2
\tEGO_NO_SUCH_NAME=1
";
    check(
        files,
        output,
        expect![[r#"
            ego.conf EGO_LOG_MASK differs: LOG_DEBUG | LOG_INFO; the running cluster does not use the value of the file; `lsadmin reconfig` and `egosh ego restart all` would apply it
            not understood: 5: EGO_NO_SUCH_NAME=1
            2 same
        "#]],
    );
    check(
        "//- lsf.conf\nLSF_LIM_PORT=7869\n",
        output,
        expect![[r#"
        lsf.conf EGO_MASTER_LIST only-running: m1 m2 | -; no file sets it; `lsadmin reconfig` and `badmin mbdrestart` would remove it
        not compared: ego.conf EGO_LOG_MASK LOG_DEBUG; ego.conf is not loaded
        not understood: 5: EGO_NO_SUCH_NAME=1
        1 same
    "#]],
    );
}

#[test]
fn prompts_of_further_commands() {
    let output = "[ann@m1 ~]$ blimits -c\nBegin Limit\nNAME = one\nSLOTS = 10\nEnd Limit\n[ann@m1 ~]$ bsla\n";
    check(
        LIMITS,
        output,
        expect![[r#"
        1 same
    "#]],
    );
}

#[test]
fn a_dash_for_a_parameter_with_a_default() {
    let files = CLUSTER.replace("RES_REQ = select[type==any]   order[ut]\n", "");
    check(
        &files,
        "QUEUE_NAME^RES_REQ\nnormal^-\n",
        expect![[r#"
        1 same
    "#]],
    );
    check(
        CLUSTER,
        "QUEUE_NAME^RES_REQ\nnormal^-\n",
        expect![[r#"
        queue normal RES_REQ only-files: - | select[type==any] order[ut]; the running cluster does not have it; `badmin reconfig` would add it, unless `bconf` removed it
        0 same
    "#]],
    );
}

#[test]
fn limits_of_the_members_of_a_group() {
    let files = "//- lsb.users\nBegin User\nUSER_NAME MAX_JOBS\nann 5\neve 6\nchem@ 7\nphys 8\nEnd User\n";
    let output = "USER/GROUP JL/P MAX NJOBS PEND RUN SSUSP USUSP RSV\nann - 5 0 0 0 0 0 0\neve - 6 0 0 0 0 0 0\n";
    check(
        files,
        output,
        expect![[r#"
        user phys * only-files: - | phys; `busers` would display it; `badmin reconfig` would add it, unless `bconf` removed it
        4 same
    "#]],
    );
}

#[test]
fn lists_of_hosts_and_users() {
    let files = "//- lsb.queues
Begin Queue
QUEUE_NAME = one
HOSTS = big+2 h1+1 others ~h3
USERS = all ~ann ~chem
End Queue
Begin Queue
QUEUE_NAME = two
End Queue
Begin Queue
QUEUE_NAME = three
HOSTS = all ~h1
End Queue
";
    let output = "\
QUEUE: one
USERS: all ~ann ~chem/
HOSTS:  h1+1, big/+2, others, ~h3

QUEUE: two
USERS: all users
HOSTS:  all hosts used by the LSF Batch system

QUEUE: three
USERS: ann
HOSTS:  all
";
    check(
        files,
        output,
        expect![[r#"
        queue three USERS only-running: ann | -; no file sets it; `badmin reconfig` would remove it, unless `bconf` added it
        queue three HOSTS only-files: all | all ~h1; the running cluster does not have it; `badmin reconfig` would add it, unless `bconf` removed it
        4 same
    "#]],
    );
}
