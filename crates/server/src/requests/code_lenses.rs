//! Code lenses of definitions. Their ranges are sent immediately; titles are computed when a lens becomes visible.
//!
//! # Lines
//!
//! The range of a lens says only in which line it is shown, because editors draw lenses in different places. The range
//! of the name would be wrong in most: an editor that draws lenses above a line would show it between `Begin Queue` and
//! `QUEUE_NAME`, and one that draws them after the end of a line would make it read as a part of the value. So the data
//! of a lens has the position of the name, and the range is:
//!
//! - the line of `Begin`, which is right for both: above the section, or after `Begin Queue`;
//! - the line after the name for a client that draws lenses above lines and says so
//!   ([`ClientFacts::lenses_after_name`]): the lens is below the name;
//! - for a row of a table the row itself, unless the client draws lenses at the end of lines, where it would read as
//!   another cell.

use lsflint_ide::{ChangeLens, CodeLensOptions, LensKind, Range, ResolvedLens, SectionLines};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    self as lsp, CodeLens, CodeLensParams, ServerCapabilities, TextDocumentIdentifier, TextDocumentPositionParams, Uri,
};

use super::Request;
use crate::client::ClientFacts;

/// The data of a lens until it is resolved.
#[derive(Debug, Serialize, Deserialize)]
struct ResolveData {
    uri: Uri,
    kind: String,
    /// The start of the name that the lens is about.
    position: lsp::Position,
}

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.code_lens_provider = Some(lsp::CodeLensOptions { resolve_provider: Some(true) });
}

/// The lenses of a document.
pub(crate) fn lenses(request: &Request, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    let uri = params.text_document.uri;
    let Some(at) = request.document(&uri) else { return Ok(None) };
    let wanted = &request.settings().code_lenses;
    let options = CodeLensOptions {
        references: wanted.references,
        merged_requirements: wanted.merged_requirements,
        matching_hosts: wanted.matching_hosts,
        elim_plan: wanted.elim_plan,
    };
    let client = &request.client;
    let lenses = lsflint_ide::code_lenses(&at.snapshot, &at.path, &options);
    let shown = lenses.iter().filter(|it| it.lines.is_some() || !client.lenses_at_line_ends());
    let lens = |it: &lsflint_ide::CodeLens| {
        let position = at.position(it.range.start);
        let data = ResolveData { uri: uri.clone(), kind: it.kind.word().to_owned(), position };
        let range = at.range(shown_at(it.range, it.lines, client));
        CodeLens { range, command: None, data: serde_json::to_value(data).ok() }
    };
    let mut found: Vec<CodeLens> = shown.map(lens).collect();
    if wanted.changes {
        let changes = lsflint_ide::change_lenses(&request.changes(&uri, &at));
        // A new queue is a change of the line with its name.
        let of_names: FxHashMap<u32, SectionLines> =
            lenses.iter().filter_map(|it| Some((at.position(it.range.start).line, it.lines?))).collect();
        found.extend(changes.into_iter().map(|it| {
            let lines = of_names.get(&at.position(it.range.start).line).copied();
            let range = at.range(shown_at(it.range, lines, client));
            changed(it, &uri, range)
        }));
    }
    Ok(Some(found))
}

/// The range that makes a client show a lens in the right line.
fn shown_at(name: Range, lines: Option<SectionLines>, client: &ClientFacts) -> Range {
    match lines {
        Some(lines) if client.lenses_after_name() => lines.after_name,
        Some(lines) => lines.begin,
        None => name,
    }
}

/// A lens above a changed line, which needs no resolving.
fn changed(lens: ChangeLens, uri: &Uri, range: lsp::Range) -> CodeLens {
    let command = lsp::Command {
        title: lens.title,
        command: lsflint_ide::Command::Plan.name().to_owned(),
        arguments: Some(vec![json!({"uri": uri})]),
    };
    CodeLens { range, command: Some(command), data: None }
}

/// Resolves the title of a lens.
pub(crate) fn resolve(request: &Request, lens: CodeLens) -> Result<CodeLens> {
    let data = lens.data.clone().and_then(|it| serde_json::from_value::<ResolveData>(it).ok());
    let Some(data) = data else { return Err(Error::invalid_params("not a code lens of lsflint")) };
    let Some(kind) = LensKind::ALL.into_iter().find(|it| it.word() == data.kind) else {
        return Err(Error::invalid_params("not a code lens of lsflint"));
    };
    let position = TextDocumentPositionParams {
        text_document: TextDocumentIdentifier { uri: data.uri.clone() },
        position: data.position,
    };
    let at = request.at(&position)?;
    let resolved = at.and_then(|it| lsflint_ide::resolve_code_lens(&it.snapshot, &it.path, it.offset, kind));
    // The definition no longer exists: the client requests lenses again.
    let resolved = resolved.ok_or_else(Error::content_modified)?;
    Ok(CodeLens { command: Some(command(resolved, &data.uri, data.position)), ..lens })
}

fn command(lens: ResolvedLens, uri: &Uri, position: lsp::Position) -> lsp::Command {
    let argument: Value = match lens.command {
        lsflint_ide::Command::References => json!({"uri": uri, "position": position}),
        _ => {
            let mut argument = json!({"uri": uri});
            for (key, name) in [("queue", lens.queue), ("application", lens.application)] {
                if let Some(name) = name {
                    argument[key] = name.into();
                }
            }
            argument
        }
    };
    lsp::Command { title: lens.title, command: lens.command.name().to_owned(), arguments: Some(vec![argument]) }
}
