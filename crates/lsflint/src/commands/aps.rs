//! `aps check` and `aps explain`: checks APS_PRIORITY values and computes the APS value of a job.

mod explain;
mod subject;

use std::process::ExitCode;

use lsflint_lint::{Registry, Settings, check_value};
use lsflint_model::Cluster;
use lsflint_report::{Concise, Full, FullOptions, JsonDiagnostic, Limit, json_diagnostics};
use lsflint_spec::{FileKind, Grammar, ParamSpec};
use serde::Serialize;

use crate::arguments::{ApsCheck, StringFormat};
use crate::commands::strings::Judged;
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
    let judged = judge(strings::inputs(given)?, &cluster, &settings)?;
    write(&judged, output_format, terminal)?;
    let valid = judged.iter().all(Judged::is_valid);
    Ok(if valid { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Runs the rules about APS_PRIORITY on individual values.
fn judge(inputs: Vec<(&str, String)>, cluster: &Cluster, settings: &Settings) -> Result<Vec<Judged>, Failure> {
    let registry = Registry::new(lsflint_rules::all(), settings);
    let (kind, param) = parameter().ok_or_else(|| Failure::new("no information about APS_PRIORITY"))?;
    let judge = |(path, text): (&str, String)| {
        let diagnostics = check_value(&text, kind, param, cluster, settings, &registry);
        Judged::new(path, text, diagnostics)
    };
    Ok(inputs.into_iter().map(judge).collect())
}

/// The specification of the parameter APS_PRIORITY and its file.
fn parameter() -> Option<(FileKind, &'static ParamSpec)> {
    let mut kinds = FileKind::ALL.into_iter();
    kinds.find_map(|kind| {
        let params = kind.spec().sections.iter().flat_map(|it| it.params);
        Some((kind, params.into_iter().find(|it| it.grammar == Grammar::ApsPriority)?))
    })
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
