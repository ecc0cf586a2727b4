//! Selection ranges, which editors use to expand the selection step by step.

use lsflint_ide::selection_ranges;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Range, SelectionRange, SelectionRangeParams, SelectionRangeProviderCapability, ServerCapabilities,
};

use super::Request;
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.selection_range_provider = Some(SelectionRangeProviderCapability::Simple(true));
}

/// The nested selection ranges at each position.
pub(crate) fn selections(request: &Request, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
    let at = request.document_as_asked(&params.text_document.uri)?.filter(|it| !it.is_script());
    let Some(at) = at else { return Ok(None) };
    let offsets: Vec<u32> = params.positions.iter().map(|it| at.positions.offset(*it)).collect();
    let found = selection_ranges(&at.snapshot, &at.path, &offsets);
    let chain = |(offset, steps): (&u32, Vec<lsflint_ide::Range>)| {
        let outermost_first = steps.into_iter().rev().map(|it| at.range(it));
        let around =
            |parent: Option<SelectionRange>, range| Some(SelectionRange { range, parent: parent.map(Box::new) });
        // Every position needs a result, if only an empty range.
        outermost_first.fold(None, around).unwrap_or_else(|| {
            let position = at.position(*offset);
            SelectionRange { range: Range::new(position, position), parent: None }
        })
    };
    Ok(Some(offsets.iter().zip(found).map(chain).collect()))
}
