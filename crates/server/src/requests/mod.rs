//! The requests of the protocol, one module per feature: each calls [`lsflint_ide`] and converts the results to types
//! of the protocol.
//!
//! Every feature has the same structure: `capabilities` declares the feature, other functions answer requests.

mod handler;
mod request;

pub(crate) mod call_hierarchy;
pub(crate) mod code_actions;
pub(crate) mod code_lenses;
pub(crate) mod commands;
pub(crate) mod completion;
pub(crate) mod config_files;
#[cfg(debug_assertions)]
pub(crate) mod debug;
pub(crate) mod definition;
pub(crate) mod diagnostics;
pub(crate) mod document_links;
pub(crate) mod document_symbols;
pub(crate) mod folding;
pub(crate) mod formatting;
pub(crate) mod hover;
pub(crate) mod inlay_hints;
pub(crate) mod linked_editing;
pub(crate) mod references;
pub(crate) mod rename;
pub(crate) mod selection_ranges;
pub(crate) mod semantic_tokens;
pub(crate) mod signature_help;
pub(crate) mod workspace_symbols;

pub(crate) use handler::{Handler, Handlers};
pub(crate) use request::{FilePosition, Request};

use tower_lsp::ls_types::ServerCapabilities;
use tower_lsp::ls_types::request::*;

use crate::client::ClientFacts;

/// The capabilities of the server for a client, from all features.
pub(crate) fn capabilities(client: &ClientFacts) -> ServerCapabilities {
    let mut capabilities = ServerCapabilities::default();
    for feature in [
        // One line per feature, sorted.
        call_hierarchy::capabilities,
        code_actions::capabilities,
        code_lenses::capabilities,
        commands::capabilities,
        completion::capabilities,
        definition::capabilities,
        diagnostics::capabilities,
        document_links::capabilities,
        document_symbols::capabilities,
        folding::capabilities,
        formatting::capabilities,
        hover::capabilities,
        inlay_hints::capabilities,
        linked_editing::capabilities,
        references::capabilities,
        rename::capabilities,
        selection_ranges::capabilities,
        semantic_tokens::capabilities,
        signature_help::capabilities,
        workspace_symbols::capabilities,
    ] {
        feature(client, &mut capabilities);
    }
    capabilities
}

/// The handlers of all methods.
pub(crate) fn handlers() -> Handlers {
    let handlers = Handlers::default()
        // One line per method, sorted by feature.
        .on::<CallHierarchyPrepare>(call_hierarchy::prepare)
        .on::<CallHierarchyIncomingCalls>(call_hierarchy::incoming)
        .on::<CallHierarchyOutgoingCalls>(call_hierarchy::outgoing)
        .on_with_edits::<CodeActionRequest>(code_actions::actions)
        .on_with_edits::<CodeActionResolveRequest>(code_actions::resolve)
        .on::<CodeLensRequest>(code_lenses::lenses)
        .on::<CodeLensResolve>(code_lenses::resolve)
        .on::<ExecuteCommand>(commands::execute)
        .on::<Completion>(completion::complete)
        .on::<ResolveCompletionItem>(completion::resolve)
        .on::<GotoDefinition>(definition::definition)
        .on::<GotoTypeDefinition>(definition::type_definition)
        .on_written::<DocumentDiagnosticRequest>(diagnostics::document)
        .on_written::<WorkspaceDiagnosticRequest>(diagnostics::workspace)
        .on::<DocumentLinkRequest>(document_links::links)
        .on_syntax::<DocumentSymbolRequest>(document_symbols::outline)
        .on_syntax::<FoldingRangeRequest>(folding::folds)
        .on::<Formatting>(formatting::document)
        .on::<RangeFormatting>(formatting::range)
        .on::<OnTypeFormatting>(formatting::on_type)
        .on::<HoverRequest>(hover::hover)
        .on::<InlayHintRequest>(inlay_hints::hints)
        .on_syntax::<LinkedEditingRange>(linked_editing::ranges)
        .on::<References>(references::references)
        .on::<DocumentHighlightRequest>(references::highlight)
        .on_with_edits::<Rename>(rename::rename)
        .on::<PrepareRenameRequest>(rename::prepare)
        .on_syntax::<SelectionRangeRequest>(selection_ranges::selections)
        .on::<SemanticTokensFullRequest>(semantic_tokens::full)
        .on::<SemanticTokensFullDeltaRequest>(semantic_tokens::delta)
        .on::<SemanticTokensRangeRequest>(semantic_tokens::range)
        .on::<SignatureHelpRequest>(signature_help::help)
        .on::<WorkspaceSymbolRequest>(workspace_symbols::symbols);
    #[cfg(debug_assertions)]
    let handlers = handlers.on::<debug::DebugRequest>(debug::debug);
    handlers
}
