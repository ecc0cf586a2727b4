//! Findings, for clients that ask for them. Those for other clients are sent by [`crate::publish`], from the same functions.

use std::hash::{Hash, Hasher};

use lsflint_lint::{Diagnostic, Severity, Tag};
use lsflint_project::{ConfigError, LiveFile};
use rustc_hash::{FxHashMap, FxHasher};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{
    self as lsp, CodeDescription, DiagnosticOptions, DiagnosticRelatedInformation, DiagnosticServerCapabilities,
    DiagnosticSeverity, DiagnosticTag, DocumentDiagnosticParams, DocumentDiagnosticReport,
    DocumentDiagnosticReportResult, FullDocumentDiagnosticReport, NumberOrString, Position, ProgressToken,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, ServerCapabilities,
    UnchangedDocumentDiagnosticReport, Uri, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport,
    WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::Request;
use crate::client::ClientFacts;
use crate::convert::{Encoding, Positions, web};
use crate::documents::Document;
use crate::moment::Moment;

/// Who says it.
const SOURCE: &str = "lsflint";

/// How many files go into one part of the findings of the workspace.
const PART: usize = 32;

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
    let document = request.moment.documents.get(&*request.path(&params.text_document.uri));
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
    let (moment, path) = (&request.moment, request.path(uri));
    if let Some((_, file)) = moment.state.file(&path).filter(|it| it.1.reported) {
        return of_file(moment, file, &request.client);
    }
    let broken = moment.broken_configs().find(|it| it.0 == path);
    broken.map(|it| of_config(it.1, request.encoding())).unwrap_or_default()
}

/// The findings of all files. A client that takes them in parts gets them so.
pub(crate) fn workspace(
    request: &Request,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let WorkspaceDiagnosticParams { previous_result_ids, partial_result_params, work_done_progress_params, .. } =
        params;
    let progress = work_done_progress_params.work_done_token;
    let say = |value: serde_json::Value| {
        if let Some(token) = &progress {
            request.notifier.send::<Part>(&json!({"token": token, "value": value}));
        }
    };
    say(json!({"kind": "begin", "title": "findings of all files"}));
    let token = partial_result_params.partial_result_token;
    let (moment, client) = (&request.moment, &request.client);
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
            && items.len() == PART
        {
            send_part(request, token, std::mem::take(&mut items));
        }
    };
    for (path, error) in moment.broken_configs() {
        if let Some(uri) = moment.uri(&path) {
            add(uri, moment.documents.get(&*path), of_config(error, client.encoding));
        }
    }
    for file in moment.reported() {
        request.give_up()?;
        if let Some(uri) = moment.uri(&file.path) {
            add(uri, moment.documents.get(&file.path), of_file(moment, file, client));
        }
    }
    // What the client still shows of files that are gone.
    items.extend(before.into_keys().map(|uri| full(uri, None, None, Vec::new())));
    if let Some(token) = &token {
        send_part(request, token, std::mem::take(&mut items));
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

/// A part of a result, in the form that the types of the protocol have no words for.
enum Part {}

impl Notification for Part {
    type Params = serde_json::Value;
    const METHOD: &'static str = "$/progress";
}

fn send_part(request: &Request, token: &ProgressToken, items: Vec<WorkspaceDocumentDiagnosticReport>) {
    if !items.is_empty() {
        request.notifier.send::<Part>(&json!({"token": token, "value": {"items": items}}));
    }
}

/// The same findings have the same name, as long as the document stays open: a client that closes it may forget them, and not that it
/// had them.
fn result_id(items: &[lsp::Diagnostic], document: Option<&Document>) -> String {
    let mut hasher = FxHasher::default();
    json!(items).to_string().hash(&mut hasher);
    document.map(|it| it.opened).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The findings of a file as the client reads them.
pub(crate) fn of_file(moment: &Moment, file: &LiveFile, client: &ClientFacts) -> Vec<lsp::Diagnostic> {
    if file.findings.is_empty() {
        return Vec::new();
    }
    let positions = moment.positions(file, client.encoding);
    let (shown, left_out) = most_severe(&file.findings, moment.settings.max_problems);
    let mut pages: FxHashMap<&str, Option<CodeDescription>> = FxHashMap::default();
    let mut items: Vec<lsp::Diagnostic> = Vec::with_capacity(shown.len() + 1);
    for found in shown {
        let related = found.related.iter().filter_map(|it| {
            let location = match it.file.as_deref() {
                Some(other) if *other != *file.source.path => moment.location(other, it.range, client.encoding)?,
                _ => lsp::Location { uri: moment.uri(&file.path)?, range: positions.range(it.range) },
            };
            Some(DiagnosticRelatedInformation { location, message: it.message.clone() })
        });
        let related: Vec<_> = related.collect();
        items.push(lsp::Diagnostic {
            range: positions.range(found.range),
            severity: Some(severity(found.severity)),
            code: Some(NumberOrString::String(found.rule.code.into())),
            code_description: pages.entry(found.rule.code).or_insert_with(|| page(found)).clone(),
            source: Some(SOURCE.into()),
            message: message(found),
            related_information: (!related.is_empty()).then_some(related),
            tags: (!found.rule.tags.is_empty()).then(|| found.rule.tags.iter().copied().map(tag).collect()),
            data: Some(json!({"rule": found.rule.name, "fix": found.fix.as_ref().map(|it| &it.title)})),
        });
    }
    if let Some(first) = left_out.first() {
        items.push(note_of_more(left_out.len(), positions.range(first.range)));
    }
    items
}

/// The findings that are shown, in order, and those that are too many.
fn most_severe(found: &[Diagnostic], most: usize) -> (Vec<&Diagnostic>, Vec<&Diagnostic>) {
    if found.len() <= most {
        return (found.iter().collect(), Vec::new());
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|it| std::cmp::Reverse(found[*it].severity));
    let (shown, left_out) = order.split_at_mut(most);
    shown.sort_unstable();
    left_out.sort_unstable();
    (shown.iter().map(|it| &found[*it]).collect(), left_out.iter().map(|it| &found[*it]).collect())
}

fn note_of_more(count: usize, range: lsp::Range) -> lsp::Diagnostic {
    let findings = if count == 1 { "finding is" } else { "findings are" };
    lsp::Diagnostic {
        range: lsp::Range::new(range.start, range.start),
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some(SOURCE.into()),
        message: format!("{count} more {findings} not shown; the setting `lsflint.maxProblems` says how many are"),
        ..lsp::Diagnostic::default()
    }
}

/// What is wrong with an lsflint.toml.
pub(crate) fn of_config(error: &ConfigError, encoding: Encoding) -> Vec<lsp::Diagnostic> {
    let convert = |it: &lsflint_project::ConfigProblem| {
        let positions = Positions::new(ropey::Rope::from_str(&it.excerpt), encoding);
        let column = |characters: usize| {
            let byte = it.excerpt.char_indices().nth(characters).map_or(it.excerpt.len(), |it| it.0);
            positions.position(byte as u32).character
        };
        let line = it.line.saturating_sub(1) as u32;
        let start = it.column.saturating_sub(1);
        lsp::Diagnostic {
            range: lsp::Range::new(Position::new(line, column(start)), Position::new(line, column(start + it.width))),
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some(SOURCE.into()),
            message: it.message.clone(),
            ..lsp::Diagnostic::default()
        }
    };
    error.problems.iter().map(convert).collect()
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

fn tag(tag: Tag) -> DiagnosticTag {
    match tag {
        Tag::Unnecessary => DiagnosticTag::UNNECESSARY,
        Tag::Deprecated => DiagnosticTag::DEPRECATED,
    }
}

/// The first page of the manual that the rule rests on.
fn page(found: &Diagnostic) -> Option<CodeDescription> {
    Some(CodeDescription { href: web(&found.rule.url()?)? })
}

/// What is wrong, what LSF does about it, what to do: a line each, because editors show the first one where there is little room.
fn message(found: &Diagnostic) -> String {
    let mut message = found.message.clone();
    if let Some(effect) = &found.effect {
        message.push('\n');
        message.push_str(effect);
    }
    if let Some(help) = &found.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    message
}
