//! `aps check` and `aps explain`: checks APS_PRIORITY values and computes the APS value of a job.

mod explain;

use std::process::ExitCode;

use lsflint_answers::{Judged, judge_aps};
use lsflint_report::{Concise, Full, FullOptions, JsonDiagnostic, Limit, json_diagnostics};
use serde::Serialize;

use crate::arguments::{ApsCheck, StringFormat};
use crate::commands::{common, strings};
use crate::output::{Failure, Terminal};

pub(crate) use explain::explain;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    results: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    input: &'a str,
    valid: bool,
    diagnostics: Vec<JsonDiagnostic>,
}

pub(crate) fn check(arguments: ApsCheck, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let ApsCheck { strings: given, reading, at, selecting, output_format } = arguments;
    let overrides = common::overrides(selecting)?;
    let (cluster, settings) = strings::surroundings_at(reading, at, overrides)?;
    let judged = judge_aps(strings::inputs(given)?, &cluster, &settings)?;
    write(&judged, output_format, terminal)?;
    let valid = judged.iter().all(Judged::is_valid);
    Ok(if valid { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn write(judged: &[Judged], format: StringFormat, terminal: &Terminal) -> Result<(), Failure> {
    match format {
        StringFormat::Full => {
            let options = FullOptions { limit: Limit::default(), unicode: terminal.unicode, summary: false };
            strings::text(judged, &mut Full::new(options), terminal)
        }
        StringFormat::Concise => strings::text(judged, &mut Concise::default(), terminal),
        StringFormat::Json => {
            let rows = judged.iter().map(|it| Row {
                input: &it.text,
                valid: it.is_valid(),
                diagnostics: json_diagnostics(&it.found).collect(),
            });
            strings::document(&Document { version: 1, results: rows.collect() }, terminal)
        }
    }
}
