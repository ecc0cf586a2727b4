//! `compare` of a cluster with what commands would display for it: everything is the same, and each edit of the files is
//! reported as exactly that difference.

mod writer;

use std::fs;
use std::path::PathBuf;

use lsflint_ide::answers::running::{Compared, Comparison, Verdict, compare};
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

fn generated(seed: u64) -> Scratch {
    let scratch = Scratch::new();
    for file in generate::cluster(seed, "gen", Counts::for_hosts(24)) {
        scratch.write(&file.path, file.text);
    }
    scratch
}

/// What the commands display on Monday at noon.
fn displayed(cluster: &AsRead) -> Vec<String> {
    let noon = cluster.read().at(Instant::new(NOON, None));
    let view = View::new(&noon);
    let writers: [fn(View<'_>) -> String; 6] =
        [writer::bqueues, writer::bapp, writer::parameters, writer::bhosts, writer::groups, writer::lsinfo];
    writers.iter().map(|it| it(view)).collect()
}

fn compared(cluster: &AsRead, outputs: &[String]) -> Comparison {
    compare(cluster, outputs.iter().map(String::as_str), false)
}

fn differing(comparison: &Comparison) -> Vec<&Compared> {
    comparison.values.iter().filter(|it| it.verdict != Verdict::Same).collect()
}

#[track_caller]
fn everything_is_the_same(scratch: &Scratch) -> usize {
    let cluster = load(scratch);
    let outputs = displayed(&cluster);
    let comparison = compared(&cluster, &outputs);
    // What LSF does not read differs from what is written, and says the rule.
    let is_reading = |it: &Compared| it.because.contains("LSF") && it.verdict == Verdict::Differs;
    let wrong: Vec<_> = differing(&comparison).into_iter().filter(|it| !is_reading(it)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let lines: Vec<&str> = comparison.not_understood.iter().map(|it| it.text.as_str()).collect();
    assert!(lines.is_empty(), "{lines:#?}");
    for it in &comparison.not_compared {
        assert!(it.parameter == "MXJ" || it.because.contains("#if") || it.because.contains("row"), "{it:?}");
    }
    comparison.count(Verdict::Same)
}

#[test]
fn clusters_of_testdata_are_the_same() {
    for name in ["clean", "demo"] {
        let same = everything_is_the_same(&Scratch::copy_of(&cluster(name)));
        assert!(same > 200, "{name}: {same}");
    }
}

#[test]
fn generated_clusters_are_the_same() {
    for seed in 0..GENERATED {
        let same = everything_is_the_same(&generated(seed));
        assert!(same > 300, "{seed}: {same}");
    }
}

/// A line that sets a parameter.
struct Line {
    path: String,
    number: usize,
    key: String,
}

/// The new value of an edited parameter; `None` if it is not edited.
fn edited(key: &str, random: &mut Random) -> Option<String> {
    Some(match key {
        "PRIORITY" => (500 + random.between(1, 400)).to_string(),
        "RUNLIMIT" => format!("{}:17 {}:19", random.between(1, 50), random.between(200, 400)),
        "PROCESSLIMIT" => format!("3 {}", 300 + random.between(1, 90)),
        "MEMLIMIT" => format!("{}", 300_000 + random.between(1, 9000)),
        "DESCRIPTION" => format!("Another text {}", random.between(1, 1000)),
        "PRE_EXEC" => format!("/opt/site/other{}", random.between(1, 1000)),
        "JOB_STARTER" => format!("/opt/site/start{}", random.between(1, 1000)),
        "RES_REQ" => format!("select[type==any && mem>{}]", random.between(1, 90_000)),
        "r1m" => format!("0.{}/9.5", random.between(1, 9)),
        "REQUEUE_EXIT_VALUES" => random.between(1, 90).to_string(),
        "RUN_WINDOW" => format!("{}:00-23:30", random.between(1, 9)),
        "FAIRSHARE" => format!("USER_SHARES[[default, {}]]", random.between(2, 90)),
        "MAX_USER_PRIORITY" => random.between(200, 900).to_string(),
        "SBD_SLEEP_TIME" => random.between(20, 90).to_string(),
        "DEFAULT_PROJECT" => format!("project{}", random.between(1, 900)),
        _ => return None,
    })
}

/// The lines of a cluster that can be edited: outside of `#if`, not continued.
fn lines(scratch: &Scratch) -> Vec<Line> {
    let mut found = Vec::new();
    for (path, bytes) in files_below(&scratch.path()) {
        let is_batch = ["lsb.queues", "lsb.applications", "lsb.params"].iter().any(|it| path.ends_with(it));
        if !is_batch {
            continue;
        }
        let text = String::from_utf8(bytes).expect("a text");
        let (mut depth, mut continued) = (0, false);
        for (number, line) in text.lines().enumerate() {
            depth += usize::from(line.starts_with("#if"));
            depth -= usize::from(line.starts_with("#endif"));
            let key = line.split_once('=').map(|it| it.0.trim().to_owned());
            if let Some(key) = key.filter(|_| depth == 0 && !continued && !line.ends_with('\\')) {
                found.push(Line { path: path.clone(), number, key });
            }
            continued = line.ends_with('\\');
        }
    }
    found
}

#[test]
fn each_edit_is_the_only_difference() {
    let mut random = Random::new(18);
    let mut done = 0;
    let mut wrong = Vec::new();
    for seed in 0..GENERATED {
        let scratch = generated(seed);
        let outputs = displayed(&load(&scratch));
        let lines: Vec<Line> =
            lines(&scratch).into_iter().filter(|it| edited(&it.key, &mut random).is_some()).collect();
        assert!(lines.len() > 20, "{seed}");
        for _ in 0..EDITS / GENERATED as usize {
            let line = &lines[random.between(0, lines.len())];
            let path = scratch.path().join(&line.path);
            let before = fs::read_to_string(&path).expect("our own file");
            let value = edited(&line.key, &mut random).expect("a parameter that is edited");
            // One of five edits removes the line, unless the value is the default or the default is not certain.
            let written = before.lines().nth(line.number).and_then(|it| it.split_once('='));
            let is_default = line.key == "DEFAULT_PROJECT" || written.is_some_and(|it| it.1.trim() == "1");
            let removes = random.percent(20) && !is_default;
            let replaced = if removes { String::new() } else { format!("{} = {value}", line.key) };
            let after = before.lines().enumerate().map(|it| if it.0 == line.number { &*replaced } else { it.1 });
            fs::write(&path, after.collect::<Vec<_>>().join("\n") + "\n").expect("our own file");
            let comparison = compared(&load(&scratch), &outputs);
            let found = differing(&comparison);
            let is_it = |it: &Compared| {
                it.parameter.as_deref() == Some(line.key.as_str())
                    && it.verdict == if removes { Verdict::OnlyRunning } else { Verdict::Differs }
            };
            if !matches!(found.as_slice(), [only] if is_it(only)) {
                wrong.push(format!("{}:{} {replaced} (removed: {removes}): {found:#?}", line.path, line.number + 1));
            }
            fs::write(&path, before).expect("our own file");
            done += 1;
        }
    }
    assert_eq!(done, EDITS);
    assert!(wrong.is_empty(), "{} of {done}:\n{}", wrong.len(), wrong.join("\n"));
}
