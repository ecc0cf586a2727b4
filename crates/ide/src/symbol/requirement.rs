//! Finds the names in a requirement string: resources, and the values that `type ==`, `model ==` and `hname ==` compare
//! with.

use lsflint_model::View;
use lsflint_spec::{Namespace, ResourceType, SELECTION_WORDS, builtin_resource};
use lsflint_syntax::ast::resreq::{
    Comparison, CuKind, CuSection, Expr, OrderSection, ResReq, RusageSection, SameSection, Simple, SpanSection, Tile,
    UsageKind,
};
use lsflint_syntax::{TextRange, TextSize};

use super::SymbolKind;
use super::names::{Name, Role};

const RESOURCE: &[SymbolKind] = &[SymbolKind::Resource];

/// Adds the names of a requirement, in order within each of its parts.
pub(super) fn names<'t>(requirement: ResReq<'t>, view: View<'_>, found: &mut Vec<Name<'t>>) {
    requirement.simples().for_each(|it| in_simple(it, view, found));
}

fn in_simple<'t>(simple: Simple<'t>, view: View<'_>, found: &mut Vec<Name<'t>>) {
    for selection in simple.selections() {
        in_expression(selection, view, found);
    }
    for section in simple.section::<OrderSection<'_>>().into_iter().flat_map(OrderSection::keys) {
        match section.expression() {
            Some(expression) => in_expression(expression, view, found),
            None => found.extend(section.name().map(|it| Name::token(RESOURCE, it))),
        }
    }
    if let Some(rusage) = simple.section::<RusageSection<'_>>() {
        // `license@site` belongs to License Scheduler, which has separate names.
        let items = rusage.items().filter(|it| it.kind() == Some(UsageKind::Resource) && it.locality().is_none());
        found.extend(items.filter_map(|it| it.name()).map(|it| Name::token(RESOURCE, it)));
    }
    if let Some(span) = simple.section::<SpanSection<'_>>() {
        for tile in span.items().flat_map(|it| it.tiles()) {
            if let Tile::Named { name, .. } = tile {
                found.push(Name::token(&[SymbolKind::HostModel, SymbolKind::HostType], name));
            }
        }
    }
    if let Some(same) = simple.section::<SameSection<'_>>() {
        found.extend(same.names().map(|it| Name::token(RESOURCE, it)));
    }
    if let Some(units) = simple.section::<CuSection<'_>>() {
        let types = units.items().filter(|it| it.kind() == Some(CuKind::Type)).filter_map(|it| it.word());
        found.extend(types.map(|it| Name::token(&[SymbolKind::ComputeUnitType], it)));
    }
}

fn in_expression<'t>(selection: Expr<'t>, view: View<'_>, found: &mut Vec<Name<'t>>) {
    let mut stack = vec![selection];
    while let Some(expr) = stack.pop() {
        let from = stack.len();
        match expr {
            Expr::Name(name) => found.push(Name::token(RESOURCE, name)),
            Expr::Call(it) => stack.extend(it.argument()),
            Expr::Comparison(it) => match text_of(it, view) {
                Some((compared, name)) => {
                    found.extend(name.as_name().map(|it| Name::token(RESOURCE, it)));
                    let texts = it.operands().filter(|it| it.range() != name.range());
                    if let Some(kinds) = compared {
                        found.extend(texts.filter_map(|it| text(kinds, it)));
                    }
                }
                None => stack.extend(it.operands()),
            },
            other => stack.extend(other.operands()),
        }
        stack[from..].reverse();
    }
}

/// The kinds that the compared texts may refer to, and the operand with the texts.
fn text_of<'t>(comparison: Comparison<'t>, view: View<'_>) -> Option<(Option<&'static [SymbolKind]>, Expr<'t>)> {
    let (lhs, rhs) = (comparison.lhs()?, comparison.rhs());
    let turned = matches!(lhs, Expr::Text(_) | Expr::Bare(_));
    let side = if turned { rhs? } else { lhs };
    let name = side.without_parentheses().as_name()?;
    let name_text = name.text();
    let kinds: Option<&'static [SymbolKind]> = match builtin_resource(&name_text).and_then(|it| it.names) {
        Some(Namespace::HostType) => Some(&[SymbolKind::HostType]),
        Some(Namespace::HostModel) => Some(&[SymbolKind::HostModel]),
        Some(Namespace::Host) => Some(&[SymbolKind::Host]),
        _ => None,
    };
    // If the type of the name is unknown, it may be compared with a text, too.
    let kind = view.resources().get(&name_text).and_then(|it| it.kind);
    kind.is_none_or(|it| it == ResourceType::String).then_some((kinds, side.without_parentheses()))
}

/// The name in a text on the right of a comparison.
fn text<'t>(kinds: &'static [SymbolKind], expr: Expr<'t>) -> Option<Name<'t>> {
    let expr = expr.without_parentheses();
    let (text, range) = match expr {
        Expr::Name(token) | Expr::Bare(token) => (token.text(), token.range()),
        Expr::Text(token) => {
            let (range, one) = (token.range(), TextSize::new(1));
            let closed = range.len() >= TextSize::new(2);
            let inner = TextRange::new(range.start() + one, if closed { range.end() - one } else { range.end() });
            (expr.as_text()?, inner)
        }
        _ => return None,
    };
    let word = SELECTION_WORDS.contains(&&*text) || text.is_empty() || text.contains(['*', '?']);
    (!word).then_some(Name { kinds, text, range, role: Role::Use, item: None })
}
