//! Measurements with one document in three sizes: single edits, bursts of edits, requests at random positions, memory
//! and CPU time.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, ensure};
use lsflint_test_support::lsp::{Client, uri};
use serde_json::{Value, json};

use super::table::{Table, Times};
use super::{Server, capabilities};
use lsflint_test_support::generate;

/// The number of edits in a burst.
const BURST: usize = 50;

/// Positions reserved for the first and the last edit of a burst.
const RESERVED: usize = 2;

/// A document that is open in a server.
pub(super) struct Open<'s> {
    pub(super) client: Client,
    server: &'s Server,
    uri: String,
    lines: Vec<String>,
    version: i64,
    random: u64,
    /// The last mistake: its line, column and length.
    made: Option<(usize, usize, usize)>,
    /// Lines for mistakes.
    places: Vec<usize>,
    /// The server does not support incremental edits.
    takes_whole_texts: bool,
    /// The reserved position for the next mistake; otherwise a random one.
    reserved: Option<usize>,
}

/// CPU time in seconds and resident memory in bytes.
#[derive(Clone, Copy)]
pub(super) struct Costs {
    pub(super) seconds: f64,
    pub(super) bytes: f64,
}

impl<'s> Open<'s> {
    /// Starts a server in a folder and opens a file. Returns the time from opening to the findings.
    pub(super) fn new(server: &'s Server, folder: &Path, file: &str, text: &str) -> anyhow::Result<(Open<'s>, f64)> {
        std::fs::create_dir_all(folder)?;
        std::fs::write(folder.join(file), text)?;
        let mut client = server.start(folder);
        let can = client.hello(&[folder.to_owned()], &capabilities(server.pulls), &Value::Null);
        let sync = &can["textDocumentSync"];
        let takes_whole_texts = *sync == 1 || sync["change"] == 1;
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let can_be_spoilt = |it: &String| match server.mistake {
            _ if !it.is_ascii() => false,
            Some(_) => it.contains(" = ") && !it.trim_start().starts_with('#'),
            None => it.starts_with("PRIORITY") || it.starts_with("DESCRIPTION"),
        };
        let places: Vec<usize> = (0..lines.len()).filter(|it| can_be_spoilt(&lines[*it])).collect();
        ensure!(places.len() > RESERVED, "{file} has too few lines for mistakes");
        let uri = uri(&folder.join(file));
        let mut open = Open {
            client,
            server,
            uri,
            lines,
            version: 1,
            random: 7,
            made: None,
            places,
            reserved: None,
            takes_whole_texts,
        };
        let start = Instant::now();
        open.client.open(&open.uri, server.language, text);
        // The first edit makes a mistake, so that findings must arrive.
        open.edit();
        let end = open.findings();
        Ok((open, (end - start).as_secs_f64() * 1000.0))
    }

    fn below(&mut self, end: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.random >> 33) as usize) % end.max(1)
    }

    /// Makes a mistake, or reverts the last one.
    pub(super) fn edit(&mut self) {
        let (line, start, end, text) = match self.made.take() {
            Some((line, column, length)) => (line, column, column + length, ""),
            None => {
                let place = self.below(self.places.len() - RESERVED) + RESERVED;
                let line = self.places[self.reserved.unwrap_or(place)];
                let text = self.server.mistake.unwrap_or("x");
                let width = self.lines[line].encode_utf16().count();
                let column = if self.server.mistake.is_some() { width } else { 4 };
                self.made = Some((line, column, text.len()));
                (line, column, column, text)
            }
        };
        let position = |column: usize| json!({"line": line, "character": column});
        self.version += 1;
        let change = if self.takes_whole_texts {
            // The text before a mistake is ASCII, so that columns are bytes.
            self.lines[line].replace_range(start..end, text);
            json!({"text": self.lines.iter().map(|it| format!("{it}\n")).collect::<String>()})
        } else {
            json!({"range": {"start": position(start), "end": position(end)}, "text": text})
        };
        let document = json!({"uri": self.uri, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.client.notify("textDocument/didChange", params);
    }

    /// Waits for the findings of the latest text and returns their time of arrival.
    pub(super) fn findings(&mut self) -> Instant {
        let (uri, version) = (self.uri.clone(), self.version);
        if self.server.pulls {
            let id = self.client.request("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
            return self.client.answer(id).at;
        }
        let message = self.client.wait("findings", |it| {
            let params = &it.value["params"];
            let is_new = params["version"].as_i64().is_none_or(|it| it >= version);
            it.is("textDocument/publishDiagnostics") && params["uri"] == uri && is_new
        });
        message.at
    }

    /// Edits one after the other, and waits for the findings of each.
    pub(super) fn edits(&mut self, count: usize) -> Times {
        let mut times = Times::default();
        for _ in 0..count {
            let start = Instant::now();
            self.edit();
            times.add(self.findings() - start);
            self.client.drain();
        }
        times
    }

    /// Edits without waiting. Returns the time from the last edit to the last findings, and the number of
    /// notifications.
    pub(super) fn burst(&mut self) -> (f64, usize) {
        // All texts differ from the first and the last one, because the server sends no notification if findings do not
        // change.
        if self.made.is_some() {
            self.edit();
        }
        self.reserved = Some(0);
        self.edit();
        self.findings();
        self.reserved = None;
        for _ in 0..BURST - 1 {
            self.edit();
        }
        self.reserved = Some(1);
        self.edit();
        self.reserved = None;
        let start = Instant::now();
        let end = self.findings();
        let came = self.client.drain().iter().filter(|it| it.is("textDocument/publishDiagnostics")).count() + 1;
        ((end - start).as_secs_f64() * 1000.0, came)
    }

    /// Sends requests at random positions.
    pub(super) fn requests(&mut self, method: &str, count: usize) -> Times {
        let mut times = Times::default();
        for _ in 0..count {
            let line = self.below(self.lines.len());
            let width = self.lines[line].encode_utf16().count();
            let position = json!({"line": line, "character": self.below(width + 1)});
            let params = json!({"textDocument": {"uri": self.uri}, "position": position});
            let start = Instant::now();
            let id = self.client.request(method, params);
            times.add(self.client.answer(id).at - start);
        }
        times
    }

    /// The resources used by the process so far.
    pub(super) fn costs(&self) -> anyhow::Result<Costs> {
        costs(self.client.id())
    }
}

/// The resources used by a process so far.
pub(super) fn costs(process: u32) -> anyhow::Result<Costs> {
    let read = |file: &str| {
        std::fs::read_to_string(format!("/proc/{process}/{file}"))
            .context("CPU time and memory are available only on Linux")
    };
    let status = read("status")?;
    let resident = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).context("a line about memory")?;
    let kilobytes: f64 = resident.trim().trim_end_matches("kB").trim().parse()?;
    let stat = read("stat")?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|it| it.parse::<f64>().ok()).unwrap_or(0.0);
    Ok(Costs { seconds: (ticks(11) + ticks(12)) / 100.0, bytes: kilobytes * 1024.0 })
}

/// The sizes, the number of edits, and the goal for an edit in milliseconds.
const SIZES: [(&str, usize, usize, f64); 3] =
    [("10 KB", 10_000, 1000, 0.5), ("1 MB", 1_000_000, 1000, 5.0), ("10 MB", 10_000_000, 300, 15.0)];

/// Goals for requests at 1 MB in milliseconds.
const REQUESTS: [(&str, f64); 4] = [
    ("textDocument/hover", 1.0),
    ("textDocument/definition", 1.0),
    ("textDocument/completion", 5.0),
    ("textDocument/documentSymbol", 10.0),
];

pub(super) fn report(server: &Server, folder: &Path, seed: u64, table: &mut Table) -> anyhow::Result<()> {
    let mut slowest: BTreeMap<&str, f64> = BTreeMap::new();
    for (name, bytes, edits, goal) in SIZES {
        let text = generate::queues_file(seed, bytes);
        let size = text.len() as f64;
        let (mut open, first) = Open::new(server, &folder.join(name.replace(' ', "-")), "lsb.queues", &text)?;
        table.plain(format!("{name}: time from opening to findings"), format!("{first:.1} ms"));
        let processor = open.costs()?.seconds * 1000.0;
        table.plain(format!("{name}: CPU time from start to findings"), format!("{processor:.0} ms"));
        open.edits(20);
        let after_open = open.costs()?;
        let times = open.edits(edits);
        let after_edits = open.costs()?;
        slowest.insert(name, times.at(0.95));
        table.plain(format!("{name}: an edit, p50 / p95 / p99"), times.shown());
        table.at_most(format!("{name}: an edit, p95"), times.at(0.95), goal, "ms");
        let processor = (after_edits.seconds - after_open.seconds) * 1000.0 / edits as f64;
        table.plain(format!("{name}: CPU time of an edit"), format!("{processor:.2} ms"));
        let bursts: Vec<(f64, usize)> = (0..5).map(|_| open.burst()).collect();
        let mut burst: Vec<f64> = bursts.iter().map(|it| it.0).collect();
        burst.sort_by(f64::total_cmp);
        table.at_most(
            format!("{name}: burst of {BURST} edits, in edits"),
            burst[2] / times.at(0.5).max(0.05),
            1.5,
            "x",
        );
        table.plain(format!("{name}: findings sent in a burst"), bursts[2].1.to_string());
        table.at_most(format!("{name}: memory after {edits} edits"), after_edits.bytes / after_open.bytes, 1.3, "x");
        let per_byte = after_edits.bytes / size;
        match bytes >= 1_000_000 {
            true => table.at_most(format!("{name}: memory per byte of text"), per_byte, 15.0, "bytes"),
            false => table.plain(format!("{name}: memory"), format!("{:.1} MB", after_edits.bytes / 1e6)),
        }
        for (method, goal) in REQUESTS {
            let count = if method.ends_with("Symbol") { 20 } else { 100 };
            let before = open.costs()?;
            let times = open.requests(method, count);
            let processor = (open.costs()?.seconds - before.seconds) * 1000.0 / count as f64;
            let method = method.trim_start_matches("textDocument/");
            table.plain(format!("{name}: CPU time of {method}"), format!("{processor:.2} ms"));
            let what = format!("{name}: {method}, p95");
            match bytes {
                1_000_000 => table.at_most(what, times.at(0.95), goal, "ms"),
                _ => table.plain(what, format!("{:.2} ms", times.at(0.95))),
            }
        }
        open.client.goodbye();
    }
    table.at_most("an edit at 10 MB, in edits at 1 MB", slowest["10 MB"] / slowest["1 MB"], 3.0, "x");
    Ok(())
}
