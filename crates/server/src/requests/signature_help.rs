//! Signature help: the syntax form of the value at the cursor.

use lsflint_ide::SignatureParameter;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, ServerCapabilities, SignatureHelp,
    SignatureHelpOptions, SignatureHelpParams, SignatureInformation,
};

use super::Request;
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    let characters = |all: &[&str]| Some(all.iter().map(|it| (*it).to_owned()).collect());
    capabilities.signature_help_provider = Some(SignatureHelpOptions {
        trigger_characters: characters(&["[", "("]),
        retrigger_characters: characters(&[":", ",", "=", "]", " ", "/"]),
        ..SignatureHelpOptions::default()
    });
}

/// The syntax form at a position, with the active parameter.
pub(crate) fn help(request: &Request, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
    let Some(at) = request.at(&params.text_document_position_params)? else { return Ok(None) };
    let Some(found) = lsflint_ide::signature_help(&at.snapshot, &at.path, at.offset) else { return Ok(None) };
    let signature = request.client.document().and_then(|it| it.signature_help.as_ref());
    let signature = signature.and_then(|it| it.signature_information.as_ref());
    let offsets = signature.and_then(|it| it.parameter_information.as_ref());
    let offsets = offsets.and_then(|it| it.label_offset_support).unwrap_or_default();
    let own = signature.and_then(|it| it.active_parameter_support).unwrap_or_default();
    let parameters = found.parameters.iter().map(|it| parameter(&found.label, it, offsets)).collect();
    // Without this, clients highlight the first one.
    let active = found.active.or(Some(found.parameters.len())).map(|it| it as u32);
    let information = SignatureInformation {
        documentation: documentation(&found.documentation),
        parameters: Some(parameters),
        active_parameter: active.filter(|_| own),
        label: found.label,
    };
    Ok(Some(SignatureHelp { signatures: vec![information], active_signature: Some(0), active_parameter: active }))
}

fn parameter(label: &str, parameter: &SignatureParameter, offsets: bool) -> ParameterInformation {
    let (start, end) = (parameter.range.start, parameter.range.end);
    // Offsets in labels are in UTF-16 code units, regardless of the negotiated encoding.
    let units = |at: usize| label[..at].encode_utf16().count() as u32;
    ParameterInformation {
        label: match offsets {
            true => ParameterLabel::LabelOffsets([units(start), units(end)]),
            false => ParameterLabel::Simple(label[start..end].to_owned()),
        },
        documentation: documentation(&parameter.documentation),
    }
}

fn documentation(text: &str) -> Option<Documentation> {
    let content = || MarkupContent { kind: MarkupKind::PlainText, value: text.to_owned() };
    (!text.is_empty()).then(|| Documentation::MarkupContent(content()))
}
