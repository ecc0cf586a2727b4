//! Completion: the texts that can be inserted at a position.
//!
//! It is based on the text of the line, not its tree: a line is usually incomplete while it is typed, and the words
//! before the cursor are sufficient. The tree provides the section, its header and its existing keys. Candidates come
//! from `lsflint-spec` and the names of the cluster, and are valid when accepted: keys that the target does not
//! support, that are already set, or that conflict with another key are not offered.
//!
//! One module per kind of position: [`section`], [`key`], [`table`], [`comment`] (directives and suppressions), and for
//! values [`list`], [`shape`], [`requirement`], [`aps`], [`window`]. All of them fill [`item::Items`]. [`resolve()`]
//! computes the documentation when an item is selected.

pub(crate) mod aps;
mod available;
mod comment;
mod condition;
mod context;
mod cursor;
mod fit;
mod forms;
mod item;
mod key;
mod list;
mod names;
mod path;
mod render;
pub(crate) mod requirement;
mod resolve;
mod section;
mod shape;
mod spelling;
mod table;
#[cfg(test)]
mod tests;
mod value;
mod window;

pub use path::{PathEntry, TypedPath, complete_path, typed_path};
pub use resolve::resolve;

pub(crate) use context::Context;
pub(crate) use cursor::Cursor;

use crate::{Range, Snapshot, script};

/// The capabilities of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompletionOptions {
    /// Whether it supports snippets with placeholders.
    pub snippets: bool,
    /// The maximum number of names of one kind; if there are more, the list is marked as incomplete.
    pub limit: usize,
}

impl Default for CompletionOptions {
    fn default() -> CompletionOptions {
        CompletionOptions { snippets: true, limit: 250 }
    }
}

/// The completions at a position, most useful first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completions {
    /// The items.
    pub items: Vec<Completion>,
    /// Whether there are more items: the client must request completions again after typing.
    pub is_incomplete: bool,
}

/// A completion item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The text in the list.
    pub label: String,
    /// The kind of item.
    pub kind: CompletionKind,
    /// A one-line description with unit and default.
    pub detail: String,
    /// The text to insert.
    pub insert: String,
    /// Whether `insert` is a snippet with placeholders (`$1`, `${2:text}`).
    pub is_snippet: bool,
    /// The range to replace. It contains the cursor and is on one line.
    pub range: Range,
    /// The text to match with the typed text.
    pub filter: String,
    /// The sort key.
    pub sort: String,
    /// Whether it is deprecated.
    pub is_deprecated: bool,
    /// Characters that accept the item when they are typed.
    pub commit: &'static [&'static str],
    /// Whether more items can be offered directly after it.
    pub goes_on: bool,
    /// The input of [`resolve()`]; empty if there is no documentation.
    pub data: String,
}

/// The kind of a completion item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompletionKind {
    /// A section or its name.
    Section,
    /// A key.
    Key,
    /// A column.
    Column,
    /// A word of an enumeration.
    Value,
    /// A keyword that LSF defines: `all`, `USER_SHARES`, `select`.
    Word,
    /// A text with placeholders.
    Snippet,
    /// A queue, an application profile, a service class, a limit.
    Name,
    /// A host.
    Host,
    /// A group of hosts or users.
    Group,
    /// A user.
    User,
    /// A resource.
    Resource,
    /// A host type or model.
    Type,
    /// A function.
    Function,
    /// An operator.
    Operator,
    /// A unit after a number.
    Unit,
    /// A day or a time.
    Time,
    /// A directive.
    Directive,
    /// A rule of lsflint.
    Rule,
    /// A file that can be included.
    File,
    /// A folder of such files.
    Folder,
}

/// The completions at a byte offset of a file.
pub fn complete(snapshot: &Snapshot, path: &str, offset: u32, options: &CompletionOptions) -> Completions {
    if let Some(found) = snapshot.script(path) {
        return script::complete(snapshot, found, offset, options);
    }
    let Some(file) = snapshot.file(path) else { return Completions::default() };
    let cursor = Cursor::new(&file.source, offset);
    let context = Context::new(snapshot, file, &cursor, *options);
    context.complete()
}
