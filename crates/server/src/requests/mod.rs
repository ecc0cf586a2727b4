//! One file per feature: what a request of the protocol asks of [`lsflint_ide`], and its answer in words of the protocol.
//!
//! Every feature is written the same way; the README of this crate shows it step by step.

mod request;
mod symbol_kind;

pub(crate) mod call_hierarchy;
#[cfg(debug_assertions)]
pub(crate) mod debug;
pub(crate) mod definition;
pub(crate) mod diagnostics;
pub(crate) mod document_links;
pub(crate) mod formatting;
pub(crate) mod linked_editing;
pub(crate) mod references;
pub(crate) mod rename;
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
        definition::capabilities,
        diagnostics::capabilities,
        document_links::capabilities,
        formatting::capabilities,
        linked_editing::capabilities,
        references::capabilities,
        rename::capabilities,
        workspace_symbols::capabilities,
    ] {
        feature(client, &mut capabilities);
    }
    capabilities
}
