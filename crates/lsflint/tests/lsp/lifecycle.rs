//! What happens round the features: saying hello, folders, files on the disk, settings, traces.

use std::path::Path;
use std::time::Duration;

use lsflint_test_support::lsp::{Client, uri};
use lsflint_test_support::{MINI_CLUSTER, Scratch};
use serde_json::{Value, json};

const FINDINGS: &str = "textDocument/publishDiagnostics";
const QUEUES: &str = "Begin Queue\nQUEUE_NAME = normal\nPRIORTY = 30\nEnd Queue\n";

fn server(folder: &Path) -> Client {
    Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], folder)
}

/// A folder with one file in which a parameter is misspelt.
fn scratch() -> Scratch {
    Scratch::with(&[("lsb.queues", QUEUES)])
}

/// A small cluster that knows one group of hosts.
fn cluster_with_group(name: &str) -> Scratch {
    let scratch = Scratch::with(&MINI_CLUSTER);
    scratch.write("lsb.hosts", group(name));
    scratch
}

fn group(name: &str) -> String {
    format!("Begin HostGroup\nGROUP_NAME GROUP_MEMBER\n{name} (h1)\nEnd HostGroup\n")
}

/// Waits until the findings of a file have these codes.
#[track_caller]
fn expect_codes(client: &mut Client, uri: &str, codes: &[&str]) {
    let shown = |client: &Client| {
        let found = client.diagnostics.get(uri).map_or(&[][..], |it| &it.1);
        found.iter().map(|it| it["code"].as_str().unwrap_or("-").to_owned()).collect::<Vec<_>>()
    };
    while shown(client) != codes {
        let what = format!("{codes:?} in {uri}, not {:?}", shown(client));
        client.wait(&what, |it| it.is(FINDINGS) && it.value["params"]["uri"] == uri);
    }
}

fn file(scratch: &Scratch, name: &str) -> String {
    uri(&scratch.path().join(name))
}

#[test]
fn the_encoding_is_the_first_that_both_know() {
    for (offered, expected) in [
        (json!(["utf-32", "utf-8", "utf-16"]), "utf-32"),
        (json!(["utf-7", "utf-8"]), "utf-8"),
        (json!([]), "utf-16"),
        (Value::Null, "utf-16"),
    ] {
        let scratch = Scratch::new();
        let mut client = server(&scratch.path());
        let can = client.hello(&[], &json!({"general": {"positionEncodings": offered}}), &Value::Null);
        assert_eq!(can["positionEncoding"], expected, "{offered}");
    }
}

/// A client that asks for findings, and asks again when it is told to.
fn asks() -> Value {
    json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}})
}

#[test]
fn findings_are_either_pulled_or_pushed() {
    let scratch = scratch();
    let queues = file(&scratch, "lsb.queues");
    let mut client = server(&scratch.path());
    let can = client.hello(&[scratch.path()], &json!({}), &Value::Null);
    assert_eq!(can.get("diagnosticProvider"), None);
    expect_codes(&mut client, &queues, &["P001"]);

    // One that can ask, but cannot be told that there is something new to ask for: it asks for all files that it shows,
    // but for one client, which does not.
    let asks_only = json!({"textDocument": {"diagnostic": {}}});
    let mut client = server(&scratch.path());
    let can = client.hello(&[scratch.path()], &asks_only, &Value::Null);
    assert_eq!(can["diagnosticProvider"]["interFileDependencies"], true);
    let mut client = server(&scratch.path());
    let can = client.hello_as("Neovim", &[scratch.path()], &asks_only, &Value::Null);
    assert_eq!(can.get("diagnosticProvider"), None);
    expect_codes(&mut client, &queues, &["P001"]);

    let mut client = server(&scratch.path());
    let can = client.hello(&[scratch.path()], &asks(), &Value::Null);
    assert_eq!(can["diagnosticProvider"]["workspaceDiagnostics"], true);
    client.call("textDocument/diagnostic", json!({"textDocument": {"uri": queues}}));
    let told = client.wait_for(Duration::from_millis(100), |it| it.is(FINDINGS));
    assert!(told.is_err(), "a client that asks is not told");
}

#[test]
fn folders_are_added_and_removed() {
    let (first, second) = (scratch(), scratch());
    let mut client = server(&first.path());
    client.hello(&[first.path()], &json!({}), &Value::Null);
    expect_codes(&mut client, &file(&first, "lsb.queues"), &["P001"]);
    let folder = |it: &Scratch| json!({"uri": uri(&it.path()), "name": "a folder"});
    let change = |added: Value, removed: Value| json!({"event": {"added": added, "removed": removed}});
    let method = "workspace/didChangeWorkspaceFolders";
    client.notify(method, change(json!([folder(&second)]), json!([])));
    expect_codes(&mut client, &file(&second, "lsb.queues"), &["P001"]);
    client.notify(method, change(json!([]), json!([folder(&first)])));
    expect_codes(&mut client, &file(&first, "lsb.queues"), &[]);
    client.notify(method, change(json!([]), json!([folder(&second)])));
    expect_codes(&mut client, &file(&second, "lsb.queues"), &[]);
}

#[test]
fn older_clients_name_their_folder_in_other_ways() {
    let scratch = scratch();
    let path = scratch.path();
    for roots in [json!({"rootUri": uri(&path)}), json!({"rootUri": null, "rootPath": path.to_string_lossy()})] {
        let mut client = server(&path);
        let mut params = json!({"processId": null, "capabilities": {}});
        params.as_object_mut().expect("an object").extend(roots.as_object().expect("an object").clone());
        client.call("initialize", params);
        client.notify("initialized", json!({}));
        expect_codes(&mut client, &file(&scratch, "lsb.queues"), &["P001"]);
    }
}

#[test]
fn a_lone_file_is_looked_at_in_its_cluster() {
    let scratch = cluster_with_group("other");
    let queues = file(&scratch, "lsb.queues");
    let mut client = server(&scratch.path());
    client.hello(&[], &json!({}), &Value::Null);
    client.open(&queues, "lsf", "Begin Queue\nQUEUE_NAME = normal\nRES_REQ = select[lik>1]\nHOSTS = h7\nEnd Queue\n");
    expect_codes(&mut client, &queues, &["X001", "X101"]);
    assert_eq!(client.diagnostics.len(), 1, "the neighbours are read and not reported on: {:?}", client.diagnostics);
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": queues}}));
    expect_codes(&mut client, &queues, &[]);
}

#[test]
fn paths_with_anything_in_them() {
    let scratch = Scratch::with(&[("größe 1/#50%/lsb.queues", QUEUES), ("größe 1/#50%/lsb.users", "")]);
    let queues = file(&scratch, "größe 1/#50%/lsb.queues");
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    expect_codes(&mut client, &queues, &["P001"]);
    // The same file, spelt as some clients do.
    let spelt = queues.replace("%C3%B6", "%c3%b6");
    client.open(&spelt, "lsf", "Begin Queue\nQUEUE_NAME = normal\nNICE = x\nEnd Queue\n");
    expect_codes(&mut client, &spelt, &["P101"]);
    expect_codes(&mut client, &queues, &[]);
}

#[test]
fn files_on_the_disk_are_watched() {
    let scratch = cluster_with_group("other");
    let mut client = server(&scratch.path());
    let dynamic = json!({"dynamicRegistration": true});
    let capabilities = json!({"workspace": {"didChangeWatchedFiles": dynamic, "didChangeConfiguration": dynamic}});
    client.hello(&[scratch.path()], &capabilities, &Value::Null);
    let asked = client.wait("a registration", |it| it.is("client/registerCapability")).value;
    let methods: Vec<_> =
        asked["params"]["registrations"].as_array().expect("a list").iter().map(|it| &it["method"]).collect();
    assert_eq!(methods, ["workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration"]);

    let queues = file(&scratch, "lsb.queues");
    client.open(&queues, "lsf", "Begin Queue\nQUEUE_NAME = normal\nHOSTS = big\nEnd Queue\n");
    expect_codes(&mut client, &queues, &["X101"]);
    let changed = |uri: &str, kind: u32| json!({"changes": [{"uri": uri, "type": kind}]});
    scratch.write("lsb.hosts", group("big"));
    client.notify("workspace/didChangeWatchedFiles", changed(&file(&scratch, "lsb.hosts"), 2));
    expect_codes(&mut client, &queues, &[]);
    scratch.write("lsflint.toml", "select = [\"R\"]\n");
    scratch.write("lsb.hosts", group("small"));
    client.notify("workspace/didChangeWatchedFiles", changed(&file(&scratch, "lsflint.toml"), 1));
    client.notify("workspace/didChangeWatchedFiles", changed(&file(&scratch, "lsb.hosts"), 2));
    scratch.write("lsflint.toml", "");
    client.notify("workspace/didChangeWatchedFiles", changed(&file(&scratch, "lsflint.toml"), 2));
    expect_codes(&mut client, &queues, &["X101"]);
}

#[test]
fn a_baseline_on_the_disk_hides_findings() {
    let scratch = scratch();
    let baseline = scratch.path().join("lsflint-baseline.toml");
    let record = |path: &Path| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lsflint"));
        command.args(["check", "--quiet", "--write-baseline"]).arg(path).current_dir(scratch.path());
        // In CI, findings are not recorded.
        let done = command.env_remove("CI").output().expect("it runs");
        assert!(done.status.success(), "{}: {}", done.status, String::from_utf8_lossy(&done.stderr));
        std::fs::read_to_string(path).expect("a baseline")
    };
    let known = record(&baseline);
    let queues = file(&scratch, "lsb.queues");
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    expect_codes(&mut client, &queues, &["P001"]);
    let changed = |client: &mut Client, name: &str| {
        let changes = json!({"changes": [{"uri": file(&scratch, name), "type": 2}]});
        client.notify("workspace/didChangeWatchedFiles", changes);
    };
    // The key: what the baseline has is not shown.
    scratch.write("lsflint.toml", "baseline = \"lsflint-baseline.toml\"\n");
    changed(&mut client, "lsflint.toml");
    expect_codes(&mut client, &queues, &[]);
    // A new mistake is, also while the file is open.
    client.open(&queues, "lsf", &QUEUES.replace("End", "NICE = x\nEnd"));
    expect_codes(&mut client, &queues, &["P101"]);
    // Somebody else removes the entry.
    let without: Vec<&str> = known.lines().filter(|it| !it.contains("P001")).collect();
    scratch.write("lsflint-baseline.toml", without.join("\n"));
    changed(&mut client, "lsflint-baseline.toml");
    expect_codes(&mut client, &queues, &["P001", "P101"]);
    scratch.write("lsflint-baseline.toml", &known);
    changed(&mut client, "lsflint-baseline.toml");
    expect_codes(&mut client, &queues, &["P101"]);
    // Without the file, nothing is hidden.
    std::fs::remove_file(&baseline).expect("it can be removed");
    changed(&mut client, "lsflint-baseline.toml");
    expect_codes(&mut client, &queues, &["P001", "P101"]);
}

/// The files that the client is asked to watch one by one.
fn watched(asked: &Value) -> Vec<String> {
    let registrations = asked["params"]["registrations"].as_array().expect("a list");
    let watchers =
        registrations.iter().flat_map(|it| it["registerOptions"]["watchers"].as_array().into_iter().flatten());
    let relative = watchers.filter_map(|it| it["globPattern"].as_object());
    relative.map(|it| format!("{}/{}", it["baseUri"], it["pattern"]).replace('"', "")).collect()
}

#[test]
fn included_files_are_watched_while_they_are_included() {
    let scratch = cluster_with_group("big");
    scratch.write("sub/extra.txt", "Begin Queue\nQUEUE_NAME = more\nHOSTS = small\nEnd Queue\n");
    let mut client = server(&scratch.path());
    let dynamic = json!({"dynamicRegistration": true, "relativePatternSupport": true});
    client.hello(&[scratch.path()], &json!({"workspace": {"didChangeWatchedFiles": dynamic}}), &Value::Null);
    let asked = client.wait("a registration", |it| it.is("client/registerCapability")).value;
    assert!(asked.to_string().contains(".lsftask"));
    assert_eq!(watched(&asked), [""; 0]);

    let queues = file(&scratch, "lsb.queues");
    client.open(&queues, "lsf", "#INCLUDE \"sub/extra.txt\"\n");
    let asked = client.wait("a registration", |it| it.is("client/registerCapability")).value;
    let extra = file(&scratch, "sub/extra.txt");
    assert_eq!(watched(&asked), [&*extra]);
    expect_codes(&mut client, &extra, &["X101"]);
    // The client tells of no other file.
    scratch.write("sub/extra.txt", "Begin Queue\nQUEUE_NAME = more\nHOSTS = big\nEnd Queue\n");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": extra, "type": 2}]}));
    expect_codes(&mut client, &extra, &[]);

    let change = json!({"textDocument": {"uri": queues, "version": 2}, "contentChanges": [{"text": "# nothing\n"}]});
    client.notify("textDocument/didChange", change);
    let asked = client.wait("an unregistration", |it| it.is("client/unregisterCapability")).value;
    assert_eq!(asked["params"]["unregisterations"][0]["id"], "included-files");
}

#[test]
fn a_client_that_watches_nothing_says_what_it_saved() {
    let scratch = cluster_with_group("other");
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    let queues = file(&scratch, "lsb.queues");
    client.open(&queues, "lsf", "Begin Queue\nQUEUE_NAME = normal\nHOSTS = big\nEnd Queue\n");
    expect_codes(&mut client, &queues, &["X101"]);
    scratch.write("lsb.hosts", group("big"));
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": queues}}));
    expect_codes(&mut client, &queues, &[]);
}

#[test]
fn settings_are_read_in_three_ways() {
    let scratch = scratch();
    let queues = file(&scratch, "lsb.queues");
    // With `initialize`.
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &json!({"ignore": ["P001"]}));
    client.open(&queues, "lsf", &format!("{QUEUES}Begin Queue\nQUEUE_NAME = b\nNICE = x\nEnd Queue\n"));
    expect_codes(&mut client, &queues, &["P101"]);
    // With a change.
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"lsflint": {"ignore": ["P101"]}}}));
    expect_codes(&mut client, &queues, &["P001"]);
    // Asked for.
    let mut client = server(&scratch.path());
    client.settings = json!({"select": ["F"]});
    client.hello(&[scratch.path()], &json!({"workspace": {"configuration": true}}), &Value::Null);
    client.open(&queues, "lsf", QUEUES);
    client.wait("a question for settings", |it| it.is("workspace/configuration"));
    expect_codes(&mut client, &queues, &[]);
    client.settings = json!({});
    client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    expect_codes(&mut client, &queues, &["P001"]);
}

#[test]
fn invalid_settings_are_reported_once() {
    let scratch = Scratch::new();
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    let wrong = json!({"settings": {"lsflint": {"selct": [], "target": "11.7.x", "ignore": ["P999"]}}});
    for _ in 0..3 {
        client.notify("workspace/didChangeConfiguration", wrong.clone());
    }
    client.call("textDocument/diagnostic", json!({"textDocument": {"uri": "file:///x"}}));
    let _ = client.wait_for(Duration::from_millis(50), |_| false);
    let told = client.drain();
    let told: Vec<_> = told.iter().filter(|it| it.is("window/showMessage")).collect();
    let told: Vec<_> = told.iter().map(|it| it.value["params"]["message"].as_str().unwrap_or_default()).collect();
    assert_eq!(told.len(), 3, "{told:#?}");
    for key in ["selct", "target", "ignore"] {
        assert!(told.iter().any(|it| it.contains(&format!("`lsflint.{key}`"))), "{key}: {told:#?}");
    }
}

#[test]
fn a_broken_configuration_is_reported() {
    let scratch = scratch();
    scratch.write("lsflint.toml", "ignore = [\"P001\"\n");
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    let told = client.wait("a message", |it| it.is("window/showMessage")).value;
    assert!(told["params"]["message"].as_str().is_some_and(|it| it.starts_with("lsflint.toml is invalid")), "{told}");
    expect_codes(&mut client, &file(&scratch, "lsb.queues"), &["P001"]);
    expect_codes(&mut client, &file(&scratch, "lsflint.toml"), &["invalid-toml"]);
    scratch.write("lsflint.toml", "ignore = [\"P001\"]\n");
    let changed = json!({"changes": [{"uri": file(&scratch, "lsflint.toml"), "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", changed);
    expect_codes(&mut client, &file(&scratch, "lsb.queues"), &[]);
    expect_codes(&mut client, &file(&scratch, "lsflint.toml"), &[]);
}

#[test]
fn pulling_clients_get_a_refresh() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    let queues = file(&scratch, "lsb.queues");
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &asks(), &Value::Null);
    client.open(&queues, "lsf", QUEUES);
    client.call("textDocument/diagnostic", json!({"textDocument": {"uri": queues}}));
    let _ = client.wait_for(Duration::from_millis(100), |_| false);
    client.drain();
    // Typing in a file does not need it.
    for version in 2..20 {
        let change =
            json!({"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "#\n"});
        let params = json!({"textDocument": {"uri": queues, "version": version}, "contentChanges": [change]});
        client.notify("textDocument/didChange", params);
        client.call("textDocument/diagnostic", json!({"textDocument": {"uri": queues}}));
    }
    let refresh = "workspace/diagnostic/refresh";
    let asked = client.wait_for(Duration::from_millis(100), |it| it.is(refresh));
    assert!(asked.is_err(), "it asks about the file a person types in all the same");
    scratch.write("lsflint.toml", "ignore = [\"P001\"]\n");
    let changed = json!({"changes": [{"uri": file(&scratch, "lsflint.toml"), "type": 1}]});
    client.notify("workspace/didChangeWatchedFiles", changed);
    client.wait("a word that findings changed", |it| it.is(refresh));
    let report = client.call("textDocument/diagnostic", json!({"textDocument": {"uri": queues}}));
    assert_eq!(report["items"], json!([]));
}

#[test]
fn workspace_findings_are_sent_as_partial_results() {
    let scratch = Scratch::new();
    for number in 0..100 {
        scratch.write(&format!("c{number}/lsb.queues"), QUEUES);
    }
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &asks(), &Value::Null);
    let params = json!({"previousResultIds": [], "partialResultToken": "parts", "workDoneToken": "done"});
    let whole = client.call("workspace/diagnostic", params);
    assert_eq!(whole["items"], json!([]), "everything came in parts, before the answer");
    let came = client.drain();
    let progress = came.iter().filter(|it| it.is("$/progress") && it.value["params"]["token"] == "done");
    let progress: Vec<&Value> = progress.map(|it| &it.value["params"]["value"]["kind"]).collect();
    assert_eq!(progress, ["begin", "end"]);
    let parts: Vec<usize> = came
        .iter()
        .filter(|it| it.is("$/progress") && it.value["params"]["token"] == "parts")
        .map(|it| it.value["params"]["value"]["items"].as_array().map_or(0, Vec::len))
        .collect();
    assert_eq!(parts, [32, 32, 32, 4]);
}

#[test]
fn traces_are_written_when_wanted() {
    let scratch = scratch();
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    let ask = |client: &mut Client| {
        client.call("textDocument/diagnostic", json!({"textDocument": {"uri": "file:///x"}}));
        client.wait_for(Duration::from_millis(100), |it| it.is("$/logTrace")).ok().map(|it| it.value["params"].clone())
    };
    assert_eq!(ask(&mut client), None);
    client.notify("$/setTrace", json!({"value": "messages"}));
    let traced = ask(&mut client).expect("a trace");
    assert!(traced["message"].as_str().is_some_and(|it| it.starts_with("DocumentDiagnosticParams took ")), "{traced}");
    assert_eq!(traced.get("verbose"), None);
    client.notify("$/setTrace", json!({"value": "verbose"}));
    assert!(ask(&mut client).expect("a trace")["verbose"].is_string());
    client.notify("$/setTrace", json!({"value": "off"}));
    assert_eq!(ask(&mut client), None);
}

/// What the client was told in words until now.
fn words(client: &mut Client) -> Vec<String> {
    client.call("textDocument/diagnostic", json!({"textDocument": {"uri": "file:///x"}}));
    let _ = client.wait_for(Duration::from_millis(50), |_| false);
    let told = client.drain();
    let told = told.iter().filter(|it| it.is("window/showMessage") || it.is("window/logMessage"));
    told.map(|it| it.value["params"]["message"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn files_of_others_are_passed_over_in_silence() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    for (uri, language, text) in [
        (file(&scratch, "notes.txt"), "plaintext", "Begin\n"),
        (file(&scratch, "main.rs"), "rust", "fn main() {}\n"),
        ("untitled:Untitled-1".to_owned(), "markdown", "# Begin Queue\n"),
        ("git:/a/lsb.queues?HEAD".to_owned(), "lsf", ""),
        ("fugitive:///a/.git//0/lsb.queues".to_owned(), "lsf", "Begin Queue\nPRIORITY = high\n"),
        ("https://site/lsb.queues".to_owned(), "lsf", "Begin Queue\nPRIORITY = high\n"),
        ("vscode-notebook-cell:/a/lsb.queues#1".to_owned(), "lsf", "Begin Queue\nPRIORITY = high\n"),
    ] {
        client.open(&uri, language, text);
    }
    assert_eq!(words(&mut client), [""; 0]);
    assert!(client.diagnostics.values().all(|it| it.1.is_empty()), "{:?}", client.diagnostics);
}

#[test]
fn typing_in_a_configuration_shows_no_messages() {
    let scratch = scratch();
    let config = file(&scratch, "lsflint.toml");
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    client.open(&config, "toml", "");
    for (version, text) in ["i", "ign", "ignore", "ignore = [", "ignore = [\"P001\"]\n"].iter().enumerate() {
        let document = json!({"uri": config, "version": version + 2});
        client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [{"text": text}]}));
        client.call("textDocument/diagnostic", json!({"textDocument": {"uri": config}}));
    }
    expect_codes(&mut client, &file(&scratch, "lsb.queues"), &[]);
    assert_eq!(words(&mut client), [""; 0]);
}

#[test]
fn opening_a_valid_file_publishes_empty_findings() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    let queues = file(&scratch, "lsb.queues");
    let mut client = server(&scratch.path());
    client.hello(&[scratch.path()], &json!({}), &Value::Null);
    client.open(&queues, "lsf", "Begin Queue\nQUEUE_NAME = normal\nPRIORITY = 30\nEnd Queue\n");
    let told = client.wait("a word about the file", |it| it.is(FINDINGS)).value;
    assert_eq!(told["params"], json!({"uri": queues, "version": 1, "diagnostics": []}));
}

/// Lenses at the end of a row would read like another cell, so Neovim gets none there, but those of sections.
#[test]
fn lenses_at_line_ends_are_not_in_rows() {
    let lens_lines = |name: &str| {
        let scratch = scratch();
        let text = "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\nwork (all)\nEnd HostGroup\n";
        scratch.write("lsb.hosts", text);
        let queues = "Begin Queue\nQUEUE_NAME = night\nEnd Queue\n";
        scratch.write("lsb.queues", queues);
        let mut client = server(&scratch.path());
        client.hello_as(name, &[scratch.path()], &json!({}), &Value::Null);
        let mut lines = |file: &str, text: &str| {
            let uri = uri(&scratch.path().join(file));
            client.open(&uri, "lsf", text);
            let lenses = client.call("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
            let lenses = lenses.as_array().expect("a list");
            lenses.iter().map(|it| it["range"]["start"]["line"].as_u64().expect("a line")).collect::<Vec<_>>()
        };
        let found = (lines("lsb.hosts", text), lines("lsb.queues", queues));
        assert!(client.goodbye().success());
        found
    };
    assert_eq!(lens_lines("Neovim"), (vec![], vec![0, 0, 0]));
    assert_eq!(lens_lines("another"), (vec![2, 2], vec![0, 0, 0]));
}
