//! The reports of a run and their destinations.

use std::path::{Path, PathBuf};

use lsflint_answers::file_findings;
use lsflint_project::{Checked, Plan};
use lsflint_report::{
    Checkstyle, Concise, Full, FullOptions, Github, Gitlab, Html, Json, JsonLines, Junit, Limit, PathBase, Reporter,
    Sarif, Statistics, Summary,
};

use super::destination::{Destination, Target};
use crate::arguments::{Check, OutputFormat};
use crate::commands::common;
use crate::output::{Failure, Terminal};

/// A report and its destination.
struct Report {
    reporter: Box<dyn Reporter>,
    out: Target,
}

/// All reports of a run.
pub(super) struct Reports {
    reports: Vec<Report>,
    destinations: Vec<Destination>,
}

impl Reports {
    /// Opens the requested reports, before the run, so that it fails early if its results cannot be written.
    pub(super) fn new(arguments: &Check, terminal: &Terminal) -> Result<Reports, Failure> {
        if arguments.statistics && !arguments.output_format.is_for_people() {
            return Err(Failure::new("`--statistics` requires the output format full or concise"));
        }
        if arguments.fixing.diff && !arguments.report.is_empty() {
            return Err(Failure::new("`--diff` cannot be combined with `--report`"));
        }
        let wanted = wanted(arguments);
        let destinations: Vec<Destination> = wanted.iter().map(|it| it.1.clone()).collect();
        refuse_shared(&destinations)?;
        if fixed_text_takes_stdout(arguments) && destinations.contains(&Destination::Stdout) {
            return Err(Failure::new("the fixed text goes to stdout; write the report to a file"));
        }
        let report = |(index, (format, destination)): (usize, &(OutputFormat, Destination))| {
            let reporter: Box<dyn Reporter> = match index {
                0 if arguments.statistics => Box::new(Statistics::default()),
                _ => reporter(*format, arguments, terminal),
            };
            Ok(Report { reporter, out: Target::open(destination, *format, terminal)? })
        };
        let reports = wanted.iter().enumerate().map(report).collect::<Result<_, Failure>>()?;
        Ok(Reports { reports, destinations })
    }

    /// Rejects a report that would overwrite an input file.
    pub(super) fn refuse_inputs(&self, plan: &Plan) -> Result<(), Failure> {
        let places: Vec<PathBuf> = self.destinations.iter().filter_map(Destination::real).collect();
        let is_place = |path: &Path| path.canonicalize().is_ok_and(|it| places.contains(&it));
        if places.is_empty() {
            return Ok(());
        }
        let Some(member) = plan.members().find(|it| is_place(&it.path)) else { return Ok(()) };
        let what = if member.kind.file().is_none() { "it is being checked" } else { "it is a configuration file" };
        Err(Failure::new(format!("cannot write a report to `{}`: {what}", member.shown)))
    }

    /// Writes the findings of a file.
    pub(super) fn file(&mut self, checked: Checked) -> Result<(), Failure> {
        let file = file_findings(checked);
        for Report { reporter, out } in &mut self.reports {
            reporter.file(&file, out).map_err(|error| out.failure(error))?;
        }
        Ok(())
    }

    /// Writes the end of each report, and moves files into place.
    pub(super) fn finish(self, summary: &Summary, terminal: &Terminal) -> Result<(), Failure> {
        for Report { mut reporter, mut out } in self.reports {
            reporter.finish(summary, &mut out).map_err(|error| out.failure(error))?;
            out.finish()?;
            if let Some(aside) = reporter.aside() {
                terminal.note(&aside);
            }
        }
        Ok(())
    }
}

/// Whether a report includes fingerprints.
pub(super) fn needs_fingerprints(arguments: &Check) -> bool {
    wanted(arguments).iter().any(|it| it.0.needs_fingerprints())
}

/// The requested formats and destinations, that of `--output-format` first.
fn wanted(arguments: &Check) -> Vec<(OutputFormat, Destination)> {
    let main = match &arguments.output_file {
        Some(file) => Destination::new(file),
        None if fixed_text_takes_stdout(arguments) => Destination::Stderr,
        None => Destination::Stdout,
    };
    let more = arguments.report.iter().map(|(format, file)| (*format, Destination::new(file)));
    std::iter::once((arguments.output_format, main)).chain(more).collect()
}

fn fixed_text_takes_stdout(arguments: &Check) -> bool {
    arguments.fixing.fix && arguments.reads_stdin()
}

/// Rejects two reports with the same destination.
fn refuse_shared(destinations: &[Destination]) -> Result<(), Failure> {
    for (index, it) in destinations.iter().enumerate() {
        let same = |other: &Destination| it == other || it.real().is_some_and(|real| other.real() == Some(real));
        if destinations[..index].iter().any(same) {
            return Err(match it {
                Destination::Stdout | Destination::Stderr => {
                    Failure::new("two reports would go to stdout; use `--output-file`, or write the report to a file")
                }
                Destination::File(path) => {
                    Failure::new(format!("two reports would be written to `{}`", path.display()))
                }
            });
        }
    }
    Ok(())
}

fn reporter(format: OutputFormat, arguments: &Check, terminal: &Terminal) -> Box<dyn Reporter> {
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    let limit = arguments.max_findings.map_or_else(Limit::default, Limit::of_run);
    match format {
        OutputFormat::Full => {
            let options = FullOptions { limit, unicode: terminal.unicode, summary: !terminal.quiet };
            Box::new(Full::new(options))
        }
        OutputFormat::Concise => Box::new(Concise::new(limit)),
        OutputFormat::Json => Box::new(Json::new(VERSION)),
        OutputFormat::JsonLines => Box::new(JsonLines),
        OutputFormat::Sarif => Box::new(Sarif::new(VERSION, repository())),
        OutputFormat::Github => Box::new(Github::new(repository())),
        OutputFormat::Gitlab => Box::new(Gitlab::new(repository())),
        OutputFormat::Junit => Box::new(Junit::new(repository())),
        OutputFormat::Checkstyle => Box::new(Checkstyle::new(repository())),
        OutputFormat::Html => Box::new(Html::new(VERSION, today(), commit(arguments))),
    }
}

/// The last commit of the repository of the checked files.
fn commit(arguments: &Check) -> Option<String> {
    let paths = common::current_folder().ok()?;
    let given = arguments.paths.iter().find(|it| it.as_os_str() != "-").or(arguments.reading.cluster.as_ref());
    let path = given.map_or(paths.current().to_owned(), |it| paths.absolute(it));
    lsflint_project::last_commit(&path, &paths)
}

/// The date for reports: that of SOURCE_DATE_EPOCH, which makes reports reproducible, else today.
fn today() -> Option<String> {
    let date = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(seconds) => {
            jiff::Timestamp::from_second(seconds.trim().parse().ok()?).ok()?.to_zoned(jiff::tz::TimeZone::UTC)
        }
        Err(_) => jiff::Zoned::now(),
    };
    Some(date.date().to_string())
}

/// The base directory of paths in reports: in GitHub Actions and GitLab the root of the repository, which the
/// environment specifies and where they look for files; elsewhere the current directory.
fn repository() -> PathBase {
    let top = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].into_iter().filter_map(std::env::var_os).find(|it| !it.is_empty());
    let below = || {
        let here = std::env::current_dir().ok()?.canonicalize().ok()?;
        let below = here.strip_prefix(PathBuf::from(top?).canonicalize().ok()?).ok()?;
        Some(PathBase::above(below.iter().map(|it| it.to_string_lossy().into_owned())))
    };
    below().unwrap_or_default()
}
