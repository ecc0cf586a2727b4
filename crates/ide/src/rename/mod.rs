//! Renaming of symbols in all files of a cluster.
//!
//! A name is changed only where the grammar and the cluster prove that it refers to the symbol. If the result would be
//! uncertain, renaming is rejected with a reason: names owned by LSF or the operating system, definitions that are not
//! loaded, values with templates, host ranges that contain the host, names that are taken, or that are invalid at some
//! place.

mod allowed;
mod spelling;

use std::fmt;
use std::sync::Arc;

use lsflint_lint::{TextEdit, keep_columns};
use lsflint_model::SourceFile;
use lsflint_syntax::ast::Section;
use lsflint_syntax::{SyntaxKind, TextRange, TextSize};

use crate::script;
use crate::spot::Spot;
use crate::symbol::{self, Form, Found, SymbolAt};
use crate::{Range, Script, Snapshot};

/// The edits of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEdit {
    /// The file.
    pub path: Arc<str>,
    /// The replacements, in order and disjoint.
    pub edits: Vec<Replacement>,
}

/// A replacement of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The range to replace.
    pub range: Range,
    /// The new text.
    pub text: String,
}

/// The reason why a symbol cannot be renamed, as a message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameError(pub String);

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RenameError {}

fn refuse<T>(why: impl Into<String>) -> Result<T, RenameError> {
    Err(RenameError(why.into()))
}

/// The symbol at the cursor that can be renamed.
enum Target<'t> {
    Symbol(SymbolAt),
    Section(Section<'t>, TextRange),
}

/// The name at a byte offset that can be renamed: its range and text.
///
/// # Errors
/// There is no name, or it cannot be renamed.
pub fn prepare_rename(snapshot: &Snapshot, path: &str, offset: u32) -> Result<(Range, String), RenameError> {
    if let Some(script) = snapshot.script(path) {
        let (at, range) = in_script(snapshot, script, offset)?;
        allowed::can_change(snapshot, &at)?;
        return Ok((range, script.source.text[TextRange::from(range)].to_owned()));
    }
    let file = file(snapshot, path)?;
    let range = match target(snapshot, file, offset)? {
        Target::Symbol(at) => {
            allowed::can_change(snapshot, &at)?;
            at.range
        }
        Target::Section(_, range) => range,
    };
    Ok((range.into(), file.text[range].to_owned()))
}

/// The edits that rename the symbol at a byte offset. Offsets refer to the texts of the snapshot.
///
/// # Errors
/// The symbol cannot be renamed, or not to this name.
pub fn rename(snapshot: &Snapshot, path: &str, offset: u32, new: &str) -> Result<Vec<FileEdit>, RenameError> {
    if let Some(script) = snapshot.script(path) {
        return symbol_edits(snapshot, &in_script(snapshot, script, offset)?.0, new);
    }
    let file = file(snapshot, path)?;
    match target(snapshot, file, offset)? {
        Target::Symbol(at) => symbol_edits(snapshot, &at, new),
        Target::Section(section, _) => section_edits(file, section, new),
    }
}

/// The edits that rename a symbol.
fn symbol_edits(snapshot: &Snapshot, at: &SymbolAt, new: &str) -> Result<Vec<FileEdit>, RenameError> {
    allowed::can_change(snapshot, at)?;
    let found = symbol::uses(snapshot, &at.symbol);
    allowed::can_become(snapshot, &at.symbol, new, &found)?;
    can_all_change(snapshot, at, &found)?;
    Ok(edits(&at.symbol.name, new, found).into_iter().map(|it| aligned(snapshot, it)).collect())
}

/// The symbol at the cursor in a job script, and its range in the script.
fn in_script(snapshot: &Snapshot, script: &Script, offset: u32) -> Result<(SymbolAt, Range), RenameError> {
    let Some((at, range)) = script::symbol_at(snapshot, script, offset) else { return nothing_here() };
    match script.source.text[TextRange::from(range)] == *at.text {
        true => Ok((at, range)),
        false => refuse("this name is the value of a variable"),
    }
}

fn nothing_here<T>() -> Result<T, RenameError> {
    refuse("there is no renamable name at this position")
}

fn file<'s>(snapshot: &'s Snapshot, path: &str) -> Result<&'s SourceFile, RenameError> {
    match snapshot.file(path) {
        Some(file) => Ok(&file.source),
        None => refuse("the file does not belong to a cluster"),
    }
}

fn target<'t>(snapshot: &Snapshot, file: &'t SourceFile, offset: u32) -> Result<Target<'t>, RenameError> {
    let offset = TextSize::new(offset);
    if let Some(at) = symbol::symbol_at(snapshot, file, offset) {
        return Ok(Target::Symbol(at));
    }
    let spot = Spot::at(file, offset);
    match spot.token {
        Some(token) if token.kind() == SyntaxKind::SECTION_NAME => match spot.section() {
            Some(section) => Ok(Target::Section(section, token.range())),
            None => refuse("the section has no `Begin` line"),
        },
        Some(token) if token.kind() == SyntaxKind::TEMPLATE => refuse("this name is filled in by a template"),
        _ => nothing_here(),
    }
}

/// Checks that all places can be changed.
fn can_all_change(snapshot: &Snapshot, at: &SymbolAt, found: &[Found]) -> Result<(), RenameError> {
    let name = &at.symbol.name;
    for place in found {
        match place.form {
            Form::Pattern => {
                let (pattern, place) = (&place.text, line(snapshot, place));
                return refuse(format!(
                    "`{pattern}` in {place} also matches `{name}`; list its hosts one by one first"
                ));
            }
            Form::Templated => {
                let place = line(snapshot, place);
                return refuse(format!("{place} contains a template that may refer to `{name}`"));
            }
            Form::Word | Form::Key => {}
        }
    }
    Ok(())
}

/// A place as text: `lsb.queues, line 3`.
fn line(snapshot: &Snapshot, found: &Found) -> String {
    let text = snapshot.text(&found.path).map_or("", |it| it);
    let line = text[..usize::from(found.range.start())].matches('\n').count() + 1;
    let name = found.path.rsplit('/').next().unwrap_or_default();
    format!("line {line} of {name}")
}

fn edits(old: &str, new: &str, found: Vec<Found>) -> Vec<FileEdit> {
    let mut files: Vec<FileEdit> = Vec::new();
    for place in found {
        let text = spelling::like(&place.text, old, new);
        let edit = Replacement { range: place.range.into(), text };
        match files.last_mut().filter(|it| it.path == place.path) {
            Some(file) => file.edits.push(edit),
            None => files.push(FileEdit { path: place.path, edits: vec![edit] }),
        }
    }
    for file in &mut files {
        file.edits.sort_by_key(|it| it.range);
        file.edits.dedup_by_key(|it| it.range);
    }
    files
}

/// The edits of a file, with those that keep its columns aligned.
fn aligned(snapshot: &Snapshot, file: FileEdit) -> FileEdit {
    let Some(text) = snapshot.file(&file.path).map(|it| &it.source.text) else { return file };
    let edits = file.edits.into_iter().map(|it| TextEdit { range: it.range.into(), text: it.text });
    let edits = keep_columns(text, edits.collect()).into_iter();
    FileEdit { path: file.path, edits: edits.map(|it| Replacement { range: it.range.into(), text: it.text }).collect() }
}

/// The edits of the names after `Begin` and `End`.
fn section_edits(file: &SourceFile, section: Section<'_>, new: &str) -> Result<Vec<FileEdit>, RenameError> {
    if lsflint_spec::section(file.kind, new).is_none_or(|it| it.name.is_empty()) {
        return refuse(format!("`{new}` is not a section of {}", file.kind.name()));
    }
    let names = [section.name(), section.end_name()].into_iter().flatten();
    let edits = names.map(|it| Replacement { range: it.range().into(), text: new.to_owned() }).collect();
    Ok(vec![FileEdit { path: file.path.clone(), edits }])
}

#[cfg(test)]
mod tests;
