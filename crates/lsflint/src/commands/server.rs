//! `server`: the language server.

use std::process::ExitCode;

use crate::arguments::Server;
use crate::output::Failure;

pub(crate) fn run(arguments: &Server) -> Result<ExitCode, Failure> {
    let said_goodbye = lsflint_server::run(arguments.client_process)
        .map_err(|error| Failure::new(format!("cannot start the server: {error}")))?;
    // What the protocol wants: 0 after `shutdown`, 1 when the client just left.
    Ok(if said_goodbye { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
