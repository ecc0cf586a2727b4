//! The open documents: their paths and versions for message handlers, and their texts for the worker.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use crate::text::{Draft, Text};
use crate::to_proto::{self, Encoding, path_of};

/// The number of a change that can affect responses: edits, files, directories, settings.
pub(crate) type Revision = u64;

/// The open documents with the latest announced version of each.
#[derive(Debug, Default)]
pub(crate) struct OpenDocuments {
    open: FxHashMap<PathBuf, (Uri, i32)>,
    /// The paths of documents by URI, including those that are not files.
    paths: FxHashMap<Uri, PathBuf>,
}

impl OpenDocuments {
    pub(crate) fn open(&mut self, path: PathBuf, uri: Uri, version: i32) {
        self.paths.insert(uri.clone(), path.clone());
        self.open.insert(path, (uri, version));
    }

    /// Removes a document; returns whether it was open.
    pub(crate) fn close(&mut self, path: &Path) -> bool {
        let closed = self.open.remove(path);
        closed.map(|(uri, _)| self.paths.remove(&uri)).is_some()
    }

    /// Records a new version; returns whether the document is open.
    pub(crate) fn change(&mut self, path: &Path, version: i32) -> bool {
        self.open.get_mut(path).map(|it| it.1 = version).is_some()
    }

    pub(crate) fn version(&self, path: &Path) -> Option<i32> {
        self.open.get(path).map(|it| it.1)
    }

    /// The path of an open document. The URI may be spelled differently than when the document was opened.
    pub(crate) fn path(&self, uri: &Uri) -> Option<PathBuf> {
        let known = self.paths.get(uri).cloned();
        known.or_else(|| Some(path_of(uri, None)).filter(|it| self.open.contains_key(it)))
    }
}

/// An open document with the text that its file was parsed from. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// Its URI, as written by the client.
    pub(crate) uri: Arc<Uri>,
    /// The version that the client assigned to this text.
    pub(crate) version: i32,
    pub(crate) text: Text,
    /// The revision at which it was opened. A client that reopens a document may have discarded its diagnostics.
    pub(crate) opened: Revision,
    /// The revision of the last change of its text.
    pub(crate) changed: Revision,
}

/// Applies changes of a document to its draft.
pub(crate) fn apply(changes: Vec<TextDocumentContentChangeEvent>, draft: &mut Draft, encoding: Encoding) {
    for change in changes {
        match change.range {
            Some(range) => {
                let (text, lines) = draft.up_to(range.start.line.max(range.end.line) as usize);
                let range = to_proto::bytes(text, lines, range, encoding);
                draft.replace(range, change.text);
            }
            None => draft.replace_all(&change.text),
        }
    }
}
