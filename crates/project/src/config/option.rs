//! The declaration of a key of `lsflint.toml`: its value, default, scope and description.

use std::fmt;

use super::Config;
use super::reader::{Reader, Value};

/// A key of `lsflint.toml`.
#[derive(Debug, Clone, Copy)]
pub struct ConfigOption {
    /// Its name; a dot separates the table from the key: `fmt.align`.
    pub name: &'static str,
    /// The type of its value.
    pub shape: Shape,
    /// The default value, as written in lsflint.toml.
    pub default: &'static str,
    /// Whether it applies to files or to clusters.
    pub scope: Scope,
    /// How its value is combined with that of an extended file.
    pub joining: Joining,
    /// The description. Lists show only its first sentence.
    pub doc: &'static str,
    /// An excerpt of an lsflint.toml that uses the key.
    pub example: &'static str,
    /// Reads a value into the configuration. Does nothing for a table, whose keys are options of their own, and for
    /// keys that are read before all others.
    pub(super) read: fn(&mut Reader<'_>, &Value<'_>, &mut Config),
    /// Called after the keys of a table of a list were read.
    pub(super) end: fn(&mut Reader<'_>, &Value<'_>, &mut Config),
}

impl ConfigOption {
    /// The first sentence of the description, without the full stop.
    pub fn summary(&self) -> &'static str {
        let text = self.doc.split_once(". ").map_or(self.doc, |it| it.0);
        text.trim_end_matches('.')
    }
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Any string; the text describes what is expected.
    Text(&'static str),
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// A list of strings; the text describes the items.
    List(&'static str),
    /// A string or a list of strings; the text describes the items.
    TextOrList(&'static str),
    /// `true` or `false`.
    Flag,
    /// An integer in this range, both ends included.
    Number(u8, u8),
    /// A table with arbitrary keys (described by the text) and values of this type.
    TableOf(&'static str, &'static Shape),
    /// A table whose keys are options of their own.
    Table,
    /// A list of tables whose keys are options of their own; these keys are required.
    ListOfTables(&'static [&'static str]),
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

/// What a key applies to, which decides which lsflint.toml it is read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One LSF file: the lsflint.toml nearest to it applies.
    File,
    /// A cluster: the lsflint.toml nearest to its configuration directory applies.
    Cluster,
    /// The lsflint.toml that contains the key.
    Itself,
}

impl Scope {
    /// The description for `lsflint config`.
    pub fn as_str(self) -> &'static str {
        match self {
            Scope::File => "for each file, from the lsflint.toml nearest to it",
            Scope::Cluster => "for each cluster, from the lsflint.toml nearest to its configuration directory",
            Scope::Itself => "for the lsflint.toml that contains it",
        }
    }
}

/// How a value is combined with that of an extended file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// It replaces the value.
    Replaces,
    /// It is added to the value.
    Adds,
    /// It is added; entries with the same key are replaced.
    EntryByEntry,
}

impl Joining {
    /// The description for `lsflint config`.
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

/// The type of the values of `severity`.
pub(super) const SEVERITY: Shape = Shape::OneOf(&["error", "warning", "info", "hint"]);
/// The type of lists of rules.
pub(super) const CODES: Shape = Shape::List("codes");

/// The type of lists of options of `bsub`.
pub(super) const BSUB: Shape = Shape::List("options of bsub");

/// The values that most options share.
pub(super) const PLAIN: ConfigOption = ConfigOption {
    name: "",
    shape: CODES,
    default: "[]",
    scope: Scope::File,
    joining: Joining::Replaces,
    doc: "",
    example: "",
    read: |_, _, _| {},
    end: |_, _, _| {},
};
