//! One question has one answer: the command line, hovers, lenses and the HTML report are asked the same questions about
//! a cluster, and compared.

pub(crate) mod clusters;
mod tables;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use lsflint_ide::{CodeLensOptions, File, HoverOptions, LensKind, Snapshot, code_lenses, hover, resolve_code_lens};
use lsflint_model::FieldRef;
use lsflint_project::{Session, SessionOptions};
use lsflint_test_support::Scratch;
use serde_json::Value;

use crate::lsflint;

/// The number of questions about each cluster.
const QUESTIONS: usize = 50;

/// The answers to the questions about a cluster, by question and by who gave them.
#[derive(Default)]
struct Answers(BTreeMap<String, Vec<(&'static str, String)>>);

impl Answers {
    fn add(&mut self, question: String, by: &'static str, answer: Option<String>) {
        self.0.entry(question).or_default().extend(answer.map(|it| (by, it)));
    }

    /// At least [`QUESTIONS`] questions have more than one answer, and all answers to a question are equal.
    #[track_caller]
    fn check(&self, name: &str) {
        let asked = self.0.values().filter(|it| it.len() > 1).count();
        assert!(asked >= QUESTIONS, "{name}: only {asked} questions with several answers");
        let mut wrong = String::new();
        for (question, answers) in self.0.iter().filter(|it| it.1.iter().any(|other| other.1 != it.1[0].1)) {
            writeln!(wrong, "{question}").expect("a string");
            answers.iter().for_each(|(by, answer)| writeln!(wrong, "  {by}: {answer}").expect("a string"));
        }
        assert!(wrong.is_empty(), "{name}, of {asked} questions:\n{wrong}");
    }
}

/// Asks everything about the cluster in a folder. Every `each`-th object is asked about by its name: large clusters
/// take long to read.
fn ask(scratch: &Scratch, each: usize) -> Answers {
    let mut answers = Answers::default();
    let html = lsflint(scratch, &["check", "--output-format=html", "."]).output().expect("the command runs").stdout;
    let html = unescaped(&String::from_utf8(html).expect("our output is UTF-8"));
    let snapshot = snapshot(scratch);
    let view = snapshot.cluster.view();
    for (kind, word, records) in [
        ("queue", "--queue", view.queues().collect::<Vec<_>>()),
        ("application", "--app", view.applications().collect()),
    ] {
        for record in records.into_iter().step_by(each) {
            let name = record.name().into_owned();
            // Of several definitions, the answers are about the one that LSF uses.
            if name.is_empty() || view.named(record.kind(), record.section().name, &name).len() > 1 {
                continue;
            }
            let shown = json(scratch, &["show", kind, &name]);
            let exists = shown["exists"] == true;
            let hover_of = |place: lsflint_model::Place| {
                let options = HoverOptions::default();
                hover(&snapshot, &place.file, place.range.start().into(), &options).map(|it| it.markdown)
            };
            let of_name = hover_of(record.place()).unwrap_or_default();
            let question = format!("does {kind} {name} exist?");
            answers.add(question.clone(), "show", Some(exists.to_string()));
            answers.add(question.clone(), "hover", Some((!of_name.contains("**does not exist**")).to_string()));
            answers.add(question, "HTML", Some(row(&html, &name).is_some().to_string()));
            for field in record.all_fields().filter(|it| it.known().is_some() && it.param().is_some()) {
                let parameter = field.param().map_or("", |it| it.name);
                let own = |it: &&Value| it["name"] == parameter;
                let found = shown["parameters"].as_array().and_then(|it| it.iter().find(own));
                let Some(found) = found.filter(|it| exists && it["times"].is_null()) else { continue };
                let is_last = record.field(parameter).is_some_and(|it| it.place() == field.place());
                if !is_last || record.fields(parameter).len() > 1 {
                    continue;
                }
                let question = format!("what is {parameter} of {kind} {name}?");
                let effective = found["effective"].as_str().map(one_line);
                answers.add(question.clone(), "show", effective.clone());
                answers.add(
                    question.clone(),
                    "hover",
                    hovered(&field, &hover_of(key(&field)).unwrap_or_default(), effective),
                );
                answers.add(
                    question,
                    "HTML",
                    row(&html, &name).and_then(|it| setting(it, parameter)).map(|it| one_line(&it)),
                );
            }
            if !exists {
                continue;
            }
            let merged = json(scratch, &["resreq", "merge", word, &format!("@{name}")]);
            let question = format!("what is the requirement of {kind} {name}?");
            let result = merged["result"].as_str().map(one_line);
            answers.add(question.clone(), "merge", result.clone());
            let by_hover = of_name.lines().find_map(|it| it.strip_prefix("- requirement: ")).map(code);
            let has_default = of_name.contains("from the default application profile");
            // Hovers shorten long texts.
            let whole = |it: String| match (it.strip_suffix(" ..."), &result) {
                (Some(start), Some(result)) if result.starts_with(start) => result.clone(),
                _ => it,
            };
            answers.add(question.clone(), "hover", by_hover.filter(|_| !has_default).map(whole));
            if kind == "queue" && !has_default {
                let requirement =
                    html.find(&format!("<h4><code class=\"name\">{name}</code></h4>")).map(|it| &html[it..]);
                let text = requirement.and_then(|it| between(it, "<pre class=\"value\" tabindex=\"0\">", "</pre>"));
                answers.add(question, "HTML", text.map(one_line));
                let hosts = json(scratch, &["resreq", "hosts", "--queue", &format!("@{name}")]);
                let counts = |it: &str| hosts["counts"][it].as_u64();
                let total = counts("always").zip(counts("depends")).zip(counts("never"));
                let question = format!("how many hosts match queue {name}?");
                let words = total.map(|((a, d), n)| (a + d, a + d + n)).filter(|it| it.1 > 0);
                answers.add(question.clone(), "hosts", words.map(|(some, all)| format!("{some} of {all}")));
                let lens = resolve_code_lens(
                    &snapshot,
                    &record.place().file,
                    record.place().range.start().into(),
                    LensKind::MatchingHosts,
                );
                let count =
                    |it: &str| it.split_once(" host").map(|it| it.0.to_owned()).filter(|it| it.contains(" of "));
                answers.add(question.clone(), "lens", lens.and_then(|it| count(&it.title)));
                let matching = requirement.and_then(|it| between(it, "</pre><p class=\"quiet\">", "</p>"));
                answers.add(question.clone(), "HTML", matching.as_deref().and_then(count));
                // For a compound requirement, the hover has a line for each part.
                let line = of_name.lines().find(|it| it.contains("of the queue can match"));
                let line = line.filter(|it| !it.starts_with("- term") && !it.starts_with("- alternative"));
                answers.add(question, "hover", line.and_then(|it| count(it.trim_start_matches("- "))));
                let all = words.map(|it| it.1.to_string());
                answers.add(format!("how many hosts has queue {name}?"), "hosts", all);
            }
        }
    }
    groups(scratch, &snapshot, &html, each, &mut answers);
    tables::ask(scratch, &snapshot, &html, each, &mut answers);
    answers
}

/// The sizes of host groups.
fn groups(scratch: &Scratch, snapshot: &Snapshot, html: &str, each: usize, answers: &mut Answers) {
    for file in snapshot.files.iter().map(|it| &it.source) {
        let lenses = code_lenses(snapshot, &file.path, &CodeLensOptions::default());
        for lens in lenses.into_iter().filter(|it| it.kind == LensKind::GroupSize).step_by(each) {
            let name = &file.text[lens.range.start as usize..lens.range.end as usize];
            let Some(title) = resolve_code_lens(snapshot, &file.path, lens.range.start, lens.kind) else { continue };
            let shown = json(scratch, &["show", "group", name]);
            if shown["exists"] != true || shown["members"]["complete"] != true {
                continue;
            }
            let question = format!("how many members has {name}?");
            let count = shown["members"]["names"].as_array().map(|it| it.len().to_string());
            answers.add(question.clone(), "show", count);
            let first = |it: &str| it.split(' ').next().map(str::to_owned).filter(|it| it.parse::<u64>().is_ok());
            answers.add(question.clone(), "lens", first(&title.title));
            let hosts = row(html, name).and_then(|it| between(it, "<span class=\"count\">", "</span>"));
            answers.add(question, "HTML", hosts.as_deref().and_then(first));
        }
    }
}

/// What a hover over a key says its value is.
fn hovered(field: &FieldRef<'_>, markdown: &str, effective: Option<String>) -> Option<String> {
    if markdown.contains("**not in effect**") {
        // The hover says what applies instead in words.
        return effective.filter(|it| *it != one_line(field.known().unwrap_or_default()));
    }
    let read = markdown.lines().find_map(|it| it.strip_prefix("- LSF reads ")).map(code);
    read.or_else(|| field.known().map(|it| one_line(&it))).map(|it| one_line(&it))
}

/// The place of the key of a field.
fn key(field: &FieldRef<'_>) -> lsflint_model::Place {
    field.name_place()
}

/// The files of the only cluster below a folder, with their findings.
pub(crate) fn snapshot(scratch: &Scratch) -> Snapshot {
    let mut session = Session::new(scratch.path(), SessionOptions::default());
    session.set_roots(vec![scratch.path()]);
    session.refresh();
    let state = session.snapshot();
    let set =
        state.sets().iter().find(|it| it.clusters.iter().any(|it| it.grouped.files.len() > 3)).expect("a cluster");
    let facts = set.clusters.iter().max_by_key(|it| it.grouped.files.len()).expect("a cluster");
    let files = facts.grouped.files.iter().map(|it| &set.files[*it]);
    let files = files.filter_map(|it| {
        let source = it.source.file()?.clone();
        Some(File { source, findings: it.findings.clone(), suppressed: it.suppressed.clone() })
    });
    Snapshot {
        script: None,
        scripts: Default::default(),
        files: files.collect(),
        cluster: facts.facts.clone(),
        read: Arc::default(),
        rules: lsflint_rules::all(),
        settings: set.judge.settings.clone(),
        format: set.judge.config.format,
    }
}

fn json(scratch: &Scratch, arguments: &[&str]) -> Value {
    let more = ["--cluster", ".", "--output-format", "json"];
    let output = lsflint(scratch, &[arguments, &more].concat()).output().expect("the command runs");
    serde_json::from_slice(&output.stdout).unwrap_or_default()
}

/// The text of the row about a queue, an application profile or a group.
fn row<'h>(html: &'h str, name: &str) -> Option<&'h str> {
    let from = html.find(&format!("<th scope=\"row\"><code class=\"name\">{name}</code>"))?;
    let row = &html[from..];
    Some(row[1..].find("<th scope=\"row\">").map_or(row, |end| &row[..=end]))
}

/// The value of a parameter in a row.
fn setting(row: &str, parameter: &str) -> Option<String> {
    let after = &row[row.find(&format!("<dt>{parameter}</dt>"))?..];
    between(&after[..after.find("</dd>")?], "<code>", "</code>")
}

fn between(text: &str, from: &str, to: &str) -> Option<String> {
    let text = &text[text.find(from)? + from.len()..];
    Some(text[..text.find(to)?].to_owned())
}

/// The text in backticks.
fn code(text: &str) -> String {
    one_line(text.trim().trim_start_matches('`').split('`').next().unwrap_or_default())
}

fn one_line(text: impl AsRef<str>) -> String {
    text.as_ref().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unescaped(html: &str) -> String {
    html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&")
}
