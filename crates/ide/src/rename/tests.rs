//! Renaming, and renaming back.

use expect_test::{Expect, expect};
use lsflint_lint::{Registry, check_file};
use lsflint_model::{Cluster, SourceFile};

use super::*;
use crate::symbol::{SECTIONS, Symbol, definitions_of};
use crate::testing::Fixture;
use crate::{File, SymbolKind};

const CLUSTER: &str = "\
//- lsf.shared
Begin Cluster
ClusterName
west
east
End Cluster
Begin HostType
TYPENAME
X86_64
End HostType
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
lic Numeric 30 N (lic)
other Numeric 30 N (another)
End Resource
//- lsf.cluster.west
Begin Host
HOSTNAME model type server lic RESOURCES
sim1 ! X86_64 1 - (lic=4)
sim2 ! X86_64 1 - ()
big.example.com ! X86_64 1 - ()
End Host
Begin ResourceMap
RESOURCENAME LOCATION
lic (2@[sim1] 1@[others])
End ResourceMap
//- lsb.hosts
Begin HostGroup
GROUP_NAME GROUP_MEMBER
sim_hosts (sim[1-2])
more (sim_hosts big)
End HostGroup
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER USER_SHARES
chip (anna) ([anna, 2])
all_of (chip) ()
End UserGroup
//- lsb.queues
Begin Queue
QUEUE_NAME = night
HOSTS = sim_hosts+1 big!
USERS = chip
FAIRSHARE = USER_SHARES[[chip@, 1]]
RES_REQ = select[lic>1 && \\
  type==X86_64] rusage[lic=1]
lic = 1/2
DESCRIPTION = night lic chip
End Queue
Begin Queue
QUEUE_NAME = day
PREEMPTION = PREEMPTIVE[night+1]
HOSTS = {{ more }} and more
End Queue
//- lsb.params
Begin Parameters
DEFAULT_QUEUE = day night
End Parameters
";

/// Puts the cursor into a piece of the text of a file and asks for new names.
#[track_caller]
fn check_all(name: &str, mark: &str, new: &[&str], expect: Expect) {
    let fixture = Fixture::new(CLUSTER);
    let snapshot = &fixture.snapshot;
    let text = &snapshot.file(name).expect("a file").source.text;
    let offset = text.find(&mark.replace("$0", "")).expect("the mark is there") + mark.find("$0").expect("a cursor");
    let mut shown = String::new();
    for new in new {
        match rename(snapshot, name, offset as u32, new) {
            Err(error) => shown += &format!("{new}: {error}\n"),
            Ok(files) => {
                for file in files {
                    let text = &snapshot.file(&file.path).expect("a file").source.text;
                    let after = applied(text, &file.edits);
                    for (before, after) in text.lines().zip(after.lines()).filter(|it| it.0 != it.1) {
                        shown += &format!("{}: {before} => {after}\n", file.path);
                    }
                }
            }
        }
    }
    expect.assert_eq(&shown);
}

#[track_caller]
fn check(name: &str, mark: &str, new: &str, expect: Expect) {
    check_all(name, mark, &[new], expect);
}

fn applied(text: &str, edits: &[Replacement]) -> String {
    let mut after = text.to_owned();
    for edit in edits.iter().rev() {
        after.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
    }
    after
}

#[test]
fn every_namespace_in_every_file() {
    check(
        "lsb.params",
        "day ni$0ght",
        "evening",
        expect![[r#"
        lsb.queues: QUEUE_NAME = night => QUEUE_NAME = evening
        lsb.queues: PREEMPTION = PREEMPTIVE[night+1] => PREEMPTION = PREEMPTIVE[evening+1]
        lsb.params: DEFAULT_QUEUE = day night => DEFAULT_QUEUE = day evening
    "#]],
    );
    check(
        "lsf.shared",
        "li$0c Numeric",
        "tokens",
        expect![[r#"
        lsf.shared: lic Numeric 30 N (lic) => tokens Numeric 30 N (lic)
        lsf.cluster.west: HOSTNAME model type server lic RESOURCES => HOSTNAME model type server tokens RESOURCES
        lsf.cluster.west: sim1 ! X86_64 1 - (lic=4) => sim1 ! X86_64 1 - (tokens=4)
        lsf.cluster.west: lic (2@[sim1] 1@[others]) => tokens (2@[sim1] 1@[others])
        lsb.queues: RES_REQ = select[lic>1 && \ => RES_REQ = select[tokens>1 && \
        lsb.queues:   type==X86_64] rusage[lic=1] =>   type==X86_64] rusage[tokens=1]
        lsb.queues: lic = 1/2 => tokens = 1/2
    "#]],
    );
    check(
        "lsb.queues",
        "sim_$0hosts+1",
        "simulators",
        expect![[r#"
        lsb.hosts: sim_hosts (sim[1-2]) => simulators (sim[1-2])
        lsb.hosts: more (sim_hosts big) => more (simulators big)
        lsb.queues: HOSTS = sim_hosts+1 big! => HOSTS = simulators+1 big!
    "#]],
    );
    check(
        "lsb.users",
        "chi$0p (",
        "chips",
        expect![[r#"
        lsb.users: chip (anna) ([anna, 2]) => chips (anna) ([anna, 2])
        lsb.users: all_of (chip) () => all_of (chips) ()
        lsb.queues: USERS = chip => USERS = chips
        lsb.queues: FAIRSHARE = USER_SHARES[[chip@, 1]] => FAIRSHARE = USER_SHARES[[chips@, 1]]
    "#]],
    );
    check(
        "lsb.queues",
        "X86$0_64",
        "LINUX",
        expect![[r#"
        lsf.shared: X86_64 => LINUX
        lsf.cluster.west: sim1 ! X86_64 1 - (lic=4) => sim1 ! LINUX 1 - (lic=4)
        lsf.cluster.west: sim2 ! X86_64 1 - () => sim2 ! LINUX 1 - ()
        lsf.cluster.west: big.example.com ! X86_64 1 - () => big.example.com ! LINUX 1 - ()
        lsb.queues:   type==X86_64] rusage[lic=1] =>   type==LINUX] rusage[lic=1]
    "#]],
    );
    check(
        "lsb.queues",
        "b$0ig!",
        "huge.example.com",
        expect![[r#"
        lsf.cluster.west: big.example.com ! X86_64 1 - () => huge.example.com ! X86_64 1 - ()
        lsb.hosts: more (sim_hosts big) => more (sim_hosts huge)
        lsb.queues: HOSTS = sim_hosts+1 big! => HOSTS = sim_hosts+1 huge!
    "#]],
    );
    check(
        "lsf.shared",
        "ea$0st",
        "south",
        expect![[r#"
        lsf.shared: east => south
    "#]],
    );
}

#[test]
fn begin_and_end() {
    check(
        "lsb.queues",
        "Begin Qu$0eue\nQUEUE_NAME = day",
        "Queu",
        expect![[r#"
            Queu: `Queu` is not a section of lsb.queues
        "#]],
    );
    check(
        "lsb.hosts",
        "End HostGr$0oup",
        "ComputeUnit",
        expect![[r#"
        lsb.hosts: Begin HostGroup => Begin ComputeUnit
        lsb.hosts: End HostGroup => End ComputeUnit
    "#]],
    );
}

#[test]
fn names_of_others_stay() {
    check(
        "lsf.cluster.west",
        "sim$01 !",
        "s1",
        expect![[r#"
            s1: `sim[1-2]` in line 3 of lsb.hosts also matches `sim1`; list its hosts one by one first
        "#]],
    );
    check(
        "lsb.hosts",
        "sim[$01-2]",
        "s1",
        expect![[r#"
            s1: `sim[1-2]` matches several hosts; rename them one by one
        "#]],
    );
    check(
        "lsb.hosts",
        "mo$0re (",
        "most",
        expect![[r#"
            most: line 14 of lsb.queues contains a template that may refer to `more`
        "#]],
    );
    check(
        "lsb.users",
        "an$0na)",
        "bob",
        expect![[r#"
            bob: the user `anna` is defined by the operating system
        "#]],
    );
    check(
        "lsf.shared",
        "we$0st",
        "north",
        expect![[r#"
            north: the cluster name `west` is also part of file and directory names
        "#]],
    );
}

#[test]
fn new_names_must_be_free_and_readable() {
    let words = ["other", "mem", "3d", "a-b", "DESCRIPTION", "infinite", "lic", "", "a b", "r1m", "HOSTS", "{{ x }}"];
    check_all(
        "lsf.shared",
        "li$0c Numeric",
        &words,
        expect![[r#"
            other: there is already a resource `other`
            mem: `mem` is a reserved name of LSF
            3d: `RESOURCENAME` must not start with a digit
            a-b: `-` is not allowed in `RESOURCENAME`
            DESCRIPTION: `DESCRIPTION` is a parameter of the section `Queue`
            infinite: `infinite` is a reserved name of LSF
            lic: the name is already `lic`
            : a name must not be empty
            a b: ` ` is not allowed in the name of a resource
            r1m: `r1m` is a reserved name of LSF
            HOSTS: `HOSTS` is a parameter of the section `Queue`
            {{ x }}: the name must not contain a template
        "#]],
    );
    let long = "x".repeat(60);
    check_all(
        "lsb.params",
        "day ni$0ght",
        &["day", "default", "all", "a.b", "123", "naïve", &long],
        expect![[r#"
            day: there is already a queue `day`
            default: `default` has a special meaning in lists of names
            all: `all` has a special meaning in lists of names
            a.b: `.` is not allowed in `QUEUE_NAME`
            123: `123` would be read as a number
            naïve: `ï` is not allowed in `QUEUE_NAME`
            xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: `QUEUE_NAME` takes at most 59 characters, but `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` has 60
        "#]],
    );
    check_all(
        "lsb.users",
        "chi$0p (",
        &["anna", "all_of", "x/y"],
        expect![[r#"
            anna: `anna` in line 3 of lsb.users would then also refer to the user group
            all_of: there is already a user group `all_of`
            x/y: `/` is not allowed in the name of a user group
        "#]],
    );
    check_all(
        "lsb.queues",
        "sim_$0hosts+1",
        &["sim1", "more", "BIG"],
        expect![[r#"
            sim1: there is already a host `sim1`
            more: there is already a host group `more`
            BIG: there is already a host `BIG`
        "#]],
    );
}

/// The snapshot after a change, without findings.
fn after(snapshot: &Snapshot, changes: &[FileEdit]) -> Snapshot {
    let changed = |file: &File| {
        let source = &file.source;
        match changes.iter().find(|it| it.path == source.path) {
            Some(it) => SourceFile::new(&source.path, source.kind, applied(&source.text, &it.edits)),
            None => SourceFile::clone(source),
        }
    };
    let files: Vec<SourceFile> = snapshot.files.iter().map(changed).collect();
    let cluster = Cluster::of(&files, None);
    let files: Vec<File> = files
        .into_iter()
        .map(|it| File { source: Arc::new(it), findings: Arc::default(), suppressed: Arc::default() })
        .collect();
    Snapshot { files: files.into(), cluster: Arc::new(cluster), ..snapshot.clone() }
}

/// What all rules find in a cluster, one line each.
fn findings(snapshot: &Snapshot) -> String {
    let registry = Registry::new(lsflint_rules::all(), &snapshot.settings);
    let mut shown = String::new();
    for file in snapshot.files.iter().map(|it| &it.source) {
        for found in check_file(file, &snapshot.cluster, &snapshot.settings, &registry) {
            shown += &format!("{} {}\n", file.path, found.message);
        }
    }
    shown
}

/// Everything the files of a cluster define, with the place of the first definition.
fn symbols(snapshot: &Snapshot) -> Vec<(Symbol, Arc<str>, u32)> {
    let view = snapshot.view();
    let records = SECTIONS.iter().flat_map(|&(kind, file, section)| view.all(file, section).map(move |it| (kind, it)));
    let names = records.map(|(kind, it)| Symbol { kind, name: it.name().into_owned() });
    let types = ["enclosure", "rack"].map(|it| Symbol { kind: SymbolKind::ComputeUnitType, name: it.to_owned() });
    let mut symbols: Vec<Symbol> = names.chain(types).collect();
    symbols.sort();
    symbols.dedup();
    let placed = |symbol: Symbol| {
        let definition = definitions_of(snapshot, &symbol).into_iter().next()?;
        Some((symbol, definition.path, definition.name.start().into()))
    };
    symbols.into_iter().filter_map(placed).collect()
}

/// The lines that still have the name as a word, comments aside.
fn lines_with(snapshot: &Snapshot, symbol: &Symbol) -> Vec<String> {
    let is_word = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '.');
    let has = |line: &str| line.split(|it| !is_word(it)).any(|it| it == symbol.name);
    let mut found = Vec::new();
    for file in snapshot.files.iter().map(|it| &it.source) {
        let lines = file.text.lines().map(|it| it.split('#').next().unwrap_or_default()).filter(|it| has(it));
        found.extend(lines.map(|it| format!("{} {}: {}", symbol.kind.what(), symbol.name, it.trim())));
    }
    found
}

#[test]
fn what_is_found_means_the_same_when_asked_there() {
    for cluster in crate::properties::clusters() {
        let fixture = Fixture::new(&cluster);
        let snapshot = &fixture.snapshot;
        for (symbol, ..) in symbols(snapshot) {
            for found in symbol::uses(snapshot, &symbol) {
                let file = &snapshot.file(&found.path).expect("a file").source;
                let at = symbol::symbol_at(snapshot, file, found.range.start()).expect("a name stands there");
                assert_eq!((at.range, at.role), (found.range, found.role), "{symbol:?}");
                assert!(at.symbol == symbol || found.form == Form::Pattern, "{at:?} {symbol:?}");
            }
        }
    }
}

#[test]
fn renaming_back_restores_every_cluster() {
    for cluster in crate::properties::clusters() {
        let fixture = Fixture::new(&cluster);
        let snapshot = &fixture.snapshot;
        for (symbol, path, offset) in symbols(snapshot).into_iter().step_by(3) {
            let new = format!("fresh{}", symbol.name.replace(['.', '-'], "_"));
            let Ok(changes) = rename(snapshot, &path, offset, &new) else { continue };
            let there = after(snapshot, &changes);
            let new = Symbol { kind: symbol.kind, name: new };
            let definition = definitions_of(&there, &new).into_iter().next().expect("it is defined");
            // What was defined twice, or is not allowed, does not come back.
            let changes = rename(&there, &definition.path, definition.name.start().into(), &symbol.name);
            let back = changes.map_or_else(|_| snapshot.clone(), |it| after(&there, &it));
            for (file, same) in snapshot.files.iter().zip(back.files.iter()) {
                assert_eq!(words(&file.source.text), words(&same.source.text), "{symbol:?}");
            }
        }
    }
}

/// The words of each line: a column that moved for a longer name stays there.
fn words(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|it| it.split_whitespace().collect()).collect()
}

#[test]
fn renaming_keeps_columns() {
    let fixture = Fixture::new(
        "//- lsb.hosts\nBegin HostGroup\nGROUP_NAME  GROUP_MEMBER  GROUP_ADMIN\nsi$0m         (h1)          (ann)\nall         (sim)         ()\nEnd HostGroup\n\
         //- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nHOSTS      = sim\nEnd Queue\n",
    );
    let renamed = |new: &str| {
        let changes =
            rename(&fixture.snapshot, &fixture.path, fixture.offset().into(), new).expect("it can be renamed");
        after(&fixture.snapshot, &changes).file("lsb.hosts").expect("the file").source.text.to_string()
    };
    expect![[r#"
        Begin HostGroup
        GROUP_NAME  GROUP_MEMBER  GROUP_ADMIN
        bigs        (h1)          (ann)
        all         (bigs)        ()
        End HostGroup
    "#]]
    .assert_eq(&renamed("bigs"));
    expect![[r#"
        Begin HostGroup
        GROUP_NAME        GROUP_MEMBER        GROUP_ADMIN
        simulation_hosts  (h1)                (ann)
        all               (simulation_hosts)  ()
        End HostGroup
    "#]]
    .assert_eq(&renamed("simulation_hosts"));
}

#[test]
fn renaming_keeps_findings_and_renaming_back_restores_the_text() {
    let clusters = crate::properties::clusters();
    let clean = clusters.iter().find(|it| it.contains("lsf.cluster.clean")).expect("the clean cluster");
    let fixture = Fixture::new(clean);
    let snapshot = &fixture.snapshot;
    let before = findings(snapshot);
    let (mut renamed, mut refused, mut left) = (0, Vec::new(), Vec::new());
    for (number, (symbol, path, offset)) in symbols(snapshot).into_iter().enumerate() {
        let new = format!("{}zz", symbol.name);
        let changes = match rename(snapshot, &path, offset, &new) {
            Ok(changes) => changes,
            Err(error) => {
                refused.push(error.0);
                continue;
            }
        };
        renamed += 1;
        let there = after(snapshot, &changes);
        // A run of all rules takes longer than all the rest.
        if number % 5 == 0 {
            assert_eq!(findings(&there).replace(&new, &symbol.name), before);
        }
        left.extend(lines_with(&there, &symbol));
        let new_symbol = Symbol { kind: symbol.kind, name: new };
        let definition = definitions_of(&there, &new_symbol).into_iter().next().expect("it is defined");
        let changes = rename(&there, &definition.path, definition.name.start().into(), &symbol.name);
        let back = after(&there, &changes.expect("there is a way back"));
        for (file, same) in snapshot.files.iter().zip(back.files.iter()) {
            assert_eq!(words(&file.source.text), words(&same.source.text), "{symbol:?}");
        }
    }
    assert!(renamed > 80, "{renamed}");
    // Other things of the same name, and words in texts.
    expect![[r#"
        queue firmware: USERS          = firmware cadops
        queue firmware: cap_firmware   firmware         firmwarezz      arm_hosts   120
        queue firmware: firmware        (lena mehmet)                     ()                                   10        ()
        queue hotfix: suspended by the hotfix queue
        queue interactive: RES_REQ        = select[type==any && !interactive] rusage[tmp=500]
        queue interactive: view1     XeonGold6248  X86_64       1       3.5  2000  1000  ()         (linux interactive oslevel=rhel9 room=A)
        queue interactive: view2     XeonGold6248  X86_64       1       3.5  2000  1000  ()         (linux interactive oslevel=rhel9 room=A)
        queue interactive: interactive          Boolean  ()        ()          ()          ()       (Host for interactive work)
        queue sim: sim_hosts     (sim[1-6])                  Y         (verif_leads)
        application profile proof: DESCRIPTION  = Formal proof; prefers big hosts, takes smaller ones after a quarter of an hour
        application profile proof: formal_lic           Numeric  30        N           Y           N        (Free formal proof tokens)
        application profile signoff: DESCRIPTION  = Timing signoff in whole enclosures
        application profile train: ENV_VARS     = "OMP_NUM_THREADS='8',TOOL_HOME='/opt/site/train'"
        user group firmware: QUEUE_NAME     = firmware
        user group firmware: cap_firmware   firmwarezz       firmware        arm_hosts   120
        resource interactive: QUEUE_NAME     = interactive
        resource interactive: interactivezz        Boolean  ()        ()          ()          ()       (Host for interactive work)
        resource room: roomzz               String   ()        ()          ()          ()       (Machine room)
        resource scratch: JOB_CWD      = /scratch/%U/%J
        resource scratch: nvme                 Boolean  ()        ()          ()          ()       (Local NVMe scratch disk)
        resource scratch: scratchzz            Numeric  60        N           Y           ()       (Free local scratch space in MB)
        compute unit type rack: rackpower            Numeric  60        Y           N           ()       (Power draw of the rack in W)"#]].assert_eq(&left.join("\n"));
    expect![[r#"
        `sim[1-6]` in line 26 of lsb.hosts also matches `sim1`; list its hosts one by one first
        `sim[1-6]` in line 26 of lsb.hosts also matches `sim2`; list its hosts one by one first
        `sim[1-6]` in line 26 of lsb.hosts also matches `sim3`; list its hosts one by one first
        `sim[1-6]` in line 26 of lsb.hosts also matches `sim4`; list its hosts one by one first
        `sim[1-6]` in line 26 of lsb.hosts also matches `sim5`; list its hosts one by one first
        `sim[1-6]` in line 26 of lsb.hosts also matches `sim6`; list its hosts one by one first
        `syn[1-3]` in line 27 of lsb.hosts also matches `syn1`; list its hosts one by one first
        `syn[1-3]` in line 27 of lsb.hosts also matches `syn2`; list its hosts one by one first
        `syn[1-3]` in line 27 of lsb.hosts also matches `syn3`; list its hosts one by one first
        the resource `define_ncpus_cores` has a special meaning in LSF
        the resource `define_ncpus_procs` has a special meaning in LSF
        the resource `define_ncpus_threads` has a special meaning in LSF
        `DEFAULT` is a keyword of LSF
        the cluster name `clean` is also part of file and directory names"#]]
    .assert_eq(&refused.join("\n"));
}
