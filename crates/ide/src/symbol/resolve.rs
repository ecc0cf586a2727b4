//! Resolves a name that may be of several kinds in a cluster.

use std::borrow::Cow;

use lsflint_model::View;
use lsflint_spec::builtin_resource;

use super::names::{Name, Role};
use super::{Symbol, SymbolKind};

/// The symbol that a name refers to.
pub(crate) fn symbol(view: View<'_>, name: &Name<'_>) -> Symbol {
    let last = name.kinds.last().copied().unwrap_or(SymbolKind::Rule);
    if name.role == Role::Definition {
        return Symbol { kind: last, name: name.text.clone().into_owned() };
    }
    for &kind in name.kinds {
        if let Some(known) = known(view, kind, &name.text) {
            return Symbol { kind, name: known.into_owned() };
        }
    }
    let kind = if name.kinds.contains(&SymbolKind::Host) { SymbolKind::Host } else { last };
    Symbol { kind, name: name.text.clone().into_owned() }
}

/// The name as defined, if the cluster has one of this kind.
fn known<'n>(view: View<'_>, kind: SymbolKind, name: &'n str) -> Option<Cow<'n, str>> {
    let is = |known: bool| known.then_some(Cow::Borrowed(name));
    match kind {
        // Letter case and domain are ignored.
        SymbolKind::Host => {
            let host = view.hosts().find(name)?;
            Some(Cow::Owned(view.hosts().get(host).name.to_string()))
        }
        SymbolKind::UserGroup => is(view.is_user_group(name)),
        SymbolKind::HostType => is(view.host_types().contains(name)),
        SymbolKind::HostModel => is(view.host_models().contains(name)),
        SymbolKind::Resource => match builtin_resource(name).filter(|_| is_built_in(view, name)) {
            Some(resource) if resource.alias == name => Some(Cow::Borrowed(resource.name)),
            _ => is(true),
        },
        _ => match kind.section() {
            Some((file, section)) => is(view.find(file, section, name).is_some()),
            None => is(true),
        },
    }
}

/// Whether a resource is built in, and not redefined by the site.
pub(crate) fn is_built_in(view: View<'_>, name: &str) -> bool {
    view.resources().get(name).is_some_and(|it| it.builtin)
}
