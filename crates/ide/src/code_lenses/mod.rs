//! Code lenses of definitions: reference counts, merged requirements, matching hosts, group sizes; and the plan of
//! elims for the tables that it is computed from.
//!
//! Finding the places is cheap, even in a file with thousands of queues; the title of a lens is computed when an editor
//! is about to show it ([`resolve_code_lens`]).

mod resolve;
#[cfg(test)]
mod tests;

use lsflint_spec::{FileKind, SectionSpec};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::{Entry, Section, TableRow};
use lsflint_syntax::{Node, Parent, SyntaxKind, Token};

use crate::{Command, Range, Snapshot, SymbolKind};

pub use resolve::resolve_code_lens;

/// Which lenses are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeLensOptions {
    /// Show the number of references.
    pub references: bool,
    /// Show the merged requirement of queues and application profiles.
    pub merged_requirements: bool,
    /// Show the number of matching hosts, and of members of groups.
    pub matching_hosts: bool,
    /// Show the plan of elims at the tables of hosts and of resources on hosts.
    pub elim_plan: bool,
}

impl Default for CodeLensOptions {
    fn default() -> CodeLensOptions {
        CodeLensOptions { references: true, merged_requirements: true, matching_hosts: true, elim_plan: true }
    }
}

/// The content of a lens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LensKind {
    /// `3 references`
    References,
    /// `merged requirement`
    MergedRequirement,
    /// `5 of 9 hosts can match`
    MatchingHosts,
    /// `6 hosts`, `3 users`
    GroupSize,
    /// `elim plan`, `elim plan of 12 hosts`
    ElimPlan,
}

impl LensKind {
    /// All kinds.
    pub const ALL: [LensKind; 5] = [
        LensKind::References,
        LensKind::MergedRequirement,
        LensKind::MatchingHosts,
        LensKind::GroupSize,
        LensKind::ElimPlan,
    ];

    /// The identifier of the kind, to resolve the lens later.
    pub fn word(self) -> &'static str {
        match self {
            LensKind::References => "references",
            LensKind::MergedRequirement => "mergedRequirement",
            LensKind::MatchingHosts => "matchingHosts",
            LensKind::GroupSize => "groupSize",
            LensKind::ElimPlan => "elimPlan",
        }
    }
}

/// A lens whose title is not computed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeLens {
    /// The range of the defined name; of a table that defines no name of its own, the name of the section. The title is
    /// computed from its start.
    pub range: Range,
    /// The lines of the section where an editor can show the lens; `None` for a row of a table, which is one line.
    pub lines: Option<SectionLines>,
    /// The content of the lens.
    pub kind: LensKind,
}

/// Lines of a section near its name, as empty ranges at their starts.
///
/// No place is right for all editors: some draw a lens above the line of its range, others after the end of the line,
/// where `QUEUE_NAME = normal 2 references` would read like a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionLines {
    /// The line of `Begin`: a lens above it is above the section, and one after its end is not part of a value.
    pub begin: Range,
    /// The line after that of the name: a lens above it is below the name.
    pub after_name: Range,
}

/// The title and command of a lens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedLens {
    /// The title.
    pub title: String,
    /// The command that the lens runs.
    pub command: Command,
    /// The queue it refers to.
    pub queue: Option<String>,
    /// The application profile it refers to.
    pub application: Option<String>,
}

/// The lenses of a file, in order.
pub fn code_lenses(snapshot: &Snapshot, path: &str, options: &CodeLensOptions) -> Vec<CodeLens> {
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let mut found = Vec::new();
    for definition in definitions(file.source.parse.root(), file.source.kind, &file.source.text) {
        let mut add = |wanted: bool, kind: LensKind| {
            if wanted {
                found.push(CodeLens { range: definition.name.range().into(), lines: definition.lines, kind });
            }
        };
        if definition.has_elims {
            add(options.elim_plan, LensKind::ElimPlan);
            continue;
        }
        let has_jobs = matches!(definition.kind, SymbolKind::Queue | SymbolKind::Application);
        add(options.references, LensKind::References);
        add(options.merged_requirements && has_jobs, LensKind::MergedRequirement);
        add(options.matching_hosts && has_jobs, LensKind::MatchingHosts);
        add(options.matching_hosts && is_group(definition.kind), LensKind::GroupSize);
    }
    found
}

fn is_group(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::HostGroup | SymbolKind::ComputeUnit | SymbolKind::UserGroup)
}

/// A name that is defined in the file, or a table that decides about elims.
struct Definition<'t> {
    kind: SymbolKind,
    name: Token<'t>,
    lines: Option<SectionLines>,
    /// Whether it is a table of hosts, or of resources on hosts.
    has_elims: bool,
}

impl SectionLines {
    /// The lines of a section whose name is `name`, or ends there.
    fn new(text: &str, section: Node<'_>, name: &Token<'_>) -> SectionLines {
        let begin = u32::from(section.range().start());
        let end = name.range().end().into();
        let next = text[end..].find('\n').map_or(text.len(), |it| end + it + 1);
        let line = |start: u32| Range { start, end: start };
        SectionLines { begin: line(begin), after_name: line(next as u32) }
    }
}

/// The names that sections define, the group names that rows define, and the tables that decide about elims. Other rows
/// have no lenses, because there would be too many.
fn definitions<'t>(root: Parent<'t>, kind: FileKind, text: &str) -> Vec<Definition<'t>> {
    let mut found = Vec::new();
    let mut nodes = vec![root];
    while let Some(node) = nodes.pop() {
        for child in node.children() {
            match child.kind() {
                SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => nodes.push(child.into()),
                SyntaxKind::SECTION => in_section(child, kind, text, &mut found),
                _ => {}
            }
        }
    }
    found.sort_by_key(|it| it.name.range().start());
    found
}

fn in_section<'t>(node: Node<'t>, file: FileKind, text: &str, found: &mut Vec<Definition<'t>>) {
    let Some(section) = Section::cast(node) else { return };
    let spec: Option<&'static SectionSpec> = section.name().and_then(|it| lsflint_spec::section(file, &it.text()));
    if let (Some(name), Some(spec)) = (section.name(), spec)
        && file == FileKind::LsfCluster
        && let Some(kind) = [("Host", SymbolKind::Host), ("ResourceMap", SymbolKind::Resource)]
            .into_iter()
            .find_map(|(table, kind)| (table == spec.name).then_some(kind))
    {
        let lines = Some(SectionLines::new(text, node, &name));
        found.push(Definition { kind, name, lines, has_elims: true });
    }
    let Some((spec, definition)) = spec.and_then(|it| Some((it, it.defines?))) else { return };
    let Some(kind) = SymbolKind::of_section(file, spec.name) else { return };
    let is_key = |it: &Token<'_>| it.text().eq_ignore_ascii_case(definition.key);
    match section.header() {
        None => {
            let entries = node.children().filter_map(Entry::cast);
            let named = entries.filter(|it| it.key().is_some_and(|it| is_key(&it))).last();
            let name = named.and_then(|it| it.value()?.single_word()).filter(|it| it.kind() == SyntaxKind::NAME);
            let lines = |name: &Token<'_>| Some(SectionLines::new(text, node, name));
            found.extend(name.map(|name| Definition { kind, lines: lines(&name), name, has_elims: false }));
        }
        Some(header) if is_group(kind) => {
            let Some(column) = header.columns().position(|it| is_key(&it)) else { return };
            let mut nodes = vec![node];
            while let Some(node) = nodes.pop() {
                for child in node.children() {
                    match child.kind() {
                        SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => nodes.push(child),
                        _ => {
                            let cell = TableRow::cast(child).and_then(|it| it.cells().nth(column));
                            let name = cell.and_then(|it| it.single_word()).filter(|it| it.kind() == SyntaxKind::NAME);
                            found.extend(name.map(|name| Definition { kind, name, lines: None, has_elims: false }));
                        }
                    }
                }
            }
        }
        Some(_) => {}
    }
}
