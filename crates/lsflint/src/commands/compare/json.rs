//! The document of `compare --output-format json`.

use lsflint_ide::answers::plan::PlanObject;
use lsflint_ide::answers::running::{Compared, Verdict};
use serde::Serialize;

use super::Shown;
use crate::commands::strings;
use crate::output::{Failure, Terminal};

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    values: Vec<Value<'a>>,
    not_compared: Vec<NotCompared<'a>>,
    not_understood: Vec<NotUnderstood<'a>>,
    summary: Summary,
}

#[derive(Serialize)]
struct Value<'a> {
    object: Object<'a>,
    /// Null for the object itself.
    parameter: Option<&'a str>,
    running: Option<&'a str>,
    file: Option<&'a str>,
    verdict: &'static str,
    because: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Place<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place<'a>>,
}

#[derive(Serialize)]
struct Object<'a> {
    kind: &'a str,
    name: &'a str,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: usize,
}

#[derive(Serialize)]
struct NotCompared<'a> {
    object: Object<'a>,
    parameter: &'a str,
    running: &'a str,
    because: &'a str,
    source: Place<'a>,
}

#[derive(Serialize)]
struct NotUnderstood<'a> {
    source: &'a str,
    line: usize,
    text: &'a str,
}

#[derive(Serialize)]
struct Summary {
    same: usize,
    differs: usize,
    only_running: usize,
    only_files: usize,
    not_compared: usize,
    not_understood: usize,
}

pub(super) fn write(shown: &Shown<'_>, terminal: &Terminal) -> Result<(), Failure> {
    let comparison = shown.comparison;
    let count = |verdict| comparison.count(verdict);
    let document = Document {
        version: 1,
        values: comparison.values.iter().map(|it| value(shown, it)).collect(),
        not_compared: comparison
            .not_compared
            .iter()
            .map(|it| NotCompared {
                object: object(&it.object),
                parameter: &it.parameter,
                running: &it.running,
                because: &it.because,
                source: Place { file: &shown.sources[it.shown.source], line: it.shown.line },
            })
            .collect(),
        not_understood: comparison
            .not_understood
            .iter()
            .map(|it| NotUnderstood { source: &shown.sources[it.source], line: it.line, text: &it.text })
            .collect(),
        summary: Summary {
            same: count(Verdict::Same),
            differs: count(Verdict::Differs),
            only_running: count(Verdict::OnlyRunning),
            only_files: count(Verdict::OnlyFiles),
            not_compared: comparison.not_compared.len(),
            not_understood: comparison.not_understood.len(),
        },
    };
    strings::document(&document, terminal)
}

fn value<'a>(shown: &Shown<'a>, it: &'a Compared) -> Value<'a> {
    Value {
        object: object(&it.object),
        parameter: it.parameter.as_deref(),
        running: it.running.as_deref(),
        file: it.file.as_deref(),
        verdict: it.verdict.name(),
        because: &it.because,
        source: it.shown.map(|it| Place { file: &shown.sources[it.source], line: it.line }),
        place: it.place.as_ref().map(|it| Place { file: &it.file, line: shown.line(it) }),
    }
}

fn object(object: &PlanObject) -> Object<'_> {
    Object { kind: &object.kind, name: &object.name }
}
