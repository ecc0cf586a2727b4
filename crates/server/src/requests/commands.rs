//! Commands that a client may run: pages and reports as text.

use lsflint_ide::Command;
use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ExecuteCommandOptions, ExecuteCommandParams, ServerCapabilities, Uri};

use super::Request;
use crate::client::ClientFacts;

/// Those that are answered here.
const ANSWERED: [Command; 2] = [Command::ExplainRule, Command::SyntaxTree];

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.execute_command_provider = Some(ExecuteCommandOptions {
        commands: ANSWERED.iter().map(|it| it.name().to_owned()).collect(),
        ..ExecuteCommandOptions::default()
    });
}

/// What commands are given.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Arguments {
    code: Option<String>,
    uri: Option<Uri>,
}

/// Runs a command; the answer is a text.
pub(crate) fn execute(request: &Request, params: ExecuteCommandParams) -> Result<Option<Value>> {
    let command = Command::from_name(&params.command);
    let Some(command) = command.filter(|it| ANSWERED.contains(it)) else {
        return Err(Error::invalid_params(format!("there is no command `{}`", params.command)));
    };
    let given = params.arguments.into_iter().next().unwrap_or_default();
    let Ok(given) = serde_json::from_value::<Arguments>(given) else {
        return Err(wrong(command, "its argument is an object"));
    };
    let answer = match command {
        Command::ExplainRule => {
            let code = given.code.ok_or_else(|| wrong(command, "it needs `code`"))?;
            lsflint_ide::explain_rule(&code).ok_or_else(|| wrong(command, &format!("no rule is called `{code}`")))?
        }
        Command::SyntaxTree => {
            let uri = given.uri.ok_or_else(|| wrong(command, "it needs `uri`"))?;
            let Some(at) = request.document(&uri) else { return Ok(None) };
            lsflint_ide::syntax_tree(&at.snapshot, &at.path).unwrap_or_default().trim_end().to_owned()
        }
        _ => return Ok(None),
    };
    Ok(Some(Value::String(answer)))
}

fn wrong(command: Command, why: &str) -> Error {
    Error::invalid_params(format!("`{}`: {why}", command.name()))
}
