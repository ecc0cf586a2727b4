//! One session: what the client knows, what it does at random, and what must be true.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lsflint_syntax::script::Script;
use lsflint_test_support::lsp::{Client, processor_time, uri};
use lsflint_test_support::{Scratch, cluster};
use serde_json::{Value, json};

use super::random::Random;
use super::text::{self, Encoding, Position};
use crate::cases::files_below;
use crate::same_as_check::{Findings, by_asking, by_check_of, published};

/// So many steps, then everything is compared.
const STEPS: usize = 60;
/// So many comparisons, then the next session.
const ROUNDS: usize = 5;
/// The queues that are added in some sessions: a tree has groups of sections if it has many.
const QUEUES: usize = 80;
/// So many requests may be on their way.
const ON_THE_WAY: usize = 30;

/// What is typed.
const WORDS: [&str; 25] = [
    "x",
    "7",
    " ",
    "\n",
    "\r\n",
    "ä",
    "𝄞",
    "#",
    "\\\n",
    "(",
    ")",
    "\"",
    "[",
    "]",
    "=",
    "rusage[mem=10]",
    "select[",
    "Begin Queue\n",
    "End Queue\n",
    "#if time(8:00-9:00)\n",
    "#endif\n",
    "# lsflint: ignore[P001] a reason\n",
    "NICE = x\n",
    "#INCLUDE \"lsb.users\"\n",
    "QUEUE_NAME = ä\n",
];

/// What lsflint.toml may say; the last two are broken.
const CONFIGS: [&str; 6] =
    ["", "ignore = [\"P\"]\n", "target = \"9.1.3\"\n", "exclude = [\"**/lsb.users\"]\n", "ignor = 3\n", "ignore = [\n"];

/// The one that leaves files out, which a name on the command line overrules.
const EXCLUDES_USERS: usize = 3;

/// What a person sets, and the same for the command line.
const SETTINGS: [(&str, &[&str]); 4] = [
    ("{}", &[]),
    (r#"{"ignore": ["F"]}"#, &["--ignore", "F"]),
    (r#"{"select": ["P", "X"]}"#, &["--select", "P,X"]),
    (r#"{"target": "9.1.3", "inlayHints": {"units": false}}"#, &["--target", "9.1.3"]),
];

/// Requests about a place in a document.
const REQUESTS: [&str; 24] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "textDocument/codeLens",
    "textDocument/documentLink",
    "textDocument/codeAction",
    "textDocument/signatureHelp",
    "textDocument/linkedEditingRange",
    "textDocument/prepareCallHierarchy",
    "textDocument/diagnostic",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "workspace/symbol",
    "workspace/diagnostic",
];

/// Errors that are answers: no such method, cancelled, the text changed, refused, makes no sense here.
const FINE: [i64; 5] = [-32601, -32800, -32801, -32803, -32602];

/// An open document.
struct Document {
    text: String,
    version: i64,
}

/// A request on its way.
struct Asked {
    id: u64,
    method: &'static str,
    at: Instant,
    /// The processor time that the server had used then.
    used: Option<Duration>,
}

pub(super) struct Session {
    seed: u64,
    random: Random,
    client: Client,
    encoding: Encoding,
    /// Whether the client asks for findings; otherwise the server sends them.
    pulls: bool,
    /// Whether `\r` alone is typed: a line end to the protocol, none to LSF and the command line, which counts other
    /// lines then.
    old_line_ends: bool,
    scratch: Scratch,
    /// By path relative to the scratch folder.
    disk: BTreeMap<String, Vec<u8>>,
    open: BTreeMap<String, Document>,
    folders: Vec<&'static str>,
    settings: usize,
    config: Option<usize>,
    /// Changes on the disk that the server was not told of yet.
    untold: Vec<(String, u32)>,
    asked: Vec<Asked>,
    steps: usize,
    /// What was done, for the report of a failure.
    log: Vec<String>,
    patience: Duration,
}

impl Session {
    pub(super) fn new(seed: u64) -> Session {
        let mut random = Random::new(seed);
        let encoding = *random.one_of(&Encoding::ALL);
        let pulls = !seed.is_multiple_of(3);
        let old_line_ends = random.once_in(3);
        let scratch = Scratch::new();
        let mut disk = BTreeMap::new();
        for (folder, name) in [("a", *random.one_of(&["clean", "demo"])), ("b", "flat"), ("c", "two-in-one")] {
            for (file, mut text) in files_below(&cluster(name)) {
                if seed.is_multiple_of(4) && folder == "a" && file.ends_with("lsb.queues") {
                    text.extend((0..QUEUES).map(|it| format!("\nBegin Queue\nQUEUE_NAME = q{it}\nEnd Queue\n")));
                }
                disk.insert(format!("{folder}/{file}"), text.into_bytes());
            }
        }
        for (name, bytes) in &disk {
            scratch.write(name, bytes);
        }
        let mut session = Session {
            seed,
            random,
            client: server(&scratch.path()),
            encoding,
            pulls,
            old_line_ends,
            scratch,
            disk,
            open: BTreeMap::new(),
            folders: vec!["a", "b"],
            settings: 0,
            config: None,
            untold: Vec::new(),
            asked: Vec::new(),
            steps: 0,
            log: Vec::new(),
            patience: patience(),
        };
        session.client.patience = session.patience * 10;
        let roots = session.roots();
        let capabilities = capabilities(encoding, pulls);
        session.client.hello(&roots, &capabilities, &with_all_problems(SETTINGS[0].0));
        session
    }

    /// Runs the session, until it is over or time is up; returns the number of steps.
    pub(super) fn run(mut self, end: Instant) -> usize {
        for _ in 0..ROUNDS {
            for _ in 0..STEPS {
                self.step();
                self.hear();
                if !self.pulls && self.steps.is_multiple_of(10) {
                    self.found(&self.scratch.path().join("a"));
                }
            }
            self.compare();
            if Instant::now() > end {
                break;
            }
        }
        let Session { client, steps, .. } = self;
        assert!(client.goodbye().success());
        steps
    }

    fn roots(&self) -> Vec<PathBuf> {
        self.folders.iter().map(|it| self.scratch.path().join(it)).collect()
    }

    fn uri(&self, name: &str) -> String {
        uri(&self.scratch.path().join(name))
    }

    fn note(&mut self, what: String) {
        self.steps += 1;
        self.log.push(what);
    }

    #[track_caller]
    fn fail(&self, why: &str) -> ! {
        let last = self.log.len().saturating_sub(40);
        panic!("seed {}, step {}: {why}\nbefore that:\n  {}", self.seed, self.steps, self.log[last..].join("\n  "));
    }

    fn step(&mut self) {
        match self.random.below(100) {
            0..50 => self.edit(),
            50..80 => self.ask(),
            80..83 => self.cancel(),
            83..88 => self.open_or_close(),
            88..92 => self.write_on_disk(),
            92..94 => self.save(),
            94..96 => self.change_config(),
            96..97 => self.change_settings(),
            97..98 => self.change_folders(),
            _ => self.tell_of_disk(),
        }
    }

    /// A name of a file on the disk.
    fn any_file(&mut self) -> String {
        let at = self.random.below(self.disk.len());
        self.disk.keys().nth(at).cloned().expect("there are always files")
    }

    fn any_open(&mut self) -> Option<String> {
        let at = self.random.below(self.open.len());
        self.open.keys().nth(at).cloned()
    }

    /// A position, mostly one that is there.
    fn any_position(&mut self, text: &str) -> Position {
        if self.random.once_in(25) {
            let far = [0, 1, 5, 100_000, i32::MAX as usize];
            return Position { line: *self.random.one_of(&far), column: *self.random.one_of(&far) };
        }
        let mut offset = self.random.below(text.len() + 1);
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let mut position = text::position(text, offset, self.encoding);
        if self.random.once_in(30) {
            // Behind the end of the line, or inside a character.
            position.column += self.random.below(3);
        }
        position
    }

    fn edit(&mut self) {
        let Some(name) = self.any_open() else { return self.open_or_close() };
        let before = self.open[&name].text.clone();
        let mut after = before.clone();
        let mut changes = Vec::new();
        for _ in 0..1 + self.random.below(3) * usize::from(self.random.once_in(4)) {
            let insert = self.any_text(&after);
            if self.random.once_in(40) {
                // The whole text, as clients send it that know nothing else.
                let at = self.any_position(&after);
                text::replace(&mut after, at, at, &insert, self.encoding);
                changes.push(json!({"text": after}));
                continue;
            }
            let from = self.any_position(&after);
            let to = match self.random.below(4) {
                0 => self.nearby(&after, from),
                1 if self.random.once_in(8) => self.any_position(&after),
                _ => from,
            };
            changes.push(json!({"range": {"start": from.json(), "end": to.json()}, "text": insert}));
            text::replace(&mut after, from, to, &insert, self.encoding);
        }
        // Nobody's text grows for ever.
        if after.len() > 60_000 {
            after.truncate(before.len().min(1000));
            while !after.is_char_boundary(after.len()) {
                after.pop();
            }
            changes = vec![json!({"text": after})];
        }
        let uri = self.uri(&name);
        let document = self.open.get_mut(&name).expect("an open document");
        document.text = after;
        document.version += 1;
        let version = document.version;
        self.note(format!("edit {name} {}", Value::Array(changes.clone())));
        let params = json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": changes});
        self.client.notify("textDocument/didChange", params);
    }

    /// A place not far behind another one.
    fn nearby(&mut self, text: &str, from: Position) -> Position {
        let mut offset = (text::offset(text, from, self.encoding) + self.random.below(60)).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        text::position(text, offset, self.encoding)
    }

    /// A word, or some lines from elsewhere in the text.
    fn any_text(&mut self, text: &str) -> String {
        if self.random.once_in(6) && !text.is_empty() {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let start = self.random.below(lines.len());
            let end = (start + 1 + self.random.below(4)).min(lines.len());
            return lines[start..end].concat();
        }
        if self.old_line_ends && self.random.once_in(10) {
            return "\r".to_owned();
        }
        if self.random.once_in(5) { String::new() } else { (*self.random.one_of(&WORDS)).to_owned() }
    }

    fn ask(&mut self) {
        let name = match self.any_open() {
            Some(name) if !self.random.once_in(10) => name,
            _ => self.any_file(),
        };
        let text = match self.open.get(&name) {
            Some(document) => document.text.clone(),
            None => String::from_utf8_lossy(&self.disk[&name]).into_owned(),
        };
        let method = *self.random.one_of(&REQUESTS);
        let (start, end) = (self.any_position(&text), self.any_position(&text));
        let params = json!({
            "textDocument": {"uri": self.uri(&name)},
            "position": start.json(),
            "positions": [start.json(), end.json()],
            "range": {"start": start.json(), "end": end.json()},
            "context": {"includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false},
            "options": {"tabSize": 4, "insertSpaces": true},
            "newName": self.random.one_of(&["big", "ä", "a b", ""]),
            "query": self.random.one_of(&["", "n", "queue", "𝄞"]),
            "previousResultIds": [],
        });
        self.note(format!("ask {method} in {name} at {start:?}"));
        let id = self.client.request(method, params);
        let used = processor_time(self.client.id());
        self.asked.push(Asked { id, method, at: Instant::now(), used });
        while self.asked.len() > ON_THE_WAY {
            self.wait_for_one();
        }
    }

    fn cancel(&mut self) {
        let at = self.random.below(self.asked.len());
        if let Some(id) = self.asked.get(at).map(|it| it.id) {
            self.note(format!("cancel {id}"));
            self.client.cancel(id);
        }
    }

    fn open_or_close(&mut self) {
        let name = self.any_file();
        let uri = self.uri(&name);
        if self.open.remove(&name).is_some() {
            self.note(format!("close {name}"));
            self.client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
            return;
        }
        let Ok(mut text) = String::from_utf8(self.disk[&name].clone()) else { return };
        match self.random.below(8) {
            0 => text = text.replace('\n', "\r\n"),
            1 => text.push_str("# ä𝄞"),
            2 if self.old_line_ends => text = format!("# ä𝄞\r{text}"),
            _ => {}
        }
        self.note(format!("open {name}"));
        let language = *self.random.one_of(&["lsf", "plaintext", "lsb-queues"]);
        self.client.open(&uri, language, &text);
        self.open.insert(name, Document { text, version: 1 });
    }

    fn put(&mut self, name: &str, bytes: Vec<u8>) {
        let kind = if self.disk.contains_key(name) { 2 } else { 1 };
        self.scratch.write(name, &bytes);
        self.disk.insert(name.to_owned(), bytes);
        self.untold.push((name.to_owned(), kind));
    }

    fn write_on_disk(&mut self) {
        match self.random.below(4) {
            0 if self.disk.len() > 12 => {
                let name = self.any_file();
                self.note(format!("delete {name}"));
                std::fs::remove_file(self.scratch.path().join(&name)).expect("our own file");
                self.disk.remove(&name);
                self.untold.push((name, 3));
            }
            1 => {
                let folder = *self.random.one_of(&["a", "b", "b/new", "c/north/conf"]);
                let file =
                    *self.random.one_of(&["lsb.hosts", "lsb.queues.j2", "site.lsb.queues", "lsb.users", "lsf.task"]);
                let name = format!("{folder}/{file}");
                let from = self.any_file();
                self.note(format!("create {name} as a copy of {from}"));
                self.put(&name, self.disk[&from].clone());
            }
            _ => {
                let name = self.any_file();
                let mut text = String::from_utf8_lossy(&self.disk[&name]).into_owned();
                let (from, insert) = (self.any_position(&text), self.any_text(&text));
                let to = self.nearby(&text, from);
                text::replace(&mut text, from, to, &insert, self.encoding);
                let most = (0..=60_000.min(text.len())).rev().find(|it| text.is_char_boundary(*it));
                text.truncate(most.unwrap_or(0));
                let mut bytes = text.into_bytes();
                if self.random.once_in(10) {
                    bytes.extend(b"# Gr\xF6\xDFe\n");
                }
                self.note(format!("write {name}"));
                self.put(&name, bytes);
            }
        }
        if !self.random.once_in(4) {
            self.tell_of_disk();
        }
    }

    fn tell_of_disk(&mut self) {
        let untold = std::mem::take(&mut self.untold);
        if untold.is_empty() {
            return;
        }
        let changes: Vec<Value> =
            untold.iter().map(|(name, kind)| json!({"uri": self.uri(name), "type": kind})).collect();
        self.note(format!("tell of {untold:?}"));
        self.client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    }

    fn save(&mut self) {
        if let Some(name) = self.any_open() {
            self.save_one(&name);
        }
    }

    fn save_one(&mut self, name: &str) {
        self.note(format!("save {name}"));
        let bytes = self.open[name].text.clone().into_bytes();
        self.put(name, bytes);
        let uri = self.uri(name);
        self.client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    }

    fn change_config(&mut self) {
        let name = "a/lsflint.toml";
        if self.config.is_some() && self.random.once_in(3) {
            self.note("delete lsflint.toml".to_owned());
            std::fs::remove_file(self.scratch.path().join(name)).expect("our own file");
            self.config = None;
            self.untold.push((name.to_owned(), 3));
        } else {
            let choice = self.random.below(CONFIGS.len());
            self.note(format!("lsflint.toml is {:?}", CONFIGS[choice]));
            self.scratch.write(name, CONFIGS[choice]);
            self.untold.push((name.to_owned(), if self.config.is_some() { 2 } else { 1 }));
            self.config = Some(choice);
        }
        self.tell_of_disk();
    }

    fn change_settings(&mut self) {
        self.settings = self.random.below(SETTINGS.len());
        self.note(format!("settings {}", SETTINGS[self.settings].0));
        let settings = with_all_problems(SETTINGS[self.settings].0);
        self.client.notify("workspace/didChangeConfiguration", json!({"settings": {"lsflint": settings}}));
    }

    fn change_folders(&mut self) {
        let folder = *self.random.one_of(&["b", "c"]);
        let entry = json!([{"uri": self.uri(folder), "name": folder}]);
        let event = if self.folders.contains(&folder) {
            self.folders.retain(|it| *it != folder);
            json!({"added": [], "removed": entry})
        } else {
            self.folders.push(folder);
            json!({"added": entry, "removed": []})
        };
        self.note(format!("folders {:?}", self.folders));
        self.client.notify("workspace/didChangeWorkspaceFolders", json!({"event": event}));
    }

    /// Looks at what came.
    fn hear(&mut self) {
        for message in self.client.drain() {
            let Some(at) = self.asked.iter().position(|it| message.answers(it.id)) else { continue };
            self.judge(at, message.at, &message.value);
        }
        if let Some(late) = self.asked.iter().find(|it| self.is_late(it, it.at.elapsed())) {
            self.fail(&format!("{} is without an answer after {:?}", late.method, late.at.elapsed()));
        }
    }

    fn wait_for_one(&mut self) {
        let id = self.asked[0].id;
        match self.client.wait_for(self.patience * ENDLESS, |it| it.answers(id)) {
            Ok(message) => self.judge(0, message.at, &message.value),
            Err(why) => self.fail(&format!("{}: {why}", self.asked[0].method)),
        }
    }

    /// Whether an answer took too long: the processor time of the server counts, so that other programs do not matter.
    fn is_late(&self, asked: &Asked, took: Duration) -> bool {
        let used =
            processor_time(self.client.id()).zip(asked.used).map_or(took, |(now, then)| now.saturating_sub(then));
        took > self.patience && used > self.patience || took > self.patience * ENDLESS
    }

    fn judge(&mut self, at: usize, came: Instant, answer: &Value) {
        let asked = self.asked.remove(at);
        let took = came.saturating_duration_since(asked.at);
        if self.is_late(&asked, took) {
            self.fail(&format!("{} took {took:?}", asked.method));
        }
        let error = &answer["error"];
        if !error.is_null() && !error["code"].as_i64().is_some_and(|it| FINE.contains(&it)) {
            self.fail(&format!("{} failed: {error}", asked.method));
        }
    }

    /// The texts, and the findings as a fresh server and the command line have them.
    fn compare(&mut self) {
        self.tell_of_disk();
        while !self.asked.is_empty() {
            self.wait_for_one();
        }
        if cfg!(debug_assertions) {
            for (name, document) in &self.open {
                let uri = uri(&self.scratch.path().join(name));
                let texts = self.client.call("lsflint/debug", json!({"text": uri}));
                let is_right = |it: &Value| it.is_null() || *it == document.text;
                if texts["open"] != document.text || !is_right(&texts["checked"]) {
                    self.fail(&format!("the text of {name} is {texts}, not {:?}", document.text));
                }
            }
        }
        let root = self.scratch.path().join("a");
        let found = self.found(&root);
        self.same("a fresh server", &found, &self.fresh(&root, self.encoding));
        for name in self.open.keys().cloned().collect::<Vec<_>>() {
            self.save_one(&name);
        }
        self.tell_of_disk();
        // The last two are broken: the command line refuses to work, the server cannot.
        if self.config.is_none_or(|it| it < CONFIGS.len() - 2) {
            let found = self.found(&root);
            self.same("a fresh server, all saved", &found, &self.fresh(&root, self.encoding));
            // An edit between the two characters of a line end leaves a carriage return alone, too.
            if !self.old_line_ends && !self.disk.values().any(|it| has_lone_carriage_return(it)) {
                // The command line counts characters.
                let found = self.fresh(&root, Encoding::Utf32);
                self.same("the command line", &found, &self.by_check(&root));
            }
        }
    }

    fn same(&self, what: &str, found: &Findings, expected: &Findings) {
        for file in found.keys().chain(expected.keys()) {
            if found.get(file) != expected.get(file) {
                let of = |findings: &Findings| findings.get(file).cloned().unwrap_or_default();
                let (found, expected) = (of(found), of(expected));
                let only = |these: &[String], others: &[String]| {
                    these.iter().filter(|it| !others.contains(it)).fold(String::new(), |all, it| all + "\n  " + it)
                };
                let (more, missing) = (only(&found, &expected), only(&expected, &found));
                self.fail(&format!("{file}: found only here: {more}\nfound only by {what}: {missing}"));
            }
        }
    }

    /// What the server finds. What it sent before it is asked is the same.
    fn found(&mut self, root: &Path) -> Findings {
        let found = by_asking(&mut self.client, root);
        if !self.pulls {
            self.same("asking", &published(&self.client, root), &found);
        }
        found
    }

    /// What a server finds that has seen nothing of this.
    fn fresh(&self, root: &Path, encoding: Encoding) -> Findings {
        let mut client = server(&self.scratch.path());
        client.patience = self.client.patience;
        client.hello(&self.roots(), &capabilities(encoding, true), &with_all_problems(SETTINGS[self.settings].0));
        for (name, document) in &self.open {
            client.open(&self.uri(name), "lsf", &document.text);
        }
        let found = by_asking(&mut client, root);
        assert!(client.goodbye().success());
        found
    }

    fn by_check(&self, root: &Path) -> Findings {
        let mut arguments: Vec<String> = SETTINGS[self.settings].1.iter().map(|it| (*it).to_owned()).collect();
        arguments.extend(self.folders.iter().map(|it| format!("../{it}")));
        // What is open is reported on wherever it lies, like what is named.
        let excluded =
            |name: &str| self.config == Some(EXCLUDES_USERS) && name.starts_with("a/") && name.ends_with("/lsb.users");
        // A script that is named is checked in any case, one that is open only if it has something for LSF.
        let is_idle = |name: &str, document: &Document| {
            let text = &document.text;
            name.ends_with(".sh") && !Script::has_directive(text) && Script::parse_named(name, text).calls.is_empty()
        };
        let named = self.open.iter().filter(|(name, document)| !excluded(name) && !is_idle(name, document));
        arguments.extend(named.map(|it| format!("../{}", it.0)));
        by_check_of(root, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

fn has_lone_carriage_return(text: &[u8]) -> bool {
    text.iter().enumerate().any(|(at, it)| *it == b'\r' && text.get(at + 1) != Some(&b'\n'))
}

fn capabilities(encoding: Encoding, pulls: bool) -> Value {
    let related = json!({"relatedInformation": true});
    json!({
        "general": {"positionEncodings": [encoding.name()]},
        "textDocument": if pulls { json!({"diagnostic": {}}) } else { json!({"publishDiagnostics": related}) },
        "workspace": {"workspaceFolders": true, "diagnostics": {"refreshSupport": true}},
    })
}

fn server(folder: &Path) -> Client {
    Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], folder)
}

fn with_all_problems(settings: &str) -> Value {
    let mut settings: Value = serde_json::from_str(settings).expect("JSON");
    settings["maxProblems"] = json!(1_000_000);
    // As the command line says it.
    settings["diagnostics"] = json!({"message": "full"});
    settings
}

/// How long an answer may take: a second, more in a build without optimisation.
fn patience() -> Duration {
    Duration::from_secs(if cfg!(debug_assertions) { 8 } else { 1 })
}

/// After this many times as long, a server without an answer hangs.
const ENDLESS: u32 = 60;
