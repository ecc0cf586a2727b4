//! The work of a plan grows with the size of the clusters, not with its square: counted in allocations, so that the
//! numbers do not depend on the machine.

use std::alloc::System;
use std::fmt::Write as _;
use std::sync::Arc;

use lsflint_ide::answers::plan::{Plan, plan};
use lsflint_model::{AsRead, Cluster, SourceFile};
use lsflint_spec::FileKind;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How many of each there are, and what is changed.
#[derive(Clone, Copy)]
struct Size {
    queues: usize,
    hosts: usize,
    groups: usize,
    blocks: usize,
}

/// A side: `new` is after the change, which changes a value of everything.
fn side(size: Size, new: bool) -> AsRead {
    let mut queues = String::new();
    for it in 0..size.queues {
        let limit = if new { it + 2 } else { it + 1 };
        let group = it % size.groups;
        write!(
            queues,
            "Begin Queue\nQUEUE_NAME = q{it}\nPRIORITY = {it}\nRUNLIMIT = {limit}\nHOSTS = g{group}\n\
             RES_REQ = select[r{}] rusage[mem={limit}]\nEnd Queue\n",
            it % 7
        )
        .expect("a string");
    }
    for it in 0..size.blocks {
        let hour = it % 12;
        let value = if new { 3 } else { 2 };
        write!(
            queues,
            "Begin Queue\nQUEUE_NAME = t{it}\n#if time({hour}:00-{}:00)\nUJOB_LIMIT = {value}\n#endif\nEnd Queue\n",
            hour + 8
        )
        .expect("a string");
    }
    let (mut hosts, mut rows, mut groups) = (String::new(), String::new(), String::new());
    for it in 0..size.hosts {
        let resource = if new { (it + 1) % 7 } else { it % 7 };
        writeln!(hosts, "h{it} ! X86 1 (r{resource})").expect("a string");
        writeln!(rows, "h{it} {}", if new { 8 } else { 4 }).expect("a string");
    }
    for it in 0..size.groups {
        let from = if new { 1 } else { 0 };
        let members: Vec<String> = (from..8).map(|member| format!("h{}", (it * 8 + member) % size.hosts)).collect();
        writeln!(groups, "g{it} ({})", members.join(" ")).expect("a string");
    }
    let resources: String = (0..7).map(|it| format!("r{it} Boolean () () (one)\n")).collect();
    let mut limits = String::new();
    for it in 0..size.groups {
        write!(limits, "Begin Limit\nNAME = l{it}\nHOSTS = g{it}\nSLOTS = 4\nEnd Limit\n").expect("a string");
    }
    let unit = if new { "GB" } else { "MB" };
    let files = [
        ("lsf.conf", FileKind::LsfConf, format!("LSF_UNIT_FOR_LIMITS={unit}\n")),
        (
            "lsf.shared",
            FileKind::LsfShared,
            format!(
                "Begin HostType\nTYPENAME\nX86\nEnd HostType\n\
                 Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n{resources}End Resource\n"
            ),
        ),
        (
            "lsf.cluster.c",
            FileKind::LsfCluster,
            format!("Begin Host\nHOSTNAME model type server RESOURCES\n{hosts}End Host\n"),
        ),
        (
            "lsb.hosts",
            FileKind::LsbHosts,
            format!(
                "Begin Host\nHOST_NAME MXJ\n{rows}End Host\n\
                 Begin HostGroup\nGROUP_NAME GROUP_MEMBER\n{groups}End HostGroup\n"
            ),
        ),
        ("lsb.queues", FileKind::LsbQueues, queues),
        ("lsb.resources", FileKind::LsbResources, limits),
        ("lsb.params", FileKind::LsbParams, "Begin Parameters\nDEFAULT_QUEUE = q0\nEnd Parameters\n".to_owned()),
    ];
    let files: Vec<SourceFile> =
        files.into_iter().map(|(path, kind, text)| SourceFile::new(path, kind, text)).collect();
    AsRead::as_written(Arc::new(Cluster::of(&files, None)))
}

/// The allocations of a plan, and the plan.
fn steps(size: Size) -> (usize, Plan) {
    let (old, new) = (side(size, false), side(size, true));
    let region = Region::new(ALLOCATOR);
    let plan = plan(&old, &new);
    (region.change().allocations + region.change().reallocations, plan)
}

#[test]
fn a_plan_grows_with_the_clusters() {
    let base = Size { queues: 60, hosts: 60, groups: 30, blocks: 0 };
    type Grow = fn(Size, usize) -> Size;
    let kinds: [(&str, Grow); 5] = [
        ("queues", |it, by| Size { queues: it.queues * by, ..it }),
        ("hosts", |it, by| Size { hosts: it.hosts * by, ..it }),
        ("groups", |it, by| Size { groups: it.groups * by, ..it }),
        ("blocks", |it, by| Size { blocks: 24 * by, ..it }),
        ("all", |it, by| Size { queues: it.queues * by, hosts: it.hosts * by, groups: it.groups * by, ..it }),
    ];
    for (what, grow) in kinds {
        let [(one, _), (two, _), (four, plan)] = [1, 2, 4].map(|by| steps(grow(base, by)));
        assert!(!plan.changes.is_empty() && !plan.run.is_empty());
        // The last doubling may add at most 15 % more than twice what the first one adds.
        let (first, second) = (two.saturating_sub(one), four.saturating_sub(two));
        assert!(second * 100 <= first * 230, "{what}: {one}, {two} and {four} allocations for n, 2n and 4n");
    }
}
