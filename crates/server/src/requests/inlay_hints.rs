//! Inlay hints: units, merged requirements and group sizes.

use lsflint_ide::InlayHintOptions;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip, MarkupContent, MarkupKind, OneOf, ServerCapabilities,
};

use super::Request;
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.inlay_hint_provider = Some(OneOf::Left(true));
}

/// The hints in the visible lines.
pub(crate) fn hints(request: &Request, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
    let Some((at, range)) = request.range(&params.text_document.uri, params.range)? else { return Ok(None) };
    let wanted = &request.settings().inlay_hints;
    let options = InlayHintOptions {
        units: wanted.units,
        merged_requirements: wanted.merged_requirements,
        group_sizes: wanted.group_sizes,
    };
    let hint = |it: lsflint_ide::InlayHint| {
        let tooltip = MarkupContent { kind: MarkupKind::Markdown, value: it.tooltip };
        InlayHint {
            position: at.position(it.offset),
            // The space is sent as padding, which editors draw themselves.
            label: InlayHintLabel::String(it.label.trim_start().to_owned()),
            kind: None,
            text_edits: None,
            tooltip: (!tooltip.value.is_empty()).then_some(InlayHintTooltip::MarkupContent(tooltip)),
            padding_left: Some(it.label.starts_with(' ')),
            padding_right: Some(true),
            data: None,
        }
    };
    let hints = lsflint_ide::inlay_hints(&at.snapshot, &at.path, range, &options);
    Ok(Some(hints.into_iter().map(hint).collect()))
}
