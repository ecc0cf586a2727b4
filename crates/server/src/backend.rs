//! Handles the messages that the library processes: `initialize`, `shutdown` and notifications. They are recorded in
//! [`Shared`] before anything is awaited. Requests are handled by [`crate::dispatch`].

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;
use tower_lsp::{Client, LanguageServer};

use crate::initialize::initialize;
use crate::shared::Shared;
use crate::welcome;

/// The language server as the library calls it.
pub(crate) struct Backend {
    pub(crate) client: Client,
    pub(crate) shared: Arc<Shared>,
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        Ok(initialize(params, &self.shared))
    }

    async fn initialized(&self, _: InitializedParams) {
        self.shared.make_ready();
        welcome::after(&self.client, &self.shared);
    }

    async fn shutdown(&self) -> Result<()> {
        self.shared.shut_down();
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.note(|it| it.open(params.text_document));
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let VersionedTextDocumentIdentifier { uri, version } = params.text_document;
        self.note(|it| it.change(&uri, version, params.content_changes));
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.note(|it| it.close(&params.text_document.uri));
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        self.note(|it| it.saved(&params.text_document.uri));
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        self.note(|it| it.files_changed(params.changes.into_iter().map(|it| it.uri)));
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let WorkspaceFoldersChangeEvent { added, removed } = params.event;
        self.note(|it| it.change_roots(added.into_iter().map(|it| it.uri), removed.into_iter().map(|it| it.uri)));
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        if self.shared.client().has_configuration() {
            welcome::ask_for_settings(&self.client, &self.shared);
        } else {
            self.note(|it| it.set_settings(&params.settings));
        }
    }
}

impl Backend {
    /// Records a notification. A panic only loses this notification, not the server.
    fn note(&self, note: impl FnOnce(&Shared)) {
        if let Err(panic) = lsflint_project::catch(|| note(&self.shared)) {
            tracing::error!(panic.message, "a notification failed");
            self.shared.notifier().log(MessageType::ERROR, format!("internal error: {}", panic.message));
        }
    }

    /// `lsflint/debugNotification`: panics, for tests.
    #[cfg(debug_assertions)]
    pub(crate) async fn debug_notification(&self) {
        self.note(|_| panic!("as it was asked for"));
    }

    /// `$/setTrace`: sets the level of detail of the trace.
    pub(crate) async fn set_trace(&self, params: SetTraceParams) {
        self.shared.notifier().set_trace(params.value);
    }
}
