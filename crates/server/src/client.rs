//! The capabilities of the client and the negotiated options.

use tower_lsp::ls_types::{
    ClientCapabilities, InitializeParams, TextDocumentClientCapabilities, WorkspaceClientCapabilities,
};

use crate::parent::is_running;
use crate::to_proto::Encoding;

/// The client and its capabilities.
#[derive(Debug, Default)]
pub(crate) struct ClientFacts {
    /// The capabilities as sent.
    pub(crate) capabilities: ClientCapabilities,
    /// The unit of columns (UTF-8, UTF-16 or UTF-32).
    pub(crate) encoding: Encoding,
    /// The parent process; the server exits when it ends.
    pub(crate) process: Option<u32>,
    /// Whether that process was seen running when the client introduced itself.
    pub(crate) was_running: bool,
    /// Whether it pulls only the diagnostics of the edited file; see [`ASKS_FOR_ONE`].
    asks_for_one: bool,
}

/// Clients that pull diagnostics only for the file being edited and, in versions without `workspace/diagnostic/refresh`
/// (Neovim 0.10), cannot be asked to pull those of other files. Other clients pull all visible files again because the
/// server declares dependencies between files; these clients would show outdated findings, so the server pushes them.
const ASKS_FOR_ONE: [&str; 1] = ["Neovim"];

impl ClientFacts {
    pub(crate) fn new(params: &InitializeParams) -> ClientFacts {
        let offered = params.capabilities.general.as_ref().and_then(|it| it.position_encodings.as_deref());
        ClientFacts {
            encoding: Encoding::negotiate(offered.unwrap_or_default()),
            capabilities: params.capabilities.clone(),
            process: params.process_id,
            was_running: params.process_id.and_then(is_running) == Some(true),
            asks_for_one: params.client_info.as_ref().is_some_and(|it| ASKS_FOR_ONE.contains(&&*it.name)),
        }
    }

    /// The commands that the client declares in `experimental.commands.commands`, a convention of several servers.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &str> {
        let listed = self.capabilities.experimental.as_ref().and_then(|it| it.pointer("/commands/commands"));
        listed.and_then(|it| it.as_array()).into_iter().flatten().filter_map(|it| it.as_str())
    }

    /// The text document capabilities of the client.
    pub(crate) fn document(&self) -> Option<&TextDocumentClientCapabilities> {
        self.capabilities.text_document.as_ref()
    }

    /// The workspace capabilities of the client.
    pub(crate) fn workspace(&self) -> Option<&WorkspaceClientCapabilities> {
        self.capabilities.workspace.as_ref()
    }

    /// Whether the client pulls diagnostics, so that none are pushed.
    pub(crate) fn pulls_diagnostics(&self) -> bool {
        let asks = self.document().is_some_and(|it| it.diagnostic.is_some());
        asks && (self.refreshes_diagnostics() || !self.asks_for_one)
    }

    /// Whether the client supports `workspace/configuration`.
    pub(crate) fn has_configuration(&self) -> bool {
        self.workspace().and_then(|it| it.configuration).unwrap_or_default()
    }

    /// Whether the client supports dynamic registration of file watchers.
    pub(crate) fn watches_files(&self) -> bool {
        let watching = self.workspace().and_then(|it| it.did_change_watched_files.as_ref());
        watching.and_then(|it| it.dynamic_registration).unwrap_or_default()
    }

    /// Whether the client supports watchers of files relative to a folder.
    pub(crate) fn watches_relative_patterns(&self) -> bool {
        let watching = self.workspace().and_then(|it| it.did_change_watched_files.as_ref());
        watching.and_then(|it| it.relative_pattern_support).unwrap_or_default()
    }

    /// Whether the client supports dynamic registration for settings changes.
    pub(crate) fn registers_configuration(&self) -> bool {
        let settings = self.workspace().and_then(|it| it.did_change_configuration.as_ref());
        settings.and_then(|it| it.dynamic_registration).unwrap_or_default()
    }

    /// Whether the client supports `workspace/diagnostic/refresh`.
    pub(crate) fn refreshes_diagnostics(&self) -> bool {
        let diagnostics = self.workspace().and_then(|it| it.diagnostics.as_ref());
        diagnostics.and_then(|it| it.refresh_support).unwrap_or_default()
    }

    /// Whether the client supports `workspace/inlayHint/refresh`.
    pub(crate) fn refreshes_inlay_hints(&self) -> bool {
        let hints = self.workspace().and_then(|it| it.inlay_hint.as_ref());
        hints.and_then(|it| it.refresh_support).unwrap_or_default()
    }

    /// Whether the client supports `workspace/codeLens/refresh`.
    pub(crate) fn refreshes_code_lenses(&self) -> bool {
        let lenses = self.workspace().and_then(|it| it.code_lens.as_ref());
        lenses.and_then(|it| it.refresh_support).unwrap_or_default()
    }

    /// Whether the client supports progress that the server starts.
    pub(crate) fn shows_progress(&self) -> bool {
        self.capabilities.window.as_ref().and_then(|it| it.work_done_progress).unwrap_or_default()
    }
}
