//! The call hierarchy: containers call their members.

use lsflint_ide::{HierarchyItem, HierarchyLink, SymbolKind};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, CallHierarchyServerCapability, Range,
    ServerCapabilities,
};

use super::{FilePosition, Request};
use crate::client::ClientFacts;
use crate::to_proto::symbol_kind;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.call_hierarchy_provider = Some(CallHierarchyServerCapability::Simple(true));
}

/// The container or member at a position.
pub(crate) fn prepare(request: &Request, params: CallHierarchyPrepareParams) -> Result<Option<Vec<CallHierarchyItem>>> {
    let Some(at) = request.at(&params.text_document_position_params)? else { return Ok(None) };
    let items = lsflint_ide::hierarchy_items(&at.snapshot, &at.path, at.offset);
    let items: Vec<_> = items.into_iter().filter_map(|it| item(request, it)).collect();
    Ok((!items.is_empty()).then_some(items))
}

/// The containers of an item.
pub(crate) fn incoming(
    request: &Request,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
    let Some((at, kind)) = asked(request, &params.item) else { return Ok(None) };
    let links = lsflint_ide::containers(&at.snapshot, kind, &params.item.name).into_iter();
    let calls = links.filter_map(|HierarchyLink { item: container, ranges }| {
        let from_ranges = in_file(request, &container.path, &ranges)?;
        Some(CallHierarchyIncomingCall { from: item(request, container)?, from_ranges })
    });
    Ok(Some(calls.collect()))
}

/// The members of an item.
pub(crate) fn outgoing(
    request: &Request,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
    let Some((at, kind)) = asked(request, &params.item) else { return Ok(None) };
    let links = lsflint_ide::members(&at.snapshot, kind, &params.item.name, &at.path).into_iter();
    let calls = links.filter_map(|HierarchyLink { item: member, ranges }| {
        let from_ranges = in_file(request, &at.path, &ranges)?;
        Some(CallHierarchyOutgoingCall { to: item(request, member)?, from_ranges })
    });
    Ok(Some(calls.collect()))
}

fn item(request: &Request, item: HierarchyItem) -> Option<CallHierarchyItem> {
    let positions = request.positions(&item.path)?;
    Some(CallHierarchyItem {
        kind: symbol_kind(item.kind),
        detail: Some(item.detail),
        uri: request.uri(&item.path)?.0,
        range: positions.range(item.range),
        selection_range: positions.range(item.focus),
        tags: None,
        // Sent back in the next request.
        data: Some(json!({ "kind": item.kind.what() })),
        name: item.name,
    })
}

/// The item of a previous response.
fn asked(request: &Request, item: &CallHierarchyItem) -> Option<(FilePosition, SymbolKind)> {
    let what = item.data.as_ref().and_then(|it| it.get("kind")).and_then(Value::as_str)?;
    let kind = SymbolKind::ALL.into_iter().find(|it| it.what() == what)?;
    Some((request.document(&item.uri)?, kind))
}

fn in_file(request: &Request, path: &str, ranges: &[lsflint_ide::Range]) -> Option<Vec<Range>> {
    let positions = request.positions(path)?;
    Some(ranges.iter().map(|it| positions.range(*it)).collect())
}
