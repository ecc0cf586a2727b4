//! `rules`: lists all rules.

use std::io::Write;
use std::process::ExitCode;

use lsflint_lint::{FixSafety, RuleMeta, Rules as AllRules, Status};
use serde::Serialize;

use crate::arguments::{ListFormat, Rules};
use crate::commands::common;
use crate::output::{Failure, Terminal};

#[derive(Serialize)]
struct Document {
    version: u32,
    rules: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    fix: &'static str,
    since: &'static str,
    default: bool,
    summary: String,
}

pub(crate) fn run(arguments: &Rules, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let rules = common::rules_of(&arguments.reading)?;
    match arguments.output_format {
        ListFormat::Full => table(rules, terminal)?,
        ListFormat::Json => {
            let document = Document { version: 1, rules: rules.iter().map(|it| row(&it.meta)).collect() };
            let mut out = terminal.plain_stdout();
            lsflint_report::write_document(&document, &mut out)?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn table(rules: AllRules, terminal: &Terminal) -> Result<(), Failure> {
    let bold = anstyle::Style::new().bold();
    let longest = |length: fn(&RuleMeta) -> usize| rules.iter().map(|it| length(&it.meta)).max().unwrap_or(0);
    let (codes, width) = (longest(|it| it.code.len()).max(5), longest(|it| it.name.len()));
    let mut out = terminal.stdout();
    for rule in rules.iter() {
        let row = row(&rule.meta);
        let Row { code, name, severity, fix, .. } = &row;
        let default = if row.default { "" } else { "off by default: " };
        let fix = if *fix == "none" { "" } else { *fix };
        let line =
            format!("{bold}{code:<codes$}{bold:#} {name:<width$}  {severity:<7}  {fix:<6}  {default}{}", row.summary);
        writeln!(out, "{}", line.trim_end())?;
    }
    out.flush()?;
    Ok(())
}

fn row(meta: &RuleMeta) -> Row {
    Row {
        code: meta.code,
        name: meta.name,
        severity: meta.severity.as_str(),
        fix: match meta.fix {
            FixSafety::None => "none",
            FixSafety::Safe => "safe",
            FixSafety::Unsafe => "unsafe",
            FixSafety::Mixed => "mixed",
        },
        since: meta.since,
        default: meta.status == Status::Stable,
        summary: meta.summary().replace('\n', " "),
    }
}
