//! `rules`: lists all rules.

use std::io::Write;
use std::process::ExitCode;

use lsflint_answers::{RuleRow, rule_row, rules_document};
use lsflint_lint::{RuleMeta, Rules as AllRules};

use crate::arguments::{ListFormat, Rules};
use crate::commands::common;
use crate::output::{Failure, Terminal};

pub(crate) fn run(arguments: &Rules, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let rules = common::rules_of(&arguments.reading)?;
    match arguments.output_format {
        ListFormat::Full => table(rules, terminal)?,
        ListFormat::Json => {
            let mut out = terminal.plain_stdout();
            lsflint_report::write_document(&rules_document(rules), &mut out)?;
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
        let row = rule_row(&rule.meta);
        let RuleRow { code, name, severity, fix, .. } = &row;
        let default = if row.default { "" } else { "off by default: " };
        let fix = if *fix == "none" { "" } else { *fix };
        let line =
            format!("{bold}{code:<codes$}{bold:#} {name:<width$}  {severity:<7}  {fix:<6}  {default}{}", row.summary);
        writeln!(out, "{}", line.trim_end())?;
    }
    out.flush()?;
    Ok(())
}
