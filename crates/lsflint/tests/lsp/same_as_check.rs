//! The two doors of the house: the server finds what `lsflint check` finds, in the same words, in every cluster of
//! `testdata` and with every fault.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use lsflint_test_support::lsp::{Client, uri};
use lsflint_test_support::{Scratch, cluster, repository};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cases::files_below;

/// Findings by file, each as one line: place, code, severity, words, other places, fix.
pub(crate) type Findings = BTreeMap<String, Vec<String>>;

/// What the command line finds in a folder.
pub(crate) fn by_check(folder: &Path) -> Findings {
    by_check_of(folder, &["."])
}

/// What the command line finds when it is called in a folder with these arguments.
pub(crate) fn by_check_of(folder: &Path, arguments: &[&str]) -> Findings {
    let output = Command::new(env!("CARGO_BIN_EXE_lsflint"))
        .args(["check", "--quiet", "--output-format", "json"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the binary starts");
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let mut found = Findings::new();
    for it in report["diagnostics"].as_array().expect("a list") {
        let place = |range: &Value| {
            let end = |end: &str| format!("{}:{}", range[end]["line"], range[end]["column"]);
            format!("{}-{}", end("start"), end("end"))
        };
        let related = it["related"].as_array().map_or(&[][..], Vec::as_slice).iter();
        let related =
            related.map(|it| format!("{} {} {}", text(&it["file"]), place(&it["range"]), text(&it["message"])));
        let mut message = text(&it["message"]).to_owned();
        for (before, key) in [("\n", "effect"), ("\nhelp: ", "help")] {
            if let Some(more) = it[key].as_str() {
                message.push_str(before);
                message.push_str(more);
            }
        }
        let severity = match text(&it["severity"]) {
            "error" => 1,
            "warning" => 2,
            "info" => 3,
            _ => 4,
        };
        let line = line(&place(&it["range"]), &it["code"], severity, &message, related, &it["fix"]["title"]);
        found.entry(text(&it["file"]).to_owned()).or_default().push(line);
    }
    found
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn line(
    place: &str,
    code: &Value,
    severity: u64,
    message: &str,
    related: impl Iterator<Item = String>,
    fix: &Value,
) -> String {
    let related: Vec<String> = related.collect();
    format!("{place} {} {severity} {message:?} {related:?} {}", text(code), text(fix))
}

/// The name of a file as it is shown in a folder.
fn shown(root: &Path, name: &str) -> String {
    if let Some(below) = name.strip_prefix(&format!("{}/", uri(root))) {
        return below.to_owned();
    }
    let beside = root.parent().and_then(|it| name.strip_prefix(&format!("{}/", uri(it))));
    beside.map_or_else(|| name.to_owned(), |it| format!("../{it}"))
}

/// Findings in words of the protocol, with positions in characters.
pub(crate) fn in_words(root: &Path, file: &str, items: &[Value]) -> Option<(String, Vec<String>)> {
    let relative = |uri: &str| shown(root, uri);
    let place = |range: &Value| {
        let end = |end: &Value| {
            let count = |key: &str| end[key].as_u64().unwrap_or_default() + 1;
            format!("{}:{}", count("line"), count("character"))
        };
        format!("{}-{}", end(&range["start"]), end(&range["end"]))
    };
    let lines = items.iter().map(|it| {
        let related = it["relatedInformation"].as_array().map_or(&[][..], Vec::as_slice).iter();
        let related = related.map(|it| {
            let location = &it["location"];
            format!("{} {} {}", relative(text(&location["uri"])), place(&location["range"]), text(&it["message"]))
        });
        let severity = it["severity"].as_u64().unwrap_or_default();
        line(&place(&it["range"]), &it["code"], severity, text(&it["message"]), related, &it["data"]["fix"])
    });
    (!items.is_empty()).then(|| (relative(file), lines.collect()))
}

/// What a client of these tests can do: positions in characters, findings on request.
pub(crate) fn capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-32"]},
        "textDocument": {"diagnostic": {}},
        "workspace": {"workspaceFolders": true, "diagnostics": {"refreshSupport": true}},
    })
}

/// All findings, with all that the command line says about each.
pub(crate) fn settings() -> Value {
    json!({"maxProblems": 1_000_000, "diagnostics": {"message": "full"}})
}

/// What the server says about all files.
pub(crate) fn by_asking(client: &mut Client, root: &Path) -> Findings {
    let report = client.call("workspace/diagnostic", json!({"previousResultIds": []}));
    let files = report["items"].as_array().expect("a list");
    files.iter().filter_map(|it| in_words(root, text(&it["uri"]), it["items"].as_array().expect("a list"))).collect()
}

fn by_server(root: &Path) -> Findings {
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], root);
    client.hello(&[root.to_owned()], &capabilities(), &settings());
    let found = by_asking(&mut client, root);
    assert!(client.goodbye().success());
    found
}

/// What a client is sent that does not ask.
fn by_push(root: &Path) -> Findings {
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], root);
    let capabilities = json!({"general": {"positionEncodings": ["utf-32"]}});
    client.hello(&[root.to_owned()], &capabilities, &settings());
    // All of them are written before the answer to anything that comes later.
    client.notify(
        "textDocument/didOpen",
        json!({"textDocument": {"uri": "file:///x", "languageId": "", "version": 1, "text": ""}}),
    );
    client.call("textDocument/diagnostic", json!({"textDocument": {"uri": "file:///x"}}));
    let _ = client.wait_for(std::time::Duration::from_millis(50), |_| false);
    let found = published(&client, root);
    assert!(client.goodbye().success());
    found
}

/// What the server sent so far.
pub(crate) fn published(client: &Client, root: &Path) -> Findings {
    client.diagnostics.iter().filter_map(|(uri, (_, items))| in_words(root, uri, items)).collect()
}

#[track_caller]
fn check(root: &Path, what: &str) {
    let expected = by_check(root);
    for (name, found) in [("asked", by_server(root)), ("sent", by_push(root))] {
        for file in expected.keys().chain(found.keys()) {
            assert_eq!(found.get(file), expected.get(file), "{what}, {name}: {file}");
        }
    }
}

/// One replacement in a file of the cluster `clean`.
#[derive(Deserialize)]
struct Fault {
    file: String,
    find: String,
    write: String,
}

#[derive(Deserialize)]
struct Faults {
    fault: Vec<Fault>,
}

#[test]
fn every_cluster() {
    for entry in std::fs::read_dir(repository().join("testdata/clusters")).expect("there are clusters") {
        let folder = entry.expect("an entry").path();
        if folder.is_dir() {
            check(&folder.canonicalize().expect("a folder"), &folder.display().to_string());
        }
    }
    // All together are several clusters in one workspace.
    check(&repository().join("testdata/clusters").canonicalize().expect("a folder"), "all clusters");
}

#[test]
fn every_fault() {
    let text = std::fs::read_to_string(repository().join("testdata/clusters/faults.toml")).expect("the list of faults");
    let faults = toml::from_str::<Faults>(&text).expect("a list of faults").fault;
    let files = files_below(&cluster("clean"));
    let scratch = Scratch::new();
    for (name, text) in &files {
        scratch.write(name, text);
    }
    let root = scratch.path();
    // One server sees all of them come and go, each by an edit of the open file and of the one on the disk.
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], &root);
    client.hello(std::slice::from_ref(&root), &capabilities(), &settings());
    for (name, text) in &files {
        client.open(&uri(&root.join(name)), "lsf", text);
    }
    // The server checks the scripts because they are open, the command line because they are named.
    let scripts = files.keys().map(String::as_str).filter(|it| it.ends_with(".sh"));
    let arguments: Vec<&str> = std::iter::once(".").chain(scripts).collect();
    let mut all = files.clone();
    for (number, fault) in faults.iter().enumerate() {
        let faulty = files[&fault.file].replace(&fault.find, &fault.write);
        assert_ne!(faulty, files[&fault.file], "{}", fault.find);
        all.entry(fault.file.clone()).and_modify(|it| *it = it.replace(&fault.find, &fault.write));
        let mut change = |text: &str, version: usize| {
            scratch.write(&fault.file, text);
            let document = json!({"uri": uri(&root.join(&fault.file)), "version": version});
            let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
            client.notify("textDocument/didChange", params);
            by_asking(&mut client, &root)
        };
        let found = change(&faulty, 2 * number + 2);
        let expected = by_check_of(&root, &arguments);
        assert_eq!(found, expected, "{}: {}", fault.file, fault.write);
        change(&files[&fault.file], 2 * number + 3);
    }
    assert_eq!(by_asking(&mut client, &root), by_check_of(&root, &arguments), "all faults are gone");
    for (name, text) in &all {
        scratch.write(name, text);
    }
    check(&root, "all faults");
}

/// Job scripts: those of `job-scripts`, and those that are open and call LSF.
#[test]
fn every_script() {
    let scratch = Scratch::new();
    for (name, text) in files_below(&cluster("clean")) {
        scratch.write(&name, &text);
    }
    scratch.write("jobs/wrong.sh", "#!/bin/sh\n#BSUB -q nosuch -W 1:99\nbsub -R \"select[mem>\" -M 4 ./a\n");
    scratch.write("lsflint.toml", "job-scripts = [\"jobs/*.sh\"]\n");
    let root = scratch.path();
    let expected = by_check(&root);
    assert_eq!(expected["jobs/wrong.sh"].len(), 2, "{expected:?}");
    check(&root, "job-scripts");
    // Without `job-scripts`, both check the scripts with `#BSUB` lines.
    scratch.write("lsflint.toml", "");
    assert!(by_check(&root).contains_key("jobs/wrong.sh"));
    check(&root, "no job-scripts");
    // With none, the server checks what is open, and the command line what is named.
    scratch.write("lsflint.toml", "job-scripts = []\n");
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], &root);
    client.hello(std::slice::from_ref(&root), &capabilities(), &settings());
    assert!(!by_asking(&mut client, &root).contains_key("jobs/wrong.sh"));
    for name in ["jobs/wrong.sh", "jobs/submit.sh", "jobs/regress.sh"] {
        let text = std::fs::read_to_string(root.join(name)).expect("a script");
        client.open(&uri(&root.join(name)), "shellscript", &text);
    }
    let expected = by_check_of(&root, &[".", "jobs/wrong.sh", "jobs/submit.sh", "jobs/regress.sh"]);
    assert_eq!(by_asking(&mut client, &root), expected);
    assert!(client.goodbye().success());
}

/// A file with zero bytes, on the disk and in an editor. A script is checked only if it is named or open.
#[test]
fn zero_bytes() {
    let queues = "Begin Queue\nQUEUE_NAME = a\nPRIORITY = 1\0 2\nPRIORITY = \0\0\nEnd Queue\n\0\n";
    let script = "#!/bin/sh\n#BSUB -q nosuch\0 -W 1:99\nbsub -R \"select[mem>\" ./a\n";
    let scratch = Scratch::with(&[("lsb.queues", queues), ("job.sh", script)]);
    let root = scratch.path();
    let expected = by_check(&root);
    assert!(expected["lsb.queues"][0].contains(" F006 "), "{expected:?}");
    assert!(!expected.contains_key("job.sh"), "{expected:?}");
    check(&root, "zero bytes");
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], &root);
    client.hello(std::slice::from_ref(&root), &capabilities(), &settings());
    client.open(&uri(&root.join("lsb.queues")), "lsf", queues);
    client.open(&uri(&root.join("job.sh")), "shellscript", script);
    let expected = by_check_of(&root, &[".", "job.sh"]);
    assert!(expected.contains_key("job.sh"), "{expected:?}");
    assert_eq!(by_asking(&mut client, &root), expected);
    assert!(client.goodbye().success());
}
