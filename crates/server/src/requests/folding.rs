//! Folding ranges.

use lsflint_ide::{FoldKind, folding_ranges};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    FoldingRange, FoldingRangeKind, FoldingRangeParams, FoldingRangeProviderCapability, ServerCapabilities,
};

use super::Request;
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.folding_range_provider = Some(FoldingRangeProviderCapability::Simple(true));
}

/// The folds of a document.
pub(crate) fn folds(request: &Request, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
    let at = request.document(&params.text_document.uri).filter(|it| !it.is_script());
    let Some(at) = at else { return Ok(None) };
    let client = request.client.document().and_then(|it| it.folding_range.as_ref());
    let whole_lines = client.and_then(|it| it.line_folding_only).unwrap_or_default();
    let folds = folding_ranges(&at.snapshot, &at.path).into_iter().map(|it| {
        let range = at.range(it.range);
        let column = |column: u32| (!whole_lines).then_some(column);
        FoldingRange {
            start_line: range.start.line,
            start_character: column(range.start.character),
            end_line: range.end.line,
            end_character: column(range.end.character),
            kind: match it.kind {
                FoldKind::Comment => Some(FoldingRangeKind::Comment),
                FoldKind::Section | FoldKind::Branch => Some(FoldingRangeKind::Region),
                FoldKind::Continuation => None,
            },
            collapsed_text: None,
        }
    });
    Ok(Some(folds.collect()))
}
