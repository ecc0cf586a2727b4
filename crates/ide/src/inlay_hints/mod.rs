//! Inlay hints: effective values and sizes that are not visible in the text, shown after a value.
//!
//! Hints state only certain facts: there is none if another file, a template or an `#if` decides.

mod sizes;
#[cfg(test)]
mod tests;
mod units;

use lsflint_model::View;
use lsflint_spec::{FileKind, Grammar, ParamSpec, SectionSpec};
use lsflint_syntax::ast::{AstNode, Entry, Section, TableRow, Value};
use lsflint_syntax::{Node, Parent, SyntaxKind, TextRange};

use crate::spot::Spot;
use crate::{Range, Snapshot, script, words};
use lsflint_model::combined;

/// Which hints are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlayHintOptions {
    /// Show the unit and readable size of a number: ` ≙ 16 GB`.
    pub units: bool,
    /// Show the merged requirement of a queue if the default application profile adds to it.
    pub merged_requirements: bool,
    /// Show the number of hosts or users in a list.
    pub group_sizes: bool,
}

impl Default for InlayHintOptions {
    fn default() -> InlayHintOptions {
        InlayHintOptions { units: true, merged_requirements: true, group_sizes: true }
    }
}

/// A text that the editor inserts into the display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlayHint {
    /// The byte offset after which the hint is shown.
    pub offset: u32,
    /// The text, with a leading space if needed.
    pub label: String,
    /// Details as Markdown; may be empty.
    pub tooltip: String,
}

/// The maximum length of a requirement in characters; longer ones are cut.
const LONGEST: usize = 60;

/// The hints in a part of a file, in order.
pub fn inlay_hints(snapshot: &Snapshot, path: &str, range: Range, options: &InlayHintOptions) -> Vec<InlayHint> {
    if let Some(found) = snapshot.script(path) {
        return script::inlay_hints(snapshot, found, range, options);
    }
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let mut hints = Hints { snapshot, path, kind: file.source.kind, range: range.into(), options, found: Vec::new() };
    let flat = file.source.kind.spec().sections.first().filter(|it| it.name.is_empty());
    hints.below(file.source.parse.root(), flat);
    hints.found.sort_by_key(|it| it.offset);
    hints.found
}

struct Hints<'s> {
    snapshot: &'s Snapshot,
    path: &'s str,
    kind: FileKind,
    range: TextRange,
    options: &'s InlayHintOptions,
    found: Vec<InlayHint>,
}

impl Hints<'_> {
    fn view(&self) -> View<'_> {
        self.snapshot.as_read().view()
    }

    /// Adds the hints for the descendants of a node that are in the range.
    fn below(&mut self, parent: Parent<'_>, section: Option<&'static SectionSpec>) {
        for child in parent.children() {
            if child.range().intersect(self.range).is_none() {
                continue;
            }
            match child.kind() {
                SyntaxKind::SECTION => self.section(child),
                SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => self.below(child.into(), section),
                SyntaxKind::ENTRY => self.entry(child, section),
                _ => {}
            }
        }
    }

    fn section(&mut self, node: Node<'_>) {
        let Some(section) = Section::cast(node) else { return };
        let spec = section.name().and_then(|it| lsflint_spec::section(self.kind, &it.text()));
        let Some(header) = section.header() else {
            self.below(node.into(), spec);
            if self.options.merged_requirements {
                self.merged(section);
            }
            return;
        };
        let Some(spec) = spec.filter(|_| self.options.group_sizes) else { return };
        let columns: Vec<Option<&'static ParamSpec>> = header.columns().map(|it| spec.param(&it.text())).collect();
        self.rows(node, &columns);
    }

    fn rows(&mut self, node: Node<'_>, columns: &[Option<&'static ParamSpec>]) {
        for child in node.children() {
            if child.range().intersect(self.range).is_none() {
                continue;
            }
            match child.kind() {
                SyntaxKind::TABLE_ROW => {
                    let cells = TableRow::cast(child).into_iter().flat_map(TableRow::cells);
                    for (cell, param) in cells.zip(columns) {
                        if let Some(param) = param.filter(|_| cell.is_known()) {
                            self.size(param, cell);
                        }
                    }
                }
                SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => self.rows(child, columns),
                _ => {}
            }
        }
    }

    fn entry(&mut self, node: Node<'_>, section: Option<&'static SectionSpec>) {
        let Some((entry, section)) = Entry::cast(node).zip(section) else { return };
        let (Some(key), Some(value)) = (entry.key(), entry.value()) else { return };
        let Some(param) = section.param(&key.text()).filter(|_| value.is_known()) else { return };
        if self.options.units {
            let found = units::of_value(self.view(), param, value);
            self.found.extend(found);
        }
        if self.options.group_sizes {
            self.size(param, value);
        }
    }

    fn size(&mut self, param: &'static ParamSpec, value: Value<'_>) {
        if matches!(param.grammar, Grammar::HostList | Grammar::UserList) {
            let found = sizes::of_list(self.view(), param, value);
            self.found.extend(found);
        }
    }

    /// Adds the merged requirement of a queue if it differs from its own one.
    fn merged(&mut self, section: Section<'_>) {
        if self.kind != FileKind::LsbQueues {
            return;
        }
        let entries = || section.node().children().filter_map(Entry::cast);
        let named =
            |name: &str| entries().filter(|it| it.key().is_some_and(|it| it.text().eq_ignore_ascii_case(name))).last();
        let Some(entry) = named("RES_REQ").or_else(|| named("QUEUE_NAME")) else { return };
        let Some(end) = entry.value().map(|it| it.range().end()) else { return };
        if !self.range.contains_inclusive(end) {
            return;
        }
        let view = self.view();
        let Some(file) = self.snapshot.file(self.path) else { return };
        let Some(queue) = Spot::at(&file.source, end).entity(view).filter(|it| !it.is_broken() && !it.is_conditional())
        else {
            return;
        };
        let Some(profile) = combined::default_profile(view) else { return };
        let Some(merged) = combined::combined(view, Some(&queue), Some(&profile)) else { return };
        let adds = merged.origins.iter().any(|it| it.from == lsflint_model::requirement::Level::Application);
        let Some(text) = combined::outcome(&merged).filter(|_| adds) else { return };
        let name = words::code(&profile.name());
        let tooltip = format!("with the default application profile {name}: {}", words::code(&text));
        self.found.push(InlayHint { offset: end.into(), label: format!(" → {}", short(&text)), tooltip });
    }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{} …", &text[..at]),
        None => text.to_owned(),
    }
}
