//! Finds the names in a part of a file, and the kinds of objects they may refer to.

use std::borrow::Cow;

use lsflint_model::{HostPattern, Referent, View, references};
use lsflint_spec::{FileKind, Grammar, Namespace, ParamSpec, SectionSpec};
use lsflint_syntax::ast::{self, ApsPriority, AstNode, Exclusive, ListItem, Value, resreq::ResReq};
use lsflint_syntax::{SyntaxKind, TextRange, TextSize, Token};

use super::{SymbolKind, requirement};

/// Whether a name is defined or used at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The name is defined.
    Definition,
    /// The name is used.
    Use,
}

/// A name at a place in a file.
#[derive(Debug, Clone)]
pub(crate) struct Name<'t> {
    /// The kinds of object it may name. The cluster decides which one; if it defines none of them, the last one
    /// applies.
    pub(crate) kinds: &'static [SymbolKind],
    /// The name as LSF reads it.
    pub(crate) text: Cow<'t, str>,
    /// Its range, without operators and quotes.
    pub(crate) range: TextRange,
    pub(crate) role: Role,
    /// The item of the list, if the value is a list.
    pub(crate) item: Option<ListItem<'t>>,
}

impl<'t> Name<'t> {
    pub(super) fn token(kinds: &'static [SymbolKind], token: Token<'t>) -> Name<'t> {
        Name { kinds, text: token.text(), range: token.range(), role: Role::Use, item: None }
    }

    fn defining(self) -> Name<'t> {
        Name { role: Role::Definition, ..self }
    }

    /// The pattern if it is `h[1-10]` or `web*`.
    pub(crate) fn pattern(&self) -> Option<HostPattern> {
        self.item.filter(|_| self.kinds.contains(&SymbolKind::Host)).and_then(HostPattern::of)
    }
}

/// The section whose parameters are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) kind: FileKind,
    pub(crate) section: &'static SectionSpec,
}

/// Adds the names in the value of a parameter.
pub(crate) fn in_value<'t>(
    place: Place,
    param: &'static ParamSpec,
    value: Value<'t>,
    view: View<'_>,
    found: &mut Vec<Name<'t>>,
) {
    if let Some(kind) = defined_kind(place, param) {
        found.extend(defined_name(kind, value));
        return;
    }
    let content = || value.content().filter(|_| value.is_known());
    let unit_type = &[SymbolKind::ComputeUnitType];
    match param.grammar {
        Grammar::ResReq | Grammar::Condition => {
            content().and_then(ResReq::cast).into_iter().for_each(|it| requirement::names(it, view, found));
        }
        Grammar::ApsPriority => {
            let parts = content().and_then(ApsPriority::cast).into_iter().flat_map(ApsPriority::parts);
            let factors = parts.flat_map(ast::ApsPart::pairs).filter_map(ast::ApsPair::factor);
            found.extend(factors.map(|it| Name::token(&[SymbolKind::ApsFactor], it)));
        }
        Grammar::Exclusive => {
            let token = content().and_then(Exclusive::cast).and_then(Exclusive::unit_type);
            found.extend(token.map(|it| Name::token(unit_type, it)));
        }
        Grammar::Name(Some(Namespace::ComputeUnitType)) => {
            let token = value.single_word().filter(|it| value.is_known() && it.kind() == SyntaxKind::NAME);
            found.extend(token.map(|it| Name::token(unit_type, it)));
        }
        // Compute unit types are defined by the parameter that orders them.
        Grammar::Names(Some(Namespace::ComputeUnitType)) => {
            let items = content().into_iter().flat_map(ListItem::all_in).filter(|it| !it.is_lone_bang());
            found.extend(items.map(|it| named_item(unit_type, it).defining()));
        }
        _ => {
            in_unjudged_hosts(place, param, value, view, found);
            for reference in references(place.kind, Some(place.section), param, value) {
                // `name/` is a group of the operating system.
                let system = reference.item().is_some_and(|it| it.slash().is_some());
                let kinds = if system { &[SymbolKind::User] } else { SymbolKind::of_referent(reference.referent) };
                let (text, range) = (reference.text(), reference.range());
                // In `host@cluster`, both names are in the same item.
                let item = reference.item().filter(|_| reference.referent != Referent::Cluster);
                found.push(Name { kinds, text, range, role: Role::Use, item });
            }
        }
    }
}

/// Adds the names of lists that may contain hosts outside the cluster: only hosts of the cluster are resolved.
fn in_unjudged_hosts<'t>(place: Place, param: &ParamSpec, value: Value<'t>, view: View<'_>, found: &mut Vec<Name<'t>>) {
    if !has_unjudged_hosts(place, param) || !value.is_known() {
        return;
    }
    let items = value.content().into_iter().flat_map(ListItem::all_in).filter(|it| it.cluster().is_none());
    let known = items.filter(|it| view.hosts().find(&it.text()).is_some());
    found.extend(known.map(|it| named_item(&[SymbolKind::Host], it)));
}

fn has_unjudged_hosts(place: Place, param: &ParamSpec) -> bool {
    param.grammar == Grammar::HostList && lsflint_model::referent(place.kind, Some(place.section), param).is_none()
}

/// Whether a value of the parameter may contain a name of this kind.
pub(crate) fn may_hold(place: Place, param: &ParamSpec, kind: SymbolKind) -> bool {
    use SymbolKind::{ApsFactor, ComputeUnitType, Host, HostModel, HostType, Resource};
    if let Some(defined) = defined_kind(place, param) {
        return defined == kind;
    }
    match param.grammar {
        Grammar::ResReq | Grammar::Condition => {
            matches!(kind, Resource | HostType | HostModel | Host | ComputeUnitType)
        }
        Grammar::ApsPriority => kind == ApsFactor,
        Grammar::Exclusive
        | Grammar::Name(Some(Namespace::ComputeUnitType))
        | Grammar::Names(Some(Namespace::ComputeUnitType)) => kind == ComputeUnitType,
        _ => {
            let mut referents = SymbolKind::REFERENTS.iter().filter(|it| SymbolKind::of_referent(**it).contains(&kind));
            referents.any(|it| lsflint_model::may_name(place.kind, Some(place.section), param, *it))
                || kind == Host && has_unjudged_hosts(place, param)
        }
    }
}

fn named_item<'t>(kinds: &'static [SymbolKind], item: ListItem<'t>) -> Name<'t> {
    Name { kinds, text: item.text(), range: item.name_range(), role: Role::Use, item: Some(item) }
}

/// The kind of symbol that a parameter defines.
fn defined_kind(place: Place, param: &ParamSpec) -> Option<SymbolKind> {
    place.section.defines.filter(|it| it.key == param.name)?;
    SymbolKind::of_section(place.kind, place.section.name)
}

/// The name that a value defines: one word, or the whole value if names may contain spaces.
fn defined_name(kind: SymbolKind, value: Value<'_>) -> Option<Name<'_>> {
    if !value.is_known() || value.range().is_empty() {
        return None;
    }
    let kinds = only(kind);
    let pattern = value.content().and_then(|it| ListItem::all_in(it).next());
    let text = match (value.single_word(), value.content()) {
        (Some(word), _) => word.text(),
        (None, Some(node)) => Cow::Owned(node.text()),
        // The name may contain spaces.
        (None, None) => {
            let words: String = value.elements().filter_map(|it| it.into_token()).map(|it| it.text()).collect();
            let all: String = value.node().text();
            let trimmed = all.trim();
            Cow::Owned(if trimmed.contains('\n') { words } else { trimmed.to_owned() })
        }
    };
    Some(Name { kinds, text, range: value.range(), role: Role::Definition, item: pattern })
}

/// A list with only this kind.
fn only(kind: SymbolKind) -> &'static [SymbolKind] {
    let at = super::kind::SECTIONS.iter().position(|it| it.0 == kind);
    at.map_or(&[], |it| std::slice::from_ref(&super::kind::SECTIONS[it].0))
}

/// Adds the names of keys and columns that are named after a load index: thresholds.
pub(crate) fn in_key<'t>(place: Place, key: Token<'t>, view: View<'_>, found: &mut Vec<Name<'t>>) {
    if !place.section.load_index_names {
        return;
    }
    let param = place.section.param(&key.text());
    let threshold = param.is_none_or(|it| it.grammar == Grammar::Threshold);
    if threshold && view.resources().get(&key.text()).is_some() {
        found.push(Name::token(&[SymbolKind::Resource], key));
    }
}

/// Adds the name that a `#define` defines, and those that conditions use.
pub(crate) fn in_directive<'t>(directive: ast::Directive<'t>, found: &mut Vec<Name<'t>>) {
    let kinds = &[SymbolKind::Variable];
    found.extend(directive.defined_name().map(|it| Name::token(kinds, it).defining()));
    let used = directive.condition().into_iter().flat_map(|it| it.all_tokens());
    // Names of time zones are not names of the cluster.
    let used = used.filter(|it| it.kind() == SyntaxKind::NAME);
    let zones: Vec<TextRange> = directive
        .condition()
        .into_iter()
        .flat_map(|it| it.descendants())
        .filter(|it| it.kind() == SyntaxKind::TIME_WINDOW)
        .map(|it| it.range())
        .collect();
    let used = used.filter(|it| !zones.iter().any(|zone| zone.contains_range(it.range())));
    found.extend(used.map(|it| Name::token(kinds, it)));
}

/// Adds the names of a line that is neither entry nor row: hosts with their addresses, tasks with their requirements.
pub(crate) fn in_loose_line<'t>(kind: FileKind, line: ast::LooseLine<'t>, view: View<'_>, found: &mut Vec<Name<'t>>) {
    match kind {
        FileKind::Hosts => {
            let names = line.words().skip(1).filter(|it| view.hosts().find(&it.text()).is_some());
            found.extend(names.map(|it| Name::token(&[SymbolKind::Host], it)));
        }
        // `name/requirement`, possibly quoted.
        FileKind::LsfTask => {
            let text = line.node().text();
            let Some(start) = text.find('/').map(|it| it + 1) else { return };
            let end = text[start..].find(['"', '#', '\n']).map_or(text.len(), |it| start + it);
            let parse = lsflint_syntax::parse_value(&text[start..end], Grammar::ResReq);
            let mut names = Vec::new();
            parse.typed::<ResReq<'_>>().into_iter().for_each(|it| requirement::names(it, view, &mut names));
            let offset = line.node().start() + TextSize::new(start as u32);
            for name in names {
                let text = Cow::Owned(name.text.into_owned());
                found.push(Name { text, range: name.range + offset, item: None, kinds: name.kinds, role: name.role });
            }
        }
        _ => {}
    }
}

/// Adds the rules of a suppression comment.
pub(crate) fn in_comment<'t>(comment: Token<'t>, found: &mut Vec<Name<'t>>) {
    let start: TextSize = comment.range().start();
    for (code, range) in lsflint_lint::suppressed_codes(comment.raw()) {
        let range = range + start;
        found.push(Name { kinds: &[SymbolKind::Rule], text: code.into(), range, role: Role::Use, item: None });
    }
}
