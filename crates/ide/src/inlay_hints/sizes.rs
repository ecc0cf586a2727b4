//! Inlay hints with the number of hosts or users in a list that does not name each one.

use lsflint_model::{HostId, View};
use lsflint_spec::{Grammar, ParamSpec};
use lsflint_syntax::ast::{HostList, List, ListItem, UserList, Value};

use super::InlayHint;
use crate::words;

/// The maximum number of names in the tooltip.
const NAMED: usize = 20;

pub(super) fn of_list(view: View<'_>, param: &ParamSpec, value: Value<'_>) -> Option<InlayHint> {
    let end = value.range().end().into();
    if param.grammar == Grammar::HostList {
        let list = value.typed::<HostList<'_>>()?;
        let hosts = view.hosts();
        let set = view.hosts_of(list);
        let is_host = |it: ListItem<'_>| {
            !it.is_pattern() && !it.is_excluded() && !view.is_host_group(&it.text()) && hosts.find(&it.text()).is_some()
        };
        if hosts.is_empty() || !set.is_exact() || list.items().all(is_host) {
            return None;
        }
        let names = words::names(set.surely.iter().map(|it| &*hosts.get(HostId(it as u32)).name), NAMED);
        return Some(InlayHint { offset: end, label: label(set.surely.len(), "host"), tooltip: names });
    }
    let list = value.typed::<UserList<'_>>()?;
    let groups = view.user_groups();
    let set = groups.users_of(list);
    let named_only = list.items().all(|it| !groups.contains(&it.text()));
    if set.open || set.is_all() || named_only {
        return None;
    }
    Some(InlayHint { offset: end, label: label(set.surely().len(), "user"), tooltip: String::new() })
}

/// The number is that of the whole list, not of its last name.
fn label(count: usize, what: &str) -> String {
    format!(" ≙ {} in all", words::counted(count, what))
}
