//! `--show-files`: lists the files that would be checked.

use std::io::Write;
use std::process::ExitCode;

use lsflint_project::Plan;
use serde::Serialize;

use super::request;
use crate::arguments::{Check, OutputFormat};
use crate::output::{Failure, Terminal};

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    files: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    kind: &'static str,
    clusters: Vec<&'a str>,
}

pub(super) fn run(arguments: Check, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let format = arguments.output_format;
    if !format.is_for_people() && format != OutputFormat::Json {
        return Err(Failure::new("`--show-files` requires the output format full, concise or json"));
    }
    let plan = Plan::new(request::request(arguments, None)?).map_err(Failure::new)?;
    let mut files = rows(&plan);
    files.sort_by_key(|it| it.file);
    if format == OutputFormat::Json {
        let mut out = terminal.plain_stdout();
        lsflint_report::write_document(&Document { version: 1, files }, &mut out)?;
        out.flush()?;
    } else {
        list(&files, terminal)?;
    }
    for it in &plan.ignored {
        terminal.detail(&format!("excluded: {it}"));
    }
    for problem in &plan.problems {
        terminal.error(&problem.to_string());
    }
    Ok(if plan.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn rows(plan: &Plan) -> Vec<Row<'_>> {
    let of_set = plan.sets.iter().flat_map(|set| {
        set.members.iter().enumerate().filter(|it| it.1.reported).filter_map(|(number, member)| {
            let clusters = set.clusters.iter().filter(|it| it.judged.contains(&number)).map(|it| &*it.name);
            Some(Row { file: &member.shown, kind: member.kind.file()?.name(), clusters: clusters.collect() })
        })
    });
    of_set.collect()
}

/// Prints one path per line for use by other programs; with `-v` also the kind and the cluster.
fn list(files: &[Row<'_>], terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.stdout();
    let width = files.iter().map(|it| it.file.chars().count()).max().unwrap_or(0);
    for Row { file, kind, clusters } in files {
        match terminal.verbose {
            true => writeln!(out, "{file:<width$}  {kind:<22}  {}", clusters.join(", "))?,
            false => writeln!(out, "{file}")?,
        }
    }
    out.flush()?;
    Ok(())
}
