//! References in all files, and highlights in a document.

use lsflint_ide::FileRange;
use rustc_hash::FxHashSet;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location, OneOf, ReferenceParams,
    ServerCapabilities,
};

use super::Request;
use super::definition::everywhere;
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.references_provider = Some(OneOf::Left(true));
    capabilities.document_highlight_provider = Some(OneOf::Left(true));
}

/// The references in all clusters that share the definition.
pub(crate) fn references(request: &Request, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
    let Some(at) = request.at(&params.text_document_position)? else { return Ok(None) };
    let definition = params.context.include_declaration;
    let mut found = lsflint_ide::references(&at.snapshot, &at.path, at.offset, definition);
    let mut known: FxHashSet<FileRange> = found.iter().cloned().collect();
    for other in everywhere(request, &at) {
        request.give_up()?;
        let more = lsflint_ide::references(&other.snapshot, &other.path, other.offset, definition);
        found.extend(more.into_iter().filter(|it| known.insert(it.clone())));
    }
    Ok(Some(found.iter().filter_map(|it| request.location_of(it)).collect()))
}

/// The highlights in the document: definitions are writes, references are reads.
pub(crate) fn highlight(request: &Request, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
    let Some(at) = request.at(&params.text_document_position_params)? else { return Ok(None) };
    let found = lsflint_ide::highlight(&at.snapshot, &at.path, at.offset);
    let highlight = |it: lsflint_ide::Highlight| DocumentHighlight {
        range: at.range(it.range),
        kind: Some(if it.write { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    };
    Ok(Some(found.into_iter().map(highlight).collect()))
}
