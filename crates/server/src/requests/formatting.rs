//! Formatting: of a document, of a range, and of the previous line after a line break.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingOptions, DocumentOnTypeFormattingParams,
    DocumentRangeFormattingParams, OneOf, ServerCapabilities, TextEdit,
};

use super::{FilePosition, Request};
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.document_formatting_provider = Some(OneOf::Left(true));
    capabilities.document_range_formatting_provider = Some(OneOf::Left(true));
    capabilities.document_on_type_formatting_provider =
        Some(DocumentOnTypeFormattingOptions { first_trigger_character: "\n".into(), more_trigger_character: None });
}

/// The edits that format a document.
pub(crate) fn document(request: &Request, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    let at = request.document_as_asked(&params.text_document.uri)?.filter(|it| !it.is_script());
    let Some(at) = at else { return Ok(None) };
    Ok(Some(edits(&at, lsflint_ide::format_document(&at.snapshot, &at.path))))
}

/// The edits that format some lines.
pub(crate) fn range(request: &Request, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    let at = request.range(&params.text_document.uri, params.range)?.filter(|it| !it.0.is_script());
    let Some((at, range)) = at else { return Ok(None) };
    Ok(Some(edits(&at, lsflint_ide::format_range(&at.snapshot, &at.path, range))))
}

/// The edits for the line before a new line.
pub(crate) fn on_type(request: &Request, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    let at = request.at(&params.text_document_position)?.filter(|it| !it.is_script());
    let Some(at) = at else { return Ok(None) };
    Ok(Some(edits(&at, lsflint_ide::format_on_type(&at.snapshot, &at.path, at.offset))))
}

fn edits(at: &FilePosition, found: Vec<lsflint_ide::Replacement>) -> Vec<TextEdit> {
    found.into_iter().map(|it| TextEdit { range: at.range(it.range), new_text: it.text }).collect()
}
