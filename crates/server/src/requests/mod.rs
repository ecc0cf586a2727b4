//! One file per feature: what a request of the protocol asks of [`lsflint_ide`], and its answer in words of the protocol.
//!
//! Every feature is written the same way; the README of this crate shows it step by step.

mod request;

pub(crate) mod call_hierarchy;
pub(crate) mod code_actions;
pub(crate) mod code_lenses;
pub(crate) mod commands;
pub(crate) mod completion;
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

pub(crate) use request::{At, Request};

use tower_lsp::ls_types::ServerCapabilities;

use crate::client::ClientFacts;

/// What the server can do for a client: every feature adds its part.
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
