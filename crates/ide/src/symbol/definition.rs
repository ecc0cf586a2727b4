//! The definitions of names.

use std::sync::Arc;

use lsflint_model::{Entity, HostPattern, View};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::{AstNode, Directive, HostList, List, ListItem, LooseLine};
use lsflint_syntax::{SyntaxKind, TextRange, TextSize};

use super::{Symbol, SymbolAt, SymbolKind};
use crate::Snapshot;
use crate::spot::Spot;

/// The place of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definition {
    /// The file.
    pub(crate) path: Arc<str>,
    /// The range of the name.
    pub(crate) name: TextRange,
    /// The range of the section or row.
    pub(crate) whole: TextRange,
}

/// The definitions of the name at the cursor; for `h[1-10]` those of each host.
pub(crate) fn definitions(snapshot: &Snapshot, at: &SymbolAt) -> Vec<Definition> {
    let Some(pattern) = &at.pattern else { return definitions_of(snapshot, &at.symbol) };
    let view = snapshot.view();
    let hosts = view.hosts().iter().map(|it| it.1).filter(|it| pattern.matches(&it.name)).take(HOSTS);
    let rows = hosts.filter_map(|it| view.record(FileKind::LsfCluster, "Host", it.row));
    rows.filter_map(|it| of_line(snapshot, it)).collect()
}

/// The maximum number of hosts of a pattern.
const HOSTS: usize = 1000;

/// The definition in a row of a single line, computed without the tree.
fn of_line(snapshot: &Snapshot, entity: Entity<'_>) -> Option<Definition> {
    let place = entity.place();
    let text = &snapshot.file(&place.file)?.source.text;
    let end = usize::from(place.range.end());
    let line = &text[end..end + text[end..].find('\n').unwrap_or(text.len() - end)];
    let line = line.split('#').next().unwrap_or_default().trim_end();
    let whole = TextRange::new(place.range.start(), place.range.end() + TextSize::of(line));
    Some(Definition { path: place.file, name: place.range, whole })
}

/// The definitions of a symbol: several for duplicate names or several branches of `#if`.
pub(crate) fn definitions_of(snapshot: &Snapshot, symbol: &Symbol) -> Vec<Definition> {
    let view = snapshot.view();
    match symbol.kind {
        SymbolKind::ComputeUnitType => compute_unit_types(snapshot, view, &symbol.name),
        SymbolKind::Variable => variables(snapshot, &symbol.name),
        kind => {
            let named = |section: Option<(FileKind, &str)>| {
                section.map_or(Vec::new(), |(file, section)| view.named(file, section, &symbol.name))
            };
            let mut records = named(kind.section());
            if records.is_empty() {
                // If the definition is not loaded, the most informative record is used.
                records = named(match kind {
                    SymbolKind::Host => Some((FileKind::LsbHosts, "Host")),
                    SymbolKind::User => Some((FileKind::LsbUsers, "User")),
                    _ => None,
                });
            }
            if records.is_empty() && kind == SymbolKind::Host {
                return other_hosts(snapshot, view, &symbol.name);
            }
            records.into_iter().map(|it| of_entity(snapshot, it)).collect()
        }
    }
}

/// The definitions of a host without a row of its own: a row for several hosts, a line of the `hosts` file.
fn other_hosts(snapshot: &Snapshot, view: View<'_>, name: &str) -> Vec<Definition> {
    let mut found = Vec::new();
    for many in view.names(FileKind::LsfCluster, "Host").filter(|it| it.contains(['[', '*'])) {
        let parse = lsflint_syntax::parse_value(many, Grammar::HostList);
        let item = parse.typed::<HostList<'_>>().and_then(|it| it.items().next());
        if item.and_then(HostPattern::of).is_some_and(|it| it.matches(name)) {
            let rows = view.named(FileKind::LsfCluster, "Host", many);
            found.extend(rows.into_iter().map(|it| of_entity(snapshot, it)));
        }
    }
    for file in snapshot.files.iter().map(|it| &it.source).filter(|it| it.kind == FileKind::Hosts) {
        for line in file.parse.root().children().filter_map(LooseLine::cast) {
            let word = line.words().skip(1).find(|it| it.text().eq_ignore_ascii_case(name));
            let whole = line.node().trimmed_range();
            found.extend(word.map(|it| Definition { path: file.path.clone(), name: it.range(), whole }));
        }
    }
    found
}

/// The definition in a record.
pub(crate) fn of_entity(snapshot: &Snapshot, entity: Entity<'_>) -> Definition {
    let place = entity.place();
    let whole = snapshot.file(&place.file).map(|file| {
        let spot = Spot::at(&file.source, place.range.start());
        let row = spot.node_of(SyntaxKind::TABLE_ROW);
        row.or(spot.section().map(AstNode::node)).map_or(place.range, |it| it.trimmed_range())
    });
    Definition { path: place.file, name: place.range, whole: whole.unwrap_or(place.range) }
}

fn compute_unit_types(snapshot: &Snapshot, view: View<'_>, name: &str) -> Vec<Definition> {
    let records = view.all(FileKind::LsbParams, "Parameters");
    let fields = records.flat_map(|it| it.fields("COMPUTE_UNIT_TYPES"));
    let mut found = Vec::new();
    for field in fields {
        let Some(parse) = field.parse() else { continue };
        let root = parse.root();
        let items = root.children().flat_map(ListItem::all_in).chain(root.elements().filter_map(ListItem::cast));
        for item in items.filter(|it| it.is(name)) {
            let (name, whole) = (field.place_of(item.name_range()), field.place());
            found.push(Definition { path: name.file, name: name.range, whole: whole.range });
        }
    }
    found.retain(|it| snapshot.file(&it.path).is_some());
    found
}

fn variables(snapshot: &Snapshot, name: &str) -> Vec<Definition> {
    let mut found = Vec::new();
    for file in snapshot.files.iter().map(|it| &it.source).filter(|it| it.kind.spec().directives.define) {
        // A text search, because few files contain any.
        for (at, _) in file.text.match_indices("#define") {
            let spot = Spot::at(file, TextSize::new(at as u32 + 1));
            let Some(directive) = spot.node::<Directive<'_>>() else { continue };
            if let Some(defined) = directive.defined_name().filter(|it| it.is(name)) {
                let whole = directive.node().trimmed_range();
                found.push(Definition { path: file.path.clone(), name: defined.range(), whole });
            }
        }
    }
    found
}
