//! `resreq hosts`: shows which configured hosts can match, which cannot, and why.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use lsflint_answers::{HostsAnswer, HostsQuestion, InUnits};
use lsflint_ide::answers::{HostGroup, HostsAnswer as Hosts};
use lsflint_model::View;

use crate::arguments::{MergeFormat, ResreqHosts};
use crate::commands::resreq::totals;
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

pub(crate) fn hosts(arguments: ResreqHosts, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ResreqHosts { strings, queue, app, tasks, why, mut reading, at, output_format } = arguments;
    // As in other commands, the default is the cluster of the current directory.
    reading.cluster.get_or_insert_with(|| ".".into());
    let answer = HostsQuestion { job: strings, queue, app, tasks }.answer(strings::request(reading, at)?)?;
    match output_format {
        MergeFormat::Full => {
            strings::write_judged(&answer.judged, terminal)?;
            if let Some(hosts) = &answer.hosts {
                full(&answer, hosts, why || terminal.verbose, terminal)?;
            }
            if let Some(reason) = &answer.rejected {
                let mut out = terminal.stdout();
                writeln!(out, "{reason}")?;
                out.flush()?;
            }
        }
        MergeFormat::Json => strings::document(&answer.document(), terminal)?,
    }
    Ok(if answer.is_possible() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn full(shown: &HostsAnswer, answer: &Hosts, why: bool, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = String::new();
    for (number, part) in answer.parts.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        let requirement = if part.requirement.is_empty() { "no requirement" } else { &part.requirement };
        writeln!(text, "{BOLD}{requirement}{BOLD:#}").expect(WRITES);
        if let Some(InUnits { requirement: Some(read), units }) = shown.as_read.as_ref().filter(|_| number == 0) {
            writeln!(text, "  read as {read} ({units})").expect(WRITES);
        }
        let (possible, all) = (part.counts.possible(), part.counts.all());
        let whose = shown.queue.as_ref().map(|it| format!(" of queue `{it}`")).unwrap_or_default();
        let clients = if answer.clients > 0 { "; client hosts are not counted" } else { "" };
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
        groups(&mut text, shown.view(), &part.groups, why);
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
