//! `after-change.toml`: what must be run after a change, and what the change does to jobs.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use serde::Deserialize;

use super::data::KINDS;
use super::{HEAD, Output};

/// The cases that `when` may name, with the variants of `ChangeCase`.
const CASES: [(&str, &str); 3] =
    [("host-changed", "HostChanged"), ("elim-moved", "ElimMoved"), ("load-index", "LoadIndex")];
const STEP_KINDS: [&str; 6] = ["wait", "check", "stop", "reload", "restart", "start"];
const RISKS: [&str; 3] = ["harmless", "notable", "breaking"];
const OBJECT_CHANGES: [&str; 3] = ["created", "removed", "renamed"];
const CONFIDENCES: [&str; 3] = ["low", "medium", "high"];

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AfterChange {
    sources: BTreeMap<String, String>,
    step: Vec<Step>,
    absorb: Vec<Absorb>,
    rule: Vec<Rule>,
    job_effect: Vec<JobEffect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    id: String,
    order: u16,
    kind: String,
    command: String,
    #[serde(default)]
    older: String,
    effect: String,
    by: String,
    confidence: String,
    sources: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Absorb {
    by: String,
    absorbs: Vec<String>,
    confidence: String,
    sources: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    file: String,
    section: Option<String>,
    param: Option<String>,
    when: Option<String>,
    steps: Vec<String>,
    #[serde(default)]
    replaces: bool,
    #[serde(default)]
    by_parameter: bool,
    confidence: String,
    sources: Vec<String>,
    #[serde(default)]
    note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JobEffect {
    id: String,
    file: String,
    section: String,
    #[serde(default)]
    objects: Vec<String>,
    #[serde(default)]
    params: Vec<String>,
    risk: String,
    risk_lower: Option<String>,
    #[serde(default)]
    pending: String,
    #[serde(default)]
    running: String,
    #[serde(default)]
    suspended: String,
    #[serde(default)]
    note: String,
    #[serde(default)]
    advice: String,
    confidence: String,
    sources: Vec<String>,
}

/// The problems of the data, each with its place. `has`: whether a section of a file, both by name, has a parameter, or
/// without one, whether the section exists.
pub(super) fn problems(data: &AfterChange, has: impl Fn(&str, &str, Option<&str>) -> bool) -> Vec<(String, String)> {
    let mut found = Problems { data, problems: Vec::new() };
    let steps: HashSet<&str> = data.step.iter().map(|it| it.id.as_str()).collect();
    let unknown = |ids: &[String]| ids.iter().find(|it| !steps.contains(it.as_str())).cloned();
    for it in &data.step {
        let place = format!("step `{}`", it.id);
        found.one_of(&place, &it.kind, &STEP_KINDS);
        found.grounds(&place, &it.confidence, &it.sources);
    }
    for it in &data.absorb {
        let place = format!("absorb by `{}`", it.by);
        if let Some(id) = unknown(&it.absorbs).or_else(|| unknown(std::slice::from_ref(&it.by))) {
            found.report(&place, format!("unknown step `{id}`"));
        }
        found.grounds(&place, &it.confidence, &it.sources);
    }
    let mut seen = HashSet::new();
    for it in &data.rule {
        let place = format!("rule of `{}` {:?} {:?} {:?}", it.file, it.section, it.param, it.when);
        if !seen.insert((&it.file, &it.section, &it.param, &it.when)) {
            found.report(&place, "duplicate rule");
        }
        if let Some(id) = unknown(&it.steps) {
            found.report(&place, format!("unknown step `{id}`"));
        }
        if it.steps.is_empty() && it.note.is_empty() {
            found.report(&place, "neither steps nor a note that says when the change takes effect");
        }
        let known = match (&it.section, &it.param) {
            (Some(section), param) => has(&it.file, section, param.as_deref()),
            (None, Some(_)) => false,
            (None, None) => variant(&it.file).is_some(),
        };
        if !known {
            found.report(&place, "unknown file, section or parameter");
        }
        if let Some(case) = &it.when {
            found.one_of(&place, case, &CASES.map(|it| it.0));
        }
        found.grounds(&place, &it.confidence, &it.sources);
    }
    for it in &data.job_effect {
        let place = format!("job_effect `{}`", it.id);
        let params = it.params.iter().filter(|it| *it != "*");
        if !has(&it.file, &it.section, None) {
            found.report(&place, "unknown section");
        }
        for param in params.filter(|param| !has(&it.file, &it.section, Some(param))) {
            found.report(&place, format!("unknown parameter `{param}`"));
        }
        it.objects.iter().for_each(|it| found.one_of(&place, it, &OBJECT_CHANGES));
        found.one_of(&place, &it.risk, &RISKS);
        it.risk_lower.iter().for_each(|it| found.one_of(&place, it, &RISKS));
        found.grounds(&place, &it.confidence, &it.sources);
    }
    found.problems
}

struct Problems<'a> {
    data: &'a AfterChange,
    problems: Vec<(String, String)>,
}

impl Problems<'_> {
    fn report(&mut self, place: &str, problem: impl Into<String>) {
        self.problems.push((format!("after-change.toml: {place}"), problem.into()));
    }

    fn one_of(&mut self, place: &str, word: &str, allowed: &[&str]) {
        if !allowed.contains(&word) {
            self.report(place, format!("unknown word `{word}`"));
        }
    }

    fn grounds(&mut self, place: &str, confidence: &str, sources: &[String]) {
        self.one_of(place, confidence, &CONFIDENCES);
        if sources.is_empty() {
            self.report(place, "no source");
        }
        for it in sources.iter().filter(|it| !it.starts_with("http") && !self.data.sources.contains_key(*it)) {
            self.problems.push((format!("after-change.toml: {place}"), format!("unknown source `{it}`")));
        }
    }
}

/// The variant of `FileKind`.
fn variant(file: &str) -> Option<&'static str> {
    KINDS.iter().find(|it| it.0 == file).map(|it| it.1)
}

/// `generated/after_change.rs`.
pub(super) fn table(data: &AfterChange) -> Output {
    let mut text = HEAD.to_owned();
    text.push_str(
        "use crate::after_change::{Absorption, ChangeCase, ChangeRule, JobEffect, ObjectChange, Risk, Step, StepKind};\n\
         use crate::file::FileKind;\nuse crate::param::Confidence;\n\n\
         /// What administrators do after changes, in that order.\npub static STEPS: &[Step] = &[\n",
    );
    let sources = |keys: &[String]| {
        let all: Vec<&String> = keys.iter().map(|it| data.sources.get(it).unwrap_or(it)).collect();
        format!("&{all:?}")
    };
    let kind = |file: &str| variant(file).unwrap_or_default();
    for it in &data.step {
        let _ = writeln!(
            text,
            "    Step {{ id: {:?}, order: {}, kind: StepKind::{}, command: {:?}, older: {:?}, effect: {:?}, by: {:?}, \
             confidence: Confidence::{}, sources: {} }},",
            it.id,
            it.order,
            camel(&it.kind),
            it.command,
            it.older,
            it.effect,
            it.by,
            camel(&it.confidence),
            sources(&it.sources)
        );
    }
    text.push_str("];\n\n/// The steps that make others unnecessary.\npub static ABSORPTIONS: &[Absorption] = &[\n");
    for it in &data.absorb {
        let _ = writeln!(text, "    Absorption {{ by: {:?}, absorbs: &{:?} }},", it.by, it.absorbs);
    }
    text.push_str("];\n\n/// The steps after changes of files, sections and parameters.\n");
    text.push_str("pub static CHANGE_RULES: &[ChangeRule] = &[\n");
    for it in &data.rule {
        let case = it.when.as_ref().and_then(|it| CASES.iter().find(|case| case.0 == it));
        let case = case.map_or("None".to_owned(), |it| format!("Some(ChangeCase::{})", it.1));
        let _ = writeln!(
            text,
            "    ChangeRule {{ file: FileKind::{}, section: {:?}, param: {:?}, case: {case}, steps: &{:?}, replaces: {}, \
             by_parameter: {}, confidence: Confidence::{}, sources: {}, note: {:?} }},",
            kind(&it.file),
            it.section,
            it.param,
            it.steps,
            it.replaces,
            it.by_parameter,
            camel(&it.confidence),
            sources(&it.sources),
            it.note
        );
    }
    text.push_str("];\n\n/// What changes do to jobs.\npub static JOB_EFFECTS: &[JobEffect] = &[\n");
    for it in &data.job_effect {
        let objects: Vec<String> = it.objects.iter().map(|it| format!("ObjectChange::{}", camel(it))).collect();
        let lower = it.risk_lower.as_ref().map_or("None".to_owned(), |it| format!("Some(Risk::{})", camel(it)));
        let _ = writeln!(
            text,
            "    JobEffect {{ id: {:?}, file: FileKind::{}, section: {:?}, objects: &[{}], params: &{:?}, risk: Risk::{}, \
             risk_lower: {lower}, pending: {:?}, running: {:?}, suspended: {:?}, note: {:?}, advice: {:?}, confidence: \
             Confidence::{}, sources: {} }},",
            it.id,
            kind(&it.file),
            it.section,
            objects.join(", "),
            it.params,
            camel(&it.risk),
            it.pending,
            it.running,
            it.suspended,
            it.note,
            it.advice,
            camel(&it.confidence),
            sources(&it.sources)
        );
    }
    text.push_str("];\n");
    Output { name: "after_change.rs".to_owned(), text }
}

/// The variant of a word: `Reload`.
fn camel(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |it| it.to_ascii_uppercase().to_string() + letters.as_str())
}
