//! The first request of a client.

use tower_lsp::ls_types::*;

use crate::client::ClientFacts;
use crate::requests;
use crate::shared::Shared;

/// Answers `initialize`.
pub(crate) fn initialize(params: InitializeParams, shared: &Shared) -> InitializeResult {
    let client = ClientFacts::new(&params);
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
        ..requests::capabilities(&client)
    };
    if let Some(trace) = params.trace {
        shared.notifier().set_trace(trace);
    }
    let roots = roots(&params);
    shared.set_client(client);
    if let Some(given) = &params.initialization_options {
        shared.set_settings(given);
    }
    // The clusters are loaded while the client continues its initialization.
    shared.change_roots(roots.into_iter(), std::iter::empty());
    let server_info = ServerInfo { name: "lsflint".into(), version: Some(env!("CARGO_PKG_VERSION").into()) };
    InitializeResult { capabilities, server_info: Some(server_info), ..InitializeResult::default() }
}

/// The workspace folders, from whichever field the client uses.
#[allow(deprecated, reason = "older clients name their one folder in fields that newer ones left behind")]
fn roots(params: &InitializeParams) -> Vec<Uri> {
    if let Some(folders) = &params.workspace_folders {
        return folders.iter().map(|it| it.uri.clone()).collect();
    }
    let root = params.root_uri.clone();
    let path = || params.root_path.as_deref().and_then(Uri::from_file_path);
    root.or_else(path).into_iter().collect()
}
