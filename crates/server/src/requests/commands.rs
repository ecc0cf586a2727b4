//! Commands of the server: pages and reports as text.

use std::path::PathBuf;

use lsflint_ide::{Command, HoverOptions};
use lsflint_model::AsRead;
use lsflint_project::{ClusterFacts, ClusterSnapshot, SetSnapshot, committed_clusters};
use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    ExecuteCommandOptions, ExecuteCommandParams, PartialResultParams, Position, ReferenceContext, ReferenceParams,
    ServerCapabilities, TextDocumentIdentifier, TextDocumentPositionParams, Uri, WorkDoneProgressParams,
};

use super::{FilePosition, Request};
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.execute_command_provider = Some(ExecuteCommandOptions {
        commands: Command::ALL.iter().map(|it| it.name().to_owned()).collect(),
        ..ExecuteCommandOptions::default()
    });
}

/// The arguments of commands.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Arguments {
    code: Option<String>,
    uri: Option<Uri>,
    queue: Option<String>,
    application: Option<String>,
    position: Option<Position>,
}

/// Runs a command; the result is a text or a list of locations.
pub(crate) fn execute(request: &Request, params: ExecuteCommandParams) -> Result<Option<Value>> {
    let Some(command) = Command::from_name(&params.command) else {
        return Err(Error::invalid_params(format!("unknown command `{}`", params.command)));
    };
    let given = params.arguments.into_iter().next().unwrap_or_default();
    let Ok(given) = serde_json::from_value::<Arguments>(given) else {
        return Err(wrong(command, "the argument must be an object"));
    };
    let document = || {
        let uri = given.uri.as_ref().ok_or_else(|| wrong(command, "missing `uri`"))?;
        request.document(uri).ok_or_else(|| wrong(command, "the file does not belong to a cluster"))
    };
    let answer = match command {
        Command::ExplainRule => {
            let code = given.code.as_ref().ok_or_else(|| wrong(command, "missing `code`"))?;
            let page = request.server.rule_page(code);
            page.ok_or_else(|| wrong(command, &format!("unknown rule `{code}`")))?
        }
        Command::SyntaxTree => {
            let at = document()?;
            lsflint_ide::syntax_tree(&at.snapshot, &at.path).unwrap_or_default().trim_end().to_owned()
        }
        Command::MergedRequirement | Command::MatchingHosts => {
            let at = document()?;
            let (queue, application) = (given.queue.as_deref(), given.application.as_deref());
            let page = match command {
                Command::MergedRequirement => lsflint_ide::merged_requirement(&at.snapshot, queue, application),
                _ => lsflint_ide::matching_hosts(&at.snapshot, queue, application),
            };
            page.ok_or_else(|| wrong(command, "unknown queue or application profile"))?
        }
        Command::ElimPlan => lsflint_ide::elim_plan(&document()?.snapshot),
        Command::Plan => plan(request, &document()?, given.uri.as_ref()).map_err(|it| wrong(command, &it))?,
        Command::Documentation => documentation(request, command, &given)?,
        Command::References => return locations(request, command, &given),
    };
    Ok(Some(Value::String(answer)))
}

/// What the change of a document's cluster since the last commit does.
fn plan(request: &Request, at: &FilePosition, uri: Option<&Uri>) -> std::result::Result<String, String> {
    let path = uri.map(|it| request.path(it)).unwrap_or_default();
    let found = request.server.state.file(&path).and_then(|it| Some((it.0, &it.0.clusters[it.0.cluster_of(&path)?])));
    let Some((set, cluster)) = found else { return Err("the file does not belong to a cluster".to_owned()) };
    let paths = &request.server.paths;
    let options = request.settings().options(Some(paths.current())).0;
    let old = committed_clusters(&folder_of(set, cluster), paths, &options).map_err(|it| it.to_string())?;
    let base = paths.shown(&cluster.grouped.base);
    let is_same = |it: &ClusterFacts| it.folder == base && it.name == cluster.grouped.name;
    let same = old.iter().position(is_same).or((old.len() == 1).then_some(0));
    let old = same.map(|it| &old[it].cluster);
    Ok(lsflint_ide::plan_page(old.unwrap_or(&AsRead::default()), at.snapshot.as_read(), "HEAD"))
}

/// The directory with all files of a cluster, except for those that others include.
fn folder_of(set: &SetSnapshot, cluster: &ClusterSnapshot) -> PathBuf {
    let files = cluster.grouped.files.iter().map(|it| &set.files[*it]).filter(|it| !it.included);
    let folders = files.filter_map(|it| it.path.parent());
    folders.fold(cluster.grouped.base.clone(), |folder, it| {
        folder.ancestors().find(|folder| it.starts_with(folder)).unwrap_or(&folder).to_owned()
    })
}

/// The documentation of the word at a position.
fn documentation(request: &Request, command: Command, given: &Arguments) -> Result<String> {
    let params = position(command, given)?;
    let at = request.at(&params)?.ok_or_else(|| wrong(command, "the file does not belong to a cluster"))?;
    let found = lsflint_ide::hover(&at.snapshot, &at.path, at.offset, &HoverOptions::default());
    found.map(|it| it.markdown).ok_or_else(|| wrong(command, "nothing is documented there"))
}

fn position(command: Command, given: &Arguments) -> Result<TextDocumentPositionParams> {
    let (Some(uri), Some(position)) = (given.uri.clone(), given.position) else {
        return Err(wrong(command, "missing `uri` or `position`"));
    };
    Ok(TextDocumentPositionParams { text_document: TextDocumentIdentifier { uri }, position })
}

/// The references of the name at a position.
fn locations(request: &Request, command: Command, given: &Arguments) -> Result<Option<Value>> {
    let params = ReferenceParams {
        text_document_position: position(command, given)?,
        work_done_progress_params: WorkDoneProgressParams::default(),
        partial_result_params: PartialResultParams::default(),
        context: ReferenceContext { include_declaration: false },
    };
    let found = super::references::references(request, params)?;
    serde_json::to_value(found).map(Some).map_err(|_| Error::internal_error())
}

fn wrong(command: Command, why: &str) -> Error {
    Error::invalid_params(format!("`{}`: {why}", command.name()))
}
