//! `completions` and `man`: made from the definition of the command line.

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

/// Prints the manual page.
pub(crate) fn man(terminal: &Terminal) -> Result<ExitCode, Failure> {
    let mut out = terminal.plain_stdout();
    clap_mangen::Man::new(Arguments::command()).render(&mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
