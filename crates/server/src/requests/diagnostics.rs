//! Diagnostics for clients that pull them. For other clients they are pushed by [`crate::publish`].

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lsflint_project::ConfigError;
use rustc_hash::{FxHashMap, FxHasher};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{
    DiagnosticOptions, DiagnosticServerCapabilities, DocumentDiagnosticParams, ServerCapabilities, Uri,
    WorkspaceDiagnosticParams,
};

use super::Request;
use crate::client::ClientFacts;
use crate::documents::Document;
use crate::to_proto::{Encoding, SOURCE, config_diagnostics};
use crate::written::Written;

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

/// A notification of progress with any value.
enum Progress {}

impl Notification for Progress {
    type Params = serde_json::Value;
    const METHOD: &'static str = "$/progress";
}

/// The findings of a document.
pub(crate) fn document(request: &Request, params: DocumentDiagnosticParams) -> Result<String> {
    let found = of_path(request, &params.text_document.uri);
    let document = request.server.documents.get(&*request.path(&params.text_document.uri));
    let id = result_id(&found, document);
    let known = params.previous_result_id.as_ref() == Some(&id);
    // The report of a large file is not copied once more.
    let mut written = String::with_capacity(found.items().len() + 80);
    written.push('{');
    report(&mut written, &found, &id, known);
    written.push('}');
    Ok(written)
}

fn of_path(request: &Request, uri: &Uri) -> Arc<Written> {
    let (server, path) = (&request.server, request.path(uri));
    if let Some((_, file)) = server.state.file(&path).filter(|it| it.1.reported) {
        return server.written(file, &request.client);
    }
    let broken = server.broken_configs().find(|it| it.0 == path);
    broken.map(|it| of_config(it.1, request.encoding())).unwrap_or_default()
}

fn of_config(error: &ConfigError, encoding: Encoding) -> Arc<Written> {
    Arc::new(Written::of(&config_diagnostics(error, encoding)))
}

/// Writes the members of a report in JSON: the findings, or that they are known.
fn report(to: &mut String, found: &Written, id: &str, is_known: bool) {
    let parts: &[&str] = match is_known {
        true => &[r#""kind":"unchanged","resultId":""#, id, "\""],
        false => &[r#""kind":"full","resultId":""#, id, r#"","items":["#, found.items(), "]"],
    };
    to.extend(parts.iter().copied());
}

/// The findings of all files, in partial results if the client requested them.
pub(crate) fn workspace(request: &Request, params: WorkspaceDiagnosticParams) -> Result<String> {
    let WorkspaceDiagnosticParams { previous_result_ids, partial_result_params, work_done_progress_params, .. } =
        params;
    let progress = work_done_progress_params.work_done_token;
    let say = |value: serde_json::Value| {
        if let Some(token) = &progress {
            request.notifier.send::<Progress>(&json!({"token": token, "value": value}));
        }
    };
    say(json!({"kind": "begin", "title": "checking all files"}));
    let token = partial_result_params.partial_result_token;
    let (server, client) = (&request.server, &request.client);
    let mut before: FxHashMap<Uri, String> = previous_result_ids.into_iter().map(|it| (it.uri, it.value)).collect();
    let mut items = Vec::new();
    let mut add = |uri: Uri, document: Option<&Document>, found: &Written| {
        let id = result_id(found, document);
        let is_known = before.remove(&uri).as_ref() == Some(&id);
        items.push(of_file(&uri, document.map(|it| it.version), |to| report(to, found, &id, is_known)));
        if let Some(token) = &token
            && items.len() == FILES_AT_ONCE
        {
            request.notifier.partial(token, &std::mem::take(&mut items).join(","));
        }
    };
    for (path, error) in server.broken_configs() {
        if let Some(uri) = server.uri(&path) {
            add(uri, server.documents.get(&*path), &of_config(error, client.encoding));
        }
    }
    for file in server.reported() {
        request.give_up()?;
        if let Some(uri) = server.uri(&file.path) {
            add(uri, server.documents.get(&file.path), &server.written(file, client));
        }
    }
    // Files that do not exist any more: an empty list removes their diagnostics.
    items.extend(before.keys().map(|uri| of_file(uri, None, |to| to.push_str(r#""kind":"full","items":[]"#))));
    if let Some(token) = token.filter(|_| !items.is_empty()) {
        request.notifier.partial(&token, &std::mem::take(&mut items).join(","));
    }
    say(json!({"kind": "end"}));
    Ok(format!(r#"{{"items":[{}]}}"#, items.join(",")))
}

/// The report about a file in JSON.
fn of_file(uri: &Uri, version: Option<i32>, report: impl FnOnce(&mut String)) -> String {
    let version = version.map_or_else(|| "null".to_owned(), |it| it.to_string());
    // A URI is a string, so this cannot fail.
    let uri = serde_json::to_string(uri).unwrap_or_default();
    let mut written = ["{\"uri\":", &uri, ",\"version\":", &version, ","].concat();
    report(&mut written);
    written.push('}');
    written
}

/// The result ID: the same for the same findings as long as the document stays open. A client that closes a document
/// may discard the findings but keep the ID.
fn result_id(found: &Written, document: Option<&Document>) -> String {
    let mut hasher = FxHasher::default();
    found.hash().hash(&mut hasher);
    document.map(|it| it.opened).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
