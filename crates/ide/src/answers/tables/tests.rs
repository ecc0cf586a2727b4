//! Tables of small clusters as text.

use std::sync::Arc;

use expect_test::{Expect, expect};
use lsflint_model::{Cluster, SourceFile};

use super::*;

const LSF_CLUSTER: &str = "\
Begin Parameters
End Parameters
Begin Host
HOSTNAME model type server RESOURCES
h10 EPYC X86_64 1 (linux bigmem)
h9 EPYC X86_64 1 (linux)
arm1 ! LINUX_ARM64 1 (!gpu)
view X86 X86_64 0 ()
End Host
Begin ResourceMap
RESOURCENAME LOCATION
lic [all]
End ResourceMap
";

const LSB_HOSTS: &str = "\
Begin Host
HOST_NAME MXJ DISPATCH_WINDOW
h9 16 ()
EPYC 64 ()
default ! (20:00-7:00)
End Host
Begin HostGroup
GROUP_NAME GROUP_MEMBER
big (h9 h10)
other (big arm1 nosuch)
End HostGroup
";

const LSB_QUEUES: &str = "\
Begin Queue
QUEUE_NAME = low
PRIORITY = 5
HOSTS = big
RUN_WINDOW = 20:00-8:00
DISPATCH_WINDOW = 5:18:00-1:6:00
RUNLIMIT = 15
MEMLIMIT = 512MB 1000000
USERS = u1 u2
End Queue
Begin Queue
QUEUE_NAME = high
PRIORITY = 50
RES_REQ = select[linux] rusage[mem=100]
#if time(8:00-18:00)
CPULIMIT = 5
#endif
End Queue
Begin Queue
QUEUE_NAME = odd
RUN_WINDOW = 8:00-8:00
HOSTS = other
End Queue
";

const LSB_PARAMS: &str = "Begin Parameters\nDEFAULT_APPLICATION = base\nEnd Parameters\n";

const LSB_APPLICATIONS: &str = "\
Begin Application
NAME = base
RES_REQ = order[ut]
RUNLIMIT = 4:00
DESCRIPTION = x
RERUNNABLE = yes
End Application
";

const LSB_USERS: &str = "\
Begin UserGroup
GROUP_NAME GROUP_MEMBER
devs (u1 u2)
everyone (all)
End UserGroup
Begin User
USER_NAME MAX_JOBS JL/P
u2 8 ()
u1 4 2
End User
";

const LSF_SHARED: &str = "\
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
lic Numeric 60 N (licences)
bigmem Boolean () () (memory)
End Resource
";

fn cluster() -> AsRead {
    let files = [
        SourceFile::new("lsf.conf", FileKind::LsfConf, "LSF_LOGDIR=/var/log\n"),
        SourceFile::new("lsf.cluster.c", FileKind::LsfCluster, LSF_CLUSTER),
        SourceFile::new("lsf.shared", FileKind::LsfShared, LSF_SHARED),
        SourceFile::new("lsb.hosts", FileKind::LsbHosts, LSB_HOSTS),
        SourceFile::new("lsb.queues", FileKind::LsbQueues, LSB_QUEUES),
        SourceFile::new("lsb.params", FileKind::LsbParams, LSB_PARAMS),
        SourceFile::new("lsb.applications", FileKind::LsbApplications, LSB_APPLICATIONS),
        SourceFile::new("lsb.users", FileKind::LsbUsers, LSB_USERS),
    ];
    AsRead::as_written(Arc::new(Cluster::of(&files, None)))
}

/// The table of a kind on Saturday, one value per line.
#[track_caller]
fn check(kind: ObjectKind, expect: Expect) {
    expect.assert_eq(&text(&cluster(), kind, "Sat 03:00"));
}

fn text(cluster: &AsRead, kind: ObjectKind, at: &str) -> String {
    let table = table(cluster, kind, at.parse().expect("an instant"));
    let mut text = String::new();
    for row in &table.rows {
        text.push_str(&row.name);
        text.push('\n');
        for (column, cell) in table.columns.iter().zip(&row.cells) {
            text.push_str(&format!("  {}: {cell}\n", column.key));
        }
    }
    text
}

#[test]
fn queues_by_priority() {
    check(
        ObjectKind::Queue,
        expect![[r#"
        high
          priority: 50
          open: open
          hosts: 3 (all)
          slots: 80 + ?
          limits: CPULIMIT=?
          users: all
          requirement: select[linux] order[ut] rusage[mem=100]
        low
          priority: 5
          open: open until Sat 08:00
          hosts: 2 (big)
          slots: 80
          limits: MEMLIMIT=512MB 1000000, RUNLIMIT=15 minutes
          users: u1 u2
          requirement: order[ut]
        odd
          priority: 1
          open: ?
          hosts: 3 (other)
          slots: 80 + ?
          limits: -
          users: all
          requirement: order[ut]
    "#]],
    );
}

#[test]
fn a_queue_that_is_closed() {
    let open = |at: &str| {
        let table = table(&cluster(), ObjectKind::Queue, at.parse().expect("an instant"));
        let low = table.rows.iter().find(|it| it.name == "low").expect("a queue");
        low.cells[1].to_string()
    };
    assert_eq!(open("Sat 12:00"), "closed until Sat 20:00");
    assert_eq!(open("Mon 05:59"), "open until Mon 06:00");
    assert_eq!(open("Mon 06:00"), "closed until Fri 20:00");
}

#[test]
fn hosts_in_natural_order() {
    check(
        ObjectKind::Host,
        expect![[r#"
            arm1
              type: LINUX_ARM64
              model: !
              server: yes
              slots: ?
              groups: other
              resources: !gpu
              windows: ?
            h9
              type: X86_64
              model: EPYC
              server: yes
              slots: 16
              groups: big other
              resources: linux
              windows: -
            h10
              type: X86_64
              model: EPYC
              server: yes
              slots: 64
              groups: big other
              resources: linux bigmem
              windows: -
            view
              type: X86_64
              model: X86
              server: no
              slots: -
              groups: -
              resources: -
              windows: -
        "#]],
    );
}

#[test]
fn other_kinds_by_name() {
    check(
        ObjectKind::Application,
        expect![[r#"
        base
          limits: RUNLIMIT=4:00
          requirement: order[ut]
          settings: RERUNNABLE=yes
    "#]],
    );
    check(
        ObjectKind::Group,
        expect![[r#"
        big
          section: HostGroup
          members: 2 (h9 h10)
          settings: -
        devs
          section: UserGroup
          members: 2 (u1 u2)
          settings: -
        everyone
          section: UserGroup
          members: ? (all)
          settings: -
        other
          section: HostGroup
          members: 3 (big arm1 nosuch)
          settings: -
    "#]],
    );
    check(
        ObjectKind::User,
        expect![[r#"
        u1
          settings: MAX_JOBS=4, JL/P=2
        u2
          settings: MAX_JOBS=8
    "#]],
    );
    check(
        ObjectKind::Resource,
        expect![[r#"
        bigmem
          settings: TYPE=Boolean
          locations: -
        lic
          settings: TYPE=Numeric, INTERVAL=60 seconds, INCREASING=N
          locations: [all]
    "#]],
    );
    check(ObjectKind::Limit, expect![[r#""#]]);
}

#[test]
fn names_with_numbers() {
    let mut names = ["h10", "h9", "h09", "h", "9", "a1b10", "a1b9", "h100000000000000000000000000000000000000000"];
    names.sort_by_cached_key(|it| (natural(it), (*it).to_owned()));
    assert_eq!(names, ["9", "a1b9", "a1b10", "h", "h09", "h9", "h10", "h100000000000000000000000000000000000000000"]);
}

/// Time grows with the number of hosts, not with its square.
#[test]
fn many_hosts() {
    let steps = |count: usize| {
        let hosts: String = (0..count).map(|it| format!("h{it} EPYC X86_64 1 (linux)\n")).collect();
        let rows: String = (0..count).map(|it| format!("h{it} {}\n", it % 9)).collect();
        let files = [
            SourceFile::new(
                "lsf.cluster.c",
                FileKind::LsfCluster,
                format!("Begin Host\nHOSTNAME model type server RESOURCES\n{hosts}End Host\n"),
            ),
            SourceFile::new(
                "lsb.hosts",
                FileKind::LsbHosts,
                format!("Begin Host\nHOST_NAME MXJ\n{rows}default !\nEnd Host\n"),
            ),
        ];
        let cluster = Cluster::of(&files, None);
        let uses = lsflint_model::Uses::default();
        let view = View::tracked(&cluster, &uses);
        assert_eq!(hosts::rows_in(view).len(), count);
        uses.steps()
    };
    let (few, many) = (steps(100), steps(1000));
    assert!(many < 12 * few, "{few} steps for 100 hosts, {many} for 1000");
}
