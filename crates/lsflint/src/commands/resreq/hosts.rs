//! `resreq hosts`: shows which configured hosts can match, which cannot, and why.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use lsflint_model::requirement::merge::{Options, Outcome, merge as merge_levels};
use lsflint_model::requirement::{Requirement, Simple, Units};
use lsflint_model::satisfy::{Selection, Verdict};
use lsflint_model::{Entity, HostId, Knowledge, View};
use lsflint_project::Overrides;
use lsflint_spec::FileKind;
use lsflint_syntax::ast::HostList;
use serde::Serialize;

use crate::arguments::{MergeFormat, ResreqHosts};
use crate::commands::resreq::levels::{Levels, PROFILES, QUEUES, understood};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of hosts of a group that are named without `-v`.
const NAMED: usize = 8;

#[derive(Serialize)]
struct Document {
    version: u32,
    /// The merged requirement.
    requirement: String,
    /// One term for a simple requirement, else one for each term or alternative.
    terms: Vec<Term>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Term {
    requirement: String,
    /// The number of hosts that can match.
    possible: usize,
    hosts: Vec<HostRow>,
}

#[derive(Serialize)]
struct HostRow {
    host: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    because: String,
}

pub(crate) fn hosts(arguments: ResreqHosts, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ResreqHosts { strings, queue, app, mut reading, at, output_format } = arguments;
    // As in other commands, the default is the cluster of the current directory.
    let folder = reading.cluster.get_or_insert_with(|| ".".into()).to_string_lossy().into_owned();
    let verbose = terminal.verbose;
    let (cluster, _) = strings::surroundings_at(reading, at, Overrides::default())?;
    let view = cluster.view();
    if !view.has_file(FileKind::LsfCluster) {
        return Err(Failure::new(format!("`{folder}` has no lsf.cluster file, so no hosts are known")));
    }
    let levels = Levels { cluster: &cluster, folder: Some(&folder) };
    let queue = queue.map(|it| levels.level("--queue", &it, &QUEUES)).transpose()?;
    let application = app.map(|it| levels.level("--app", &it, &PROFILES)).transpose()?;
    let job: Vec<Requirement> = strings.iter().map(|it| understood("STRING", it)).collect::<Result<_, _>>()?;

    let in_queue = queue.as_ref().and_then(|it| it.entity);
    let mut options = Options::of(view, in_queue.as_ref(), application.as_ref().and_then(|it| it.entity).as_ref());
    options.units = Units::of(view.switches());
    let (queue, application) = (queue.map(|it| it.requirement), application.map(|it| it.requirement));
    let merged = merge_levels(queue.as_ref(), application.as_ref(), &job, &options);
    if merged.outcome == Outcome::Rejected {
        let reason = merged.reason.unwrap_or_default();
        return Err(Failure::new(format!("LSF rejects the job: {reason}")));
    }
    let requirement = merged.result.unwrap_or_else(|| Requirement::Simple(Box::default()));
    let (hosts, mut notes) = hosts_of(view, in_queue.as_ref());
    if view.hosts().knowledge != Knowledge::Complete {
        notes.push("other hosts may join the cluster; only hosts in the files are listed".to_owned());
    }
    let simples = requirement.simples();
    let terms: Vec<Term> = simples.iter().map(|it| judge(view, it, &hosts)).collect();
    let document = Document { version: 1, requirement: requirement.to_string(), terms, notes };
    match output_format {
        MergeFormat::Full => full(&document, verbose, terminal)?,
        MergeFormat::Json => strings::document(&document, terminal)?,
    }
    let possible = match requirement {
        // Every term requires hosts; of alternatives, one is enough.
        Requirement::Simple(_) | Requirement::Compound(_) => document.terms.iter().all(|it| it.possible > 0),
        Requirement::Alternative(_) => document.terms.iter().any(|it| it.possible > 0),
    };
    Ok(if possible { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The hosts of the queue, else all hosts, and notes about them.
fn hosts_of(view: View<'_>, queue: Option<&Entity<'_>>) -> (Vec<HostId>, Vec<String>) {
    let all = || view.hosts().iter().map(|it| it.0).collect();
    let Some(queue) = queue else { return (all(), Vec::new()) };
    let Some(field) = queue.field("HOSTS") else { return (all(), Vec::new()) };
    let conditional = queue.fields("HOSTS").iter().any(|it| it.is_conditional());
    let parse = field.parse();
    let list = parse.as_ref().and_then(|it| it.typed::<HostList<'_>>());
    let Some(list) = list.filter(|_| !conditional) else {
        return (all(), vec!["HOSTS of the queue depends on an `#if` or a template; all hosts are listed".to_owned()]);
    };
    let set = view.hosts_of(list);
    let mut notes = Vec::new();
    if set.beyond {
        notes.push("HOSTS of the queue includes hosts that are not loaded".to_owned());
    } else if set.surely != set.possibly {
        notes.push("HOSTS of the queue is ambiguous; all hosts that may match are listed".to_owned());
    }
    (set.possibly.iter().map(|it| HostId(it as u32)).collect(), notes)
}

fn judge(view: View<'_>, simple: &Simple, hosts: &[HostId]) -> Term {
    let selection = Selection::new(view, simple.select.iter().map(|it| (it, None)));
    let row = |(id, verdict): (HostId, Verdict)| {
        let (verdict, because) = match verdict {
            Verdict::Never(because) => ("never", because),
            Verdict::Depends => ("depends", String::new()),
            Verdict::Always => ("always", String::new()),
        };
        HostRow { host: view.hosts().get(id).name.to_string(), verdict, because }
    };
    let hosts: Vec<HostRow> = selection.on(hosts.iter().copied()).into_iter().map(row).collect();
    let possible = hosts.iter().filter(|it| it.verdict != "never").count();
    Term { requirement: simple.to_string(), possible, hosts }
}

fn full(document: &Document, verbose: bool, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = String::new();
    for (number, term) in document.terms.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        let requirement = if term.requirement.is_empty() { "no requirement" } else { &term.requirement };
        let total = term.hosts.len();
        writeln!(text, "{BOLD}{requirement}{BOLD:#}").expect(WRITES);
        writeln!(text, "  {} of {total} hosts can match", term.possible).expect(WRITES);
        if !terminal.quiet {
            groups(&mut text, term, verbose);
        }
    }
    for note in &document.notes {
        writeln!(text, "\nnote: {note}").expect(WRITES);
    }
    let mut out = terminal.stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes the hosts grouped by verdict and reason: matching hosts first, then the largest groups.
fn groups(text: &mut String, term: &Term, verbose: bool) {
    let mut groups: BTreeMap<(u8, &str), Vec<&str>> = BTreeMap::new();
    for row in &term.hosts {
        let rank = match row.verdict {
            "always" => 0,
            "depends" => 1,
            _ => 2,
        };
        groups.entry((rank, &row.because)).or_default().push(&row.host);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|((rank, _), hosts)| (*rank, usize::MAX - hosts.len()));
    for ((rank, because), hosts) in groups {
        let (style, word, why) = match rank {
            0 => (AnsiColor::Green, "always", "regardless of load"),
            1 => (AnsiColor::Yellow, "depends", "on load, or on facts not in the files"),
            _ => (AnsiColor::Red, "never", because),
        };
        let style: Style = style.on_default();
        writeln!(text, "  {style}{word:<7}{style:#} {:>6}  {why}", hosts.len()).expect(WRITES);
        let shown = if verbose { hosts.len() } else { hosts.len().min(NAMED) };
        let more = match hosts.len() - shown {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        writeln!(text, "                  {}{more}", hosts[..shown].join(" ")).expect(WRITES);
    }
}
