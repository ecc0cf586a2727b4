//! Documents that were opened while the worker loads clusters. Requests about the syntax of one document need no
//! cluster, so they are answered from its text, without waiting.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use lsflint_ide::{File, Scripts, Snapshot};
use lsflint_model::{Cluster, SourceFile};
use lsflint_project::recognise;
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;
use tower_lsp::ls_types::TextDocumentContentChangeEvent;

use crate::documents::apply;
use crate::requests::FilePosition;
use crate::server_snapshot::ServerSnapshot;
use crate::text::{Draft, Text};
use crate::to_proto::{Encoding, Positions};

/// The texts of documents that no snapshot contains yet.
#[derive(Debug, Default)]
pub(crate) struct LoadingDocuments(FxHashMap<PathBuf, Arc<str>>);

impl LoadingDocuments {
    /// Records an opened document.
    pub(crate) fn open(&mut self, path: &Path, text: &Arc<str>) {
        self.0.insert(path.to_owned(), text.clone());
    }

    /// Applies changes of a document, if it is one of these.
    pub(crate) fn change(&mut self, path: &Path, changes: &[TextDocumentContentChangeEvent], encoding: Encoding) {
        let Some(text) = self.0.get_mut(path) else { return };
        let mut draft = Draft::new(&Text::new(text.clone()));
        apply(changes.to_vec(), &mut draft, encoding);
        *text = draft.finish().0.text().clone();
    }

    pub(crate) fn close(&mut self, path: &Path) {
        self.0.remove(path);
    }

    /// Forgets the documents that a new snapshot contains.
    pub(crate) fn forget(&mut self, newest: &ServerSnapshot) {
        self.0.retain(|path, _| !newest.documents.contains_key(&**path));
    }

    /// The document with a path, if its name says which file it is, and `newest` does not contain it.
    pub(crate) fn document(&self, path: &Path, newest: &ServerSnapshot) -> Option<LoneDocument> {
        let text = self.0.get(path).filter(|_| !newest.documents.contains_key(path))?;
        // The text is not used: the sections of a file need not decide.
        let recognised = recognise(path.file_name()?.to_str()?, "").filter(|it| it.certain)?;
        Some(LoneDocument { path: path.to_string_lossy().into(), kind: recognised.kind, text: text.clone() })
    }
}

/// A document without a cluster.
pub(crate) struct LoneDocument {
    path: Arc<str>,
    kind: FileKind,
    text: Arc<str>,
}

impl LoneDocument {
    /// The start of the document, in a snapshot with the document as the only file, without findings.
    pub(crate) fn start(&self, encoding: Encoding) -> FilePosition {
        let source = SourceFile::new(&self.path, self.kind, self.text.clone());
        let snapshot = Snapshot {
            files: [File { source: Arc::new(source), findings: Arc::default(), suppressed: Arc::default() }].into(),
            script: None,
            scripts: Scripts::default(),
            cluster: Arc::new(Cluster::default()),
            read: Arc::new(OnceLock::new()),
            rules: lsflint_rules::all(),
            settings: Arc::default(),
            format: Default::default(),
        };
        let positions = Positions::new(Text::new(self.text.clone()), encoding);
        FilePosition { snapshot, path: self.path.clone(), positions, offset: 0 }
    }
}
