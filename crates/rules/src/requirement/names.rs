//! All names in a requirement that must be resources, in every section.

use lsflint_lint::select::{Use, names};
use lsflint_model::Resources;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{OrderSection, ResReq, RusageSection, SameSection, Simple, UsageKind};
use lsflint_syntax::{Node, Token};

/// The names of resources in a requirement, without the argument of `defined()`, which has its own rules.
pub(crate) fn used_names<'t>(node: Node<'t>, resources: &Resources) -> Vec<Token<'t>> {
    let Some(requirement) = ResReq::cast(node) else { return Vec::new() };
    let mut found = Vec::new();
    for simple in requirement.simples() {
        collect(simple, resources, &mut found);
    }
    found
}

fn collect<'t>(simple: Simple<'t>, resources: &Resources, found: &mut Vec<Token<'t>>) {
    for selection in simple.selections() {
        let names = names(selection, resources).into_iter().filter(|it| !matches!(it.usage, Use::Defined));
        found.extend(names.map(|it| it.name));
    }
    if let Some(order) = simple.section::<OrderSection<'_>>() {
        found.extend(order.keys().filter_map(|it| it.name()));
    }
    if let Some(rusage) = simple.section::<RusageSection<'_>>() {
        // `license@site` belongs to License Scheduler, which has its own names.
        let items = rusage.items().filter(|it| it.kind() == Some(UsageKind::Resource) && it.locality().is_none());
        found.extend(items.filter_map(|it| it.name()));
    }
    if let Some(same) = simple.section::<SameSection<'_>>() {
        found.extend(same.names());
    }
}
