//! Verdicts of hosts for whole requirements.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use lsflint_spec::FileKind;

use crate::requirement::Requirement;
use crate::requirement::merge::Options;
use crate::satisfy::{Dispatch, Verdict};
use crate::{Cluster, SourceFile};

const SHARED: &str = "Begin HostType
TYPENAME
X86
ARM
End HostType
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
big Boolean () () (x)
gpuhost Boolean () () (x)
os String () () (x)
slotsgb Numeric () N (x)
cap Numeric () N (x)
lic Numeric () N (x)
tok Numeric 60 N (x)
End Resource
";
const CLUSTER: &str = "Begin Host
HOSTNAME model type server RESOURCES
a1 ! X86 1 (big maxmem=64000 slotsgb=400)
a2 ! X86 1 (maxmem=8000 slotsgb=300)
b1 ! ARM 1 (lic=4)
c1 ! X86 0 ()
End Host
Begin ResourceMap
RESOURCENAME LOCATION
os (el8@[a1] el9@[a2])
cap (5@[all])
tok ([all])
End ResourceMap
";

/// The verdicts on all hosts. `more`: other files.
#[track_caller]
fn check_with(more: &[(&str, &str)], requirement: &str, tasks: u64, expected: Expect) {
    let file = |&(name, text): &(&str, &str)| SourceFile::new(name, FileKind::from_name(name).expect("a file"), text);
    let mut files: Vec<(&str, &str)> = vec![
        ("lsf.shared", SHARED),
        ("lsf.cluster.c", CLUSTER),
        ("lsf.conf", "LSF_STRICT_RESREQ=Y\n"),
        ("lsb.params", "Begin Parameters\nEnd Parameters\n"),
        ("lsb.resources", ""),
        ("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n"),
    ];
    files.retain(|it| more.iter().all(|other| other.0 != it.0));
    files.extend(more);
    let files: Vec<SourceFile> = files.iter().map(file).collect();
    let cluster = Cluster::of(&files, None);
    let view = cluster.view();
    let queue = view.queue("q");
    let dispatch = Dispatch::new(view, queue.as_ref(), Options::of(view, queue.as_ref(), None));
    let Some(Requirement::Simple(part)) = Requirement::parse(requirement) else { panic!("{requirement}") };
    let hosts: Vec<_> =
        view.hosts().iter().map(|it| it.0).filter(|it| view.hosts().facts(*it).server != Some(false)).collect();
    let found = dispatch.on(&part, tasks, &hosts);
    let mut out = String::new();
    for group in &found.groups {
        let names: Vec<&str> = group.hosts.iter().map(|it| &*view.hosts().get(*it).name).collect();
        let (word, reasons) = match &group.verdict {
            Verdict::Always => ("always", String::new()),
            Verdict::Depends(reasons) => ("depends", reasons.join("; ")),
            Verdict::Never(reason) => ("never", reason.clone()),
        };
        let line = format!("{word} {}: {reasons}", names.join(" "));
        writeln!(out, "{}", line.trim_end_matches(": ")).expect("a string");
    }
    for it in &found.submitted {
        writeln!(out, "from {}: {} of {}", it.host_type, it.counts.possible(), it.counts.all()).expect("a string");
    }
    expected.assert_eq(&out);
}

#[track_caller]
fn check(requirement: &str, expected: Expect) {
    check_with(&[], requirement, 1, expected);
}

#[test]
fn reservations_are_compared_with_static_capacities() {
    check(
        "big rusage[mem=999999999]",
        expect![[r#"
        never a2 b1: `big` is false: the host does not have the resource `big`
        never a1: the job reserves `mem=999999999`, but `maxmem` of the host is 64000
    "#]],
    );
    check(
        "type==any rusage[mem=10GB]",
        expect![[r#"
            depends a1 b1: reserves `mem=10GB`, which must be free
            never a2: the job reserves `mem=10GB`, but `maxmem` of the host is 8000
        "#]],
    );
    check(
        "type==any rusage[cap=100]",
        expect![[r#"
        never a1 a2 b1: the job reserves `cap=100`, but its hosts share 5
    "#]],
    );
    check(
        "type==any rusage[lic=5]",
        expect![[r#"
            depends a1 a2: reserves `lic=5`, which the files do not define for the host
            never b1: the job reserves `lic=5`, but the host has 4
        "#]],
    );
    check(
        "type==any rusage[mem=10GB || tok=1]",
        expect![[r#"
            depends a1 b1: reserves `mem=10GB`, which must be free
            depends a2: reserves `tok=1`, which must be free
        "#]],
    );
}

#[test]
fn values_come_from_resource_map() {
    check(
        "os=='el8'",
        expect![[r#"
            always a1
            depends b1: `os=='el8'` depends on `os`, which the files do not define for the host
            never a2: `os=='el8'` is false: `os` is `el9` (ResourceMap)
        "#]],
    );
    check(
        "cap>5 && type==any",
        expect![[r#"
        never a1 a2 b1: `cap>5` is false: `cap` is `5` (ResourceMap)
    "#]],
    );
    check(
        "defined(os) && type==any",
        expect![[r#"
            always a1 a2
            never b1: `defined(os)` is false
        "#]],
    );
}

#[test]
fn arithmetic_on_static_values() {
    check(
        "type==any && slotsgb*2>700",
        expect![[r#"
            always a1
            depends b1: `slotsgb*2>700` depends on `slotsgb`, which the files do not define for the host
            never a2: `slotsgb*2>700` is false: `slotsgb` is `300`
        "#]],
    );
    check(
        "type==any && -slotsgb<-350",
        expect![[r#"
            always a1
            depends b1: `(-slotsgb)<(-350)` depends on `slotsgb`, which the files do not define for the host
            never a2: `(-slotsgb)<(-350)` is false: `slotsgb` is `300`
        "#]],
    );
    check(
        "type==any && slotsgb/3 + 1 > 134.33",
        expect![[r#"
            always a1
            depends b1: `slotsgb/3 + 1>134.33` depends on `slotsgb`, which the files do not define for the host
            never a2: `slotsgb/3 + 1>134.33` is false: `slotsgb` is `300`
        "#]],
    );
    check(
        "type==any && mem>maxmem",
        expect![[r#"
            depends b1: `mem>maxmem` depends on load
            never a1: `mem>maxmem` is false: `maxmem` is `64000`
            never a2: `mem>maxmem` is false: `maxmem` is `8000`
        "#]],
    );
    check(
        "type==any && big*2==2",
        expect![[r#"
            always a1
            never a2 b1: `big*2==2` is false: the host does not have the resource `big`
        "#]],
    );
}

#[test]
fn the_type_of_the_submission_host() {
    check(
        "mem>2000",
        expect![[r#"
            depends a1 a2: `type==local` is true only for jobs from hosts of type `X86`; `mem>2000` depends on load
            depends b1: `type==local` is true only for jobs from hosts of type `ARM`; `mem>2000` depends on load
            from X86: 2 of 3
            from ARM: 1 of 3
        "#]],
    );
    check(
        "type==local && big",
        expect![[r#"
            depends a1: `type==local` is true only for jobs from hosts of type `X86`
            never a2 b1: `big` is false: the host does not have the resource `big`
            from X86: 1 of 3
            from ARM: 0 of 3
        "#]],
    );
    check(
        "type!=local && big",
        expect![[r#"
            depends a1: `type!=local` is false for jobs from hosts of type `X86`
            never a2: `type!=local` is false: `type` is `X86`
            never b1: `type!=local` is false: `type` is `ARM`
            from X86: 0 of 3
            from ARM: 1 of 3
        "#]],
    );
    check(
        "rusage[mem=1]",
        expect![[r#"
            depends a1 a2: `type==local` is true only for jobs from hosts of type `X86`; reserves `mem=1`, which must be free
            depends b1: `type==local` is true only for jobs from hosts of type `ARM`; reserves `mem=1`, which must be free
            from X86: 2 of 3
            from ARM: 1 of 3
        "#]],
    );
}

#[test]
fn slots_and_thresholds() {
    let rows = |rows: &str| format!("Begin Host\nHOST_NAME MXJ r1m mem\n{rows}End Host\n");
    let hosts = rows("a1 4 2.5 -\na2 0 - -\ndefault 8 - 100/50\n");
    let queue = "Begin Queue\nQUEUE_NAME = q\nr1m = 1.0/3\nmem = 200/100\nEnd Queue\n";
    let files = [("lsb.hosts", hosts.as_str()), ("lsb.queues", queue)];
    check_with(
        &files,
        "type==any",
        1,
        expect![[r#"
        depends a1 b1: `r1m` must be at most 1.0 (lsb.queues); `mem` must be at least 200 (lsb.queues)
        never a2: MXJ is 0 (lsb.hosts)
    "#]],
    );
    check_with(
        &files,
        "type==any && slots>4",
        1,
        expect![[r#"
        depends b1: `slots>4` depends on the job slots of the host; `r1m` must be at most 1.0 (lsb.queues); `mem` must be at least 200 (lsb.queues)
        never a1: `slots>4` is false: MXJ is 4
        never a2: MXJ is 0 (lsb.hosts)
    "#]],
    );
    check_with(
        &files[..1],
        "type==any && maxslots<6 span[hosts=1]",
        6,
        expect![[r#"
        never a1: at least 6 tasks must be on one host, but MXJ is 4 (lsb.hosts)
        never a2: MXJ is 0 (lsb.hosts)
        never b1: `maxslots<6` is false: MXJ is 8
    "#]],
    );
    let much = queue.replace("200/100", "99999999/100");
    check_with(
        &[("lsb.queues", &much)],
        "type==any",
        1,
        expect![[r#"
            depends b1: `r1m` must be at most 1.0 (lsb.queues); `mem` must be at least 99999999 (lsb.queues)
            never a1: `mem` must be at least 99999999 (lsb.queues), but `maxmem` of the host is 64000
            never a2: `mem` must be at least 99999999 (lsb.queues), but `maxmem` of the host is 8000
        "#]],
    );
    let none = rows("a1 4 - -\nARM 2 - -\n");
    check_with(
        &[("lsb.hosts", &none)],
        "type==any",
        1,
        expect![[r#"
            always a1 b1
            depends a2: the row of lsb.hosts that applies depends on the model or type, which LSF detects
        "#]],
    );
}

#[test]
fn tasks_multiply_reservations() {
    let params = "Begin Parameters\nRESOURCE_RESERVE_PER_TASK = Y\nEnd Parameters\n";
    let text = "type==any rusage[mem=3000] span[hosts=1]";
    check_with(
        &[],
        text,
        4,
        expect![[r#"
            depends a1 a2 b1: reserves `mem=3000`, which must be free
        "#]],
    );
    check_with(
        &[("lsb.params", params)],
        text,
        4,
        expect![[r#"
            depends a1 b1: reserves `mem=3000`, which must be free
            never a2: the job reserves `mem=3000` for each of at least 4 tasks, but `maxmem` of the host is 8000
        "#]],
    );
}

#[test]
fn compute_units_restrict_the_hosts() {
    let hosts = "Begin ComputeUnit\nNAME MEMBER TYPE\ne1 (a1) enclosure\nr1 (e1) rack\nEnd ComputeUnit\n";
    let params = "Begin Parameters\nCOMPUTE_UNIT_TYPES = enclosure rack!\nEnd Parameters\n";
    let files = [("lsb.hosts", hosts), ("lsb.params", params)];
    check_with(
        &files,
        "type==any cu[type=enclosure]",
        1,
        expect![[r#"
            always a1
            never a2 b1: it is not in a compute unit of type `enclosure`
        "#]],
    );
    check_with(
        &files,
        "type==any cu[maxcus=1]",
        1,
        expect![[r#"
            always a1
            never a2 b1: it is not in a compute unit of type `rack`
        "#]],
    );
}

#[test]
fn negations_are_arithmetic_or_logical() {
    check(
        "type==any && !slotsgb",
        expect![[r#"
        depends b1: `!slotsgb` depends on `slotsgb`, which the files do not define for the host
        never a1: `!slotsgb` is false: `slotsgb` is `400`
        never a2: `!slotsgb` is false: `slotsgb` is `300`
    "#]],
    );
    check(
        "type==any && -slotsgb<-350",
        expect![[r#"
        always a1
        depends b1: `(-slotsgb)<(-350)` depends on `slotsgb`, which the files do not define for the host
        never a2: `(-slotsgb)<(-350)` is false: `slotsgb` is `300`
    "#]],
    );
}

#[test]
fn the_stricter_threshold_of_queue_and_host_decides() {
    let hosts = "Begin Host\nHOST_NAME MXJ r1m mem\na1 4 0.5 100\na2 4 2.5 300\nEnd Host\n";
    let queue = "Begin Queue\nQUEUE_NAME = q\nr1m = 1.0\nmem = 200\nEnd Queue\n";
    check_with(
        &[("lsb.hosts", hosts), ("lsb.queues", queue)],
        "type==any",
        1,
        expect![[r#"
        depends a1: `r1m` must be at most 0.5 (lsb.hosts); `mem` must be at least 200 (lsb.queues)
        depends a2: `r1m` must be at most 1.0 (lsb.queues); `mem` must be at least 300 (lsb.hosts)
        never b1: the Host section of lsb.hosts has neither a row for it nor a `default` row
    "#]],
    );
}
