//! Checks whether a symbol can be renamed, and to a given name.

use lsflint_model::{View, cluster_of_file};
use lsflint_spec::{
    BUILTIN_RESOURCES, FORBIDDEN_NAME_PREFIXES, PREDEFINED_TYPES, ParamSpec, SELECTION_WORDS, UNDEFINABLE_NAMES,
    is_list_word, reserved_name,
};

use super::{RenameError, refuse};
use crate::Snapshot;
use crate::symbol::{self, Form, Found, Role, Symbol, SymbolAt, SymbolKind};

/// Whether the symbol at the cursor can be renamed.
pub(super) fn can_change(snapshot: &Snapshot, at: &SymbolAt) -> Result<(), RenameError> {
    let Symbol { kind, name } = &at.symbol;
    if at.pattern.is_some() {
        return refuse(format!("`{}` matches several hosts; rename them one by one", at.text));
    }
    match kind {
        SymbolKind::Rule => return refuse("rule codes cannot be renamed"),
        SymbolKind::ApsFactor => return refuse(format!("the factor `{name}` is built into LSF")),
        SymbolKind::User => return refuse(format!("the user `{name}` is defined by the operating system")),
        SymbolKind::Resource if symbol::is_built_in(snapshot.view(), name) => {
            return refuse(format!("the resource `{name}` is built into LSF"));
        }
        SymbolKind::Resource if reserved_name(name) => {
            return refuse(format!("the resource `{name}` has a special meaning in LSF"));
        }
        SymbolKind::HostType | SymbolKind::HostModel if PREDEFINED_TYPES.contains(&&**name) => {
            return refuse(format!("`{name}` is a keyword of LSF"));
        }
        SymbolKind::Cluster => {
            let mut files = snapshot.files.iter().map(|it| &*it.source.path);
            if files.any(|it| cluster_of_file(it) == Some(name)) {
                return refuse(format!("the cluster name `{name}` is also part of file and directory names"));
            }
        }
        _ => {}
    }
    let defined = symbol::definitions(snapshot, at);
    if defined.is_empty() || *kind == SymbolKind::Host && snapshot.view().hosts().find(name).is_none() {
        return refuse(format!("no loaded file defines the {} `{name}`", kind.what()));
    }
    Ok(())
}

/// Whether a symbol can have this name at all its places.
pub(super) fn can_become(snapshot: &Snapshot, symbol: &Symbol, new: &str, found: &[Found]) -> Result<(), RenameError> {
    if new == symbol.name {
        return refuse(format!("the name is already `{new}`"));
    }
    is_name(symbol.kind, new)?;
    for definition in found.iter().filter(|it| it.role == Role::Definition) {
        definition.param.map_or(Ok(()), |it| fits(it, new))?;
    }
    is_free(snapshot, symbol, new)?;
    for place in found {
        let words = place.param.iter().flat_map(|it| it.literals.iter().chain(it.values).chain(it.reserved));
        if place.role == Role::Use && words.into_iter().any(|it| it.eq_ignore_ascii_case(new)) {
            let parameter = place.param.map_or("", |it| it.name);
            return refuse(format!("`{new}` has a special meaning in `{parameter}`"));
        }
        // A threshold key has the name of its resource.
        let other = place.section.filter(|_| place.form == Form::Key).and_then(|it| it.param(new));
        if let Some(other) = other {
            return refuse(format!("`{}` is a parameter of the section `{}`", other.name, other.section));
        }
    }
    if new.contains(' ') && found.iter().any(|it| it.role == Role::Use) {
        return refuse(format!("`{new}` contains whitespace, which ends a name where it is used"));
    }
    Ok(())
}

/// Whether the text is read as a single name at every place.
fn is_name(kind: SymbolKind, new: &str) -> Result<(), RenameError> {
    if new.is_empty() {
        return refuse("a name must not be empty");
    }
    if lsflint_syntax::is_templated(new) {
        return refuse("the name must not contain a template");
    }
    let blanks = kind == SymbolKind::Application;
    let plain = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '.') || blanks && it == ' ';
    if let Some(wrong) = new.chars().find(|it| !plain(*it)) {
        return refuse(format!("`{wrong}` is not allowed in the name of a {}", kind.what()));
    }
    if new.trim() != new || new.starts_with(['-', '.']) {
        return refuse(format!("the name of a {} must start with a letter or digit", kind.what()));
    }
    if new.chars().all(|it| it.is_ascii_digit() || it == '.') {
        return refuse(format!("`{new}` would be read as a number"));
    }
    if kind == SymbolKind::Variable && !new.chars().all(|it| it.is_ascii_alphanumeric() || it == '_') {
        return refuse("a name defined with `#define` may contain only letters, digits and `_`");
    }
    if is_list_word(new) || SELECTION_WORDS.iter().any(|it| it.eq_ignore_ascii_case(new)) {
        return refuse(format!("`{new}` has a special meaning in lists of names"));
    }
    Ok(())
}

/// Whether a name satisfies the documented constraints of the parameter that defines it.
fn fits(param: &ParamSpec, new: &str) -> Result<(), RenameError> {
    let parameter = param.name;
    let listed = |list: &str, it: char| list.contains(it);
    let allowed = |it: char| {
        !listed(param.forbidden_characters, it)
            && param.name_characters.is_none_or(|list| it.is_ascii_alphanumeric() || listed(list, it))
    };
    if let Some(wrong) = new.chars().find(|it| !allowed(*it)) {
        return refuse(format!("`{wrong}` is not allowed in `{parameter}`"));
    }
    if param.no_leading_digit && new.starts_with(|it: char| it.is_ascii_digit()) {
        return refuse(format!("`{parameter}` must not start with a digit"));
    }
    if param.reserved.iter().any(|it| it.eq_ignore_ascii_case(new)) {
        return refuse(format!("`{new}` is reserved and cannot be a `{parameter}`"));
    }
    let length = new.chars().count();
    match (param.min_length, param.max_length) {
        (_, Some(most)) if length > most as usize => {
            refuse(format!("`{parameter}` takes at most {most} characters, but `{new}` has {length}"))
        }
        (Some(least), _) if length < least as usize => {
            refuse(format!("`{parameter}` takes at least {least} characters"))
        }
        _ => Ok(()),
    }
}

/// Whether no other object has the name where the symbol is used.
fn is_free(snapshot: &Snapshot, symbol: &Symbol, new: &str) -> Result<(), RenameError> {
    let view = snapshot.view();
    if symbol.kind == SymbolKind::Resource {
        let numbered = BUILTIN_RESOURCES.iter().any(|it| it.numbered && it.name == new);
        let prefixed = FORBIDDEN_NAME_PREFIXES.iter().any(|it| starts_with(new, it));
        if reserved_name(new) || UNDEFINABLE_NAMES.contains(&new) || numbered || prefixed {
            return refuse(format!("`{new}` is a reserved name of LSF"));
        }
    }
    for &kind in rivals(symbol.kind) {
        if is_taken(snapshot, view, kind, new, symbol) {
            let what = kind.what();
            return refuse(format!("there is already {} {what} `{new}`", article(what)));
        }
    }
    // Existing uses of an undefined name would become uses of the symbol.
    let other = Symbol { kind: symbol.kind, name: new.to_owned() };
    let captured = symbol::written(snapshot, &other).into_iter().find(|it| it.form != Form::Templated);
    if let Some(place) = captured.filter(|_| !new.eq_ignore_ascii_case(&symbol.name)) {
        let (text, place) = (&place.text, super::line(snapshot, &place));
        return refuse(format!("`{text}` in {place} would then also refer to the {}", symbol.kind.what()));
    }
    Ok(())
}

fn article(what: &str) -> &'static str {
    if what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}

fn starts_with(name: &str, prefix: &str) -> bool {
    name.get(..prefix.len()).is_some_and(|it| it.eq_ignore_ascii_case(prefix))
}

/// The namespaces whose names appear in the same lists.
fn rivals(kind: SymbolKind) -> &'static [SymbolKind] {
    use SymbolKind::*;
    match kind {
        Host => &[Host, HostGroup, ComputeUnit, HostPartition, HostModel, HostType],
        HostGroup | ComputeUnit | HostPartition => &[HostGroup, ComputeUnit, HostPartition, Host],
        HostModel | HostType => &[HostModel, HostType, Host],
        Queue => &[Queue],
        Application => &[Application],
        UserGroup => &[UserGroup],
        Resource => &[Resource],
        Cluster => &[Cluster],
        Limit => &[Limit],
        Pool => &[Pool],
        ServiceClass => &[ServiceClass],
        SharePolicy => &[SharePolicy],
        ComputeUnitType => &[ComputeUnitType],
        Variable => &[Variable],
        User | ApsFactor | Rule => &[],
    }
}

fn is_taken(snapshot: &Snapshot, view: View<'_>, kind: SymbolKind, new: &str, symbol: &Symbol) -> bool {
    match kind {
        SymbolKind::Host => {
            // Another spelling of the same host is allowed.
            let host = view.hosts().find(new).map(|it| &*view.hosts().get(it).name);
            host.is_some_and(|it| symbol.kind != SymbolKind::Host || it != symbol.name)
        }
        SymbolKind::Resource => view.resources().get(new).is_some(),
        SymbolKind::HostType | SymbolKind::HostModel if PREDEFINED_TYPES.contains(&new) => true,
        SymbolKind::UserGroup => view.is_user_group(new),
        SymbolKind::HostGroup => view.is_host_group(new),
        SymbolKind::Application => view.application(new).is_some(),
        SymbolKind::Queue => view.queue(new).is_some(),
        kind => match kind.section() {
            Some((file, section)) => view.find(file, section, new).is_some(),
            None => !symbol::definitions_of(snapshot, &Symbol { kind, name: new.to_owned() }).is_empty(),
        },
    }
}
