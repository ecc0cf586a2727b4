//! `resreq hosts`: shows which configured hosts can match, which cannot, and why.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use lsflint_ide::answers::{HostGroup, HostsAnswer, PartAnswer, Question, Times, matching_hosts_of};
use lsflint_model::View;
use lsflint_model::combined::{default_profile, nothing};
use lsflint_model::requirement::merge::{Options, Outcome, Total, merge as merge_levels};
use lsflint_model::requirement::{Requirement, Units};
use lsflint_model::satisfy::Counts;
use lsflint_project::Overrides;
use lsflint_report::JsonDiagnostic;
use lsflint_spec::FileKind;
use serde::Serialize;

use crate::arguments::{MergeFormat, ResreqHosts};
use crate::commands::resreq::levels::{Levels, PROFILES, QUEUES};
use crate::commands::resreq::totals::{self, AsRead, JsonTotal};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of hosts of a group that are named without `--why`.
const NAMED: usize = 8;
/// The maximum number of groups with the same verdict that are shown without `--why`.
const REASONS: usize = 5;

/// The maximum number of types of submission hosts that are shown.
const TYPES: usize = 8;

#[derive(Serialize)]
struct Document {
    version: u32,
    /// The merged requirement.
    requirement: String,
    /// The requirement in the units of the cluster, if that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_read: Option<String>,
    counts: JsonCounts,
    hosts: Vec<HostRow>,
    /// One part per term or branch; empty for a simple requirement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Part>,
    /// The number of hosts by type of the submission host, if that matters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    submitted: Vec<FromType>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reservations: Vec<JsonTotal>,
    notes: Vec<String>,
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize, Default)]
struct JsonCounts {
    always: usize,
    depends: usize,
    never: usize,
}

#[derive(Serialize)]
struct HostRow {
    host: String,
    verdict: &'static str,
    because: Vec<String>,
}

#[derive(Serialize)]
struct Part {
    name: String,
    requirement: String,
    counts: JsonCounts,
    hosts: Vec<HostRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    submitted: Vec<FromType>,
}

#[derive(Serialize)]
struct FromType {
    #[serde(rename = "type")]
    host_type: String,
    counts: JsonCounts,
}

/// The answer with what is shown next to it.
struct Shown<'c> {
    view: View<'c>,
    answer: HostsAnswer,
    as_read: AsRead,
    totals: Vec<Total>,
    /// The name of the queue.
    queue: Option<String>,
    notes: Vec<String>,
}

pub(crate) fn hosts(arguments: ResreqHosts, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ResreqHosts { strings, queue, app, tasks, why, mut reading, at, output_format } = arguments;
    // As in other commands, the default is the cluster of the current directory.
    let folder = reading.cluster.get_or_insert_with(|| ".".into()).to_string_lossy().into_owned();
    let (cluster, settings) = strings::surroundings_as_read(reading, at, Overrides::default())?;
    let view = cluster.view();
    if !view.has_file(FileKind::LsfCluster) {
        return Err(Failure::new(format!("`{folder}` has no lsf.cluster file, so no hosts are known")));
    }
    let mut levels = Levels::new(&cluster, &folder, &settings);
    let queue = queue.map(|it| levels.level("--queue", &it, &QUEUES)).transpose()?.flatten();
    let without_profile = app.is_none();
    let application = app.map(|it| levels.level("--app", &it, &PROFILES)).transpose()?.flatten();
    let mut job: Vec<Requirement> = Vec::new();
    for text in &strings {
        job.extend(levels.given("STRING", text)?);
    }
    if levels.has_errors() {
        return rejected(&levels, None, output_format, terminal);
    }

    let in_queue = queue.as_ref().and_then(|it| it.entity);
    let mut options = Options::of(view, in_queue.as_ref(), application.as_ref().and_then(|it| it.entity).as_ref());
    options.units = Units::of(view.switches());
    options.tasks = tasks.map(|it| (it.least, it.most));
    let (in_queue_requirement, application) = (queue.map(|it| it.requirement), application.map(|it| it.requirement));
    let merged = merge_levels(in_queue_requirement.as_ref(), application.as_ref(), &job, &options);
    if merged.outcome == Outcome::Rejected {
        return rejected(&levels, merged.reason.as_deref(), output_format, terminal);
    }
    let requirement = merged.result.unwrap_or_else(nothing);
    let as_read = AsRead::of(&requirement, &options.units);
    let totals = totals::totals(Some(&requirement), &options);
    let times = Times::new(cluster.read());
    let question = Question {
        tasks: tasks.map(|it| it.least),
        times: Some(&times),
        ..Question::new(in_queue.as_ref(), &requirement, options)
    };
    let Some(answer) = matching_hosts_of(view, question) else {
        return Err(Failure::new(format!("the lsf.cluster file of `{folder}` has no hosts")));
    };
    let mut notes = std::mem::take(&mut levels.notes);
    notes.extend(default_application(view, in_queue.is_some() && without_profile));
    notes.extend(answer.notes.iter().cloned());
    let is_possible = answer.is_possible;
    let queue = in_queue.map(|it| it.name().into_owned());
    let shown = Shown { view, answer, as_read, totals, queue, notes };
    match output_format {
        MergeFormat::Full => {
            levels.write(terminal)?;
            full(&shown, why || terminal.verbose, terminal)?;
        }
        MergeFormat::Json => strings::document(&shown.document(levels.diagnostics()), terminal)?,
    }
    Ok(if is_possible { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The output for strings with errors, or for a job that LSF rejects for this reason: no hosts.
fn rejected(
    levels: &Levels<'_>,
    reason: Option<&str>,
    format: MergeFormat,
    terminal: &Terminal,
) -> Result<ExitCode, Failure> {
    let reason = reason.map(|it| format!("LSF rejects the job: {it}"));
    match format {
        MergeFormat::Full => {
            levels.write(terminal)?;
            if let Some(reason) = reason {
                let mut out = terminal.stdout();
                writeln!(out, "{reason}")?;
                out.flush()?;
            }
        }
        MergeFormat::Json => {
            let document = Document {
                version: 1,
                requirement: String::new(),
                as_read: None,
                counts: JsonCounts::default(),
                hosts: Vec::new(),
                parts: Vec::new(),
                submitted: Vec::new(),
                reservations: Vec::new(),
                notes: reason.into_iter().chain(levels.notes.iter().cloned()).collect(),
                diagnostics: levels.diagnostics(),
            };
            strings::document(&document, terminal)?;
        }
    }
    Ok(ExitCode::from(1))
}

/// A note about the default application profile if its requirement is not included. `wanted`: a queue of the cluster is
/// given without an application profile.
pub(super) fn default_application(view: View<'_>, wanted: bool) -> Option<String> {
    let profile = default_profile(view).filter(|it| wanted && it.has("RES_REQ"))?;
    let name = profile.name();
    Some(format!(
        "jobs without `bsub -app` also get the requirement of the default application profile `{name}`; add `--app @{name}`"
    ))
}

impl Shown<'_> {
    fn document(self, diagnostics: Vec<JsonDiagnostic>) -> Document {
        let Shown { view, answer, as_read, totals, notes, .. } = self;
        let one = answer.parts.len() == 1;
        let submitted = |it: &PartAnswer| -> Vec<FromType> {
            let types = it.submitted.iter();
            types.map(|it| FromType { host_type: it.host_type.clone(), counts: counts(it.counts) }).collect()
        };
        let part = |it: &PartAnswer| Part {
            name: it.name.clone(),
            requirement: it.requirement.clone(),
            counts: counts(it.counts),
            hosts: rows(view, &it.groups),
            submitted: submitted(it),
        };
        Document {
            version: 1,
            requirement: answer.requirement.clone(),
            as_read: as_read.requirement,
            counts: counts(answer.counts),
            hosts: rows(view, &answer.groups),
            parts: if one { Vec::new() } else { answer.parts.iter().map(part).collect() },
            submitted: answer.parts.iter().filter(|_| one).flat_map(submitted).collect(),
            reservations: totals::json(&totals),
            notes,
            diagnostics,
        }
    }
}

fn counts(it: Counts) -> JsonCounts {
    JsonCounts { always: it.always, depends: it.depends, never: it.never }
}

/// The hosts in the order of lsf.cluster.
fn rows(view: View<'_>, groups: &[HostGroup]) -> Vec<HostRow> {
    let mut rows: Vec<_> = groups.iter().flat_map(|group| group.hosts.iter().map(move |it| (*it, group))).collect();
    rows.sort_unstable_by_key(|it| it.0);
    let row = |(id, group): (_, &HostGroup)| HostRow {
        host: view.hosts().get(id).name.to_string(),
        verdict: group.verdict,
        because: group.because.clone(),
    };
    rows.into_iter().map(row).collect()
}

fn full(shown: &Shown<'_>, why: bool, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = String::new();
    for (number, part) in shown.answer.parts.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        let requirement = if part.requirement.is_empty() { "no requirement" } else { &part.requirement };
        writeln!(text, "{BOLD}{requirement}{BOLD:#}").expect(WRITES);
        if let Some(read) = shown.as_read.requirement.as_ref().filter(|_| number == 0) {
            writeln!(text, "  read as {read} ({})", shown.as_read.units).expect(WRITES);
        }
        let (possible, all) = (part.counts.possible(), part.counts.all());
        let whose = shown.queue.as_ref().map(|it| format!(" of queue `{it}`")).unwrap_or_default();
        let clients = if shown.answer.clients > 0 { "; client hosts are not counted" } else { "" };
        let hosts = if all == 1 { "host" } else { "hosts" };
        writeln!(text, "  {possible} of {all} {hosts}{whose} can match{clients}").expect(WRITES);
        if terminal.quiet {
            continue;
        }
        for it in part.submitted.iter().take(TYPES) {
            let (possible, host_type) = (it.counts.possible(), &it.host_type);
            writeln!(text, "  {possible} of {all} for jobs from hosts of type `{host_type}`").expect(WRITES);
        }
        if part.submitted.len() > TYPES {
            writeln!(text, "  and {} more types", part.submitted.len() - TYPES).expect(WRITES);
        }
        groups(&mut text, shown.view, &part.groups, why);
    }
    if !terminal.quiet {
        totals::write(&mut text, &shown.totals);
        for note in &shown.notes {
            writeln!(text, "\nnote: {note}").expect(WRITES);
        }
    }
    let mut out = terminal.stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes the hosts grouped by verdict and reasons. `why`: all groups, with all hosts.
fn groups(text: &mut String, view: View<'_>, groups: &[HostGroup], why: bool) {
    for alike in groups.chunk_by(|a, b| a.verdict == b.verdict) {
        let style: Style = match alike[0].verdict {
            "always" => AnsiColor::Green,
            "depends" => AnsiColor::Yellow,
            _ => AnsiColor::Red,
        }
        .on_default();
        let most = if why { usize::MAX } else { REASONS };
        for group in alike.iter().take(most) {
            let (verdict, count) = (group.verdict, group.hosts.len());
            let because = match group.because.as_slice() {
                [] => "regardless of load",
                [first, ..] => first,
            };
            writeln!(text, "  {style}{verdict:<7}{style:#} {count:>6}  {because}").expect(WRITES);
            for reason in group.because.iter().skip(1) {
                writeln!(text, "                  {reason}").expect(WRITES);
            }
            let shown = if why { count } else { count.min(NAMED) };
            let more = match count - shown {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let names: Vec<&str> = group.hosts[..shown].iter().map(|it| &*view.hosts().get(*it).name).collect();
            writeln!(text, "                  {}{more}", names.join(" ")).expect(WRITES);
        }
        let rest: usize = alike.iter().skip(most).map(|it| it.hosts.len()).sum();
        if rest > 0 {
            let verdict = alike[0].verdict;
            writeln!(text, "  {style}{verdict:<7}{style:#} {rest:>6}  for other reasons; --why lists them")
                .expect(WRITES);
        }
    }
}
