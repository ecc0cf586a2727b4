//! The documents the client has open.
//!
//! Changes are applied at once and in order, before anything else happens; see the crate's documentation for why.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_ide::Range;
use lsflint_syntax::Edit;
use ropey::Rope;
use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use crate::convert::{Encoding, Positions, path_of};

/// Counts everything that can change an answer: edits, files, folders, settings.
pub(crate) type Revision = u64;

/// An open document at one moment. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// Its name, as the client writes it.
    pub(crate) uri: Arc<Uri>,
    /// The number the client gave this text.
    pub(crate) version: i32,
    /// Its text.
    pub(crate) rope: Rope,
    /// When it was opened. A client that opens it again may have thrown away what it was told before.
    pub(crate) opened: Revision,
    /// When its text changed the last time.
    pub(crate) changed: Revision,
}

/// The open documents, by path.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    open: FxHashMap<PathBuf, Document>,
    /// Where documents that are no files were put.
    places: FxHashMap<Arc<Uri>, PathBuf>,
}

impl Documents {
    pub(crate) fn open(&mut self, path: PathBuf, document: Document) {
        self.places.insert(document.uri.clone(), path.clone());
        self.open.insert(path, document);
    }

    pub(crate) fn close(&mut self, path: &Path) -> bool {
        let closed = self.open.remove(path);
        closed.as_ref().and_then(|it| self.places.remove(&it.uri)).is_some()
    }

    pub(crate) fn get(&self, path: &Path) -> Option<&Document> {
        self.open.get(path)
    }

    /// The path of an open document. A file may be spelt in another way than when it was opened.
    pub(crate) fn path(&self, uri: &Uri) -> Option<PathBuf> {
        let known = self.places.get(uri).cloned();
        known.or_else(|| Some(path_of(uri, None)).filter(|it| self.open.contains_key(it)))
    }

    /// Applies what a person typed; gives back the same in bytes, each edit against the text that the one before left.
    pub(crate) fn change(
        &mut self,
        path: &Path,
        version: i32,
        revision: Revision,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<(Document, Vec<Edit>)> {
        let document = self.open.get_mut(path)?;
        let mut edits = Vec::with_capacity(changes.len());
        for change in changes {
            let edit = match change.range {
                Some(range) => {
                    let range = Positions::new(document.rope.clone(), encoding).bytes(range);
                    Edit { range: range.into(), insert: change.text }
                }
                None => replacement(&document.rope, &change.text),
            };
            apply(&mut document.rope, &edit);
            edits.push(edit);
        }
        document.version = version;
        document.changed = revision;
        Some((document.clone(), edits))
    }
}

/// Applies an edit to a rope.
fn apply(rope: &mut Rope, edit: &Edit) {
    let start = rope.byte_to_char(usize::from(edit.range.start()));
    let end = rope.byte_to_char(usize::from(edit.range.end()));
    rope.remove(start..end);
    rope.insert(start, &edit.insert);
}

/// What to replace in a text to make it another one: clients that send whole texts mostly change a line of them.
fn replacement(old: &Rope, new: &str) -> Edit {
    let same = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
    let mut start = same;
    while !new.is_char_boundary(start) {
        start -= 1;
    }
    let room = old.len_bytes().min(new.len()) - start;
    let from_end = old.bytes_at(old.len_bytes()).reversed().zip(new.bytes().rev()).take(room);
    let mut tail = from_end.take_while(|(old, new)| old == new).count();
    while !new.is_char_boundary(new.len() - tail) {
        tail -= 1;
    }
    let range = Range { start: start as u32, end: (old.len_bytes() - tail) as u32 };
    Edit { range: range.into(), insert: new[start..new.len() - tail].to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, range: (u32, u32), insert: &str) {
        let mut rope = Rope::from_str(old);
        let edit = replacement(&rope, new);
        apply(&mut rope, &edit);
        assert_eq!(rope.to_string(), new);
        assert_eq!(edit, Edit { range: Range { start: range.0, end: range.1 }.into(), insert: insert.to_owned() });
    }

    #[test]
    fn whole_texts_become_small_edits() {
        check("abc", "abc", (3, 3), "");
        check("abc", "abXc", (2, 2), "X");
        check("aXbc", "abc", (1, 2), "");
        check("aaa", "aa", (2, 3), "");
        check("", "ä", (0, 0), "ä");
        check("ä", "", (0, 2), "");
    }

    #[test]
    fn characters_that_share_bytes_are_replaced_whole() {
        check("xäy", "xöy", (1, 3), "ö");
        check("x€y", "x₭y", (1, 4), "₭");
        // The last byte of both is the same.
        check("ä", "Ĥ", (0, 2), "Ĥ");
    }
}
