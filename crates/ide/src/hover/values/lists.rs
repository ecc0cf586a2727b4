//! Hovers for lists of hosts and users: the number of members.

use lsflint_model::{HostId, HostSet, View};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::{HostList, List, UserList};

use crate::hover::Scene;
use crate::words;

/// The maximum number of hosts.
const NAMED: usize = 8;

/// The lines that describe the hosts of a list.
pub(super) fn hosts(scene: &Scene<'_>, text: &str) -> Vec<String> {
    let parse = lsflint_syntax::parse_value(text, Grammar::HostList);
    let Some(list) = parse.typed::<HostList<'_>>() else { return Vec::new() };
    let set = scene.view.hosts_of(list);
    let all = scene.view.hosts();
    let clients = set.surely.iter().filter(|it| all.facts(HostId(*it as u32)).server == Some(false)).count();
    let mut lines: Vec<String> = host_set(scene.view, &set).into_iter().collect();
    if clients > 0 {
        let running = set.surely.len() - clients;
        lines.push(format!("{running} of them run jobs; the others only submit them (`server` is 0 in lsf.cluster)"));
    }
    lines
}

/// A set of hosts as text: the number, the names, and what is uncertain; `None` if nothing is known.
pub(crate) fn host_set(view: View<'_>, set: &HostSet) -> Option<String> {
    let all = view.hosts();
    if all.is_empty() {
        return None;
    }
    let named = |bits: &lsflint_model::Bits, most: usize| {
        words::names(bits.iter().map(|it| &*all.get(HostId(it as u32)).name), most)
    };
    let beyond = if set.beyond { ", possibly with hosts that are not loaded" } else { "" };
    let (surely, possibly) = (set.surely.len(), set.possibly.len());
    if surely == possibly {
        let names = if surely == 0 { String::new() } else { format!(": {}", named(&set.surely, NAMED)) };
        return Some(match (surely, set.beyond) {
            (0, true) => "hosts that are not loaded".to_owned(),
            (0, false) => "no host".to_owned(),
            _ => format!("{}{names}{beyond}", words::counted(surely, "host")),
        });
    }
    let sure = if surely == 0 { String::new() } else { format!("at least {}, ", words::counted(surely, "host")) };
    Some(format!("{sure}at most {}{beyond}", words::counted(possibly, "host")))
}

/// The lines that describe the users of a list, as far as lsb.users names them.
pub(super) fn users(scene: &Scene<'_>, text: &str) -> Vec<String> {
    let parse = lsflint_syntax::parse_value(text, Grammar::UserList);
    let Some(list) = parse.typed::<UserList<'_>>() else { return Vec::new() };
    let set = scene.view.user_groups().users_of(list);
    if set.is_all() {
        let excluded = list.items().any(|it| it.is_excluded());
        return vec![if excluded { "all users except those after `~`".to_owned() } else { "all users".to_owned() }];
    }
    let in_groups = list.items().filter(|it| scene.view.user_groups().contains(&it.text())).count();
    if in_groups == 0 || set.surely().is_empty() {
        return Vec::new();
    }
    let open = if set.open { " in lsb.users, possibly more" } else { "" };
    vec![format!("{}{open}", words::counted(set.surely().len(), "user"))]
}
