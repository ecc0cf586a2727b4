//! Findings, for clients that ask for them (`textDocument/diagnostic`). Those for other clients are sent by [`crate::publish`].

use std::path::Path;

use lsflint_lint::{Diagnostic, Severity};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    self as lsp, DiagnosticOptions, DiagnosticRelatedInformation, DiagnosticServerCapabilities, DiagnosticSeverity,
    DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    NumberOrString, RelatedFullDocumentDiagnosticReport, ServerCapabilities,
};

use super::Request;
use crate::client::ClientFacts;
use crate::moment::Moment;

pub(crate) fn capabilities(client: &ClientFacts, capabilities: &mut ServerCapabilities) {
    if client.pulls_diagnostics() {
        let options = DiagnosticOptions {
            identifier: Some("lsflint".into()),
            inter_file_dependencies: true,
            ..DiagnosticOptions::default()
        };
        capabilities.diagnostic_provider = Some(DiagnosticServerCapabilities::Options(options));
    }
}

/// The findings of a document.
pub(crate) fn document(request: &Request, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
    let at = request.document(&params.text_document.uri);
    let path = at.and_then(|it| request.moment.state.path(&it.path).cloned());
    let items = path.map_or_else(Vec::new, |it| of_file(&request.moment, &it, &request.client));
    let full = FullDocumentDiagnosticReport { result_id: None, items };
    let report = RelatedFullDocumentDiagnosticReport {
        full_document_diagnostic_report: full,
        ..RelatedFullDocumentDiagnosticReport::default()
    };
    Ok(DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Full(report)))
}

/// The findings of a file as the client reads them.
pub(crate) fn of_file(moment: &Moment, path: &Path, client: &ClientFacts) -> Vec<lsp::Diagnostic> {
    let Some(place) = moment.state.file(path) else { return Vec::new() };
    let positions = moment.positions(path, place, client.encoding);
    let convert = |found: &Diagnostic| {
        let related = found.related.iter().filter_map(|it| {
            let file = it.file.as_deref().unwrap_or(&place.source.path);
            let location = moment.location(file, it.range, client.encoding)?;
            Some(DiagnosticRelatedInformation { location, message: it.message.clone() })
        });
        let related: Vec<_> = related.collect();
        lsp::Diagnostic {
            range: positions.range(found.range),
            severity: Some(severity(found.severity)),
            code: Some(NumberOrString::String(found.rule.code.into())),
            source: Some("lsflint".into()),
            message: message(found),
            related_information: (!related.is_empty()).then_some(related),
            ..lsp::Diagnostic::default()
        }
    };
    place.findings.iter().map(convert).collect()
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

/// What is wrong, what LSF does about it, what to do: a paragraph each.
fn message(found: &Diagnostic) -> String {
    let mut message = found.message.clone();
    for (label, more) in [("LSF: ", &found.effect), ("help: ", &found.help)] {
        if let Some(more) = more {
            message.push('\n');
            message.push_str(label);
            message.push_str(more);
        }
    }
    message
}
