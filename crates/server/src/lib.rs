//! The language server: the only room that knows an event loop and the protocol.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{InitializeParams, InitializeResult, ServerInfo};
use tower_lsp::{LanguageServer, LspService, Server};

struct Backend;

impl LanguageServer for Backend {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        let server_info = ServerInfo { name: "lsflint".into(), version: Some(env!("CARGO_PKG_VERSION").into()) };
        Ok(InitializeResult { server_info: Some(server_info), ..InitializeResult::default() })
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }
}

/// Serves one client on stdin and stdout until it leaves.
///
/// # Errors
/// The event loop could not be started.
pub fn run() -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let (service, socket) = LspService::new(|_| Backend);
        Server::new(tokio::io::stdin(), tokio::io::stdout(), socket).serve(service).await;
    });
    Ok(())
}
