//! What can be written at a place.
//!
//! The text of the line decides, not its tree: a line that is being typed is broken more often than not, and the words before the
//! cursor say all that is needed. The tree tells the section, its header and the keys that are there already. What is offered comes from
//! the facts of `lsflint-spec` and from the names of the cluster, and is meant to be right once it is accepted: keys that the target
//! does not support, that the section already has, or that conflict with one it has, are not offered.
//!
//! One file per kind of position: [`section`], [`key`], [`table`], [`comment`] (directives and suppressions), and for values [`list`],
//! [`shape`], [`requirement`], [`aps`], [`window`]. All of them fill [`item::Items`]. Documentation is written by [`resolve`] when
//! an item is selected.

pub(crate) mod aps;
mod available;
mod comment;
mod condition;
mod context;
mod cursor;
mod fit;
mod item;
mod key;
mod list;
mod names;
mod render;
pub(crate) mod requirement;
mod resolve;
mod section;
mod shape;
mod table;
#[cfg(test)]
mod tests;
mod value;
mod window;

pub use resolve::resolve;

pub(crate) use context::Context;
pub(crate) use cursor::Cursor;

use crate::{Range, Snapshot};

/// What the client can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompletionOptions {
    /// Whether it fills in snippets with places to jump to.
    pub snippets: bool,
    /// How many names of one kind are offered at most; with more the list says that it is not complete.
    pub limit: usize,
}

impl Default for CompletionOptions {
    fn default() -> CompletionOptions {
        CompletionOptions { snippets: true, limit: 250 }
    }
}

/// What can be written at a place, the most useful first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completions {
    /// The items.
    pub items: Vec<Completion>,
    /// There are more: ask again when something was typed.
    pub is_incomplete: bool,
}

/// One thing that can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// What the list shows.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// One line: what it is, with unit and default.
    pub detail: String,
    /// What is written.
    pub insert: String,
    /// Whether `insert` has places to jump to (`$1`, `${2:text}`).
    pub is_snippet: bool,
    /// What it takes the place of. It holds the cursor and lies in one line.
    pub range: Range,
    /// What the typed text is compared with.
    pub filter: String,
    /// Orders the list.
    pub sort: String,
    /// LSF reads it, but something newer should be written.
    pub is_deprecated: bool,
    /// Characters that accept the item when they are typed.
    pub commit: &'static [&'static str],
    /// It ends where more items can be offered directly.
    pub goes_on: bool,
    /// For [`resolve`]; empty when there is nothing more to say.
    pub data: String,
}

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompletionKind {
    /// A section, whole or its name.
    Section,
    /// A key.
    Key,
    /// A column.
    Column,
    /// A word of an enumeration.
    Value,
    /// A word that LSF reads itself: `all`, `USER_SHARES`, `select`.
    Word,
    /// Text with places to fill in.
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
    /// A unit behind a number.
    Unit,
    /// A day or a time.
    Time,
    /// A directive.
    Directive,
    /// A rule of lsflint.
    Rule,
}

/// What can be written at an offset of a file.
pub fn complete(snapshot: &Snapshot, path: &str, offset: u32, options: &CompletionOptions) -> Completions {
    let Some(file) = snapshot.file(path) else { return Completions::default() };
    let cursor = Cursor::new(&file.source, offset);
    let context = Context::new(snapshot, file, &cursor, *options);
    context.complete()
}
