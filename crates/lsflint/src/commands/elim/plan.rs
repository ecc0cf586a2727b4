//! `elim plan`: shows which hosts start elims for which resources, now and after failures.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anstyle::Style;
use lsflint_lint::{Registry, Settings, check_server_files, server_files_text};
use lsflint_model::Cluster;
use lsflint_model::elim::{
    ElimFile, FileName, HostPlan, HostState, Instance, Plan, PlanInput, Reason, Value, file_name,
};
use lsflint_report::{
    FileFindings, Full, FullOptions, JsonDiagnostic, Limit, Reporter, Source, counted, json_diagnostics,
};
use serde::{Serialize, Serializer};

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
    because: Because<'a>,
    state: &'static str,
    /// Whether it is the management host: its elims have LSF_MASTER=Y.
    management_host: bool,
}

/// The reasons for every server that is up, written once, and those for a host.
struct Because<'a> {
    everywhere: &'a [String],
    here: &'a [Reason<'a>],
}

impl Serialize for Because<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let here: Vec<String> = self.here.iter().map(ToString::to_string).collect();
        serializer.collect_seq(self.everywhere.iter().chain(&here))
    }
}

#[derive(Serialize)]
struct JsonInstance<'a> {
    resource: &'a str,
    #[serde(serialize_with = "names")]
    hosts: Arc<[&'a str]>,
    reported_by: Option<&'a str>,
    #[serde(serialize_with = "names")]
    successors: Arc<[&'a str]>,
}

fn names<S: Serializer>(names: &[&str], serializer: S) -> Result<S::Ok, S::Error> {
    names.serialize(serializer)
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
    let with_down = match down.as_slice() {
        [] => None,
        given => {
            let down = given.iter().map(|it| super::host_named(&all_up, it)).collect::<Result<_, _>>()?;
            Some(PlanInput { down, ..all_up.clone() })
        }
    };
    let plan = Plan::of(with_down.as_ref().unwrap_or(&all_up));
    let changes: Option<Vec<String>> =
        with_down.is_some().then(|| plan.changes_since(&Plan::of(&all_up)).iter().map(ToString::to_string).collect());
    let changes = changes.as_deref();
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
    let everywhere: Vec<String> = plan.because_everywhere().iter().map(ToString::to_string).collect();
    let document = Document {
        version: 1,
        management_hosts: &plan.management_hosts,
        hosts: plan.hosts.iter().map(|it| json_host(it, &everywhere)).collect(),
        instances: plan.instances().map(|it| json_instance(it.into_owned())).collect(),
        unmapped: &plan.unmapped,
        changes,
        files: files.map(|it| it.files.iter().map(json_file).collect()),
        diagnostics: files.into_iter().flat_map(|it| json_diagnostics(&it.found)).collect(),
    };
    strings::document(&document, terminal)
}

fn json_host<'p>(it: &'p HostPlan<'_>, everywhere: &'p [String]) -> JsonHost<'p> {
    let everywhere = if it.state == HostState::Up { everywhere } else { &[] };
    JsonHost {
        host: it.host,
        starts_elims: it.starts_elims(),
        resources: &it.resources,
        because: Because { everywhere, here: it.because_here() },
        state: state(it.state),
        management_host: it.management_host,
    }
}

fn json_instance(it: Instance<'_>) -> JsonInstance<'_> {
    let Instance { resource, hosts, reported_by, successors } = it;
    JsonInstance { resource, hosts, reported_by, successors }
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
    /// The reasons for a host only, and the list of its resources: equal lists are the same.
    type Alike<'p> = (bool, *const &'p str, Vec<String>);
    let mut groups: Vec<(&HostPlan<'_>, Vec<String>, Vec<&str>)> = Vec::new();
    let mut places: BTreeMap<Alike<'_>, usize> = BTreeMap::new();
    let mut reported: BTreeMap<*const &str, HashSet<&str>> = BTreeMap::new();
    for it in plan.hosts.iter().filter(|it| it.starts_elims()) {
        let list = it.resources.as_ptr();
        // Reasons for other resources are left out; the instances show them.
        let reported = reported.entry(list).or_insert_with(|| it.resources.iter().copied().collect());
        let here = it.because_here().iter().filter(|why| why.resource().is_some_and(|name| reported.contains(name)));
        let here: Vec<String> = here.map(ToString::to_string).collect();
        let place = *places.entry((it.management_host, list, here)).or_insert_with_key(|(_, _, here)| {
            groups.push((it, here.clone(), Vec::new()));
            groups.len() - 1
        });
        groups[place].2.push(it.host);
    }
    let everywhere: Vec<String> = plan.because_everywhere().iter().map(ToString::to_string).collect();
    for (host, here, hosts) in &groups {
        let because: Vec<&String> = everywhere.iter().chain(here).collect();
        let verb = if hosts.len() == 1 { "starts" } else { "start" };
        let master = if host.management_host { ", LSF_MASTER=Y" } else { "" };
        writeln!(out, "\n{BOLD}{}{BOLD:#} {verb} elims", shortened(hosts)).expect(WRITES);
        writeln!(out, "  LSF_RESOURCES=\"{}\"{master}", host.resources.join(" ")).expect(WRITES);
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
