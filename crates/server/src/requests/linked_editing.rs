//! Linked editing: the section names after `Begin` and `End` change together.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    LinkedEditingRangeParams, LinkedEditingRangeServerCapabilities, LinkedEditingRanges, ServerCapabilities,
};

use super::Request;
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.linked_editing_range_provider = Some(LinkedEditingRangeServerCapabilities::Simple(true));
}

/// The ranges of both names of a section if the position is in one of them.
pub(crate) fn ranges(request: &Request, params: LinkedEditingRangeParams) -> Result<Option<LinkedEditingRanges>> {
    let Some(at) = request.at(&params.text_document_position_params)? else { return Ok(None) };
    let ranges = lsflint_ide::linked_ranges(&at.snapshot, &at.path, at.offset);
    let ranges: Vec<_> = ranges.into_iter().map(|it| at.range(it)).collect();
    let word_pattern = Some("[A-Za-z][A-Za-z0-9_]*".to_owned());
    Ok((!ranges.is_empty()).then_some(LinkedEditingRanges { ranges, word_pattern }))
}
