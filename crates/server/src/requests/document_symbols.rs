//! The outline of a document.

use lsflint_ide::{OutlineItem, OutlineKind, document_symbols};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, OneOf, ServerCapabilities,
    SymbolInformation, SymbolKind, SymbolTag, Uri,
};

use super::{FilePosition, Request};
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.document_symbol_provider = Some(OneOf::Left(true));
}

/// The outline, as a list for clients without support for trees.
pub(crate) fn outline(request: &Request, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
    let uri = params.text_document.uri;
    let Some(at) = request.document(&uri) else { return Ok(None) };
    let items = document_symbols(&at.snapshot, &at.path);
    let client = request.client.document().and_then(|it| it.document_symbol.as_ref());
    if client.and_then(|it| it.hierarchical_document_symbol_support).unwrap_or_default() {
        return Ok(Some(DocumentSymbolResponse::Nested(items.into_iter().map(|it| nested(it, &at)).collect())));
    }
    let mut list = Vec::new();
    flat(items, None, &uri, &at, &mut list);
    Ok(Some(DocumentSymbolResponse::Flat(list)))
}

#[allow(deprecated, reason = "the protocol's type has a field that newer clients do not read")]
fn nested(item: OutlineItem, at: &FilePosition) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> = item.children.into_iter().map(|it| nested(it, at)).collect();
    DocumentSymbol {
        name: item.name,
        detail: Some(item.detail).filter(|it| !it.is_empty()),
        kind: kind(item.kind),
        tags: item.deprecated.then(|| vec![SymbolTag::DEPRECATED]),
        deprecated: None,
        range: at.range(item.range),
        selection_range: at.range(item.selection),
        children: (!children.is_empty()).then_some(children),
    }
}

#[allow(deprecated, reason = "the protocol's type has a field that newer clients do not read")]
fn flat(
    items: Vec<OutlineItem>,
    inside: Option<&str>,
    uri: &Uri,
    at: &FilePosition,
    list: &mut Vec<SymbolInformation>,
) {
    for item in items {
        list.push(SymbolInformation {
            name: item.name.clone(),
            kind: kind(item.kind),
            tags: item.deprecated.then(|| vec![SymbolTag::DEPRECATED]),
            deprecated: None,
            location: Location { uri: uri.clone(), range: at.range(item.range) },
            container_name: inside.map(str::to_owned),
        });
        flat(item.children, Some(&item.name), uri, at, list);
    }
}

fn kind(kind: OutlineKind) -> SymbolKind {
    match kind {
        OutlineKind::Section => SymbolKind::MODULE,
        OutlineKind::Definition => SymbolKind::CLASS,
        OutlineKind::Row => SymbolKind::OBJECT,
        OutlineKind::Setting => SymbolKind::PROPERTY,
        OutlineKind::Branch => SymbolKind::EVENT,
        OutlineKind::Include => SymbolKind::FILE,
        OutlineKind::Define => SymbolKind::CONSTANT,
    }
}
