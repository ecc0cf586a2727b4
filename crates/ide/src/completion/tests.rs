//! What is offered where.

use expect_test::{Expect, expect};

use super::*;
use crate::testing::Fixture;

mod clusters;
mod values;

/// A small cluster whose names the examples use.
const CLUSTER: &str = "\
//- lsf.shared
Begin HostType
TYPENAME
X86_64
LINUX_ARM64
End HostType
Begin HostModel
MODELNAME CPUFACTOR ARCHITECTURE
EPYC 10 ()
Altra-80 9 ()
End HostModel
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION
linux Boolean () () () (Linux host)
oslevel String () () () (Release)
lic Numeric 30 N Y (Free licences)
power Numeric 60 Y N (Power draw)
board Numeric () N Y (Boards)
End Resource
//- lsf.cluster.mini
Begin Host
HOSTNAME model type server RESOURCES
anna EPYC X86_64 1 (linux oslevel=rhel-9)
berta EPYC X86_64 1 (linux oslevel=rhel8)
carl Altra-80 LINUX_ARM64 1 (linux)
End Host
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER
rtl (ann bob)
verif (cid)
End UserGroup
";

/// Where `$0` is the cursor: `label` or `label -> insert`, in order; deprecated ones with `!`. At most 12 lines.
#[track_caller]
fn check(text: &str, expect: Expect) {
    check_with(text, CompletionOptions::default(), expect);
}

#[track_caller]
fn check_with(text: &str, options: CompletionOptions, expect: Expect) {
    let found = completions(text, options);
    let mut lines: Vec<String> = Vec::new();
    for item in &found.items {
        let old = if item.is_deprecated { "!" } else { "" };
        // Blanks at the end would not be seen.
        let kept = item.insert.trim_end_matches(' ');
        let blanks = "·".repeat(item.insert.len() - kept.len());
        let insert = format!("{}{blanks}", kept.replace('\n', "\\n"));
        lines.push(if insert == item.label {
            format!("{old}{}", item.label)
        } else {
            format!("{old}{} -> {insert}", item.label)
        });
    }
    if lines.len() > 12 {
        let more = lines.len() - 10;
        lines.truncate(10);
        lines.push(format!("... {more} more"));
    }
    expect.assert_eq(&lines.join("\n"));
}

fn completions(text: &str, options: CompletionOptions) -> Completions {
    let text = if text.starts_with("//- ") { format!("{text}\n{CLUSTER}") } else { text.to_owned() };
    let fixture = Fixture::new(&text);
    complete(&fixture.snapshot, &fixture.path, fixture.offset().into(), &options)
}

fn queue(line: &str) -> String {
    format!(
        "//- lsb.queues\nBegin Queue\nQUEUE_NAME = night\n{line}\nEnd Queue\nBegin Queue\nQUEUE_NAME = day\nEnd Queue\n"
    )
}

#[test]
fn sections() {
    check(
        "//- lsb.queues\n$0\n",
        expect![[r#"Begin Queue -> Begin Queue\nQUEUE_NAME  = $1\nPRIORITY    = $2\nDESCRIPTION = $3\n$0\nEnd Queue"#]],
    );
    check(
        "//- lsb.users\nBeg$0\n",
        expect![[r#"
            Begin UserGroup -> Begin UserGroup\nGROUP_NAME  GROUP_MEMBER\n$1            $2$0\nEnd UserGroup
            Begin User -> Begin User\nUSER_NAME  MAX_JOBS  JL/P\n$1           ${2:()}        ${3:()}$0\nEnd User
            Begin UserMap -> Begin UserMap\nLOCAL  REMOTE  DIRECTION\n$1       $2        $3$0\nEnd UserMap"#]],
    );
    check(
        "//- lsf.shared\nBegin Cluster\nClusterName\na\nEnd Cluster\nBegin $0\n",
        expect![[r#"
            HostType -> HostType\nTYPENAME\n$1$0\nEnd HostType
            HostModel -> HostModel\nMODELNAME  CPUFACTOR  ARCHITECTURE\n$1           $2           $3$0\nEnd HostModel
            Resource -> Resource\nRESOURCENAME  TYPE  INTERVAL  INCREASING  DESCRIPTION\n$1              ${2:()}    ${3:()}        ${4:()}          $5$0\nEnd Resource
            !NewIndex -> NewIndex\nINTERVAL    = $1\nINCREASING  = $2\nDESCRIPTION = $3\nNAME        = $4\n$0\nEnd NewIndex"#]],
    );
    check("//- lsb.queues\nBegin $0\nQUEUE_NAME = a\nEnd Queue\n", expect!["Queue"]);
    check("//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nEnd $0\n", expect!["Queue"]);
    // The keys are written as in the section above.
    check(
        "//- lsb.queues\nBegin Queue\n  QUEUE_NAME     = a\n  PRIORITY       = 1\nEnd Queue\n$0\n",
        expect![[
            r#"Begin Queue -> Begin Queue\n  QUEUE_NAME     = $1\n  PRIORITY       = $2\n  DESCRIPTION    = $3\n  $0\nEnd Queue"#
        ]],
    );
    check_with(
        "//- lsb.hosts\nBegin HostG$0",
        CompletionOptions { snippets: false, limit: 9 },
        expect![[r#"
            Host -> Host\nHOST_NAME  MXJ\n\nEnd Host
            HostGroup -> HostGroup\nGROUP_NAME  GROUP_MEMBER\n\nEnd HostGroup
            HostPartition -> HostPartition\nHPART_NAME  = \nHOSTS       = \nUSER_SHARES = \n\nEnd HostPartition
            ComputeUnit -> ComputeUnit\nNAME  MEMBER  TYPE\n\nEnd ComputeUnit"#]],
    );
}

#[test]
fn keys() {
    check(
        &queue("PRIO$0"),
        expect![[r#"
            ADMINISTRATORS -> ADMINISTRATORS =·
            APS_PRIORITY -> APS_PRIORITY =·
            BACKFILL -> BACKFILL   =·
            CGROUP_CPU_LIMIT_USAGE -> CGROUP_CPU_LIMIT_USAGE =·
            CGROUP_CPU_SHARES_FACTOR -> CGROUP_CPU_SHARES_FACTOR =·
            CHKPNT -> CHKPNT     =·
            CHUNK_JOB_SIZE -> CHUNK_JOB_SIZE =·
            COMMITTED_RUN_TIME_FACTOR -> COMMITTED_RUN_TIME_FACTOR =·
            CONTAINER -> CONTAINER  =·
            CORELIMIT -> CORELIMIT  =·
            ... 134 more"#]],
    );
    check(
        "//- lsb.queues\nBegin Queue\n$0\n",
        expect![[r#"
            QUEUE_NAME -> QUEUE_NAME =·
            ADMINISTRATORS -> ADMINISTRATORS =·
            APS_PRIORITY -> APS_PRIORITY =·
            BACKFILL -> BACKFILL =·
            CGROUP_CPU_LIMIT_USAGE -> CGROUP_CPU_LIMIT_USAGE =·
            CGROUP_CPU_SHARES_FACTOR -> CGROUP_CPU_SHARES_FACTOR =·
            CHKPNT -> CHKPNT =·
            CHUNK_JOB_SIZE -> CHUNK_JOB_SIZE =·
            COMMITTED_RUN_TIME_FACTOR -> COMMITTED_RUN_TIME_FACTOR =·
            CONTAINER -> CONTAINER =·
            ... 135 more"#]],
    );
    check(
        "//- lsf.conf\nLSF_LIM$0\n",
        expect![[r#"
            LSF_CONFDIR -> LSF_CONFDIR=
            LSF_SERVERDIR -> LSF_SERVERDIR=
            DAEMON_SHUTDOWN_DELAY -> DAEMON_SHUTDOWN_DELAY=
            EBROKERD_HOST_CLEAN_DELAY -> EBROKERD_HOST_CLEAN_DELAY=
            EGO_DAEMONS_CPUS -> EGO_DAEMONS_CPUS=
            EGO_DEFINE_NCPUS -> EGO_DEFINE_NCPUS=
            EGO_DISABLE_UNRESOLVABLE_HOSTS -> EGO_DISABLE_UNRESOLVABLE_HOSTS=
            EGO_ENABLE_AUTO_DAEMON_SHUTDOWN -> EGO_ENABLE_AUTO_DAEMON_SHUTDOWN=
            EGO_LIM_DEBUG -> EGO_LIM_DEBUG=
            EGO_LIM_RECVTIMEOUT -> EGO_LIM_RECVTIMEOUT=
            ... 419 more"#]],
    );
}

#[test]
fn keys_follow_their_neighbours() {
    let aligned = "//- lsb.queues\nBegin Queue\nQUEUE_NAME     = night\nPRIORITY       = 3\n$0\nEnd Queue\n";
    check_first(aligned, "HOSTS", expect!["HOSTS          = "]);
    check_first(&aligned.replace("$0", "  HO$0"), "HOSTS", expect!["HOSTS        = "]);
    check_first(&aligned.replace("$0", "HO$0   = all"), "HOSTS", expect!["HOSTS          "]);
    let tight = "//- lsb.queues\nBegin Queue\nqueue_name=night\npriority=3\n$0\nEnd Queue\n";
    check_first(tight, "hosts", expect!["hosts="]);
    check_first("//- lsf.conf\nLSF_TOP=/a\n$0\n", "LSF_ENVDIR", expect!["LSF_ENVDIR="]);
}

/// What is written for an item of a label.
#[track_caller]
fn check_first(text: &str, label: &str, expect: Expect) {
    let found = completions(text, CompletionOptions::default());
    let item = found.items.iter().find(|it| it.label == label);
    expect.assert_eq(item.map_or("not offered", |it| &it.insert));
}

#[test]
fn keys_that_do_not_belong_are_left_out() {
    // Excluded by a neighbour, in another branch, there already, of another program.
    check_first(&queue("TASKLIMIT = 3\n$0"), "JOB_SIZE_LIST", expect!["not offered"]);
    check_first(&queue("PRIORITY = 3\n$0"), "PRIORITY", expect!["not offered"]);
    let branches = "#if time(1:00-2:00)\nPRIORITY = 3\n#else\n$0\n#endif";
    check_first(&queue(branches), "PRIORITY", expect!["PRIORITY = "]);
    check_first(&queue("#if time(1:00-2:00)\nPRIORITY = 3\n$0\n#endif"), "PRIORITY", expect!["not offered"]);
}

#[test]
fn old_names_are_sorted_last() {
    let found = completions(&queue("$0"), CompletionOptions::default());
    let first = found.items.iter().position(|it| it.is_deprecated).expect("an old name");
    assert!(found.items[first..].iter().all(|it| it.is_deprecated));
    assert!(found.items.iter().any(|it| it.is_deprecated && it.label == "PROCLIMIT"));
    assert!(found.items.windows(2).all(|it| it[0].sort < it[1].sort));
}

#[test]
fn half_typed_lines() {
    check(
        &queue("RES_REQ = \"select[$0"),
        expect![[r#"
        tmp
        swp
        mem
        type
        model
        hname
        board
        lic
        linux
        oslevel
        ... 34 more"#]],
    );
    check(
        &queue("RES_REQ$0"),
        expect![[r#"
            RES_REQ -> RES_REQ    =·
            ADMINISTRATORS -> ADMINISTRATORS =·
            APS_PRIORITY -> APS_PRIORITY =·
            BACKFILL -> BACKFILL   =·
            CGROUP_CPU_LIMIT_USAGE -> CGROUP_CPU_LIMIT_USAGE =·
            CGROUP_CPU_SHARES_FACTOR -> CGROUP_CPU_SHARES_FACTOR =·
            CHKPNT -> CHKPNT     =·
            CHUNK_JOB_SIZE -> CHUNK_JOB_SIZE =·
            COMMITTED_RUN_TIME_FACTOR -> COMMITTED_RUN_TIME_FACTOR =·
            CONTAINER -> CONTAINER  =·
            ... 134 more"#]],
    );
    check(
        "//- lsb.queues\nBegin $0",
        expect![[r#"Queue -> Queue\nQUEUE_NAME  = $1\nPRIORITY    = $2\nDESCRIPTION = $3\n$0\nEnd Queue"#]],
    );
    check(
        "//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nE$0",
        expect![[r#"
            End Queue
            ADMINISTRATORS -> ADMINISTRATORS =·
            APS_PRIORITY -> APS_PRIORITY =·
            BACKFILL -> BACKFILL   =·
            CGROUP_CPU_LIMIT_USAGE -> CGROUP_CPU_LIMIT_USAGE =·
            CGROUP_CPU_SHARES_FACTOR -> CGROUP_CPU_SHARES_FACTOR =·
            CHKPNT -> CHKPNT     =·
            CHUNK_JOB_SIZE -> CHUNK_JOB_SIZE =·
            COMMITTED_RUN_TIME_FACTOR -> COMMITTED_RUN_TIME_FACTOR =·
            CONTAINER -> CONTAINER  =·
            ... 135 more"#]],
    );
    check(
        "//- lsb.users\nBegin UserGroup\nGROUP_NAME GROUP_M$0",
        expect![[r#"
        GROUP_MEMBER
        FS_POLICY
        GROUP_ADMIN
        PRIORITY
        USER_SHARES"#]],
    );
    check(
        "//- lsb.users\nBegin UserGroup\nGROUP_NAME GROUP_MEMBER\nnew ($0\nEnd UserGroup\n",
        expect![[r#"
            all
            !
            rtl
            ann
            bob
            cid
            verif"#]],
    );
    check(
        "//- lsb.resources\nBegin Limit\n$0\nEnd Limit\n",
        expect![[r#"
            APPS -> APPS =·
            CLUSTERS -> CLUSTERS =·
            FWD_SLOTS -> FWD_SLOTS =·
            HOSTS -> HOSTS =·
            INELIGIBLE -> INELIGIBLE =·
            JOBS -> JOBS =·
            JOBS_PER_SCHED_CYCLE -> JOBS_PER_SCHED_CYCLE =·
            LIC_PROJECTS -> LIC_PROJECTS =·
            MEM -> MEM =·
            NAME -> NAME =·
            ... 17 more"#]],
    );
    check(
        "//- lsb.resources\nBegin Limit\nNAME US$0\nEnd Limit\n",
        expect![[r#"
        APPS
        CLUSTERS
        FWD_SLOTS
        HOSTS
        INELIGIBLE
        JOBS
        JOBS_PER_SCHED_CYCLE
        LIC_PROJECTS
        MEM
        PER_APP
        ... 16 more"#]],
    );
}

#[test]
fn many_names_are_cut_off() {
    let options = CompletionOptions { limit: 2, ..CompletionOptions::default() };
    let found = completions(&queue("HOSTS = $0"), options);
    assert!(found.is_incomplete);
    let hosts = |found: &Completions| -> Vec<String> {
        let hosts = found.items.iter().filter(|it| it.kind == CompletionKind::Host);
        hosts.map(|it| it.label.clone()).collect()
    };
    assert_eq!(hosts(&found), ["anna", "berta"]);
    assert_eq!(hosts(&completions(&queue("HOSTS = c$0"), options)), ["carl"]);
}

#[test]
fn items_are_documented_when_asked() {
    let found = completions(&queue("PRIO$0"), CompletionOptions::default());
    let item = found.items.iter().find(|it| it.label == "PRIORITY").expect("the key");
    assert_eq!(item.detail, "Dispatch rank of this queue against the other queues; larger runs first (default 1)");
    let fixture = Fixture::new(&format!("{}{CLUSTER}", queue("")));
    let text = resolve(&fixture.snapshot, &item.data).expect("documentation");
    expect![[r#"
        **PRIORITY** · parameter of lsb.queues, section `Queue`

        Dispatch rank of this queue against the other queues; larger runs first.

        - form: `integer`, from 1
        - default 1
        - after a change run: `badmin reconfig`
        - integer of 1 or more; a value that does not parse is ignored and the default used
        - queues of equal priority are served together first-come first-served, except fairshare queues which follow file order
        - a queue outside a cross-queue fairshare set may not have a priority inside the range spanned by the set, unless the parent has DISPATCH_ORDER=QUEUE

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)"#]].assert_eq(&text);
    let text = resolve(&fixture.snapshot, "name/resource/lic").expect("documentation");
    expect![[r#"
        **lic** · numeric resource of lsf.shared

        Free licences

        - reported by an elim every 30 seconds
        - larger values mean less load: `order` prefers large values
        - can be reserved in `rusage`
        - no host in lsf.cluster lists it"#]]
    .assert_eq(&text);
    assert_eq!(resolve(&fixture.snapshot, "param/lsb.queues/Queue/NO_SUCH_KEY"), None);
    assert_eq!(resolve(&fixture.snapshot, "nonsense"), None);
}
