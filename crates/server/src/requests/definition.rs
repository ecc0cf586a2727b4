//! Go to definition.

use lsflint_ide::Navigation;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::request::{GotoTypeDefinitionParams, GotoTypeDefinitionResponse};
use tower_lsp::ls_types::{
    GotoDefinitionParams, GotoDefinitionResponse, Location, LocationLink, OneOf, Position, Range, ServerCapabilities,
    TextDocumentPositionParams, TypeDefinitionProviderCapability,
};

use super::{FilePosition, Request};
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.definition_provider = Some(OneOf::Left(true));
    capabilities.type_definition_provider = Some(TypeDefinitionProviderCapability::Simple(true));
}

/// The definitions of the type and model of a host, or of a resource.
pub(crate) fn type_definition(
    request: &Request,
    params: GotoTypeDefinitionParams,
) -> Result<Option<GotoTypeDefinitionResponse>> {
    let Some(at) = request.at(&params.text_document_position_params)? else { return Ok(None) };
    let Some(found) = lsflint_ide::type_definition(&at.snapshot, &at.path, at.offset) else { return Ok(None) };
    let links = found.targets.iter().filter_map(|it| link(request, at.range(found.origin), it)).collect();
    let knows_links = request.client.document().and_then(|it| it.type_definition).and_then(|it| it.link_support);
    Ok(answer(links, knows_links.unwrap_or_default()))
}

/// Links if the client supports them, else locations of names; nothing if there are none.
fn answer(links: Vec<LocationLink>, knows_links: bool) -> Option<GotoDefinitionResponse> {
    if links.is_empty() {
        return None;
    }
    Some(if knows_links {
        GotoDefinitionResponse::Link(links)
    } else {
        let location = |it: LocationLink| Location::new(it.target_uri, it.target_selection_range);
        GotoDefinitionResponse::Array(links.into_iter().map(location).collect())
    })
}

/// Links with the whole definition if the client supports them, else locations of names.
pub(crate) fn definition(request: &Request, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
    let asked = &params.text_document_position_params;
    let Some(at) = request.at(asked)? else { return Ok(None) };
    let found = lsflint_ide::definition(&at.snapshot, &at.path, at.offset);
    let links: Vec<LocationLink> = match found {
        Some(found) => found.targets.iter().filter_map(|it| link(request, at.range(found.origin), it)).collect(),
        None => included(request, &at).or_else(|| documentation(request, &at, asked)).into_iter().collect(),
    };
    let knows_links = request.client.document().and_then(|it| it.definition).and_then(|it| it.link_support);
    Ok(answer(links, knows_links.unwrap_or_default()))
}

fn link(request: &Request, origin: Range, target: &Navigation) -> Option<LocationLink> {
    let Location { uri, range } = request.location(&target.path, target.range)?;
    let focus = request.location(&target.path, target.focus)?.range;
    Some(LocationLink {
        origin_selection_range: Some(origin),
        target_uri: uri,
        target_range: range,
        target_selection_range: focus,
    })
}

/// The file of an `#INCLUDE` line that is not part of the cluster.
fn included(request: &Request, at: &FilePosition) -> Option<LocationLink> {
    let (origin, written) = lsflint_ide::include_at(&at.snapshot, &at.path, at.offset)?;
    Some(LocationLink {
        origin_selection_range: Some(at.range(origin)),
        target_uri: super::document_links::existing(request, at, &written)?,
        target_range: Range::default(),
        target_selection_range: Range::default(),
    })
}

/// The documentation of a word that LSF defines, if the client opens such addresses.
fn documentation(request: &Request, at: &FilePosition, asked: &TextDocumentPositionParams) -> Option<LocationLink> {
    if !request.client.opens_documentation() {
        return None;
    }
    let (origin, name) = lsflint_ide::documented(&at.snapshot, &at.path, at.offset)?;
    let Position { line, character } = asked.position;
    // What is left are letters, digits and the `#` of directives. The client decodes the address once.
    let (name, file) = (name.replace('#', "%23"), asked.text_document.uri.as_str().replace('%', "%25"));
    let address = format!("lsflint:/documentation/{name}.md?{line}:{character}&{file}");
    Some(LocationLink {
        origin_selection_range: Some(at.range(origin)),
        target_uri: address.parse().ok()?,
        target_range: Range::default(),
        target_selection_range: Range::default(),
    })
}

/// The requested position in the cluster of the document, and in every other cluster that has a file with a definition
/// of the same name, such as an lsf.shared of several clusters.
pub(super) fn everywhere(request: &Request, at: &FilePosition) -> Vec<FilePosition> {
    let mut found = Vec::new();
    let targets = lsflint_ide::definition(&at.snapshot, &at.path, at.offset).map_or(Vec::new(), |it| it.targets);
    for other in request.server.snapshots() {
        if std::sync::Arc::ptr_eq(&other.cluster, &at.snapshot.cluster) {
            continue;
        }
        if let Some(target) = targets.iter().find(|it| other.file(&it.path).is_some()) {
            let positions = at.positions.clone();
            found.push(FilePosition {
                snapshot: other,
                path: target.path.clone(),
                positions,
                offset: target.focus.start,
            });
        }
    }
    found
}
