//! `export`: the cluster as LSF reads it, as data for other tools.

use std::collections::BTreeMap;
use std::process::ExitCode;

use lsflint_ide::answers::export::{self, Exported, ExportedValue, Requirement, Resolved};
use lsflint_model::combined::UserNames;
use lsflint_project::Overrides;
use serde::Serialize;

use crate::arguments::{Export, ExportFormat};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    /// The name of the cluster; null if no file says it.
    cluster: Option<String>,
    objects: Vec<Object<'a>>,
    host_sets: &'a [Vec<String>],
}

/// An object as `export` and `plan` write it.
#[derive(Serialize)]
pub(crate) struct Object<'a> {
    kind: &'a str,
    name: &'a str,
    /// The name of the file that defines it, without its directory.
    file: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    exists: Option<&'a str>,
    parameters: BTreeMap<&'a str, Value<'a>>,
    #[serde(flatten)]
    resolved: JsonResolved<'a>,
    at: Option<Line<'a>>,
}

#[derive(Serialize)]
struct Value<'a> {
    value: Option<&'a str>,
    normal: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<Vec<Number>>,
    #[serde(skip_serializing_if = "str::is_empty")]
    unit: &'a str,
    words: &'a str,
    inherited: bool,
    default: bool,
    at: Option<Line<'a>>,
}

/// A number, without a fraction if it has none.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Integer(i64),
    Float(f64),
}

#[derive(Serialize, Default)]
struct JsonResolved<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    hosts: Option<Hosts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    users: Option<Users<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requirement: Option<JsonRequirement<'a>>,
}

#[derive(Serialize)]
struct Hosts {
    set: usize,
    complete: bool,
}

#[derive(Serialize)]
struct Users<'a> {
    all: bool,
    names: &'a [String],
    complete: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonRequirement<'a> {
    Merged { text: &'a str },
    Rejected { rejected: &'a str },
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    line: usize,
}

pub(crate) fn run(arguments: Export, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let Export { mut reading, at, output_format: ExportFormat::Json } = arguments;
    reading.cluster.get_or_insert_with(|| ".".into());
    let (cluster, _) = strings::surroundings_as_read(reading, at, Overrides::default())?;
    let export = export::export(&cluster);
    let document = Document {
        version: 1,
        cluster: cluster.view().cluster_name().map(str::to_owned),
        objects: export.objects.iter().map(object).collect(),
        host_sets: &export.host_sets,
    };
    strings::document(&document, terminal)?;
    Ok(ExitCode::SUCCESS)
}

/// An object for a document.
pub(crate) fn object(it: &Exported) -> Object<'_> {
    Object {
        kind: &it.object.kind,
        name: &it.object.name,
        file: it.object.file.name(),
        exists: it.exists.as_deref(),
        parameters: it.values.iter().map(|(name, it)| (name.as_str(), value(it))).collect(),
        resolved: resolved(&it.resolved),
        at: it.at.as_ref().map(line),
    }
}

fn value(it: &ExportedValue) -> Value<'_> {
    let number = |it: &f64| match *it as i64 {
        integer if integer as f64 == *it => Number::Integer(integer),
        _ => Number::Float(*it),
    };
    Value {
        value: it.value.as_deref(),
        normal: it.normal.as_deref(),
        numbers: it.numbers.as_ref().map(|it| it.iter().map(number).collect()),
        unit: &it.unit,
        words: &it.words,
        inherited: it.is_inherited,
        default: it.is_default,
        at: it.at.as_ref().map(line),
    }
}

fn line(it: &export::Line) -> Line<'_> {
    Line { file: &it.file, line: it.line }
}

fn resolved(it: &Resolved) -> JsonResolved<'_> {
    let hosts = |it: &Option<export::Hosts>| it.map(|it| Hosts { set: it.set, complete: it.complete });
    match it {
        Resolved::Nothing => JsonResolved::default(),
        Resolved::Hosts(it) => JsonResolved { hosts: hosts(it), ..JsonResolved::default() },
        Resolved::Users(it) => JsonResolved { users: it.as_ref().map(users), ..JsonResolved::default() },
        Resolved::Queue { hosts: of_queue, users: of_users, requirement } => JsonResolved {
            hosts: hosts(of_queue),
            users: of_users.as_ref().map(users),
            requirement: match requirement {
                Requirement::Unknown | Requirement::None => None,
                Requirement::Merged(text) => Some(JsonRequirement::Merged { text }),
                Requirement::Rejected(rejected) => Some(JsonRequirement::Rejected { rejected }),
            },
        },
    }
}

fn users(it: &UserNames) -> Users<'_> {
    Users { all: it.all, names: &it.names, complete: it.complete }
}
