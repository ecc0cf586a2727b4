//! `explain`: the page of a rule, or what is documented about a parameter or a resource.

use std::io::Write;
use std::process::ExitCode;

use lsflint_lint::find_rule;

use crate::arguments::Explain;
use crate::output::{Failure, Terminal};

pub(crate) fn run(arguments: &Explain, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let what = arguments.what.trim();
    let mut out = terminal.stdout();
    if let Some(rule) = find_rule(what) {
        let bold = anstyle::Style::new().bold();
        let meta = &rule.meta;
        writeln!(out, "{bold}{} [{}]{bold:#}  {}, since {}\n", meta.name, meta.code, meta.severity, meta.since)?;
        writeln!(out, "{}", meta.page().trim_end())?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    Err(Failure::new(format!("`{what}` is no rule")))
}
