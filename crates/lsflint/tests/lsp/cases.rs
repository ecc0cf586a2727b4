//! Runs the cases of `testdata/lsp`, each in every encoding. `UPDATE_EXPECT=1` writes what came into the files;
//! `LSP_CASES=hover` runs only files whose name contains the word.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lsflint_test_support::lsp::{Client, uri};
use lsflint_test_support::{Scratch, cluster, repository};
use serde_json::{Value, json};

use crate::edits::edited;
use crate::parse::{Case, Given, How, MARK, Then, When, cases};
use crate::render::{self, Places};

const ENCODINGS: [&str; 3] = ["utf-8", "utf-16", "utf-32"];

#[test]
fn cases_of_testdata() {
    let folder = repository().join("testdata/lsp");
    let wanted = std::env::var("LSP_CASES").unwrap_or_default();
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("there are cases")
        .map(|it| it.expect("an entry").path())
        .filter(|it| it.extension().is_some_and(|it| it == "md") && it.file_stem().is_some_and(|it| it != "README"))
        .filter(|it| it.to_string_lossy().contains(&wanted))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no file of cases has `{wanted}` in its name");
    let failures: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = files.iter().map(|it| scope.spawn(|| run_file(it))).collect();
        threads.into_iter().flat_map(|it| it.join().unwrap_or_else(|_| vec!["a case panicked".into()])).collect()
    });
    assert!(failures.is_empty(), "{}\nUPDATE_EXPECT=1 takes over what came", failures.join("\n"));
}

/// Runs the cases of a file; gives back what went wrong.
fn run_file(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a text");
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let cases = cases(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(!cases.is_empty(), "{name} has no case");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut failures = Vec::new();
    let mut updates = Vec::new();
    for case in &cases {
        assert!(case.steps.iter().any(|it| it.then.is_some()), "{name}:{}: nothing is expected", case.line);
        let mut first: Option<Vec<String>> = None;
        for encoding in encodings(case) {
            let came = run(case, &encoding);
            let expectations = case.steps.iter().filter_map(|it| it.then.as_ref());
            for (at, (then, came)) in expectations.zip(&came).enumerate() {
                let expected = first.as_ref().filter(|_| update).map_or(&then.text, |it| &it[at]);
                if !(agrees(then, expected, came) || update && first.is_none()) {
                    let line = then.block.start;
                    failures.push(format!("{name}:{line}: {} ({encoding}):\n{came}", case.name));
                }
            }
            if update && first.is_none() {
                let changed = case.steps.iter().filter_map(|it| it.then.as_ref()).zip(came.iter().cloned());
                updates.extend(changed.filter(|it| !agrees(it.0, &it.0.text, &it.1)));
            }
            first.get_or_insert(came);
        }
    }
    if !updates.is_empty() {
        write_updates(path, &text, &updates);
    }
    failures
}

fn encodings(case: &Case) -> Vec<String> {
    let given = case.given.iter().find_map(|it| match it {
        Given::Encodings(encodings) => Some(encodings.clone()),
        _ => None,
    });
    given.unwrap_or_else(|| ENCODINGS.map(str::to_owned).to_vec())
}

fn agrees(then: &Then, expected: &str, came: &str) -> bool {
    match then.how {
        How::Contains => then.text.lines().all(|line| came.lines().any(|it| it.trim() == line.trim())),
        _ => expected == came,
    }
}

fn write_updates(path: &Path, text: &str, updates: &[(&Then, String)]) {
    let mut lines: Vec<&str> = text.lines().collect();
    for (then, came) in updates.iter().rev().filter(|it| !matches!(it.0.how, How::Contains)) {
        lines.splice(then.block.clone(), came.lines());
    }
    std::fs::write(path, lines.iter().map(|it| format!("{it}\n")).collect::<String>()).expect("our own testdata");
}

/// A case while it runs.
struct Stage {
    client: Client,
    encoding: String,
    /// By URI.
    texts: BTreeMap<String, String>,
    names: BTreeMap<String, String>,
    versions: BTreeMap<String, i64>,
    /// The document that is asked about, and the marks in it.
    uri: String,
    marks: Vec<usize>,
    legend: Value,
    result: Value,
    // Goes last: the server works in it.
    _scratch: Scratch,
}

/// Runs a case; gives back what was shown at every expectation.
fn run(case: &Case, encoding: &str) -> Vec<String> {
    let mut stage = Stage::new(case, encoding);
    let mut shown = Vec::new();
    for step in &case.steps {
        let (answer, uri) = stage.happen(&step.when);
        if let Some(then) = &step.then {
            shown.push(stage.show(&answer, &uri, &then.how));
        }
    }
    stage.client.goodbye();
    shown
}

impl Stage {
    fn new(case: &Case, encoding: &str) -> Stage {
        let scratch = Scratch::new();
        let root = scratch.path();
        let client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], &root);
        let mut stage = Stage {
            client,
            encoding: encoding.to_owned(),
            texts: BTreeMap::new(),
            names: BTreeMap::new(),
            versions: BTreeMap::new(),
            uri: String::new(),
            marks: Vec::new(),
            legend: Value::Null,
            result: Value::Null,
            _scratch: scratch,
        };
        let mut capabilities = capabilities(encoding);
        let mut settings = Value::Null;
        let mut open: Vec<(String, String)> = Vec::new();
        for given in &case.given {
            match given {
                Given::File { name, text, open: is_open } => {
                    let uri = stage.add(&root, name, text, true);
                    open.extend(is_open.then_some((uri, "lsf".to_owned())));
                }
                Given::Unsaved { name, language, text } => {
                    let uri = format!("untitled:{name}");
                    stage.add_document(&uri, name, text);
                    open.push((uri, language.clone()));
                }
                Given::Cluster(name) => {
                    for (file, text) in files_below(&cluster(name)) {
                        stage.add(&root, &file, &text, true);
                    }
                }
                Given::Cursor { name, at } => {
                    let uri = uri(&root.join(name));
                    let plain = at.replace(MARK, "");
                    let text = stage.texts.get(&uri).unwrap_or_else(|| panic!("there is no file `{name}`"));
                    assert_eq!(text.matches(&plain).count(), 1, "`{plain}` stands once in {name}");
                    let text = text.replace(&plain, at);
                    stage.add_document(&uri, name, &text);
                    open.push((uri, "lsf".to_owned()));
                }
                Given::Client(more) => merge(&mut capabilities, more),
                Given::Settings(given) => settings = given.clone(),
                Given::Encodings(_) => {}
            }
        }
        stage.client.settings = settings.clone();
        let can = stage.client.hello(&[root], &capabilities, &settings);
        stage.legend = can["semanticTokensProvider"]["legend"].clone();
        for (uri, language) in open {
            let text = stage.texts[&uri].clone();
            stage.client.open(&uri, &language, &text);
            stage.versions.insert(uri, 1);
        }
        stage
    }

    /// Adds a file; the first with marks is the one that is asked about.
    fn add(&mut self, root: &Path, name: &str, text: &str, on_disk: bool) -> String {
        let path = root.join(name);
        let uri = uri(&path);
        let text = self.add_document(&uri, name, text);
        if on_disk {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("our own folder");
            std::fs::write(path, text).expect("our own folder");
        }
        uri
    }

    fn add_document(&mut self, uri: &str, name: &str, text: &str) -> String {
        let mut text = text.to_owned();
        let mut marks = Vec::new();
        while let Some(at) = text.find(MARK) {
            text.replace_range(at..at + MARK.len(), "");
            marks.push(at);
        }
        if self.uri.is_empty() || self.marks.is_empty() && !marks.is_empty() {
            (self.uri, self.marks) = (uri.to_owned(), marks);
        }
        self.texts.insert(uri.to_owned(), text.clone());
        self.names.insert(uri.to_owned(), name.to_owned());
        text
    }

    fn places(&self) -> Places<'_> {
        Places { texts: &self.texts, names: &self.names, encoding: &self.encoding, legend: &self.legend }
    }

    /// Lets something happen; gives back what came of it, and the file it is about.
    fn happen(&mut self, when: &When) -> (Value, String) {
        let mut about = self.uri.clone();
        let came = match when {
            When::Request { method, file, params } => {
                let uri = file.as_ref().map_or_else(|| self.uri.clone(), |it| self.uri_of(it));
                let params = self.params(method, &uri, params);
                about = uri;
                let id = self.client.request(method, params);
                let mut answer = self.client.answer(id).value;
                self.result = match answer.get("error") {
                    Some(error) => json!({"error": error["message"]}),
                    None => answer["result"].take(),
                };
                self.result.clone()
            }
            When::Notification { method, params } => {
                let params = self.filled(params);
                self.client.notify(method, params);
                Value::Null
            }
            When::Typed(text) => {
                self.type_in(text);
                Value::Null
            }
            When::Diagnostics(name) => {
                about = self.uri_of(name);
                self.diagnostics(&about)
            }
            When::Settings(settings) => {
                // What came before says nothing about the new settings.
                self.client.drain();
                self.client.settings = settings.clone();
                self.client.notify("workspace/didChangeConfiguration", json!({"settings": {"lsflint": settings}}));
                // The server may ask for them first; then findings come, or not.
                let findings = "textDocument/publishDiagnostics";
                let _ = self.client.wait_for(Duration::from_millis(300), |it| it.is(findings));
                Value::Null
            }
        };
        (came, about)
    }

    fn uri_of(&self, name: &str) -> String {
        let known = self.names.iter().find(|it| it.1 == name).map(|it| it.0.clone());
        known.unwrap_or_else(|| panic!("there is no file `{name}`"))
    }

    /// What a client sends with most requests, and what the case says on top.
    fn params(&self, method: &str, uri: &str, given: &Value) -> Value {
        if let Value::String(_) = given {
            return self.filled(given);
        }
        let places = self.places();
        let (first, last) = (self.marks.first().copied(), self.marks.last().copied());
        let position = places.position(uri, first.unwrap_or(0));
        let end = if self.marks.len() == 2 || method.ends_with("codeAction") { last } else { None };
        let whole = || (0, self.texts[uri].len());
        let (start, end) = end.map_or_else(whole, |end| (first.unwrap_or(0), end));
        let range = json!({"start": places.position(uri, start), "end": places.position(uri, end)});
        let found = self.client.diagnostics.get(uri).map(|it| it.1.clone()).unwrap_or_default();
        let touches = |it: &Value| {
            let offset = |end: &str| places.offset(uri, &it["range"][end]).unwrap_or(0);
            offset("start") <= end && offset("end") >= start
        };
        let found: Vec<Value> = found.into_iter().filter(touches).collect();
        let mut params = json!({
            "textDocument": {"uri": uri},
            "position": position,
            "positions": [position],
            "range": range,
            "context": {"includeDeclaration": true, "diagnostics": found, "triggerKind": 1},
            "options": {"tabSize": 4, "insertSpaces": true},
        });
        if method == "textDocument/signatureHelp" {
            params["context"] = json!({"triggerKind": 1, "isRetrigger": false});
        }
        if method.starts_with("workspace/") || method.starts_with("callHierarchy/") || method.ends_with("/resolve") {
            params = json!({});
        }
        merge(&mut params, &self.filled(given));
        params
    }

    /// The value with `$uri:NAME`, `$position`, `$range` and `$result/PATH` filled in.
    fn filled(&self, value: &Value) -> Value {
        match value {
            Value::Array(items) => Value::Array(items.iter().map(|it| self.filled(it)).collect()),
            Value::Object(fields) => {
                let filled = fields.iter().map(|(key, value)| {
                    let key = key.strip_prefix("$uri:").map_or_else(|| key.clone(), |it| self.uri_of(it));
                    (key, self.filled(value))
                });
                Value::Object(filled.collect())
            }
            Value::String(text) => self.filled_word(text),
            _ => value.clone(),
        }
    }

    fn filled_word(&self, text: &str) -> Value {
        let position = |mark: Option<&usize>| self.places().position(&self.uri, mark.copied().unwrap_or(0));
        if let Some(name) = text.strip_prefix("$uri:") {
            return Value::String(self.uri_of(name));
        }
        if let Some(path) = text.strip_prefix("$result") {
            return self.in_result(path);
        }
        match text {
            "$position" => position(self.marks.first()),
            "$range" => json!({"start": position(self.marks.first()), "end": position(self.marks.last())}),
            _ => Value::String(text.to_owned()),
        }
    }

    /// A part of the last result: `/items/0`, `/items/label=normal`.
    fn in_result(&self, path: &str) -> Value {
        let mut value = &self.result;
        for step in path.split('/').skip(1) {
            let found = match step.split_once('=') {
                Some((key, wanted)) => value.as_array().and_then(|it| it.iter().find(|it| it[key] == wanted)),
                None => value.get(step).or_else(|| value.get(step.parse::<usize>().ok()?)),
            };
            value = found.unwrap_or_else(|| panic!("there is no `{step}` in {value}"));
        }
        value.clone()
    }

    /// Types a text at the cursor, which moves behind it.
    fn type_in(&mut self, typed: &str) {
        let at = *self.marks.first().expect("a cursor");
        let uri = self.uri.clone();
        let start = self.places().position(&uri, at);
        let end = self.places().position(&uri, *self.marks.last().expect("a cursor"));
        let last = *self.marks.last().expect("a cursor");
        self.texts.get_mut(&uri).expect("the file of the cursor").replace_range(at..last, typed);
        self.marks = vec![at + typed.len()];
        let version = self.versions.entry(uri.clone()).or_default();
        *version += 1;
        let change = json!({"range": {"start": start, "end": end}, "text": typed});
        let document = json!({"uri": uri, "version": *version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.client.notify("textDocument/didChange", params);
    }

    /// The findings that were published for the newest text of a file. They are sent before anything is answered from
    /// that text.
    fn diagnostics(&mut self, uri: &str) -> Value {
        self.client.call("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
        self.client.diagnostics.get(uri).map_or(Value::Null, |it| Value::Array(it.1.clone()))
    }

    fn show(&self, answer: &Value, uri: &str, how: &How) -> String {
        let places = self.places();
        match how {
            How::Edited => edited(answer, uri, &places),
            How::Keys(keys) => render::keys(&places.readable(answer, uri), keys),
            How::All | How::Contains => render::text(&places.readable(answer, uri)),
        }
    }
}

/// What the client of all cases can do.
fn capabilities(encoding: &str) -> Value {
    let all = json!({"dynamicRegistration": true});
    json!({
        "general": {"positionEncodings": [encoding, "utf-16"]},
        "window": {"workDoneProgress": true},
        "workspace": {
            "configuration": true,
            "workspaceFolders": true,
            "applyEdit": true,
            "workspaceEdit": {"documentChanges": true},
            "didChangeConfiguration": all,
            "didChangeWatchedFiles": all,
        },
        "textDocument": {
            "publishDiagnostics": {
                "versionSupport": true, "relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true,
                "tagSupport": {"valueSet": [1, 2]},
            },
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "completion": {
                "completionItem": {
                    "snippetSupport": true, "documentationFormat": ["markdown"], "labelDetailsSupport": true,
                    "insertReplaceSupport": true, "resolveSupport": {"properties": ["documentation", "detail"]},
                },
            },
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "definition": {"linkSupport": true},
            "rename": {"prepareSupport": true},
            "codeAction": {
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source.fixAll", "refactor"]}},
                "isPreferredSupport": true, "disabledSupport": true, "dataSupport": true,
                "resolveSupport": {"properties": ["edit"]},
            },
            "foldingRange": {"lineFoldingOnly": false},
            "semanticTokens": {
                "requests": {"full": {"delta": true}, "range": true}, "formats": ["relative"],
                "tokenTypes": [
                    "namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable",
                    "property", "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment",
                    "string", "number", "regexp", "operator", "decorator",
                ],
                "tokenModifiers": [
                    "declaration", "definition", "readonly", "static", "deprecated", "abstract", "async",
                    "modification", "documentation", "defaultLibrary",
                ],
            },
            "signatureHelp": {"signatureInformation": {
                "documentationFormat": ["markdown"], "parameterInformation": {"labelOffsetSupport": true},
            }},
        },
    })
}

/// Puts the fields of one object into another; `null` takes a field away.
fn merge(into: &mut Value, from: &Value) {
    let (Some(fields), Some(more)) = (into.as_object_mut(), from.as_object()) else {
        if !from.is_null() {
            *into = from.clone();
        }
        return;
    };
    for (key, value) in more {
        match value {
            Value::Null => drop(fields.remove(key)),
            Value::Object(_) => merge(fields.entry(key.clone()).or_insert(json!({})), value),
            _ => drop(fields.insert(key.clone(), value.clone())),
        }
    }
}

/// The files below a folder with their texts, by name relative to it.
pub(crate) fn files_below(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below the folder").to_string_lossy().replace('\\', "/");
                files.insert(name, std::fs::read_to_string(&path).expect("a text"));
            }
        }
    }
    files
}
