//! `compare` of a cluster with what commands would display for it: everything is the same, and each edit of the files
//! is reported as exactly that difference.

mod policies;
mod tables;
mod writer;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use lsflint_ide::answers::running::{Compared, Comparison, NotCompared, Verdict, compare};
use lsflint_model::{AsRead, Instant, View};
use lsflint_project::{ConfigSource, Paths, Plan, Request};
use lsflint_test_support::generate::{Counts, Random};
use lsflint_test_support::{Scratch, cluster, files_below, generate};

/// A Monday noon, in the minutes of a week from Sunday.
const NOON: u16 = 36 * 60;
/// The number of generated clusters.
const GENERATED: u64 = 10;
/// The number of edits.
const EDITS: usize = 200;

fn load(scratch: &Scratch) -> AsRead {
    let request = Request::new(Paths::new(scratch.path()), vec![PathBuf::from(".")]);
    let request = Request { config: ConfigSource::Nothing, ..request };
    let clusters = Plan::new(request).and_then(|mut it| it.clusters_as_read());
    let clusters = clusters.unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(clusters.len(), 1);
    clusters.into_iter().next().expect("a cluster").cluster
}

/// A generated cluster with what only some sites have.
fn generated(seed: u64) -> Scratch {
    let scratch = Scratch::new();
    for file in generate::cluster(seed, "gen", Counts::for_hosts(24)) {
        let more = if file.path.ends_with("lsb.resources") {
            POOLS
        } else if file.path.ends_with("lsb.queues") {
            QUEUES
        } else if file.path.ends_with("lsb.hosts") {
            PARTITION
        } else if file.path.ends_with("lsf.shared") {
            RESOURCES
        } else {
            ""
        };
        let classes = file.path.strip_suffix("lsb.resources").map(|it| format!("{it}lsb.serviceclasses"));
        scratch.write(&file.path, format!("{}{more}", file.text));
        if let Some(path) = classes {
            scratch.write(&path, CLASSES);
        }
    }
    scratch.write("conf/ego/gen/kernel/ego.conf", "EGO_LOG_MASK=LOG_INFO\nEGO_LOGDIR=/var/log/ego\n");
    scratch
}

const POOLS: &str = "
Begin GuaranteedResourcePool
NAME = packages
TYPE = package[slots=1:mem=1000]
HOSTS = all
DISTRIBUTION = ([sla1, 15] [steady, 10])
LOAN_POLICIES = QUEUES[all] DURATION[10]
DESCRIPTION = Slots and memory together
End GuaranteedResourcePool

Begin ReservationUsage
RESOURCE  METHOD    RESERVE
nio       PER_HOST  Y
mem       PER_JOB   N
End ReservationUsage
";
const PARTITION: &str = "
Begin HostPartition
HPART_NAME = part
HOSTS = all
USER_SHARES = [ann, 3] [default, 1]
End HostPartition
";
const RESOURCES: &str = "
Begin Resource
RESOURCENAME  TYPE     INTERVAL  INCREASING  DESCRIPTION
nio           Numeric  30        Y           (network)
End Resource
";
const QUEUES: &str = "
Begin Queue
QUEUE_NAME = with_everything
DESCRIPTION = Text: with a colon
PRIORITY = 7
TASKLIMIT = 2 4 8
CHKPNT = /share/chkpnt 240
JOB_CONTROLS = SUSPEND[kill -STOP $LSB_JOBPIDS] RESUME[SIGCONT] TERMINATE[SIGTERM]
nio = 0.5/2.5
RUN_WINDOW = 5:18:00-1:8:00 20:00-8:00
SUCCESS_EXIT_VALUES = 30 40
End Queue
";
const CLASSES: &str = "
Begin ServiceClass
NAME = sla1
GOALS = [GUARANTEE]
ACCESS_CONTROL = QUEUES[with_everything]
AUTO_ATTACH = Y
DESCRIPTION = Guarantees
End ServiceClass

Begin ServiceClass
NAME = steady
PRIORITY = 20
GOALS = [VELOCITY 30 timeWindow (9:00-17:30)] [THROUGHPUT 6 timeWindow (17:30-9:00)]
DESCRIPTION = day and night
End ServiceClass
";

/// What a command displays.
struct Output {
    command: &'static str,
    text: String,
}

/// What the commands display on Monday at noon.
fn displayed(cluster: &AsRead) -> Vec<Output> {
    let noon = cluster.read().at(Instant::new(NOON, None));
    let view = View::new(&noon);
    let (queues, hosts, lshosts) = (tables::queues(view), tables::hosts(view), tables::lshosts(view));
    let outputs = [
        ("bqueues -l", writer::bqueues(view)),
        ("bapp -l", writer::bapp(view)),
        ("bparams -a, showconf", writer::parameters(view)),
        ("bhosts -l", writer::bhosts(view)),
        ("bugroup, bmgroup", writer::groups(view)),
        ("lsinfo -l", writer::lsinfo(view)),
        ("busers", tables::busers(view)),
        ("lshosts -l", tables::lshosts_long(view)),
        ("lsid", tables::lsid(view)),
        ("bqueues -o delimiter", tables::delimited(&queues, '^')),
        ("bqueues -o", tables::columns(&queues)),
        ("bqueues -json", tables::json("bqueues", "QUEUES", &queues)),
        ("bhosts -o delimiter", tables::delimited(&hosts, '|')),
        ("bhosts -json", tables::json("bhosts", "HOSTS", &hosts)),
        ("lshosts -o delimiter", tables::delimited(&lshosts, ';')),
        ("lshosts -o", tables::columns(&lshosts)),
        ("lshosts -json", tables::json("lshosts", "HOSTS", &lshosts)),
        ("blimits -c", policies::limits_as_configured(view)),
        ("blimits", policies::limits(view)),
        ("bresources", policies::pools(view)),
        ("bsla", policies::service_classes(view)),
        ("bhpart", policies::partitions(view)),
    ];
    outputs.into_iter().map(|(command, text)| Output { command, text }).collect()
}

fn compared(cluster: &AsRead, outputs: &[Output]) -> Comparison {
    compare(cluster, outputs.iter().map(|it| it.text.as_str()), false)
}

fn differing(comparison: &Comparison) -> Vec<&Compared> {
    comparison.values.iter().filter(|it| it.verdict != Verdict::Same).collect()
}

#[track_caller]
fn everything_is_the_same(scratch: &Scratch) -> usize {
    let cluster = load(scratch);
    let outputs = displayed(&cluster);
    for output in &outputs {
        let comparison = compared(&cluster, std::slice::from_ref(output));
        let is_empty = comparison.is_empty() && !output.text.is_empty();
        assert!(!is_empty, "{}:\n{}", output.command, output.text);
    }
    let comparison = compared(&cluster, &outputs);
    // What LSF does not read differs from what is written, and says the rule.
    let is_reading = |it: &Compared| it.because.contains("LSF") && it.verdict == Verdict::Differs;
    let wrong: Vec<_> = differing(&comparison).into_iter().filter(|it| !is_reading(it)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let lines: Vec<&str> = comparison.not_understood.iter().map(|it| it.text.as_str()).collect();
    assert!(lines.is_empty(), "{lines:#?}");
    for it in &comparison.not_compared {
        // The page of busers does not say which priority users without their own have.
        let is_priority = it.object.kind == "user" && it.parameter == "PRIORITY";
        let is_known = is_priority || ["MXJ", "MEM"].contains(&it.parameter.as_str());
        assert!(is_known || it.because.contains("#if") || it.because.contains("row"), "{it:?}");
    }
    comparison.count(Verdict::Same)
}

#[test]
fn clusters_of_testdata_are_the_same() {
    for name in ["clean", "demo"] {
        let same = everything_is_the_same(&Scratch::copy_of(&cluster(name)));
        assert!(same > 1000, "{name}: {same}");
    }
}

#[test]
fn generated_clusters_are_the_same() {
    for seed in 0..GENERATED {
        let same = everything_is_the_same(&generated(seed));
        assert!(same > 1000, "{seed}: {same}");
    }
}

/// A value in a file.
struct Value {
    path: String,
    /// The index of its line.
    number: usize,
    /// The parameter.
    name: String,
    /// The index of its cell in a table; `None` in `NAME = value`.
    cell: Option<usize>,
}

/// The new value of an edited parameter; `None` if it is not edited.
fn edited(path: &str, name: &str, random: &mut Random) -> Option<String> {
    let file = path.rsplit('/').next().unwrap_or_default();
    Some(match (file, name) {
        ("lsb.queues", "PRIORITY") => (500 + random.between(1, 400)).to_string(),
        (_, "RUNLIMIT") => format!("{}:17 {}:19", random.between(1, 50), random.between(200, 400)),
        (_, "PROCESSLIMIT") => format!("3 {}", 300 + random.between(1, 90)),
        (_, "MEMLIMIT") => format!("{}", 300_000 + random.between(1, 9000)),
        (_, "TASKLIMIT") => format!("3 5 {}", 300 + random.between(1, 90)),
        (_, "DESCRIPTION") if file != "lsf.shared" => format!("Another text {}", random.between(1, 1000)),
        (_, "PRE_EXEC") => format!("/opt/site/other{}", random.between(1, 1000)),
        (_, "JOB_STARTER") => format!("/opt/site/start{}", random.between(1, 1000)),
        (_, "RES_REQ") => format!("select[type==any && mem>{}]", random.between(1, 90_000)),
        ("lsb.queues" | "lsb.hosts", "r1m" | "nio") => format!("0.{}/9.5", random.between(1, 9)),
        ("lsf.cluster.gen", "r1m") => format!("0.{}", random.between(1, 9)),
        (_, "REQUEUE_EXIT_VALUES") => random.between(1, 90).to_string(),
        (_, "RUN_WINDOW") => format!("{}:00-23:30", random.between(1, 9)),
        (_, "FAIRSHARE") => format!("USER_SHARES[[default, {}]]", random.between(2, 90)),
        (_, "MAX_USER_PRIORITY") => random.between(200, 900).to_string(),
        (_, "SBD_SLEEP_TIME") => random.between(20, 90).to_string(),
        (_, "DEFAULT_PROJECT") => format!("project{}", random.between(1, 900)),
        (_, "CHKPNT") => format!("/share/other {}", random.between(7, 90)),
        (_, "JOB_CONTROLS") => format!("SUSPEND[kill -{}]", random.between(1, 20)),
        (_, "GOALS") => format!("[VELOCITY {}]", random.between(40, 90)),
        (_, "ACCESS_CONTROL") => format!("QUEUES[q{}]", random.between(1, 90)),
        (_, "LOAN_POLICIES") => format!("QUEUES[all] DURATION[{}]", random.between(20, 90)),
        (_, "METHOD") => "PER_TASK".to_owned(),
        (_, "SLOTS") => (1000 + random.between(1, 90)).to_string(),
        (_, "MAX_JOBS") => (1000 + random.between(1, 90)).to_string(),
        ("lsf.shared", "INTERVAL") => random.between(100, 900).to_string(),
        ("lsf.conf", "LSF_LIM_PORT" | "LSB_QUERY_PORT") => (20_000 + random.between(1, 900)).to_string(),
        ("lsf.cluster.gen", "RESOURCES") => "(linux mg has_feature0)".to_owned(),
        ("lsb.hosts", "MXJ") => (500 + random.between(1, 90)).to_string(),
        ("lsb.hosts", "USER_SHARES") => format!("[ann, {}] [default, 1]", random.between(20, 90)),
        (_, "EGO_LOG_MASK") => "LOG_DEBUG".to_owned(),
        _ => return None,
    })
}

/// The cells of a row; what is in parentheses is one cell.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut depth = 0;
    for letter in line.trim().chars() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        match cells.last_mut() {
            Some(last) if !letter.is_whitespace() || depth > 0 => last.push(letter),
            Some(last) if !last.is_empty() => cells.push(String::new()),
            _ => {}
        }
    }
    cells
}

/// The values of a cluster that can be edited: outside of `#if`, not continued.
fn values(scratch: &Scratch) -> Vec<Value> {
    let mut found = Vec::new();
    for (path, bytes) in files_below(&scratch.path()) {
        let text = String::from_utf8(bytes).expect("a text");
        let (mut depth, mut continued, mut is_begin) = (0, false, false);
        let mut header: Vec<String> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            depth += usize::from(line.starts_with("#if"));
            depth -= usize::from(line.starts_with("#endif"));
            let is_plain = depth == 0 && !continued && !line.ends_with('\\') && !line.starts_with('#');
            let mut add = |name: &str, cell| {
                found.push(Value { path: path.clone(), number, name: name.trim().to_owned(), cell });
            };
            match line.split_once('=') {
                _ if line.starts_with("Begin ") => is_begin = true,
                _ if line.starts_with("End ") => header.clear(),
                Some((name, _)) if is_plain && header.is_empty() && !name.trim().contains(' ') => {
                    add(name, None);
                    is_begin = false;
                }
                _ if is_begin && is_plain && !line.trim().is_empty() => {
                    header = cells(line);
                    is_begin = false;
                }
                // The limits of `group@` are displayed for its members.
                _ if is_plain && cells(line).len() == header.len() && !cells(line)[0].ends_with('@') => {
                    let set = cells(line);
                    let set = header.iter().enumerate().filter(|it| !matches!(set[it.0].as_str(), "-" | "()" | "!"));
                    set.for_each(|it| add(it.1, Some(it.0)));
                }
                _ => {}
            }
            continued = line.ends_with('\\');
        }
    }
    found
}

#[test]
fn each_edit_is_the_only_difference() {
    let mut random = Random::new(18);
    let (mut done, mut wrong, mut uncertain) = (0, Vec::new(), Vec::new());
    let mut displaying: BTreeSet<&str> = BTreeSet::new();
    for seed in 0..GENERATED {
        let scratch = generated(seed);
        let outputs = displayed(&load(&scratch));
        let is_edited = |it: &Value, random: &mut Random| edited(&it.path, &it.name, random).is_some();
        let values: Vec<Value> = values(&scratch).into_iter().filter(|it| is_edited(it, &mut random)).collect();
        let mut names: Vec<&str> = values.iter().map(|it| it.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert!(names.len() > 20, "{seed}: {names:?}");
        for _ in 0..EDITS / GENERATED as usize {
            // Each parameter is edited as often as the others.
            let name = names[random.between(0, names.len())];
            let own: Vec<&Value> = values.iter().filter(|it| it.name == name).collect();
            let edit = own[random.between(0, own.len())];
            let path = scratch.path().join(&edit.path);
            let before = fs::read_to_string(&path).expect("our own file");
            let line = before.lines().nth(edit.number).expect("a line of the file");
            let value = edited(&edit.path, name, &mut random).expect("a parameter that is edited");
            // One of five edits removes the line, unless the value is the default, the default is not certain, or LSF
            // drops an object without it.
            let is_default = line.split_once('=').is_some_and(|it| it.1.trim() == "1");
            let stays = is_default || ["GOALS", "DEFAULT_PROJECT", "LSF_LIM_PORT"].contains(&name);
            let removes = random.percent(20) && !stays && edit.cell.is_none();
            let replaced = match edit.cell {
                _ if removes => String::new(),
                None => format!("{name} = {value}"),
                Some(number) => {
                    let mut cells = cells(line);
                    cells[number] = value;
                    cells.join("  ")
                }
            };
            let after = before.lines().enumerate().map(|it| if it.0 == edit.number { &*replaced } else { it.1 });
            fs::write(&path, after.collect::<Vec<_>>().join("\n") + "\n").expect("our own file");
            let cluster = load(&scratch);
            let comparison = compared(&cluster, &outputs);
            let found = differing(&comparison);
            let is_it = |it: &&Compared| {
                let verdict = if removes { Verdict::OnlyRunning } else { Verdict::Differs };
                it.parameter.as_deref() == Some(name) && it.verdict == verdict && it.object == found[0].object
            };
            // Each output that has the value says it once.
            let sources: BTreeSet<usize> = found.iter().filter_map(|it| Some(it.shown?.source)).collect();
            let is_uncertain = |it: &NotCompared| it.parameter == name && it.because.contains("default is not certain");
            if removes && found.is_empty() && comparison.not_compared.iter().any(is_uncertain) {
                uncertain.push(name.to_owned());
            } else if found.is_empty() || !found.iter().all(is_it) || sources.len() != found.len() {
                let place = format!("{}:{}", edit.path, edit.number + 1);
                wrong.push(format!("{place} {line} => {replaced} (removed: {removes}): {found:#?}"));
            }
            displaying.extend(sources.iter().map(|it| outputs[*it].command));
            fs::write(&path, before).expect("our own file");
            done += 1;
        }
    }
    assert_eq!(done, EDITS);
    assert!(wrong.is_empty(), "{} of {done}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(displaying.len() > 18, "{displaying:?}");
    // What is displayed for a removed line may be a default that no page says.
    assert!(uncertain.len() < EDITS / 20, "{uncertain:?}");
}
