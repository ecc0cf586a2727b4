//! Document links: included files, existing paths.

use lsflint_ide::LinkTarget;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentLink, DocumentLinkOptions, DocumentLinkParams, ServerCapabilities, Uri};

use super::{FilePosition, Request};
use crate::client::ClientFacts;
use crate::to_proto::uri_of;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    let work_done_progress_options = Default::default();
    capabilities.document_link_provider =
        Some(DocumentLinkOptions { resolve_provider: Some(false), work_done_progress_options });
}

/// The links of a document.
pub(crate) fn links(request: &Request, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
    let Some(at) = request.document(&params.text_document.uri) else { return Ok(None) };
    let links = lsflint_ide::document_links(&at.snapshot, &at.path);
    let link = |it: lsflint_ide::DocumentLink| {
        let target = Some(target(request, &at, &it.target)?);
        Some(DocumentLink { range: at.range(it.range), target, tooltip: Some(it.tooltip), data: None })
    };
    Ok(Some(links.into_iter().filter_map(link).collect()))
}

/// The target of a link; `None` if it does not exist.
fn target(request: &Request, at: &FilePosition, target: &LinkTarget) -> Option<Uri> {
    match target {
        LinkTarget::File(path) => Some(request.uri(path)?.0),
        LinkTarget::Path(written) => existing(request, at, written),
    }
}

/// The file or directory of a path in a document, if it exists.
pub(super) fn existing(request: &Request, at: &FilePosition, written: &str) -> Option<Uri> {
    let path = request.server.path(&at.path).parent()?.join(written);
    request.server.disk.exists(&path).then(|| uri_of(&path)).flatten()
}
