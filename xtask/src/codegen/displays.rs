//! `displays.toml`: how query commands display the values of the files.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Deserialize;

use super::data::KINDS;
use super::emit::list;
use super::{HEAD, Output};

/// The words of the data with the variants that they stand for.
const LAYOUTS: [(&str, &str); 5] = [
    ("blocks", "Blocks"),
    ("rows", "Rows"),
    ("assignments", "Assignments"),
    ("sections", "Sections"),
    ("lines", "Lines"),
];
const PLACES: [(&str, &str); 5] =
    [("column", "Column"), ("label", "Label"), ("sentence", "Sentence"), ("policy", "Policy"), ("text", "Text")];
const LIMITS: [(&str, &str); 4] = [("", "Any"), ("minimum", "Minimum"), ("default", "Default"), ("maximum", "Maximum")];
const CONFIDENCES: [(&str, &str); 4] = [("", "High"), ("low", "Low"), ("medium", "Medium"), ("high", "High")];
const FORMS: [(&str, &str); 27] = [
    ("plain", "Plain"),
    ("description", "Description"),
    ("number", "Number"),
    ("time", "Time"),
    ("size", "Size"),
    ("intervals", "Intervals"),
    ("reservation", "Reservation"),
    ("tasks", "Tasks"),
    ("list", "List"),
    ("members", "Members"),
    ("server", "Server"),
    ("processors", "Processors"),
    ("shares", "Shares"),
    ("requirement", "Requirement"),
    ("yes", "Yes"),
    ("threshold", "Threshold"),
    ("words", "Words"),
    ("order", "Order"),
    ("slots", "Slots"),
    ("cluster", "Cluster"),
    ("candidate", "Candidate"),
    ("level", "Level"),
    ("controls", "Controls"),
    ("checkpoint", "Checkpoint"),
    ("goals", "Goals"),
    ("usage", "Usage"),
    ("accounts", "Accounts"),
];

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Displays {
    not_set: Vec<String>,
    noise: Vec<String>,
    remarks: Vec<String>,
    display: Vec<Display>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Display {
    command: String,
    #[serde(default)]
    json: String,
    #[serde(default)]
    bconf: bool,
    file: String,
    #[serde(default)]
    section: String,
    layout: String,
    #[serde(default)]
    begins: Vec<String>,
    #[serde(default)]
    fallback: String,
    #[serde(default)]
    cut: usize,
    #[serde(default)]
    rows: Vec<String>,
    #[serde(default)]
    thresholds: String,
    #[serde(default)]
    partial: bool,
    #[serde(default)]
    default_limits: String,
    #[serde(default)]
    maximum_limits: String,
    #[serde(default)]
    policies: String,
    #[serde(default)]
    made_by_lsf: Vec<String>,
    #[serde(default)]
    state: Vec<String>,
    #[serde(default)]
    skipped: Vec<String>,
    #[serde(default)]
    closing: Vec<String>,
    #[serde(default)]
    within: Vec<String>,
    #[serde(default)]
    unnamed: String,
    #[serde(default)]
    resources: String,
    #[serde(default)]
    parts: Vec<Part>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    at: String,
    text: String,
    params: Vec<String>,
    form: String,
    #[serde(default)]
    unit: String,
    #[serde(default)]
    limit: String,
    #[serde(default)]
    value: String,
    #[serde(default)]
    always: bool,
    #[serde(default)]
    confidence: String,
}

/// The problems of the data, each with its place. `has`: whether a section of a file, both by name, has a parameter, or
/// without one, whether the section exists.
pub(super) fn problems(data: &Displays, has: impl Fn(&str, &str, Option<&str>) -> bool) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let mut commands = HashSet::new();
    for it in &data.display {
        let place = format!("displays.toml: `{}`", it.command);
        let mut report = |problem: String| problems.push((place.clone(), problem));
        if !commands.insert(&it.command) {
            report("duplicate command".to_owned());
        }
        if it.source.is_empty() {
            report("no source".to_owned());
        }
        if !has(&it.file, &it.section, None) {
            report(format!("unknown section `{}` of `{}`", it.section, it.file));
        }
        if variant(&LAYOUTS, &it.layout).is_none() {
            report(format!("unknown layout `{}`", it.layout));
        }
        for other in it.within.iter().filter(|name| !data.display.iter().any(|it| it.command == **name)) {
            report(format!("unknown command `{other}` in `within`"));
        }
        let mut texts = HashSet::new();
        for part in &it.parts {
            if !texts.insert((&part.at, &part.text)) {
                report(format!("duplicate text `{}`", part.text));
            }
            let words = [(&PLACES[..], &part.at), (&FORMS[..], &part.form), (&LIMITS[..], &part.limit)];
            for (known, word) in words.into_iter().chain([(&CONFIDENCES[..], &part.confidence)]) {
                if variant(known, word).is_none() {
                    report(format!("`{}`: unknown word `{word}`", part.text));
                }
            }
            // What is displayed about the whole cluster may be no parameter.
            for param in part.params.iter().filter(|param| !has(&it.file, &it.section, Some(param))) {
                report(format!("`{}`: unknown parameter `{param}`", part.text));
            }
        }
    }
    problems
}

fn variant(words: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    words.iter().find(|it| it.0 == word).map(|it| it.1)
}

/// `generated/displays.rs`.
pub(super) fn table(data: &Displays) -> Output {
    const VALID: &str = "validated";
    let mut text = HEAD.to_owned();
    text.push_str(
        "use crate::{Confidence, Display, DisplayForm, DisplayLayout, DisplayLimit, DisplayPart, DisplayPlace, FileKind};\n\n",
    );
    let _ = writeln!(
        text,
        "/// What stands for a parameter that is not set.\npub static NOT_SET: &[&str] = {};\n\n\
         /// The ends of lines that commands print between their output.\npub static NOISE: &[&str] = {};\n\n\
         /// What follows values that are displayed with the name of the parameter.\n\
         pub static REMARKS: &[&str] = {};\n",
        list(&data.not_set),
        list(&data.noise),
        list(&data.remarks)
    );
    text.push_str("/// How query commands display the values of the files.\npub static DISPLAYS: &[Display] = &[\n");
    for it in &data.display {
        let file = KINDS.iter().find(|kind| kind.0 == it.file).expect(VALID).1;
        let _ = writeln!(
            text,
            "    Display {{ command: {:?}, json: {:?}, bconf: {}, file: FileKind::{file}, section: {:?}, layout: DisplayLayout::{}, \
             begins: {}, fallback: {:?}, cut: {}, rows: {}, thresholds: {:?}, partial: {}, default_limits: {:?}, maximum_limits: {:?}, policies: {:?}, made_by_lsf: {}, \
             state: {}, skipped: {}, closing: {}, within: {}, unnamed: {:?}, resources: {:?}, source: {:?}, parts: &[",
            it.command,
            it.json,
            it.bconf,
            it.section,
            variant(&LAYOUTS, &it.layout).expect(VALID),
            list(&it.begins),
            it.fallback,
            it.cut,
            list(&it.rows),
            it.thresholds,
            it.partial,
            it.default_limits,
            it.maximum_limits,
            it.policies,
            list(&it.made_by_lsf),
            list(&it.state),
            list(&it.skipped),
            list(&it.closing),
            list(&it.within),
            it.unnamed,
            it.resources,
            it.source,
        );
        for part in &it.parts {
            let _ = writeln!(
                text,
                "        DisplayPart {{ at: DisplayPlace::{}, text: {:?}, params: {}, form: DisplayForm::{}, unit: {:?}, \
                 limit: DisplayLimit::{}, value: {:?}, always: {}, confidence: Confidence::{} }},",
                variant(&PLACES, &part.at).expect(VALID),
                part.text,
                list(&part.params),
                variant(&FORMS, &part.form).expect(VALID),
                part.unit,
                variant(&LIMITS, &part.limit).expect(VALID),
                part.value,
                part.always,
                variant(&CONFIDENCES, &part.confidence).expect(VALID),
            );
        }
        text.push_str("    ] },\n");
    }
    text.push_str("];\n");
    Output { name: "displays.rs".to_owned(), text }
}
