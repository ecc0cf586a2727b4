//! Measurements with a cluster: nine open files in which a name changes that the others use, and the first check of a
//! cluster.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use lsflint_test_support::lsp::{Client, uri};
use serde_json::{Value, json};

use super::document::costs;
use super::table::{Table, Times};
use super::{Server, capabilities};
use lsflint_test_support::generate;

const FINDINGS: &str = "textDocument/publishDiagnostics";

pub(super) fn report(server: &Server, folder: &Path, seed: u64, table: &mut Table) -> anyhow::Result<()> {
    rename(server, &folder.join("cluster"), seed, table)?;
    first_look(server, &folder.join("first-look"), seed, table)
}

fn write(folder: &Path, files: &[generate::GeneratedFile]) -> anyhow::Result<()> {
    for file in files {
        let path = folder.join(&file.path);
        std::fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
        std::fs::write(path, &file.text)?;
    }
    Ok(())
}

/// Renames a resource in lsf.shared, and waits for the new findings of all files that use it.
fn rename(server: &Server, folder: &Path, seed: u64, table: &mut Table) -> anyhow::Result<()> {
    let files = generate::cluster(seed, "bench", generate::Counts::for_hosts(4600));
    write(folder, &files)?;
    let bytes: usize = files.iter().map(|it| it.text.len()).sum();
    let megabytes = bytes as f64 / 1e6;
    let mut client = server.start(folder);
    client.hello(&[folder.to_owned()], &capabilities(false), &Value::Null);
    for file in &files {
        client.open(&uri(&folder.join(&file.path)), "lsf", &file.text);
    }
    let shared = files.iter().find(|it| it.path.ends_with("lsf.shared")).context("lsf.shared")?;
    let (line, name) = most_used(&shared.text, &files).context("a resource that is used")?;
    let mut session = Renaming { client, uri: uri(&folder.join(&shared.path)), line, version: 1 };
    // Rename once and back, to know the affected files.
    session.toggle(&name, true);
    let affected = session.publications(Duration::from_millis(1500));
    ensure!(affected.len() > 1, "renaming `{name}` does not change findings of other files: {affected:?}");
    session.toggle(&name, false);
    session.publications(Duration::from_millis(1500));
    let before = costs(session.client.id())?;
    let mut times = Times::default();
    for round in 0..40 {
        let start = Instant::now();
        session.toggle(&name, round % 2 == 0);
        let mut missing = affected.clone();
        let mut last = start;
        while !missing.is_empty() {
            let message = session.client.wait("findings of all files", |it| it.is(FINDINGS));
            missing.remove(message.value["params"]["uri"].as_str().unwrap_or_default());
            last = message.at;
        }
        times.add(last - start);
    }
    let what = format!("{megabytes:.1} MB in nine files: a resource renamed");
    table.plain(format!("{what}, p50 / p95 / p99"), times.shown());
    table.at_most(format!("{what}, findings of {} files, p95", affected.len()), times.at(0.95), 30.0, "ms");
    let after = costs(session.client.id())?;
    table.at_most(
        format!("{megabytes:.1} MB in nine files: memory per byte"),
        after.bytes / bytes as f64,
        15.0,
        "bytes",
    );
    let processor = (after.seconds - before.seconds) * 1000.0 / 40.0;
    table.plain(format!("{what}, CPU time"), format!("{processor:.1} ms"));
    session.client.goodbye();
    Ok(())
}

/// The line and name of the resource that the most files use.
fn most_used(shared: &str, files: &[generate::GeneratedFile]) -> Option<(usize, String)> {
    let start = shared.lines().position(|it| it.trim_end() == "Begin Resource")? + 2;
    let rows = shared.lines().enumerate().skip(start).take_while(|it| !it.1.starts_with("End"));
    let names = rows.filter_map(|(line, row)| Some((line, row.split_whitespace().next()?.to_owned())));
    let names = names.filter(|it| shared.lines().nth(it.0).is_some_and(|row| row.starts_with(&it.1)) && it.1 != "#");
    names.max_by_key(|(_, name)| files.iter().filter(|it| it.text.contains(name.as_str())).count())
}

/// A resource that is renamed.
struct Renaming {
    client: Client,
    uri: String,
    line: usize,
    version: i64,
}

impl Renaming {
    /// Appends a letter to the name, or removes it.
    fn toggle(&mut self, name: &str, longer: bool) {
        let position = |column: usize| json!({"line": self.line, "character": column});
        let (end, text) = if longer { (name.len(), "q") } else { (name.len() + 1, "") };
        self.version += 1;
        let change = json!({"range": {"start": position(name.len()), "end": position(end)}, "text": text});
        let document = json!({"uri": self.uri, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.client.drain();
        self.client.notify("textDocument/didChange", params);
    }

    /// The files for which findings arrive.
    fn publications(&mut self, quiet: Duration) -> BTreeSet<String> {
        let mut told = BTreeSet::new();
        while let Ok(message) = self.client.wait_for(quiet, |it| it.is(FINDINGS)) {
            told.insert(message.value["params"]["uri"].as_str().unwrap_or_default().to_owned());
        }
        told
    }
}

/// The time from `initialized` to the first findings of a cluster of 1,000 hosts.
fn first_look(server: &Server, folder: &Path, seed: u64, table: &mut Table) -> anyhow::Result<()> {
    let mut files = generate::cluster(seed, "bench", generate::Counts::for_hosts(1000));
    let queues = files.iter_mut().find(|it| it.path.ends_with("lsb.queues")).context("lsb.queues")?;
    queues.text.push_str("\nBegin Queue\nQUEUE_NAME = mistake\nPRIORTY = 1\nEnd Queue\n");
    write(folder, &files)?;
    let (mut started, mut told) = (Times::default(), Times::default());
    for _ in 0..11 {
        let start = Instant::now();
        let mut client = server.start(folder);
        let folders = json!([{"uri": uri(folder), "name": "bench"}]);
        let params = json!({"processId": null, "capabilities": capabilities(false), "workspaceFolders": folders});
        client.call("initialize", params);
        let initialized = Instant::now();
        client.notify("initialized", json!({}));
        let first = client.wait("findings", |it| it.is(FINDINGS)).at;
        started.add(initialized - start);
        told.add(first - initialized);
        client.goodbye();
    }
    table.plain("start of the process to the response to `initialize`, median", format!("{:.1} ms", started.at(0.5)));
    table.at_most("1,000 hosts: `initialized` to the first findings, p95", told.at(0.95), 200.0, "ms");
    Ok(())
}
