//! The methods of the protocol. Nothing is done here: notifications go into the [`Shared`] ledger before anything is awaited, requests
//! go to a thread of their own with the moment they are answered from.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::*;
use tower_lsp::{Client, LanguageServer};

use crate::large::{Slot, Underway};
use crate::requests::{self, Request};
use crate::shared::Shared;
use crate::welcome;

/// The server as the protocol sees it.
pub(crate) struct Backend {
    pub(crate) client: Client,
    pub(crate) shared: Arc<Shared>,
    /// Answers that go past the library.
    pub(crate) large: Arc<Underway>,
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        Ok(welcome::initialize(params, &self.shared))
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

    // One method per feature, sorted by name.

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        self.answer(params, requests::code_actions::actions).await
    }

    async fn code_action_resolve(&self, params: CodeAction) -> Result<CodeAction> {
        self.answer(params, requests::code_actions::resolve).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.answer(params, requests::code_lenses::lenses).await
    }

    async fn code_lens_resolve(&self, params: CodeLens) -> Result<CodeLens> {
        self.answer(params, requests::code_lenses::resolve).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        self.answer(params, requests::completion::complete).await
    }

    async fn completion_resolve(&self, params: CompletionItem) -> Result<CompletionItem> {
        self.answer(params, requests::completion::resolve).await
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        self.answer(params, requests::diagnostics::document).await
    }

    async fn document_highlight(&self, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        self.answer(params, requests::references::highlight).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.answer(params, requests::document_links::links).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        self.answer(params, requests::document_symbols::outline).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        self.answer(params, requests::commands::execute).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.answer(params, requests::folding::folds).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.answer(params, requests::formatting::document).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        self.answer(params, requests::definition::definition).await
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        self.answer(params, requests::hover::hover).await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        self.answer(params, requests::call_hierarchy::incoming).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        self.answer(params, requests::inlay_hints::hints).await
    }

    async fn linked_editing_range(&self, params: LinkedEditingRangeParams) -> Result<Option<LinkedEditingRanges>> {
        self.answer(params, requests::linked_editing::ranges).await
    }

    async fn on_type_formatting(&self, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.answer(params, requests::formatting::on_type).await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        self.answer(params, requests::call_hierarchy::outgoing).await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        self.answer(params, requests::call_hierarchy::prepare).await
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        self.answer(params, requests::rename::prepare).await
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.answer(params, requests::formatting::range).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        self.answer(params, requests::references::references).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        self.answer(params, requests::rename::rename).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        self.answer(params, requests::selection_ranges::selections).await
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
        self.answer(params, requests::semantic_tokens::full).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        self.answer(params, requests::semantic_tokens::delta).await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        self.answer(params, requests::semantic_tokens::range).await
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        self.answer(params, requests::signature_help::help).await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        self.answer(params, requests::workspace_symbols::symbols).await
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        self.answer(params, requests::diagnostics::workspace).await
    }
}

impl Backend {
    /// Takes note of something. A mistake of ours in there costs this one note, not the server.
    fn note(&self, note: impl FnOnce(&Shared)) {
        if let Err(panic) = lsflint_project::catch(|| note(&self.shared)) {
            tracing::error!(panic.message, "a notification failed");
            self.shared.notifier().log(MessageType::ERROR, format!("internal error: {}", panic.message));
        }
    }

    /// `lsflint/debug`.
    #[cfg(debug_assertions)]
    pub(crate) async fn debug(&self, params: requests::debug::Debug) -> Result<serde_json::Value> {
        self.answer(params, requests::debug::debug).await
    }

    /// `lsflint/debugNotification`: panics.
    #[cfg(debug_assertions)]
    pub(crate) async fn debug_notification(&self) {
        self.note(|_| panic!("as it was asked for"));
    }

    /// `$/setTrace`.
    pub(crate) async fn set_trace(&self, params: SetTraceParams) {
        self.shared.notifier().set_trace(params.value);
    }

    /// Answers a request: waits until everything is known that the client had told when it asked, then runs the function on a thread
    /// where it may take its time. A cancelled request drops this future, and the function learns of it from its [`Request`].
    async fn answer<P, R>(&self, params: P, function: fn(&Request, P) -> Result<R>) -> Result<R>
    where
        P: Send + 'static,
        R: Send + 'static,
    {
        // Before the first await: everything that came before is counted, nothing that comes after.
        let (asked, came) = (self.shared.revision(), Instant::now());
        let cancel = CancelWhenDropped(Arc::new(AtomicBool::new(false)));
        let mut newest = self.shared.newest();
        let server = newest.wait_for(|it| it.revision >= asked).await.map_err(|_| Error::internal_error())?.clone();
        let notifier = self.shared.notifier().clone();
        let large = Arc::new(Slot::default());
        let request = Request {
            server,
            notifier,
            client: self.shared.client(),
            asked,
            cancelled: cancel.0.clone(),
            large: large.clone(),
        };
        let done = tokio::task::spawn_blocking(move || {
            request.give_up()?;
            let what = name_of::<P>();
            let answer = lsflint_project::catch(|| function(&request, params)).unwrap_or_else(|panic| {
                tracing::error!(what, panic.message, "a request failed");
                request.notifier.log(MessageType::ERROR, format!("internal error in {what}: {}", panic.message));
                Err(Error { message: format!("internal error: {}", panic.message).into(), ..Error::internal_error() })
            });
            let took = came.elapsed();
            tracing::debug!(what, ?took, asked, revision = request.server.revision, "answered");
            let revision = request.server.revision;
            request.notifier.trace(
                || format!("{what} took {:.1} ms", took.as_secs_f64() * 1000.0),
                || format!("asked at revision {asked}, answered from revision {revision}"),
            );
            answer
        });
        let answer = done.await.unwrap_or_else(|_| Err(Error::internal_error()));
        // From here on nothing waits, so what stands for a large answer comes out.
        if let Some(answer) = large.take() {
            self.large.add(answer);
        }
        answer
    }
}

/// What a request is called in the log: the name of its parameters.
fn name_of<P>() -> &'static str {
    let name = std::any::type_name::<P>();
    name.rsplit("::").next().unwrap_or(name)
}

/// Nobody waits any more when this goes away.
struct CancelWhenDropped(Arc<AtomicBool>);

impl Drop for CancelWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
