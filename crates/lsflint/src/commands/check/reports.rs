//! The reports of a run and where they go.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use lsflint_project::{Checked, Encoding, RelatedText};
use lsflint_report::{
    Concise, FileFindings, Full, FullOptions, Html, Json, JsonLines, Limit, Reporter, Source, Statistics, Summary,
};

use crate::arguments::{Check, OutputFormat};
use crate::output::{Failure, Terminal};

/// One report and where it goes.
struct Report {
    reporter: Box<dyn Reporter>,
    out: Box<dyn Write>,
}

/// All reports of a run.
pub(super) struct Reports(Vec<Report>);

impl Reports {
    /// Those that the arguments ask for. Files are created here, so that a run whose results cannot be kept does not begin.
    pub(super) fn new(arguments: &Check, terminal: &Terminal) -> Result<Reports, Failure> {
        reports(arguments, terminal).map(Reports)
    }

    /// Writes the findings of a file.
    pub(super) fn file(&mut self, checked: Checked) -> Result<(), Failure> {
        write_file(&mut self.0, checked)
    }

    /// Writes what comes after the last file.
    pub(super) fn finish(mut self, summary: &Summary, terminal: &Terminal) -> Result<(), Failure> {
        for Report { reporter, out } in &mut self.0 {
            reporter.finish(summary, out)?;
            out.flush()?;
            if let Some(aside) = reporter.aside() {
                terminal.note(&aside);
            }
        }
        Ok(())
    }
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
        fingerprints: checked.fingerprints,
    };
    for Report { reporter, out } in reports {
        reporter.file(&file, out)?;
    }
    Ok(())
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
        // The fixed text takes stdout.
        None if arguments.fixing.fix && arguments.reads_stdin() => Box::new(terminal.stderr()),
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
        OutputFormat::Html => Box::new(Html::new(env!("CARGO_PKG_VERSION"))),
    }
}

fn create(file: &Path) -> Result<Box<dyn Write>, Failure> {
    match File::create(file) {
        // Files take no colours.
        Ok(file) => Ok(Box::new(BufWriter::new(anstream::StripStream::new(file)))),
        Err(error) => Err(Failure::new(format!("cannot write `{}`: {error}", file.display()))),
    }
}
