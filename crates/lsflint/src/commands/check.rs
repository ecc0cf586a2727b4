//! `check`: findings of files and folders.

mod destination;
mod fix;
mod overview;
mod reports;
mod request;
mod show_files;
mod show_settings;
mod sieve;
mod silencing;

use std::ops::ControlFlow;
use std::process::ExitCode;

use lsflint_project::{Checked, ClusterFacts, Outcome, Plan, ToSilence};
use lsflint_report::{ClusterOverview, MOST_CLUSTERS, Skipped, Summary, counted};

use crate::arguments::{Check, FailOn, OutputFormat};
use crate::output::{Failure, Terminal};
use crate::progress::Progress;
use reports::Reports;
use silencing::Silencing;

pub(crate) fn run(arguments: Box<Check>, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let arguments = *arguments;
    if arguments.showing.show_files {
        return show_files::run(arguments, terminal);
    }
    if arguments.showing.show_settings {
        return show_settings::run(arguments, terminal);
    }
    let fixing = arguments.fixing;
    let mut reports = Reports::new(&arguments, terminal)?;
    let (fail_on, adopting) = (arguments.fail_on.map(FailOn::level), arguments.adopting.clone());
    let mut failed = false;
    let show_clusters = arguments.formats().any(OutputFormat::shows_clusters);
    let mut request = request::request(arguments)?;
    let mut sieves = sieve::sieves(&adopting, &mut request)?;
    let mut unfixed = if fixing.fix || fixing.diff { sieve::of_fixes(&adopting, &mut request)? } else { Vec::new() };
    let mut silencing = adopting.add_suppressions.then(|| Silencing::new(&request, adopting.reason));
    let mut plan = Plan::new(request).map_err(Failure::new)?;
    reports.refuse_inputs(&plan)?;
    if fixing.diff {
        return fix::show(&plan, fixing, &mut unfixed, terminal);
    }
    let done = if fixing.fix { Some(fix::apply(&mut plan, fixing, &mut unfixed, terminal)?) } else { None };
    let progress = Progress::new(plan.reported(), terminal.quiet);
    let mut summary = Summary { fixing: done.as_ref().map(|it| it.fixed), ..Summary::default() };
    let mut take = |mut checked: Checked| -> Result<(), Failure> {
        let all = if silencing.is_some() { ToSilence::places(&checked.diagnostics) } else { Vec::new() };
        for sieve in &mut sieves {
            sieve.sift(&mut checked)?;
        }
        if let Some(silencing) = &mut silencing {
            silencing.keep(checked, all);
            return Ok(());
        }
        failed |= fails(&checked, fail_on);
        summary.totals.add(&checked.diagnostics);
        reports.file(checked)
    };
    let mut failure = None;
    let at = |done| progress.at(done);
    let mut sink = |checked| match progress.aside(|| take(checked)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    };
    let mut clusters: Vec<ClusterOverview> = Vec::new();
    let outcome = match show_clusters {
        true => plan.check_with_facts(&at, &mut sink, &mut |facts: ClusterFacts| {
            let all = clusters.len() < MOST_CLUSTERS;
            clusters.push(if all { overview::overview(&facts) } else { overview::named(&facts) });
        }),
        false => plan.check(&at, &mut sink),
    };
    let took = progress.finish();
    if let Some(error) = failure {
        return Err(error);
    }
    let mut undone = done.is_some_and(|it| it.failed);
    if let Some(silencing) = silencing {
        let silenced = silencing.finish(terminal)?;
        undone |= silenced.failed;
        for checked in silenced.files {
            failed |= fails(&checked, fail_on);
            summary.totals.add(&checked.diagnostics);
            reports.file(checked)?;
        }
    }
    summary.files = outcome.files;
    summary.clusters = clusters;
    summary.skipped =
        outcome.skipped.iter().map(|it| Skipped { check: it.check.clone(), because: it.because.clone() }).collect();
    summary.withheld = sieves.iter().filter_map(|it| it.withheld()).collect();
    summary.problems = outcome.problems.iter().map(ToString::to_string).collect();
    reports.finish(&summary, terminal)?;
    for sieve in &mut sieves {
        sieve.finish(terminal)?;
    }
    tell(&plan, &outcome, took, terminal);
    if undone || !outcome.problems.is_empty() {
        return Ok(ExitCode::from(2));
    }
    Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Whether the findings of a file make the exit code 1: by the level of the command line, else by that of the file.
fn fails(checked: &Checked, fail_on: Option<lsflint_project::FailOn>) -> bool {
    let level = fail_on.unwrap_or(checked.fail_on);
    checked.diagnostics.iter().any(|it| level.fails(it.severity))
}

/// Says on stderr what went wrong, and with `-v` what was done.
fn tell(plan: &Plan, outcome: &Outcome, took: std::time::Duration, terminal: &Terminal) {
    for it in &plan.ignored {
        terminal.detail(&format!("left out: {}: {}", it.path, it.because.as_str()));
    }
    for it in plan.notes.iter().filter(|_| !terminal.quiet) {
        terminal.note(it);
    }
    for it in &outcome.skipped {
        terminal.detail(&format!("skipped: {}: {}", it.check, it.because));
    }
    for problem in &outcome.problems {
        terminal.error(&problem.to_string());
    }
    let clusters: usize = plan.units.iter().map(|it| it.clusters.len()).sum();
    let files = counted(outcome.files, "file", "files");
    let clusters = counted(clusters, "cluster", "clusters");
    terminal.detail(&format!("checked {files} of {clusters} in {:.0} ms", took.as_secs_f64() * 1000.0));
    if outcome.files == 0 && outcome.problems.is_empty() && !terminal.quiet {
        terminal.note("no file of LSF was found; `-v` says what was left out");
    }
}
