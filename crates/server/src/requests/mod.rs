//! One file per feature: what a request of the protocol asks of [`lsflint_ide`], and its answer in words of the protocol.
//!
//! Every feature is written the same way; the README of this crate shows it step by step.

mod request;

pub(crate) mod diagnostics;

pub(crate) use request::{At, Request};

use tower_lsp::ls_types::ServerCapabilities;

use crate::client::ClientFacts;

/// What the server can do for a client: every feature adds its part.
pub(crate) fn capabilities(client: &ClientFacts) -> ServerCapabilities {
    let mut capabilities = ServerCapabilities::default();
    for feature in [
        // One line per feature, sorted.
        diagnostics::capabilities,
    ] {
        feature(client, &mut capabilities);
    }
    capabilities
}
