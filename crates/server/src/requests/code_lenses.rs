//! Code lenses above definitions. Their ranges are sent immediately; titles are computed when a lens becomes visible.

use lsflint_ide::{ChangeLens, CodeLensOptions, LensKind, ResolvedLens};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    self as lsp, CodeLens, CodeLensParams, ServerCapabilities, TextDocumentIdentifier, TextDocumentPositionParams, Uri,
};

use super::{FilePosition, Request};
use crate::client::ClientFacts;

/// The data of a lens until it is resolved.
#[derive(Debug, Serialize, Deserialize)]
struct ResolveData {
    uri: Uri,
    kind: String,
}

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.code_lens_provider = Some(lsp::CodeLensOptions { resolve_provider: Some(true) });
}

/// The lenses of a document.
pub(crate) fn lenses(request: &Request, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    let uri = params.text_document.uri;
    let Some(at) = request.document(&uri) else { return Ok(None) };
    let wanted = &request.settings().code_lenses;
    let options = CodeLensOptions {
        references: wanted.references,
        merged_requirements: wanted.merged_requirements,
        matching_hosts: wanted.matching_hosts,
    };
    let lens = |it: lsflint_ide::CodeLens| {
        let data = ResolveData { uri: uri.clone(), kind: it.kind.word().to_owned() };
        CodeLens { range: at.range(it.range), command: None, data: serde_json::to_value(data).ok() }
    };
    let mut found: Vec<CodeLens> =
        lsflint_ide::code_lenses(&at.snapshot, &at.path, &options).into_iter().map(lens).collect();
    if wanted.changes {
        let changes = lsflint_ide::change_lenses(&request.changes(&uri, &at));
        found.extend(changes.into_iter().map(|it| changed(it, &uri, &at)));
    }
    Ok(Some(found))
}

/// A lens above a changed line, which needs no resolving.
fn changed(lens: ChangeLens, uri: &Uri, at: &FilePosition) -> CodeLens {
    let command = lsp::Command {
        title: lens.title,
        command: lsflint_ide::Command::Plan.name().to_owned(),
        arguments: Some(vec![json!({"uri": uri})]),
    };
    CodeLens { range: at.range(lens.range), command: Some(command), data: None }
}

/// Resolves the title of a lens.
pub(crate) fn resolve(request: &Request, lens: CodeLens) -> Result<CodeLens> {
    let data = lens.data.clone().and_then(|it| serde_json::from_value::<ResolveData>(it).ok());
    let Some(data) = data else { return Err(Error::invalid_params("not a code lens of lsflint")) };
    let Some(kind) = LensKind::ALL.into_iter().find(|it| it.word() == data.kind) else {
        return Err(Error::invalid_params("not a code lens of lsflint"));
    };
    let position = TextDocumentPositionParams {
        text_document: TextDocumentIdentifier { uri: data.uri.clone() },
        position: lens.range.start,
    };
    let at = request.at(&position)?;
    let resolved = at.and_then(|it| lsflint_ide::resolve_code_lens(&it.snapshot, &it.path, it.offset, kind));
    // The definition no longer exists: the client requests lenses again.
    let resolved = resolved.ok_or_else(Error::content_modified)?;
    Ok(CodeLens { command: Some(command(resolved, &data.uri, lens.range.start)), ..lens })
}

fn command(lens: ResolvedLens, uri: &Uri, position: lsp::Position) -> lsp::Command {
    let argument: Value = match lens.command {
        lsflint_ide::Command::References => json!({"uri": uri, "position": position}),
        _ => {
            let mut argument = json!({"uri": uri});
            for (key, name) in [("queue", lens.queue), ("application", lens.application)] {
                if let Some(name) = name {
                    argument[key] = name.into();
                }
            }
            argument
        }
    };
    lsp::Command { title: lens.title, command: lens.command.name().to_owned(), arguments: Some(vec![argument]) }
}
