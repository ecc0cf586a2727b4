//! `init`: creates an lsflint.toml.

use std::io::Write;
use std::process::ExitCode;

use lsflint_project::{initial_config, write_new_file};

use crate::arguments::Init;
use crate::commands::common;
use crate::output::{Failure, Terminal};

pub(crate) fn run(arguments: &Init, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let text = initial_config();
    if arguments.stdout {
        let mut out = terminal.plain_stdout();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let paths = common::current_folder()?;
    let path = paths.absolute(&arguments.folder).join("lsflint.toml");
    let shown = paths.shown(&path);
    if path.exists() {
        return Err(Failure::new(format!("`{shown}` already exists; `lsflint init --stdout` prints a new one")));
    }
    write_new_file(&path, &shown, &text).map_err(Failure::new)?;
    if !terminal.quiet {
        terminal.note(&format!("wrote {shown}"));
    }
    Ok(ExitCode::SUCCESS)
}
