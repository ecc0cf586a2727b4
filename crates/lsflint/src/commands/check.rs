//! `check`: findings of files and folders.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lsflint_project::{Buffers, Checked, Encoding, Outcome, Plan, RelatedText, Request};
use lsflint_report::{
    Concise, FileFindings, Full, FullOptions, Json, JsonLines, Limit, Reporter, Skipped, Source, Statistics, Summary,
    counted,
};

use crate::arguments::{Check, OutputFormat, Reading};
use crate::commands::common;
use crate::output::{Failure, Terminal};
use crate::progress::Progress;

/// One report and where it goes.
struct Report {
    reporter: Box<dyn Reporter>,
    out: Box<dyn Write>,
}

pub(crate) fn run(arguments: Box<Check>, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let arguments = *arguments;
    let mut reports = reports(&arguments, terminal)?;
    let fail_on = arguments.fail_on;
    let mut plan = Plan::new(request(arguments)?).map_err(Failure::new)?;
    let progress = Progress::new(plan.reported(), terminal.quiet);
    let mut summary = Summary::default();
    let mut failure = None;
    let outcome = plan.check(&|done| progress.at(done), &mut |checked| {
        summary.files += 1;
        summary.totals.add(&checked.diagnostics);
        match progress.aside(|| write_file(&mut reports, checked)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    let took = progress.finish();
    if let Some(error) = failure {
        return Err(error);
    }
    summary.files = outcome.files;
    summary.skipped =
        outcome.skipped.iter().map(|it| Skipped { check: it.check.clone(), because: it.because.clone() }).collect();
    for Report { reporter, out } in &mut reports {
        reporter.finish(&summary, out)?;
        out.flush()?;
        if let Some(aside) = reporter.aside() {
            terminal.note(&aside);
        }
    }
    drop(reports);
    tell(&plan, &outcome, took, terminal);
    if !outcome.problems.is_empty() {
        return Ok(ExitCode::from(2));
    }
    let failed = fail_on.severity().is_some_and(|it| summary.totals.reach(it));
    Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn write_file(reports: &mut [Report], checked: Checked) -> Result<(), Failure> {
    let source = |path, text, encoding| Source { path, text, latin1: encoding == Encoding::Latin1 };
    let related = checked.related.into_iter().map(|it| {
        let RelatedText { path, text, encoding } = it;
        source(path, text, encoding)
    });
    let file = FileFindings {
        source: source(checked.path, checked.text, checked.encoding),
        related: related.collect(),
        diagnostics: checked.diagnostics,
    };
    for Report { reporter, out } in reports {
        reporter.file(&file, out)?;
    }
    Ok(())
}

/// Says on stderr what went wrong, and with `-v` what was done.
fn tell(plan: &Plan, outcome: &Outcome, took: std::time::Duration, terminal: &Terminal) {
    for it in &plan.ignored {
        terminal.detail(&format!("left out: {}: {}", it.path, it.because.as_str()));
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

fn reports(arguments: &Check, terminal: &Terminal) -> Result<Vec<Report>, Failure> {
    if arguments.statistics && !arguments.output_format.is_for_people() {
        return Err(Failure::new("`--statistics` writes a table; it goes with the formats full and concise"));
    }
    let main: Box<dyn Reporter> = if arguments.statistics {
        Box::new(Statistics::default())
    } else {
        reporter(arguments.output_format, arguments, terminal)
    };
    let out = match &arguments.output_file {
        Some(file) => create(file)?,
        None if arguments.output_format.is_for_people() => Box::new(terminal.stdout()),
        None => Box::new(terminal.plain_stdout()),
    };
    let mut reports = vec![Report { reporter: main, out }];
    for (format, file) in &arguments.report {
        reports.push(Report { reporter: reporter(*format, arguments, terminal), out: create(file)? });
    }
    Ok(reports)
}

fn reporter(format: OutputFormat, arguments: &Check, terminal: &Terminal) -> Box<dyn Reporter> {
    let limit = arguments.max_findings.map_or_else(Limit::default, Limit::of_run);
    match format {
        OutputFormat::Full => {
            let options = FullOptions { limit, unicode: terminal.unicode, summary: !terminal.quiet };
            Box::new(Full::new(options))
        }
        OutputFormat::Concise => Box::new(Concise::new(limit)),
        OutputFormat::Json => Box::new(Json::new(env!("CARGO_PKG_VERSION"))),
        OutputFormat::JsonLines => Box::new(JsonLines),
    }
}

fn create(file: &Path) -> Result<Box<dyn Write>, Failure> {
    match File::create(file) {
        // Files take no colours.
        Ok(file) => Ok(Box::new(BufWriter::new(anstream::StripStream::new(file)))),
        Err(error) => Err(Failure::new(format!("cannot write `{}`: {error}", file.display()))),
    }
}

fn request(arguments: Check) -> Result<Request, Failure> {
    let Check { mut paths, reading, selecting, stdin_filename, jobs, .. } = arguments;
    let here = common::current_folder()?;
    let dash = Path::new("-");
    let stdin = if stdin_filename.is_some() || paths.iter().any(|it| it == dash) {
        paths.retain(|it| it != dash);
        let name = stdin_filename
            .ok_or_else(|| Failure::new("`-` needs `--stdin-filename NAME`, the name the text would have as a file"))?;
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::new(format!("cannot read stdin: {error}")))?;
        Some((name, bytes))
    } else {
        None
    };
    if paths.is_empty() && stdin.is_none() {
        paths.push(reading.cluster.clone().unwrap_or_else(|| PathBuf::from(".")));
    }
    let config = common::config_source(&reading);
    let overrides = common::overrides(selecting)?;
    let Reading { cluster, target, .. } = reading;
    let buffers = Buffers::default();
    Ok(Request { paths: here, arguments: paths, stdin, buffers, cluster, config, target, overrides, jobs })
}
