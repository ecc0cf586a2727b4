//! `elim plan`: shows which hosts start elims for which resources, now and after failures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anstyle::Style;
use lsflint_lint::{Registry, Settings, check_server_files, server_files_text};
use lsflint_model::Cluster;
use lsflint_model::elim::{ElimFile, FileName, HostPlan, HostState, Instance, Plan, Value, file_name};
use lsflint_report::{
    FileFindings, Full, FullOptions, JsonDiagnostic, Limit, Reporter, Source, counted, json_diagnostics,
};
use serde::Serialize;

use crate::arguments::{ElimPlan, PlanFormat};
use crate::commands::{common, strings};
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of names in a list.
const SHOWN: usize = 8;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    /// The management host candidates that are up; the first one is the management host.
    management_hosts: &'a [&'a str],
    hosts: Vec<JsonHost<'a>>,
    instances: Vec<JsonInstance<'a>>,
    /// Dynamic resources without an entry in ResourceMap.
    unmapped: &'a [&'a str],
    /// The changes caused by the hosts of `--down`.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<JsonFile<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize)]
struct JsonHost<'a> {
    host: &'a str,
    starts_elims: bool,
    /// The value of LSF_RESOURCES.
    resources: &'a [&'a str],
    because: Vec<String>,
    state: &'static str,
    /// Whether it is the management host: its elims have LSF_MASTER=Y.
    management_host: bool,
}

#[derive(Serialize)]
struct JsonInstance<'a> {
    resource: &'a str,
    hosts: &'a [&'a str],
    reported_by: Option<&'a str>,
    successors: &'a [&'a str],
}

#[derive(Serialize)]
struct JsonFile<'a> {
    name: &'a str,
    started: bool,
    because: &'static str,
}

/// The files in LSF_SERVERDIR and how LSF handles them.
struct Files {
    files: Vec<ElimFile>,
    found: FileFindings,
}

pub(crate) fn plan(arguments: ElimPlan, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ElimPlan { reading, at, down, servers_dir, output_format } = arguments;
    let (cluster, settings) =
        strings::surroundings_at(super::with_cluster(reading)?, at, lsflint_project::Overrides::default())?;
    let all_up = super::plan_input(&cluster)?;
    let mut input = all_up.clone();
    for given in &down {
        input.down.push(super::host_named(&all_up, given)?);
    }
    let plan = Plan::of(&input);
    let changes: Vec<String> = plan.changes_since(&Plan::of(&all_up)).iter().map(ToString::to_string).collect();
    let changes = (!down.is_empty()).then_some(changes.as_slice());
    let files = servers_dir.map(|it| read_files(&it, &cluster, &settings)).transpose()?;
    match output_format {
        PlanFormat::Json => json(&plan, changes, files.as_ref(), terminal)?,
        PlanFormat::Full => {
            let mut out = terminal.stdout();
            out.write_all(text(&plan, changes, files.as_ref()).as_bytes())?;
            if let Some(files) = files.filter(|it| !it.found.diagnostics.is_empty()) {
                let options = FullOptions { limit: Limit::default(), unicode: terminal.unicode, summary: false };
                writeln!(out)?;
                Full::new(options).file(&files.found, &mut out)?;
            }
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn read_files(folder: &Path, cluster: &Cluster, settings: &Settings) -> Result<Files, Failure> {
    let paths = common::current_folder()?;
    let shown = paths.shown(&paths.absolute(folder));
    let files = lsflint_project::server_files(folder, &shown).map_err(Failure::new)?;
    let diagnostics = check_server_files(&files, cluster, settings, &Registry::new(lsflint_rules::all(), settings));
    let source = Source { path: shown.into(), text: server_files_text(&files).into(), latin1: false };
    Ok(Files { files, found: FileFindings::new(source, diagnostics) })
}

fn json(
    plan: &Plan<'_>,
    changes: Option<&[String]>,
    files: Option<&Files>,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let document = Document {
        version: 1,
        management_hosts: &plan.management_hosts,
        hosts: plan.hosts.iter().map(json_host).collect(),
        instances: plan.instances.iter().map(json_instance).collect(),
        unmapped: &plan.unmapped,
        changes,
        files: files.map(|it| it.files.iter().map(json_file).collect()),
        diagnostics: files.into_iter().flat_map(|it| json_diagnostics(&it.found)).collect(),
    };
    strings::document(&document, terminal)
}

fn json_host<'p>(it: &'p HostPlan<'_>) -> JsonHost<'p> {
    JsonHost {
        host: it.host,
        starts_elims: it.starts_elims(),
        resources: &it.resources,
        because: it.because.iter().map(ToString::to_string).collect(),
        state: state(it.state),
        management_host: it.management_host,
    }
}

fn json_instance<'p>(it: &'p Instance<'_>) -> JsonInstance<'p> {
    let (resource, reported_by) = (it.resource, it.reported_by);
    JsonInstance { resource, hosts: &it.hosts, reported_by, successors: &it.successors }
}

fn json_file(it: &ElimFile) -> JsonFile<'_> {
    JsonFile { name: &it.name, started: file_name(&it.name).is_started(), because: words(it) }
}

fn state(state: HostState) -> &'static str {
    match state {
        HostState::Up => "up",
        HostState::Down => "down",
        HostState::Client => "client",
    }
}

/// Describes whether and why LSF starts a file.
fn words(file: &ElimFile) -> &'static str {
    match file_name(&file.name) {
        FileName::Elim if file.executable == Some(false) => "named like an elim, but not executable",
        FileName::Elim => "named like an elim",
        FileName::Copy => "named like an elim, but looks like a copy",
        FileName::NoProgram => "named like an elim, but does not look like a program",
        FileName::Reserved => "named like an elim, but the name is reserved",
        FileName::Old => "the name of the single elim of LSF 4",
        FileName::NotStarted | FileName::Other => "name does not start with `elim.`",
    }
}

/// The plan as text.
fn text(plan: &Plan<'_>, changes: Option<&[String]>, files: Option<&Files>) -> String {
    let mut out = String::new();
    match plan.management_hosts.split_first() {
        None => out.push_str("no management host: all candidates are down\n"),
        Some((master, [])) => writeln!(out, "management host: {BOLD}{master}{BOLD:#}").expect(WRITES),
        Some((master, then)) => {
            writeln!(out, "management host: {BOLD}{master}{BOLD:#}, then {}", shortened(then)).expect(WRITES);
        }
    }
    hosts(&mut out, plan);
    instances(&mut out, plan);
    if let Some(changes) = changes {
        out.push_str("\nchanges because of the hosts that are down:\n");
        if changes.is_empty() {
            out.push_str("  none\n");
        }
        for it in changes {
            writeln!(out, "  {it}").expect(WRITES);
        }
    }
    if let Some(files) = files {
        let path = &files.found.source.path;
        writeln!(out, "\nfiles in {path}, started on every host that starts elims:").expect(WRITES);
        for it in &files.files {
            let started = if file_name(&it.name).is_started() { "yes" } else { "no " };
            writeln!(out, "  {started} {} {DIM}{}{DIM:#}", it.name, words(it)).expect(WRITES);
        }
        if files.files.is_empty() {
            out.push_str("  none\n");
        }
    }
    out
}

/// Writes the hosts that start elims, with equal ones combined, and then the other hosts.
fn hosts(out: &mut String, plan: &Plan<'_>) {
    type Alike<'p> = (bool, &'p [&'p str], Vec<String>);
    let mut groups: Vec<(Alike<'_>, Vec<&str>)> = Vec::new();
    let mut places: BTreeMap<Alike<'_>, usize> = BTreeMap::new();
    for it in plan.hosts.iter().filter(|it| it.starts_elims()) {
        // Reasons for other resources are left out; the instances show them.
        let because = it.because.iter().filter(|why| why.resource().is_some_and(|name| it.resources.contains(&name)));
        let alike: Alike<'_> = (it.management_host, &it.resources, because.map(ToString::to_string).collect());
        let place = *places.entry(alike.clone()).or_insert_with(|| {
            groups.push((alike, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(it.host);
    }
    for ((master, resources, because), hosts) in &groups {
        let verb = if hosts.len() == 1 { "starts" } else { "start" };
        let master = if *master { ", LSF_MASTER=Y" } else { "" };
        writeln!(out, "\n{BOLD}{}{BOLD:#} {verb} elims", shortened(hosts)).expect(WRITES);
        writeln!(out, "  LSF_RESOURCES=\"{}\"{master}", resources.join(" ")).expect(WRITES);
        for it in because.iter().take(SHOWN) {
            writeln!(out, "  {DIM}{it}{DIM:#}").expect(WRITES);
        }
        if because.len() > SHOWN {
            writeln!(
                out,
                "  {DIM}and {} more reasons; `--output-format json` lists them{DIM:#}",
                because.len() - SHOWN
            )
            .expect(WRITES);
        }
    }
    let mut rest = |title: &str, names: &[&str]| {
        if !names.is_empty() {
            writeln!(out, "\n{title}: {}", shortened(names)).expect(WRITES);
        }
    };
    rest("no elims", &plan.idle());
    rest("down", &plan.in_state(HostState::Down));
    rest("client hosts, which never start elims", &plan.in_state(HostState::Client));
}

/// Writes the shared resources, their hosts, and the reporting hosts.
fn instances(out: &mut String, plan: &Plan<'_>) {
    for (number, value) in plan.values().into_iter().enumerate() {
        if number == 0 {
            out.push_str("\nvalues:\n");
        }
        match value {
            Value::Shared(it) => {
                let by = match it.reported_by {
                    Some(by) if it.successors.is_empty() => format!("by {by}"),
                    Some(by) => format!("by {by}, then {}", shortened(&it.successors)),
                    None => "by no host: the value is unknown".to_owned(),
                };
                let hosts = if it.hosts.is_empty() { "no host".to_owned() } else { shortened(&it.hosts) };
                writeln!(out, "  {} for {hosts} {by}", it.resource).expect(WRITES);
            }
            Value::Own { resource, hosts } => {
                let hosts = counted(hosts, "host reports its own value", "hosts report their own values");
                writeln!(out, "  {resource}: {hosts}").expect(WRITES);
            }
        }
    }
    for it in &plan.unmapped {
        writeln!(out, "\nLSF starts no elim for {it}: `ResourceMap` does not map it to hosts").expect(WRITES);
    }
}

/// A list of names, shortened if it is long.
fn shortened(names: &[&str]) -> String {
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
