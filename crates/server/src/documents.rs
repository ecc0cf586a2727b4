//! The documents the client has open: which ones there are, for those who take its messages, and their texts, for the
//! worker.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use crate::text::{Draft, Text};
use crate::to_proto::{self, Encoding, path_of};

/// Counts everything that can change an answer: edits, files, folders, settings.
pub(crate) type Revision = u64;

/// The documents that are open, with the newest version of each that the client announced.
#[derive(Debug, Default)]
pub(crate) struct OpenDocuments {
    open: FxHashMap<PathBuf, (Uri, i32)>,
    /// The paths of documents, including those that are not files.
    paths: FxHashMap<Uri, PathBuf>,
}

impl OpenDocuments {
    pub(crate) fn open(&mut self, path: PathBuf, uri: Uri, version: i32) {
        self.paths.insert(uri.clone(), path.clone());
        self.open.insert(path, (uri, version));
    }

    /// False when it is not open.
    pub(crate) fn close(&mut self, path: &Path) -> bool {
        let closed = self.open.remove(path);
        closed.map(|(uri, _)| self.paths.remove(&uri)).is_some()
    }

    /// False when it is not open.
    pub(crate) fn change(&mut self, path: &Path, version: i32) -> bool {
        self.open.get_mut(path).map(|it| it.1 = version).is_some()
    }

    pub(crate) fn version(&self, path: &Path) -> Option<i32> {
        self.open.get(path).map(|it| it.1)
    }

    /// The path of an open document. A file may be spelt in another way than when it was opened.
    pub(crate) fn path(&self, uri: &Uri) -> Option<PathBuf> {
        let known = self.paths.get(uri).cloned();
        known.or_else(|| Some(path_of(uri, None)).filter(|it| self.open.contains_key(it)))
    }
}

/// An open document with its text, which is the one that its file was parsed from. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// Its name, as the client writes it.
    pub(crate) uri: Arc<Uri>,
    /// The number the client gave this text.
    pub(crate) version: i32,
    pub(crate) text: Text,
    /// When it was opened. A client that opens it again may have forgotten what was published before.
    pub(crate) opened: Revision,
    /// When its text changed the last time.
    pub(crate) changed: Revision,
}

/// Applies what a person typed.
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
