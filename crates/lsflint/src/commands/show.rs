//! `show`: shows the effective value of a parameter and where it comes from.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use lsflint_model::effective::{Effective, Link};
use lsflint_model::{Entity, HostSet, View};
use lsflint_project::Overrides;
use lsflint_spec::{FileKind, ParamKind, ParamSpec, find_param};
use lsflint_syntax::ast::{List, UserList};
use serde::Serialize;

use crate::arguments::{MergeFormat, Show, ShowKind};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const COUNTS: Style = AnsiColor::Green.on_default();
const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of members of a group that are named without `-v`.
const NAMED: usize = 12;

/// The document of `--output-format json`.
#[derive(Serialize)]
struct Document {
    version: u32,
    kind: String,
    name: String,
    parameters: Vec<Row>,
    /// The members of a group that are certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    members: Option<Members>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    file: &'static str,
    section: &'static str,
    /// The effective value; absent if it is not set or unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    unit: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    chain: Vec<JsonLink>,
}

#[derive(Serialize)]
struct JsonLink {
    from: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    known: bool,
}

#[derive(Serialize)]
struct Members {
    names: Vec<String>,
    /// Whether the list is complete.
    complete: bool,
}

pub(crate) fn run(arguments: Show, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let Show { kind, name, parameter, mut reading, output_format } = arguments;
    // As in other commands, the default is the cluster of the current directory.
    let folder = reading.cluster.get_or_insert_with(|| ".".into()).to_string_lossy().into_owned();
    let (cluster, _) = strings::surroundings(reading, Overrides::default())?;
    let view = cluster.view();
    let everything = terminal.verbose || parameter.is_some();
    let mut document =
        Document { version: 1, kind: word(kind).to_owned(), name: name.clone(), parameters: Vec::new(), members: None };
    if kind == ShowKind::Parameter {
        document.parameters = cluster_parameters(view, &name)?;
    } else {
        let records = records(view, kind, &name, &folder)?;
        document.members = records.iter().find_map(|it| members(view, it));
        for record in &records {
            let named = record.section().defines.map_or("", |it| it.key);
            let wanted = |it: &&ParamSpec| parameter.as_ref().is_none_or(|name| it.name.eq_ignore_ascii_case(name));
            let params = record.section().params.iter().filter(wanted);
            for param in params.filter(|it| it.kind != ParamKind::Directive && it.name != named) {
                let effective = Effective::of(view, record, param);
                let said = effective.chain.iter().any(|it| it.place.is_some() && it.value.is_some() || !it.known);
                if said || everything {
                    document.parameters.push(row(view, record.kind(), &effective));
                }
            }
        }
    }
    if let Some(parameter) = parameter.filter(|_| document.parameters.is_empty()) {
        return Err(Failure::new(format!("unknown {} parameter `{parameter}`", word(kind))));
    }
    match output_format {
        MergeFormat::Full => full(&document, terminal)?,
        MergeFormat::Json => strings::document(&document, terminal)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn word(kind: ShowKind) -> &'static str {
    match kind {
        ShowKind::Queue => "queue",
        ShowKind::Application => "application profile",
        ShowKind::Host => "host",
        ShowKind::Group => "group",
        ShowKind::User => "user",
        ShowKind::Resource => "resource",
        ShowKind::Limit => "limit",
        ShowKind::Pool => "pool",
        ShowKind::ServiceClass => "service class",
        ShowKind::Parameter => "parameter",
    }
}

/// The sections that define objects of a kind.
fn sections(kind: ShowKind) -> &'static [(FileKind, &'static str)] {
    match kind {
        ShowKind::Queue => &[(FileKind::LsbQueues, "Queue")],
        ShowKind::Application => &[(FileKind::LsbApplications, "Application")],
        ShowKind::Host => &[(FileKind::LsfCluster, "Host"), (FileKind::LsbHosts, "Host")],
        ShowKind::Group => {
            &[(FileKind::LsbHosts, "HostGroup"), (FileKind::LsbHosts, "ComputeUnit"), (FileKind::LsbUsers, "UserGroup")]
        }
        ShowKind::User => &[(FileKind::LsbUsers, "User")],
        ShowKind::Resource => &[(FileKind::LsfShared, "Resource"), (FileKind::LsfCluster, "ResourceMap")],
        ShowKind::Limit => &[(FileKind::LsbResources, "Limit")],
        ShowKind::Pool => &[(FileKind::LsbResources, "GuaranteedResourcePool")],
        ShowKind::ServiceClass => &[(FileKind::LsbServiceClasses, "ServiceClass")],
        ShowKind::Parameter => &[],
    }
}

/// The records with a name; of several definitions, the first one, which LSF uses.
fn records<'a>(view: View<'a>, kind: ShowKind, name: &str, folder: &str) -> Result<Vec<Entity<'a>>, Failure> {
    let found: Vec<Entity<'a>> = sections(kind)
        .iter()
        .filter_map(|(file, section)| {
            let defines = lsflint_spec::section(*file, section)?.defines.is_some();
            let by_column = || view.all(*file, section).find(|it| it.value("RESOURCENAME").as_deref() == Some(name));
            if defines { view.find(*file, section, name) } else { by_column() }
        })
        .collect();
    if !found.is_empty() {
        return Ok(found);
    }
    if kind == ShowKind::Resource && lsflint_spec::builtin_resource(name).is_some() {
        return Err(Failure::new(format!("`{name}` is built into LSF; see `lsflint explain {name}`")));
    }
    let distance = |it: &str| strsim::damerau_levenshtein(&name.to_ascii_lowercase(), &it.to_ascii_lowercase());
    let names = sections(kind).iter().flat_map(|(file, section)| view.names(*file, section));
    let nearest = names.map(|it| (distance(it), it)).filter(|it| it.0 <= 1 + name.len() / 5).min();
    let hint = nearest.map_or(String::new(), |(_, it)| format!("; did you mean `{it}`?"));
    Err(Failure::new(format!("unknown {} `{name}` in `{folder}`{hint}", word(kind))))
}

/// A parameter of lsb.params or lsf.conf.
fn cluster_parameters(view: View<'_>, name: &str) -> Result<Vec<Row>, Failure> {
    let places = [(FileKind::LsbParams, "Parameters"), (FileKind::LsfConf, ""), (FileKind::LsfCluster, "Parameters")];
    let found = places.into_iter().filter_map(|(kind, section)| {
        let param = find_param(kind, section, name)?;
        Some(row(view, kind, &Effective::of_cluster(view, kind, section, param)))
    });
    let found: Vec<Row> = found.collect();
    if found.is_empty() {
        return Err(Failure::new(format!("`{name}` is not a documented parameter of lsb.params or lsf.conf")));
    }
    Ok(found)
}

fn row(view: View<'_>, kind: FileKind, effective: &Effective) -> Row {
    let deciding = effective.deciding();
    let link = |it: &Link| {
        let place = it.place.as_ref();
        JsonLink {
            from: it.from.clone(),
            file: place.map(|it| it.file.to_string()),
            line: place.and_then(|it| view.line_of(it)),
            value: it.value.clone(),
            known: it.known,
        }
    };
    Row {
        name: effective.param.name,
        file: kind.name(),
        section: effective.param.section,
        value: deciding.and_then(|it| it.value.clone()),
        unit: effective.unit.clone(),
        words: effective.in_words(),
        chain: effective.chain.iter().map(link).collect(),
    }
}

/// The members of a group.
fn members(view: View<'_>, record: &Entity<'_>) -> Option<Members> {
    let name = record.name();
    if record.kind() == FileKind::LsbUsers {
        let parse = record.parse("GROUP_MEMBER")?;
        let list = parse.typed::<UserList<'_>>()?;
        let names = list.items().map(|it| it.text().into_owned()).collect();
        return Some(Members { names, complete: !list.is_external() });
    }
    let set: &HostSet = view.host_groups().get(&name)?;
    let names = view.hosts().iter().filter(|it| set.surely.contains(it.0.0 as usize)).map(|it| it.1.name.to_string());
    Some(Members { names: names.collect(), complete: set.is_exact() })
}

fn full(document: &Document, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = format!("{BOLD}{} {}{BOLD:#}\n", document.kind, document.name);
    if let Some(members) = &document.members {
        let shown = if terminal.verbose { members.names.len() } else { members.names.len().min(NAMED) };
        let more = match members.names.len() - shown {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let others = if members.complete { "" } else { ", and others that are not loaded" };
        let count = members.names.len();
        writeln!(text, "  {count} members{others}: {}{more}", members.names[..shown].join(" ")).expect(WRITES);
    }
    for row in &document.parameters {
        parameter(&mut text, row);
    }
    if document.parameters.is_empty() {
        text.push_str("  all parameters have their defaults; -v shows them\n");
    }
    let mut out = terminal.stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

fn parameter(text: &mut String, row: &Row) {
    let open = row.chain.iter().take_while(|it| it.value.is_none()).any(|it| !it.known);
    let value = match &row.value {
        Some(value) => value.as_str(),
        None if open || row.chain.iter().any(|it| !it.known) => "unknown: depends on facts not in these files",
        None => "not set; no documented default",
    };
    write!(text, "\n{BOLD}{}{BOLD:#}  {value}", row.name).expect(WRITES);
    match &row.words {
        Some(words) => writeln!(text, "  ({words})").expect(WRITES),
        None if row.unit.is_empty() => text.push('\n'),
        None => writeln!(text, "  (in {})", row.unit).expect(WRITES),
    }
    let decides = row.chain.iter().position(|it| it.value.is_some() || !it.known);
    let width = row.chain.iter().map(|it| place(it).len()).max().unwrap_or(0);
    for (number, link) in row.chain.iter().enumerate() {
        let value = match (&link.value, link.known) {
            (Some(value), true) => value.clone(),
            (Some(value), false) => format!("{value}, if an #if is true"),
            (None, true) => "not set".to_owned(),
            (None, false) => "unknown".to_owned(),
        };
        let style = if decides == Some(number) { COUNTS } else { DIM };
        let mark = if decides == Some(number) { "*" } else { " " };
        writeln!(text, "  {style}{mark} {:width$}  {value}{style:#}", place(link)).expect(WRITES);
    }
}

fn place(link: &JsonLink) -> String {
    match (&link.file, link.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => link.from.clone(),
    }
}
