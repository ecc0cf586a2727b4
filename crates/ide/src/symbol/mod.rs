//! Symbols: the object that a name refers to, and whether a place is a definition or a reference.
//!
//! One function reads the names in a value: [`names::in_value`] lists the names of a parameter with their ranges,
//! [`symbol_at`] selects that at the cursor, and a search selects those that refer to the same object. So everything
//! that is found can be renamed, and words that only look like names are ignored.

mod definition;
mod kind;
mod names;
mod requirement;
mod resolve;
mod search;

use lsflint_model::{HostPattern, SourceFile, View};
use lsflint_spec::ParamSpec;
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{SyntaxKind, TextRange, TextSize, Token};

pub(crate) use self::definition::{Definition, definitions, definitions_of};
pub(crate) use self::kind::SECTIONS;
pub use self::kind::SymbolKind;
pub(crate) use self::names::{Name, Role};
pub(crate) use self::resolve::is_built_in;
pub(crate) use self::search::{Form, Found, uses, uses_in, written};
use crate::Snapshot;
use crate::spot::Spot;

/// The object that a name refers to: places with equal symbols refer to the same object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Symbol {
    /// The kind of object.
    pub(crate) kind: SymbolKind,
    /// The name as defined, which may differ from the name as used: hosts have short names, resources have aliases.
    pub(crate) name: String,
}

/// The name at the cursor and its symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SymbolAt {
    /// The symbol. For `h[1-10]`, a host with that name.
    pub(crate) symbol: Symbol,
    /// The name as LSF reads it.
    pub(crate) text: String,
    /// Its range, without operators and quotes.
    pub(crate) range: TextRange,
    /// Whether it is a definition or a use.
    pub(crate) role: Role,
    /// The pattern if it is `h[1-10]` or `web*`.
    pub(crate) pattern: Option<HostPattern>,
}

/// The symbol at a byte offset of a file.
pub(crate) fn symbol_at(snapshot: &Snapshot, file: &SourceFile, offset: TextSize) -> Option<SymbolAt> {
    let spot = Spot::at(file, offset);
    let view = snapshot.view();
    let names = names_at(&spot, view);
    Some(at(view, names.into_iter().find(|it| it.range.contains_inclusive(spot.offset))?))
}

/// The symbol of a name.
pub(crate) fn at(view: View<'_>, name: Name<'_>) -> SymbolAt {
    let symbol = resolve::symbol(view, &name);
    SymbolAt { symbol, range: name.range, role: name.role, pattern: name.pattern(), text: name.text.into_owned() }
}

/// The names in all values of the section or row at the cursor, with their parameters.
pub(crate) fn names_of_record<'t>(spot: &Spot<'t>, view: View<'_>) -> Vec<(&'static ParamSpec, Name<'t>)> {
    let Some(section) = spot.section_spec() else { return Vec::new() };
    let place = names::Place { kind: spot.file.kind, section };
    let mut values: Vec<(Token<'t>, ast::Value<'t>)> = Vec::new();
    if let Some(row) = spot.node::<ast::TableRow<'_>>() {
        let header = spot.section().and_then(ast::Section::header);
        values.extend(header.into_iter().flat_map(ast::TableHeader::columns).zip(row.cells()));
    } else if let Some(section) = spot.section() {
        let entries = section.node().descendants().filter_map(ast::Entry::cast);
        values.extend(entries.filter_map(|it| Some((it.key()?, it.value()?))));
    }
    let mut found = Vec::new();
    for (key, value) in values {
        let Some(param) = section.param(&key.text()) else { continue };
        let mut names = Vec::new();
        names::in_value(place, param, value, view, &mut names);
        found.extend(names.into_iter().map(|it| (param, it)));
    }
    found
}

/// The names in the part of the file at the cursor.
fn names_at<'t>(spot: &Spot<'t>, view: View<'_>) -> Vec<Name<'t>> {
    let mut found = Vec::new();
    let Some(token) = spot.token else { return found };
    if token.kind() == SyntaxKind::COMMENT {
        names::in_comment(token, &mut found);
    } else if let Some(directive) = spot.node::<ast::Directive<'_>>() {
        names::in_directive(directive, &mut found);
    } else if let Some(line) = spot.node::<ast::LooseLine<'_>>() {
        names::in_loose_line(spot.file.kind, line, view, &mut found);
    } else if let Some(section) = spot.section_spec() {
        let place = names::Place { kind: spot.file.kind, section };
        if spot.column().is_some() || token.kind() == SyntaxKind::KEY {
            names::in_key(place, token, view, &mut found);
        } else if let Some((setting, value)) = spot.setting().and_then(|it| Some((it, it.value?))) {
            setting.spec.into_iter().for_each(|it| names::in_value(place, it, value, view, &mut found));
        }
    }
    found
}

#[cfg(test)]
mod tests;
