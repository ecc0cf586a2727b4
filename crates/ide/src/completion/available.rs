//! Decides whether a parameter is offered for a target.

use lsflint_spec::{Dialect, Maturity, ParamSpec, SectionSpec, Target};

use super::item::Rank;
use crate::words;

/// The rank of a parameter for a target; `None` if it is not offered.
pub(super) fn rank(param: &ParamSpec, target: Target) -> Option<Rank> {
    let lsf = target.dialect == Dialect::Lsf;
    let elsewhere = !param.only_in.is_empty() && !param.only_in.contains(&target.dialect);
    let too_new = param.since.is_some_and(|since| if lsf { target.from < since } else { param.only_in.is_empty() });
    let gone = param.maturity == Maturity::Removed && param.removed_since.is_none_or(|it| !lsf || target.to >= it);
    // `<load_index>` is a placeholder for names that are not listed.
    let is_placeholder = param.name.starts_with('<');
    if elsewhere || too_new || gone || is_placeholder {
        return None;
    }
    let new_name = param.deprecated_since.is_none_or(|since| !lsf || target.to >= since);
    Some(match param.maturity {
        Maturity::Deprecated | Maturity::Obsolete | Maturity::NotSeen if new_name && lsf => Rank::Old,
        Maturity::Undocumented => Rank::Rare,
        _ => Rank::Normal,
    })
}

/// The parameters of a section: the required ones in documented order, then the others.
pub(super) fn in_order(section: &'static SectionSpec) -> impl Iterator<Item = &'static ParamSpec> {
    let required = section.expected().filter_map(|it| section.param(it));
    required.chain(section.params.iter().filter(|it| !section.expected().any(|name| name == it.name)))
}

/// A line about a parameter: summary, unit and default.
pub(super) fn detail(param: &ParamSpec) -> String {
    let mut detail = param.summary.to_owned();
    let mut more = Vec::new();
    if !param.unit.is_empty() {
        more.push(format!("in {}", param.unit));
    }
    if !param.default.is_empty() {
        more.push(format!("default {}", words::default_value(param.default)));
    }
    if !param.replaced_by.is_empty() {
        more.push(format!("replaced by {}", param.replaced_by));
    }
    if !more.is_empty() {
        detail.push_str(&format!(" ({})", more.join("; ")));
    }
    detail
}
