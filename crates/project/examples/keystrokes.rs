//! What a keystroke costs in processor time: opens a folder as an editor does, edits one of its files at random places,
//! and takes every edit back.
//!
//! `cargo run --profile profiling -p lsflint-project --example keystrokes -- FOLDER FILE [EDITS]`
#![allow(clippy::print_stdout, reason = "the table is the product")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lsflint_project::{ConfigSource, Session, SessionOptions};
use lsflint_syntax::{Edit, TextRange, TextSize};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, file, rest @ ..] = &arguments[..] else {
        println!("keystrokes FOLDER FILE [EDITS] [SEED] [LINE]");
        return ExitCode::from(2);
    };
    let edits = rest.first().and_then(|it| it.parse().ok()).unwrap_or(200);
    let seed = rest.get(1).and_then(|it| it.parse().ok()).unwrap_or(1);
    let only = rest.get(2).map_or("", String::as_str);
    let folder = match PathBuf::from(folder).canonicalize() {
        Ok(folder) => folder,
        Err(error) => {
            println!("{folder}: {error}");
            return ExitCode::from(2);
        }
    };
    let before = resident();
    let start = Instant::now();
    let options = SessionOptions { config: ConfigSource::Nothing, ..SessionOptions::default() };
    let mut session = Session::new(&folder, options);
    session.set_roots(vec![folder.clone()]);
    session.refresh();
    let opened = resident();
    let snapshot = session.snapshot();
    let bytes: usize = snapshot.files().map(|it| it.source.text().len()).sum();
    let found: usize = snapshot.files().map(|it| it.findings.len()).sum();
    println!("{bytes} bytes, opened in {:.1} ms, {found} findings", start.elapsed().as_secs_f64() * 1e3);
    println!("memory {:.1} bytes per byte", (opened - before) as f64 / bytes as f64);
    let known = snapshot.files().map(|it| it.path.clone()).find(|it| it.ends_with(file));
    drop(snapshot);
    let path = match known {
        Some(path) => {
            session.open(&path, text_of(&session, &path));
            path
        }
        // A job script is checked when it is open.
        None => {
            let path = folder.join(file);
            let Ok(text) = std::fs::read_to_string(&path) else {
                println!("no such file");
                return ExitCode::from(2);
            };
            session.open(&path, text);
            session.refresh();
            path.into()
        }
    };

    let mut random = Random(seed);
    let mut table: BTreeMap<(&str, &str), Vec<Duration>> = BTreeMap::new();
    let mut slowest = (Duration::ZERO, String::new());
    let mut done = 0;
    while done < edits {
        let text = text_of(&session, &path);
        let mut at = random.below(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let line = text[..at].rfind('\n').map_or(0, |it| it + 1);
        let end = at + text[at..].find('\n').unwrap_or(text.len() - at);
        let class = class(&text[line..end]);
        if !only.is_empty() && class != only {
            continue;
        }
        done += 1;
        let (at, insert, what) = match random.below(8) {
            0 => (at, "\"", "quote"),
            1 => (at, "x", "letter"),
            2 => (at, "#", "comment"),
            3 => (line, "x", "first letter"),
            4 => (end, "0", "last digit"),
            5 => (end, "\n", "new line"),
            6 => (at, ")", "parenthesis"),
            _ => (end, " ]", "bracket"),
        };
        let offset = TextSize::new(at as u32);
        let length = TextSize::of(insert);
        let there = Edit { range: TextRange::empty(offset), insert: insert.to_owned() };
        let back = Edit { range: TextRange::at(offset, length), insert: String::new() };
        for edit in [there, back] {
            let start = processor_time();
            session.edit(&path, vec![edit]);
            let changed = session.refresh();
            let all = processor_time().saturating_sub(start);
            table.entry(("all", "")).or_default().push(all);
            table.entry(("line", class)).or_default().push(all);
            table.entry(("edit", what)).or_default().push(all);
            if all > slowest.0 {
                slowest = (all, format!("{what} at {at}: {:?} {:?}", &text[line..end], changed.work));
            }
        }
    }
    println!("{:24} {:>9} {:>9} {:>9} {:>6}", "milliseconds", "p50", "p95", "max", "n");
    for ((group, name), mut times) in table {
        times.sort();
        let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
        println!("{group:6}{name:18} {:9.3} {:9.3} {:9.3} {:6}", at(50), at(95), at(100), times.len());
    }
    println!("slowest {:.3} ms: {}", slowest.0.as_secs_f64() * 1e3, slowest.1);
    println!("memory after it {:.2} of that before", resident() as f64 / opened as f64);
    ExitCode::SUCCESS
}

fn text_of(session: &Session, path: &Path) -> Arc<str> {
    session.snapshot().file(path).expect("it was opened").1.source.text().clone()
}

fn class(line: &str) -> &'static str {
    let line = line.trim_start();
    match line.split_once('=') {
        _ if line.is_empty() => "blank",
        _ if line.starts_with('#') => "comment",
        _ if line.starts_with("Begin") || line.starts_with("End") => "marker",
        Some((key, _)) if key.trim() == "RES_REQ" => "requirement",
        Some((key, _)) if key.trim() == "QUEUE_NAME" => "name",
        Some((key, _)) if !key.trim().contains(' ') => "value",
        _ => "row",
    }
}

/// The processor time of this thread: unlike the time of the clock, it does not depend on what else the machine has to
/// do. An edit is answered on one thread. The time of the clock where the system does not say.
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    // Linux: the time on the processor, the time in its queue, and the number of turns.
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|it| it.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Bytes in memory; 0 where the machine does not say.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0) * 4096
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}
