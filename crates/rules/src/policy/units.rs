//! The compute unit types in COMPUTE_UNIT_TYPES.

use lsflint_model::{FieldRef, Lookup, View};
use lsflint_syntax::ast::{List, ListItem, NameList};

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
    /// The names, the finest first.
    pub(crate) names: Vec<String>,
    /// The index of the type that applies if none is specified.
    pub(crate) default: usize,
    /// The list.
    pub(crate) field: FieldRef<'a>,
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
        let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { return Types::Unknown };
        let list = parse.typed::<NameList<'_>>();
        let items = list.into_iter().flat_map(NameList::items).filter(|it| it.name().is_some());
        let items: Vec<ListItem<'_>> = items.collect();
        let names: Vec<String> = items.iter().map(|it| it.text().into_owned()).collect();
        let default = items.iter().position(|it| it.bang().is_some()).unwrap_or(0);
        if names.is_empty() { Types::Unknown } else { Types::Listed(Listed { names, default, field }) }
    }

    /// The list, if it is known.
    pub(crate) fn listed(self) -> Option<Listed<'a>> {
        match self {
            Types::Listed(listed) => Some(listed),
            Types::Unknown | Types::Unset => None,
        }
    }
}

impl Listed<'_> {
    /// The level of a type, 0 for the finest.
    pub(crate) fn level(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|it| it == name)
    }
}
