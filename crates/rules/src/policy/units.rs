//! The compute unit types in COMPUTE_UNIT_TYPES.

use std::sync::Arc;

use lsflint_lint::suggest::{KnownNames, Near};
use lsflint_model::{FieldRef, Lookup, View};
use lsflint_syntax::ast::{List, ListItem, NameList};
use rustc_hash::FxHashMap;

/// The compute unit types of the cluster.
pub(crate) enum Types<'a> {
    /// lsb.params is not completely available, or the value depends on something that is not available.
    Unknown,
    /// COMPUTE_UNIT_TYPES is certainly not set.
    Unset,
    /// The types, the finest first.
    Listed(Listed<'a>),
}

/// The list of types.
pub(crate) struct Listed<'a> {
    /// The types.
    pub(crate) types: Arc<UnitTypes>,
    /// The list.
    pub(crate) field: FieldRef<'a>,
}

/// Compute unit types by name.
pub(crate) struct UnitTypes {
    /// The names, the finest first.
    pub(crate) names: Vec<String>,
    /// The index of the type that applies if none is specified.
    pub(crate) default: usize,
    /// The level of each name, 0 for the finest.
    levels: FxHashMap<String, usize>,
    /// For suggestions.
    known: KnownNames,
}

/// The parameter that lists the types.
pub(crate) const PARAMETER: &str = "COMPUTE_UNIT_TYPES";

impl<'a> Types<'a> {
    /// The types of a cluster.
    pub(crate) fn of(view: View<'a>) -> Types<'a> {
        let field = match view.parameter(PARAMETER) {
            Lookup::Unknown => return Types::Unknown,
            Lookup::Absent => return Types::Unset,
            Lookup::Set(field) => field,
        };
        match view.once("compute unit types", UnitTypes::of) {
            Some(types) if !types.names.is_empty() => Types::Listed(Listed { types, field }),
            _ => Types::Unknown,
        }
    }

    /// The list, if it is known.
    pub(crate) fn listed(self) -> Option<Listed<'a>> {
        match self {
            Types::Listed(listed) => Some(listed),
            Types::Unknown | Types::Unset => None,
        }
    }
}

impl UnitTypes {
    /// The types of a cluster; none if the list is not known.
    fn of(view: View<'_>) -> UnitTypes {
        let parse = match view.parameter(PARAMETER) {
            Lookup::Set(field) => field.parse().filter(|it| it.errors().is_empty()),
            Lookup::Unknown | Lookup::Absent => None,
        };
        let list = parse.as_ref().and_then(|it| it.typed::<NameList<'_>>());
        let items = list.into_iter().flat_map(NameList::items).filter(|it| it.name().is_some());
        let items: Vec<ListItem<'_>> = items.collect();
        let names: Vec<String> = items.iter().map(|it| it.text().into_owned()).collect();
        let default = items.iter().position(|it| it.bang().is_some()).unwrap_or(0);
        // The first of equal names counts.
        let levels = names.iter().enumerate().rev().map(|(level, it)| (it.clone(), level)).collect();
        let known = names.iter().cloned().collect();
        UnitTypes { names, default, levels, known }
    }

    /// The level of a type, 0 for the finest.
    pub(crate) fn level(&self, name: &str) -> Option<usize> {
        self.levels.get(name).copied()
    }

    /// The type that is most similar to a wrong name.
    pub(crate) fn near(&self, name: &str) -> Option<Near<'_>> {
        self.known.near(name)
    }
}
