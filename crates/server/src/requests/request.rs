//! The context of a request: a snapshot, the client, and conversions of positions.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lsflint_ide::{FileChange, FileRange, Range, Snapshot};
use lsflint_syntax::TextRange;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{self as lsp, Location, Position, TextDocumentPositionParams, Uri};

use crate::client::ClientFacts;
use crate::documents::Revision;
use crate::loading::LoneDocument;
use crate::notify::Notifier;
use crate::server_snapshot::ServerSnapshot;
use crate::settings::Settings;
use crate::to_proto::{Encoding, Positions, path_of};

/// One request, on its own thread: a snapshot of the server and the client.
pub(crate) struct Request {
    pub(crate) server: Arc<ServerSnapshot>,
    /// The document, if its cluster is still being loaded and the answer depends on nothing but its syntax.
    pub(crate) lone: Option<LoneDocument>,
    /// Sends partial results and progress.
    pub(crate) notifier: Notifier,
    pub(crate) client: Arc<ClientFacts>,
    /// The latest revision at the time of the request.
    pub(crate) asked: Revision,
    /// The minute of the week in local time, from Sunday 00:00, if it is known.
    pub(crate) now: Option<u16>,
    pub(crate) cancelled: Arc<AtomicBool>,
}

/// The document of a request and a position in it.
pub(crate) struct FilePosition {
    /// The snapshot of its cluster.
    pub(crate) snapshot: Snapshot,
    /// Its path in the snapshot.
    pub(crate) path: Arc<str>,
    /// Converts between positions of the client and byte offsets.
    pub(crate) positions: Positions,
    /// The byte offset of the requested position; 0 without a position.
    pub(crate) offset: u32,
}

impl Request {
    /// The document with a URI; `None` if it is neither an LSF file nor a job script.
    pub(crate) fn document(&self, uri: &Uri) -> Option<FilePosition> {
        if let Some(lone) = &self.lone {
            return Some(lone.start(self.encoding()));
        }
        let (snapshot, file) = self.server.snapshot(&self.path(uri))?;
        let positions = self.server.positions(file, self.encoding());
        Some(FilePosition { snapshot, path: file.source.path().clone(), positions, offset: 0 })
    }

    /// The document and the byte offset of a position; `None` if it is neither an LSF file nor a
    /// job script.
    ///
    /// # Errors
    /// The text changed after the request, so the position is outdated.
    pub(crate) fn at(&self, position: &TextDocumentPositionParams) -> Result<Option<FilePosition>> {
        let Some(mut at) = self.document_as_asked(&position.text_document.uri)? else { return Ok(None) };
        at.offset = at.positions.offset(position.position);
        Ok(Some(at))
    }

    /// The document and the byte range of a range; `None` if it is neither an LSF file nor a job
    /// script.
    ///
    /// # Errors
    /// The text changed after the request, so the range is outdated.
    pub(crate) fn range(&self, uri: &Uri, range: lsp::Range) -> Result<Option<(FilePosition, Range)>> {
        let Some(mut at) = self.document_as_asked(uri)? else { return Ok(None) };
        let bytes = at.positions.bytes(range);
        at.offset = bytes.start;
        Ok(Some((at, bytes)))
    }

    /// The document with a URI, for requests that contain positions.
    ///
    /// # Errors
    /// The text changed after the request.
    pub(crate) fn document_as_asked(&self, uri: &Uri) -> Result<Option<FilePosition>> {
        if self.server.documents.get(&*self.path(uri)).is_some_and(|it| it.changed > self.asked) {
            return Err(Error::content_modified());
        }
        Ok(self.document(uri))
    }

    /// The location of a range in any file of a snapshot.
    pub(crate) fn location(&self, file: &str, range: impl Into<TextRange>) -> Option<Location> {
        self.server.location(file, range.into(), self.encoding())
    }

    /// The location of a range that a feature returned.
    pub(crate) fn location_of(&self, place: &FileRange) -> Option<Location> {
        self.server.location_of(place, self.encoding())
    }

    /// The position converter of any file of a snapshot.
    pub(crate) fn positions(&self, file: &str) -> Option<Positions> {
        let file = self.server.state.file(&self.server.path(file))?.1;
        Some(self.server.positions(file, self.encoding()))
    }

    /// The URI of a file of a snapshot, and its version if it is open.
    pub(crate) fn uri(&self, file: &str) -> Option<(Uri, Option<i32>)> {
        let path = self.server.path(file);
        Some((self.server.uri(&path)?, self.server.documents.get(&*path).map(|it| it.version)))
    }

    /// What changed in a document since the last commit; see [`lsflint_ide::changes_of_file`].
    pub(crate) fn changes(&self, uri: &Uri, at: &FilePosition) -> Arc<[FileChange]> {
        if at.is_script() {
            return Arc::default();
        }
        let ServerSnapshot { revision, paths, committed, .. } = &*self.server;
        committed.changes(*revision, (&self.path(uri), &at.path), &at.snapshot, paths)
    }

    /// The user settings.
    pub(crate) fn settings(&self) -> &Settings {
        &self.server.settings
    }

    /// The unit of columns.
    pub(crate) fn encoding(&self) -> Encoding {
        self.client.encoding
    }

    /// Whether the request was canceled. Long computations check this between steps, and stop with
    /// [`Request::give_up`].
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Ends the request if it was canceled.
    ///
    /// # Errors
    /// The request was canceled.
    pub(crate) fn give_up(&self) -> Result<()> {
        if self.is_cancelled() { Err(Error::request_cancelled()) } else { Ok(()) }
    }

    /// The absolute path of a document.
    pub(crate) fn path(&self, uri: &Uri) -> PathBuf {
        let open = self.server.documents.iter().find(|it| *it.1.uri == *uri);
        open.map_or_else(|| path_of(uri, None), |it| it.0.to_path_buf())
    }
}

impl FilePosition {
    /// Whether it is a job script, for which features of LSF files have no answer: an empty one would replace that of
    /// the editor.
    pub(crate) fn is_script(&self) -> bool {
        self.snapshot.script.is_some()
    }

    /// Converts a byte range to a range of the client.
    pub(crate) fn range(&self, range: impl Into<Range>) -> lsp::Range {
        self.positions.range(range)
    }

    /// Converts a byte offset to a position of the client.
    pub(crate) fn position(&self, offset: u32) -> Position {
        self.positions.position(offset)
    }
}
