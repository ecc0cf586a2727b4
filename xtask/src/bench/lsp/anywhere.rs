//! Edits at random places of a document, with and without many findings: what each costs the server in CPU time.
//!
//! An edit inserts a character, opens or closes a quote, a parenthesis, an `#if`, a section, makes a line a comment, or
//! inserts or deletes a line; the next edit reverts it. CPU time does not depend on what else the machine does, and two
//! servers that are measured in turn (`--before`) meet the same conditions.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use lsflint_test_support::generate::{self, Random};
use lsflint_test_support::lsp::{Client, uri};
use serde_json::{Value, json};

use super::document::costs;
use super::table::{Table, Times};
use super::{Server, capabilities};

/// The sizes, the number of edits, the goal for their CPU time in milliseconds, and the findings of the document.
const SIZES: [(&str, usize, usize, f64, usize); 4] = [
    ("1 MB", 1_000_000, 200, 5.0, 0),
    ("1 MB", 1_000_000, 200, 5.0, 830),
    ("10 MB", 10_000_000, 100, 15.0, 0),
    ("10 MB", 10_000_000, 100, 15.0, 1000),
];

/// An edit: the line, the columns that it replaces, the text, and how it is reverted.
struct Change {
    range: [usize; 4],
    text: String,
    reverted: ([usize; 4], String),
}

/// A document that is open in a server.
struct Open {
    client: Client,
    uri: String,
    version: i64,
    pulls: bool,
    result: Value,
    times: Times,
}

/// Measures servers, each with the other ones in turn.
pub(super) fn report(servers: &[Server], folder: &Path, seed: u64, table: &mut Table) -> anyhow::Result<()> {
    for (name, bytes, count, goal, findings) in SIZES {
        let text = with_mistakes(&generate::queues_file(seed, bytes), findings, seed);
        for pulls in [false, true] {
            let mut open: Vec<Open> = Vec::new();
            for (number, server) in servers.iter().enumerate() {
                let folder = folder.join(format!("anywhere-{number}"));
                open.push(Open::new(server, &folder, &text, pulls)?);
            }
            let lines: Vec<&str> = text.lines().collect();
            let mut random = Random::new(seed);
            for _ in 0..count {
                let change = change(&lines, &mut random);
                for open in &mut open {
                    open.edit(&change.range, &change.text)?;
                    open.edit(&change.reverted.0, &change.reverted.1)?;
                }
            }
            let way = if pulls { "pulled" } else { "pushed" };
            for (server, open) in servers.iter().zip(open) {
                let what = format!("{}: {name}, {findings} findings, {way}: an edit anywhere", server.name);
                let times = &open.times;
                let shown = format!("{:.2} / {:.2} / {:.2}", times.at(0.5), times.at(0.95), times.at(1.0));
                table.plain(format!("{what}, CPU p50 / p95 / max"), shown);
                table.at_most(format!("{what}, CPU p95"), times.at(0.95), goal, "ms");
                let memory = costs(open.client.id())?.bytes / text.len() as f64;
                table.plain(format!("{what}, memory"), format!("{memory:.1} bytes/byte"));
                open.client.goodbye();
            }
        }
    }
    Ok(())
}

impl Open {
    fn new(server: &Server, folder: &Path, text: &str, pulls: bool) -> anyhow::Result<Open> {
        fs::create_dir_all(folder)?;
        let path = folder.join("lsb.queues");
        fs::write(&path, text)?;
        let mut client = server.start(folder);
        client.hello(&[folder.to_owned()], &capabilities(pulls), &Value::Null);
        client.open(&uri(&path), server.language, text);
        let mut open =
            Open { client, uri: uri(&path), version: 1, pulls, result: Value::Null, times: Times::default() };
        open.wait()?;
        Ok(open)
    }

    /// Edits, and waits until the server has processed the edit and sent all findings.
    fn edit(&mut self, range: &[usize; 4], text: &str) -> anyhow::Result<()> {
        let before = processor_time(self.client.id())?;
        self.version += 1;
        let [line, start, last, end] = range;
        let range = json!({"start": {"line": line, "character": start}, "end": {"line": last, "character": end}});
        let document = json!({"uri": self.uri, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [{"range": range, "text": text}]});
        self.client.notify("textDocument/didChange", params);
        self.wait()?;
        self.times.add(processor_time(self.client.id())?.saturating_sub(before));
        Ok(())
    }

    fn wait(&mut self) -> anyhow::Result<()> {
        let document = json!({"uri": self.uri});
        if self.pulls {
            let params = json!({"textDocument": document, "previousResultId": self.result});
            let answer = self.client.call("textDocument/diagnostic", params);
            ensure!(answer["kind"].is_string(), "no report: {answer}");
            self.result = answer["resultId"].clone();
        } else {
            // Findings are sent before the answer.
            let params = json!({"textDocument": document, "position": {"line": 0, "character": 0}});
            self.client.call("textDocument/linkedEditingRange", params);
            self.client.drain();
        }
        Ok(())
    }
}

/// Misspells keys.
fn with_mistakes(text: &str, count: usize, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let can_be_spoilt = |it: &String| it.starts_with("PRIORITY") || it.starts_with("DESCRIPTION");
    let mut places: Vec<usize> = (0..lines.len()).filter(|it| can_be_spoilt(&lines[*it])).collect();
    for _ in 0..count.min(places.len()) {
        let place = places.swap_remove(random.between(0, places.len()));
        lines[place].insert(4, 'x');
    }
    lines.iter().map(|it| format!("{it}\n")).collect()
}

fn change(lines: &[&str], random: &mut Random) -> Change {
    // The generated text is ASCII, so columns are bytes.
    let line = random.between(0, lines.len() - 1);
    let width = lines[line].len();
    let column = random.between(0, width + 1);
    let insert = |line: usize, column: usize, text: &str| {
        let end = if text.ends_with('\n') { [line + 1, 0] } else { [line, column + text.len()] };
        let reverted = ([line, column, end[0], end[1]], String::new());
        Change { range: [line, column, line, column], text: text.to_owned(), reverted }
    };
    match random.between(0, 9) {
        0 => insert(line, column, "x"),
        1 => insert(line, column, "\""),
        2 => insert(line, column, "("),
        3 => insert(line, 0, "#"),
        4 => insert(line, width, "0"),
        5 => insert(line, width, "\n"),
        6 => insert(line, 0, "#if time(1:00-2:00)\n"),
        7 => {
            // A section that does not begin or end any more.
            let is_marker = |it: &usize| lines[*it].starts_with("Begin") || lines[*it].starts_with("End");
            let marker = (line..lines.len()).chain(0..line).find(is_marker).unwrap_or(line);
            insert(marker, 0, "x")
        }
        _ => Change {
            range: [line, 0, line + 1, 0],
            text: String::new(),
            reverted: ([line, 0, line, 0], format!("{}\n", lines[line])),
        },
    }
}

/// The CPU time of all threads of a process.
fn processor_time(process: u32) -> anyhow::Result<std::time::Duration> {
    let mut nanoseconds = 0;
    for thread in fs::read_dir(format!("/proc/{process}/task")).context("CPU time is available only on Linux")? {
        // A thread may have ended.
        let statistics = fs::read_to_string(thread?.path().join("schedstat")).unwrap_or_default();
        nanoseconds += statistics.split_whitespace().next().and_then(|it| it.parse::<u64>().ok()).unwrap_or_default();
    }
    Ok(std::time::Duration::from_nanos(nanoseconds))
}
