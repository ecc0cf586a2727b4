//! Workspace symbols: searches definitions in all clusters.

use lsflint_ide::WorkspaceSymbol;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    self as lsp, OneOf, ServerCapabilities, SymbolInformation, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};

use super::Request;
use crate::client::ClientFacts;
use crate::to_proto::symbol_kind;

/// The maximum number of results.
const LIMIT: usize = 256;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.workspace_symbol_provider = Some(OneOf::Left(true));
}

/// The matching definitions, best first.
pub(crate) fn symbols(request: &Request, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
    let mut found: Vec<WorkspaceSymbol> = Vec::new();
    for snapshot in request.server.snapshots() {
        request.give_up()?;
        for symbol in lsflint_ide::workspace_symbols(&snapshot, &params.query, LIMIT) {
            // Clusters share files, so a definition may be found more than once.
            if !found.iter().any(|it| it.path == symbol.path && it.range == symbol.range) {
                found.push(symbol);
            }
        }
    }
    found.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.name.cmp(&b.name)).then_with(|| a.path.cmp(&b.path)));
    found.truncate(LIMIT);
    let symbols = found.into_iter().filter_map(|it| information(request, it)).collect();
    Ok(Some(WorkspaceSymbolResponse::Flat(symbols)))
}

#[allow(deprecated, reason = "the type has a field that newer clients left behind")]
fn information(request: &Request, symbol: WorkspaceSymbol) -> Option<SymbolInformation> {
    Some(SymbolInformation {
        location: request.location(&symbol.path, symbol.range)?,
        kind: symbol_kind(symbol.kind),
        name: symbol.name,
        container_name: Some(symbol.container),
        tags: None::<Vec<lsp::SymbolTag>>,
        deprecated: None,
    })
}
