//! `check`: reports findings in files and directories.

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
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use lsflint_project::{Checked, ClusterFacts, Outcome, Plan, ToSilence};
use lsflint_report::{MOST_CLUSTERS, Skipped, Summary, counted};

use crate::arguments::{Check, FailOn, OutputFormat};
use crate::output::{Failure, Terminal};
use crate::progress::Progress;
use reports::Reports;
use sieve::Sieve;
use silencing::Silencing;

/// A text that is checked in place of files.
pub(crate) struct Text {
    /// The file name that tells what it is.
    pub(crate) name: PathBuf,
    /// The path in findings.
    pub(crate) shown: &'static str,
    pub(crate) text: String,
}

/// Checks a text as the only input.
pub(crate) fn run_text(arguments: Check, text: Text, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let mut run = Run::new(&arguments, terminal)?;
    run.shown = Some(text.shown.into());
    let mut plan = Plan::new(request::request(arguments, Some(&text))?).map_err(Failure::new)?;
    let (outcome, took) = run.check(&mut plan)?;
    let code = run.finish(&outcome)?;
    print_details(&plan, &outcome, took, terminal);
    Ok(code)
}

pub(crate) fn run(arguments: Box<Check>, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let arguments = *arguments;
    if arguments.showing.show_files {
        return show_files::run(arguments, terminal);
    }
    if arguments.showing.show_settings {
        return show_settings::run(arguments, terminal);
    }
    let (fixing, adopting) = (arguments.fixing, arguments.adopting.clone());
    let mut run = Run::new(&arguments, terminal)?;
    let mut request = request::request(arguments, None)?;
    run.sieves = sieve::sieves(&adopting, &mut request)?;
    let mut unfixed = if fixing.fix || fixing.diff { sieve::of_fixes(&adopting, &mut request)? } else { Vec::new() };
    run.silencing = adopting.add_suppressions.then(|| Silencing::new(&request, adopting.reason));
    let mut plan = Plan::new(request).map_err(Failure::new)?;
    if adopting.since.is_none() && !adopting.staged {
        plan.require_files();
    }
    run.reports.refuse_inputs(&plan)?;
    if fixing.diff {
        return fix::show(&plan, fixing, &mut unfixed, terminal);
    }
    if fixing.fix {
        let done = fix::apply(&mut plan, fixing, &mut unfixed, terminal)?;
        (run.summary.fixing, run.has_problem) = (Some(done.fixed), done.failed);
    }
    let (outcome, took) = run.check(&mut plan)?;
    let code = run.finish(&outcome)?;
    print_details(&plan, &outcome, took, terminal);
    Ok(code)
}

/// A run of `check`: filters, counts, and reports or suppresses the findings.
struct Run<'t> {
    terminal: &'t Terminal,
    reports: Reports,
    sieves: Vec<Box<dyn Sieve>>,
    /// Collects findings that get suppression comments instead of being reported.
    silencing: Option<Silencing>,
    summary: Summary,
    /// The `--fail-on` level of the command line.
    fail_on: Option<lsflint_project::FailOn>,
    /// The path in findings, if it is not that of the file.
    shown: Option<Arc<str>>,
    /// Whether a format includes an overview of the clusters.
    shows_clusters: bool,
    /// Whether a finding sets exit code 1.
    failed: bool,
    /// Whether a problem occurred; it was already reported.
    has_problem: bool,
}

impl<'t> Run<'t> {
    fn new(arguments: &Check, terminal: &'t Terminal) -> Result<Run<'t>, Failure> {
        Ok(Run {
            terminal,
            reports: Reports::new(arguments, terminal)?,
            sieves: Vec::new(),
            silencing: None,
            summary: Summary::default(),
            shown: None,
            fail_on: arguments.fail_on.map(FailOn::level),
            shows_clusters: arguments.formats().any(OutputFormat::shows_clusters),
            failed: false,
            has_problem: false,
        })
    }

    /// Checks the members of a plan and returns the elapsed time.
    fn check(&mut self, plan: &mut Plan) -> Result<(Outcome, Duration), Failure> {
        let progress = Progress::new(plan.reported(), self.terminal.quiet);
        let at = |done| progress.at(done);
        let mut failure = None;
        let mut clusters = Vec::new();
        let mut facts = |facts: ClusterFacts| {
            let all = clusters.len() < MOST_CLUSTERS;
            clusters.push(if all { overview::overview(&facts) } else { overview::named(&facts) });
        };
        let shows_clusters = self.shows_clusters;
        let mut sink = |checked| match progress.aside(|| self.file(checked)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        };
        let outcome = plan.check_with_facts(&at, &mut sink, shows_clusters.then_some(&mut facts));
        self.summary.clusters = clusters;
        let took = progress.finish();
        failure.map_or(Ok((outcome, took)), Err)
    }

    /// Processes a file with all its findings.
    fn file(&mut self, mut checked: Checked) -> Result<(), Failure> {
        if let Some(shown) = &self.shown {
            checked.path = shown.clone();
        }
        let all = if self.silencing.is_some() { ToSilence::places(&checked.diagnostics) } else { Vec::new() };
        for sieve in &mut self.sieves {
            sieve.sift(&mut checked)?;
        }
        match &mut self.silencing {
            Some(silencing) => {
                silencing.keep(checked, all);
                Ok(())
            }
            None => self.report(checked),
        }
    }

    /// Counts and writes the remaining findings of a file.
    fn report(&mut self, checked: Checked) -> Result<(), Failure> {
        self.failed |= fails(&checked, self.fail_on);
        self.summary.totals.add(&checked.diagnostics);
        self.reports.file(checked)
    }

    /// Finishes the reports and determines the exit code.
    fn finish(mut self, outcome: &Outcome) -> Result<ExitCode, Failure> {
        if let Some(silencing) = self.silencing.take() {
            let silenced = silencing.finish(self.terminal)?;
            self.has_problem |= silenced.failed;
            silenced.files.into_iter().try_for_each(|it| self.report(it))?;
        }
        let skipped = outcome.skipped.iter();
        let skipped = skipped.map(|it| Skipped { check: it.check.clone(), because: it.because.clone() });
        let summary = Summary {
            files: outcome.files,
            skipped: skipped.collect(),
            withheld: self.sieves.iter().filter_map(|it| it.withheld()).collect(),
            problems: outcome.problems.iter().map(ToString::to_string).collect(),
            ..self.summary
        };
        self.reports.finish(&summary, self.terminal)?;
        for sieve in &mut self.sieves {
            sieve.finish(self.terminal)?;
        }
        Ok(match self.has_problem || !outcome.problems.is_empty() {
            true => ExitCode::from(2),
            false => ExitCode::from(u8::from(self.failed)),
        })
    }
}

/// Whether the findings of a file set exit code 1, by the level of the command line, else by that of the file.
fn fails(checked: &Checked, fail_on: Option<lsflint_project::FailOn>) -> bool {
    let level = fail_on.unwrap_or(checked.judge.fail_on);
    checked.diagnostics.iter().any(|it| level.fails(it.severity))
}

/// Writes problems to stderr, and details with `-v`.
fn print_details(plan: &Plan, outcome: &Outcome, took: Duration, terminal: &Terminal) {
    for it in &plan.ignored {
        terminal.detail(&format!("excluded: {it}"));
    }
    for it in plan.notes.iter().chain(&outcome.notes).filter(|_| !terminal.quiet) {
        terminal.note(it);
    }
    for it in &outcome.skipped {
        terminal.detail(&format!("skipped: {}: {}", it.check, it.because));
    }
    for problem in &outcome.problems {
        terminal.error(&problem.to_string());
    }
    let clusters: usize = plan.sets.iter().map(|it| it.clusters.len()).sum();
    let files = counted(outcome.files, "file", "files");
    let clusters = counted(clusters, "cluster", "clusters");
    terminal.detail(&format!("checked {files} of {clusters} in {:.0} ms", took.as_secs_f64() * 1000.0));
    if outcome.files == 0 && outcome.problems.is_empty() && !terminal.quiet {
        terminal.note("no LSF files found; `-v` lists the excluded files");
    }
}
