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
        let insert = item.insert.replace('\n', "\\n");
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
    check("//- lsb.queues\n$0\n", expect![[r#"Begin Queue -> Begin Queue\nQUEUE_NAME = $1\n$0\nEnd Queue"#]]);
    check(
        "//- lsb.users\nBeg$0\n",
        expect![[r#"
        Begin UserGroup -> Begin UserGroup\nGROUP_NAME  GROUP_MEMBER\n$0\nEnd UserGroup
        Begin User -> Begin User\nUSER_NAME\n$0\nEnd User
        Begin UserMap -> Begin UserMap\nLOCAL  REMOTE  DIRECTION\n$0\nEnd UserMap"#]],
    );
    check(
        "//- lsf.shared\nBegin Cluster\nClusterName\na\nEnd Cluster\nBegin $0\n",
        expect![[r#"
        HostType -> HostType\nTYPENAME\n$0\nEnd HostType
        HostModel -> HostModel\nMODELNAME  CPUFACTOR  ARCHITECTURE\n$0\nEnd HostModel
        Resource -> Resource\nRESOURCENAME  DESCRIPTION\n$0\nEnd Resource
        !NewIndex -> NewIndex\nINTERVAL    = $1\nINCREASING  = $2\nDESCRIPTION = $3\nNAME        = $4\n$0\nEnd NewIndex
        !Host -> Host\n\n$0\nEnd Host"#]],
    );
    check("//- lsb.queues\nBegin $0\nQUEUE_NAME = a\nEnd Queue\n", expect!["Queue"]);
    check("//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nEnd $0\n", expect!["Queue"]);
    check_with(
        "//- lsb.hosts\nBegin HostG$0",
        CompletionOptions { snippets: false, limit: 9 },
        expect![[r#"
        Host -> Host\nHOST_NAME\n\nEnd Host
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
        <load_index> -> <load_index> = 
        ADMINISTRATORS -> ADMINISTRATORS = 
        APS_PRIORITY -> APS_PRIORITY = 
        BACKFILL -> BACKFILL   = 
        CGROUP_CPU_LIMIT_USAGE -> CGROUP_CPU_LIMIT_USAGE = 
        CGROUP_CPU_SHARES_FACTOR -> CGROUP_CPU_SHARES_FACTOR = 
        CHKPNT -> CHKPNT     = 
        CHUNK_JOB_SIZE -> CHUNK_JOB_SIZE = 
        COMMITTED_RUN_TIME_FACTOR -> COMMITTED_RUN_TIME_FACTOR = 
        CONTAINER -> CONTAINER  = 
        ... 135 more"#]],
    );
    check(
        "//- lsb.queues\nBegin Queue\n$0\n",
        expect![[r#"
        QUEUE_NAME -> QUEUE_NAME = 
        End Queue
        <load_index> -> <load_index> = 
        ADMINISTRATORS -> ADMINISTRATORS = 
        APS_PRIORITY -> APS_PRIORITY = 
        BACKFILL -> BACKFILL = 
        CGROUP_CPU_LIMIT_USAGE -> CGROUP_CPU_LIMIT_USAGE = 
        CGROUP_CPU_SHARES_FACTOR -> CGROUP_CPU_SHARES_FACTOR = 
        CHKPNT -> CHKPNT = 
        CHUNK_JOB_SIZE -> CHUNK_JOB_SIZE = 
        ... 137 more"#]],
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
        ... 404 more"#]],
    );
}
