//! What is declared about a key of `lsflint.toml`.

use std::fmt;

use super::Config;
use super::reader::{Reader, Value};

/// One key.
#[derive(Debug)]
pub struct ConfigOption {
    /// Its name; behind a dot, keys of a table: `fmt.align`.
    pub name: &'static str,
    /// What its value looks like.
    pub shape: Shape,
    /// Its value when nobody says it, as in lsflint.toml.
    pub default: &'static str,
    /// What it is about.
    pub scope: Scope,
    /// What happens when a file says it and a file that it extends does, too.
    pub joining: Joining,
    /// What it means. The first sentence stands alone in lists.
    pub doc: &'static str,
    /// Some lines of an lsflint.toml with it.
    pub example: &'static str,
    /// Reads a value. Nothing to do for a table, whose keys are options of their own, and for what is read before
    /// everything else.
    pub(super) read: fn(&mut Reader<'_>, &Value<'_>, &mut Config),
}

impl ConfigOption {
    /// The first sentence of what it means, without its full stop.
    pub fn summary(&self) -> &'static str {
        let text = self.doc.split_once(". ").map_or(self.doc, |it| it.0);
        text.trim_end_matches('.')
    }
}

/// What a value looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Any text; the words say what is expected.
    Text(&'static str),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A list of texts; the words say of what.
    List(&'static str),
    /// A text or a list of texts.
    TextOrList(&'static str),
    /// `true` or `false`.
    Flag,
    /// A whole number in these bounds.
    Number(u8, u8),
    /// A table whose keys are free (the words say what they are) and whose values look like this.
    TableOf(&'static str, &'static Shape),
    /// A table whose keys are options of their own.
    Table,
    /// A list of tables whose keys are options of their own; the first is required.
    ListOfTables(&'static str),
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Text(what) => f.write_str(what),
            Shape::OneOf(words) => {
                let words: Vec<String> = words.iter().map(|it| format!("\"{it}\"")).collect();
                f.write_str(&words.join(", "))
            }
            Shape::List(of) => write!(f, "list of {of}"),
            Shape::TextOrList(of) => write!(f, "one or a list of {of}"),
            Shape::Flag => f.write_str("true or false"),
            Shape::Number(from, to) => write!(f, "number from {from} to {to}"),
            Shape::TableOf(keys, values) => write!(f, "table of {keys}, each with {values}"),
            Shape::Table => f.write_str("table"),
            Shape::ListOfTables(_) => f.write_str("list of tables"),
        }
    }
}

/// What a key is about, which decides whose lsflint.toml says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One file of LSF: the lsflint.toml nearest to it counts.
    File,
    /// A cluster: the lsflint.toml nearest to its configuration folder counts.
    Cluster,
    /// The lsflint.toml itself.
    Itself,
}

impl Scope {
    /// In words.
    pub fn as_str(self) -> &'static str {
        match self {
            Scope::File => "for each file, from the lsflint.toml nearest to it",
            Scope::Cluster => "for each cluster, from the lsflint.toml nearest to its configuration directory",
            Scope::Itself => "for the lsflint.toml that contains it",
        }
    }
}

/// What happens to what an extended file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// It is replaced.
    Replaces,
    /// It stays, and this comes to it.
    Adds,
    /// It stays, except entries with the same key.
    EntryByEntry,
}

impl Joining {
    /// In words.
    pub fn as_str(self) -> &'static str {
        match self {
            Joining::Replaces => "replaces the value from an extended file",
            Joining::Adds => "is added to the value from an extended file",
            Joining::EntryByEntry => {
                "is added to the entries from an extended file; replaces entries with the same key"
            }
        }
    }
}
