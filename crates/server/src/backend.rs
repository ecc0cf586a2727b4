//! The methods of the protocol. Nothing is done here: notifications go into the [`Shared`] ledger before anything is awaited, requests
//! go to a thread of their own with the moment they are answered from.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::*;
use tower_lsp::{Client, LanguageServer};

use crate::client::ClientFacts;
use crate::requests::{self, Request};
use crate::settings::Settings;
use crate::shared::Shared;

/// The server as the protocol sees it.
pub(crate) struct Backend {
    pub(crate) client: Client,
    pub(crate) shared: Arc<Shared>,
    /// Becomes true when the client is ready to be told something.
    pub(crate) ready: watch::Sender<bool>,
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let client = ClientFacts::new(&params);
        let capabilities = requests::capabilities(&client);
        let capabilities = ServerCapabilities {
            position_encoding: Some(client.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
                ..TextDocumentSyncOptions::default()
            })),
            workspace: Some(WorkspaceServerCapabilities {
                workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(OneOf::Left(true)),
                }),
                ..WorkspaceServerCapabilities::default()
            }),
            ..capabilities
        };
        let roots = roots(&params);
        self.shared.introduce(client);
        if let Some(given) = &params.initialization_options {
            self.shared.set_settings(Settings::read(given).0);
        }
        self.shared.change_roots(roots.into_iter(), std::iter::empty());
        let server_info = ServerInfo { name: "lsflint".into(), version: Some(env!("CARGO_PKG_VERSION").into()) };
        Ok(InitializeResult { capabilities, server_info: Some(server_info), ..InitializeResult::default() })
    }

    async fn initialized(&self, _: InitializedParams) {
        self.ready.send_replace(true);
    }

    async fn shutdown(&self) -> Result<()> {
        self.shared.shut_down();
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.shared.open(params.text_document);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let VersionedTextDocumentIdentifier { uri, version } = params.text_document;
        self.shared.change(&uri, version, params.content_changes);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.shared.close(&params.text_document.uri);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        self.shared.files_changed(std::iter::once(params.text_document.uri));
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        self.shared.files_changed(params.changes.into_iter().map(|it| it.uri));
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let WorkspaceFoldersChangeEvent { added, removed } = params.event;
        self.shared.change_roots(added.into_iter().map(|it| it.uri), removed.into_iter().map(|it| it.uri));
    }

    // One method per feature, sorted by name.

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        self.answer(params, requests::diagnostics::document).await
    }
}

impl Backend {
    /// Answers a request: waits until everything is known that the client had told when it asked, then runs the function on a thread
    /// where it may take its time. A cancelled request drops this future, and the function learns of it from its [`Request`].
    async fn answer<P, R>(&self, params: P, function: fn(&Request, P) -> Result<R>) -> Result<R>
    where
        P: Send + 'static,
        R: Send + 'static,
    {
        // Before the first await: everything that came before is counted, nothing that comes after.
        let asked = self.shared.revision();
        let cancel = CancelWhenDropped(Arc::new(AtomicBool::new(false)));
        let mut newest = self.shared.newest();
        let moment = newest.wait_for(|it| it.revision >= asked).await.map_err(|_| Error::internal_error())?.clone();
        let request = Request { moment, client: self.shared.client(), asked, cancelled: cancel.0.clone() };
        let done = tokio::task::spawn_blocking(move || {
            request.give_up()?;
            lsflint_project::catch(|| function(&request, params)).unwrap_or_else(|panic| Err(internal(&panic.message)))
        });
        done.await.unwrap_or_else(|_| Err(Error::internal_error()))
    }
}

/// Nobody waits any more when this goes away.
struct CancelWhenDropped(Arc<AtomicBool>);

impl Drop for CancelWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A mistake of ours.
fn internal(message: &str) -> Error {
    tracing::error!(message, "a request failed");
    Error { message: format!("internal error: {message}").into(), ..Error::internal_error() }
}

/// The folders of the workspace, in whatever way this client names them.
#[allow(deprecated, reason = "older clients name their one folder in fields that newer ones left behind")]
fn roots(params: &InitializeParams) -> Vec<Uri> {
    if let Some(folders) = &params.workspace_folders {
        return folders.iter().map(|it| it.uri.clone()).collect();
    }
    let root = params.root_uri.clone();
    let path = || params.root_path.as_deref().and_then(Uri::from_file_path);
    root.or_else(path).into_iter().collect()
}
