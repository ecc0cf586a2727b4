//! The findings of files, as the document of `check`.

use std::io;
use std::ops::ControlFlow;

use lsflint_project::{Checked, Encoding, Plan, RelatedText, Request};
use lsflint_report::{FileFindings, Json, Reporter, Skipped, Source, Summary};

use crate::refused::Refused;

/// The findings of a file, for reports.
pub fn file_findings(checked: Checked) -> FileFindings {
    let source = |path, text, encoding| Source { path, text, latin1: encoding == Encoding::Latin1 };
    let related = checked.related.into_iter().map(|it| {
        let RelatedText { path, text, encoding } = it;
        source(path, text, encoding)
    });
    FileFindings {
        source: source(checked.path, checked.text, checked.encoding),
        related: related.collect(),
        diagnostics: checked.diagnostics,
        fingerprints: checked.fingerprints,
    }
}

/// Checks the files of a request; returns the document of `check`. `version` is that of the program.
///
/// # Errors
/// A path does not exist, or an lsflint.toml is invalid.
pub fn check_document(request: Request, version: &'static str) -> Result<String, Refused> {
    let mut plan = Plan::new(request)?;
    plan.require_files();
    let mut report = Json::new(version);
    let mut out = Vec::new();
    let mut summary = Summary::default();
    let mut failure: Option<io::Error> = None;
    let mut sink = |checked: Checked| {
        summary.totals.add(&checked.diagnostics);
        match report.file(&file_findings(checked), &mut out) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let outcome = plan.check_with_facts(&|_| {}, &mut sink, None);
    let skipped = outcome.skipped.iter();
    summary.skipped = skipped.map(|it| Skipped { check: it.check.clone(), because: it.because.clone() }).collect();
    summary.files = outcome.files;
    summary.problems = outcome.problems.iter().map(ToString::to_string).collect();
    // Writing into memory does not fail.
    failure.map_or_else(|| report.finish(&summary, &mut out), Err).map_err(Refused::new)?;
    String::from_utf8(out).map_err(Refused::new)
}
