//! `completions`: prints shell completions, generated from the command-line definition.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::arguments::{Arguments, Completions};
use crate::output::{Failure, Terminal};

/// Prints the completions of a shell.
pub(crate) fn completions(arguments: &Completions, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "lsflint", &mut text);
    let mut out = terminal.plain_stdout();
    out.write_all(&text)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
