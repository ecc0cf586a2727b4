//! Everything that is known at one moment: what requests are answered from.

use std::path::Path;
use std::sync::{Arc, Mutex};

use lsflint_ide::FileRange;
use lsflint_syntax::TextRange;
use ropey::Rope;
use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{Location, Uri};

use crate::analysis::{Place, State};
use crate::convert::{Encoding, Positions, uri_of};
use crate::documents::{Document, Revision};
use crate::settings::Settings;

/// The newest state of everything, as of a revision. Never changes.
#[derive(Default)]
pub(crate) struct Moment {
    /// Everything up to this revision is in it.
    pub(crate) revision: Revision,
    /// The files, checked.
    pub(crate) state: State,
    /// The open documents as they were checked.
    pub(crate) documents: FxHashMap<Arc<Path>, Document>,
    /// What a person set.
    pub(crate) settings: Arc<Settings>,
    /// Lines of files on the disk, kept from one moment to the next.
    pub(crate) texts: Arc<Texts>,
}

impl Moment {
    /// Where positions of a file are, whether it is open or not.
    pub(crate) fn positions(&self, path: &Path, place: &Place, encoding: Encoding) -> Positions {
        let rope = match self.documents.get(path) {
            Some(document) => document.rope.clone(),
            None => self.texts.rope(&place.source.text),
        };
        Positions::new(rope, encoding)
    }

    /// The name of a file, as the client writes it when it has the file open.
    pub(crate) fn uri(&self, path: &Path) -> Option<Uri> {
        match self.documents.get(path) {
            Some(document) => Some((*document.uri).clone()),
            None => uri_of(path),
        }
    }

    /// A place in a file of a snapshot.
    pub(crate) fn location(&self, file: &str, range: TextRange, encoding: Encoding) -> Option<Location> {
        let path = self.state.path(file)?;
        let place = self.state.file(path)?;
        Some(Location { uri: self.uri(path)?, range: self.positions(path, place, encoding).range(range) })
    }

    /// The same for what features return.
    pub(crate) fn location_of(&self, place: &FileRange, encoding: Encoding) -> Option<Location> {
        self.location(&place.path, place.range.into(), encoding)
    }
}

/// Ropes of texts that are not open, built when somebody asks for a position in them.
#[derive(Default)]
pub(crate) struct Texts(Mutex<Vec<(Arc<str>, Rope)>>);

/// How many are kept.
const KEPT: usize = 64;

impl Texts {
    fn rope(&self, text: &Arc<str>) -> Rope {
        let mut known = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(at) = known.iter().position(|it| Arc::ptr_eq(&it.0, text)) {
            let found = known.remove(at);
            let rope = found.1.clone();
            known.push(found);
            return rope;
        }
        if known.len() == KEPT {
            known.remove(0);
        }
        let rope = Rope::from_str(text);
        known.push((text.clone(), rope.clone()));
        rope
    }
}
