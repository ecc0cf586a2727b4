//! `elim plan`: shows which hosts start elims for which resources, now and after failures.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anstyle::Style;
use lsflint_answers::{ElimAnswer, ElimFiles, ElimQuestion, elim_document, file_in_words};
use lsflint_model::elim::{HostPlan, HostState, Plan, Value, file_name};
use lsflint_report::{Full, FullOptions, Limit, Reporter, counted};

use crate::arguments::{ElimPlan, PlanFormat};
use crate::commands::{common, strings};
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of names in a list.
const SHOWN: usize = 8;

pub(crate) fn plan(arguments: ElimPlan, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ElimPlan { reading, at, down, servers_dir, output_format } = arguments;
    let answer = ElimQuestion { down }.answer(strings::request(super::with_cluster(reading)?, at)?)?;
    let plan = answer.plan();
    let changes = answer.changes(&plan);
    let changes = changes.as_deref();
    let files = servers_dir.map(|it| read_files(&it, &answer)).transpose()?;
    match output_format {
        PlanFormat::Json => {
            let everywhere: Vec<String> = plan.because_everywhere().iter().map(ToString::to_string).collect();
            strings::document(&elim_document(&plan, &everywhere, changes, files.as_ref()), terminal)?;
        }
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

fn read_files(folder: &Path, answer: &ElimAnswer) -> Result<ElimFiles, Failure> {
    let paths = common::current_folder()?;
    let shown = paths.shown(&paths.absolute(folder));
    let files = lsflint_project::server_files(folder, &shown).map_err(Failure::new)?;
    Ok(ElimFiles::new(files, &shown, &answer.cluster, &answer.settings))
}

/// The plan as text.
fn text(plan: &Plan<'_>, changes: Option<&[String]>, files: Option<&ElimFiles>) -> String {
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
            writeln!(out, "  {started} {} {DIM}{}{DIM:#}", it.name, file_in_words(it)).expect(WRITES);
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
