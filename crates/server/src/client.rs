//! The capabilities of the client and the negotiated options.

use serde_json::Value;
use tower_lsp::ls_types::{
    ClientCapabilities, InitializeParams, TextDocumentClientCapabilities, WorkspaceClientCapabilities,
};

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
    /// Whether it draws code lenses at the end of lines; see [`LENSES_AT_LINE_ENDS`].
    lenses_at_line_ends: bool,
}

/// Clients that pull diagnostics only for the file being edited and, in versions without `workspace/diagnostic/refresh`
/// (Neovim 0.10), cannot be asked to pull those of other files. Other clients pull all visible files again because the
/// server declares dependencies between files; these clients would show outdated findings, so the server pushes them.
const ASKS_FOR_ONE: [&str; 1] = ["Neovim"];

/// Clients that draw code lenses at the end of lines. The protocol does not say where they are drawn.
const LENSES_AT_LINE_ENDS: [&str; 1] = ["Neovim"];

impl ClientFacts {
    pub(crate) fn new(params: &InitializeParams) -> ClientFacts {
        let offered = params.capabilities.general.as_ref().and_then(|it| it.position_encodings.as_deref());
        ClientFacts {
            encoding: Encoding::negotiate(offered.unwrap_or_default()),
            capabilities: params.capabilities.clone(),
            process: params.process_id,
            was_running: params.process_id.and_then(is_running) == Some(true),
            asks_for_one: params.client_info.as_ref().is_some_and(|it| ASKS_FOR_ONE.contains(&&*it.name)),
            lenses_at_line_ends: params.client_info.as_ref().is_some_and(|it| LENSES_AT_LINE_ENDS.contains(&&*it.name)),
        }
    }

    /// A capability of lsflint, from `experimental.lsflint`.
    fn of_lsflint(&self, name: &str) -> Option<&Value> {
        self.capabilities.experimental.as_ref()?.get("lsflint")?.get(name)
    }

    /// Whether the client asks for the code lenses of a section in the line after its name
    /// (`experimental.lsflint.lensesAfterName`), because it draws them above lines.
    pub(crate) fn lenses_after_name(&self) -> bool {
        self.of_lsflint("lensesAfterName").and_then(Value::as_bool).unwrap_or_default()
    }

    /// Whether the client draws code lenses at the end of lines.
    pub(crate) fn lenses_at_line_ends(&self) -> bool {
        self.lenses_at_line_ends
    }

    /// Whether the effect and the help of findings belong only into hovers (`experimental.lsflint.effectInHovers`): the
    /// client shows messages in hovers itself, and lists related information where it takes space.
    pub(crate) fn effect_in_hovers(&self) -> bool {
        self.of_lsflint("effectInHovers").and_then(Value::as_bool).unwrap_or_default()
    }

    /// The address of the page of a rule in the client, in which `{code}` is replaced by the code
    /// (`experimental.lsflint.rulePage`).
    pub(crate) fn rule_page(&self) -> Option<&str> {
        self.of_lsflint("rulePage").and_then(Value::as_str)
    }

    /// Whether the client opens `lsflint:/documentation/NAME.md?LINE:CHARACTER&FILE` and asks for its text with the
    /// command `lsflint.documentation` (`experimental.lsflint.documentation`).
    pub(crate) fn opens_documentation(&self) -> bool {
        self.of_lsflint("documentation").and_then(Value::as_bool).unwrap_or_default()
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

/// Whether a process is running; `None` if unknown (the check uses `/proc`).
pub(crate) fn is_running(process: u32) -> Option<bool> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return Some(false) };
    // The name in parentheses may contain any character; the state follows the last parenthesis.
    let state = status.rsplit(')').next().and_then(|it| it.trim_start().chars().next());
    Some(!matches!(state, Some('Z' | 'X')))
}
