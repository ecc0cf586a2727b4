//! `server`: runs the language server.

use std::process::ExitCode;

use crate::arguments::Server;
use crate::output::Failure;

pub(crate) fn run(arguments: &Server) -> Result<ExitCode, Failure> {
    let was_shut_down = lsflint_server::run(arguments.client_process)
        .map_err(|error| Failure::new(format!("cannot start the server: {error}")))?;
    // The exit codes that the protocol specifies: 0 after `shutdown`, 1 otherwise.
    Ok(if was_shut_down { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
