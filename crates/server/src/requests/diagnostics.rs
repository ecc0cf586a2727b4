//! Diagnostics for clients that pull them. For other clients they are pushed by [`crate::publish`].

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{
    self as lsp, DiagnosticOptions, DiagnosticServerCapabilities, DocumentDiagnosticParams, DocumentDiagnosticReport,
    DocumentDiagnosticReportResult, FullDocumentDiagnosticReport, ProgressToken, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, ServerCapabilities, UnchangedDocumentDiagnosticReport, Uri,
    WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult,
    WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::Request;
use crate::client::ClientFacts;
use crate::documents::Document;
use crate::to_proto::{SOURCE, config_diagnostics};

/// The number of files in a partial result of workspace diagnostics.
const FILES_AT_ONCE: usize = 32;

pub(crate) fn capabilities(client: &ClientFacts, capabilities: &mut ServerCapabilities) {
    if client.pulls_diagnostics() {
        let options = DiagnosticOptions {
            identifier: Some(SOURCE.into()),
            inter_file_dependencies: true,
            workspace_diagnostics: true,
            ..DiagnosticOptions::default()
        };
        capabilities.diagnostic_provider = Some(DiagnosticServerCapabilities::Options(options));
    }
}

/// The findings of a document.
pub(crate) fn document(request: &Request, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
    let items = of_path(request, &params.text_document.uri);
    let document = request.server.documents.get(&*request.path(&params.text_document.uri));
    let id = result_id(&items, document);
    let report = if params.previous_result_id.as_ref() == Some(&id) {
        DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id: id },
        })
    } else {
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(id), items },
        })
    };
    Ok(DocumentDiagnosticReportResult::Report(report))
}

fn of_path(request: &Request, uri: &Uri) -> Vec<lsp::Diagnostic> {
    let (server, path) = (&request.server, request.path(uri));
    if let Some((_, file)) = server.state.file(&path).filter(|it| it.1.reported) {
        return server.diagnostics(file, &request.client);
    }
    let broken = server.broken_configs().find(|it| it.0 == path);
    broken.map(|it| config_diagnostics(it.1, request.encoding())).unwrap_or_default()
}

/// The findings of all files, in partial results if the client requested them.
pub(crate) fn workspace(
    request: &Request,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let WorkspaceDiagnosticParams { previous_result_ids, partial_result_params, work_done_progress_params, .. } =
        params;
    let progress = work_done_progress_params.work_done_token;
    let say = |value: serde_json::Value| {
        if let Some(token) = &progress {
            request.notifier.send::<PartialResult>(&json!({"token": token, "value": value}));
        }
    };
    say(json!({"kind": "begin", "title": "checking all files"}));
    let token = partial_result_params.partial_result_token;
    let (server, client) = (&request.server, &request.client);
    let mut before: FxHashMap<Uri, String> = previous_result_ids.into_iter().map(|it| (it.uri, it.value)).collect();
    let mut items = Vec::new();
    let mut add = |uri: Uri, document: Option<&Document>, found: Vec<lsp::Diagnostic>| {
        let version = document.map(|it| i64::from(it.version));
        let id = result_id(&found, document);
        let known = before.remove(&uri);
        items.push(if known.as_ref() == Some(&id) {
            let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id: id };
            let report =
                WorkspaceUnchangedDocumentDiagnosticReport { uri, version, unchanged_document_diagnostic_report };
            WorkspaceDocumentDiagnosticReport::Unchanged(report)
        } else {
            full(uri, version, Some(id), found)
        });
        if let Some(token) = &token
            && items.len() == FILES_AT_ONCE
        {
            send_partial(request, token, std::mem::take(&mut items));
        }
    };
    for (path, error) in server.broken_configs() {
        if let Some(uri) = server.uri(&path) {
            add(uri, server.documents.get(&*path), config_diagnostics(error, client.encoding));
        }
    }
    for file in server.reported() {
        request.give_up()?;
        if let Some(uri) = server.uri(&file.path) {
            add(uri, server.documents.get(&file.path), server.diagnostics(file, client));
        }
    }
    // Files that do not exist any more: an empty list removes their diagnostics.
    items.extend(before.into_keys().map(|uri| full(uri, None, None, Vec::new())));
    if let Some(token) = &token {
        send_partial(request, token, std::mem::take(&mut items));
    }
    say(json!({"kind": "end"}));
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items }))
}

fn full(
    uri: Uri,
    version: Option<i64>,
    result_id: Option<String>,
    items: Vec<lsp::Diagnostic>,
) -> WorkspaceDocumentDiagnosticReport {
    let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id, items };
    let report = WorkspaceFullDocumentDiagnosticReport { uri, version, full_document_diagnostic_report };
    WorkspaceDocumentDiagnosticReport::Full(report)
}

/// The notification of a partial result, which the types of the protocol cannot express.
enum PartialResult {}

impl Notification for PartialResult {
    type Params = serde_json::Value;
    const METHOD: &'static str = "$/progress";
}

fn send_partial(request: &Request, token: &ProgressToken, items: Vec<WorkspaceDocumentDiagnosticReport>) {
    if !items.is_empty() {
        request.notifier.send::<PartialResult>(&json!({"token": token, "value": {"items": items}}));
    }
}

/// The result ID: the same for the same findings as long as the document stays open. A client that closes a document
/// may discard the findings but keep the ID.
fn result_id(items: &[lsp::Diagnostic], document: Option<&Document>) -> String {
    let mut hasher = FxHasher::default();
    json!(items).to_string().hash(&mut hasher);
    document.map(|it| it.opened).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
