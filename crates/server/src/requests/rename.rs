//! Renaming of symbols in all files.

use lsflint_ide::{FileEdit, RenameError};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, PrepareRenameResponse, RenameOptions,
    RenameParams, ServerCapabilities, TextDocumentEdit, TextDocumentPositionParams, TextEdit, WorkDoneProgressOptions,
    WorkspaceEdit,
};

use super::Request;
use super::definition::everywhere;
use crate::client::ClientFacts;

pub(crate) fn capabilities(client: &ClientFacts, capabilities: &mut ServerCapabilities) {
    let prepare = client.document().and_then(|it| it.rename.as_ref()).and_then(|it| it.prepare_support);
    capabilities.rename_provider = Some(match prepare {
        Some(true) => OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        _ => OneOf::Left(true),
    });
}

/// The range and name that would be renamed, or the reason why it cannot be.
pub(crate) fn prepare(request: &Request, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
    let Some(at) = request.at(&params)? else { return Ok(None) };
    let (range, placeholder) = lsflint_ide::prepare_rename(&at.snapshot, &at.path, at.offset).map_err(refused)?;
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range: at.range(range), placeholder }))
}

/// The changes in all clusters that share the definition. If one of them does not allow the new name, nothing is
/// changed.
pub(crate) fn rename(request: &Request, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let Some(at) = request.at(&params.text_document_position)? else { return Ok(None) };
    let new = &params.new_name;
    let mut files = lsflint_ide::rename(&at.snapshot, &at.path, at.offset, new).map_err(refused)?;
    for other in everywhere(request, &at) {
        request.give_up()?;
        let more = lsflint_ide::rename(&other.snapshot, &other.path, other.offset, new).map_err(refused)?;
        files
            .extend(more.into_iter().filter(|it| !files.iter().any(|known| known.path == it.path)).collect::<Vec<_>>());
    }
    Ok(Some(workspace_edit(request, &files)))
}

fn refused(error: RenameError) -> Error {
    // RequestFailed: the request was valid, but renaming is not possible.
    Error { code: ErrorCode::ServerError(-32803), message: error.0.into(), data: None }
}

/// The edits as a workspace edit, with the versions of open documents if the client supports them.
#[allow(clippy::mutable_key_type, reason = "the protocol's type: nothing changes the URIs")]
pub(crate) fn workspace_edit(request: &Request, files: &[FileEdit]) -> WorkspaceEdit {
    let versions = request.client.workspace().and_then(|it| it.workspace_edit.as_ref());
    let versions = versions.and_then(|it| it.document_changes).unwrap_or_default();
    let changes = files.iter().filter_map(|file| {
        let (uri, version) = request.uri(&file.path)?;
        let positions = request.positions(&file.path)?;
        let edit = |it: &lsflint_ide::Replacement| TextEdit::new(positions.range(it.range), it.text.clone());
        Some((uri, version, file.edits.iter().map(edit).collect::<Vec<_>>()))
    });
    if versions {
        let document = |(uri, version, edits): (_, _, Vec<TextEdit>)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        };
        let changes = DocumentChanges::Edits(changes.map(document).collect());
        WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
    } else {
        let changes = changes.map(|(uri, _, edits)| (uri, edits)).collect();
        WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
    }
}
