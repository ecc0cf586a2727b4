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
    check_merged(Some("night"), None, expect![[r#""#]]);
    check_merged(Some("night"), Some("wide"), expect![[r#""#]]);
    check_merged(Some("open"), None, expect![[r#""#]]);
    check_merged(Some("nowhere"), None, expect![[r#""#]]);
    check_merged(None, None, expect![[r#""#]]);
}

#[test]
fn hosts_that_match() {
    check_hosts(Some("night"), None, expect![[r#""#]]);
    check_hosts(None, Some("wide"), expect![[r#""#]]);
}

#[test]
fn who_reports_what() {
    expect![[r#""#]].assert_eq(&elim_plan(&snapshot()));
    let nothing = Fixture::new("//- lsb.queues\n").snapshot;
    expect![[r#""#]].assert_eq(&elim_plan(&nothing));
}
