//! The commits of `testdata/plan`: each is run with `lsflint plan` and compared with its expectation.

mod export;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use lsflint_test_support::{Scratch, files_below, repository};
use serde::Deserialize;
use serde_json::Value;

use self::export::Data;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Commit {
    title: String,
    expected: String,
    /// What both sides get first.
    #[serde(default)]
    before: Vec<Edit>,
    edit: Vec<Edit>,
}

/// One replacement, or a new file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    find: Option<String>,
    write: String,
}

type Files = BTreeMap<String, String>;

impl Edit {
    fn apply(&self, files: &mut Files) {
        let Some(find) = &self.find else {
            let was = files.insert(self.file.clone(), self.write.clone());
            assert!(was.is_none(), "`{}` exists", self.file);
            return;
        };
        let text = files.get_mut(&self.file).unwrap_or_else(|| panic!("no file `{}`", self.file));
        assert_eq!(text.matches(find.as_str()).count(), 1, "{find}");
        *text = text.replacen(find, &self.write, 1);
    }
}

/// What commands say about two sides.
struct Said {
    scratch: Scratch,
}

impl Said {
    fn new(old: &Files, new: &Files) -> Said {
        let scratch = Scratch::with(&[]);
        for (folder, files) in [("old", old), ("new", new)] {
            for (name, text) in files {
                scratch.write(&format!("{folder}/{name}"), text);
            }
        }
        Said { scratch }
    }

    fn plan(&self, old: &str, new: &str) -> Value {
        self.document(&["plan", old, new, "--fail-on", "never"])
    }

    fn export(&self, side: &str) -> Value {
        self.document(&["export", "--cluster", side])
    }

    fn document(&self, arguments: &[&str]) -> Value {
        let output = Command::new(env!("CARGO_BIN_EXE_lsflint"))
            .args(arguments)
            .args(["--no-config", "--output-format", "json"])
            .current_dir(self.scratch.path())
            .output()
            .expect("the binary starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("a JSON document")
    }

    /// What is wrong when the plan is applied to the export, in both directions.
    fn exports(&self) -> String {
        let exports = [self.export("old"), self.export("new")];
        let wrong = [("old", "new", 0, 1), ("new", "old", 1, 0)].map(|(from, to, start, end)| {
            let mut data = Data::of(&exports[start]);
            data.change(&self.plan(from, to));
            data.differences(&Data::of(&exports[end]))
        });
        wrong.concat()
    }
}

fn lines(document: &Value) -> String {
    let mut text = String::new();
    let all = |list: &Value| list.as_array().cloned().unwrap_or_default();
    let names = |list: &Value| all(list).iter().map(said).collect::<Vec<_>>().join(" ");
    for it in all(&document["changes"]) {
        writeln!(text, "{} {}", said(&it["risk"]), said(&it["text"])).unwrap();
        for it in all(&it["affects"]) {
            let object = format!("{} {}", said(&it["object"]["kind"]).replace('-', " "), said(&it["object"]["name"]));
            let (old, new) = (said(&it["old_words"]), said(&it["new_words"]));
            writeln!(text, "  also {object}: {} {old} to {new}", said(&it["parameter"])).unwrap();
        }
    }
    let moved = |it: &Value| {
        let parts = [("loses", &it["lost"]), ("gains", &it["gained"])];
        let some = parts.iter().filter(|it| !names(it.1).is_empty());
        some.map(|it| format!("{} {}", it.0, names(it.1))).collect::<Vec<_>>().join(", ")
    };
    for it in all(&document["hosts"]) {
        let (risk, queue) = (said(&it["risk"]), said(&it["queue"]));
        writeln!(text, "{risk} hosts of {queue}: {} to {}, {}", it["before"], it["after"], moved(&it)).unwrap();
    }
    for it in all(&document["slots"]) {
        let (risk, queues) = (said(&it["risk"]), names(&it["queues"]));
        writeln!(text, "{risk} slots of {queues}: {} to {}", it["old"], it["new"]).unwrap();
    }
    for it in all(&document["windows"]) {
        let parts = [("opens", &it["opens"]), ("closes", &it["closes"])];
        let some = parts.iter().filter(|it| it.1 != "").map(|it| format!("{} {}", it.0, said(it.1)));
        let times = some.collect::<Vec<_>>().join(", ");
        let (risk, of, parameter) = (said(&it["risk"]), names(&it["names"]), said(&it["parameter"]));
        writeln!(text, "{risk} windows of {of}: {parameter} {times}").unwrap();
    }
    for it in all(&document["requirements"]) {
        let queue = it["queue"].as_str().map(|it| format!("queue {it}"));
        let application = format!("application {}", said(&it["application"]));
        let of = match queue {
            // The default of the cluster.
            Some(queue) if it["application"] == "generic" => queue,
            Some(queue) => format!("{queue} with {application}"),
            None => application,
        };
        let side = |which: &str| format!("{} ({} hosts)", said(&it[which]), it[format!("matching_{which}")]);
        writeln!(text, "{} requirement of {of}: {} to {}", said(&it["risk"]), side("old"), side("new")).unwrap();
    }
    for it in all(&document["access"]) {
        writeln!(text, "{} users of {}: {}", said(&it["risk"]), said(&it["queue"]), moved(&it)).unwrap();
    }
    for it in all(&document["elims"]) {
        let starts = if it["starts"] == true { "starts" } else { "stops" };
        writeln!(text, "elims of {}: {starts} {}", said(&it["host"]), names(&it["resources"])).unwrap();
    }
    for it in all(&document["jobs"]) {
        writeln!(text, "{} job {}:{}: {}", said(&it["risk"]), said(&it["file"]), it["line"], said(&it["outcome"]))
            .unwrap();
    }
    for which in ["new", "fixed"] {
        for it in all(&document["findings"][which]) {
            writeln!(text, "{which} finding {}", said(&it["code"])).unwrap();
        }
    }
    for it in all(&document["run"]) {
        writeln!(text, "run {}", said(&it["command"])).unwrap();
    }
    if text.is_empty() {
        assert_eq!(document["empty"], true);
        text.push_str("nothing changes in meaning\n");
    }
    text
}

/// A text without its quotes.
fn said(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Whether the lines are the expected ones; `...` stands for any number of lines.
fn matches(expected: &[&str], actual: &[&str]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((&"...", rest)) => (0..=actual.len()).any(|at| matches(rest, &actual[at..])),
        Some((line, rest)) => actual.split_first().is_some_and(|it| it.0 == line && matches(rest, it.1)),
    }
}

#[test]
fn commits() {
    let clean: Files = files_below(&repository().join("testdata/clusters/clean"))
        .into_iter()
        .map(|(name, bytes)| (name, String::from_utf8(bytes).expect("a text")))
        .collect();
    let commits: BTreeMap<String, Vec<u8>> = files_below(&repository().join("testdata/plan")).into_iter().collect();
    let commits: Vec<(&String, &Vec<u8>)> =
        commits.iter().filter(|it| Path::new(it.0).extension() == Some("toml".as_ref())).collect();
    let wrong: String = std::thread::scope(|scope| {
        let threads: Vec<_> = commits.chunks(commits.len() / 4 + 1).map(|it| scope.spawn(|| run(&clean, it))).collect();
        threads.into_iter().map(|it| it.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "{wrong}");
    assert!(commits.len() >= 40, "only {} commits", commits.len());
}

/// What is wrong with some commits.
fn run(clean: &Files, commits: &[(&String, &Vec<u8>)]) -> String {
    let mut wrong = String::new();
    for (name, bytes) in commits {
        let text = String::from_utf8((*bytes).clone()).expect("a text");
        let commit: Commit = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut old = clean.clone();
        commit.before.iter().for_each(|it| it.apply(&mut old));
        let mut new = old.clone();
        commit.edit.iter().for_each(|it| it.apply(&mut new));
        let sides = Said::new(&old, &new);
        let actual = lines(&sides.plan("old", "new"));
        let (expected, found): (Vec<&str>, Vec<&str>) = (commit.expected.lines().collect(), actual.lines().collect());
        if !matches(&expected, &found) {
            writeln!(wrong, "{name}: {}\n--- expected\n{}--- found\n{actual}", commit.title, commit.expected).unwrap();
        }
        let exports = sides.exports();
        if !exports.is_empty() {
            writeln!(wrong, "{name}: the export changed by the plan is not the other export\n{exports}").unwrap();
        }
    }
    wrong
}
